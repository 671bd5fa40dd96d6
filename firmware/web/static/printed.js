// What is printed on the owner's box: worms on spots or tiles, a doubled face, lengths of tracks.

import { h } from "./dom.js";
import { die } from "./drawings.js";
import { face as named, say } from "./words.js";

const WORMS = [1, 9];
const LENGTH = [6, 10];
const FOOD = [2, 4];
const DELICACIES = ["worm", "cucumber", "cheese", "ketchup", "bun"];

// `asked`: it has to be compared once, and is in plain sight until then.
export function printedForm(game, wishes, asked) {
  const { box } = wishes;
  const typed = () => {
    wishes.typed = true;
  };
  return h(
    "details",
    { class: "card printed", open: (asked && game.box.assumed) || wishes.typed },
    h("summary", { key: "printed" }, h("h3", null, say("What is printed on your box"))),
    h(
      "p",
      "note",
      game.box.assumed
        ? say("Editions differ: compare these numbers with your box once.")
        : say("As you have confirmed it."),
    ),
    box.worms && worms(box.worms, typed),
    box.doubled && doubled(box, typed),
    box.tracks && tracks(box.tracks, typed),
  );
}

function worms(values, typed) {
  return h(
    "div",
    "grid",
    Object.keys(values).map((number) =>
      h(
        "label",
        null,
        h("span", null, number),
        count(values, number, WORMS, say("Worms on {number}", { number }), typed),
      ),
    ),
  );
}

function tracks(values, typed) {
  return h(
    "div",
    "rows",
    Object.entries(values).map(([number, track]) =>
      h(
        "div",
        "line",
        h("span", null, say("Track {number}", { number })),
        h(
          "label",
          null,
          h("span", null, say("spaces")),
          count(track, "length", LENGTH, say("Spaces of track {number}", { number }), typed),
        ),
        h(
          "label",
          null,
          h("span", null, say("food")),
          count(track, "food", FOOD, say("Food of track {number}", { number }), typed),
        ),
      ),
    ),
  );
}

function count(values, key, [least, most], label, typed) {
  return h("input", {
    type: "number",
    inputmode: "numeric",
    min: least,
    max: most,
    step: 1,
    required: true,
    value: values[key],
    label,
    key: label,
    onfocus: (event) => event.target.select(),
    oninput: (event) => {
      values[key] = Number(event.target.value);
      typed();
    },
  });
}

function doubled(box, typed) {
  return h(
    "fieldset",
    "doubled",
    h("legend", null, say("Which picture is twice on each die?")),
    DELICACIES.map((face) =>
      h(
        "label",
        "pick",
        h("input", {
          type: "radio",
          name: "doubled",
          value: face,
          checked: box.doubled === face,
          key: `doubled-${face}`,
          onchange: () => {
            box.doubled = face;
            typed();
          },
        }),
        h("span", null, die(face), named(face)),
      ),
    ),
  );
}
