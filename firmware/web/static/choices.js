// What can be chosen now: to throw, every legal choice with what it brings, and repairs.

import { confirm } from "./dialog.js";
import { button, byId, capital, h, long, refill, unheard } from "./dom.js";
import { die } from "./drawings.js";
import { doubtful } from "./draft.js";
import { whoSits } from "./seats.js";
import { many, say } from "./words.js";

// How many dice may be thrown now; null: none.
export function toThrow(game) {
  if (game.asked) return null; // first it is said what was kept
  return game.view.legal_moves.find((move) => move.move === "throw")?.dice ?? null;
}

// The choice that keeps the dice of this face; -1: they cannot be kept.
export const keeping = (game, face) =>
  game.offers.findIndex((offer) => offer.kind === "keep" && offer.face === face);

// At a real table the dice may have been laid aside and thrown already: the camera sees which.
const mayScan = ({ game, scene, camera }) =>
  camera && !scene && !game.asked && game.view.turn?.phase === "keep";

export function showChoices(news, ask) {
  const { game, busy, scene } = news;
  const dice = toThrow(game);
  const { turn: now } = game.view;
  const act = byId("act");
  // Who threw by keyboard goes on among the choices, not at the top of the page.
  if (dice === null && act.contains(document.activeElement)) byId("choices").focus();
  act.hidden = dice === null && !mayScan(news);
  const slice = [dice, now, game.marked, busy, Boolean(scene), doubtful(news), news.at];
  refill(act, slice, () => (act.hidden ? [] : throwButton(news, dice, ask)));
  refill(byId("choices"), [game.offers, news.at], () => {
    const buttons = (last) =>
      game.offers.map((offer, at) =>
        offer.repair || last !== keepsAndStops(offer) ? null : choice(offer, at, ask),
      );
    const repairs = game.offers
      .map((offer, at) => (offer.repair ? repair(offer, at, ask, news.at) : null))
      .filter(Boolean);
    return [
      h("h2", "unseen", say("What you can do")),
      h("div", "offers", buttons(false), buttons(true)),
      repairs.length > 0 &&
        h(
          "details",
          "repair",
          h("summary", { key: "repair" }, say("Fix something")),
          h("div", "offers", repairs, pieces(ask)),
          game.view.players.map(({ name, gone, level }, player) => {
            const sit = (to) => ask({ do: "sit", player, level: to });
            return gone ? null : h("label", "line", name, whoSits({ key: `sits${player}` }, level, sit));
          }),
        ),
    ];
  });
  // Who chose by keyboard goes on at the throw, or at the dice to re-roll, which come before.
  if (dice !== null && document.activeElement === byId("choices")) act.focus();
  if (now?.again && document.activeElement === act) byId("dice").focus();
}

const keepsAndStops = ({ kind, face }) => kind === "stop" && face !== null;

// The simulated table throws, a real one only looks: what else is to be done is said on the button.
function throwButton(news, dice, ask) {
  const { game, busy, scene } = news;
  const { again } = game.view.turn;
  const unmarked = Boolean(again && scene && !game.marked.length && !doubtful(news));
  return button(
    {
      class: `choice throw ${again || dice === null || doubtful(news) ? "again" : ""} ${unmarked && !busy ? "idle" : ""}`,
      key: "throw",
      disabled: busy || unmarked,
      onclick: () => ask({ do: "press", action: "scan" }),
    },
    busy && unheard("spinner"),
    h("b", null, wordsFor(news, dice)),
  );
}

function wordsFor(news, dice) {
  const { game, busy, scene } = news;
  const { again } = game.view.turn;
  if (busy) return say("Reading the dice …");
  if (doubtful(news)) return say("Scan again");
  if (dice === null) return say("Kept some and threw the others? Scan");
  if (!again)
    return scene
      ? many("Throw {count} die", "Throw {count} dice", dice)
      : many("Throw {count} die, then scan", "Throw {count} dice, then scan", dice);
  if (!scene) return say("Re-rolled? Scan (up to {count})", { count: again });
  const marked = game.marked.length;
  return marked
    ? many("Re-roll {count} die", "Re-roll {count} dice", marked)
    : say("Re-roll up to {count}? Tap the dice", { count: again });
}

function choice(offer, at, ask) {
  const { face, count, kind, vain, brings: lines } = offer;
  const short = kind === "keep" && !lines.length;
  return button(
    {
      key: `offer ${offer.label}`,
      class: `choice ${kind} ${vain ? "vain" : ""} ${short ? "short" : long(offer.label)}`,
      onclick: () => ask({ do: "choose", choice: at }),
    },
    face && kind !== "stop"
    ? h("span", "pips", Array.from({ length: count }, () => die(face)))
    : null,
    h("b", null, capital(offer.label)),
    lines.map((text) => h("span", "brings", text)),
  );
}

// It concerns everybody, and is pressed by mistake: it asks first.
function repair(offer, at, ask, now) {
  const title = capital(offer.label);
  const text = [...offer.brings, say("It can be undone.")].join(" ");
  return button(
    {
      class: "choice small",
      key: `offer ${offer.label}`,
      onclick: () => confirm(now, title, text, () => ask({ do: "choose", choice: at }), say("Yes")),
    },
    h("b", null, title),
    offer.brings.map((text) => h("span", "brings", text)),
  );
}

function pieces(ask) {
  return button(
    { class: "choice small", key: "pieces", onclick: () => ask({ do: "pieces" }) },
    h("b", null, say("Correct pieces")),
    h("span", "brings", say("Say where the pieces are, and whose turn it is.")),
  );
}
