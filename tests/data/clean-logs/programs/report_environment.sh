#!/usr/bin/env bash
# Report PyTorch's environment on a machine without a GPU.
set -uxo pipefail
python -m torch.utils.collect_env
python -c 'import torch; print(torch.__config__.show(), torch.__config__.parallel_info())'
python -c 'import torch; print(torch.cuda.is_available(), torch.cuda.device_count(), torch.backends.mps.is_available(), torch.xpu.is_available(), torch.version.cuda)'
python -c 'import jax; jax.print_environment_info(); print(jax.devices())'
