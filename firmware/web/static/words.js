// Every word of the page, in the table's language.

let texts = {};
let language = "";

export async function loadTexts() {
  const answer = await fetch("/texts.json", { cache: "no-store" });
  if (!answer.ok) throw new Error(answer.status);
  texts = await answer.json();
  language = texts["language"];
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll("[data-text]")) {
    element.textContent = say(element.dataset.text);
  }
  for (const element of document.querySelectorAll("[data-label]")) {
    element.setAttribute("aria-label", say(element.dataset.label));
  }
}

// What is built of words is out of date when this changes.
export const edition = () => language;

// Marks a text that is translated later, by `say`.
export const N_ = (text) => text;

export function say(text, filled = {}) {
  return (texts[text] ?? text).replace(/\{(\w+)\}/g, (slot, name) => filled[name] ?? slot);
}

// Languages differ in how many forms a plural has: the table tells the text for each count.
export function many(one, more, count) {
  return texts[one]?.[count] ?? say(more, { count });
}

export const allOf = (names) => names.join(` ${texts["and"]} `);

// The title of a game, the line on its card, and its rules.
export const gameTexts = (name) => texts["games"][name];

// A face of a die is a number or one of the pictures.
export const face = (name) => texts[`face.${name}`] ?? name;
