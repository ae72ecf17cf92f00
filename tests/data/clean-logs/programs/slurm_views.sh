#!/usr/bin/env bash
# What the commands show of a cluster where nothing is wrong.
set -uo pipefail
. "$(dirname "$0")/start_cluster.sh" "Licenses=matlab:4
KillWait=30
MessageTimeout=60
PreemptType=preempt/partition_prio
PreemptMode=REQUEUE
JobRequeue=1"
set -x
scontrol ping
scontrol show config | grep -vE '^(SLURM_VERSION|BOOT_TIME)'
scontrol show licenses
scontrol show partition
sinfo --list-reasons
sinfo --Node --long
sbatch --licenses=matlab:1 --mem=100 --array=0-5%2 --time=5 --wrap 'echo "task $SLURM_ARRAY_TASK_ID: 0 failures"'
sleep 15
squeue
scontrol show job 1
cat slurm-1_*.out
sdiag | head -n 60
scontrol show hostnames "nid[001-004,007]"
scontrol shutdown
