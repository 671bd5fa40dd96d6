// What can be chosen now: to throw, every legal choice with what it brings, and repairs.

import { byId, capital, h, refill, unseen } from "./dom.js";
import { die } from "./drawings.js";
import { many, say } from "./words.js";

// How many dice may be thrown now; null: none.
export function toThrow(game) {
  return game.view.legal_moves.find((move) => move.move === "throw")?.dice ?? null;
}

export function showChoices(news, ask) {
  const { game, busy, scene } = news;
  const dice = toThrow(game);
  const { turn: now, legal_moves: legal } = game.view;
  const act = byId("act");
  // Who threw by keyboard goes on among the choices, not at the top of the page.
  if (dice === null && act.contains(document.activeElement)) byId("choices").focus();
  act.hidden = dice === null;
  refill(act, [dice, now?.again, busy, Boolean(scene), news.at], () =>
    dice === null ? [] : throwButton(dice, now.again, busy, scene, ask),
  );
  refill(byId("choices"), [game.offers, legal, now, news.at], () => {
    const moves = chosenMoves(game);
    const buttons = game.offers.map((offer, at) =>
      offer.repair ? null : choice(game, offer, moves[at], at, ask),
    );
    const repairs = game.offers
      .map((offer, at) => (offer.repair ? repair(offer, at, ask) : null))
      .filter(Boolean);
    return [
      h("h2", { class: "unseen" }, say("choices")),
      h("div", { class: "offers" }, buttons),
      repairs.length
        ? h(
            "details",
            { class: "repair" },
            h("summary", { "data-key": "repair" }, say("repair")),
            h("div", { class: "offers" }, repairs),
          )
        : null,
    ];
  });
}

// The moves behind the offers, in their order; a quiet table offers fewer.
function chosenMoves(game) {
  const moves = game.view.legal_moves.filter((move) => move.move !== "throw");
  const offered = game.offers.filter((offer) => !offer.repair).length;
  return moves.length === offered ? moves : moves.filter((move) => move.move === "keep");
}

// The simulated table throws, a real one only looks: what else is to be done is said on the button.
function throwButton(dice, again, busy, scene, ask) {
  const words = again
    ? say(scene ? "rethrow" : "rescan", { count: again })
    : many(scene ? "throw" : "throw_scan", dice);
  return h(
    "button",
    {
      type: "button",
      class: `choice throw ${again ? "again" : ""}`,
      "data-key": "throw",
      disabled: busy,
      onclick: () => ask({ do: "press", action: "scan" }),
    },
    busy ? h("span", { class: "spinner", "aria-hidden": "true" }) : null,
    h("b", null, busy ? say("reading") : words),
    again && scene && !busy ? h("span", { class: "brings" }, say("mark_note")) : null,
  );
}

function choice(game, offer, move, at, ask) {
  const { thrown, kept } = game.view.turn;
  const face = move?.move === "keep" ? move.face : null;
  const count = face ? thrown.filter((each) => each === face).length : 0;
  // The drawn dice say what is laid aside; only what else comes of it needs words.
  const lines = face && offer.brings.length === 1 ? [] : offer.brings;
  const ends = face ? lines.length > 0 || kept === undefined : true;
  return h(
    "button",
    {
      type: "button",
      "data-key": `offer ${offer.label}`,
      class: `choice ${move?.move ?? "other"}${face && !ends ? " short" : ""}`,
      onclick: () => ask({ do: "choose", choice: at }),
    },
    face
      ? h(
          "span",
          { class: "pips" },
          Array.from({ length: count }, () => die(face, { said: false })),
        )
      : null,
    h(
      "b",
      null,
      capital(offer.label),
      offer.sum === undefined || offer.sum === null
        ? null
        : h("span", { class: "then" }, ` → ${offer.sum}`),
    ),
    lines.map((text) => h("span", { class: "brings" }, text)),
    face && !lines.length ? unseen(offer.brings.join(" ")) : null,
  );
}

function repair(offer, at, ask) {
  return h(
    "button",
    {
      type: "button",
      class: "choice small",
      "data-key": `offer ${offer.label}`,
      onclick: () => ask({ do: "choose", choice: at }),
    },
    h("b", null, capital(offer.label)),
    offer.brings.map((text) => h("span", { class: "brings" }, text)),
  );
}
