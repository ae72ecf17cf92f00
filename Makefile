# Every command sets up what it needs. The environment lives in .venv, with the versions of
# requirements/dev.txt.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
# What bundles and checks the scripts of the site. Node.js is the machine's, or comes as a wheel.
MODULES := node_modules/.package-lock.json
WITH_NODE := PATH="$(CURDIR)/$(BIN):$$PATH"
SCRIPTS := browser tests/browser eslint.config.js
SCRIPT_TESTS = $(shell find tests/browser -name '*.test.js')
# The software in which errors are reproduced has an environment of its own.
HEAVY := .venv-reproduce
HEAVY_READY := $(HEAVY)/.ready
LOCKED := --quiet --disable-pip-version-check --no-deps --require-hashes
TORCH_INDEX := https://download.pytorch.org/whl/cpu
PROGRAMS := git rsync gcc g++ strace openssl lmod slurm-wlm munge openssh-server
# PyTorch/XLA works with one version of PyTorch only, which is another one.
XLA := .venv-reproduce-xla
# For reproduce-gpu: an interpreter whose PyTorch is built for the GPU at hand.
GPU_PYTHON ?= python3
RECORD ?= missing
BUILD := .build
export NO_MKDOCS_2_WARNING := 1

.PHONY: help serve site bundle pyz check entry schema reference script-data test fuzz reproduce reproduce-changed reproduce-xla reproduce-gpu lint format lock bench clean

help: ## Show this list
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 15

serve: $(READY) $(MODULES) ## Build the site and serve it on http://127.0.0.1:8000, and rebuild it after each change
	$(BIN)/mkdocs serve

# Built in another folder and moved when complete. Not with --quiet, under which --strict counts no warnings.
site: $(READY) $(MODULES) ## Build the site into site/
	rm -rf $(BUILD)/site
	$(BIN)/mkdocs build --site-dir $(BUILD)/site
	rm -rf site && mv $(BUILD)/site site

check: $(READY) ## Print every problem of every entry and table of codes
	$(BIN)/trainwreck check
	$(BIN)/trainwreck schema --check --output errors/schema.json
	$(BIN)/trainwreck schema --codes --check --output codes/schema.json

bundle: $(READY) $(MODULES) ## Write dist/trainwreck-site.zip, the site for machines without a network
	$(BIN)/python -m macros.commands.bundle dist/trainwreck-site.zip

pyz: $(READY) ## Write dist/trainwreck.pyz, one file that runs with any Python from 3.11 on
	$(BIN)/python -m macros.commands.single_file dist/trainwreck.pyz

schema: $(READY) ## Write errors/schema.json and codes/schema.json anew
	$(BIN)/trainwreck schema --output errors/schema.json
	$(BIN)/trainwreck schema --codes --output codes/schema.json

reference: $(READY) ## Regenerate docs/command-line.md from the help of the commands
	$(BIN)/python -m macros.commands.reference docs/command-line.md

# What the scripts share with the package, for their linter, type checker and tests.
script-data: $(READY) $(MODULES)
	@$(BIN)/python -m macros.scripts.shared_data .build/browser
	@$(WITH_NODE) node browser/build/validator.js .build/browser

test: script-data ## Run all tests; installs Chromium where there is no browser
	@# Without a user interface, Chromium opens a page in a third of the time.
	@tools/find-browser >/dev/null || tools/install-debian-package chromium-headless-shell
	@# The Node.js in Playwright's wheel needs a library that a minimal Debian lacks.
	@$(BIN)/playwright --version >/dev/null 2>&1 || tools/install-debian-package libatomic1
	$(WITH_NODE) node --disable-warning=ExperimentalWarning --test $(SCRIPT_TESTS)
	TRAINWRECK_BROWSER="$$(tools/find-browser)" $(BIN)/pytest

SEED ?= 1
SECONDS ?= 60
fuzz: script-data ## Try mutated entries, logs and arguments: make fuzz SEED=7 SECONDS=600
	$(WITH_NODE) $(BIN)/python -m tests.fuzz --seed $(SEED) --seconds $(SECONDS)

# With the environment of "make reproduce" if there is one; else with this one, which has no PyTorch.
entry: $(READY) ## Check, test and reproduce one entry: make entry ID=nan-loss
	$(BIN)/trainwreck check errors/*/$(ID).yml
	$(BIN)/pytest --quiet --numprocesses=0 errors/*/$(ID).yml
	$(BIN)/trainwreck reproduce $(ID) $(if $(wildcard $(HEAVY_READY)),--python $(HEAVY)/bin/python)

# Records only what has no record yet, or a pull request would rewrite the ledger: RECORD=all renews it.
reproduce: $(READY) $(HEAVY_READY) ## Raise every error that needs no accelerator, and run the heavy snippets
	@tools/install-debian-package --missing $(PROGRAMS)
	$(BIN)/trainwreck reproduce --python $(HEAVY)/bin/python --strict --record=$(RECORD) --jobs 3
	$(BIN)/pytest --quiet --heavy-python $(HEAVY)/bin/python errors docs

# What a pull request changed; the workflow "Reproductions" runs all of them once a week.
reproduce-changed: $(READY) $(HEAVY_READY) ## Raise the errors whose reproduction has no record yet, and run the heavy snippets
	@tools/install-debian-package --missing $(PROGRAMS)
	$(BIN)/trainwreck reproduce --python $(HEAVY)/bin/python --strict --unrecorded --record=missing --jobs 3
	$(BIN)/pytest --quiet --heavy-python $(HEAVY)/bin/python errors docs

reproduce-xla: $(READY) $(XLA)/.ready ## Raise the error that needs PyTorch/XLA (downloads gigabytes)
	$(BIN)/trainwreck reproduce xla-cpu-fallback --python $(XLA)/bin/python --record

reproduce-gpu: $(READY) ## Raise the errors that need a GPU, with the PyTorch of GPU_PYTHON
	$(BIN)/trainwreck reproduce --gpu --python "$$(command -v $(GPU_PYTHON))" --record

lint: script-data ## Check style and types
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(WITH_NODE) node_modules/.bin/eslint $(SCRIPTS)
	$(WITH_NODE) node_modules/.bin/tsc

format: $(READY) $(MODULES) ## Format the Python code, and fix what the linters can
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	$(WITH_NODE) node_modules/.bin/eslint --fix $(SCRIPTS)

bench: $(READY) $(MODULES) ## Measure how check, start and build scale with the catalog, and how fast logs are read
	@command -v rg >/dev/null || tools/install-debian-package ripgrep
	$(BIN)/python -m benchmarks.check
	$(BIN)/python -m benchmarks.startup
	$(BIN)/python -m benchmarks.build
	$(BIN)/python -m benchmarks.scan
	$(BIN)/python -m benchmarks.scan --start

lock: $(READY) $(MODULES) ## Update the lock files to the latest versions
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11.0 --generate-hashes --upgrade \
		--extra dev --extra site --extra mcp --extra survey --no-emit-find-links --no-emit-index-url \
		--output-file requirements/dev.txt pyproject.toml
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11.0 --generate-hashes --upgrade \
		--no-emit-find-links --no-emit-index-url --override requirements/reproduce-overrides.in \
		--output-file requirements/reproduce.txt requirements/reproduce.in
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11.0 --generate-hashes --upgrade \
		--no-emit-find-links --no-emit-index-url \
		--output-file requirements/node.txt requirements/node.in
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11.0 --generate-hashes --upgrade \
		--no-emit-find-links --no-emit-index-url \
		--output-file requirements/xla.txt requirements/xla.in
	$(WITH_NODE) npm update --package-lock-only --no-audit --no-fund

clean: ## Delete everything the other targets made
	rm -rf $(VENV) $(HEAVY) $(XLA) $(BUILD) node_modules site dist .pytest_cache .mypy_cache .ruff_cache .hypothesis

$(READY): requirements/dev.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "trainwreck needs Python 3.11 or newer; name one: make PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || tools/install-debian-package python3-venv
	$(PYTHON) -m venv --clear $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes --requirement requirements/dev.txt
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

$(MODULES): package-lock.json package.json .npmrc | $(READY)
	@$(WITH_NODE) tools/has-node || \
		$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes --requirement requirements/node.txt
	@# Its Node.js needs a library that a minimal Debian lacks.
	@$(WITH_NODE) tools/has-node || tools/install-debian-package libatomic1
	$(WITH_NODE) npm ci --ignore-scripts --no-audit --no-fund --silent
	@touch $@

# Not the build of PyTorch on PyPI, which brings gigabytes of libraries for GPUs and has none of these hashes.
$(HEAVY_READY): requirements/reproduce.txt requirements/torch.txt requirements/deepspeed.txt | $(READY)
	$(PYTHON) -m venv --clear $(HEAVY)
	$(HEAVY)/bin/pip install $(LOCKED) --requirement requirements/reproduce.txt
	$(HEAVY)/bin/pip install $(LOCKED) --extra-index-url $(TORCH_INDEX) --requirement requirements/torch.txt
	DS_BUILD_OPS=0 $(HEAVY)/bin/pip install $(LOCKED) --no-build-isolation --requirement requirements/deepspeed.txt
	@touch $@

$(XLA)/.ready: requirements/xla.txt
	$(PYTHON) -m venv --clear $(XLA)
	$(XLA)/bin/pip install $(LOCKED) --requirement requirements/xla.txt
	@touch $@
