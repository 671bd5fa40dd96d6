// The last games, and going on with one of them.

import { button, byId, h, refill } from "./dom.js";
import { allOf, say } from "./words.js";

export function showGames({ recent, language }, ask) {
  refill(byId("games"), [recent], () => [
    h("h2", null, say("Last games")),
    recent?.length
      ? h("ol", "recent", recent.map((game) => row(game, language, ask)))
      : h("p", "none", say("None was played yet.")),
  ]);
}

function row(game, language, ask) {
  const winners = allOf(game.winners);
  const state = game.playing
    ? say("on the table now")
    : game.over
      ? say("won by {names}", { names: winners })
      : game.damaged
        ? say("its file is damaged; the good part goes on")
        : say("not finished");
  return h(
    "li",
    "card",
    h(
      "div",
      null,
      h("h3", null, game.title),
      h("p", null, game.players.join(", ")),
      h(
        "p",
        "note",
        [when(game.begun, language), say("moves: {count}", { count: game.moves }), state]
          .filter(Boolean)
          .join(" · "),
      ),
    ),
    game.over || game.playing
      ? null
      : button(
          {
            class: "main",
            key: game.game,
            label: `${say("Resume")}: ${game.title}, ${game.players.join(", ")}`,
            onclick: () => ask({ do: "resume", game: game.game }, { opens: true }),
          },
          say("Resume"),
        ),
  );
}

export function when(date, language) {
  return (
    date &&
    new Date(`${date}T12:00`).toLocaleDateString(language, {
      day: "numeric",
      month: "long",
      year: "numeric",
    })
  );
}
