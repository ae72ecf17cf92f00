#!/usr/bin/env bash
# Track weights with Git LFS, push them to a bare repository, clone them back.
set -euxo pipefail
git lfs install
git init --bare --initial-branch=main weights.git
git clone weights.git weights
cd weights
git config user.name Ada
git config user.email ada@example.org
git lfs track '*.bin' '*.pt'
for number in 1 2 3 4; do head -c 500000 /dev/urandom > "model-$number.bin"; done
head -c 90000 /dev/urandom > optimizer.pt
git add .
git commit -m "Add weights of the run without errors"
git push --progress -u origin main
git lfs ls-files --size
git lfs status
cd ..
GIT_LFS_SKIP_SMUDGE=1 git clone "file://$PWD/weights.git" pointers
cat pointers/model-1.bin
GIT_TRACE=1 git -C pointers lfs pull
git -C pointers lfs fsck
git -C pointers lfs env
git -C pointers lfs prune --dry-run --verbose
