#!/usr/bin/env bash
# Clone, commit, push, fetch, merge, repack against a bare repository on the same disk.
set -euxo pipefail
git init --bare --initial-branch=main origin.git
git clone --progress origin.git work
cd work
git config user.name Ada
git config user.email ada@example.org
for number in $(seq 40); do
  head -c 4000 /dev/urandom | base64 > "error-analysis-$number.txt"
done
git add .
git commit -m "Add notes on failed runs, fatal and not"
git push --progress -u origin main
git switch -c fix-timeout-errors
echo "timeout: 1800 # seconds" > config.yml
git add config.yml
git commit -m "Fix timeout error of long runs"
git switch main
echo "nan_policy: raise" > policy.yml
git add policy.yml
git commit -m "Say what to do about NaN"
git merge --no-edit fix-timeout-errors
git push --progress origin main fix-timeout-errors
git tag -a v1.0 -m "First release"
git push --tags
cd ..
GIT_TRACE=1 git clone --progress --depth 1 "file://$PWD/origin.git" shallow
git -C shallow fetch --unshallow --progress
git -C work gc --aggressive
git -C work fsck --full --progress
git -C work log --stat --graph | head -n 40
git -C work status
git -C work branch --delete fix-timeout-errors
git -C work submodule status
git -C work remote prune origin --dry-run
