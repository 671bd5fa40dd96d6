// The settings of the table, as it tells them; the camera for aiming; who is paired.

import { button, byId, h, refill, select } from "./dom.js";
import { box } from "./new_game.js";
import { confirm } from "./dialog.js";
import { keysWork, letKeysWork } from "./panel.js";
import { overlay } from "./matted.js";
import { letSounds, soundsOn } from "./sound.js";
import { taught, teaching } from "./teaching.js";
import { N_, say } from "./words.js";

let aiming = false;
let me = null;

export function showSettings(news, ask) {
  const lesson = () => h("section", "card teach", teaching(news, ask));
  refill(byId("settings"), settled(news), () => [
    h("h2", null, say("Settings")),
    news.teaching && lesson(), // first, as long as there is something to do
    h("section", "card", preferences(news, ask)),
    h("section", "card aim", aim(ask)),
    news.camera && !news.teaching && lesson(),
    news.taught?.length > 0 && h("section", "card", taught(news, ask)),
    news.paired && h("section", "card", phones(news, ask)),
  ]);
  const picture = byId("aim");
  if (picture) {
    picture.hidden = !news.aim;
    byId("aim-wait").hidden = Boolean(news.aim);
    if (news.aim) picture.src = `data:image/jpeg;base64,${news.aim}`;
    const mat = news.aim_mat; // it comes with the picture
    refill(byId("aim-mat"), mat?.said, () => mat?.said ?? "");
    refill(byId("aim-zones"), mat?.zones, () => (mat?.zones.length ? overlay(mat) : []));
  }
}

const settled = (news) => [
  news.settings,
  news.paired,
  me,
  news.teaching,
  news.taught,
  news.games?.map((game) => game.title),
  aiming,
];

function preferences(news, ask) {
  const set = (setting) => (value) => ask({ do: "prefer", setting, value });
  return [
    Object.entries(news.settings).map(([name, told]) => preference(name, told, set(name))),
    box("keys", say("The keyboard works as the panel's buttons"), keysWork(), letKeysWork),
    box("sounds", say("Sounds, on this device only"), soundsOn(), letSounds),
  ];
}

function preference(name, { label, value, choices }, change) {
  if (typeof value === "boolean") return box(name, label, value, change);
  return h(
    "label",
    "line",
    h("span", null, label),
    select(
      { key: name },
      // each language is written in itself
      name === "language" ? choices.map(([code, text]) => [code, text, code]) : choices,
      value,
      change,
    ),
  );
}

function aim(ask) {
  const turn = () => aimAt(!aiming, ask);
  return [
    h("h3", null, say("Aim the camera")),
    h("p", "note", say("The whole tray should be in the picture, sharp and without glare.")),
    button(
      { class: "plain", key: "aim", "aria-pressed": String(aiming), onclick: turn },
      say(aiming ? N_("Stop") : N_("Show what the camera sees")),
    ),
    aiming &&
      [
        h("p", { id: "aim-wait", class: "note" }, say("Waiting for the first picture …")),
        h(
          "div",
          "aimed",
          h("img", { id: "aim", alt: say("What the camera sees now"), hidden: true }),
          h("span", { id: "aim-zones", "aria-hidden": "true" }),
        ),
        h("p", { id: "aim-mat", role: "status" }),
      ],
  ];
}

// Nobody needs these pictures when the page shows something else.
export function aimAt(on, ask) {
  if (aiming === on) return;
  aiming = on;
  ask({ do: "aim", on });
}

// A table that was away has forgotten who was aiming.
export function aimAgain(ask) {
  if (aiming) ask({ do: "aim", on: true });
}

// Which of the paired phones this is.
export function know(id) {
  me = id;
}

function phones(news, ask) {
  const asked = (who, device) =>
    confirm(
      null,
      say("Forget {device}?", { device }),
      say("To come back, you need the code on the panel again."),
      () => ask({ do: "forget", who }),
      say("Forget"),
    );
  const one = ({ id, device, ago }) => {
    const name = id === me ? `${device} (${say("this one")})` : device;
    return h(
      "li",
      "line",
      h("span", null, say("{device}, last seen: {ago}", { device: name, ago })),
      button(
        {
          class: "plain",
          key: `forget-${id}`,
          label: say("Forget {device}?", { device: name }),
          onclick: () => asked(id, name),
        },
        say("Forget"),
      ),
    );
  };
  const others = () => ask({ do: "forget", who: "others" });
  return [
    h("h3", null, say("Paired phones")),
    h("ul", "phones", news.paired.map(one)),
    news.paired.length > 1 &&
      button(
        {
          class: "plain",
          key: "others",
          onclick: () =>
            confirm(
              null,
              say("Forget all others"),
              say("To come back, you need the code on the panel again."),
              others,
            ),
        },
        say("Forget all others"),
      ),
  ];
}
