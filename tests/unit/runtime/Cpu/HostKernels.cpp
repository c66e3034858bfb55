// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Kernels as the compiler makes them for a CPU, but in C++, so that tests of
/// the CPU device need no compiler.

#include "cm2tt/Compiler/HostKernel.h"

#include <cmath>
#include <cstring>

using cm2tt::HostLaunch;

/// Parameter `i` of type `type`.
#define ARGUMENT(type, i) (*(type *)arguments[i])

// The device finds kernels by name.
extern "C" {

/// Does nothing; takes nothing.
int32_t nothing(const HostLaunch *launch, const void *const *arguments) {
  (void)launch, (void)arguments;
  return 0;
}

/// Does not end, and says nothing.
int32_t stops(const HostLaunch *launch, const void *const *arguments) {
  (void)launch, (void)arguments;
  return 1;
}

/// Adds 1 to the counter of each program.
int32_t count(const HostLaunch *launch, const void *const *arguments) {
  uint32_t *counters = ARGUMENT(uint32_t *, 0);
  for (uint64_t program = launch->begin; program < launch->end; ++program)
    ++counters[program];
  return 0;
}

/// Adds two vectors of `n` floats, 64 in a program.
int32_t add_kernel(const HostLaunch *launch, const void *const *arguments) {
  const float *x = ARGUMENT(float *, 0), *y = ARGUMENT(float *, 1);
  float *out = ARGUMENT(float *, 2);
  uint64_t n = ARGUMENT(int32_t, 3);
  for (uint64_t i = launch->begin * 64; i < launch->end * 64; ++i)
    if (i < n)
      out[i] = x[i] + y[i];
  return 0;
}

/// Takes a float, an i1 and an i64 besides the pointer: their values.
int32_t scalars(const HostLaunch *launch, const void *const *arguments) {
  double *out = ARGUMENT(double *, 0);
  out[0] = ARGUMENT(float, 1);
  out[1] = ARGUMENT(uint8_t, 2);
  out[2] = (double)ARGUMENT(int64_t, 3);
  out[3] = launch->grid[0] + 10 * launch->grid[1] + 100 * launch->grid[2];
  return 0;
}

/// Fills its scratch memory of `bytes` with its program's number, program by
/// program, and counts what it does not find as it wrote it.
int32_t scratch(const HostLaunch *launch, const void *const *arguments) {
  uint32_t *wrong = ARGUMENT(uint32_t *, 0);
  uint64_t words = ARGUMENT(int64_t, 1) / 8;
  volatile uint64_t *memory = static_cast<uint64_t *>(launch->scratch);
  uint32_t found = (uintptr_t)launch->scratch % 64 != 0;
  for (uint64_t program = launch->begin; program < launch->end; ++program) {
    for (uint64_t i = 0; i < words; ++i)
      memory[i] = program + i;
    for (uint64_t i = 0; i < words; ++i)
      found += memory[i] != program + i;
  }
  __atomic_fetch_add(wrong, found, __ATOMIC_RELAXED);
  return 0;
}

/// Counts its programs, and fails in one of them, at element 11.
int32_t fails(const HostLaunch *launch, const void *const *arguments) {
  uint64_t *done = ARGUMENT(uint64_t *, 0);
  uint64_t which = ARGUMENT(int64_t, 1);
  for (uint64_t program = launch->begin; program < launch->end; ++program) {
    if (program >= which) {
      launch->fail(launch->context, 0, program, 11);
      return 1;
    }
    __atomic_fetch_add(done, 1, __ATOMIC_RELAXED);
  }
  return 0;
}

/// Stores each program's number where it may.
int32_t checked(const HostLaunch *launch, const void *const *arguments) {
  uint32_t *out = ARGUMENT(uint32_t *, 0);
  for (uint64_t program = launch->begin; program < launch->end; ++program) {
    uint32_t value = (uint32_t)program;
    if (launch->access(launch->context, 0, program, 0, &out[program], &value))
      out[program] = value;
  }
  return 0;
}

/// Waits until the flag is set; then adds 1 to the counter.
int32_t waits(const HostLaunch *launch, const void *const *arguments) {
  uint32_t *flag = ARGUMENT(uint32_t *, 0), *counter = ARGUMENT(uint32_t *, 1);
  (void)launch;
  while (!__atomic_load_n(flag, __ATOMIC_ACQUIRE))
    ;
  ++*counter;
  return 0;
}

/// Calls the libraries of C's mathematics and of the compiler.
int32_t libraries(const HostLaunch *launch, const void *const *arguments) {
  float *out = ARGUMENT(float *, 0);
  volatile float angle = 0.5f;
  volatile __int128 large = (__int128)1 << 100, small = 1 << 20;
  volatile _Float16 half;
  (void)launch;
  out[0] = std::sin(angle);
  out[1] = (float)(int64_t)(large / small >> 30);
  half = (_Float16)(angle * 3);
  out[2] = (float)half;
  return 0;
}

/// Each program stores to an element of its own.
int32_t stores(const HostLaunch *launch, const void *const *arguments) {
  float *out = ARGUMENT(float *, 0);
  for (uint64_t program = launch->begin; program < launch->end; ++program)
    out[program] = 1;
  return 0;
}

/// Stores to the element with an index.
int32_t stores_at(const HostLaunch *launch, const void *const *arguments) {
  (void)launch;
  ARGUMENT(float *, 0)[ARGUMENT(int64_t, 1)] = 1;
  return 0;
}

/// Copies a number of bytes by the C library.
int32_t copies(const HostLaunch *launch, const void *const *arguments) {
  (void)launch;
  std::memcpy(ARGUMENT(void *, 0), ARGUMENT(const void *, 1),
              ARGUMENT(uint64_t, 2));
  return 0;
}

/// Divides two integers.
int32_t divides(const HostLaunch *launch, const void *const *arguments) {
  (void)launch;
  ARGUMENT(int32_t *, 0)[0] = ARGUMENT(int32_t, 1) / ARGUMENT(int32_t, 2);
  return 0;
}

} // extern "C"
