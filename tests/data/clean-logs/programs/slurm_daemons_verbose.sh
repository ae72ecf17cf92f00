#!/usr/bin/env bash
# The logs of both daemons at a high level, of a cluster that runs a few jobs.
set -uo pipefail
. "$(dirname "$0")/start_cluster.sh" "Prolog=$PWD/prolog.sh
Epilog=$PWD/epilog.sh"
printf '#!/bin/sh\necho "GPU health check passed: 0 Xid errors, 0 ECC errors, 0 failed"\n' > prolog.sh
printf '#!/bin/sh\nexit 0\n' > epilog.sh
chmod +x prolog.sh epilog.sh
for job in 1 2 3; do sbatch --mem=100 --wrap "srun echo job $job: 0 errors" > /dev/null; done
srun --mem=100 --time=1 true
sleep 8
scontrol shutdown
sleep 2
for file in slurmctld.log slurmd.log slurm-*.out; do echo "== $file"; cat "$file"; done
