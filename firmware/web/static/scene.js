// How the simulated camera sees the dice: light, table, tilt, blur, and a throw spoilt on purpose.

import { byId, h, refill, select } from "./dom.js";
import { N_, say } from "./words.js";

const TILT = 35;
const BLUR = 3;
const WORDS = {
  daylight: N_("daylight"),
  warm: N_("warm lamp"),
  cold: N_("cold lamp"),
  dim: N_("dim"),
  hard: N_("hard shadows"),
  tray: N_("dice tray"),
  wood: N_("wood"),
  felt: N_("felt"),
  cloth: N_("tablecloth"),
  paper: N_("paper"),
  plain: N_("plain"),
  stone: N_("stone"),
  mat: N_("the printed mat"),
  "": N_("do not"),
  cocked: N_("a die leans"),
  glare: N_("a lamp glares"),
  hand: N_("a hand over the dice"),
  touching: N_("dice touch"),
  cut_off: N_("a die half out of sight"),
  blurred: N_("out of focus"),
  dark: N_("far too dark"),
  stacked: N_("a die on another"),
};

export function showScene({ scene }, ask) {
  const place = byId("scene");
  place.hidden = !scene;
  if (!scene) return;
  refill(place, scene, () => {
    const wish = now(scene); // what was changed last also holds while the table has not answered
    return h(
      "details",
      { open: place.querySelector("details")?.open ?? matchMedia("(min-width: 62rem)").matches },
      h("summary", { key: "scene" }, h("h2", null, say("Light and table"))),
      controls(
        scene,
        (changed) => ask({ do: "scene", ...Object.assign(wish, changed) }),
        (spoil) => ask({ do: "scene", ...wish, ...spoil }), // once, not with what is changed next
      ),
    );
  });
}

const now = ({ light, surface, tilt, blur }) => ({ light, surface, tilt, blur });

function controls(scene, change, spoil) {
  return h(
    "div",
    "controls",
    chooser("light", say("Light"), scene.light, scene.lights, change),
    chooser("surface", say("Table"), scene.surface, scene.surfaces, change),
    slider("tilt", say("Tilt of the camera in degrees:"), scene.tilt, TILT, 1, change),
    slider("blur", say("Blur:"), scene.blur, BLUR, 0.1, change),
    chooser("spoil", say("Spoil the next throw"), scene.spoil, ["", ...scene.spoils], spoil),
    h(
      "p",
      "note",
      say("These take effect at the next throw. Scanning again places the same dice anew."),
    ),
  );
}

function chooser(name, label, value, values, change) {
  return h(
    "label",
    null,
    h("span", null, label),
    select(
      { key: name },
      values.map((each) => [each, say(WORDS[each])]),
      value,
      (chosen) => change({ [name]: chosen }),
    ),
  );
}

function slider(name, label, value, most, step, change) {
  const shown = h("output", null, String(value));
  return h(
    "label",
    null,
    h("span", null, label, " ", shown),
    h("input", {
      label,
      type: "range",
      min: 0,
      max: most,
      step,
      value,
      key: name,
      oninput: (event) => {
        shown.textContent = event.target.value;
      },
      onchange: (event) => change({ [name]: Number(event.target.value) }),
    }),
  );
}
