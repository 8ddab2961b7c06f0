# Two commands do most of it: `make` builds everything, `make test` tests the mill. `make help` lists the rest.
#
# Everything runs in .venv, made here from requirements.lock. The build itself is plain Snakemake (see Snakefile);
# what stands around it here keeps two builds apart and puts right what a killed one left.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.ONESHELL:
.NOTPARALLEL:
.DEFAULT_GOAL := all
.PHONY: all build check check-all clean docs environment format griddles-candidates help lock requirements sheets system test
MAKEFLAGS += --no-builtin-rules --no-print-directory

# The Python of .venv where there is one, or else the machine's.
ifndef PYTHON
PYTHON := $(shell .venv/bin/python -c '' 2>/dev/null && echo .venv/bin/python || command -v python3 || echo python3)
endif
CORES ?= $(shell nproc)
UV ?= uv
ART_DIR ?=
CHANGE ?=
REPIN ?=
TARGET :=
export ART_DIR CHANGE REPIN
export PATH := $(CURDIR)/.venv/bin:$(PATH)
export PYTHONUTF8 := 1
# A clone stands alone, and packages are compiled once, when they are first imported.
unexport PYTHONPATH PYTHONHOME PYTHONDONTWRITEBYTECODE

# One build at a time in a folder. Descriptor 9 holds the lock; it passes to Snakemake, not to its jobs, and the
# lock ends with the last process that has it, however that ends.
define LOCK
mkdir -p build
exec 9>>build/.lock
refuse() {
	echo "Another build is running in this folder (process $$1): wait for its end, or stop it with \`kill $$1\`." >&2
	exit 1
}
flock --nonblock 9 || refuse "$$(<build/.lock)"
echo $$BASHPID >build/.lock
# Snakemake that was started by hand holds no such lock, and its own doesn't tell a running build from a dead one.
for process in /proc/[0-9]*; do
	if [ "$$process/cwd" -ef . ] && grep -qszxE '(.*/)?snakemake' "$$process/cmdline"; then
		refuse "$${process#/proc/}"
	fi
done
endef

all: build ## Build everything, then say what there is (the default)
	@python -m lowpoly summary
	python -m griddles summary
	python -m numberlink summary

build: ## Build everything
sheets: ## Build the sheets that reviewers open
sheets: TARGET := sheets
griddles-candidates: ## Make candidates of the icons in sources/griddles/icons.yaml, and the sheet to choose from
griddles-candidates: TARGET := griddles_candidates
build sheets griddles-candidates: environment
	@$(LOCK)
	# The jobs of a killed Snakemake go on to their end, and would write into the next build.
	mark="PICTUREMILL_BUILD=$$(pwd -P)"
	at_work() { grep -lszxF "$$mark" /proc/[0-9]*/environ | tr -dc '0-9\n' || true; }
	if [ -n "$$(at_work)" ]; then
		echo "Waiting for jobs that a killed build left at work here: process" $$(at_work)
		while [ -n "$$(at_work)" ]; do sleep 0.5; done
	fi
	export "$$mark"
	python -m picturekit fetch --retry-absent $${ART_DIR:+--art-dir "$$ART_DIR"}
	if compgen -G '.snakemake/locks/*' >/dev/null; then
		echo "Unlocking this folder, which a killed build left locked"
		python -m snakemake --unlock --quiet all --cores 1
	fi
	# Taking the shell's place, Snakemake is make's own child, and ends when make is killed.
	exec setpriv --pdeathsig KILL \
		python -m snakemake $(TARGET) --cores "$(CORES)" $${ART_DIR:+--config "art_dir=$$ART_DIR"}

test: environment ## Lint, type-check and test, all but the slow tests
	@step() { printf '\n== %s\n' "$$*"; "$$@"; }
	step ruff check .
	step ruff format --check .
	step snakefmt --check Snakefile workflow
	step mypy
	step python -m pytest -m "not slow"
	echo "Left out: the slow tests, which \`make check-all\` runs."

check: all ## Build, then compare with sources/fingerprints.lock (STRICT=1: renderer drift fails too)
	@python -m picturekit check $(if $(filter-out 0,$(STRICT)),--strict)

check-all: check ## The same, and the slow tests
	@python -m pytest -m slow

lock: build ## Pin new pixels and rewrite the lock (REPIN=Fox: take new pixels; CHANGE=Fox,Owl: may move)
	@python -m lowpoly pin --repin "$$REPIN"
	make build
	python -m picturekit lock --change "$$CHANGE,$$REPIN"

docs: build ## Build, then make the generated parts of the docs anew
	@python docs/make.py

format: environment ## Put the code into its format
	@ruff check --fix .
	ruff format .
	snakefmt Snakefile workflow

requirements: ## Pin requirements.lock to pyproject.toml (UPGRADE=1: to the newest versions)
	@if ! command -v "$(UV)" >/dev/null; then
		echo "uv is not here to pin with: install it (pip install uv), or name it with UV=." >&2
		exit 1
	fi
	"$(UV)" pip compile pyproject.toml --extra build --extra dev --output-file requirements.lock --quiet \
		--universal --python-version 3.11 --fork-strategy fewest --generate-hashes \
		--custom-compile-command "make requirements" $(if $(UPGRADE),--upgrade)

clean: ## Remove what was built, downloaded art and caches; sources and .venv stay
	@$(LOCK)
	mkdir -p sheets
	find build/ sheets/ -mindepth 1 -maxdepth 1 ! -name .gitignore ! -name .lock -exec rm -rf {} +
	rm -rf .snakemake .cache .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find src tests -name __pycache__ -prune -exec rm -rf {} +

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-21s%s\n", $$1, $$2 }' Makefile
	echo
	printf '%-26s%s\n' \
		CORES=1 "build with so many processor cores (all of them)" \
		ART_DIR=FOLDER "take the art from there, as tarballs or unpacked sets" \
		PYTHON=python3.12 "make .venv with that Python"

# Without Python there is no build; without the art or what draws it, there is.
system: ## Say what this machine lacks, how to install it, and what goes on without it
	@look() {
		lacking=() install=() fatal=
		if ! version="$$("$(PYTHON)" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null)"; then
			fatal=1 install+=(python3 python3-venv)
			lacking+=("$(PYTHON) can't be run: the mill needs Python 3.11, 3.12 or 3.13.")
		elif [[ ! $$version =~ ^3\.1[123]$$ ]]; then
			fatal=1 install+=(python3.11 python3.11-venv)
			lacking+=("$(PYTHON) is Python $$version, but the mill needs 3.11, 3.12 or 3.13.")
			lacking+=("Where one of those is here too, name it: make PYTHON=python3.11.")
		else
			if ! "$(PYTHON)" -c 'import ensurepip, venv' 2>/dev/null; then
				fatal=1 install+=("python$$version-venv")
				lacking+=("$(PYTHON) can't make an environment: its venv module is not here.")
			fi
			if ! "$(PYTHON)" -c 'import ctypes; ctypes.CDLL("libcairo.so.2")' 2>/dev/null; then
				install+=(libcairo2)
				lacking+=("libcairo2 is not here: pictures are made from their pinned pixels, and none is checked.")
			fi
		fi
		if ! command -v flock >/dev/null || ! command -v setpriv >/dev/null; then
			fatal=1 install+=(util-linux)
			lacking+=("flock and setpriv are not here, which keep two builds in one folder apart.")
		fi
		if [ -z "$$ART_DIR" ] && ! command -v npm >/dev/null; then
			install+=(npm)
			lacking+=("npm is not here: art that was not fetched before stays away, and its pinned pixels unchecked.")
		fi
	}
	look
	if [ "$${#install[@]}" != 0 ] && [ "$${CI-}" = true ] && [ "$$(id -u)" = 0 ]; then
		export DEBIAN_FRONTEND=noninteractive
		apt-get update </dev/null && apt-get install --yes --no-install-recommends "$${install[@]}" </dev/null ||
			echo "apt-get could not install $${install[*]}." >&2
		look
	fi
	if [ "$${#install[@]}" != 0 ]; then
		printf '%s\n' "$${lacking[@]}" "On Debian and Ubuntu: sudo apt-get install $${install[*]}" >&2
	fi
	if [ -n "$$fatal" ]; then exit 1; fi
	$(if $(filter system,$(MAKECMDGOALS)),[ "$${#install[@]}" != 0 ] || echo "Nothing is lacking.")

# .venv remembers what it was made of, last of all, so that one that was not finished is made again.
environment: system ## Set up .venv, and no more
	@packages="$$(pwd -P; "$(PYTHON)" -V; sha256sum <requirements.lock)"
	project="$$(sha256sum <pyproject.toml)"
	has() { [ -x .venv/bin/python ] && [ "$$(cat ".venv/$$1.made" 2>/dev/null)" = "$$2" ]; }
	if has packages "$$packages" && has project "$$project"; then exit; fi
	$(LOCK)
	pip() {
		.venv/bin/python -m pip --disable-pip-version-check install \
			--no-deps --no-compile --no-build-isolation "$$@"
	}
	if ! has packages "$$packages"; then
		echo "Making .venv and installing requirements.lock into it: a minute or two"
		"$(PYTHON)" -m venv --clear .venv
		# First what installs the rest: a pip that is quick, and the setuptools that builds what comes as source.
		sed -nE '/^(pip|setuptools)==/,/# via/p' requirements.lock >.venv/first.lock
		pip --require-hashes --requirement .venv/first.lock
		pip --require-hashes --requirement requirements.lock
		# Only what is used is compiled, a third of it; most of that now, so that no two jobs do the same.
		.venv/bin/python -c 'import hypothesis, jinja2, jsonschema, numba, PIL.Image, pytest, snakemake.cli, yaml'
		echo "$$packages" >.venv/packages.made
	fi
	pip --quiet --editable .
	echo "$$project" >.venv/project.made
