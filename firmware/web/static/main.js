// The page: news come from the table, everything shown follows from them.

import { button, byId, forget, h, icon, refill } from "./dom.js";
import { overtaken, refusedThere } from "./dialog.js";
import { doubtful, watchDraft } from "./draft.js";
import { showBoard } from "./board.js";
import { showGames } from "./games.js";
import { showGuide } from "./guide.js";
import { happening } from "./motion.js";
import { showMoves } from "./moves.js";
import { showNewGame } from "./new_game.js";
import { showNow } from "./now.js";
import { showOdds } from "./odds.js";
import { codeInAddress, pair, showPairing } from "./pair.js";
import { fit, listenToKeys, showPanel } from "./panel.js";
import { showPieces } from "./pieces.js";
import { showResume } from "./resume.js";
import { showScene } from "./scene.js";
import { showScores } from "./scores.js";
import { aimAgain, aimAt, know, showSettings } from "./settings.js";
import { showSight } from "./sight.js";
import { rulesButton } from "./rules.js";
import { connect, known } from "./socket.js";
import { showSummary } from "./summary.js";
import { toast } from "./toast.js";
import { loadTexts, N_, say } from "./words.js";

const VIEWS = {
  table: [N_("Table"), "M3 10h18M5 10V6h14v4M6 10v9M18 10v9"],
  new: [N_("New game"), "M12 5v14M5 12h14"],
  games: [N_("Last games"), "M4 6h16M4 12h16M4 18h10"],
  settings: [N_("Settings"), "M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5v5M9 14.5v5"],
};
const RETRY = 1500;
const DECIDE = ["choose", "undo", "correct", "adjust", "begin", "again", "resume", "set_aside"];
const PATIENCE = 4000; // longer than that a decision is not waited for

let news = null;
let view = null; // null: whatever fits; the table while there is a game
let opening = null; // the moment at which another game was asked for
let deciding = 0; // the timer of a decision that the table has not answered yet
let acted = false; // something was pressed here in this turn
let line = null;
let away = false; // the line was lost, and nothing was heard since
let ready = null; // the words are fetched while the line is being opened

// Everything asked carries the moment it was seen on, so that a stale tap does nothing. What took
// longer to fill in names its own. After a decision the same choices stand there until the table
// answers; a quick second tap waits for that.
function ask(message, { opens = false } = {}) {
  const decides = DECIDE.includes(message.do);
  if (decides && deciding) return;
  if (!news || !line?.send({ at: news.at, ...message }))
    return tell(say("Connection lost. Reconnecting …"));
  if (opens) opening = news.at;
  if (message.do === "choose" || message.do === "press") acted = true;
  if (decides) decide(true);
}

// Where people look now: in the dialog, or for a moment above everything.
function tell(text) {
  if (!refusedThere(text)) toast(text);
}

function decide(on) {
  clearTimeout(deciding);
  deciding = on ? setTimeout(() => decide(false), PATIENCE) : 0;
  for (const button of document.querySelectorAll("#dice button, #choices button, #board button, #moves button"))
    button.setAttribute("aria-disabled", on);
}

function show() {
  if (!news) return;
  const { game } = news;
  const now = shownNow();
  const byKeyboard = document.activeElement.matches(":focus-visible");
  document.querySelector(".skip").hash = start(now);
  document.body.dataset.view = now;
  document.body.classList.toggle("simulated", Boolean(news.scene));
  document.body.classList.toggle("playing", Boolean(game));
  document.body.classList.toggle("doubtful", doubtful(news));
  document.body.classList.toggle("marking", Boolean(game?.view.turn?.again));
  byId("title").textContent = game?.title ?? "Grillside";
  document.title = game ? `${game.title} · Grillside` : "Grillside";
  refill(byId("rules"), game && [game.view.game, game.view.variants], () =>
    game ? [rulesButton(game.view.game, game.view.variants)] : [],
  );
  refill(byId("nav"), [now, Boolean(game)], () => navigation(now === "resume" ? "table" : now));
  byId("table").hidden = now !== "table" && !news.scene;
  for (const name of ["resume", ...Object.keys(VIEWS).slice(1)]) byId(name).hidden = name !== now;
  byId("pair").hidden = true;
  for (const id of ["turn", "dice", "act", "choices", "board", "scores", "odds", "moves", "summary"])
    byId(id).hidden = !game;
  if (game) {
    showNow(news, ask, go);
    showBoard(news, ask);
    showGuide(news, ask);
    showScores(news);
    showSummary(news);
    showMoves(news, ask);
    showOdds(news);
  }
  showSight(news, ask);
  showPanel(news, ask);
  showScene(news, ask);
  showResume(news, ask);
  showNewGame(news, ask);
  showGames(news, ask);
  showSettings(news, ask);
  if (byKeyboard) keepFocus(now);
}

// What had the focus is gone with its part of the page: the next key begins at the part shown now.
function keepFocus(now) {
  const { activeElement: held, body } = document;
  if (held === body || !held.checkVisibility())
    byId(start(now)).focus({ preventScroll: true });
}

// Where whoever uses the keyboard begins in this part of the page.
const start = (now) => (now === "table" ? "main" : now);

// Without a game there is no table: first it is asked whether one is gone on with.
function shownNow() {
  const { game, scene, unfinished } = news;
  if (game || (view && view !== "table")) return view ?? "table";
  if (unfinished) return "resume";
  return view && scene ? "table" : "new"; // of a simulated table the panel is there to be seen
}

function navigation(now) {
  return h(
    "ul",
    null,
    Object.entries(VIEWS).map(([name, [words, d]]) =>
      h(
        "li",
        null,
        button(
          {
            key: name,
            "aria-current": name === now ? "page" : null,
            onclick: () => go(name),
          },
          icon(d),
          h("span", null, say(words)),
        ),
      ),
    ),
  );
}

function go(name) {
  view = name;
  if (name !== "settings") aimAt(false, ask);
  show();
  scrollTo(0, 0);
  fit();
}

async function heard(message) {
  await ready;
  if (message.said) {
    decide(false);
    return tell(message.said.text);
  }
  if (message.me) return know(message.me);
  if (message.pieces) return showPieces(message.pieces, ask);
  if (!message.news) return;
  const before = news;
  news = message.news;
  if (before?.game && !news.game && view === "table") view = null; // it was started anew
  if (before && before.language !== news.language) await loadTexts().catch(() => {});
  if (opening !== null && news.at !== opening && news.game) {
    opening = null;
    view = "table";
    scrollTo(0, 0);
  }
  // Taught on the panel: its steps stand there with the picture, which shows what was thrown.
  if (before && !before.teaching && news.teaching && news.scene) view = "settings";
  const happened = happening(away ? null : before, news);
  if (before?.game && news.game) followTurn(before.game, news.game);
  show();
  happened();
  if (away) aimAgain(ask);
  away = false;
  if (before?.at !== news.at) decide(false);
  if (overtaken(news.at)) toast(say("The game went on meanwhile."));
}

// Who played here sees what became of the turn, and whose turn it is now; nobody else is disturbed.
function followTurn({ view: before }, { view: now, outcome }) {
  if (before.turn?.player === now.turn?.player) return;
  if (acted || outcome) scrollTo(0, 0);
  acted = false;
}

// `full`: it is lost because there are too many pages.
function changed(connected, full = false) {
  document.body.classList.toggle("away", !connected);
  if (!connected) {
    away = true;
    decide(false);
    ready.then(() => {
      byId("lost").textContent = full
        ? say("Too many pages are open. Close another, and this one connects.")
        : say("Connection lost. Reconnecting …");
    });
  }
  // A line that is mended at once is not worth telling.
  clearTimeout(changed.timer);
  if (connected) byId("away").hidden = true;
  else
    changed.timer = setTimeout(() => {
      byId("away").hidden = false;
    }, 700);
}

async function refused(problem = "") {
  await ready;
  news = null;
  changed(true);
  document.body.dataset.view = "pair";
  for (const id of ["resume", ...Object.keys(VIEWS)]) byId(id).hidden = true;
  byId("nav").replaceChildren();
  forget(byId("nav"));
  byId("pair").hidden = false;
  showPairing(join, problem);
}

function join(result = "ok") {
  if (result === "unkept")
    ready.then(() => toast(say("Paired, but the disk refuses: only until power-off.")));
  if (line) return line.again();
  line = connect({ heard, changed, refused: () => refused() });
}

async function words() {
  for (;;) {
    try {
      return await loadTexts();
    } catch {
      await new Promise((again) => setTimeout(again, RETRY));
    }
  }
}

async function begin() {
  const code = codeInAddress();
  const stranger = code && (await known()) === false;
  const result = stranger ? await pair(code) : "ok";
  if (result === "ok" || result === "unkept") join(result);
  else refused(result);
}

addEventListener("submit", (event) => event.preventDefault()); // no form leaves the page
listenToKeys();
watchDraft(show);
ready = words();
begin();
