# Conditional Bottlenecks.  `make` for a first look, `make test` for every check.
#
# One locked environment in .venv.  Each target depends on what it reads, so a
# second run does nothing twice.

PYTHON ?= python3
BIN    := .venv/bin
LOCK   := requirements/all.lock
PIN     = $(BIN)/uv pip compile --universal --python-version 3.11 --generate-hashes \
          --no-emit-index-url --no-emit-find-links --no-header -q

.DEFAULT_GOAL := all
.PHONY: all env lock book serve grade exercises test lint clean

all: book grade
	@$(BIN)/python tools/summary.py

env: .venv/installed

.venv/installed: $(LOCK) requirements/uv.lock pyproject.toml tools/environment.sh
	@echo "environment: .venv from $(LOCK)"
	@PYTHON=$(PYTHON) sh tools/environment.sh
	@touch $@

# After a change of pyproject.toml: pins and hashes anew, without index addresses.
lock:
	$(PIN) pyproject.toml --all-extras -o $(LOCK)
	echo uv | $(PIN) - -o requirements/uv.lock

# Both languages into _site; does nothing when no input changed.
book: env
	@$(BIN)/python tools/book.py

serve: book
	@$(BIN)/python tools/book.py serve

# The sample class through release, collect and grade; see tools/grade.py.
grade: env
	@$(BIN)/python tools/grade.py

# The exercises' notebooks from their texts, after an edit.
exercises: env
	@$(BIN)/python tools/notebook.py exercises/text/*.md

# Style, types and every test, two files at a time.
test: env lint book
	$(BIN)/python -m pytest -q -n 2 --dist loadfile

lint: env
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

clean:
	rm -rf _site _build .cache .pytest_cache .mypy_cache .ruff_cache
