#!/usr/bin/env bash
# Steps beside each other in one allocation, with and without overlap, and what srun says when it is talkative.
set -uo pipefail
. "$(dirname "$0")/start_cluster.sh"
cat > multi.conf <<'END'
0 echo server on task %t: 0 errors
1 echo client on task %t: connection accepted after 0 retries
END
set -x
salloc --ntasks=2 --mem=400 bash -c '
  for fold in 0 1; do
    srun --exact --ntasks=1 --mem=100 --label bash -c "echo fold $fold done, exit code 0; sleep 2" &
  done
  wait
  srun --overlap --ntasks=2 --label --kill-on-bad-exit=1 --wait=60 hostname
  srun --multi-prog multi.conf
'
srun -vvv --ntasks=2 --mem=100 --time=5 bash -c 'echo "rank $SLURM_PROCID: no error, no timeout"'
srun --ntasks=1 --mem=100 --input=none --unbuffered bash -c 'exit 0'
srun --test-only --ntasks=2 --time=60 hostname
sbatch --wait --mem=100 --output=none.out --wrap 'sleep 1'; echo "exit code $?"
scontrol shutdown
