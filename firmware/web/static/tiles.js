// Tiles on the grill (face up, turned, taken), and the players' stacks with their tops.

import { asPiece, h, unheard, unseen } from "./dom.js";
import { token, worms } from "./drawings.js";
import { touch } from "./touch.js";
import { N_, say } from "./words.js";

const STATES = { up: N_("face up"), down: N_("turned face down"), taken: N_("taken") };

export function showTiles(news, ask) {
  const { view } = news.game;
  const numbers = Object.keys(view.box.worms).map(Number);
  const heights = view.hands.map((hand) => hand.tiles ?? hand.stack.length);
  const lying = view.grill.up.length + view.grill.down.length;
  const all = heights.reduce((sum, height) => sum + height, lying);
  const copies = Math.round(all / numbers.length);
  return [
    h(
      "ul",
      `grill tiles ${copies > 1 ? "twins" : ""}`,
      numbers.flatMap((number) =>
        places(view.grill, number, copies).map((state, at, all) =>
          // of two alike the last that is up is taken
          tile(
            number,
            at,
            view.box.worms[number],
            state,
            state === "up" && all[at + 1] !== "up" ? touch(news, `tile ${number}`, ask) : null,
          ),
        ),
      ),
    ),
    h(
      "ul",
      "stacks",
      view.players.map((player, seat) => stack(news, player, seat, heights[seat], ask)),
    ),
  ];
}

// Each of the tiles with this number is up, down, or with a player.
function places(grill, number, copies) {
  const up = grill.up.filter((each) => each === number).length;
  const down = grill.down.filter((each) => each === number).length;
  return Array.from({ length: copies }, (_, at) =>
    at < up ? "up" : at < up + down ? "down" : "taken",
  );
}

function tile(number, at, count, state, button) {
  const lies = state !== "taken" && `tile${number}@grill${at}`;
  return h(
    "li",
    { class: `tile ${state}`, "data-piece": lies },
    unseen(
      `${number}: ${say(STATES[state])}. ${state === "up" ? say("Worms: {count}.", { count }) : ""}`,
    ),
    unheard("number", String(number)),
    state === "up" && worms(count),
    button,
  );
}

function stack(news, player, seat, height, ask) {
  const { game } = news;
  const hand = game.view.hands[seat];
  const top = hand.top ?? hand.stack?.at(-1) ?? null;
  const words =
    top === null ? say("no tile") : say("{tile} on top, tiles: {count}", { tile: top, count: height });
  return h(
    "li",
    "stack",
    token(game.view.players, game.letters, seat),
    unseen(`${player.name}: ${words}`),
    top === null
      ? unheard("tile taken")
      : asPiece(
          unheard(
            `tile up high${Math.min(height, 4)}`,
            h("span", "number", String(top)),
            worms(game.view.box.worms[top]),
          ),
          `tile${top}@stack${seat}.${height}`,
        ),
    unheard("height", height > 1 ? `×${height}` : ""),
    touch(news, `stack ${seat}`, ask),
  );
}
