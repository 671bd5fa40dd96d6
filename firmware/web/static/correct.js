// A die that was read wrong is put right by choosing what it shows.

import { closeDialog, leaveButton, openDialog } from "./dialog.js";
import {
  addDie,
  correctIn,
  correction,
  counted,
  doubtsLeft,
  doubtsTold,
  draftOf,
  fits,
  most,
  row,
  setFace,
} from "./draft.js";
import { button, h } from "./dom.js";
import { die } from "./drawings.js";
import { face as named, say } from "./words.js";

// A doubted throw is drafted, die by die; one that was taken is corrected at once.
export function chooseFace(news, at, ask) {
  const draft = draftOf(news);
  const read = news.sight.dice[at];
  const now = draft ? row(draft)[at]?.face : read?.face;
  if (now === undefined) return;
  const choose = (face) => {
    closeDialog();
    if (draft) return settle(news, at, face, ask);
    correctIn(null);
    const faces = news.sight.dice.map((each) => each.face);
    faces[at] = face;
    ask({ do: "correct", at: news.at, faces });
  };
  const none = () => choose("");
  openDialog(news.at, say("What does die {number} show?", { number: at + 1 }), [
    read
      ? h(
          "p",
          null,
          say("Read as {face}, {sure} sure.", {
            face: named(read.face),
            sure: percent(read.confidence),
          }),
        )
      : [],
    faces(news.sight, now, choose),
    h(
      "div",
      "answers",
      draft && now
        ? button({ class: "plain", onclick: none }, say("This is not a die"))
        : [],
      leaveButton(),
    ),
  ]);
}

// What a doubted die shows is said; with the last doubt the throw is taken.
export function settle(news, at, face, ask) {
  const draft = draftOf(news);
  setFace(draft, at, face);
  if (face && fits(draft) && !doubtsLeft(draft) && !doubtsTold(draft, news.sight).length)
    ask(correction(draft));
}

// Dice that were missed, one after the other until there are as many as can be.
export function addDice(news) {
  const draft = draftOf(news);
  const add = (face) => {
    addDie(draft, face);
    if (counted(draft) < most(draft)) addDice(news);
    else closeDialog();
  };
  openDialog(news.at, say("What does the missing die show?"), [
    h(
      "p",
      { role: "status" },
      say("Dice: {count} of {wanted}", { count: counted(draft), wanted: most(draft) }),
    ),
    faces(news.sight, null, add),
    h("div", "answers", leaveButton(say("Stop"))),
  ]);
}

export const takeDraft = (news, ask) => ask(correction(draftOf(news)));

function faces(sight, now, choose) {
  return h(
    "div",
    "faces",
    sight.faces.map((face) => faceButton(face, face === now, () => choose(face))),
  );
}

function faceButton(face, pressed, onclick) {
  return button(
    { class: "one", label: named(face), "aria-pressed": String(pressed), onclick },
    die(face),
  );
}

export const percent = (part) => `${part >= 0.995 ? ">99" : Math.round(part * 100)} %`;
