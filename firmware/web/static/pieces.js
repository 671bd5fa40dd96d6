// The pieces as they lie, to be put right: the table says what there is, this knows no game.

import { leaveButton, openDialog, waitForAnswer } from "./dialog.js";
import { button, h, select } from "./dom.js";
import { N_, say } from "./words.js";

export function showPieces({ at, groups }, ask) {
  const puts = new Map(); // the last change of each field, in the order in which they were made
  const drafts = groups.map((group, place) => drafted(group, place, puts, () => ready()));
  const take = h("button", { class: "main", disabled: true }, say("Save"));
  const ready = () => {
    take.disabled = !drafts.some((draft) => draft.changed());
  };
  const onsubmit = () => {
    form.querySelector(".problem").textContent = "";
    waitForAnswer();
    ask({ do: "adjust", at, puts: [...puts.values()] });
  };
  const form = h(
    "form",
    { class: "pieces", onsubmit },
    drafts.map((draft) => draft.element),
    h("div", "answers", h("p", { class: "problem", role: "alert" }), take, leaveButton()),
  );
  const note = say("Change what is wrong. A piece that you put on others lies on top.");
  openDialog(at, say("Where are the pieces?"), [h("p", null, note), form], { wide: true });
}

function drafted(group, place, puts, changed) {
  const values = group.fields.map((field) => field.value);
  let order = [...group.order];
  const piles = h("div", "piles");
  const differs = (field) => values[field] !== group.fields[field].value;
  // Whatever is put somewhere lies on top there.
  const put = (field, value) => {
    values[field] = value;
    order = [...order.filter((each) => each !== field), field];
    const key = `${place} ${field}`;
    puts.delete(key);
    puts.set(key, { group: place, field, value });
    labels[field].classList.toggle("changed", differs(field));
    showPiles();
    changed();
  };
  const showPiles = () => piles.replaceChildren(...stacked(group, values, order, put));
  const labels = group.fields.map((field, at) => labelled(group, field, (value) => put(at, value)));
  showPiles();
  return {
    element: h(
      "fieldset",
      null,
      h("legend", null, group.title),
      h("div", `fields ${brief(group) ? "brief" : ""}`, labels),
      piles,
    ),
    changed: () =>
      values.some((_, field) => differs(field)) ||
      group.piles.some(
        (pile) =>
          String(pileOf(values, order, pile)) !==
          String(pileOf(group.fields.map((field) => field.value), group.order, pile)),
      ),
  };
}

const brief = (group) => group.fields.every((field) => field.label.length < 3);

const pileOf = (values, order, pile) => order.filter((field) => values[field] === pile);

// Where several lie on each other: from below, each can be put on top.
function stacked(group, values, order, put) {
  return group.piles
    .map((pile) => [pile, pileOf(values, order, pile)])
    .filter(([, fields]) => fields.length > 1)
    .map(([pile, fields]) =>
      h(
        "p",
        "pile",
        h("span", null, say("{place}, from below:", { place: group.fields[0].choices[pile] })),
        fields.map((field, at) => {
          const { label } = group.fields[field];
          const top = at === fields.length - 1;
          return button(
            {
              class: "plain layer",
              disabled: top,
              label: say(top ? N_("{piece}: on top") : N_("{piece}: put on top"), {
                piece: label,
              }),
              onclick: () => put(field, pile),
            },
            label,
          );
        }),
      ),
    );
}

function labelled(group, field, changed) {
  return h(
    "label",
    null,
    h("span", null, field.label),
    field.choices.length ? chooser(group, field, changed) : number(group, field, changed),
  );
}

function chooser(group, { label, value, choices }, changed) {
  const named = { label: `${group.title}: ${label}` };
  return select(named, [...choices.entries()], value, (chosen) => changed(Number(chosen)));
}

function number(group, { label, value, most }, changed) {
  return h("input", {
    type: "number",
    inputmode: "numeric",
    min: 0,
    max: most,
    step: 1,
    required: true,
    value,
    label: `${group.title}: ${label}`,
    onfocus: (event) => event.target.select(),
    oninput: (event) => {
      if (event.target.value !== "" && event.target.checkValidity())
        changed(Number(event.target.value));
    },
  });
}
