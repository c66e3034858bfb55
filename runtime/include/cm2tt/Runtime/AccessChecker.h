// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The interface that a checked kernel calls before each access to memory.
///
/// Not here: the checker that knows buffers (CheckedMemory.h); the C interface
/// of compiled kernels (Driver/HostKernel.h).

#ifndef CM2TT_RUNTIME_ACCESSCHECKER_H
#define CM2TT_RUNTIME_ACCESSCHECKER_H

#include <cstdint>

namespace cm2tt::runtime {

struct Dim3;

/// Allows or refuses the accesses of checked kernels. A device with a checker
/// runs all programs of a launch on one thread, in order.
class AccessChecker {
public:
  virtual ~AccessChecker();

  /// Called when a launch over `grid` begins.
  virtual void setGrid(const Dim3 &grid) = 0;

  /// Whether the access is allowed; a refused load returns `other` or 0. `site`
  /// is an index into KernelMetadata::sites, `program` the number of the
  /// program, with x as the fastest axis, `element` the row-major index in the
  /// site's tile. `value` points to the bytes that a store writes; it is null
  /// for loads and atomics.
  virtual bool access(uint32_t site, uint64_t program, uint64_t element,
                      const void *address, const void *value) = 0;

  /// The program that performed the last access has passed a barrier.
  virtual void barrier() {}
};

} // namespace cm2tt::runtime

#endif // CM2TT_RUNTIME_ACCESSCHECKER_H
