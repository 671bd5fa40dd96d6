# Two commands do everything: `make table` to play, `make test` to check. `make help` lists the rest.
.DEFAULT_GOAL := help
SHELL := bash

PYTHON ?= python3
BIN := .venv/bin
INSTALLED := .venv/.installed

.PHONY: help setup table table-terminal play test lint proof soak night versions bench audit pins photoreal trees virtual-pi train players screens words clean

help: ## list these targets
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 16

setup: $(INSTALLED) ## make and fill .venv (again only when pyproject.toml changed)

# uv where it is installed and reaches its packages, since it is quick; else venv and pip.
$(INSTALLED): pyproject.toml
	@echo 'Setting up .venv: once, with packages from the Internet, a minute or two.'
	@{ command -v uv >/dev/null 2>&1 && \
	    uv venv --quiet --clear --python $(PYTHON) .venv && \
	    uv pip install --quiet --python $(BIN)/python --editable '.[dev,opencv]'; } || \
	{ $(PYTHON) -m venv --clear .venv && \
	    $(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,opencv]'; } || \
	{ echo 'Setting up .venv failed. It needs Python 3.11 to 3.13 with venv' \
	    '(on Debian: apt install python3-venv) and a package index.' >&2; exit 1; }
	@touch $@

table: setup ## the table without a Pi: simulated dice, on a page in your browser
	@$(BIN)/grillside table --sim --page

table-terminal: setup ## the same without a browser: the panel in this terminal
	@$(BIN)/grillside table --sim

play: setup ## play a game by typing, with dice of your own or thrown by the program
	@$(BIN)/grillside play

lint: setup ## formatting, lint, types and the direction of imports
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# Coverage is measured where nobody waits for it: it makes the tests half as slow again.
test: lint ## all quick checks, under three minutes
	$(BIN)/pytest -n auto --dist worksteal -m 'not proof and not soak' $(if $(CI),--cov --cov-report=term)

proof: setup ## slower proofs, sampled, under fifteen minutes
	$(BIN)/pytest -n auto --dist worksteal -m proof

soak: setup ## ten thousand turns with everything going wrong, under an hour
	$(BIN)/pytest -n auto -rP -m soak tests/tools/test_soak.py

night: setup ## every long run there is
	$(BIN)/pytest -m soak

# A Python that is not installed is skipped. Packages come from the Internet.
versions: setup ## the suite on Python 3.11 and 3.13, the reader on OpenCV 4.6, 4.10 and 5.0, the page on old web servers
	$(BIN)/nox

# Without setup: on a box it needs nothing but Python.
audit: ## ask osv.dev for known weaknesses of what the installer brings and what is installed
	@$(PYTHON) -m tools.audit

pins: setup ## hold what the installer takes from PyPI at the newest versions, with hashes
	$(BIN)/python -m tools.pins

bench: setup ## print the measured figures
	$(BIN)/python -m tools.bench

# Pictures stay in .photoreal/; broken off, it goes on there. SAMPLES=16 takes half a minute each on two cores.
photoreal: setup ## throws as Blender shows them, and what the reader makes of them; needs Blender; THROWS=100
	@command -v blender >/dev/null || \
	    { echo 'It needs Blender, 3.4 or later (on Debian: apt install blender).' >&2; exit 1; }
	$(BIN)/python -m tools.figures.photoreal.prepare .photoreal --throws $(or $(THROWS),100)
	PYTHONPATH=. blender --background --python-use-system-env --python-exit-code 1 --python-expr \
	    'from tools.figures.photoreal.blender.throw import main; main([".photoreal"])' >/dev/null
	$(BIN)/python -m tools.figures.photoreal.measure .photoreal

# Root, Debian with debootstrap, and the network. What it made stays in .trees/, for root to remove.
trees: setup ## try install.sh in clean trees of Trixie and Bookworm: root, network, twenty minutes
	$(BIN)/python -m tools.install.trees $(RELEASES)

# Root, Debian with qemu and debootstrap, and once the network. What it made stays in .virtual-pi/.
virtual-pi: setup ## the installed service in a virtual Pi: root, a quarter of an hour; STEPS=camera for some
	$(BIN)/python -m tools.virtual_pi.run $(STEPS)

# Its work is kept in .train/: broken off, or after MINUTES of it, it goes on with the next `make train`.
train: setup ## train the nets from nothing: an NVIDIA GPU with nvcc, half an hour; PHOTOS=folder adds photos
	@$(BIN)/python -c 'import torch, onnx' || { echo "First: install '.[training]' into .venv" >&2; exit 1; }
	$(if $(PHOTOS),test -e .train/photos || $(BIN)/python -m vision.training.label $(PHOTOS))
	$(BIN)/python -m vision.training.train $(if $(PHOTOS),--photos .train/photos) $(if $(MINUTES),--minutes $(MINUTES))
	$(BIN)/python -m vision.training.export
	$(BIN)/python -m vision.training.calibrate

players: setup ## train the strong players from nothing, fixed seeds, half an hour; GAMES=junior for some
	$(BIN)/python -m players.training $(GAMES)

screens: setup ## draw every screen of the panel anew; PANEL=ssd1322 OUT=folder for another panel
	$(BIN)/python -m tools.gallery --out $(or $(OUT),docs/screens) $(if $(PANEL),--panel $(PANEL))

words: setup ## bring every text into firmware/speech/locale/*.po, and list what is to translate or to review
	$(BIN)/python -m tools.catalogues

clean: ## remove what the other targets made
	rm -rf .venv .nox build dist *.egg-info .coverage .hypothesis .*_cache
