// The odds: a row for each choice or aim, with a bar for the chance to fail or to succeed.

import { byId, capital, h, refill, s } from "./dom.js";
import { die } from "./drawings.js";
import { N_, say } from "./words.js";

export function showOdds({ game, language }) {
  const { odds } = game;
  const place = byId("odds");
  place.hidden = !odds;
  refill(place, odds, () => (odds ? [h("h2", null, say("Odds")), drawn[odds.kind](odds, language)] : []));
}

const drawn = { ways, hopes };

function ways({ old_counts, rows, sums }, language) {
  const points = (value) =>
    value.toLocaleString(language, {
      minimumFractionDigits: 2,
      maximumFractionDigits: 2,
      signDisplay: "exceptZero",
    });
  const fails = say(old_counts ? N_("Nothing new, but it counts") : N_("Next throw fails"));
  return [
    table(
      [say("Choice"), say("Points"), fails],
      rows.map(({ label, points: value, fails, best }) =>
        h(
          "tr",
          { class: best ? "best" : null },
          h("th", { scope: "row" }, capital(label), best && h("strong", null, ` ★ ${say("best")}`)),
          h("td", null, points(value)),
          h("td", null, fails === null ? say("no throw") : bar(fails, "fails", language)),
        ),
      ),
    ),
    h("p", "note", say("Points: your own gains minus losses in this turn, on average.")),
    sums.length > 0 &&
      h(
        "p",
        "sums",
        h("span", null, say("Best chance of at least")),
        sums.map(([sum, part]) => h("span", null, h("b", null, `${sum}: `), percent(part, language))),
      ),
  ];
}

function hopes({ said, rows }, language) {
  const again = rows.some((row) => row.again.length);
  const after = ([count, part]) => h("span", null, `${count}: ${percent(part, language)}`);
  return [
    h("p", "note", said),
    rows.length > 0 &&
      table(
        [say("Aim"), again ? say("Repeat the throw") : null, say("Chance")].filter(Boolean),
        rows.map((row) =>
          h(
            "tr",
            null,
            h("th", { scope: "row" }, capital(row.label), h("small", null, row.more.map(after))),
            again && h("td", null, h("span", "pips", row.again.map((face) => die(face, { said: true })))),
            h("td", null, bar(row.chance, "meets", language)),
          ),
        ),
      ),
  ];
}

function table(heads, rows) {
  return h(
    "table",
    { label: say("Odds") },
    h("thead", null, h("tr", null, heads.map((text) => h("th", { scope: "col" }, text)))),
    h("tbody", null, rows),
  );
}

function bar(part, kind, language) {
  return [
    h("span", null, percent(part, language)),
    s(
      "svg",
      { class: `part ${kind}`, viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" },
      s("rect", { width: 100 * part, height: 10 }),
    ),
  ];
}

// What is not certain is never told as 0 or 100.
function percent(part, language) {
  const shown = Math.min(0.99, Math.max(0.01, part));
  const mark = part > 0 && part < 0.01 ? "<" : part < 1 && part > 0.99 ? ">" : "";
  const told = part === 0 || part === 1 ? part : shown;
  return mark + told.toLocaleString(language, { style: "percent" });
}
