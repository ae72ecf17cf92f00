#!/usr/bin/env bash
# Compile a CUDA program with nvcc and CMake on a machine without a GPU, verbosely.
set -euxo pipefail
mkdir -p cuda && cd cuda
cat > error_norm.cu <<'CUDA'
#include <cstdio>
#include <cuda_runtime.h>
template <int block> __global__ void error_norm(const float *error, float *norm, int size) {
  __shared__ float part[block];
  float sum = 0;
  for (int index = threadIdx.x; index < size; index += block) sum += error[index] * error[index];
  part[threadIdx.x] = sum;
  __syncthreads();
  int unused;
  if (threadIdx.x == 0) for (int index = 0; index < block; ++index) norm[0] += part[index];
}
int main() {
  printf("kernel at %p, no launch without a GPU\n", (void *)error_norm<128>);
}
CUDA
cat > CMakeLists.txt <<'CMAKE'
cmake_minimum_required(VERSION 3.20)
project(error_norm LANGUAGES CXX CUDA)
set(CMAKE_CUDA_ARCHITECTURES 80 90)
add_executable(error_norm error_norm.cu)
CMAKE
nvcc --version
nvcc --list-gpu-arch
nvcc --dryrun -gencode arch=compute_90,code=sm_90 -c error_norm.cu
nvcc -Xptxas -v -gencode arch=compute_80,code=sm_80 -gencode arch=compute_90,code=[sm_90,compute_90] -lineinfo -c error_norm.cu
nvcc -arch=sm_75 -Wno-deprecated-gpu-targets --keep -o error_norm_75 error_norm.cu
cmake -S . -B build -DCMAKE_CUDA_COMPILER="$(command -v nvcc)"
cmake --build build --verbose
./build/error_norm
