// The settings of the table, as it tells them; the camera for aiming; who is paired.

import { byId, h, refill } from "./dom.js";
import { box } from "./new_game.js";
import { confirm } from "./dialog.js";
import { keysWork, letKeysWork } from "./panel.js";
import { overlay } from "./matted.js";
import { taught, teaching } from "./teaching.js";
import { say } from "./words.js";

let aiming = false;
let me = null;

export function showSettings(news, ask) {
  const lesson = () => h("section", { class: "card teach" }, teaching(news, ask));
  refill(byId("settings"), settled(news), () => [
    h("h2", null, say("settings")),
    news.teaching ? lesson() : null, // first, as long as there is something to do
    h("section", { class: "card" }, preferences(news, ask)),
    h("section", { class: "card aim" }, aim(ask)),
    news.camera && !news.teaching ? lesson() : null,
    news.taught?.length ? h("section", { class: "card" }, taught(news, ask)) : null,
    news.paired === undefined || news.paired === null
      ? null
      : h("section", { class: "card" }, phones(news, ask)),
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
    box("keys", say("keys"), keysWork(), letKeysWork),
  ];
}

function preference(name, { label, value, choices }, change) {
  if (typeof value === "boolean") return box(name, label, value, change);
  return h(
    "label",
    { class: "line" },
    h("span", null, label),
    h(
      "select",
      { "data-key": name, onchange: (event) => change(event.target.value) },
      choices.map(([code, text]) => {
        const lang = name === "language" ? code : null; // each is written in itself
        return h("option", { value: code, lang, selected: code === value }, text);
      }),
    ),
  );
}

function aim(ask) {
  const turn = () => aimAt(!aiming, ask);
  return [
    h("h3", null, say("camera")),
    h("p", { class: "note" }, say("camera_note")),
    h(
      "button",
      {
        type: "button",
        class: "plain",
        "data-key": "aim",
        "aria-pressed": String(aiming),
        onclick: turn,
      },
      say(aiming ? "aim_off" : "aim_on"),
    ),
    aiming
      ? [
          h("p", { id: "aim-wait", class: "note" }, say("aim_wait")),
          h(
            "div",
            { class: "aimed" },
            h("img", { id: "aim", alt: say("aim_picture"), hidden: true }),
            h("span", { id: "aim-zones", "aria-hidden": "true" }),
          ),
          h("p", { id: "aim-mat", role: "status" }),
        ]
      : null,
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
      say("phone_forget_which", { device }),
      say("forget_note"),
      say("phone_forget"),
      () => ask({ do: "forget", who }),
    );
  const one = ({ id, device, ago }) => {
    const name = id === me ? `${device} (${say("phone_this")})` : device;
    return h(
      "li",
      { class: "line" },
      h("span", null, say("phone_seen", { device: name, ago })),
      h(
        "button",
        {
          type: "button",
          class: "plain",
          "data-key": `forget-${id}`,
          "aria-label": say("phone_forget_which", { device: name }),
          onclick: () => asked(id, name),
        },
        say("phone_forget"),
      ),
    );
  };
  const others = () => ask({ do: "forget", who: "others" });
  return [
    h("h3", null, say("phones")),
    h("ul", { class: "phones" }, news.paired.map(one)),
    news.paired.length > 1
      ? h(
          "button",
          {
            type: "button",
            class: "plain",
            "data-key": "others",
            onclick: () =>
              confirm(null, say("forget_others"), say("forget_note"), say("forget_others"), others),
          },
          say("forget_others"),
        )
      : null,
  ];
}
