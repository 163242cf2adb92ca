# Two commands matter on a fresh machine: `make play` and `make test`.  `make help` lists the rest.

# A Python to build .venv with: the first on the path that is new enough.
PYTHON ?= $(firstword $(foreach name,python3 python3.14 python3.13 python3.12 python3.11,\
	$(shell $(name) -c 'import sys; sys.version_info >= (3, 11) and print("$(name)")' 2>/dev/null)))
BIN := .venv/bin
READY := .venv/.ready

# What `make play` plays.  LANG_ has its underscore because LANG belongs to the shell.
GAME ?= cave-vs-cave
PLAYERS ?=
SEATS ?=
SEED ?=
LANG_ ?=
ARGS ?=

# What `make quick` runs: mistakes in rule files, mechanisms, the engine, oracles, rulings of small games.
QUICK := tests/mechanisms tests/engine tests/queries tests/test_broken.py tests/test_ten_mistakes.py \
	tests/test_match.py tests/test_oracles.py tests/test_rulings.py tests/test_layers.py

# How many test processes run at once.
JOBS ?= 2

.DEFAULT_GOAL := help
.PHONY: help setup play test quick format soak bench docs clean

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-8s %s\n", $$1, $$2}' Makefile

setup: $(READY) ## make .venv with everything the other targets need; nothing to do if it is up to date

# Nothing here asks the network for what is already installed: no --upgrade, and no build isolation,
# since the dev group brings setuptools.  `--group` needs pip 25.1, newer than Python 3.11 ships.
# The last one is doubly quiet: setuptools warns about every editable install.
$(READY): pyproject.toml
	@test -n "$(PYTHON)" || { echo "make: no Python 3.11 or newer found; name one with PYTHON=..." >&2; exit 1; }
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || $(PYTHON) -m venv --clear .venv
	@echo "setting up .venv"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check 'pip>=25.1'
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --group dev
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --no-build-isolation --editable .
	@touch $@

play: $(READY) ## play in the terminal: GAME= PLAYERS= SEATS= SEED= LANG_= ARGS=
	@$(BIN)/rulewright play $(GAME) $(if $(PLAYERS),--players $(PLAYERS)) $(if $(SEATS),--seat $(SEATS)) \
		$(if $(SEED),--seed $(SEED)) $(if $(LANG_),--lang $(LANG_)) $(ARGS)

test: $(READY) ## all checks: lint, types, rule files, tests
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	.ci/typing-tree
	$(BIN)/mypy
	$(BIN)/rulewright check
	$(BIN)/pytest -n $(JOBS) -q

quick: $(READY) ## lint and what needs no big game, in less than a minute
	$(BIN)/ruff check -q .
	$(BIN)/pytest -m "not slow" -n $(JOBS) -x -q --snapshot-warn-unused $(QUICK)

format: $(READY) ## lay the Python out the same everywhere
	$(BIN)/ruff check --fix-only .
	$(BIN)/ruff format .

soak: $(READY) ## play a great many random games of every kind: ARGS="--games 1000 --game nim"
	$(BIN)/python -m tests.soak $(ARGS)

bench: $(READY) ## measure speed beside programs written by hand
	$(BIN)/python -m tests.benchmarks $(ARGS)

docs: $(READY) ## write the generated pages of docs/reference again
	$(BIN)/rulewright docs

clean: ## remove everything that was made, .venv too
	rm -rf .venv build dist *.egg-info .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find dsl interpreter games schemas tests -name __pycache__ -type d -prune -exec rm -rf {} +
