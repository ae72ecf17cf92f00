#!/usr/bin/env bash
# Log in to a server on this machine with a key, copy with rsync and scp, talkative.
set -uo pipefail
mkdir -p /run/sshd
ssh-keygen -q -t ed25519 -N '' -f host
ssh-keygen -q -t ed25519 -N '' -f key
cp key.pub authorized
printf 'Port 2222\nListenAddress 127.0.0.1\nHostKey %s\nAuthorizedKeysFile %s\nStrictModes no\nUsePAM no\n' \
  "$PWD/host" "$PWD/authorized" > sshd_config
/usr/sbin/sshd -f "$PWD/sshd_config" -o PidFile=none -o LogLevel=VERBOSE -E sshd.log
options=(-i key -o Port=2222 -o UserKnownHostsFile=hosts -o StrictHostKeyChecking=accept-new -o LogLevel=DEBUG1)
mkdir data && seq 100000 > data/shard-000.txt
set -x
ssh "${options[@]}" 127.0.0.1 'echo logged in, no permission problems; exit 0'
rsync --archive --verbose --itemize-changes -e "ssh -i key -p 2222 -o UserKnownHostsFile=hosts" data/ 127.0.0.1:"$PWD/copy/"
scp -i key -P 2222 -o UserKnownHostsFile=hosts data/shard-000.txt 127.0.0.1:"$PWD/copy/again.txt"
rsync --archive --checksum --dry-run --itemize-changes -e "ssh -i key -p 2222 -o UserKnownHostsFile=hosts" data/ 127.0.0.1:"$PWD/copy/"
ls copy
cat sshd.log
