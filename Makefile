# `make run` and `make test` need nothing but Python 3.11 or newer and a package index. Everything lands in .venv.

PYTHON ?= python3
# `make run PORT=8801` goes before YAMORI_PORT and yamori.toml; without it those are asked.
LISTEN = $(if $(filter command,$(origin HOST)),--host $(HOST)) $(if $(filter command,$(origin PORT)),--port $(PORT))
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed
WORKERS ?= auto
UPGRADE ?=
KILLS ?= 1000
YEAR_KILLS ?= 300
SEED ?= 7
# The real servers that tests speak to; those that are not there are skipped, with the reason.
HOMEASSISTANT ?= $(if $(YAMORI_TEST_HOMEASSISTANT),$(YAMORI_TEST_HOMEASSISTANT),$(HOME)/.cache/yamori/homeassistant)
OUT ?= out/eval
PICTURES ?= out/screenshots
CASES ?= $(filter-out cases/five.cases.yaml,$(wildcard cases/*.cases.yaml))

.DEFAULT_GOAL := help
.PHONY: help install run model services test errands long chaos year check format shape eval access icons screenshots lock clean

help:
	@echo "make run      install, fetch the embedded model (1.1 GB, once), start Yamori on http://127.0.0.1:8765 (PORT=, HOST=)"
	@echo "make test     install, run the whole test-suite; needs no model"
	@echo "make errands   what people do, walked through the pages in a real Chromium: by hand, with sentences, in hard times"
	@echo "make long     the same with every kill, random operation and example of the long form; some three times as long"
	@echo "make chaos    kill the server, its robots and its worker $(KILLS) times, and count what was lost or done twice"
	@echo "make year     a simulated year of automations, killed $(YEAR_KILLS) times; each firing counted"
	@echo "make services what only tests need: a Home Assistant (0.8 GB) and a MicroPython, in ~/.cache/yamori"
	@echo "make access  write anew who gets what into docs/security.md"
	@echo "make icons   draw the app's icons anew from gecko.svg"
	@echo "make screenshots   every page for a phone and a desk, light and dark, English and Japanese, into $(PICTURES); for people to look at (README=1 PICTURES=docs/images: those of the README)"
	@echo "make check    ruff, mypy --strict, import-linter, the tree's shape"
	@echo "make eval     score the household on CASES with the embedded model, into $(OUT)"
	@echo "make install / model / format / lock / clean"

install: $(INSTALLED)

$(INSTALLED): requirements.lock pyproject.toml
	@command -v $(PYTHON) >/dev/null 2>&1 || { echo "There is no $(PYTHON). Install Python 3.11 or newer, or name it: make install PYTHON=/path/to/python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Yamori needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) -V 2>&1). Name a newer one: make install PYTHON=python3.12" >&2; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); echo "Python could not make a virtual environment; on Debian and Ubuntu: apt install python3-venv" >&2; exit 1; }
	@echo "Installing into $(VENV) (about a minute and 1.2 GB) ..."
	@$(BIN)/python -m pip install --disable-pip-version-check --quiet --no-deps --require-hashes -r requirements.lock
	@$(BIN)/python -m pip install --disable-pip-version-check --quiet --no-deps --no-build-isolation --editable .
	@$(BIN)/python -m compileall -q src
	@touch $@

run: install model
	$(BIN)/yamori serve $(strip $(LISTEN))

model: install
	$(BIN)/yamori models fetch default

test: install
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal

errands: install
	YAMORI_ERRANDS=1 $(BIN)/python -m pytest -p no:cacheprovider --durations=10 tests/errands

long: install
	YAMORI_TESTS=long $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal

services:
	@test -f $(HOMEASSISTANT)/.ready || { $(PYTHON) -m venv $(HOMEASSISTANT) \
		&& $(HOMEASSISTANT)/bin/pip install --disable-pip-version-check --quiet -r tests/gateway/homeassistant/requirements.txt \
		&& touch $(HOMEASSISTANT)/.ready; }
	@if command -v npm >/dev/null 2>&1; then $(PYTHON) tests/edge/micropython/wasm/fetch.py; fi

chaos: install
	$(BIN)/python -m tests.chaos --kills $(KILLS) --seed $(SEED)

year: install
	$(BIN)/python -m tests.chaos.year --kills $(YEAR_KILLS) --seed $(SEED)

check: install
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy --strict src training
	$(BIN)/lint-imports --no-logo
	@$(MAKE) --no-print-directory shape

format: install
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# Figures to compare with last time, never a verdict; the script lies beside the repository where there is one.
shape:
	@if [ -f ../shared/tools/shape.py ]; then python3 ../shared/tools/shape.py src; fi

eval: install model
	$(BIN)/yamori eval cases $(CASES) --out $(OUT)

# One lock for what runs, what tests and what builds, for every platform; with hashes, without any index's address.
# Keeps what is pinned already; `make lock UPGRADE=--upgrade` takes the newest of everything.
icons: install
	PYTHONPATH=. $(BIN)/python -m tests.web.draw_icons

screenshots: install
	PYTHONPATH=. $(BIN)/python -m tests.web.screenshots $(PICTURES) $(if $(README),--readme)

access: install
	PYTHONPATH=. $(BIN)/python -m tests.apps.access_table

lock:
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --disable-pip-version-check --quiet uv
	$(BIN)/uv pip compile pyproject.toml --extra edge --extra postgres --group dev --universal --python-version 3.11 --generate-hashes $(UPGRADE) \
		--no-annotate --no-header --no-emit-index-url --no-emit-find-links --no-strip-extras --output-file requirements.lock --quiet

clean:
	rm -rf $(VENV) build dist out .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +
