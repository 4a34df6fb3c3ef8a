PYTHON ?= .venv/bin/python

.PHONY: help test check nightly cover types format locales schemas problems picture oldest
help:  ## this list
	@grep -E '^[a-z]+:.*##' Makefile | sed 's/:.*##/\t/'

test:  ## units, and laws on few examples: seconds, while working; the README's command has all that is not slow
	RULESREF_EXAMPLES=0.1 $(PYTHON) -m pytest -n auto -m "not slow" tests/unit tests/properties tests/test_operators.py rulesref

check: types cover  ## everything that CI checks, but for the wheel and other versions of Python
	$(PYTHON) -m rulesref check

nightly:  ## what takes too long for every change: floors of search, changed numbers and code, fuzzers, the wheel twice
	.ci/nightly

types:  ## format, lint, types, dead code
	$(PYTHON) -m ruff format --check .
	$(PYTHON) -m ruff check .
	$(PYTHON) -m mypy
	$(PYTHON) -m vulture

cover:  ## all tests but the nightly ones, with branch coverage
	PYTEST_PLUGINS=tests.covered RULESREF_EXAMPLES=0.3 $(PYTHON) -m pytest -n auto

format:  ## format and mend what can be mended
	$(PYTHON) -m ruff format .
	$(PYTHON) -m ruff check --fix .

# What stands behind “>=” of every extra, as “==”; markers stay.
OLDEST = import tomllib; p = tomllib.load(open("pyproject.toml", "rb"))["project"]; e = p["optional-dependencies"]; \
	print(*[r.replace(">=", "==") for r in p["dependencies"] + e["test"] + e["dask"]], sep="\n")

oldest:  ## the quick tests with the oldest libraries that pyproject.toml allows, in an environment of their own
	rm -rf .venv-oldest && $(PYTHON) -m venv .venv-oldest
	$(PYTHON) -c '$(OLDEST)' > .venv-oldest/oldest.txt
	.venv-oldest/bin/python -m pip install --quiet --disable-pip-version-check -r .venv-oldest/oldest.txt
	RULESREF_EXAMPLES=0.05 .venv-oldest/bin/python -m pytest -n auto -p no:cacheprovider -m "not slow" tests/unit tests/problems tests/cli/test_kept.py tests/test_api.py tests/test_archives.py

locales:  ## extract messages, bring the catalogues up to date, compile them
	$(PYTHON) -m babel.messages.frontend -q extract -F babel.cfg -k N_ -k _ -k say:2 --no-location --sort-output --project=rulesref --version=0.3 --copyright-holder="The rulesref authors" -o locales/rulesref.pot .
	$(PYTHON) -m babel.messages.frontend -q update -D rulesref -i locales/rulesref.pot -d locales -l ja --no-fuzzy-matching --ignore-obsolete
	sed -i '/^"POT-Creation-Date/d' locales/rulesref.pot locales/*/LC_MESSAGES/rulesref.po  # of two who add a sentence each, none is in the other's way
	$(PYTHON) -c "import pathlib; from rulesref.base.messages import compile_catalogues as c; c(pathlib.Path('locales'))"

schemas:  ## write data/schema from the code
	$(PYTHON) -m rulesref.reading.schemas data/schema

problems:  ## write the kept outputs of tests/problems
	$(PYTHON) -m tests.problems

picture:  ## draw docs/layers.svg from the imports
	$(PYTHON) -m tests.house.picture
