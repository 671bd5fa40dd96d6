// New dice: taught step by step as on the panel, each face with the picture that was taken of it.

import { closeDialog, confirm, leaveButton, openDialog } from "./dialog.js";
import { button, capital, h, select } from "./dom.js";
import { die } from "./drawings.js";
import { box } from "./new_game.js";
import { face as named, N_, say } from "./words.js";

const wish = { game: null, pips: true };

const STATES = {
  asked: N_("{face}: now"),
  done: N_("{face}: shown"),
  todo: N_("{face}: still to be shown"),
};

export function teaching(news, ask) {
  const { teaching: step } = news;
  return [
    h("h3", null, step ? `${say("New dice")}: ${step.game}` : say("New dice")),
    step ? now(step, ask) : beginning(news, ask),
  ];
}

function beginning({ games = [], last }, ask) {
  const game = games.some(({ name }) => name === wish.game) ? wish.game : last;
  return [
    h("p", "note", say("Dice of another edition, or with pictures: show each face once.")),
    h(
      "div",
      "line",
      h("label", { for: "teach-game" }, say("For which game?")),
      select(
        { id: "teach-game", key: "teach-game" },
        games.map(({ name, title }) => [name, title]),
        game,
        (chosen) => {
          wish.game = chosen;
        },
      ),
    ),
    box("teach-pips", say("Their numbers are pips, which need no teaching"), wish.pips, (on) => {
      wish.pips = on;
    }),
    keyed("teach", say("Teach new dice"), () =>
      ask({ do: "teach", game: wish.game ?? game, pips: wish.pips }),
    ),
  ];
}

function now(step, ask) {
  const leave = () =>
    confirm(null, say("Leave it"), say("These dice are not saved yet."), () =>
      ask({ do: "leave_teaching" }),
    );
  return [
    h("ol", { class: "lessons", label: say("Faces to show") }, step.faces.map(shown)),
    h(
      "div",
      { role: "status" },
      step.wrong.map((text) => h("p", "problem", text)),
      step.text && h("p", "task", step.text),
      step.tried.length > 0 && h("p", "tried", step.tried.map(read)),
    ),
    step.picture &&
      h("img", { class: "lesson-picture", src: `/picture/${step.picture}.jpg`, alt: say("What the camera saw") }),
    step.name === null ? null : naming(step, ask),
    h(
      "div",
      "answers",
      step.presses.map(({ action, label }, at) =>
        keyed(action, label, () => ask({ do: "press", action }), at === 0 && step.name === null),
      ),
      step.again &&
        step.faces.map(({ name, face }) =>
          keyed(`again-${name}`, say("No: show {face} again", { face: named(face) }), () =>
            ask({ do: "show_again", face: name }),
          ),
        ),
      step.busy ? null : keyed("leave", say("Leave it"), leave),
    ),
  ];
}

function shown({ face, asked, picture }) {
  const state = asked ? "asked" : picture ? "done" : "todo";
  const label = say(STATES[state], { face: named(face) });
  return h(
    "li",
    { class: state, "aria-current": asked ? "step" : null, title: label },
    picture
      ? h("img", { src: `data:image/jpeg;base64,${picture}`, alt: label, width: 72, height: 72 })
      : h("span", { class: "empty", role: "img", label }),
    h("span", { "aria-hidden": "true" }, capital(named(face))),
  );
}

function read({ face, doubted }) {
  const label = doubted ? say("{face}: not sure", { face: named(face) }) : named(face);
  return h("span", { class: doubted ? "doubted" : null, title: label }, die(face, { said: true }));
}

function naming({ name }, ask) {
  const field = h("input", { type: "text", value: name, maxlength: 16, key: "dice-name" });
  const onsubmit = () => ask({ do: "name_new", name: field.value });
  return h(
    "form",
    { class: "line", onsubmit },
    h("label", null, h("span", null, say("Name of the dice")), " ", field),
    h("button", { class: "main", key: "keep" }, say("Keep them")),
  );
}

function keyed(key, label, onclick, main = key === "teach") {
  const look = main ? "main" : "plain";
  return button({ class: look, key: key, onclick }, label);
}

// The dice that were taught: each can get another name, or be forgotten.
export function taught({ taught: names }, ask) {
  return [
    h("h3", null, say("Taught dice")),
    h(
      "ul",
      "taught",
      names.map((name) =>
        h(
          "li",
          null,
          h("b", null, name),
          keyed(`name-${name}`, say("{name}: another name", { name }), () => rename(name, ask)),
          keyed(`forget-${name}`, say("{name}: forget them", { name }), () =>
            confirm(
              null,
              say("{name}: forget them", { name }),
              say("Their games are played with their own dice then."),
              () => ask({ do: "forget_dice", name }),
            ),
          ),
        ),
      ),
    ),
  ];
}

function rename(name, ask) {
  const field = h("input", { type: "text", value: name, maxlength: 16 });
  const onsubmit = () => {
    closeDialog();
    ask({ do: "name_dice", name, new: field.value });
  };
  openDialog(null, say("{name}: another name", { name }), [
    h(
      "form",
      { onsubmit },
      h("label", "line", h("span", null, say("Name of the dice")), field),
      h("div", "answers", h("button", "main", say("Keep them")), leaveButton()),
    ),
  ]);
}
