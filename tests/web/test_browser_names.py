"""Long names on phone and desk, in German: no word is broken, nothing touches an edge."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.web import prepared, served
from tests.web.running import Running
from tests.web.served import Served
from tests.web.visits import Visits

pytestmark = pytest.mark.proof

NAMES = ("Maximiliane-Luis", "Donaudampfschiff", "Anna-Sophie Mai")
BROKEN = """() => {
  const broken = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!parent.checkVisibility() || parent.closest(".unseen, option")) continue;
    for (const word of node.data.matchAll(/[^\\s-]+/g)) {
      const range = document.createRange();
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const parts = [...range.getClientRects()];
      const lines = new Set(parts.map((part) => Math.round(part.top)));
      const edge = parts.some((part) => part.left < 1 || part.right > innerWidth - 1);
      if (lines.size > 1 || edge) broken.push(word[0]);
    }
  }
  return broken;
}"""


@pytest.mark.parametrize("phone", [True, False])
@pytest.mark.parametrize(
    "prepare", [prepared.risky, prepared.snatch_or_lower, prepared.pinch, prepared.straight]
)
def test_long_names_stay_whole(
    visits: Visits,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    prepare: Callable[[Path], Path],
    phone: bool,
) -> None:
    monkeypatch.setattr(served, "NAMES", NAMES)
    prepare(tmp_path)
    with Running(Served(tmp_path, simulated=False)) as running:
        visit = visits(running.address, phone=phone)
        visit.resume(NAMES[0])
        running.speak("de")
        visit.until(lambda news: news["language"] == "de")
        assert visit.page.evaluate(BROKEN) == []
        assert visit.sticking_out() == []
        visits.close()
