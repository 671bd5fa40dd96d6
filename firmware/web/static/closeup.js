// A doubted die, large beside the picture.

import { chooseFace, settle } from "./correct.js";
import { button, h, s } from "./dom.js";
import { die } from "./drawings.js";
import { face as named, say } from "./words.js";

// The first doubted die, large, with its two likeliest faces: one tap settles it.
export function closeup(news, draft, ask) {
  const { sight } = news;
  const at = draft.open.indexOf(true);
  if (at < 0) return null;
  const { face, second, corners } = sight.dice[at];
  const [width, height] = sight.size;
  const [x, y] = [0, 1].map((axis) => Math.min(...corners.map((corner) => corner[axis])));
  const [right, bottom] = [0, 1].map((axis) => Math.max(...corners.map((corner) => corner[axis])));
  const side = 1.4 * Math.max(right - x, bottom - y);
  const view = [(x + right - side) / 2, (y + bottom - side) / 2, side, side].join(" ");
  const likely = [face, second].filter((each) => sight.faces.includes(each));
  return h(
    "div",
    "closeup",
    s(
      "svg",
      { viewBox: view, role: "img", label: say("Die {number}, large", { number: at + 1 }) },
      s("image", { href: `/picture/${sight.picture}.jpg`, x: 0, y: 0, width, height }),
    ),
    h("p", null, say("What does die {number} show?", { number: at + 1 })),
    h(
      "div",
      "likely",
      likely.map((each) =>
        button(
          {
            class: "one",
            key: `likely ${each}`,
            label: named(each),
            onclick: () => settle(news, at, each, ask),
          },
          die(each),
        ),
      ),
      button(
        { class: "plain", key: "other", onclick: () => chooseFace(news, at, ask) },
        say("Another"),
      ),
    ),
  );
}
