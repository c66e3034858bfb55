// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Branches in place of `scf`, for both back ends.

#ifndef CM2TT_LOWERING_STRUCTUREDCONTROLFLOW_H
#define CM2TT_LOWERING_STRUCTUREDCONTROLFLOW_H

#include "mlir/IR/BuiltinOps.h"

namespace cm2tt {

/// The attribute of a structured loop with LLVM's loop metadata, and of the
/// branch that repeats the loop.
constexpr llvm::StringLiteral kLoopAnnotationAttr = "llvm.loop_annotation";

/// Makes branches of `scf.if`, `scf.for`, `scf.while` and `scf.execute_region`.
/// `replaced` is called for each result of theirs that is used, with the block
/// argument that stands for it from then on.
///
/// `endsLoop` says of an operation after a loop whether it concerns what the
/// iterations began, so that it does not run if there was none. Its results are
/// its first operands.
void lowerStructuredControlFlow(
    mlir::ModuleOp module,
    llvm::function_ref<void(mlir::Value result, mlir::Value argument)> replaced,
    llvm::function_ref<bool(mlir::Operation *)> endsLoop);

} // namespace cm2tt

#endif // CM2TT_LOWERING_STRUCTUREDCONTROLFLOW_H
