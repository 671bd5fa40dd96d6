// The device itself: its panel pixel for pixel, and its buttons.

import { button, byId, h, refill } from "./dom.js";
import { say } from "./words.js";

const KEYS = [
  ["left", "ArrowLeft", "←"],
  ["right", "ArrowRight", "→"],
  ["ok", "Enter", "Enter"],
  ["stop", "s", "S"],
  ["scan", " ", null],
  ["back", "b", "B"],
  ["undo", "u", "U"],
];
const ASKED = "keys"; // where this browser keeps whether keys work as buttons

let current = null;

export function showPanel(news, ask) {
  const place = byId("panel");
  current = { ask, busy: news.busy };
  const simulated = Boolean(news.scene);
  refill(place, [simulated], () => {
    const device = [
      h(
        "div",
        "case",
        h(
          "div",
          "glass",
          h("canvas", {
            role: "img",
            label: say("The panel beside the box; it shows the same as this page in short."),
          }),
        ),
        h("div", "keys", KEYS.map((key) => keyButton(key, simulated))),
      ),
    ];
    if (simulated) return [h("h2", "unseen", say("The panel")), ...device];
    return h(
      "details",
      { class: "card", ontoggle: fit },
      h("summary", { key: "panel" }, h("h2", null, say("The panel"))),
      ...device,
    );
  });
  place.dataset.light = news.light;
  draw(place.querySelector("canvas"), news.panel);
  fit();
}

function keyButton([action, , shown], simulated) {
  const word = action === "scan" && simulated ? say("THROW") : action.toUpperCase();
  return button(
    { class: `key ${action}`, key: action, onclick: () => press(action) },
    h("span", null, word),
    h("kbd", { "aria-hidden": "true" }, shown ?? say("Space")),
  );
}

function press(action) {
  current?.ask({ do: "press", action });
}

// One bit a pixel, rows from the top, the highest bit first.
function draw(canvas, { width, height, bits: packed }) {
  const bits = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const context = canvas.getContext("2d");
  Object.assign(canvas, { width, height });
  const picture = context.createImageData(width, height);
  for (let at = 0; at < width * height; at += 1) {
    const lit = bits[at >> 3] & (0x80 >> (at & 7));
    picture.data.set(lit ? [255, 236, 190, 255] : [6, 6, 8, 255], at * 4);
  }
  context.putImageData(picture, 0, 0);
}

// As large as there is room, each pixel of the panel a whole number of the screen's.
export function fit() {
  const glass = document.querySelector("#panel .glass");
  if (!glass?.clientWidth) return;
  const canvas = glass.firstChild;
  const style = getComputedStyle(glass);
  const room = glass.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  const scale = Math.max(1, Math.floor((room * devicePixelRatio) / canvas.width)) / devicePixelRatio;
  canvas.style.width = `${canvas.width * scale}px`;
}

export const keysWork = () => localStorage.getItem(ASKED) !== "no";
export const letKeysWork = (on) => localStorage.setItem(ASKED, on ? "yes" : "no");

// Keys are the device's wherever they do not already mean something else.
export function listenToKeys() {
  addEventListener("resize", fit);
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !current || !keysWork()) return;
    if (document.querySelector("dialog[open]") || !byId("panel").checkVisibility()) return;
    const inside = event.target.closest(
      "input, select, textarea, button, summary, a, [role=group]",
    );
    const letter = event.key.length === 1 && event.key !== " ";
    if (inside && (!letter || inside.matches("input, select, textarea"))) return;
    const found = KEYS.find((key) => key[1].toLowerCase() === event.key.toLowerCase());
    if (!found) return;
    event.preventDefault();
    if (event.repeat && !event.key.startsWith("Arrow")) return;
    byId("panel")
      .querySelector(`.${found[0]}`)
      ?.animate([{ filter: "brightness(1.6)" }, {}], 180);
    press(found[0]);
  });
}
