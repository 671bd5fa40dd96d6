// Dice that were read with a doubt, as people put them right: nothing is taken until they say so.

export const SURE = 0.9; // what is less certain than this is drawn so

let draft = null;
let wrong = null; // the picture in which dice are corrected
let changed = () => {};

// Have this called whenever the draft is another.
export function watchDraft(show) {
  changed = show;
}

// Whether the dice in the picture are those that wait to be answered.
export const correctable = ({ sight, game }) => Boolean(sight?.correctable && game?.view.turn);

// Whether they were doubted and wait to be put right.
export const doubtful = (news) => correctable(news) && !news.sight.accepted;

// Whether a tap on a die corrects it, instead of keeping or marking it.
export const correcting = (news) =>
  correctable(news) && (doubtful(news) || wrong === news.sight.picture);

export function correctIn(picture) {
  wrong = picture;
  changed();
}

// The dice as they are drafted now, "" for what is no die; null where there is nothing to draft.
export function draftOf(news) {
  if (!doubtful(news)) return null;
  const { sight, at } = news;
  if (draft?.at !== at || draft.picture !== sight.picture) {
    draft = {
      at,
      picture: sight.picture,
      expected: sight.expected,
      faces: sight.dice.map((read) => read.face),
      open: sight.dice.map((read) => read.doubted || read.confidence < SURE),
      more: [],
    };
  }
  return draft;
}

// All dice in a row, those of the picture first.
export function row({ faces, open, more }) {
  return [
    ...faces.map((face, at) => ({ face, at, doubted: open[at], added: false })),
    ...more.map((face, at) => ({ face, at: faces.length + at, doubted: false, added: true })),
  ];
}

export const counted = ({ faces, more }) => faces.filter(Boolean).length + more.length;
export const doubtsLeft = ({ open }) => open.filter(Boolean).length;
export const most = ({ expected }) => Math.max(...expected);
export const fits = (dice) => dice.expected.includes(counted(dice));

const OF_NUMBER = new Set(["missing", "too_many"]);

// What still speaks against the dice: nothing that was put right since.
export function doubtsTold(draft, { doubts }) {
  const stands = ({ code, dice }) => {
    if (dice.length) return dice.some((at) => draft.open[at]);
    return !OF_NUMBER.has(code) || !fits(draft);
  };
  return (draft ? doubts.filter(stands) : doubts).map(({ text }) => text);
}

// "" takes it away; what was added goes altogether.
export function setFace(dice, at, face) {
  const added = at - dice.faces.length;
  if (added < 0) {
    dice.faces[at] = face;
    dice.open[at] = false;
  } else if (face) dice.more[added] = face;
  else dice.more.splice(added, 1);
  changed();
}

export function addDie(dice, face) {
  dice.more.push(face);
  changed();
}

export const correction = ({ at, faces, more }) => ({ do: "correct", at, faces, more });
