// Three sounds, off until somebody switches them on for this device.

const ASKED = "sounds"; // where this browser keeps whether they are on
// Each tone: when it starts and how long it lasts, in seconds; its first and its last frequency.
const TONES = {
  throw: [0, 0.06, 0.1, 0.17, 0.2].map((begin, at) => [begin, 0.05, 900 - 90 * at, 200]),
  fail: [
    [0, 0.18, 330, 260],
    [0.18, 0.4, 247, 110],
  ],
  win: [523, 659, 784, 1047].map((high, at) => [at * 0.11, 0.25, high, high]),
};

let context = null;

export const soundsOn = () => localStorage.getItem(ASKED) === "yes";

export async function letSounds(on) {
  localStorage.setItem(ASKED, on ? "yes" : "no");
  await wake();
  play("throw");
}

// Browsers allow sounds only after a press; until then there are none.
async function wake() {
  if (soundsOn()) await (context ??= new AudioContext()).resume();
}

addEventListener("click", wake);

export function play(name) {
  if (!soundsOn() || context?.state !== "running") return;
  for (const [begin, length, first, last] of TONES[name]) {
    const at = context.currentTime + begin;
    const loud = new GainNode(context);
    const tone = new OscillatorNode(context, { type: "triangle" });
    tone.frequency.setValueAtTime(first, at);
    tone.frequency.exponentialRampToValueAtTime(last, at + length);
    loud.gain.setValueAtTime(0.25, at);
    loud.gain.exponentialRampToValueAtTime(0.001, at + length);
    tone.connect(loud).connect(context.destination);
    tone.start(at);
    tone.stop(at + length);
  }
}
