PYTHON ?= .venv/bin/python

.PHONY: help check format locales schemas problems
help:  ## this list
	@grep -E '^[a-z]+:.*##' Makefile | sed 's/:.*##/\t/'

check:  ## everything that CI checks, but for the wheel
	$(PYTHON) -m ruff format --check .
	$(PYTHON) -m ruff check .
	$(PYTHON) -m mypy
	$(PYTHON) -m pytest -n auto
	$(PYTHON) -m rulesref check

format:  ## format and mend what can be mended
	$(PYTHON) -m ruff format .
	$(PYTHON) -m ruff check --fix .

locales:  ## extract messages, bring the catalogues up to date, compile them
	$(PYTHON) -m babel.messages.frontend -q extract -F babel.cfg -k N_ -k say:2 --no-location --sort-output --project=rulesref --version=0.1 --copyright-holder="The rulesref authors" -o locales/rulesref.pot .
	$(PYTHON) -m babel.messages.frontend -q update -D rulesref -i locales/rulesref.pot -d locales -l ja --no-fuzzy-matching --ignore-obsolete
	$(PYTHON) -c "import pathlib, build_hook; build_hook.compile_catalogues(pathlib.Path('locales'))"

schemas:  ## write data/schema from the code
	$(PYTHON) -m rulesref.reading.schemas data/schema

problems:  ## write the kept outputs of tests/problems
	$(PYTHON) -m tests.problems
