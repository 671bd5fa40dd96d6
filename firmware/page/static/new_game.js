// The form of a new game: which, who plays in which order, who starts, dice, options, the box.

import { byId, capital, h, refill } from "./dom.js";
import { printedForm } from "./printed.js";
import { token } from "./drawings.js";
import { say } from "./words.js";

const LONGEST = 16;
const EITHER = /^target_/; // of these options at most one is on

let wishes = null;
let known = "";
let act = null;
let version = 0; // the form is built anew when this changes, not when news come in

// Half-typed names survive everything but another list of games.
export function showNewGame(news, ask) {
  const place = byId("new");
  const games = news.games ?? [];
  act = ask;
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

let ids = 0;
const seat = (name, colour) => ({ id: (ids += 1), name, colour });

// What is offered at first: those of the form before, or of the last time, or a few colours.
function wished(game, before) {
  const last = game.seats?.length ? game.seats : game.colours.slice(0, Math.max(game.least, 3)).map((colour) => ({ name: "", colour }));
  const seats = (before?.seats ?? last).slice(0, game.most);
  return {
    game: game.name,
    seats: coloured(seats, game.colours),
    starter: 0,
    ordinary: Boolean(game.ordinary),
    variants: new Set(game.on ?? []),
    box: structuredClone(game.box),
    typed: false,
  };
}

// Everybody keeps their colour if this game has it; the others get one that is free.
function coloured(seats, colours) {
  const kept = seats.map(({ colour }, at) => colours.includes(colour) && seats.findIndex((each) => each.colour === colour) === at);
  const free = colours.filter((colour) => !seats.some((each, at) => kept[at] && each.colour === colour));
  return seats.map(({ name, colour }, at) => seat(name, kept[at] ? colour : free.shift()));
}

function form(games, ask) {
  const game = games.find((each) => each.name === wishes?.game);
  if (!game) return h("p", { class: "none" }, say("new_none"));
  const onsubmit = (event) => {
    event.preventDefault();
    begin(game, ask);
  };
  return h("form", { class: "new", onsubmit, onkeydown: goOn },
    h("h2", null, say("new_title")),
    h("fieldset", { class: "card" }, h("legend", null, say("which_game")), which(games)),
    h("fieldset", { class: "card" }, h("legend", null, say("who_plays")), h("p", { class: "note" }, say("who_note")), who(games, game)),
    h("fieldset", { class: "card" }, h("legend", null, say("how_played")), how(game)),
    game.box ? printedForm(game, wishes) : null,
    h("button", { class: "main begin", "data-key": "begin" }, say("begin")));
}

// Enter goes on to the next field: no game begins before everybody is named.
function goOn(event) {
  if (event.key !== "Enter" || !event.target.matches("input")) return;
  event.preventDefault();
  const fields = [...event.currentTarget.querySelectorAll("input[type=text], input[type=number], .begin")];
  fields[fields.indexOf(event.target) + 1]?.focus();
}

function which(games) {
  return h("div", { class: "tiles-of-games" }, games.map((game) =>
    h("label", { class: "pick" },
      h("input", {
        type: "radio", name: "game", value: game.name, checked: game.name === wishes.game, "data-key": `game-${game.name}`,
        onchange: () => { wishes = wished(game, wishes); again(games); },
      }),
      h("span", null, h("b", null, game.title), h("small", null, say("players_range", { least: game.least, most: game.most }))))));
}

function who(games, game) {
  const { seats } = wishes;
  const change = (next) => { wishes.seats = next; again(games); };
  const free = game.colours.find((colour) => !seats.some((each) => each.colour === colour));
  return [
    h("ol", { class: "seats" }, seats.map((each, at) => row(game, each, at, change, games))),
    seats.length < game.most && free
      ? h("button", { type: "button", class: "plain add", "data-key": "add", onclick: () => change([...seats, seat("", free)]) }, say("add_player"))
      : null,
    h("label", { class: "line" }, h("span", null, say("starter")),
      h("select", { "data-key": "starter", onchange: (event) => { wishes.starter = Number(event.target.value); } },
        seats.map((each, at) => h("option", { value: at, selected: at === wishes.starter }, called(each))))),
  ];
}

const letterOf = (each) => called(each).charAt(0).toLocaleUpperCase();
const called = ({ name, colour }) => name.trim() || capital(say(`colour.${colour}`));

function row(game, each, at, change, games) {
  const { seats } = wishes;
  const swap = (other) => {
    const next = [...seats];
    [next[at], next[other]] = [next[other], next[at]];
    change(next);
  };
  const piece = token(seats, seats.map(letterOf), at);
  // Nothing is built anew while somebody types, or the field they go on to would be gone.
  const name = (event) => {
    each.name = event.target.value;
    piece.querySelector(".letter").textContent = letterOf(each);
    byId("new").querySelector(`[data-key=starter] option[value="${at}"]`).textContent = called(each);
  };
  const paint = (colour) => {
    const owner = seats.find((other) => other !== each && other.colour === colour);
    if (owner) owner.colour = each.colour; // colours change hands: no two are ever alike
    each.colour = colour;
    again(games);
  };
  return h("li", null,
    h("span", { class: "paint" }, piece,
      h("select", { "aria-label": say("colour_of", { number: at + 1 }), "data-key": `colour${each.id}`, onchange: (event) => paint(event.target.value) },
        game.colours.map((colour) => h("option", { value: colour, selected: colour === each.colour }, say(`colour.${colour}`))))),
    h("input", {
      type: "text", maxlength: LONGEST, value: each.name, placeholder: capital(say(`colour.${each.colour}`)),
      "aria-label": say("name_of", { number: at + 1 }), autocomplete: "off", spellcheck: "false", enterkeyhint: "next", "data-key": `name${each.id}`,
      oninput: name,
    }),
    h("button", { type: "button", class: "plain step", disabled: at === 0, "aria-label": say("seat_up", { name: called(each) }), "data-key": `up${each.id}`, onclick: () => swap(at - 1) }, "↑"),
    h("button", { type: "button", class: "plain step", disabled: seats.length <= game.least, "aria-label": say("seat_out", { name: called(each) }), "data-key": `out${each.id}`, onclick: () => change(seats.filter((one) => one !== each)) }, "×"));
}

function how(game) {
  const { variants } = wishes;
  const single = game.variants.filter((variant) => !EITHER.test(variant.name));
  const either = game.variants.filter((variant) => EITHER.test(variant.name));
  const turn = (name, on) => (on ? variants.add(name) : variants.delete(name));
  return [
    game.dice?.ordinary
      ? box("ordinary", say("ordinary"), wishes.ordinary, (on) => { wishes.ordinary = on; })
      : null,
    single.map(({ name, label }) => box(name, capital(label), variants.has(name), (on) => turn(name, on))),
    either.length
      ? h("label", { class: "line" }, h("span", null, say("target_option")),
          h("select", { "data-key": "target", onchange: (event) => { either.forEach(({ name }) => turn(name, name === event.target.value)); } },
            h("option", { value: "" }, say("usual")),
            either.map(({ name, label }) => h("option", { value: name, selected: variants.has(name) }, label))))
      : null,
  ];
}

export function box(name, label, on, change) {
  return h("label", { class: "check" },
    h("input", { type: "checkbox", checked: on, "data-key": name, onchange: (event) => change(event.target.checked) }),
    h("span", null, label));
}

// What was only assumed of the box is confirmed by beginning with it in plain sight.
function begin(game, ask) {
  if (game.box && (wishes.typed || game.box.assumed)) {
    ask({ do: "printed", game: game.name, box: { ...wishes.box, assumed: false } });
  }
  ask({
    do: "begin",
    game: game.name,
    players: wishes.seats.map((each) => ({ name: called(each), colour: each.colour })),
    starter: Math.min(wishes.starter, wishes.seats.length - 1),
    ordinary: Boolean(game.dice?.ordinary) && wishes.ordinary,
    variants: [...wishes.variants],
  }, { opens: true });
}
