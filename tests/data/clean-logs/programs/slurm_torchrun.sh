#!/usr/bin/env bash
# torchrun started by srun, one agent, two ranks over gloo, with a rendezvous and restarts allowed.
set -uo pipefail
. "$(dirname "$0")/start_cluster.sh"
cat > ranks.py <<'END'
import datetime
import os

import torch
import torch.distributed as dist

dist.init_process_group("gloo", timeout=datetime.timedelta(seconds=60))
for step in range(3):
    grad = torch.full((4,), float(dist.get_rank() + step))
    dist.all_reduce(grad)
    print(f"rank {dist.get_rank()} restart {os.environ['TORCHELASTIC_RESTART_COUNT']} step {step} sum {grad[0]:.0f}")
dist.barrier()
dist.destroy_process_group()
END
cat > train.sbatch <<'JOB'
#!/bin/bash
#SBATCH --ntasks=1 --cpus-per-task=2 --mem=4000 --time=10 --output=train.out
export OMP_NUM_THREADS=1 LOGLEVEL=INFO TORCH_CPP_LOG_LEVEL=INFO TORCH_DISTRIBUTED_DEBUG=DETAIL
head=$(scontrol show hostnames "$SLURM_JOB_NODELIST" | head -n 1)
srun --kill-on-bad-exit=1 --wait=120 --signal=USR1@60 torchrun --nnodes=1 --nproc-per-node=2 --max-restarts=2 \
  --rdzv-backend=c10d --rdzv-endpoint="$head:29512" --rdzv-id="$SLURM_JOB_ID" --tee=3 --log-dir=logs ranks.py
echo "exit code $?: no rank failed, none was killed"
JOB
sbatch --wait train.sbatch
cat train.out
scontrol show job 1 | grep -E 'JobState|ExitCode'
scontrol shutdown
