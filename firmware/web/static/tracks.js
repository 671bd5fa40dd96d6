// Six tracks that lead to the food: piles of ants, who is pinned, and which tracks are held.

import { asPiece, h, unheard, unseen } from "./dom.js";
import { token } from "./drawings.js";
import { touch } from "./touch.js";
import { say } from "./words.js";

export function showTracks(news, ask) {
  const { board } = news.game.view;
  const longest = Math.max(...Object.values(board).map((track) => track.spaces.length));
  return h(
    "ul",
    "tracks",
    Object.entries(board).map(([number, track]) => row(news, number, track, longest, ask)),
  );
}

function row(news, number, track, longest, ask) {
  const { game } = news;
  const { players } = game.view;
  const held = track.holder !== null;
  const ants = track.spaces.map((pile, at) => described(players, pile, at + 1)).filter(Boolean);
  const words = say("Track {number}, food worth {food}.", { number, food: track.food });
  const holder = held ? say("{name} holds it.", { name: players[track.holder].name }) : "";
  return h(
    "li",
    `track ${held ? "held" : ""}`,
    unseen([words, holder, ...ants].filter(Boolean).join(" ")),
    asPiece(unheard("start", number), players.map((_, seat) => `ant${seat}.${number}@pool`).join(" ")),
    track.spaces.map((pile, at) =>
      space(
        game,
        pile,
        (seat) => `ant${seat}.${number}@${at}`,
        at === track.spaces.length - 1 ? track.food : null,
        held,
        touch(news, `space ${number} ${at + 1}`, ask),
      ),
    ),
    Array.from({ length: longest - track.spaces.length }, () => h("span")), // as wide as the others
  );
}

// The top ant in full, those under it as they show from the side: their letters stay readable.
function space(game, pile, told, food, held, button) {
  const { players } = game.view;
  const under = pile.slice(0, -1).reverse();
  const last = pile.at(-1);
  const top = pile.length ? asPiece(token(players, game.letters, last), told(last)) : null;
  if (held && food === null) top?.classList.add("turned");
  return h(
    "span",
    `space ${food === null ? "" : "food"} ${top ? "taken" : ""}`,
    food === null ? null : unheard("worth", String(food)),
    top,
    under.map((seat) =>
      asPiece(unheard(`under colour-${players[seat].colour}`, game.letters[seat]), told(seat)),
    ),
    button,
  );
}

function described(players, pile, space) {
  if (!pile.length) return "";
  const names = pile.map((seat) => players[seat].name).join(` ${say("under")} `);
  return say("{names} on {space}.", { names, space });
}
