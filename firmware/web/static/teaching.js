// New dice: taught step by step as on the panel, each face with the picture that was taken of it.

import { closeDialog, confirm, leaveButton, openDialog } from "./dialog.js";
import { capital, h } from "./dom.js";
import { die } from "./drawings.js";
import { box } from "./new_game.js";
import { face as named, say } from "./words.js";

const wish = { game: null, pips: true };

export function teaching(news, ask) {
  const { teaching: step } = news;
  return [
    h("h3", null, step ? `${say("teach")}: ${step.game}` : say("teach")),
    step ? now(step, ask) : beginning(news, ask),
  ];
}

function beginning({ games = [], last }, ask) {
  const game = games.some(({ name }) => name === wish.game) ? wish.game : last;
  return [
    h("p", { class: "note" }, say("teach_note")),
    h(
      "div",
      { class: "line" },
      h("label", { for: "teach-game" }, say("teach_game")),
      h(
        "select",
        {
          id: "teach-game",
          "data-key": "teach-game",
          onchange: ({ target }) => {
            wish.game = target.value;
          },
        },
        games.map(({ name, title }) => h("option", { value: name, selected: name === game }, title)),
      ),
    ),
    box("teach-pips", say("teach_pips"), wish.pips, (on) => {
      wish.pips = on;
    }),
    button("teach", say("teach_begin"), () =>
      ask({ do: "teach", game: wish.game ?? game, pips: wish.pips }),
    ),
  ];
}

function now(step, ask) {
  const leave = () =>
    confirm(null, say("teach_leave"), say("teach_leave_note"), say("teach_leave"), () =>
      ask({ do: "leave_teaching" }),
    );
  return [
    h("ol", { class: "lessons", "aria-label": say("teach_faces") }, step.faces.map(shown)),
    h(
      "div",
      { role: "status" },
      step.wrong.map((text) => h("p", { class: "problem" }, text)),
      step.text ? h("p", { class: "task" }, step.text) : null,
      step.tried.length ? h("p", { class: "tried" }, step.tried.map(read)) : null,
    ),
    step.picture
      ? h("img", { class: "lesson-picture", src: `/picture/${step.picture}.jpg`, alt: say("sight") })
      : null,
    step.name === null ? null : naming(step, ask),
    h(
      "div",
      { class: "answers" },
      step.presses.map(({ action, label }, at) =>
        button(action, label, () => ask({ do: "press", action }), at === 0 && step.name === null),
      ),
      step.again
        ? step.faces.map(({ name, face }) =>
            button(`again-${name}`, say("teach_again", { face: named(face) }), () =>
              ask({ do: "show_again", face: name }),
            ),
          )
        : null,
      step.busy ? null : button("leave", say("teach_leave"), leave),
    ),
  ];
}

function shown({ face, asked, picture }) {
  const state = asked ? "asked" : picture ? "done" : "todo";
  const label = say(`teach_${state}`, { face: named(face) });
  return h(
    "li",
    { class: state, "aria-current": asked ? "step" : null, title: label },
    picture
      ? h("img", { src: `data:image/jpeg;base64,${picture}`, alt: label, width: 72, height: 72 })
      : h("span", { class: "empty", role: "img", "aria-label": label }),
    h("span", { "aria-hidden": "true" }, capital(named(face))),
  );
}

function read({ face, doubted }) {
  const label = doubted ? say("teach_doubted", { face: named(face) }) : named(face);
  return h("span", { class: doubted ? "doubted" : null, title: label }, die(face));
}

function naming({ name }, ask) {
  const field = h("input", { type: "text", value: name, maxlength: 16, "data-key": "dice-name" });
  const onsubmit = (event) => {
    event.preventDefault();
    ask({ do: "name_new", name: field.value });
  };
  return h(
    "form",
    { class: "line", onsubmit },
    h("label", null, h("span", null, say("teach_name")), " ", field),
    h("button", { class: "main", "data-key": "keep" }, say("teach_keep")),
  );
}

function button(key, label, onclick, main = key === "teach") {
  const look = main ? "main" : "plain";
  return h("button", { type: "button", class: look, "data-key": key, onclick }, label);
}

// The dice that were taught: each can get another name, or be forgotten.
export function taught({ taught: names }, ask) {
  return [
    h("h3", null, say("taught")),
    h(
      "ul",
      { class: "taught" },
      names.map((name) =>
        h(
          "li",
          null,
          h("b", null, name),
          button(`name-${name}`, say("taught_name", { name }), () => rename(name, ask)),
          button(`forget-${name}`, say("taught_forget", { name }), () =>
            confirm(
              null,
              say("taught_forget", { name }),
              say("taught_forget_note"),
              say("taught_forget", { name }),
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
  const onsubmit = (event) => {
    event.preventDefault();
    closeDialog();
    ask({ do: "name_dice", name, new: field.value });
  };
  openDialog(null, say("taught_name", { name }), [
    h(
      "form",
      { onsubmit },
      h("label", { class: "line" }, h("span", null, say("teach_name")), field),
      h("div", { class: "answers" }, h("button", { class: "main" }, say("teach_keep")), leaveButton()),
    ),
  ]);
}
