#!/usr/bin/env bash
# What a careful job script prints before it trains: environment, limits, machine, versions.
set -uo pipefail
export CUDA_VISIBLE_DEVICES='' NCCL_DEBUG=INFO NCCL_IB_TIMEOUT=22 NCCL_ASYNC_ERROR_HANDLING=1 \
  TORCH_NCCL_BLOCKING_WAIT=0 TORCH_NCCL_HEARTBEAT_TIMEOUT_SEC=1800 OMP_NUM_THREADS=2 \
  PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True SLURM_JOB_ID=4711 SLURM_JOB_NAME=no-errors \
  MASTER_ADDR=node01 MASTER_PORT=29500 HYDRA_FULL_ERROR=1 PYTHONFAULTHANDLER=1 \
  GDAL_HTTP_MAX_RETRY=4 HF_HUB_DOWNLOAD_TIMEOUT=60 ON_OOM=checkpoint NAN_POLICY=raise
echo "== environment"; env | sort
echo "== limits"; ulimit -a
echo "== memory"; free --mebi; grep -E 'Mem|Swap|Huge|Commit|Corrupted' /proc/meminfo
echo "== shared memory"; df --human-readable /dev/shm; ipcs -l
echo "== processors"; nproc; uptime
echo "== versions"; python --version; gcc --version | head -n 1; ldd --version | head -n 1
python -m torch.utils.collect_env
python -c 'import torch; print(torch.__config__.show())'
python -X faulthandler -W always -c 'import torch; print("CUDA:", torch.cuda.is_available())'
command -v nvidia-smi > /dev/null || echo "no nvidia-smi on this CPU node, as configured"
echo "== end, 0 problems found"
