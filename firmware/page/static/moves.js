// What was played, the newest first; anything back to any move can be undone. And the odds.

import { byId, capital, h, refill, s } from "./dom.js";
import { confirm } from "./correct.js";
import { say } from "./words.js";

const SHOWN = 6;

export function showMoves({ game }, ask) {
  const moves = game.moves.map((text, at) => ({ text, back: game.moves.length - at })).reverse();
  refill(byId("moves"), game.moves, () => [
    h("h2", null, say("moves")),
    moves.length
      ? h(
          "ol",
          { class: "list" },
          moves.slice(0, SHOWN).map((move) => row(move, ask)),
        )
      : h("p", { class: "none" }, say("moves_none")),
    moves.length > SHOWN
      ? h(
          "details",
          null,
          h("summary", { "data-key": "earlier" }, say("moves_earlier")),
          h(
            "ol",
            { class: "list" },
            moves.slice(SHOWN).map((move) => row(move, ask)),
          ),
        )
      : null,
  ]);
}

function row({ text, back }, ask) {
  const undo = () => ask({ do: "undo", count: back });
  const sure = () =>
    confirm(
      say("undo_title"),
      say("undo_text", { count: back, move: text }),
      say("undo_yes"),
      undo,
    );
  return h(
    "li",
    null,
    h("span", null, capital(text)),
    h(
      "button",
      {
        type: "button",
        class: "plain back",
        "data-key": `undo${back}`,
        "aria-label": say("undo_to", { move: text }),
        onclick: back > 1 ? sure : undo,
      },
      back > 1 ? arrow() : say("undo"),
    ),
  );
}

function arrow() {
  return s(
    "svg",
    { viewBox: "0 0 24 24", "aria-hidden": "true" },
    s("path", { d: "M9 5 4 10l5 5M5 10h9a5 5 0 0 1 0 10h-3" }),
  );
}

export function showOdds({ game, hints }) {
  const lines = hints ? (game.odds ?? []) : [];
  const place = byId("odds");
  place.hidden = !lines.length;
  refill(place, lines, () => [
    h("h2", null, say("odds")),
    h(
      "div",
      { class: "lines", tabindex: "0", role: "group", "aria-label": say("odds") },
      lines.map((text) => h("p", null, text)),
    ),
  ]);
}
