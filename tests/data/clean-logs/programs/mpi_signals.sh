#!/usr/bin/env bash
# Ranks of Open MPI with tracing of processes, bindings and abort handling switched on, and Python's fault handler.
set -uo pipefail
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 PYTHONFAULTHANDLER=1
cat > ring.py <<'EOF'
import faulthandler

from mpi4py import MPI

comm = MPI.COMM_WORLD
rank, size = comm.Get_rank(), comm.Get_size()
token = comm.sendrecv(rank, dest=(rank + 1) % size, source=(rank - 1) % size)
print(f"rank {rank} of {size} got {token}; fault handler {faulthandler.is_enabled()}, 0 signals, MPI_ABORT not called", flush=True)
if rank == 0:
    print(MPI.Get_library_version().strip("\0"), flush=True)
EOF
set -x
mpirun --host localhost:2 --report-bindings --display map -np 2 python ring.py
mpirun --host localhost:2 --prtemca state_base_verbose 5 --prtemca errmgr_base_verbose 5 -np 2 python ring.py
mpirun --host localhost:2 --mca pml_base_verbose 20 --mca opal_abort_print_stack 1 -np 2 python ring.py
