#!/usr/bin/env bash
# Ranks of Open MPI that sum gradients, started in several ways, and what the launcher shows of it.
set -uo pipefail
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
cat > allreduce.py <<'END'
from mpi4py import MPI

comm = MPI.COMM_WORLD
for step in range(3):
    total = comm.allreduce(comm.Get_rank() + step)
    print(f"rank {comm.Get_rank()}/{comm.Get_size()} step {step}: sum {total}, 0 aborted, 0 lost", flush=True)
comm.Barrier()
END
set -x
mpirun --display allocation,map --output tag -np 2 python allreduce.py
mpirun --map-by :OVERSUBSCRIBE --output tag,timestamp -np 4 python allreduce.py
mpirun --prtemca plm_base_verbose 5 --mca btl_base_verbose 20 -np 2 python allreduce.py
ompi_info --parsable | grep -E '^(package|ompi:version|mca:btl:.*:version)'
