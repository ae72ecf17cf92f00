#!/usr/bin/env bash
# Make an environment, build a package with C code from source, install, check, upgrade, freeze.
set -euxo pipefail
python3 -m venv fresh
export PIP_NO_CACHE_DIR=1
fresh/bin/pip --version
fresh/bin/pip install --upgrade pip
fresh/bin/pip install --verbose --no-binary markupsafe 'markupsafe<3' exceptiongroup retrying timeout-decorator
fresh/bin/pip install 'numpy<2.3' 'pandas<2.4' errorhandler
fresh/bin/pip install --upgrade --upgrade-strategy eager numpy pandas
fresh/bin/pip check
fresh/bin/pip list
fresh/bin/pip freeze
fresh/bin/pip show --verbose retrying
fresh/bin/python -X importtime -c 'import retrying' 2>&1 | tail -n 40
fresh/bin/pip uninstall --yes errorhandler
