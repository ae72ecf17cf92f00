#!/usr/bin/env bash
# Modules that are reloaded, replaced, made inactive and restored, as in a software stack with compilers.
set -uo pipefail
for compiler in gcc/12.2 gcc/13.1 intel/2024.0; do
  mkdir -p "modules/core/${compiler%/*}" "modules/$compiler/openmpi" "modules/$compiler/hdf5"
  printf 'family("compiler")\nprepend_path("MODULEPATH", "%s/modules/%s")\n' "$PWD" "$compiler" > "modules/core/$compiler.lua"
  touch "modules/$compiler/openmpi/4.1.6.lua" "modules/$compiler/hdf5/1.14.lua"
done
rm "modules/intel/2024.0/hdf5/1.14.lua"
mkdir -p modules/core/python modules/core/cuda
printf 'whatis("Python without errors")\nhelp("If imports fail, load gcc first.")\nextensions("numpy/2.0, torch/2.4")\n' > modules/core/python/3.11.lua
printf 'if (mode() == "load") then LmodMessage("cuda/11.8 will be removed; cuda/12.4 is the default") end\n' > modules/core/cuda/11.8.lua
touch modules/core/cuda/12.4.lua
export MODULEPATH=$PWD/modules/core
. /usr/share/lmod/lmod/init/bash
run() { echo "+ module $*"; module "$@" 2>&1; }
run load gcc/12.2 openmpi hdf5 python
run list
run load gcc/13.1
run load intel
run list
run swap intel gcc/12.2
run load cuda/11.8
run swap cuda/11.8 cuda/12.4
run save training
run purge
run restore training
run spider openmpi/4.1.6
run whatis python
run help python
run keyword errors
run --terse avail
run is-loaded cuda; echo "exit code $?"
run unload not-there-at-all
