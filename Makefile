# Two commands do everything on a fresh clone: `make kit` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: kit test lowest dist site notes bench strength faults fuzz fuzz-guided mutants clean
kit: $(VENV)/installed
	$(BIN)/venice-pnp build

test: $(VENV)/tested
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pytest -n auto

# The suite with the lowest versions that pyproject.toml allows, in an environment of its own.
lowest:
	$(PYTHON) -m venv $(VENV)-lowest
	$(VENV)-lowest/bin/python -m pip install --quiet --disable-pip-version-check uv
	$(VENV)-lowest/bin/uv pip install --quiet --python $(VENV)-lowest/bin/python --resolution lowest-direct -e '.[test]'
	$(VENV)-lowest/bin/pytest -n auto

# The wheel, and one file with everything in it, for this system and this version of Python.
dist: $(VENV)/installed
	rm -rf dist
	$(BIN)/python -m pip install --quiet --disable-pip-version-check shiv
	$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir dist .
	$(BIN)/shiv --quiet --compressed --reproducible --python '/usr/bin/env python3' --preamble docs/single_file.py --console-script venice-pnp --output-file dist/venice-pnp.pyz dist/*.whl

# The site; where it will be, so that the codes of its booklets lead there: `make site SITE=https://example.org/venice`.
SITE ?=
site: $(VENV)/installed
	$(BIN)/venice-pnp site --out site $(if $(SITE),--address $(SITE))

# What the changelog says of a version: `make notes VERSION=0.1.0`.
notes:
	@$(PYTHON) docs/notes.py $(VERSION)

bench: $(VENV)/installed
	$(BIN)/python bench/bench.py

# Does each level of the bots beat the next lower one? Many games; what was played is kept in output/.
strength: $(VENV)/installed
	$(BIN)/python bench/strength.py

faults: $(VENV)/installed
	$(BIN)/python bench/faults.py

fuzz: $(VENV)/tested
	$(BIN)/python bench/fuzz.py

# Inputs that grow towards code that none has reached yet; atheris has no wheels for every system and Python.
fuzz-guided: $(VENV)/tested
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[guided]'
	for reader in yaml template symbol move journal; do $(BIN)/python bench/guided.py $$reader || exit 1; done

# Are the tests about the rules? Changes them, one thing at a time; the suite must notice nine in ten.
mutants: $(VENV)/tested
	$(BIN)/python bench/mutants.py

clean:
	rm -rf $(VENV) $(VENV)-lowest dist site output/*/

$(VENV)/installed: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	$(BIN)/python -m compileall -q venice_pnp
	touch $@

$(VENV)/tested: $(VENV)/installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[test]'
	touch $@
