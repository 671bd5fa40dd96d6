// Who plays: names, colours, the order in which they sit, and who starts.

import { button, byId, capital, h, select } from "./dom.js";
import { token } from "./drawings.js";
import { say } from "./words.js";

const LONGEST = 16; // letters of a name
const USUAL = 3;

let ids = 0;
const seat = (name, colour, level) => ({ id: (ids += 1), name, colour, level });

// Who plays a seat: a person, or the box so well. `change` gets its level, or null.
export const whoSits = (attributes, level, change) =>
  select(
    attributes,
    ["", "easy", "solid", "strong"].map((to) => [to, say(`level.${to}`)]),
    level ?? "",
    (to) => change(to || null),
  );

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
  return seats.map(({ name, colour, level }, at) =>
    seat(name, kept[at] ? colour : free.shift(), level),
  );
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
    h("ol", "seats", seats.map((each, at) => row(game, seats, at, change))),
    seats.length < game.most && free &&
      button(
        {
          class: "plain add",
          key: "add",
          onclick: () => change([...seats, seat("", free)]),
        },
        say("One more player"),
      ),
    h(
      "label",
      "line",
      h("span", null, say("Who starts?")),
      select(
        { key: "starter" },
        seats.map((each, at) => [at, called(each)]),
        seats.indexOf(wishes.starter),
        (at) => {
          wishes.starter = seats[at];
        },
      ),
    ),
  ];
}

const letterOf = (each) => called(each).charAt(0).toLocaleUpperCase();

// What everybody is called: without a name, by their colour.
export const called = ({ name, colour, level }) =>
  name.trim() || (level ? say("Box") : capital(say(`colour.${colour}`)));

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
      "paint",
      piece,
      select(
        {
          label: say("Colour of player {number}", { number: at + 1 }),
          key: `colour${each.id}`,
        },
        game.colours.map((colour) => [colour, say(`colour.${colour}`)]),
        each.colour,
        paint,
      ),
    ),
    h("input", {
      type: "text",
      maxlength: LONGEST,
      value: each.name,
      placeholder: called({ ...each, name: "" }),
      label: say("Name of player {number}", { number: at + 1 }),
      autocomplete: "off",
      spellcheck: "false",
      enterkeyhint: "next",
      key: `name${each.id}`,
      oninput: name,
    }),
    button(
      {
        class: "plain step",
        disabled: at === 0,
        label: say("{name} sits one place earlier", { name: called(each) }),
        key: `up${each.id}`,
        onclick: () => swap(at - 1),
      },
      "↑",
    ),
    button(
      {
        class: "plain step",
        disabled: seats.length <= game.least,
        label: say("{name} does not play", { name: called(each) }),
        key: `out${each.id}`,
        onclick: () => change(seats.filter((one) => one !== each)),
      },
      "×",
    ),
    whoSits({ label: say("Who plays this seat?"), key: `level${each.id}` }, each.level, (level) => {
      each.level = level;
      change(seats);
    }),
  );
}
