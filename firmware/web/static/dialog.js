// One dialog at a time. What it asks was asked on one moment: when that is over, so is the dialog.

import { button, byId, h } from "./dom.js";
import { say } from "./words.js";

let moment = null; // on which it was opened; null: it is about no moment
let sent = false; // what it asked for is on its way: that it ends is no surprise

const place = () => byId("chooser");

export function openDialog(at, title, children, { wide = false } = {}) {
  const dialog = place();
  moment = at;
  sent = false;
  dialog.classList.toggle("wide", wide);
  dialog.replaceChildren(h("h2", { id: "chooser-title" }, title), ...children.flat(3));
  dialog.setAttribute("aria-labelledby", "chooser-title");
  if (!dialog.open) dialog.showModal();
  dialog.scrollTo(0, 0);
}

export const closeDialog = () => place().close();

export function leaveButton(words = say("Leave it")) {
  return button({ class: "plain leave", onclick: closeDialog }, words);
}

// From now on it waits for the table's answer.
export function waitForAnswer() {
  sent = true;
}

// Whether the dialog was about something that is over now and nobody expected that.
export function overtaken(at) {
  if (!place().open || moment === null || at === moment) return false;
  closeDialog();
  return !sent;
}

// What the table refused is said where people look; false where no dialog is open.
export function refusedThere(text) {
  const told = place().open && place().querySelector(".problem");
  if (!told) return false;
  sent = false;
  told.textContent = text;
  return true;
}

// Asks once more before something that many would regret.
export function confirm(at, title, text, act, yes = title) {
  const agree = () => {
    closeDialog();
    act();
  };
  openDialog(at, title, [
    h("p", null, text),
    h("div", "answers", button({ class: "main", onclick: agree }, yes), leaveButton()),
  ]);
}
