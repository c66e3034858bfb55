// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Who is asked before a checked kernel accesses memory.
///
/// Not here: the checker that knows buffers (CheckedMemory.h); the C interface
/// of compiled kernels (Driver/HostKernel.h).

#ifndef CM2TT_RUNTIME_ACCESSCHECKER_H
#define CM2TT_RUNTIME_ACCESSCHECKER_H

#include <cstdint>

namespace cm2tt::runtime {

struct Dim3;

/// Decides over the accesses of checked kernels. A device that has one runs all
/// programs of a launch on one thread, in order.
class AccessChecker {
public:
  virtual ~AccessChecker();

  /// A launch over `grid` begins.
  virtual void setGrid(const Dim3 &grid) = 0;

  /// Whether the access may be made; a refused load gives `other` or 0. `site`
  /// indexes KernelMetadata::sites; `program` counts with x fastest; `element`
  /// is the row-major index in the site's tile. `value` is what a store writes,
  /// the site's bytes long; null for loads and atomics.
  virtual bool access(uint32_t site, uint64_t program, uint64_t element,
                      const void *address, const void *value) = 0;
};

} // namespace cm2tt::runtime

#endif // CM2TT_RUNTIME_ACCESSCHECKER_H
