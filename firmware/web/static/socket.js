// The line to the table. It is mended for as long as the page is open.

const FIRST_WAIT = 400;
const LONGEST_WAIT = 6000;
const SILENCE = 20000; // a phone that lost its network is told so by nobody
const ANSWER = 4000;
const FULL = 4429; // so a table closes that has no place for one more page
const CALM = 5000; // a place is free as soon as somebody leaves: nobody needs to hurry

// heard(message), changed(connected, full), refused(): the table does not know this page.
export function connect({ heard, changed, refused }) {
  let socket = null;
  let wait = FIRST_WAIT;
  let timer = 0;
  let silence = 0;

  function open() {
    clearTimeout(timer);
    const address = new URL("/socket", location);
    address.protocol = address.protocol.replace("http", "ws");
    const mine = new WebSocket(address);
    socket = mine;
    mine.onmessage = (event) => {
      if (socket !== mine) return;
      wait = FIRST_WAIT;
      listen(SILENCE);
      changed(true);
      heard(JSON.parse(event.data));
    };
    mine.onclose = ({ code }) => socket === mine && lost(code === FULL);
  }

  async function lost(full = false) {
    socket = null;
    clearTimeout(silence);
    changed(false, full);
    if (full) {
      timer = setTimeout(open, CALM);
      return;
    }
    // The browser does not say why a socket was refused; a picture that is not there is refused alike.
    const state = await known();
    if (socket) return;
    if (state === false) return refused();
    timer = setTimeout(open, wait * (0.75 + Math.random() / 2));
    wait = Math.min(wait * 1.7, LONGEST_WAIT);
  }

  // Nothing was heard for a while: see whether the table is still there.
  function listen(patience) {
    clearTimeout(silence);
    silence = setTimeout(async () => {
      const mine = socket;
      const answers = await asked("/static/icon.svg");
      if (!mine || socket !== mine) return;
      if (answers) return listen(SILENCE);
      mine.onclose = null;
      mine.close();
      lost();
    }, patience);
  }

  function hurry() {
    if (socket?.readyState === WebSocket.OPEN) listen(0);
    else if (!socket) {
      wait = FIRST_WAIT;
      open();
    }
  }

  addEventListener("online", hurry);
  addEventListener("offline", () => socket && listen(0));
  addEventListener("pageshow", hurry);
  document.addEventListener("visibilitychange", () => document.hidden || hurry());
  open();

  return {
    send(message) {
      if (socket?.readyState !== WebSocket.OPEN) return false;
      socket.send(JSON.stringify(message));
      listen(ANSWER);
      return true;
    },
    again() {
      wait = FIRST_WAIT;
      if (!socket) open();
    },
  };
}

// true: the table knows this page; false: it does not; null: it does not answer.
export async function known() {
  const status = await asked("/picture/0.jpg");
  return status && status !== 401;
}

async function asked(path) {
  try {
    const options = { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(ANSWER) };
    return (await fetch(path, options)).status;
  } catch {
    return null;
  }
}
