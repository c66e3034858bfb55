// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Spreads the iterations of a loop over stages, by MLIR's expansion of modulo
/// schedules: the stages of several iterations run together.
///
/// Not here: which stage an operation is in (TTGPipelineLoops, TTGRotateLoops).

#ifndef CM2TT_GPU_SCHEDULE_EXPANDLOOP_H
#define CM2TT_GPU_SCHEDULE_EXPANDLOOP_H

#include "mlir/Dialect/SCF/IR/SCF.h"

#include <vector>

namespace cm2tt {

/// All operations of a loop's body with their stages, in the order of an
/// iteration of the new loop.
using StagedOps = std::vector<std::pair<mlir::Operation *, unsigned>>;

/// Spreads a loop over any number of stages. The last one is not peeled off:
/// operations of an iteration that does not exist run with their accesses of
/// memory masked off. Returns the new loop; emits an error if the loop yields a
/// value that its iteration does not compute.
mlir::FailureOr<mlir::scf::ForOp> expandMasked(mlir::scf::ForOp loop,
                                               const StagedOps &ops);

/// Marks an operation that only the loop has, not the iterations that are
/// peeled off. In place of the result there is its last operand.
inline constexpr llvm::StringLiteral kOnlyInLoopAttr = "ttg.only_in_loop";

/// Spreads a loop that runs at least once over two stages, and peels off the
/// first one of the first iteration and the second one of the last iteration:
///
///     first stage of lower
///     for (i = lower + step; i < upper; i += step)
///       first stage of i, second stage of i - step
///     second stage of the last iteration
///
/// Returns the new loop. Expects that no operation of the first stage uses the
/// result of one of the second, except for what the loop carries.
mlir::FailureOr<mlir::scf::ForOp> expandPeeled(mlir::scf::ForOp loop,
                                               StagedOps ops);

} // namespace cm2tt

#endif // CM2TT_GPU_SCHEDULE_EXPANDLOOP_H
