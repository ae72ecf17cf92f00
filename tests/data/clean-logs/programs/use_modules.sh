#!/usr/bin/env bash
# Make a tree of module files and walk it with Lmod.
set -euo pipefail
tree=$PWD/tree
mkdir -p "$tree/Core/gcc" "$tree/Core/cuda" "$tree/Core/errorcheck" "$tree/gcc/12.3/openmpi"
for version in 11.4 12.3; do
  printf 'help([[GNU compilers]])\nwhatis("Version: %s")\nconflict("clang")\nfamily("compiler")\n' \
    "$version" > "$tree/Core/gcc/$version.lua"
  printf 'prepend_path("MODULEPATH", "%s/gcc/%s")\n' "$tree" "$version" >> "$tree/Core/gcc/$version.lua"
  printf 'setenv("CUDA_HOME", "/opt/cuda/%s")\nprepend_path("PATH", "/opt/cuda/%s/bin")\n' \
    "$version" "$version" > "$tree/Core/cuda/$version.lua"
done
echo 'LmodMessage("errorcheck: aborts on NaN; 0 known problems")' > "$tree/Core/errorcheck/1.0.lua"
echo 'whatis("Open MPI"); setenv("OMPI_MCA_orte_abort_on_non_zero_status", "1")' \
  > "$tree/gcc/12.3/openmpi/4.1.6.lua"
set +u
# shellcheck disable=SC1091  # comes with Lmod
source /usr/share/lmod/lmod/init/bash
step() { echo "\$ $*"; "$@" 2>&1; }
export LMOD_PAGER=none LMOD_COLORIZE=no MODULEPATH=$tree/Core
step module --version
step module avail
step module load gcc/12.3 cuda errorcheck
step module list
step module avail
step module load openmpi
step module swap cuda/12.3 cuda/11.4
step module swap gcc/12.3 gcc/11.4
step module show cuda/11.4
step module spider openmpi
step module spider openmpi/4.1.6
step module whatis gcc
step module help gcc/12.3
step module keyword compilers
step module overview
step module --force purge
step module load gcc/12.3 openmpi
step module save training
step module restore training
step module --trace load errorcheck
env | grep -E '^(LOADEDMODULES|_LMFILES_|LMOD_|OMPI_|CUDA_)' | sort
