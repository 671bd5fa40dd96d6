// A phone that the table does not know yet: the six digits on its panel make it known, or the
// longer key in the QR code beside them.

import { byId, h } from "./dom.js";
import { N_, say } from "./words.js";

const PROBLEMS = {
  wrong: N_("That is not the code on the panel. It may have changed."),
  often: N_("Too many tries. Wait a minute, then look at the panel again."),
  away: N_("The table does not answer. Try again."),
};

// What is in the address comes from the QR code; it must not stay there.
export function codeInAddress() {
  const code = /^#(\d{18})$/.exec(location.hash)?.[1] ?? null;
  if (code) history.replaceState(null, "", location.pathname);
  return code;
}

// "ok", "unkept" (until the box is switched off), "wrong", "often" or "away".
export async function pair(code) {
  try {
    const answer = await fetch("/pair", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ code }),
    });
    if (answer.ok) return answer.status === 204 ? "ok" : "unkept";
    return answer.status === 429 ? "often" : "wrong";
  } catch {
    return "away";
  }
}

export function showPairing(paired, problem = "") {
  const place = byId("pair");
  const input = h("input", {
    id: "code",
    type: "text",
    inputmode: "numeric",
    pattern: "[0-9]{6}",
    maxlength: 6,
    required: true,
    autocomplete: "one-time-code",
    "aria-describedby": "pair-note pair-problem",
    oninput: () => input.value.length === 6 && input.checkValidity() && submit(),
  });
  const told = h(
    "p",
    { id: "pair-problem", class: "problem", role: "alert" },
    problem && say(PROBLEMS[problem]),
  );
  const button = h("button", "main", say("Join"));
  let busy = false;

  async function submit() {
    if (busy) return;
    busy = true;
    const result = await pair(input.value);
    busy = false;
    if (result === "ok" || result === "unkept") return paired(result);
    told.textContent = say(PROBLEMS[result]);
    input.value = "";
    input.focus();
  }

  place.replaceChildren(
    h(
      "form",
      { class: "card pairing", onsubmit: submit },
      h("h2", null, say("Join the table")),
      h("p", { id: "pair-note" }, say("The panel shows six digits under Settings, Phone.")),
      h("label", { for: "code" }, say("Code")),
      input,
      told,
      button,
    ),
  );
  input.focus();
}
