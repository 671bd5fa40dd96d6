// The rules of a game on one screen, and the pictures that stand for its pieces.

import { openDialog, leaveButton } from "./dialog.js";
import { button, h, unheard } from "./dom.js";
import { ant, crown, die, snail, token, worms } from "./drawings.js";
import { gameTexts, say } from "./words.js";

const plate = (colour) => token([{ colour }], [""], 0, { plates: 1 });

const PIECES = {
  ant,
  plate: () => plate("green"),
  queen: crown,
  rival: () => plate("blue"),
  snail,
  tile: () => h("span", "tile up", h("span", "number", "26"), worms(2)),
};

export const pictures = (names) =>
  unheard(
    "pictures",
    names.map((name) => PIECES[name]?.() ?? die(name)),
  );

export function rulesButton(game, options = []) {
  const words = say("Rules of {game}", { game: gameTexts(game).title });
  return button(
    {
      class: "plain ask",
      label: words,
      title: words,
      key: `rules-${game}`,
      onclick: () => showRules(game, options),
    },
    "?",
  );
}

function showRules(game, options) {
  const { title, line, rules } = gameTexts(game);
  const hold = ({ only, without }) => !options.includes(without) && (!only || options.includes(only));
  const row = (rule) =>
    h("li", null, pictures(rule.pictures), h("p", null, h("b", null, rule.title), ` ${rule.text}`));
  openDialog(null, title, [h("p", null, line), h("ul", "rules", rules.filter(hold).map(row)), leaveButton(say("Close"))], {
    wide: true,
  });
}
