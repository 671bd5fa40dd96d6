// Elements are built from names and texts alone: nothing from outside is ever read as HTML.

import { edition } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";
const SHORT = { key: "data-key", label: "aria-label" };

export const there = (child) => child !== null && child !== undefined && child !== false;

// Instead of attributes there may be a class alone.
function dressed(element, given, children) {
  const attributes = typeof given === "string" ? { class: given } : (given ?? {});
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(SHORT[name] ?? name, value === true ? "" : value);
  }
  element.append(...children.flat(3).filter(there));
  return element;
}

export function h(tag, attributes, ...children) {
  return dressed(document.createElement(tag), attributes, children);
}

// A drawing without a role is not for those who listen.
export function s(tag, attributes, ...children) {
  const heard = tag === "svg" && !attributes.role ? { "aria-hidden": "true", ...attributes } : attributes;
  return dressed(document.createElementNS(SVG, tag), heard, children);
}

export const icon = (d) => s("svg", { viewBox: "0 0 24 24" }, s("path", { d }));

export const button = (attributes, ...children) =>
  h("button", { type: "button", ...attributes }, ...children);

// It calls `chosen` with the value of one of these pairs of value and text.
export function select(attributes, pairs, now, chosen) {
  const onchange = ({ target }) => chosen(target.value);
  const options = pairs.map(([value, text, lang = null]) =>
    h("option", { value, selected: value === now, lang }, text),
  );
  return h("select", { ...attributes, onchange }, options);
}

export const byId = (id) => document.getElementById(id);

export const unseen = (text) => h("span", "unseen", text);

// Shown, and said elsewhere.
export const unheard = (looks, ...children) =>
  h("span", { class: looks, "aria-hidden": "true" }, ...children);

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

// Says of what kind a piece is and where it lies, and how many there are: "plate0@hand0*5". A piece that
// the next news show in another place travels there.
export function asPiece(element, told) {
  if (told) element.dataset.piece = told;
  return element;
}

// Whether a word of it is too long for half of a phone's width.
export const long = (text) => (/[^\s-]{10}/.test(text) ? "long" : "");

export function capital(text) {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}
