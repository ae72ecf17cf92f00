#!/usr/bin/env bash
# Two agents of torchrun, as on two nodes, that meet over the c10d rendezvous; the second comes later.
set -uo pipefail
export LOGLEVEL=INFO TORCH_CPP_LOG_LEVEL=INFO OMP_NUM_THREADS=1
agent() {
  torchrun --nnodes 2 --nproc-per-node 2 --rdzv-backend c10d --rdzv-endpoint 127.0.0.1:29533 \
    --rdzv-id 815 --rdzv-conf join_timeout=120 --local-addr 127.0.0.1 programs/train_checkpointed.py
}
agent &
sleep 5
agent
wait
