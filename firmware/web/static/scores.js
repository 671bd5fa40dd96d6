// Who plays, and what everybody has.

import { byId, h, refill } from "./dom.js";
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
      view.target
        ? h("span", { class: "aside" }, say("{points} points win", { points: view.target }))
        : null,
    ),
    players(game),
  ]);
}

export function players(game) {
  return h(
    "ol",
    { class: "players" },
    game.view.players.map((player, seat) => row(game, player, seat)),
  );
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
      { class: "name" },
      player.name,
      player.gone
        ? h("small", null, say("has left"))
        : won
          ? h("small", null, say("has won"))
          : turn
            ? h("small", null, say("to play"))
            : null,
    ),
    h("span", { class: "has" }, has(view.hands[seat])),
    h(
      "strong",
      {
        class: "points",
        "aria-label": say("points: {points}", { points: view.scores[seat] ?? "?" }),
        role: "img",
      },
      String(view.scores[seat] ?? "?"),
    ),
  );
}

// The pieces in front of a player, each with its number and a name for those who do not see it.
function has(hand) {
  return [
    hand.worms === undefined
      ? null
      : piece(oneWorm(), hand.worms, say("worms: {count}", { count: hand.worms })),
    hand.snails ? piece(snail(), hand.snails, say("snails: {count}", { count: hand.snails })) : null,
    hand.plates === undefined
      ? null
      : piece(
          h("span", { class: "disc" }),
          hand.plates,
          say("plates left: {count}", { count: hand.plates }),
        ),
    hand.stack || hand.tiles !== undefined
      ? piece(
          h("span", { class: "slab" }),
          hand.tiles ?? hand.stack.length,
          say("tiles: {count}", { count: hand.tiles ?? hand.stack.length }),
        )
      : null,
    hand.queen
      ? h(
          "span",
          {
            class: "piece-count",
            role: "img",
            "aria-label": say("has a queen"),
            title: say("has a queen"),
          },
          crown(),
        )
      : null,
    hand.active === undefined
      ? null
      : piece(ant(), hand.active, say("free ants: {count}", { count: hand.active })),
  ];
}

function piece(drawing, count, words) {
  return h(
    "span",
    { class: "piece-count", role: "img", "aria-label": words, title: words },
    drawing,
    String(count),
  );
}
