// The mat in the camera's picture: its zones, the dice laid aside, and what is wrong with them.

import { h, s } from "./dom.js";
import { die } from "./drawings.js";
import { face as named, N_, say } from "./words.js";

const NAME = 11; // CSS pixels
const SMALL = 17; // of the die that tells what a die shows
const WHAT = { throw: N_("THROW"), keep: N_("KEEP"), both: N_("Dice") };

const pointed = (corners) => corners.map((corner) => corner.join()).join(" ");

const middle = (corners) => corners.reduce((sum, corner) => sum + corner[1], 0) / corners.length;

// Each outline is drawn twice, dark and light, to be seen on any table. Its name stands outside,
// away from the other zone, where no dice lie.
export function zones({ zones }, unit, [top, bottom]) {
  const between = zones.reduce((sum, zone) => sum + middle(zone.corners), 0) / zones.length;
  return zones.map(({ name, corners }) => {
    const down = middle(corners) > between ? -1 : 1;
    const far = corners.map(([x, y]) => x + down * y);
    const [x, edge] = corners[far.indexOf(Math.min(...far))]; // the left end, as it is seen
    const text = say(WHAT[name]);
    const size = NAME * unit;
    const wanted = down > 0 ? edge - 1.8 * size : edge + 0.3 * size;
    const y = Math.min(Math.max(wanted, top), bottom - 1.5 * size);
    return s(
      "g",
      `zone ${name}`,
      s("polygon", { points: pointed(corners), class: "under", "stroke-width": 4 * unit }),
      s("polygon", {
        points: pointed(corners),
        "stroke-width": 2 * unit,
        "stroke-dasharray": name === "keep" ? `${7 * unit} ${4 * unit}` : null,
      }),
      s("rect", { x, y, width: (text.length * 0.78 + 0.9) * size, height: 1.5 * size }),
      s("text", { x: x + 0.45 * size, y: y + 1.1 * size, "font-size": size }, text),
    );
  });
}

// The zones alone, over a picture of the whole size.
export function overlay(mat) {
  const [width, height] = mat.size;
  return s("svg", { viewBox: `0 0 ${width} ${height}` }, zones(mat, width / 420, [0, height]));
}

// A tick says that it is kept, an exclamation mark that something is wrong with it.
export function kept(mat, unit, top) {
  const counted = mat.doubts.length > 0; // these name dice by their number
  return mat.kept.map((read, at) => {
    const ys = read.corners.map((corner) => corner[1]);
    const xs = read.corners.map((corner) => corner[0]);
    const size = SMALL * unit;
    const x = (Math.min(...xs) + Math.max(...xs)) / 2 - size / 2;
    const above = Math.min(...ys) - 1.15 * size;
    const y = above > top ? above : Math.max(...ys) + 0.15 * size;
    const bad = read.doubted || read.amiss;
    const small = die(read.means);
    small.removeAttribute("class"); // whose size is that of its place
    for (const [name, value] of Object.entries({ x, y, width: size, height: size }))
      small.setAttribute(name, value);
    return s(
      "g",
      { class: `laid ${bad ? "bad" : ""}`, "data-kept": at },
      s("polygon", {
        points: pointed(read.corners),
        "stroke-width": 2.4 * unit,
        "stroke-dasharray": bad ? `${5 * unit} ${4 * unit}` : null,
      }),
      s("g", "die", small),
      s("circle", { cx: x + 1.1 * size, cy: y, r: 0.32 * size }),
      s(
        "text",
        { x: x + 1.1 * size, y: y + 0.18 * size, "font-size": 0.52 * size },
        bad ? "!" : "✓",
      ),
      counted &&
        s("text", { class: "number", x: x - 0.3 * size, y: y + size, "font-size": 0.7 * size }, at + 1),
    );
  });
}

// What may be a die, and could not be told.
export const unclear = (places, unit) =>
  places.map(([x, y]) =>
    s(
      "g",
      "laid bad",
      s("circle", { cx: x, cy: y, r: 10 * unit }),
      s("text", { x, y: y + 5 * unit, "font-size": 14 * unit }, "?"),
    ),
  );

// The same for those who do not see the picture.
export function described({ mat, problem }) {
  const laid = mat?.kept.map((read) => named(read.face)).join(", ");
  const parts = [laid ? `${say("Kept")}: ${laid}.` : "", problem, ...(mat?.doubts ?? [])];
  return parts.filter(Boolean).join(" ");
}

export function warnings({ mat, problem }) {
  return [
    problem && h("p", "warning", problem),
    mat?.doubts.length > 0 &&
      h(
        "div",
        "warning",
        say("Kept, and hard to see:"),
        h("ul", null, mat.doubts.map((text) => h("li", null, text))),
      ),
  ];
}
