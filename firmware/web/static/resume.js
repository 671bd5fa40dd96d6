// The game that was not finished: where it stands, and whether it is gone on with.

import { button, byId, h, refill } from "./dom.js";
import { when } from "./games.js";
import { players } from "./scores.js";
import { say } from "./words.js";

export function showResume({ unfinished: saved, language }, ask) {
  refill(byId("resume"), saved, () => (saved ? card(saved, language, ask) : []));
}

function card(saved, language, ask) {
  const { game } = saved;
  const facts = [
    when(saved.begun, language),
    say("moves: {count}", { count: saved.moves }),
    saved.damaged ? say("its file is damaged; the good part goes on") : "",
  ];
  return h(
    "section",
    { class: "card", "aria-labelledby": "resume-title" },
    h("p", "note", say("A game is not finished")),
    h("h2", { id: "resume-title" }, saved.title),
    h("p", "note", facts.filter(Boolean).join(" · ")),
    players(saved),
    h(
      "div",
      "ways",
      button(
        {
          class: "main",
          key: "resume",
          onclick: () => ask({ do: "resume", game }, { opens: true }),
        },
        say("Resume"),
      ),
      button(
        { class: "plain", key: "set-aside", onclick: () => ask({ do: "set_aside", game }) },
        say("New game"),
      ),
    ),
  );
}
