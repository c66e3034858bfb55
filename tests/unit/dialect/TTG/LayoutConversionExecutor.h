// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Executes conversion plans on explicit registers, lanes, warps and shared
/// memory, as a lowering would emit them.

#ifndef CM2TT_TESTS_UNIT_LAYOUTCONVERSIONEXECUTOR_H
#define CM2TT_TESTS_UNIT_LAYOUTCONVERSIONEXECUTOR_H

#include "cm2tt/Dialect/TTG/LayoutConversion.h"

#include <vector>

namespace cm2tt::ttg {

/// The content of an unused register.
constexpr int64_t kNothing = -1;

/// The contents of every register of every thread: an element's packed number,
/// or kNothing. A thread's number has the lane in its low bits.
using Registers = std::vector<std::vector<int64_t>>;

/// The registers of a tensor with this layout.
Registers fillRegisters(const LinearLayout &layout);

/// The costs of running a plan.
struct ExecutionCounts {
  /// Words of shared memory (or sub-words) that were accessed but not written.
  unsigned uninitialised = 0;
  /// Stores of two values to one address in one pass.
  unsigned clashes = 0;
  /// Wavefronts beyond those that accesses of that width need.
  unsigned storeConflicts = 0;
  unsigned loadConflicts = 0;
  /// Bytes addressed beyond the buffer.
  unsigned outOfBounds = 0;
};

/// Runs `plan` on `source`, registers of a tensor of layout `from`; returns the
/// registers of the result.
Registers executePlan(const ConversionPlan &plan, const LinearLayout &from,
                      const Registers &source, ExecutionCounts &counts);

} // namespace cm2tt::ttg

#endif // CM2TT_TESTS_UNIT_LAYOUTCONVERSIONEXECUTOR_H
