// The guided first turn: a hint lies above what is to be pressed, until it was pressed.

import { button, byId, forget, h, refill } from "./dom.js";
import { say } from "./words.js";

const box = h("div", { class: "card guide", role: "note" });

export function showGuide({ game }, ask) {
  const { guide } = game;
  if (!guide) {
    box.remove();
    return forget(box);
  }
  const place = byId(guide.number === 2 || byId("act").hidden ? "choices" : "act");
  if (place.firstElementChild !== box) place.prepend(box);
  refill(box, guide, () => [
    h("p", null, h("b", null, say("{number} of 3", guide)), ` ${guide.text}`),
    button(
      {
        class: "plain",
        key: "no-guide",
        onclick: () => ask({ do: "prefer", setting: "guide", value: false }),
      },
      say("No more hints"),
    ),
  ]);
}
