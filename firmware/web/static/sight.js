// What the camera saw, with what was read drawn over it. A tap on a die is one on it in the row.

import { button, byId, h, icon, refill, s, unheard } from "./dom.js";
import { closeup } from "./closeup.js";
import { addDice, chooseFace, percent, takeDraft } from "./correct.js";
import {
  SURE,
  correctable,
  correctIn,
  correcting,
  counted,
  doubtsLeft,
  doubtsTold,
  draftOf,
  fits,
  most,
} from "./draft.js";
import { described, kept, unclear, warnings, zones } from "./matted.js";
import { sources, tapThrown } from "./now.js";
import { face as named, N_, say } from "./words.js";

const LABEL = 13; // CSS pixels, whatever the picture's own size is
const CLEAR = 0.995; // how sure it is, is only written where that is worth a look
const CLOSEST = 0.5; // of the picture's width: nearer, nobody would know where it is

let whole = false;
let last = null;

export function showSight(news, ask) {
  const { sight, busy } = news;
  const place = byId("sight");
  last = { news, ask };
  place.hidden = !sight && !news.scene;
  place.classList.toggle("busy", busy);
  const draft = draftOf(news);
  // The picture is not built anew for each move: what is tapped is about the last news.
  const slice = [sight, Boolean(news.scene), whole, draft, correcting(news), correctable(news)];
  refill(place, slice, () => [
    news.scene
      ? h("h2", "unseen", say("The tray"))
      : h("h2", null, say("What the camera saw")),
    sight
      ? [
          picture(sight, news, draft),
          draft && closeup(news, draft, ask),
          warnings(sight),
          verdict(news, draft),
          draft && drafted(draft, doubtsTold(draft, sight)),
        ]
      : h("p", "nothing", say("No throw yet.")),
  ]);
}

function lens() {
  const toggle = () => {
    whole = !whole;
    showSight(last.news, last.ask);
  };
  return button(
    {
      class: "plain lens",
      key: "lens",
      "aria-pressed": String(whole),
      onclick: toggle,
      label: say("Whole picture"),
      title: say("Whole picture"),
    },
    icon("M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5"),
  );
}

// The outlines lie in the picture's own pixels; the frame keeps its shape, so nothing jumps.
function picture(sight, news, draft) {
  const [width, height] = sight.size;
  const [x, y, wide, high] = whole ? [0, 0, width, height] : close(sight);
  const unit = wide / Math.max(280, byId("sight").clientWidth || 400);
  const open = correctable(news);
  const label = sight.dice
    .map((read) => `${named(read.face)} ${percent(read.confidence)}`)
    .join(", ");
  return h(
    "div",
    `frame ${open ? "open" : ""}`,
    s(
      "svg",
      {
        viewBox: `${x} ${y} ${wide} ${high}`,
        role: "img",
        label: `${say("Picture of the dice:")} ${label}. ${described(sight)}`.trim(),
        onclick: (event) => open && tapped(event),
      },
      s("image", { href: `/picture/${sight.picture}.jpg`, x: 0, y: 0, width, height }),
      sight.mat && [zones(sight.mat, unit, [y, y + high]), kept(sight.mat, unit, y)],
      unclear(sight.places, unit),
      sight.dice.map((read, at) => outline(read, at, unit, y, sight.accepted, draft)),
    ),
    unheard("scanning"),
  );
}

function outline(read, at, unit, top, accepted, draft) {
  const xs = read.corners.map((corner) => corner[0]);
  const x = (Math.min(...xs) + Math.max(...xs)) / 2;
  const ys = read.corners.map((corner) => corner[1]);
  const face = draft ? draft.faces[at] : read.face;
  const sure = draft ? !draft.open[at] : read.confidence >= SURE && !read.amiss;
  const shown = !face ? say("no die") : /^\d$/.test(face) ? face : named(face);
  // Doubts name dice by their number: it has to be found in the picture.
  const text = accepted ? shown : `${at + 1}: ${shown}`;
  const size = LABEL * unit;
  const above = Math.min(...ys) - 0.65 * size;
  const base = above - 1.2 * size > top ? above : Math.max(...ys) + 1.45 * size; // else below the die
  const vague = read.confidence < CLEAR && (!draft || draft.open[at]);
  const detail = (vague ? ` ${percent(read.confidence)}` : "") + (sure || !face ? "" : " !");
  const long = (text.length + detail.length * 0.85) * size * 0.62 + size * 0.7;
  return s(
    "g",
    { class: `read ${face ? (sure ? "sure" : "unsure") : "gone"}`, "data-die": at },
    s("polygon", {
      points: read.corners.map((corner) => corner.join()).join(" "),
      "stroke-width": 2.4 * unit,
      "stroke-dasharray": sure && face ? null : `${5 * unit} ${4 * unit}`,
    }),
    s("rect", {
      x: x - long / 2,
      y: base - 1.1 * size,
      width: long,
      height: 1.45 * size,
      rx: size * 0.4,
    }),
    s(
      "text",
      { x, y: base, "font-size": size },
      text,
      s("tspan", { "font-size": size * 0.82 }, detail),
    ),
  );
}

// As near as the dice allow, in the picture's own proportions.
function close(sight) {
  const [width, height] = sight.size;
  const parts = sight.mat ? sight.mat.zones : sight.dice;
  const corners = parts.flatMap((part) => part.corners);
  if (!corners.length) return [0, 0, width, height];
  const span = (at, room) => {
    const values = corners.map((corner) => corner[at]);
    return [Math.min(...values) - room, Math.max(...values) + room];
  };
  const [left, right] = span(0, 0.05 * width);
  const [top, bottom] = span(1, 0.09 * height);
  const part = Math.min(1, Math.max(CLOSEST, (right - left) / width, (bottom - top) / height));
  const within = (middle, size, all) => Math.min(Math.max(0, middle - size / 2), all - size);
  return [
    within((left + right) / 2, part * width, width),
    within((top + bottom) / 2, part * height, height),
    part * width,
    part * height,
  ];
}

// A finger is larger than a die: the nearest one is meant, if one is near.
function tapped(event) {
  const { news, ask } = last;
  if (!news.sight.dice.length || news.busy) return;
  const svg = event.currentTarget;
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(
    svg.getScreenCTM().inverse(),
  );
  const far = news.sight.dice.map(({ corners }) => {
    const [x, y] = [0, 1].map((axis) => corners.reduce((sum, corner) => sum + corner[axis], 0) / 4);
    return Math.hypot(x - at.x, y - at.y);
  });
  const nearest = far.indexOf(Math.min(...far));
  const reach = 44 / svg.getScreenCTM().a + Math.hypot(...size(news.sight.dice[nearest]));
  if (far[nearest] > reach) return;
  if (correcting(news)) chooseFace(news, nearest, ask);
  else tapThrown(news, sources(news.game.view.turn.thrown, news.sight).indexOf(nearest), ask);
}

function size({ corners }) {
  return [corners[1][0] - corners[0][0], corners[1][1] - corners[0][1]].map((side) => side / 2);
}

function verdict(news, draft) {
  const { sight } = news;
  const open = correctable(news);
  const doubts = doubtsTold(draft, sight);
  if (!doubts.length) {
    const on = !draft && correcting(news);
    const read = sight.corrected || draft ? N_("Corrected by you.") : N_("Read without a doubt.");
    return h(
      "div",
      "verdict sure",
      h("p", null, say(on ? N_("Tap the die that is wrong.") : read)),
      open && !draft &&
        button(
          {
            class: "plain wrong",
            key: "wrong",
            "aria-pressed": String(on),
            onclick: () => correctIn(on ? null : sight.picture),
          },
          say("Correct"),
        ),
      lens(),
    );
  }
  return h(
    "div",
    "verdict unsure",
    h(
      "div",
      null,
      h(
        "p",
        null,
        open ? say("Not sure. Tap dice to correct them, or scan again:") : say("Not sure:"),
      ),
      h("ul", null, doubts.map((text) => h("li", null, text))),
    ),
    lens(),
  );
}

// Where the draft stands, and the way to take it.
function drafted(draft, doubts) {
  const add = () => addDice(last.news);
  return h(
    "div",
    "draft",
    h("p", { role: "status" }, state(draft, doubts)),
    counted(draft) < most(draft) &&
      button({ class: "plain", key: "add", onclick: add }, say("Add a die")),
    button(
      {
        class: `${doubtsLeft(draft) || doubts.length ? "plain" : "main"} take`,
        // not by one tap too many
        key: "take",
        disabled: !fits(draft),
        onclick: () => takeDraft(last.news, last.ask),
      },
      say("Take these dice"),
    ),
  );
}

function state(draft, doubts) {
  const [count, wanted] = [counted(draft), draft.expected.join(" / ")];
  if (!fits(draft)) {
    const words =
      count < most(draft)
        ? N_("{count} dice found, but there are {wanted}. Add those that were missed.")
        : N_("{count} dice found, but there are {wanted}. Tap what is not a die.");
    return say(words, { count, wanted });
  }
  const left = doubtsLeft(draft);
  if (left) return say("Still doubtful: {count}.", { count: left });
  const words = doubts.length
    ? N_("Dice: {count}. Compare them with the table, then take them.")
    : N_("Dice: {count}, all clear.");
  return say(words, { count });
}
