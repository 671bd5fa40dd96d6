// How the simulated camera sees the dice: light, table, tilt, blur, and a throw spoilt on purpose.

import { byId, h, refill } from "./dom.js";
import { say } from "./words.js";

const TILT = 35;
const BLUR = 3;

export function showScene({ scene }, ask) {
  const place = byId("scene");
  place.hidden = !scene;
  if (!scene) return;
  refill(place, scene, () => {
    const wish = now(scene); // what was changed last also holds while the table has not answered
    return h(
      "details",
      { open: place.querySelector("details")?.open ?? matchMedia("(min-width: 62rem)").matches },
      h("summary", { "data-key": "scene" }, h("h2", null, say("scene"))),
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
    { class: "controls" },
    select("light", scene.light, scene.lights, change),
    select("surface", scene.surface, scene.surfaces, change),
    slider("tilt", scene.tilt, TILT, 1, change),
    slider("blur", scene.blur, BLUR, 0.1, change),
    select("spoil", scene.spoil, ["", ...scene.spoils], spoil),
    h("p", { class: "note" }, say("scene_note")),
  );
}

function select(name, value, values, change) {
  return h(
    "label",
    null,
    h("span", null, say(`scene.${name}`)),
    h(
      "select",
      { "data-key": name, onchange: (event) => change({ [name]: event.target.value }) },
      values.map((each) =>
        h("option", { value: each, selected: each === value }, say(`${name}.${each || "none"}`)),
      ),
    ),
  );
}

function slider(name, value, most, step, change) {
  const shown = h("output", null, String(value));
  return h(
    "label",
    null,
    h("span", null, say(`scene.${name}`), " ", shown),
    h("input", {
      "aria-label": say(`scene.${name}`),
      type: "range",
      min: 0,
      max: most,
      step,
      value,
      "data-key": name,
      oninput: (event) => {
        shown.textContent = event.target.value;
      },
      onchange: (event) => change({ [name]: Number(event.target.value) }),
    }),
  );
}
