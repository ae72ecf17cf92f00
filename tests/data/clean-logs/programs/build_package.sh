#!/usr/bin/env bash
# Build and install a package with a C++ operator the way projects do, with PyTorch of the environment.
set -euxo pipefail
mkdir -p package && cd package
cat > setup.py <<'PYTHON'
from setuptools import setup
from torch.utils.cpp_extension import BuildExtension, CppExtension

setup(
    name="error-ops",
    version="0.1",
    ext_modules=[CppExtension("error_ops", ["error_ops.cpp"], extra_compile_args=["-O1", "-Wall"])],
    cmdclass={"build_ext": BuildExtension},
)
PYTHON
cat > error_ops.cpp <<'CPP'
#include <torch/extension.h>
torch::Tensor clip_error(torch::Tensor error, double limit) { return error.clamp(-limit, limit); }
PYBIND11_MODULE(TORCH_EXTENSION_NAME, module) { module.def("clip_error", &clip_error); }
CPP
MAX_JOBS=1 python -m pip install -v --no-build-isolation --no-deps --no-index --target ../installed .
PYTHONPATH=../installed python -c 'import torch, error_ops; print(error_ops.clip_error(torch.tensor([-3.0, 0.5]), 1.0))'
MAX_JOBS=1 python -m pip wheel --no-build-isolation --no-deps --no-index .
