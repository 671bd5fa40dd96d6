// What was played, the newest first; anything back to any move can be undone.

import { button, byId, capital, h, icon, refill, unheard, unseen } from "./dom.js";
import { confirm } from "./dialog.js";
import { die, token } from "./drawings.js";
import { say } from "./words.js";

const SHOWN = 6;

export function showMoves(news, ask) {
  const { game } = news;
  const moves = game.moves.map((move, at) => ({ ...move, back: game.moves.length - at })).reverse();
  const rows = (some) =>
    h("ol", "list", some.map((move) => row(news, move, ask)));
  const place = byId("moves");
  refill(place, [game.moves, news.at], () => [
    h("h2", null, say("Moves")),
    moves.length
      ? rows(moves.slice(0, SHOWN))
      : h("p", "none", say("Nothing was played yet.")),
    moves.length > SHOWN &&
      h(
        "details",
        { open: place.querySelector("details")?.open },
        h("summary", { key: "earlier" }, say("Earlier moves")),
        rows(moves.slice(SHOWN)),
      ),
  ]);
}

function row({ game, at }, move, ask) {
  const { text, back, player } = move;
  const { players } = game.view;
  const undo = () => ask({ do: "undo", at, count: back });
  const sure = () =>
    confirm(
      at,
      say("Undo the last moves?"),
      say("Undo {count} moves, back to before: {move}", { count: back, move: text }),
      undo,
      say("Undo them"),
    );
  return h(
    "li",
    null,
    token(players, game.letters, player, { name: true }),
    h("span", "played", played(move)),
    button(
      {
        class: "plain back",
        key: `undo${back}`,
        label: say("Undo back to before: {move}", { move: text }),
        onclick: back > 1 ? sure : undo,
      },
      back > 1 ? icon("M9 5 4 10l5 5M5 10h9a5 5 0 0 1 0 10h-3") : say("Undo"),
    ),
  );
}

// Dice are drawn where there are some; the words for them are for those who listen.
function played({ text, brings, kind, faces, sum }) {
  if (!faces.length) return capital(text);
  return [
    unseen(capital(text)),
    unheard("verb", kind === "throw" ? say("Thrown") : say("Kept")),
    unheard(
      "pips",
      faces.map((face) => die(face)),
    ),
    (brings || sum !== null) &&
      h("span", { class: "then", "aria-hidden": brings ? "true" : null }, brings || say("then {sum}", { sum })),
  ];
}
