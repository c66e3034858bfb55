// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// How the registers of a block are shared by its consumers and its producer.

#ifndef CM2TT_GPU_SCHEDULE_REGISTERBUDGET_H
#define CM2TT_GPU_SCHEDULE_REGISTERBUDGET_H

#include "mlir/IR/BuiltinOps.h"

#include <optional>

namespace cm2tt {

/// The properties that decide about the registers of a kernel with a producer.
struct RegisterDemand {
  /// Registers of a thread for the results of products, and the N of the widest
  /// of their instructions.
  unsigned productRegisters = 0, widestProduct = 0;
  /// Warps that multiply, and all of a block.
  unsigned consumerWarps = 0, blockWarps = 0;
  /// The limit that the user sets for the launch; 0: no limit.
  unsigned maxRegisters = 0;
};

/// Registers of a thread in a kernel with a producer, multiples of 8.
struct RegisterBudget {
  /// With which the kernel is launched, then those of each kind of thread.
  unsigned launch, producer, consumer;
};

/// The products of a module. Those before and after a loop with products use
/// the same registers as the ones in it, and so do loops that follow each
/// other, such as the parts of a causal one: the loop that needs the most
/// counts.
RegisterDemand measureProducts(mlir::ModuleOp module);

/// The registers of a kernel with a producer on a target that can move them;
/// nullopt if the kernel has no registers to move.
std::optional<RegisterBudget> planRegisterBudget(const RegisterDemand &demand);

} // namespace cm2tt

#endif // CM2TT_GPU_SCHEDULE_REGISTERBUDGET_H
