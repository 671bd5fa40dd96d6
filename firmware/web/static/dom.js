// Elements are built from names and texts alone: nothing from outside is ever read as HTML.

import { edition } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";

const there = (child) => child !== null && child !== undefined && child !== false;

function dressed(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else element.setAttribute(name, value);
  }
  element.append(...children.flat(3).filter(there));
  return element;
}

export function h(tag, attributes, ...children) {
  return dressed(document.createElement(tag), attributes, children);
}

export function s(tag, attributes, ...children) {
  return dressed(document.createElementNS(SVG, tag), attributes, children);
}

export const byId = (id) => document.getElementById(id);

export function unseen(text) {
  return h("span", { class: "unseen" }, text);
}

const shown = new WeakMap();

// Build a place anew only if what it shows has changed, so that nothing flickers and a screen reader
// is not thrown out of it. Whoever was in it by keyboard stays in it: on the same control, or else on
// the place itself, where one key too many does nothing.
export function refill(place, slice, build) {
  const key = `${edition()}${JSON.stringify(slice)}`;
  if (shown.get(place) === key) return false;
  shown.set(place, key);
  const held = place.contains(document.activeElement) ? document.activeElement : null;
  const byKeyboard = held?.matches(":focus-visible");
  const name = held?.dataset.key;
  place.replaceChildren(...[build()].flat(3).filter(there));
  if (byKeyboard) {
    const same = name && place.querySelector(`[data-key="${CSS.escape(name)}"]:not([disabled])`);
    (same?.checkVisibility() ? same : place).focus({ preventScroll: true });
  }
  return true;
}

export function forget(place) {
  shown.delete(place);
}

// Whether a word of it is too long for half of a phone's width.
export const long = (text) => (/[^\s-]{10}/.test(text) ? "long" : "");

export function capital(text) {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}
