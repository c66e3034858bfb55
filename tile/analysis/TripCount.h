// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The number of iterations of loops.

#ifndef CM2TT_TILE_ANALYSIS_TRIPCOUNT_H
#define CM2TT_TILE_ANALYSIS_TRIPCOUNT_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace cm2tt {

/// The number of iterations, if it is a constant and the upper bound does not
/// wrap around; nullopt if it is not known. MLIR's count of a loop is that of
/// sums with a flag, which those of kernels lack.
std::optional<llvm::APInt> getTripCountWithoutWrap(mlir::scf::ForOp loop);

/// Whether constant bounds say that a loop has an iteration.
bool surelyRuns(mlir::scf::ForOp loop);

/// Creates the comparison that says whether a loop has an iteration.
mlir::Value createRuns(mlir::OpBuilder &builder, mlir::scf::ForOp loop);

} // namespace cm2tt

#endif // CM2TT_TILE_ANALYSIS_TRIPCOUNT_H
