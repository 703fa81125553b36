# `make book` builds the site, `make test` runs all that CI runs; both set up what they need and are quick the second time.
PYTHON ?= python3
# Options for installing torch. PyPI's wheels for Linux bring CUDA (several GB); the README says how to avoid that.
TORCH ?=
# How many processes the tests use.
JOBS ?= 2

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/pip --disable-pip-version-check --quiet
# One thread a process: two notebooks side by side with two threads each run four times slower than with one each.
export OMP_NUM_THREADS := 1

.PHONY: help book test lab serve notebooks real new lint seeds saboteurs clean

help:
	@sed -n 's/^## //p' $(MAKEFILE_LIST)

$(VENV)/.python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=python3.11 …")'
	$(PYTHON) -m venv $(VENV)
	touch $@

$(VENV)/.base: $(VENV)/.python pyproject.toml constraints.txt
	$(PIP) install -c constraints.txt torch $(TORCH)
	$(PIP) install -c constraints.txt setuptools wheel
	touch $@

$(VENV)/.book: $(VENV)/.base
	$(PIP) install -c constraints.txt --no-build-isolation -e '.[book]'
	touch $@

$(VENV)/.test: $(VENV)/.book
	$(PIP) install -c constraints.txt --no-build-isolation -e '.[book,test]'
	touch $@

$(VENV)/.lab: $(VENV)/.book
	$(PIP) install -c constraints.txt --no-build-isolation -e '.[book,lab]'
	touch $@
