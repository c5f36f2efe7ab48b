PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed
INSTALLED_DEV := $(VENV)/.installed-dev
PIP := $(BIN)/python -m pip install -qq --disable-pip-version-check
# One worker more than there are cores: some tests wait for a browser, a database or a process.
WORKERS = $(shell $(BIN)/python -c 'import os; print(os.cpu_count() + 1)')

# What the tests cover at least, in per cent.
FLOORS := engine=95 render=90 bot=90

.DEFAULT_GOAL := help
.PHONY: help install install-dev play test check-types run-tests doors coverage mutants soak bench docs format accept playthroughs transcripts differ assets lock clean

help:
	@echo "make play     start Herald"
	@echo "make test     check everything: lint, types, layers, tests"
	@echo "make doors    only the tests that use the packages by their doors (tests/doors.py)"
	@echo "make coverage what the tests cover of engine, render and bot"
	@echo "make soak     the long tests, and coverage"
	@echo "make mutants  whether the tests notice changes of the code (SEED=1 COUNT=100)"
	@echo "make bench    measure"
	@echo "make docs     build the rules, cards and gallery as a site in site/"
	@echo "make format   format the code and fix what can be fixed"
	@echo "make accept   keep what games and panels show now as what tests compare with; read it with git diff"
	@echo "make differ FROM=main   what games show that differs from a commit (RULESET=, KIND=, LONG=1, TO=)"
	@echo "make assets   build fonts, drawings and the map's ground again (needs npm)"
	@echo "make lock     pin the newest dependencies that pyproject.toml allows"
	@echo "make clean    remove the environment and everything generated"

install: $(INSTALLED)

install-dev: $(INSTALLED_DEV)

$(INSTALLED): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit("Herald needs Python 3.11 or newer; choose one with PYTHON=" if sys.version_info < (3, 11) else 0)'
	@echo "Installing into $(VENV)"
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(PIP) --require-hashes -r requirements.lock
	@$(PIP) --no-deps --no-build-isolation -e .
	@$(BIN)/python -m engine.rulebook
	@$(BIN)/python -m compileall -q bot engine render migrations
	@touch $@

$(INSTALLED_DEV): requirements-dev.lock $(INSTALLED)
	@echo "Installing what the tests need"
	@$(PIP) --require-hashes -r requirements-dev.lock
	@touch $@

play: install
	@$(BIN)/herald

# The tests start many processes, which are much slower where nothing compiled may be kept.
test: export PYTHONDONTWRITEBYTECODE :=
test: install-dev
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/lint-imports --no-logo
	@$(MAKE) --no-print-directory -j2 check-types run-tests

# Checking types takes one core a while; a failure of either fails `make test`.
check-types:
	@$(BIN)/mypy

# In a fresh clone nothing is compiled yet, and every worker would compile all tests for itself at the
# same time. Collecting them once first does it for all.
run-tests:
	@$(BIN)/python -m tests.machine
	@test -d tests/__pycache__ || $(BIN)/pytest --collect-only -q > /dev/null || true
	@$(BIN)/pytest -n $(WORKERS) --dist worksteal --durations 20

# What must not change when the inside of a package is rebuilt.
doors: export PYTHONDONTWRITEBYTECODE :=
doors: install-dev
	@$(BIN)/pytest -n $(WORKERS) --dist worksteal -m "not inner and not soak and not extra"

# Measuring makes playing take three times as long, so it is no part of `make test`.
coverage: export PYTHONDONTWRITEBYTECODE :=
coverage: install-dev
	@$(BIN)/pytest -q -n $(WORKERS) --dist worksteal --cov --cov-branch --cov-report=
	@for floor in $(FLOORS); do \
		echo "$${floor%=*}, at least $${floor#*=}%"; \
		$(BIN)/coverage report --include="$${floor%=*}/*" --fail-under=$${floor#*=} || exit 1; \
	done

# How well the tests would notice a change: SEED draws the mutants, COUNT says how many.
mutants: install-dev
	@$(BIN)/python -m tests.mutants --seed $(or $(SEED),1) --count $(or $(COUNT),100)

soak: coverage
	@$(BIN)/pytest -m soak

bench: install-dev
	@$(BIN)/herald bench

docs: install
	@$(BIN)/herald docs -o site

format: install-dev
	@$(BIN)/ruff check --fix-only
	@$(BIN)/ruff format

# Run it after a change that is meant, and read what it did before it is committed.
accept: install-dev playthroughs transcripts
	@$(BIN)/python -m tests.proof.same_everything accept

playthroughs: install-dev
	@$(BIN)/python -m tests.playthroughs.playthrough

transcripts: install-dev
	@$(BIN)/python -m tests.bot.discord.transcripts.kept accept 2> /dev/null

differ: install-dev
	@$(BIN)/python -m tests.proof.same_everything differ $(or $(FROM),HEAD) $(TO) $(RULESET:%=--ruleset=%) \
		$(KIND:%=--kind=%) $(if $(LONG),--long)

assets:
	@$(PYTHON) -m venv .assets/venv
	@.assets/venv/bin/pip install -qq -r render/build/requirements.txt
	@.assets/venv/bin/pip install -qq --no-deps cartopy==0.26.0
	@cp render/build/package.json .assets/
	@npm install --silent --no-package-lock --prefix .assets
	@.assets/venv/bin/python -m render.build --npm .assets/node_modules

LOCK = .lock-venv/bin/uv pip compile -q --upgrade pyproject.toml --universal --python-version 3.11 \
	--generate-hashes --no-strip-extras --no-header --no-annotate --no-emit-index-url --no-emit-find-links

lock:
	@$(PYTHON) -m venv .lock-venv
	@.lock-venv/bin/pip install -qq --disable-pip-version-check uv
	@$(LOCK) --extra source --extra postgres -o requirements.lock > /dev/null
	@$(LOCK) --extra source --extra dev -c requirements.lock -o requirements-dev.lock > /dev/null
	@rm -rf .lock-venv

clean:
	@rm -rf $(VENV) .lock-venv .assets build dist site *.egg-info .coverage .coverage.* htmlcov
	@rm -rf engine/rulebook/built .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
