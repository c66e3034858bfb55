// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The state that a compiler keeps between kernels: the passes of each phase
/// with their sets of patterns, and LLVM's back ends.
///
/// Passes keep nothing of a kernel themselves: those with members clear them
/// when they start.

#ifndef CM2TT_COMPILER_DRIVER_KEPTSTATE_H
#define CM2TT_COMPILER_DRIVER_KEPTSTATE_H

#include "cm2tt/Compiler/Pipelines.h"
#include "cm2tt/Lowering/Target.h"

#include "mlir/Pass/PassManager.h"

#include <memory>
#include <utility>
#include <vector>

namespace cm2tt {

/// The passes that a module gets on its way from one stage to another.
struct Phase {
  /// From a code model or `tt` to optimised `tt`; from there, or from `ttg`
  /// without shared memory, to `ttg`; to the LLVM dialect; the same for a CPU.
  enum Kind { Model, Tiles, Layouts, SharedMemory, Threads, Cpu } kind;
  PipelineOptions options;

  bool operator==(const Phase &other) const;

  /// Creates the passes, which verify nothing.
  std::unique_ptr<mlir::PassManager>
  makePasses(mlir::MLIRContext &context) const;
};

/// The state, which belongs to one context. For one thread at a time; after a
/// crash, it must not be used or destroyed.
class KeptState {
public:
  /// The passes of a phase, until the next call or the end of the context.
  mlir::PassManager &findPasses(mlir::MLIRContext &context, const Phase &phase);
  /// Drops all passes.
  void dropPasses() { passes.clear(); }

  GpuBackEnd backEnd;

private:
  std::vector<std::pair<Phase, std::unique_ptr<mlir::PassManager>>> passes;
};

} // namespace cm2tt

#endif // CM2TT_COMPILER_DRIVER_KEPTSTATE_H
