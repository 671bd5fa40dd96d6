// Who plays, and what everybody has.

import { asPiece, byId, h, refill, there } from "./dom.js";
import { ant, crown, oneWorm, snail, token } from "./drawings.js";
import { say } from "./words.js";

export function showScores({ game }) {
  const { view } = game;
  const slice = [
    view.players,
    view.scores,
    view.hands,
    view.turn?.player,
    view.target,
    view.outcome?.winners,
  ];
  refill(byId("scores"), slice, () => [
    h(
      "h2",
      null,
      say("Scores"),
      view.target &&
        h("span", "aside", say("{points} points win", { points: view.target })),
    ),
    players(game),
  ]);
}

export function players(game) {
  return h("ol", "players", game.view.players.map((player, seat) => row(game, player, seat)));
}

function row(game, player, seat) {
  const { view } = game;
  const turn = view.turn?.player === seat;
  const won = view.outcome?.winners.includes(seat);
  return h(
    "li",
    {
      class: `${turn ? "turn" : ""} ${player.gone ? "gone" : ""}`,
      "aria-current": turn ? "true" : null,
    },
    token(view.players, game.letters, seat),
    h(
      "span",
      "name",
      player.name,
      player.gone
        ? h("small", null, say("has left"))
        : won
          ? h("small", null, say("has won"))
          : turn
            ? h("small", null, say("to play"))
            : null,
    ),
    h("span", "has", has(view.hands[seat], seat)),
    h(
      "strong",
      {
        class: "points",
        label: say("points: {points}", { points: view.scores[seat] ?? "?" }),
        role: "img",
      },
      String(view.scores[seat] ?? "?"),
    ),
  );
}

// The pieces in front of a player, each with its number and a name for those who do not see it.
function has({ worms, snails, plates, stack, tiles = stack?.length, queen, active }, seat) {
  const at = `@hand${seat}*`;
  return [
    piece(oneWorm, worms, say("worms: {count}", { count: worms }), `worm${at}${worms}`),
    piece(snail, snails || null, say("snails: {count}", { count: snails }), `snail${at}${snails}`),
    piece(disc, plates, say("plates left: {count}", { count: plates }), `plate${seat}${at}${plates}`),
    piece(slab, tiles, say("tiles: {count}", { count: tiles })),
    piece(crown, queen ? "" : null, say("has a queen"), `queen${at}1`),
    piece(ant, active, say("free ants: {count}", { count: active })),
  ];
}

const disc = () => h("span", "disc");
const slab = () => h("span", "slab");

function piece(draw, count, words, told) {
  const named = { class: "piece-count", role: "img", label: words, title: words };
  return there(count) && h("span", named, asPiece(draw(), told), String(count));
}
