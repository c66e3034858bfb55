// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Counts the allocations of a test program, for tests of code that must not
/// allocate. It replaces the global operators, so that one file of a program
/// includes it.

#ifndef CM2TT_TESTS_UNIT_ALLOCATIONCOUNTER_H
#define CM2TT_TESTS_UNIT_ALLOCATIONCOUNTER_H

#include "llvm/Support/Compiler.h"

#include <atomic>
#include <cstdlib>
#include <new>

namespace cm2tt {
/// The number of allocations of this program so far.
static std::atomic<std::size_t> allocations;
} // namespace cm2tt

// Not inlined: a compiler that sees through one of the two but not the other
// warns of a mismatch.
LLVM_ATTRIBUTE_NOINLINE void *operator new(std::size_t size) {
  ++cm2tt::allocations;
  if (void *memory = std::malloc(size))
    return memory;
  std::abort();
}
LLVM_ATTRIBUTE_NOINLINE void operator delete(void *memory) noexcept {
  std::free(memory);
}
LLVM_ATTRIBUTE_NOINLINE void operator delete(void *memory,
                                             std::size_t) noexcept {
  std::free(memory);
}

#endif // CM2TT_TESTS_UNIT_ALLOCATIONCOUNTER_H
