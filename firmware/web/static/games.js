// The last games, and going on with one of them.

import { byId, h, refill } from "./dom.js";
import { say } from "./words.js";

export function showGames({ recent, language }, ask) {
  refill(byId("games"), [recent], () => [
    h("h2", null, say("games")),
    recent?.length
      ? h(
          "ol",
          { class: "recent" },
          recent.map((game) => row(game, language, ask)),
        )
      : h("p", { class: "none" }, say("games_none")),
  ]);
}

function row(game, language, ask) {
  const winners = game.winners.join(` ${say("and")} `);
  const state = game.playing
    ? say("game_playing")
    : game.over
      ? say("game_won", { names: winners })
      : game.damaged
        ? say("game_damaged")
        : say("game_open");
  return h(
    "li",
    { class: "card" },
    h(
      "div",
      null,
      h("h3", null, game.title),
      h("p", null, game.players.join(", ")),
      h(
        "p",
        { class: "note" },
        [when(game.begun, language), say("moves_count", { count: game.moves }), state]
          .filter(Boolean)
          .join(" · "),
      ),
    ),
    game.over || game.playing
      ? null
      : h(
          "button",
          {
            type: "button",
            class: "main",
            "data-key": game.game,
            "aria-label": `${say("resume")}: ${game.title}, ${game.players.join(", ")}`,
            onclick: () => ask({ do: "resume", game: game.game }, { opens: true }),
          },
          say("resume"),
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
