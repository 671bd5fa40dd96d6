"""Counts presses, taps and keys of whole games, one report after the other.

    python -m tools.table.counts [--games 30]

On the panel (`presses`, `ants`), on the page (`taps`), and in a real browser by touch alone and by
keyboard alone (`tests.web.newcomers`), where one game of each kind is played.
"""

import argparse
import shutil
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from rules.games import GAMES
from tests.web.conftest import BROWSERS, as_root
from tests.web.newcomers import MOST, told, whole_game
from tests.web.visits import Visits
from tools.table import ants, presses, taps


def report(games: int = 30) -> None:
    presses.report(games)
    ants.report(games)
    taps.report(games)
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        print("No browser here: taps and keys in it are not counted")
        return
    print("In a browser, Scan is tapped, one game each, all counted (limit)")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=as_root())
        for how in MOST:
            for game in GAMES.values():
                with tempfile.TemporaryDirectory() as folder:
                    counted = whole_game(Visits(browser), Path(folder), game, how)
                print(told(game, how, counted))
        browser.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=30)
    report(parser.parse_args().games)
