// What lies on the table, drawn: dice, the players' pieces, worms and snails.

import { face as named } from "./words.js";
import { s } from "./dom.js";

// Where pips lie, in three rows of three.
const PIPS = {
  1: [4],
  2: [2, 6],
  3: [2, 4, 6],
  4: [0, 2, 6, 8],
  5: [0, 2, 4, 6, 8],
  6: [0, 2, 3, 5, 6, 8],
};
const pip = (at) =>
  s("circle", { cx: 11 + 9 * (at % 3), cy: 11 + 9 * Math.floor(at / 3), r: 3.7, class: "ink" });

const line = (d, attributes) =>
  s("path", { d, fill: "none", "stroke-linecap": "round", ...attributes });

// Each picture differs in outline, not in colour alone.
const PICTURES = {
  worm: () => [
    line("M8 25c3-13 8-13 12-4s9 8 12-5", { class: "worm", "stroke-width": 6.5 }),
    s("circle", { cx: 32, cy: 15, r: 4.6, class: "worm-head" }),
    s("circle", { cx: 33.2, cy: 13.8, r: 1.2, class: "ink" }),
  ],
  cucumber: () => [
    s("circle", { cx: 20, cy: 20, r: 13.5, class: "peel" }),
    s("circle", { cx: 20, cy: 20, r: 10.5, class: "flesh" }),
    [0, 60, 120, 180, 240, 300].map((turn) =>
      s("ellipse", {
        cx: 20,
        cy: 13.6,
        rx: 1.3,
        ry: 2.8,
        class: "seed",
        transform: `rotate(${turn} 20 20)`,
      }),
    ),
  ],
  cheese: () => [
    s("path", { d: "M5 25 30 9q5 5 5 12v4z", class: "cheese" }),
    s("path", { d: "M5 25h30v7H5z", class: "cheese-side" }),
    [
      [14, 28.5, 2],
      [25, 29, 2.6],
      [26, 18, 2.8],
      [18, 22, 1.8],
    ].map(([cx, cy, r]) => s("circle", { cx, cy, r, class: "hole" })),
  ],
  ketchup: () => [
    s("path", { d: "M18.5 4h3l1.2 6h-5.4z", class: "cap" }),
    s("path", { d: "M16 10.5h8q4 4 4 9V33q0 3-3 3H15q-3 0-3-3V19.5q0-5 4-9z", class: "bottle" }),
    s("rect", { x: 14.5, y: 20, width: 11, height: 9, rx: 1.5, class: "paper" }),
    s("circle", { cx: 20, cy: 24.5, r: 2.8, class: "tomato" }),
  ],
  bun: () => [
    s("path", { d: "M5 20C5 11 12 7 20 7s15 4 15 13z", class: "bun" }),
    s("path", { d: "M5 25h30q0 8-6 8H11q-6 0-6-8z", class: "bun" }),
    line("M5 22.5q3.75 3 7.5 0t7.5 0 7.5 0 7.5 0", { class: "leaf", "stroke-width": 3 }),
    [
      [13, 14],
      [20, 11.5],
      [27, 14],
    ].map(([cx, cy]) => s("ellipse", { cx, cy, rx: 1.5, ry: 1, class: "sesame" })),
  ],
};

// `state`: "old" cannot be kept again, "doubted" is not certain, "gone" is no die, "again" is to be
// thrown again. Those who listen hear it only if it is `said`.
export function die(shown, { state = "", said = false } = {}) {
  return s(
    "svg",
    {
      class: `die ${state}`,
      viewBox: "0 0 40 40",
      ...(said ? { role: "img", label: named(shown) } : {}),
    },
    s("rect", { x: 1.5, y: 1.5, width: 37, height: 37, rx: 8, class: "body" }),
    PIPS[shown]?.map(pip) ?? PICTURES[shown]?.(),
    state === "old" && line("M6 34 34 6", { class: "strike", "stroke-width": 3 }),
    state === "gone" && line("M9 31 31 9M9 9l22 22", { class: "strike", "stroke-width": 3 }),
    state === "again" && [
      s("circle", { cx: 31, cy: 9, r: 8, class: "turn-back" }),
      line("M34.5 7.5a4 4 0 1 0 .3 3M35 4.5v3.2h-3.2", { class: "arrow", "stroke-width": 1.7 }),
    ],
  );
}

// A piece is told by shape and letter as well as by its colour.
const SHAPES = [
  "M20 2.5a17.5 17.5 0 1 1-.01 0z",
  "M8 4h24q4 0 4 4v24q0 4-4 4H8q-4 0-4-4V8q0-4 4-4z",
  "M20 1.5 38.5 20 20 38.5 1.5 20z",
  "M20 2 37.5 12v16L20 38 2.5 28V12z",
  "M20 2 39 36H1z",
  "M20 2 38.5 15.5 31.5 37h-23L1.5 15.5z",
  "M13 2.5h14V13h10.5v14H27v10.5H13V27H2.5V13H13z",
];

export function token(players, letters, seat, { plates = 0, name = false } = {}) {
  const player = players[seat];
  const shape = SHAPES[seat % SHAPES.length];
  const low = seat % SHAPES.length === 4 ? 30.5 : 26.5;
  return s(
    "svg",
    {
      class: `token colour-${player.colour}${plates ? " plate" : ""}`,
      viewBox: plates > 1 ? "-3 -8 46 50" : "-2 -2 44 44",
      ...(name ? { role: "img", label: player.name } : {}),
    },
    plates > 1 && s("path", { d: shape, class: "piece under", transform: "translate(2 -7)" }),
    s("path", { d: shape, class: "piece" }),
    plates > 0 &&
      s("path", {
        d: shape,
        class: "rim",
        transform: "translate(20 20) scale(.78) translate(-20 -20)",
      }),
    s("text", { x: 20, y: low, class: "letter" }, letters[seat]),
  );
}

export function worms(count) {
  const most = 4;
  const drawn = Math.min(count, most);
  return s(
    "svg",
    { class: "worms", viewBox: "0 0 44 12" },
    count > most
      ? [worm(4), s("text", { x: 18, y: 10.5 }, `×${count}`)]
      : Array.from({ length: drawn }, (_, at) => worm(22 - drawn * 5.5 + at * 11)),
  );
}

export function oneWorm() {
  return s("svg", { class: "one-worm", viewBox: "0 0 11 12" }, worm(0));
}

function worm(x) {
  return [
    line(`M${x + 2} 8.5q1.7-7 3.5-2t3.5-2.5`, { class: "worm", "stroke-width": 2.3 }),
    s("circle", { cx: x + 9, cy: 3.7, r: 1.7, class: "worm-head" }),
  ];
}

export function snail() {
  return s(
    "svg",
    { class: "snail", viewBox: "0 0 40 40" },
    s("path", { d: "M4 34h27q5 0 5-6v-9q0-3-2.5-3T31 19v4q0 4-4 4L4 31z", class: "foot" }),
    line("M32 17l-3-6M35 16.5l2-6", { class: "horn", "stroke-width": 1.8 }),
    s("circle", { cx: 17, cy: 19, r: 12, class: "shell" }),
    line("M17 19.5q3-1 2-3.5t-5-1.5-4.5 5 4 7 9-2 2-11-9-4.5", {
      class: "coil",
      "stroke-width": 2,
    }),
  );
}

export function ant() {
  return s(
    "svg",
    { class: "ant", viewBox: "0 0 26 20" },
    line("M8 11 4 17M12 11v6M16 11l4 6M8 9 4 4M12 9V3M16 9l3-5", { "stroke-width": 1.6 }),
    s("ellipse", { cx: 6, cy: 10, rx: 5, ry: 4 }),
    s("ellipse", { cx: 13, cy: 10, rx: 3, ry: 2.6 }),
    s("circle", { cx: 19, cy: 9.5, r: 3.3 }),
  );
}

export function crown() {
  return s(
    "svg",
    { class: "crown", viewBox: "0 0 24 20" },
    s("path", { d: "M2 5l5 5 5-8 5 8 5-5-2 11H4z" }),
    s("rect", { x: 4, y: 17, width: 16, height: 2.5, rx: 1 }),
  );
}
