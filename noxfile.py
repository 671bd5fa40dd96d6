"""The suite and the reader on every version the box may meet: `make versions` runs all of it.

`nox --list` names the sessions, `nox -s NAME` runs one. A Python that is not installed here is
skipped with a notice; with the environment variable CI set, that is a failure.
"""

from pathlib import Path

import nox

nox.options.default_venv_backend = "uv|virtualenv"
nox.options.reuse_venv = "yes"

RELEASES = {
    "bookworm": ("opencv-python-headless==4.6.0.66", "numpy==1.24.2", "pillow==9.4.0"),
    "trixie": ("opencv-python-headless==4.10.0.84", "numpy==2.2.4", "pillow==11.1.0"),
    "newest": ("opencv-python-headless>=5",),
}
"""What apt installs on a release of Raspberry Pi OS, and what a laptop gets."""

PAIRS = [
    ("3.11", "bookworm"),
    ("3.11", "trixie"),
    ("3.11", "newest"),
    ("3.13", "trixie"),
    ("3.13", "newest"),
]
"""Bookworm has Python 3.11, Trixie 3.13."""

WEB = {
    "oldest": ("starlette==1.3.1", "uvicorn==0.30.0", "wsproto==1.2.0", "h11==0.16.0"),
    "trixie": ("starlette==0.46.1", "uvicorn==0.32.0", "wsproto==1.2.0", "h11==0.14.0"),
    "newest": ("starlette", "uvicorn", "wsproto", "h11"),
}
"""What serves the page: the oldest that pyproject.toml allows, what apt installs, the newest.

Debian's have the same numbers as PyPI's, and are mended: pyproject.toml does not allow PyPI's."""

READER = (
    "vision",
    "tests/vision",
    "tests/tools/figures",
    "tests/camera",
    "tests/screens",
    "tests/commands/test_read.py",
    "tests/commands/test_read_refusals.py",
)
"""All that uses OpenCV, numpy or Pillow by itself."""


PAGE = ("tests/web", "--ignore-glob=*/test_browser_*")
"""All that asks the page without a browser."""

TOOLS = ("pytest>=8.2", "pytest-xdist>=3.6", "hypothesis>=6.100", "onnx>=1.16")


@nox.session(python=["3.11", "3.13"])
def suite(session: nox.Session) -> None:
    """All quick tests, with the newest packages."""
    session.install("-e", ".[dev,opencv]")
    session.run("pytest", "-n", "auto", "-m", "not proof and not soak", *session.posargs)


@nox.session
@nox.parametrize("python,release", PAIRS, ids=[f"{python}-{release}" for python, release in PAIRS])
def reader(session: nox.Session, release: str) -> None:
    """What reads pictures and draws screens, slower proofs too, with a release's packages."""
    session.install("-e", ".[pi]", *TOOLS)
    session.install(*RELEASES[release])
    session.run("pytest", "-n", "auto", "-m", "not soak", *(session.posargs or READER))


@nox.session(python="3.11")
@nox.parametrize("release", list(WEB), ids=list(WEB))
def page(session: nox.Session, release: str) -> None:
    """The page and its attacker, with the web server of a release."""
    session.install("-e", ".[opencv,pi]", *TOOLS, "playwright>=1.40")
    session.install(*WEB[release])
    session.run("pytest", "-n", "2", *(session.posargs or PAGE))


@nox.session(python=False, default=False)
def agreement(session: nox.Session) -> None:
    """Whether the reader tells the same on all that `reader` made; `-- --photos DIR` for more."""
    names = [f"{python}-{release}".replace(".", "-") for python, release in reversed(PAIRS)]
    made = [Path(".nox") / f"reader-{name}" / "bin/python" for name in names]
    pythons = [str(python) for python in made if python.exists()]
    if not pythons:
        session.error("First: nox -s reader")
    session.run(pythons[0], "-m", "tools.figures.versions", *pythons, *session.posargs)
