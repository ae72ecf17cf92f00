#!/usr/bin/env bash
# What OpenMP, OpenBLAS and PyTorch say of their threads, and the limits of the shell.
set -uo pipefail
set -x
ulimit -u; ulimit -Hu; nproc
ps -L --no-headers -o pid | wc -l
OMP_DISPLAY_ENV=VERBOSE OMP_NUM_THREADS=2 python -c 'import torch; print(torch.__config__.parallel_info())'
OPENBLAS_VERBOSE=2 OPENBLAS_NUM_THREADS=2 python -c 'import numpy; numpy.show_config(); print(numpy.ones((8, 8)) @ numpy.ones((8, 8)))'
OMP_NUM_THREADS=1 python -c '
import threading
threads = [threading.Thread(target=lambda: None) for _ in range(200)]
for thread in threads: thread.start()
for thread in threads: thread.join()
print("200 threads were created and joined, 0 failed")'
strace -f -c -o summary.txt python -c 'import torch; print(torch.ones(3).sum())'
cat summary.txt
strace -f -e trace=openat,execve,clone3 -o calls.txt python -c 'import numpy, h5py'
head -n 120 calls.txt
