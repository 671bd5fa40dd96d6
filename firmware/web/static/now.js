// Whose turn it is, what to do now, and the dice.

import { asPiece, button, byId, capital, h, long, refill, unheard } from "./dom.js";
import { crown, die, token } from "./drawings.js";
import { allOf, face as named, N_, say } from "./words.js";
import { keeping, showChoices, toThrow } from "./choices.js";
import { addDice, chooseFace } from "./correct.js";
import { inPlace } from "./motion.js";
import { correcting, counted, doubtful, doubtsTold, draftOf, most, row } from "./draft.js";

export function showNow(news, ask, go) {
  const { game } = news;
  const { view } = game;
  const what = task(news);
  const told = doubtful(news) ? [] : game.told; // the pieces were moved before the throw
  refill(byId("turn"), [view.players, view.turn, told, what, game.outcome, view.outcome], () =>
    game.outcome ? outcome(game, ask, go) : turn(news, told, what),
  );
  byId("turn").classList.toggle("busy", news.busy);
  const slice = [view.turn, told, news.sight, game.asked, game.task, game.marked, news.busy, draftOf(news)];
  refill(byId("dice"), [...slice, game.offers, correcting(news), news.at], () =>
    dice(news, told, ask),
  );
  byId("dice").hidden = !view.turn;
  showChoices(news, ask);
  speak(game, doubtful(news) ? doubtsTold(draftOf(news), news.sight) : told, what);
}

// What is to be done, in a few words.
function task(news) {
  const { game, busy } = news;
  const { turn } = game.view;
  if (!turn) return "";
  if (busy) return say("Reading the dice …");
  if (doubtful(news)) return say("Are these the dice?");
  return capital(game.task);
}

// What is told takes the place of dice that are not thrown yet, so that nothing jumps when they are.
function turn(news, told, what) {
  const { game } = news;
  const { players, turn: now } = game.view;
  const { name } = players[now.player];
  const lying = now.thrown.length || doubtful(news) || game.asked;
  return [
    token(players, game.letters, now.player),
    h("h2", long(name), name),
    h("p", "task", what),
    "sum" in now && sum(now),
    told.length ? list(told, lying ? "" : "instead") : null,
  ];
}

const list = (told, kind) =>
  h("ul", `told ${kind}`, told.map((text) => h("li", null, text)));

function outcome(game, ask, go) {
  const { players, outcome: end } = game.view;
  const names = allOf(end.winners.map((seat) => players[seat].name));
  const lines = game.outcome.filter(Boolean);
  const win = lines.pop();
  const [why, ...ranking] = lines;
  return h(
    "div",
    "over",
    h(
      "div",
      "winners",
      end.winners.map((seat) => h("span", null, crown(), token(players, game.letters, seat))),
    ),
    h("h2", null, names),
    h("p", "win", win),
    h("ol", "ranking", ranking.map((text) => h("li", null, text.trim()))),
    h("p", "note", why),
    h(
      "div",
      "answers",
      button(
        {
          class: "main",
          key: "again",
          onclick: () => ask({ do: "again" }, { opens: true }),
        },
        say("Play again"),
      ),
      button(
        { class: "plain", key: "another", onclick: () => go("new") },
        say("A new game"),
      ),
    ),
  );
}

// The dice of the turn: thrown, laid aside, and what they count.
function dice(news, told, ask) {
  const { game } = news;
  const { turn: now } = game.view;
  if (!now) return [];
  const lying = now.thrown.length || doubtful(news) || game.asked;
  if (!lying) inPlace([], []);
  return [
    h("h2", "unseen", say("The dice")),
    h(
      "div",
      `thrown ${lying ? "" : "none-yet"}`,
      lying ? thrown(news, ask) : told.length ? list(told, "") : blanks(game),
    ),
    "sum" in now ? laidAside(now) : gathered(game),
  ];
}

const blanks = (game) => Array.from({ length: toThrow(game) ?? 0 }, () => unheard("die blank"));

function thrown(news, ask) {
  const { game } = news;
  const { turn: now } = game.view;
  const draft = draftOf(news);
  if (draft) return drafted(news, draft, ask);
  const [faces, marked] = game.asked ? [game.asked, []] : [now.thrown, game.marked];
  const dice = game.asked ? faces.map((face) => die(face, { said: true })) : drawn(news, ask);
  return inPlace(dice, faces, `${now.player} ${now.kept?.length}`, marked);
}

function drawn(news, ask) {
  const { game, sight } = news;
  const { turn: now } = game.view;
  const wrong = correcting(news) && !news.busy;
  if (now.again && !wrong) return now.thrown.map((face, at) => markButton(news, face, at, ask));
  const old = new Set((now.kept ?? []).map((group) => group.face));
  const places = wrong ? sources(now.thrown, sight) : [];
  return now.thrown.map((face, at) => {
    const state = old.has(face) ? "old" : "";
    const said = say("{face}: tap to change it", { face: named(face) });
    if (wrong) return dieButton(face, state, said, at, () => chooseFace(news, places[at], ask));
    const keep = keeping(game, face);
    if (keep < 0 || news.busy) return die(face, { state, said: true });
    return dieButton(face, state, capital(game.offers[keep].label), at, () =>
      tapThrown(news, at, ask),
    );
  });
}

// A die is tapped, here or in the picture: it is marked for a re-roll, or kept with its like.
export function tapThrown({ game }, at, ask) {
  const { again, thrown } = game.view.turn;
  if (again) return ask({ do: "mark", die: at, again: !game.marked.includes(at) });
  const keep = keeping(game, thrown[at]);
  if (keep >= 0) ask({ do: "choose", choice: keep });
}

// What was doubted, as it is put right.
function drafted(news, draft, ask) {
  const dice = row(draft).map(({ face, at, doubted }) => {
    const state = !face ? "gone" : doubted ? "doubted" : "";
    const words = doubted
      ? N_("Die {number}, perhaps {face}: tap to say what it shows")
      : N_("Die {number}, {face}: tap to change it");
    const said = say(words, { number: at + 1, face: face ? named(face) : say("no die") });
    return dieButton(face, state, said, at, () => chooseFace(news, at, ask));
  });
  if (counted(draft) >= most(draft)) return dice;
  const add = button(
    {
      class: "one more",
      label: say("Add a die"),
      key: "more",
      onclick: () => addDice(news),
    },
    "+",
  );
  return [...dice, add];
}

function dieButton(face, state, words, at, onclick) {
  return button(
    { class: "one", onclick, label: words, key: `die${at}` },
    die(face, { state }),
  );
}

// Dice of this throw can be thrown again: which, is marked here as on the panel.
function markButton(news, face, at, ask) {
  const { game, busy } = news;
  const { again } = game.view.turn;
  const marked = game.marked.includes(at);
  return button(
    {
      class: "one",
      label: say("{face}: re-roll it", { face: named(face) }),
      "aria-pressed": String(marked),
      key: `die${at}`,
      disabled: busy || (!marked && game.marked.length >= again),
      onclick: () => tapThrown(news, at, ask),
    },
    die(face, { state: marked ? "again" : "" }),
  );
}

// Thrown dice are told in order; which of the dice that were read is each of them?
export function sources(faces, sight) {
  const left = sight.dice.map((read) => read.means ?? read.face);
  return faces.map((face) => {
    const at = left.indexOf(face);
    if (at >= 0) left[at] = null;
    return at;
  });
}

function laidAside({ kept, worm }) {
  const group = ({ face, count }) => {
    const label = say("{count} x {face}", { count, face: named(face) });
    return h(
      "span",
      { class: "group", role: "img", label },
      Array.from({ length: count }, () => asPiece(die(face), `die${face}@kept`)),
    );
  };
  return h(
    "div",
    "kept",
    h(
      "h3",
      null,
      say("Kept"),
      h(
        "span",
        `badge ${worm ? "with" : "without"}`,
        die("worm"),
        say(worm ? N_("with a worm") : N_("no worm yet")),
      ),
    ),
    h("div", "groups", kept.length ? kept.map(group) : h("span", "none", say("nothing yet"))),
  );
}

function sum(now) {
  return h(
    "p",
    `sum ${now.kept.length ? "" : "nil"}`,
    h("span", "label", say("Sum")),
    h("strong", null, String(now.sum)),
  );
}

function gathered({ offers, view }) {
  const now = view.turn;
  const attacking = offers.some(({ kind }) => kind === "attack");
  const facts = [
    now.again && say("to re-roll: up to {count}", { count: now.again }),
    now.straight && say("in a row: {count}", { count: now.straight }),
    now.attacks && attacking && say("attacks: {count}", { count: now.attacks }),
    now.moves > 1 && say("moves: {count}", { count: now.moves }),
  ];
  return h("p", "facts", facts.filter(Boolean).map((fact) => h("span", "fact", fact)));
}

// For those who listen: once for each change, and no more than is needed.
function speak(game, told, what) {
  const { turn: now, players } = game.view;
  const text = now
    ? [...told, say("It is {name}'s turn.", { name: players[now.player].name }), what].join(" ")
    : game.outcome.filter(Boolean).join(" ");
  const place = byId("spoken");
  if (place.textContent !== text) place.textContent = text;
}
