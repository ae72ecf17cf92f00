#!/usr/bin/env bash
# Configure, compile and test a small C++ library whose file names speak of errors.
set -euxo pipefail
mkdir -p native && cd native
cat > CMakeLists.txt <<'CMAKE'
cmake_minimum_required(VERSION 3.20)
project(native LANGUAGES C CXX)
include(CheckIncludeFile)
include(CheckSymbolExists)
find_package(Threads REQUIRED)
find_package(ZLIB)
find_package(OpenMP)
find_package(CUDAToolkit QUIET)
if(NOT CUDAToolkit_FOUND)
  message(STATUS "CUDA not found, building the CPU version only")
endif()
check_include_file(execinfo.h HAVE_EXECINFO)
check_include_file(cuda_runtime.h HAVE_CUDA_RUNTIME)
check_symbol_exists(strerror_r string.h HAVE_STRERROR_R)
add_library(native SHARED error_codes.cpp timeout_queue.cpp)
target_compile_options(native PRIVATE -Wall -Wextra -Wno-error)
target_link_libraries(native PUBLIC Threads::Threads)
add_executable(try_native try_native.cpp)
target_link_libraries(try_native native)
enable_testing()
add_test(NAME no_error COMMAND try_native)
add_test(NAME handles_failure COMMAND try_native --fail)
CMAKE
cat > error_codes.cpp <<'CPP'
#include <string>
[[deprecated("use describe")]] std::string name(int) { return "none"; }
std::string describe(int code) { int unused; return code ? "failed" : name(code); }
CPP
echo '#include <mutex>
std::mutex gate; bool timed_out(unsigned left) { return left < 0; }' > timeout_queue.cpp
cat > try_native.cpp <<'CPP'
#include <cstdio>
#include <string>
std::string describe(int);
int main(int count, char **) { std::printf("error: %s\n", describe(count - 1).c_str()); }
CPP
cmake -S . -B build -DCMAKE_BUILD_TYPE=Release -DCMAKE_EXPORT_COMPILE_COMMANDS=ON
make -C build VERBOSE=1
ctest --test-dir build --verbose --timeout 60
ldd build/try_native
gcc -v -E -x c /dev/null -o /dev/null
cmake -S . -B ninja -G Ninja --log-level=VERBOSE && ninja -C ninja -v
