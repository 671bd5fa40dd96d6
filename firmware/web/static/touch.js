// A piece on the board that stands for a choice can be touched, and says what its button says.

import { leaveButton, openDialog } from "./dialog.js";
import { button, capital, h } from "./dom.js";
import { say } from "./words.js";

export function touch({ game, at }, place, ask) {
  const found = game.offers.map((offer, choice) => ({ ...offer, choice })).filter((offer) => offer.place === place);
  if (!found.length) return null;
  const words = ({ label, brings }) => capital([label, ...brings].join(": "));
  const take = ({ choice }) => ask({ do: "choose", choice });
  const all = found.map(words).join(" / ");
  return button({
    class: "touch",
    key: `touch ${place}`,
    label: all,
    title: all,
    onclick: () => (found.length === 1 ? take(found[0]) : chooseOne(found, at, words, take)),
  });
}

// Several choices end at the same piece.
function chooseOne(found, at, words, take) {
  openDialog(at, say("What do you want to do?"), [
    h(
      "div",
      "answers",
      found.map((offer) =>
        button({ class: "plain", onclick: () => take(offer) }, words(offer)),
      ),
      leaveButton(),
    ),
  ]);
}
