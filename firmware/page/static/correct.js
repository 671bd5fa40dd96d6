// A die that was read wrong is put right by choosing what it shows.

import { byId, h } from "./dom.js";
import { die } from "./drawings.js";
import { face as named, say } from "./words.js";

export const SURE = 0.9; // what is less certain than this is drawn so

// Whether the dice that were read are those that wait to be answered.
export function correctable({ sight, game }) {
  if (!sight || !game?.view.turn || !sight.dice.length) return false;
  if (sight.correctable !== undefined) return sight.correctable;
  const { thrown, phase } = game.view.turn;
  return sight.accepted
    ? phase !== "throw" && thrown.length === sight.dice.length
    : phase === "throw";
}

export function chooseFace(news, at, ask) {
  const { sight } = news;
  const read = sight.dice[at];
  if (!read) return;
  const dialog = byId("chooser");
  const close = () => dialog.close();
  const choose = (face) => {
    close();
    const faces = sight.dice.map((each) => each.face);
    faces[at] = face;
    ask({ do: "correct", faces });
  };
  dialog.replaceChildren(
    h("h2", { id: "chooser-title" }, say("correct_title", { number: at + 1 })),
    h("p", null, say("correct_read", { face: named(read.face), sure: percent(read.confidence) })),
    h(
      "div",
      { class: "faces" },
      facesOf(sight).map((face) =>
        h(
          "button",
          {
            type: "button",
            class: "one",
            "aria-label": named(face),
            "aria-pressed": String(face === read.face),
            onclick: () => choose(face),
          },
          die(face, { said: false }),
        ),
      ),
    ),
    h("button", { type: "button", class: "plain", onclick: close }, say("cancel")),
  );
  dialog.setAttribute("aria-labelledby", "chooser-title");
  dialog.showModal();
}

// Asks once more before something that many would regret.
export function confirm(title, text, yes, act) {
  const dialog = byId("chooser");
  const close = () => dialog.close();
  dialog.replaceChildren(
    h("h2", { id: "chooser-title" }, title),
    h("p", null, text),
    h(
      "div",
      { class: "answers" },
      h(
        "button",
        {
          type: "button",
          class: "main",
          onclick: () => {
            close();
            act();
          },
        },
        yes,
      ),
      h("button", { type: "button", class: "plain", onclick: close }, say("cancel")),
    ),
  );
  dialog.setAttribute("aria-labelledby", "chooser-title");
  dialog.showModal();
}

function facesOf(sight) {
  return sight.faces ?? [...new Set(sight.dice.map((read) => read.face))];
}

export const percent = (part) => `${part >= 0.995 ? ">99" : Math.round(part * 100)} %`;
