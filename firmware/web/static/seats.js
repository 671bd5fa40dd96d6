// Who plays: names, colours, the order in which they sit, and who starts.

import { byId, capital, h } from "./dom.js";
import { token } from "./drawings.js";
import { say } from "./words.js";

const LONGEST = 16; // letters of a name
const USUAL = 3;

let ids = 0;
const seat = (name, colour) => ({ id: (ids += 1), name, colour });

// As many as can play, a few at first. All keep their colour if this game has it, or get a free one.
export function seated(game, known) {
  const wanted = known.length ? Math.max(game.least, known.length) : USUAL;
  const empty = Array.from({ length: wanted }, () => ({ name: "", colour: "" }));
  const seats = [...known, ...empty.slice(known.length)].slice(0, game.most);
  return coloured(seats, game.colours);
}

function coloured(seats, colours) {
  const kept = seats.map(
    ({ colour }, at) =>
      colours.includes(colour) && seats.findIndex((each) => each.colour === colour) === at,
  );
  const free = colours.filter(
    (colour) => !seats.some((each, at) => kept[at] && each.colour === colour),
  );
  return seats.map(({ name, colour }, at) => seat(name, kept[at] ? colour : free.shift()));
}

// `again` is called when the rows have to be drawn anew.
export function whoPlays(game, wishes, again) {
  const { seats } = wishes;
  const change = (next) => {
    wishes.seats = next;
    if (!next.includes(wishes.starter)) wishes.starter = next[0];
    again();
  };
  const free = game.colours.find((colour) => !seats.some((each) => each.colour === colour));
  return [
    h(
      "ol",
      { class: "seats" },
      seats.map((each, at) => row(game, seats, at, change)),
    ),
    seats.length < game.most && free
      ? h(
          "button",
          {
            type: "button",
            class: "plain add",
            "data-key": "add",
            onclick: () => change([...seats, seat("", free)]),
          },
          say("One more player"),
        )
      : null,
    h(
      "label",
      { class: "line" },
      h("span", null, say("Who starts?")),
      h(
        "select",
        {
          "data-key": "starter",
          onchange: (event) => {
            wishes.starter = seats[event.target.value];
          },
        },
        seats.map((each, at) =>
          h("option", { value: at, selected: each === wishes.starter }, called(each)),
        ),
      ),
    ),
  ];
}

const letterOf = (each) => called(each).charAt(0).toLocaleUpperCase();

// What everybody is called: without a name, by their colour.
export const called = ({ name, colour }) => name.trim() || capital(say(`colour.${colour}`));

function row(game, seats, at, change) {
  const each = seats[at];
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
    byId("new").querySelector(`[data-key=starter] option[value="${at}"]`).textContent =
      called(each);
  };
  const paint = (colour) => {
    const owner = seats.find((other) => other !== each && other.colour === colour);
    if (owner) owner.colour = each.colour; // colours change hands: no two are ever alike
    each.colour = colour;
    change(seats);
  };
  return h(
    "li",
    null,
    h(
      "span",
      { class: "paint" },
      piece,
      h(
        "select",
        {
          "aria-label": say("Colour of player {number}", { number: at + 1 }),
          "data-key": `colour${each.id}`,
          onchange: (event) => paint(event.target.value),
        },
        game.colours.map((colour) =>
          h("option", { value: colour, selected: colour === each.colour }, say(`colour.${colour}`)),
        ),
      ),
    ),
    h("input", {
      type: "text",
      maxlength: LONGEST,
      value: each.name,
      placeholder: capital(say(`colour.${each.colour}`)),
      "aria-label": say("Name of player {number}", { number: at + 1 }),
      autocomplete: "off",
      spellcheck: "false",
      enterkeyhint: "next",
      "data-key": `name${each.id}`,
      oninput: name,
    }),
    h(
      "button",
      {
        type: "button",
        class: "plain step",
        disabled: at === 0,
        "aria-label": say("{name} sits one place earlier", { name: called(each) }),
        "data-key": `up${each.id}`,
        onclick: () => swap(at - 1),
      },
      "↑",
    ),
    h(
      "button",
      {
        type: "button",
        class: "plain step",
        disabled: seats.length <= game.least,
        "aria-label": say("{name} does not play", { name: called(each) }),
        "data-key": `out${each.id}`,
        onclick: () => change(seats.filter((one) => one !== each)),
      },
      "×",
    ),
  );
}
