# Two commands do everything on a fresh machine: `make play` and `make test`.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
# More than the cores of a small machine: many a test waits for a clock, and reckons nothing.
WORKERS ?= 5
# For what reckons all the time.
CORES ?= 2

.DEFAULT_GOAL := help
# A virtual environment that was made by half is removed, so that the next try makes it anew.
.DELETE_ON_ERROR:
.PHONY: help install play deal test lint types imports tests run bench crash mutants image-check soak lock clean

help: ## Show what can be made
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 13

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Doorcard needs Python 3.11 or newer: make $(MAKECMDGOALS) PYTHON=python3.13"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip --version >/dev/null

$(VENV)/.runs: requirements.lock pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/.develops: requirements-dev.lock $(VENV)/.runs
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	@touch $@

install: $(VENV)/.runs ## Install what the bot needs and start nothing; again after each update

play: $(VENV)/.runs ## Play on a pretend Discord, no token needed (GAME=hilo HANDS=3 SEED=1 PORT=0)
	$(BIN)/doorcard rehearse $(if $(GAME),--game '$(GAME)') $(if $(HANDS),--hands $(HANDS)) $(if $(SEED),--seed $(SEED)) $(if $(PORT),--port $(PORT))

deal: $(VENV)/.runs ## Deal random hands without Discord (GAME=soko_fi PLAYERS=6 HANDS=1000 SEED=1)
	@$(BIN)/doorcard deal $(if $(GAME),--game '$(GAME)') $(if $(PLAYERS),--players $(PLAYERS)) \
		$(if $(HANDS),--hands $(HANDS)) $(if $(SEED),--seed $(SEED))

run: $(VENV)/.runs ## Run the bot on Discord with the token of .env
	$(BIN)/doorcard

test: lint types imports tests ## Everything that must hold before a change lands

lint: $(VENV)/.develops
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/hadolint Dockerfile
	$(BIN)/check-jsonschema --builtin-schema vendor.compose-spec compose.yaml

types: $(VENV)/.develops
	$(BIN)/mypy

imports: $(VENV)/.develops
	$(BIN)/lint-imports

tests: $(VENV)/.develops
	$(BIN)/python -m pytest -n $(WORKERS) --dist load --maxschedchunk 1 --cov --cov-report=term

bench: $(VENV)/.develops ## Measure speed beside treys, phevaluator, pokerkit and a bot that does nothing
	$(BIN)/python tests/bench/engine_bench.py
	$(BIN)/python tests/bench/click_bench.py
	$(BIN)/python tests/bench/load_bench.py

crash: $(VENV)/.develops ## Kill the bot at each commit and request of an evening; take its power at each write
	$(BIN)/python -m tests.crash.whole --workers $(CORES)
	CRASH_WHOLE=1 $(BIN)/python -m pytest tests/crash/test_power_loss.py tests/bot/test_torn.py -q -s

# It works on a copy: mutants/ of that holds the changed engine. MUTANTS='engine.pots*' takes some.
mutants: $(VENV)/.develops ## Change the engine in hundreds of ways: does a test fail each time? (MUTANTS=)
	rm -rf build/mutants
	mkdir -p build/mutants
	$(BIN)/python tests/mutants/copy_engine.py engine build/mutants/engine
	cp -R tests pyproject.toml tests/mutants/setup.cfg build/mutants
	cd build/mutants && HYPOTHESIS_PROFILE=mutants $(abspath $(BIN))/mutmut run --max-children $(CORES) $(if $(MUTANTS),'$(MUTANTS)')
	cd build/mutants && $(abspath $(BIN))/mutmut results --all true > results.txt
	$(BIN)/python tests/mutants/report.py < build/mutants/results.txt

# Needs Linux, root, and Debian's podman, runc, conmon and mmdebstrap; the bases stay in build/image.
image-check: $(VENV)/.runs ## Build the image and run it for real (BASE=trixie CA_BUNDLE=FILE PIP_CONF=FILE)
	$(BIN)/python -m tests.image.verify $(if $(BASE),--base '$(BASE)') \
		$(if $(CA_BUNDLE),--ca-bundle '$(CA_BUNDLE)') $(if $(PIP_CONF),--pip-conf '$(PIP_CONF)')

soak: $(VENV)/.develops ## Play simulated days in all weathers until something breaks (SEED=7 DAYS=30)
	$(BIN)/python -m tests.soak $(if $(SEED),--seed $(SEED)) $(if $(DAYS),--days $(DAYS))

lock: ## Write the lock files again from pyproject.toml (needs uv)
	uv pip compile --universal --generate-hashes --no-emit-index-url --python-version 3.11 \
		--extra build --quiet --custom-compile-command "make lock" -o requirements.lock pyproject.toml
	uv pip compile --universal --generate-hashes --no-emit-index-url --python-version 3.11 \
		--extra build --extra dev --quiet --custom-compile-command "make lock" \
		-o requirements-dev.lock pyproject.toml

clean: ## Remove what was installed and built here
	rm -rf $(VENV) build dist *.egg-info .coverage* .mypy_cache .ruff_cache .pytest_cache .hypothesis
