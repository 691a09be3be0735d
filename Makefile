# Conditional Bottlenecks.  `make` for a first look, `make test` for every check.
#
# One locked environment in .venv.  Each target depends on what it reads, so a
# second run does nothing twice.

PYTHON ?= python3
BIN    := .venv/bin
LOCK   := requirements/all.lock

.DEFAULT_GOAL := all
.PHONY: all env lock book serve grade test lint clean

all: book grade
	@$(BIN)/python tools/summary.py

env: .venv/installed

.venv/installed: $(LOCK) pyproject.toml tools/environment.sh
	@PYTHON=$(PYTHON) sh tools/environment.sh $(LOCK)
	@touch $@

# After a change of pyproject.toml: pins and hashes anew, without index addresses.
lock:
	$(BIN)/uv pip compile pyproject.toml --all-extras --universal --python-version 3.11 \
	  --generate-hashes --no-emit-index-url --no-emit-find-links --no-header -q -o $(LOCK)

test: env lint
	$(BIN)/python -m pytest

lint: env
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

clean:
	rm -rf _site _build .cache .pytest_cache .mypy_cache .ruff_cache
