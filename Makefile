# Everything here happens in .venv, which the first call makes: `make run` plays, `make test` checks.
PYTHON ?= python3
BIN := .venv/bin
# Each process has tests that lie side by side, which share what is costly, and takes some of another's at the end.
PYTEST := $(BIN)/python -m pytest -n auto --dist worksteal
# The catalogues are compiled by the installation: docs/decisions/070.
SET_UP := pyproject.toml packaging/set_up.py packaging/build_hook.py mile_bones/desktop/display.py
SET_UP += packaging/addresses.py packaging/release.toml packaging/versions.py packaging/versions.txt
SET_UP += $(wildcard resources/translations/*.po)

.PHONY: run check test proof long test-lab lint bench pictures film icons sounds messages clean

run: .venv/ready-to-play
	$(BIN)/mile-bones

# What needs no window, for every few lines that are written. In one process: each more would collect all tests again.
check: .venv/ready-to-work
	$(BIN)/python -m pytest --make check

test: .venv/ready-to-work
	$(PYTEST) --make test

# What test leaves out: every language, size and theme, and some kills, monkeys and faults of a disk.
proof: .venv/ready-to-work
	$(PYTEST) --make proof

# What proof leaves out: all kills, monkeys and faults of a disk, thousands of hands, and more examples of Hypothesis.
long: .venv/ready-to-work
	$(PYTEST) --make long

# With the extras of the lab: training, the batched engine as machine code, and a cluster of Ray on this machine. The
# first time, compiling takes minutes. In two runs: Ray changes what warnings and threads there are.
test-lab: .venv/ready-to-work
	$(BIN)/python -m pip install --quiet -e '.[lab,rl,ray]'
	$(BIN)/python -m pytest tests/lab/batch tests/lab/training
	$(BIN)/python -m pytest tests/lab/ray

# With the newest and the oldest versions that pyproject.toml admits, each in an environment of its own. A warning of a
# library fails `make test` alone; here it is printed.
.PHONY: test-newest test-oldest versions
TRY_VERSIONS = bin/python -m pytest -n auto --dist worksteal -W default --make test
test-newest:
	$(PYTHON) packaging/set_up.py --work --versions newest --venv build/newest
	build/newest/$(TRY_VERSIONS)

test-oldest:
	$(PYTHON) packaging/set_up.py --work --versions oldest --venv build/oldest
	build/oldest/$(TRY_VERSIONS)

# README's commands in bare Debians 12, 13 and sid; it makes chroots, so it wants root.
.PHONY: test-systems
test-systems:
	$(PYTHON) packaging/dist/try_systems.py

# packaging/versions.txt anew, from the newest versions. Then try them: make test proof lint.
versions:
	$(PYTHON) packaging/versions.py

lint: .venv/ready-to-work
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/python packaging/messages.py --check
	$(BIN)/python tests/tools/plain_english.py
	desktop-file-validate packaging/org.milebones.MileBones.desktop

# Ratios and times on this machine: start, memory, frames, hands a second.
bench: .venv/ready-to-work
	set -e; for bench in tests/tools/bench/bench_*.py; do $(BIN)/python $$bench; done

# The real window under Xvfb, in a dozen scenes, as PNG files in build/pictures.
pictures: .venv/ready-to-work
	$(BIN)/python tests/tools/pictures

# Ten seconds of play for the README, as docs/play.webp. It is filmed in real time: leave the machine alone.
film: .venv/ready-to-work
	$(BIN)/python tests/tools/pictures/film.py

icons: .venv/ready-to-play
	$(BIN)/python packaging/make_icons.py

sounds: .venv/ready-to-work
	$(BIN)/python packaging/make_sounds.py

# The texts of the program into the template and the catalogues of all languages, and those made ready to be seen.
messages: .venv/ready-to-work
	$(BIN)/python packaging/messages.py
	$(BIN)/python packaging/help_pages.py
	@touch .venv/ready-to-work .venv/ready-to-play

# Those that the metainfo names, into build/release-pictures.
.PHONY: release-pictures
release-pictures: .venv/ready-to-work
	$(BIN)/python packaging/release_pictures.py

# Packages, into dist: docs/releasing.md. All at once are those that Linux builds without root.
.PHONY: dist
dist: dist-wheel dist-bundle dist-appimage dist-bundle-deb

.PHONY: dist-wheel
dist-wheel:
	$(PYTHON) packaging/dist/wheel.py

# For Debian 13, from Debian's Qt; it makes chroots, so it wants root.
.PHONY: dist-debian
dist-debian:
	$(PYTHON) packaging/dist/debian.py

# Folders with a Python and Qt of their own, and what is made of them: docs/decisions/079.
.PHONY: dist-bundle dist-appimage dist-bundle-deb
dist-bundle: check-bundle .venv/ready-to-work
	$(PYTHON) packaging/dist/bundle.py
	$(BIN)/python packaging/dist/smoke.py build/bundle/mile-bones

dist-appimage: check-appimage dist-bundle
	$(PYTHON) packaging/dist/appimage.py

dist-bundle-deb: check-bundle-deb dist-bundle
	$(PYTHON) packaging/dist/bundle_deb.py

# What is missing on this machine is said before anything is set up.
.PHONY: check-bundle check-appimage check-bundle-deb
check-bundle:
	$(PYTHON) packaging/dist/bundle.py --check

check-appimage:
	$(PYTHON) packaging/dist/appimage.py --check

check-bundle-deb:
	$(PYTHON) packaging/dist/bundle_deb.py --check

# AppImage and .deb, in Debian 12 and 13 that have no Python; it makes chroots, so it wants root.
.PHONY: dist-bundle-try
dist-bundle-try: .venv/ready-to-work
	$(PYTHON) packaging/dist/try_bundles.py

# Needs flatpak-builder and the runtime that packaging/flatpak names; with WITH=--debian one made of Debian's packages.
.PHONY: dist-flatpak
dist-flatpak: .venv/ready-to-play
	$(PYTHON) packaging/dist/flatpak.py $(WITH)

clean:
	rm -rf .venv build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find mile_bones tests packaging -name __pycache__ -type d -prune -exec rm -rf {} +

# The stamps say what .venv is ready for; a change of what is installed makes them old.
.venv/ready-to-play: $(SET_UP)
	$(PYTHON) packaging/set_up.py
	@touch $@

.venv/ready-to-work: $(SET_UP)
	$(PYTHON) packaging/set_up.py --work
	@touch $@ .venv/ready-to-play
