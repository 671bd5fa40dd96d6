// A short answer that goes away by itself.

import { byId } from "./dom.js";

const SHOWN = 5000;

let timer = 0;

export function toast(text) {
  const place = byId("toast");
  clearTimeout(timer);
  place.textContent = text;
  place.classList.add("up");
  timer = setTimeout(() => {
    place.classList.remove("up");
    place.textContent = "";
  }, SHOWN);
}
