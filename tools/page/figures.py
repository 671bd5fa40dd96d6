"""Measures the memory and speed of the page: `python -m tools.page.figures`.

It starts processes as on the box, with simulated dice. The browser is the system's Chromium;
without it, its figure is omitted.
"""

import asyncio
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median, quantiles

from playwright.sync_api import sync_playwright

from rules import Barbecue
from tests.web.conftest import BROWSERS, as_root
from tests.web.line import Line
from tests.web.process import Program, program
from tests.web.served import seats

PRESSES = 200
CLIENTS = 8
VISITS = 5
STARTS = 3
IDLE_SECONDS = 10.0
PUSHED, USABLE, SHARE, MEGABYTES = 0.05, 1.0, 0.01, 40
"""The targets."""
PACE = 0.06
"""Seconds between presses: more would be a flood."""

_USABLE = """() => document.querySelector("#new form .begin, #turn h2")?.checkVisibility()"""


async def _pressed(table: Program) -> tuple[list[float], float]:
    """Seconds from a press on one page until all have the picture that follows from it.

    Then the part of a core that the table keeps busy while one page is open and nothing happens.
    """
    lines = [await Line.open(table.port) for _ in range(CLIENTS)]
    await lines[0].until(lambda news: not news["busy"])
    lines[0].ask("begin", game="barbecue", players=seats(Barbecue, 4))
    for line in lines:
        await line.until(lambda news: news["game"])
    taken = []
    for _ in range(PRESSES):
        begun = time.perf_counter()
        lines[0].ask("press", action="right")
        await asyncio.gather(*(line.changed("panel") for line in lines))
        taken.append(time.perf_counter() - begun)
        await asyncio.sleep(PACE)
    for line in lines[1:]:
        line.hang_up()
    await asyncio.sleep(1)
    before, begun = table.worked(), time.monotonic()
    await asyncio.sleep(IDLE_SECONDS)
    share = (table.worked() - before) / (time.monotonic() - begun)
    lines[0].hang_up()
    return taken, share


def _usable(address: str, browser_at: str) -> float:
    """Seconds from opening the page until somebody could do something with it."""
    taken = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_at, args=as_root())
        for _ in range(VISITS):
            page = browser.new_context(viewport={"width": 390, "height": 844}).new_page()
            begun = time.perf_counter()
            page.goto(address, wait_until="commit")
            page.wait_for_function(_USABLE, polling="raf")
            taken.append(time.perf_counter() - begun)
            page.context.close()
        browser.close()
    return median(taken)


async def _opened(port: int) -> None:
    """A page that was open for a moment: what serving it loads is loaded."""
    line = await Line.open(port)
    await line.until(lambda news: not news["busy"])
    line.hang_up()


def _with_page() -> float:
    """Megabytes of a table whose page was opened."""
    with tempfile.TemporaryDirectory() as folder, program(Path(folder)) as table:
        asyncio.run(_opened(table.port))
        return table.megabytes()


def _without() -> float:
    """Megabytes of the same table without any page."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "tools.page.bare", folder]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            told = process.stdout.readline()
            process.kill()
    return float(told)


def report() -> None:
    browser_at = next(filter(None, map(shutil.which, BROWSERS)), None)
    with tempfile.TemporaryDirectory() as folder, program(Path(folder)) as table:
        pushed, share = asyncio.run(_pressed(table))
        usable = _usable(table.address, browser_at) if browser_at else None
    with_page = median(_with_page() for _ in range(STARTS))
    without = median(_without() for _ in range(STARTS))
    late = quantiles(pushed, n=20)[-1]
    print("The page (target)")
    print(
        f"  press to pushed frame with {CLIENTS} pages: median {median(pushed) * 1e3:.0f} ms, "
        f"95th percentile {late * 1e3:.0f} ms ({PUSHED * 1e3:.0f})"
    )
    shown = "no browser here" if usable is None else f"{usable:.2f} s ({USABLE:.0f})"
    print(
        f"  usable in Chromium: {shown}, idle {share:.1%} of a core ({SHARE:.0%}), "
        f"{with_page - without:.0f} MB more than {without:.0f} MB ({MEGABYTES})"
    )


if __name__ == "__main__":
    report()
