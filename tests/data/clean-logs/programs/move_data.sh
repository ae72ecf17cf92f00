#!/usr/bin/env bash
# Pack, unpack, copy and compare a small data set.
set -euxo pipefail
mkdir -p data/tiles data/errors
for number in $(seq -w 60); do
  head -c $((10#$number * 300)) /dev/urandom > "data/tiles/tile-$number.tif"
done
echo "none" > data/errors/corrupt-files.txt
: > data/errors/read-timeouts.txt
tar --create --verbose --file data.tar --totals data
tar --create --gzip --file data.tar.gz --checkpoint=20 --checkpoint-action=echo data
mkdir scratch
tar --extract --verbose --verbose --file data.tar.gz --directory scratch | tail -n 25
rsync --archive --verbose --stats --human-readable --itemize-changes data/ scratch/copy/
rsync --archive --verbose --checksum --delete --dry-run data/ scratch/copy/
rsync --archive --info=progress2,stats2 --no-inc-recursive --timeout=600 data/ scratch/again/
diff --recursive --report-identical-files data scratch/copy | tail -n 5
find data -name '*.tif' -print0 | sort -z | xargs -0 sha256sum > sums.txt
sha256sum --check sums.txt | tail -n 20
(cd scratch && zip --quiet --recurse-paths ../data.zip data && unzip -t ../data.zip | tail -n 12) \
  || echo "zip is not here; skipped"
dd if=/dev/zero of=scratch/zeros bs=1M count=8
gzip --verbose --keep scratch/zeros
gzip --test --verbose scratch/zeros.gz
df --human-readable --output=source,size,pcent,target /dev/shm
du --summarize --human-readable data scratch
free --human
