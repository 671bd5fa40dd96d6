// The form of a new game: which, who plays in which order, who starts, dice, options, the box.

import { byId, capital, h, refill, select } from "./dom.js";
import { printedForm } from "./printed.js";
import { pictures, rulesButton } from "./rules.js";
import { seated, whoPlays } from "./seats.js";
import { gameTexts, say } from "./words.js";

const EITHER = /^target_/; // of these options at most one is on

let wishes = null;
let known = "";
let act = null;
let simulated = false; // then there is no box to compare with
let version = 0; // the form is built anew when this changes, not when news come in

// Half-typed names survive everything but another list of games.
export function showNewGame(news, ask) {
  const place = byId("new");
  const games = news.games ?? [];
  act = ask;
  simulated = Boolean(news.scene);
  const key = JSON.stringify(games);
  if (games.length && (!wishes || key !== known)) {
    const name = wishes?.game ?? news.last ?? news.game?.view.game;
    wishes = wished(games.find((game) => game.name === name) ?? games[0], wishes);
    known = key;
  }
  refill(place, [games, version], () => form(games, ask));
}

function again(games) {
  version += 1;
  refill(byId("new"), [games, version], () => form(games, act));
}

// What is offered at first: those of the form before, or of the last time, or a few colours.
function wished(game, before) {
  const seats = seated(game, before?.seats ?? game.seats ?? []);
  return {
    game: game.name,
    seats,
    starter: seats[0],
    ordinary: Boolean(game.ordinary),
    taught: game.taught ?? "",
    variants: new Set(game.on ?? []),
    box: structuredClone(game.box),
    typed: false,
  };
}

function form(games, ask) {
  const game = games.find((each) => each.name === wishes?.game);
  if (!game) return h("p", "none", say("Loading the games …"));
  const onsubmit = () => begin(game, ask);
  return h(
    "form",
    { class: "new", onsubmit, onkeydown: goOn },
    h("h2", null, say("A new game")),
    h("fieldset", "card", h("legend", null, say("Which game?")), which(games)),
    h(
      "fieldset",
      "card",
      h("legend", null, say("Who plays?")),
      h("p", "note", say("In the order in which you sit. Without a name, the colour is the name.")),
      whoPlays(game, wishes, () => again(games)),
    ),
    h("fieldset", "card", h("legend", null, say("How do you play?")), how(game)),
    game.box && printedForm(game, wishes, !simulated),
    h("button", { class: "main begin", key: "begin" }, say("Begin")),
  );
}

// Enter goes on to the next field: no game begins before everybody is named.
function goOn(event) {
  if (event.key !== "Enter" || !event.target.matches("input")) return;
  event.preventDefault();
  const fields = [
    ...event.currentTarget.querySelectorAll("input[type=text], input[type=number], .begin"),
  ];
  fields[fields.indexOf(event.target) + 1]?.focus();
}

function which(games) {
  return h(
    "div",
    "tiles-of-games",
    games.map((game) =>
      h(
        "div",
        "game",
        h(
          "label",
          "pick",
          h("input", {
            type: "radio",
            name: "game",
            value: game.name,
            checked: game.name === wishes.game,
            key: `game-${game.name}`,
            onchange: () => {
              wishes = wished(game, wishes);
              again(games);
            },
          }),
          h(
            "span",
            null,
            pictures(gameTexts(game.name).pictures),
            h("b", null, game.title),
            h("small", null, gameTexts(game.name).line),
            h("small", null, say("{least} to {most} players", { least: game.least, most: game.most })),
          ),
        ),
        rulesButton(game.name),
      ),
    ),
  );
}

function how(game) {
  const { variants } = wishes;
  const single = game.variants.filter((variant) => !EITHER.test(variant.name));
  const either = game.variants.filter((variant) => EITHER.test(variant.name));
  const turn = (name, on) => (on ? variants.add(name) : variants.delete(name));
  return [
    game.dice?.taught?.length
      ? whichDice(game)
      : game.dice?.ordinary
        ? box("ordinary", say("With ordinary dice in place of the game's own"), wishes.ordinary, (on) => {
            wishes.ordinary = on;
          })
        : null,
    single.map(({ name, label }) =>
      box(name, capital(label), variants.has(name), (on) => turn(name, on)),
    ),
    either.length > 0 &&
      h(
        "label",
        "line",
        h("span", null, say("Points to win")),
        select(
          { key: "target" },
          [["", say("as usual")], ...either.map(({ name, label }) => [name, label])],
          either.find(({ name }) => variants.has(name))?.name,
          (chosen) => either.forEach(({ name }) => turn(name, name === chosen)),
        ),
      ),
  ];
}

// Where dice were taught for the game there are three kinds of them or more.
function whichDice({ dice }) {
  const change = (value) => {
    wishes.ordinary = value === "ordinary";
    wishes.taught = value.startsWith(":") ? value.slice(1) : "";
  };
  const now = wishes.taught ? `:${wishes.taught}` : wishes.ordinary ? "ordinary" : "own";
  const kinds = [
    ["own", capital(dice.own)],
    ...(dice.ordinary ? [["ordinary", capital(dice.ordinary)]] : []),
    ...dice.taught.map((name) => [`:${name}`, capital(name)]),
  ];
  return h(
    "div",
    "line",
    h("label", { for: "which-dice" }, say("Dice")),
    select({ id: "which-dice", key: "dice" }, kinds, now, change),
  );
}

export function box(name, label, on, change) {
  return h(
    "label",
    "check",
    h("input", {
      type: "checkbox",
      checked: on,
      key: name,
      onchange: (event) => change(event.target.checked),
    }),
    h("span", null, label),
  );
}

// What was only assumed of the box is confirmed by beginning with it in plain sight.
function begin(game, ask) {
  if (game.box && (wishes.typed || (game.box.assumed && !simulated))) {
    ask({ do: "printed", game: game.name, box: { ...wishes.box, assumed: false } });
  }
  ask(
    {
      do: "begin",
      game: game.name,
      players: wishes.seats.map(({ name, colour, level }) => ({
        name: name.trim(),
        colour,
        level: level ?? null,
      })),
      starter: Math.max(0, wishes.seats.indexOf(wishes.starter)),
      ordinary: Boolean(game.dice?.ordinary) && wishes.ordinary,
      taught: game.dice?.taught?.includes(wishes.taught) ? wishes.taught : "",
      variants: [...wishes.variants],
    },
    { opens: true },
  );
}
