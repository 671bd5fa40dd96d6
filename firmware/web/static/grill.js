// The grill with its numbered spots: plates, snails, and the worms printed there.

import { asPiece, h, unheard, unseen } from "./dom.js";
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
        h("span", "lying", lying(game, spot, number)),
        worms(spot.worms),
        touch(news, `spot ${number}`, ask),
      ),
    ),
  );
}

function lying({ view, letters }, { snail: lies, plates, owner }, number) {
  if (lies) return asPiece(snail(), `snail@${number}`);
  if (!plates) return null;
  const plate = token(view.players, letters, owner, { plates });
  return asPiece(plate, `plate${owner}@${number}*${plates}`);
}

function described(players, spot) {
  if (spot.snail) return say("a snail");
  if (!spot.plates) return say("empty");
  const words = spot.plates > 1 ? N_("two plates of {name}") : N_("a plate of {name}");
  return say(words, { name: players[spot.owner].name });
}
