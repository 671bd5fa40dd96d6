// The grill with its numbered spots: plates, snails, and the worms printed there.

import { h, unheard, unseen } from "./dom.js";
import { snail, token, worms } from "./drawings.js";
import { touch } from "./touch.js";
import { N_, say } from "./words.js";

export function showGrill(news, ask) {
  const { game } = news;
  const { grill } = game.view;
  const spots = Object.entries(grill);
  return h(
    "ul",
    "grill spots",
    spots.map(([number, spot]) =>
      h(
        "li",
        "spot",
        unseen(
          `${number}: ${described(game.view.players, spot)}. ${say("Worms: {count}.", { count: spot.worms })}`,
        ),
        unheard("number", number),
        h("span", "lying", lying(game, spot)),
        worms(spot.worms),
        touch(news, `spot ${number}`, ask),
      ),
    ),
  );
}

function lying(game, spot) {
  if (spot.snail) return snail();
  if (!spot.plates) return null;
  return token(game.view.players, game.letters, spot.owner, { plates: spot.plates });
}

function described(players, spot) {
  if (spot.snail) return say("a snail");
  if (!spot.plates) return say("empty");
  const words = spot.plates > 1 ? N_("two plates of {name}") : N_("a plate of {name}");
  return say(words, { name: players[spot.owner].name });
}
