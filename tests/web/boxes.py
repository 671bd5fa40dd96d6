"""Boxes of a dialog, measured in the browser."""

from playwright.sync_api import Page

MEASURE = """([target, scrolls]) => {
  const dialog = document.querySelector("dialog[open]");
  const wrong = [];
  const called = ({ tagName, ariaLabel, textContent }) =>
    `${tagName} ${(ariaLabel ?? textContent).trim().slice(0, 30)}`;
  const seen = (element) => element.checkVisibility() && !element.closest(".unseen");
  const found = (selector) => [...dialog.querySelectorAll(selector)].filter(seen);
  const box = dialog.getBoundingClientRect();
  if (box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight)
    wrong.push("the dialog is larger than the window");
  if (dialog.scrollWidth > dialog.clientWidth) wrong.push("the dialog scrolls sideways");
  if (!scrolls && dialog.scrollHeight > dialog.clientHeight) wrong.push("the dialog scrolls");
  dialog.scrollTo(0, dialog.scrollHeight);
  const controls = found("button, select, input");
  const texts = found("h2, p:not(:has(button))").filter((element) => element.textContent);
  for (const element of controls) {
    const { width, height } = element.getBoundingClientRect();
    if (width < target || height < target) wrong.push(`${called(element)}: ${width} x ${height}`);
  }
  for (const element of [...controls, ...texts]) {
    const { left, right } = element.getBoundingClientRect();
    if (left < box.left || right > box.right) wrong.push(`${called(element)} sticks out`);
    if (element.matches("h2, p, button") && element.scrollWidth > element.clientWidth + 1)
      wrong.push(`${called(element)} is cut off`);
  }
  // What scrolls goes under the buttons at its end: only their own order is looked at there.
  const still = [...controls, ...texts].filter((each) => !scrolls || each.closest(".answers"));
  const boxes = still.map((element) => [element, element.getBoundingClientRect()]);
  boxes.forEach(([one, a], at) =>
    boxes.slice(at + 1).forEach(([other, b]) => {
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (wide > 1 && high > 1) wrong.push(`${called(one)} lies on ${called(other)}`);
    }),
  );
  dialog.scrollTo(0, 0);
  return wrong;
}"""

FACES = """() => [...document.querySelectorAll("dialog[open] .faces .one")].map((face) => {
  const { top, width, height } = face.getBoundingClientRect();
  return [Math.round(top), width, height];
})"""

MORE_FACES = """(count) => {
  const faces = document.querySelector("dialog[open] .faces");
  while (faces.children.length > count) faces.lastChild.remove();
  while (faces.children.length < count) faces.append(faces.lastChild.cloneNode(true));
}"""


def wrong_boxes(page: Page, *, target: int = 24, scrolls: bool = False) -> list[str]:
    """Return the problems of the open dialog; empty if it fits and is legible and easy to tap.

    `target` is how many pixels everything that is tapped has at least; `scrolls`: it may be longer
    than the window.
    """
    found: list[str] = page.evaluate(MEASURE, [target, scrolls])
    return found


def rows_of_faces(page: Page) -> list[int]:
    """Return the number of faces in each row of a chooser."""
    tops = [top for top, _width, _height in page.evaluate(FACES)]
    return [tops.count(top) for top in sorted(set(tops))]


def smallest_face(page: Page) -> float:
    """Return the shortest side of any face in a chooser."""
    return float(min(min(width, height) for _top, width, height in page.evaluate(FACES)))


def show_faces(page: Page, count: int) -> None:
    """Show this number of faces in the chooser, whatever the dice."""
    page.evaluate(MORE_FACES, count)
