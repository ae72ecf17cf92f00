#!/usr/bin/env bash
# A job that is warned before its time limit, saves, asks for a requeue and ends well in its second start.
set -uo pipefail
. "$(dirname "$0")/start_cluster.sh" "RequeueExit=99"
cat > train.sbatch <<'JOB'
#!/bin/bash
#SBATCH --job-name=train --time=2 --signal=B:USR1@110 --requeue --open-mode=append --output=train.out
echo "start ${SLURM_RESTART_COUNT:-0} of job $SLURM_JOB_ID on $SLURM_JOB_NODELIST, time limit 2 minutes"
trap 'echo "SIGUSR1: 110 s before the time limit, checkpoint at step $step saved, requeue with exit code 99"; echo "$step" > step; exit 99' USR1
first=$(cat step 2>/dev/null || echo 0)
echo "resuming from step $first, 0 errors so far"
for step in $(seq "$first" 40); do
  echo "step $step loss=0.$((99 - step)) nan=0 oom=0 timeout=0"
  if [ -e step ] && [ "$step" -ge 30 ]; then break; fi
  sleep 1
done
echo "finished before the time limit; not preempted, not cancelled, no node failure"
JOB
set -x
sbatch train.sbatch
sleep 40
squeue --format="%i %T %L"
scontrol show job 1 | grep -E 'Restarts|TimeLimit'
scontrol update JobId=1 StartTime=now
sleep 20
cat train.out
scontrol show job 1 | grep -E 'JobState|ExitCode|Restarts'
scontrol shutdown
