#!/usr/bin/env bash
# Start a one-node cluster, run jobs on it that all succeed, show what Slurm says of them.
set -uo pipefail
programs=$(cd "$(dirname "$0")" && pwd)
mkdir -p slurm/state slurm/spool
export SLURM_CONF=$programs/slurm.conf
munged --force --socket="$PWD/slurm/munge.socket" --pid-file="$PWD/slurm/munge.pid" \
  --log-file="$PWD/slurm/munge.log" --seed-file="$PWD/slurm/munge.seed"
slurmctld
slurmd -N node01
sleep 6
cat > train.sbatch <<'JOB'
#!/bin/bash
#SBATCH --job-name=train --time=00:10:00 --mem=2000 --ntasks=2 --signal=B:USR1@60 --requeue
#SBATCH --output=slurm-%j.out --error=slurm-%j.out --open-mode=append
echo "job $SLURM_JOB_ID on $SLURM_JOB_NODELIST, restart count ${SLURM_RESTART_COUNT:-0}"
ulimit -a
srun --label --kill-on-bad-exit=1 bash -c \
  'for s in 1 2 3; do echo "rank $SLURM_PROCID step $s loss=0.0$s nan=0 errors=0"; sleep 1; done'
srun --label --ntasks=1 --verbose hostname
echo "exit code $?; no time limit reached, not cancelled, no OOM kill"
JOB
set -x
sinfo --long --Node
first=$(sbatch --parsable train.sbatch)
sbatch --dependency="afterok:$first" --job-name=evaluate --wrap 'echo evaluated, val_error=0.02'
# shellcheck disable=SC2016  # the job expands them
sbatch --array=0-3%2 --wrap 'echo task $SLURM_ARRAY_TASK_ID of $SLURM_ARRAY_TASK_COUNT: 0 failed'
squeue --long
sleep 3
scontrol show job "$first"
sstat --jobs="$first" --allsteps --format=JobID,MaxRSS,AveCPU
sleep 24
squeue --long
scontrol show job "$first"
scontrol show node node01
scontrol show partition
srun --time=1 --mem=100 bash -c 'env | grep -E "^(SLURM|OMP|CUDA)" | sort'
sdiag | head -n 40
cat slurm/completed.txt
for out in slurm-*.out; do echo "== $out"; cat "$out"; done
scontrol shutdown
sleep 2
munged --stop --socket="$PWD/slurm/munge.socket" --pid-file="$PWD/slurm/munge.pid"
