#!/usr/bin/env bash
# Looking for space, quotas, locks and open files where all is well.
set -uo pipefail
mkdir -p run cache
set -x
df --human-readable . /dev/shm
df --inodes .
quota --show-mntpoint 2>&1 || echo "no quotas here"
for step in 100 200 300; do head --bytes=2M /dev/urandom > "run/step-$step.pt.part" && mv "run/step-$step.pt.part" "run/step-$step.pt"; done
sync run/step-300.pt; ls -l --time-style=+ run
du --summarize --human-readable run
tar --create --file=run.tar run && tar --test-label --file=run.tar; tar --list --verbose --file=run.tar
flock --nonblock run/lock echo "lock acquired, no locks in the way"
timeout 5 stat --file-system --format='%T: %a free blocks' .
findmnt --target . --output FSTYPE,OPTIONS
find run -name '*.part' -print | wc -l
cmp run/step-100.pt run/step-100.pt && echo "no difference"
rsync --archive --stats run/ cache/
rm --recursive --verbose run.tar cache
ulimit -a
