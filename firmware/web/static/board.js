// The table as it lies there. What is drawn follows from the pieces, not from the game's name.

import { asPiece, byId, h, refill } from "./dom.js";
import { showGrill } from "./grill.js";
import { showTiles } from "./tiles.js";
import { showTracks } from "./tracks.js";
import { say } from "./words.js";

export function showBoard(news, ask) {
  const { game } = news;
  const { view } = game;
  const slice = [
    view.grill,
    view.board,
    view.hands,
    view.players,
    view.box,
    view.scores,
    view.turn?.player,
    view.target,
    game.offers,
    news.at,
  ];
  refill(byId("board"), slice, () => [
    asPiece(h("h2", "unseen", say("The pieces on the table")), "worm@pool snail@pool queen@pool"),
    view.board
      ? showTracks(news, ask)
      : view.grill?.up
        ? showTiles(news, ask)
        : view.grill
          ? showGrill(news, ask)
          : null,
  ]);
}
