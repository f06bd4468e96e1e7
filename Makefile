# `make run` serves the product and `make test` runs all tests. Both include the set-up.
# See CONTRIBUTING.md for the other targets.

PYTHON ?= python3
# A folder of published dashboards; the tests that read it are skipped if it does not exist.
export VEDETTE_TEST_DASHBOARDS ?= $(realpath $(wildcard ../shared/dashboards))
BIN := .venv/bin
UI_SOURCES := $(shell find ui/src src/vedette_plugins -path '*/tests/*' -prune -o -type f \
	\( -name '*.ts' -o -name '*.tsx' -o -name '*.css' \) -print) ui/index.html ui/vite.config.ts
STATIC := src/vedette/server/static/index.html

.PHONY: run install test chaos lint bench dev screenshots docs format stores system-packages unit clean

run: install
	$(BIN)/vedette serve

# Bytecode is compiled here, as environments such as containers often keep Python from writing it.
install: .venv/runtime $(STATIC)
	$(BIN)/python -m compileall -q src

.venv/bin/python:
	$(PYTHON) -m venv .venv

.venv/runtime: requirements/runtime.txt pyproject.toml | .venv/bin/python
	$(BIN)/pip install --quiet --require-hashes -r requirements/runtime.txt -r requirements/build.txt
	$(BIN)/pip install --quiet --no-deps --no-build-isolation --editable .
	touch $@

.venv/development: requirements/development.txt .venv/runtime
	$(BIN)/pip install --quiet --require-hashes -r requirements/development.txt
	touch $@

ui/node_modules/.installed: ui/package-lock.json
	cd ui && npm ci --no-audit --no-fund --loglevel error
	touch $@

ui/openapi/node_modules/.installed: ui/openapi/package-lock.json
	cd ui/openapi && npm ci --no-audit --no-fund --loglevel error
	touch $@

$(STATIC): ui/node_modules/.installed $(UI_SOURCES)
	cd ui && npm run --silent build -- --logLevel warn
	touch $@

system-packages:
	scripts/system-packages

# Build Loki and Tempo for the tests from their public Go modules.
stores:
	scripts/stores

test: system-packages install .venv/development
	cd ui && npm run --silent test -- --reporter=dot
	$(BIN)/pytest -n auto --maxprocesses 4 --dist loadfile --no-loadscope-reorder

# Long reliability tests; VEDETTE_CHAOS_SEED=1234 repeats an earlier seed.
chaos: system-packages install .venv/development
	$(BIN)/pytest tests/reliability -m "chaos or not chaos"

unit: install .venv/development
	$(BIN)/pytest tests/unit tests/database

lint: install .venv/development ui/openapi/node_modules/.installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check --quiet .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m scripts.promises --check
	$(BIN)/python -m scripts.api_types --check
	$(BIN)/python -m scripts.words
	cd ui && npm run --silent format:check && npm run --silent check && npm run --silent lint

format: .venv/development ui/node_modules/.installed
	$(BIN)/ruff check --fix --quiet .
	$(BIN)/ruff format --quiet .
	cd ui && npm run --silent format

bench: install .venv/development
	$(BIN)/python -m bench

dev: install .venv/development
	scripts/dev

screenshots: install .venv/development
	$(BIN)/python -m scripts.screenshots docs/images

docs: .venv/development ui/node_modules/.installed ui/openapi/node_modules/.installed
	$(BIN)/python -m scripts.reference
	$(BIN)/python -m scripts.promises
	$(BIN)/python -m scripts.api_types

clean:
	rm -rf .venv ui/node_modules ui/openapi/node_modules src/vedette/server/static dist
