// Thrown dice roll, and pieces travel from where they lay. The page shows the new table at once: what
// moves takes no press, and ends when the next news come.

import { asPiece } from "./dom.js";
import { doubtful } from "./draft.js";
import { play } from "./sound.js";

const TIME = 240;
const BETWEEN = 20; // milliseconds from the start of one piece to that of the next
const LAST = 3; // the fourth and all others start together
const SHAKEN = [0, -8, 7, -5, 3, 0].map((x) => ({ transform: `translateX(${x}px)` }));
const RISING = [{ transform: "translateY(40%) scale(.4)" }, { transform: "scale(1.2)" }, {}];
const UNSEEN = [{ opacity: 0 }, { opacity: 0 }];

const NOTHING = { order: [], faces: [], marked: [] };
let row = NOTHING;
let moving = [];

// Returns the thrown dice in the order of their places: a die that is not thrown again keeps its own.
export function inPlace(dice, faces, turn, marked) {
  if (turn !== row.turn || faces.length !== row.faces.length) row = NOTHING;
  const again = (place) => row.marked.includes(row.order[place]);
  const left = [...faces.keys()];
  const stay = [];
  for (const place of [...left].sort((one, other) => again(one) - again(other))) {
    const was = row.order[place];
    const is = (die) => left.includes(die) && faces[die] === row.faces[was];
    const die = [was, ...left].find(is);
    if (die !== undefined) [stay[place]] = left.splice(left.indexOf(die), 1);
  }
  const order = faces.map((_, place) => stay[place] ?? left.shift());
  order.forEach((die, place) => {
    const drawn = dice[die].querySelector(".die") ?? dice[die];
    asPiece(drawn, `die${faces[die]}@row${place}`);
    if (again(place) || stay[place] === undefined) drawn.dataset.thrown = "";
  });
  row = { turn, order, faces, marked };
  return order.map((die) => dice[die]);
}

// Call this before the page shows the news, and the function that it returns afterwards.
export function happening(before, news) {
  const [was, is] = [before?.game, news.game];
  const file = ({ at }) => at.split(":")[0]; // of the game
  if (!was || !is || before.at === news.at || file(before) !== file(news)) return () => {};
  for (const each of moving.splice(0)) each.cancel();
  document.querySelectorAll(".flying").forEach((each) => each.remove());
  const move = is.played > was.played && is.moves.at(-1).kind; // false: nothing, or undone
  const lies = (news) => news.game.asked || doubtful(news);
  const thrown = !lies(before) && (move === "throw" || (lies(news) && is.played === was.played));
  const failed = move && is.view.events.some(({ event }) => event === "failed");
  const won = is.outcome && !was.outcome;
  const still = document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches;
  const lay = !still && move && move !== "adjust" && pieces();
  return () => {
    if (won || failed || thrown) play(won ? "win" : failed ? "fail" : "throw");
    if (still) return;
    const all = (which) => document.querySelectorAll(which);
    if (thrown) all("[data-thrown]").forEach(roll);
    if (lay) travel(lay, pieces().filter(({ element }) => !("thrown" in element.dataset)));
    if (won) all(".winners > *").forEach((each) => animate(each, RISING));
    else if (failed) all(".told").forEach((each) => animate(each, SHAKEN));
  };
}

function animate(element, frames, at = 0) {
  const delay = BETWEEN * Math.min(at, LAST);
  const how = { duration: TIME, delay, easing: "ease-out", fill: "backwards" };
  moving.push(element.animate(frames, how));
  return moving.at(-1);
}

function roll(die, at) {
  const first = `translateY(-45%) rotate(${at % 2 ? 250 : -250}deg) scale(.7)`;
  animate(die, [{ transform: first }, { transform: "scale(1.08)", offset: 0.75 }, {}], at % LAST);
}

// Lists every piece that is shown, with its kind and where it lies.
function pieces() {
  return [...document.querySelectorAll("[data-piece]:not([hidden] *)")].flatMap((element) => {
    const box = element.getBoundingClientRect();
    return element.dataset.piece.split(" ").flatMap((told) => {
      const [kind, place, count = 1] = told.split(/[@*]/);
      return Array(Number(count)).fill({ kind, at: `${kind}@${place}`, element, box });
    });
  });
}

// A piece that has come to a place was in another one before. If it was in none it comes from its pool,
// and a piece that is in none now goes there.
function travel(lay, lie) {
  const left = [...lay];
  const take = (wanted) => {
    const found = left.find(wanted);
    if (found) left.splice(left.indexOf(found), 1);
    return found;
  };
  const pool = ({ kind }) => lie.find(({ at }) => at === `${kind}@pool`);
  const came = lie.filter((piece) => !take(({ at }) => at === piece.at));
  came.forEach((piece, at) => {
    const from = take(({ kind }) => kind === piece.kind) ?? pool(piece);
    const first = from && !lay.some((other) => other.at === piece.at);
    fly(from, piece, at);
    if (first) for (const part of piece.element.children) animate(part, UNSEEN, at);
  });
  left.forEach((piece, at) => fly(piece, pool(piece), at));
}

// What flies is a copy of the piece, drawn as it is where it is larger.
function fly(from, to, at) {
  if (!from?.box.width || !to?.box.width) return;
  const { element, box } = from.box.width > to.box.width ? from : to;
  const copy = element.cloneNode(true);
  copy.querySelectorAll("button, .unseen, .under").forEach((part) => part.remove());
  for (const mark of ["piece", "thrown"]) delete copy.dataset[mark];
  copy.classList.add("flying");
  copy.setAttribute("aria-hidden", "true");
  for (const side of ["width", "height"]) copy.style[side] = `${box[side]}px`;
  document.body.append(copy);
  const frames = [from, to].map(({ box: { left, top, width } }) => ({
    transform: `translate(${left}px, ${top}px) scale(${width / box.width})`,
  }));
  animate(copy, frames, at).onfinish = () => copy.remove();
}
