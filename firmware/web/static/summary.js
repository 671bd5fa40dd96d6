// The game that is over: everyone's turns, the best of them, and how the points grew.

import { byId, h, refill, s } from "./dom.js";
import { token } from "./drawings.js";
import { many, say } from "./words.js";

const WIDE = 320;
const HIGH = 150;
const EDGE = 26; // room for the numbers on the left, and for the tokens on the right

export function showSummary({ game }) {
  const { turns } = game;
  const place = byId("summary");
  place.hidden = !turns.length;
  refill(place, [turns, game.view.players], () =>
    turns.length ? [h("h2", null, say("The game in turns")), best(game), figures(game), chart(game), all(game)] : [],
  );
}

// The earliest of equal ones.
const bestOf = (turns) => turns.reduce((best, turn) => (turn.gained > best.gained ? turn : best));

function best(game) {
  const { player, gained, text } = bestOf(game.turns);
  if (gained <= 0) return null;
  const points = many("{count} point", "{count} points", gained);
  const name = game.view.players[player].name;
  return h("p", "best", say("Best turn: {name}, {points} ({move})", { name, points, move: text }));
}

function figures(game) {
  const { turns, view } = game;
  const fails = turns.some((turn) => turn.failed);
  return table(
    ["", say("Turns"), say("Best turn"), fails ? say("Fails") : null],
    view.players.map((player, seat) => {
      const own = turns.filter((turn) => turn.player === seat);
      return h(
        "tr",
        null,
        h("th", { scope: "row" }, player.name),
        h("td", null, String(own.length)),
        h("td", null, own.length ? String(bestOf(own).gained) : "–"),
        fails && h("td", null, String(own.filter((turn) => turn.failed).length)),
      );
    }),
  );
}

function table(columns, rows) {
  const head = columns.map((text) => (text === null ? null : h("th", { scope: "col" }, text)));
  return h("table", null, h("thead", null, h("tr", null, head)), h("tbody", null, rows));
}

// A line for each player, which ends at the player's token; equal ends lie beside each other.
function chart({ turns, letters, view }) {
  const { players } = view;
  const most = Math.max(1, ...turns.flatMap((turn) => turn.points));
  const x = (turn) => EDGE + (turn / turns.length) * (WIDE - 3 * EDGE);
  const y = (points) => HIGH - 14 - (points / most) * (HIGH - 28);
  const text = (points) => s("text", { x: EDGE - 6, y: y(points) + 4 }, String(points));
  const last = turns.at(-1).points;
  const line = (_, seat) => {
    const row = [0, ...turns.map((turn) => turn.points[seat])];
    const d = row.map((points, at) => `${at ? "L" : "M"}${x(at)} ${y(points)}`).join("");
    const beside = last.slice(0, seat).filter((points) => points === last[seat]).length;
    const piece = token(players, letters, seat);
    for (const [name, value] of Object.entries({ x: x(turns.length) + 3 + beside * 18, y: y(last[seat]) - 9, width: 18, height: 18 }))
      piece.setAttribute(name, value);
    return [s("path", { d, class: "under" }), s("path", { d, class: `course colour-${players[seat].colour}` }), piece];
  };
  return s(
    "svg",
    { class: "chart", viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", label: say("Points after each turn, as in the table below") },
    s("path", { d: `M${EDGE} ${y(most)}H${x(turns.length)}M${EDGE} ${y(0)}H${x(turns.length)}`, class: "scale" }),
    text(0),
    text(most),
    players.map(line),
  );
}

function all({ turns, view }) {
  const row = ({ player, points }, at) =>
    h(
      "tr",
      null,
      h("th", { scope: "row" }, `${at + 1} ${view.players[player].name}`),
      points.map((each, seat) => h("td", { class: seat === player ? "own" : null }, String(each))),
    );
  const names = view.players.map((player) => player.name);
  return h(
    "details",
    null,
    h("summary", { key: "turns" }, say("Points after each turn")),
    h("div", "wide", table([say("Turn"), ...names], turns.map(row))),
  );
}
