"""A table with its page, and a real browser, where there is one."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.web.served import Served
from tests.web.visits import Visits

BROWSERS = ("chromium", "chromium-browser", "google-chrome")


def as_root() -> list[str]:
    """Return the option that Chromium needs if root starts it."""
    return ["--no-sandbox"] if os.geteuid() == 0 else []


@pytest.fixture
def table(request: pytest.FixtureRequest, tmp_path: Path) -> Served:
    """A table with its page, as `served` says."""
    left, options = getattr(request, "param", (None, {}))
    if left is not None:
        left(tmp_path)
    return Served(tmp_path, **options)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The system's Chromium. On the machine that checks every change it must be there.

    Not for longer than a module: while it is open, tests in this process have no loop of their own.
    """
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None and os.environ.get("CI"):
        pytest.fail(f"none of {', '.join(BROWSERS)} is installed")
    if found is None:
        pytest.skip("the page is not tried: there is no Chromium here")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=as_root())
        yield browser
        browser.close()


@pytest.fixture
def visits(browser: Browser) -> Iterator[Visits]:
    """People who open the page; no script of it may fail."""
    visits = Visits(browser)
    yield visits
    visits.close()
    assert visits.complaints == []
