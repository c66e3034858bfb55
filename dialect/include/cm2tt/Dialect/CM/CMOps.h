// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The ops of `cm`.

#ifndef CM2TT_DIALECT_CM_CMOPS_H
#define CM2TT_DIALECT_CM_CMOPS_H

#include "cm2tt/Dialect/CM/CMDialect.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"

namespace mlir {
class ModuleOp;
} // namespace mlir

namespace cm2tt::cm::detail {

/// Verifies what all ops have in common: bodies and their types agree.
mlir::LogicalResult verifyCodeModelOp(mlir::Operation *op);

/// Parses an op with bodies in the form that CMOpsBase.td shows.
mlir::ParseResult parseBodyOp(mlir::OpAsmParser &parser,
                              mlir::OperationState &state,
                              llvm::StringRef defaultAttrName);

/// Prints an op with bodies in the form that CMOpsBase.td shows.
void printBodyOp(mlir::OpAsmPrinter &printer, mlir::Operation *op);

} // namespace cm2tt::cm::detail

// The generated code names parameters that it does not use.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#include "cm2tt/Dialect/CM/CMInterfaces.h.inc"

#define GET_OP_CLASSES
#include "cm2tt/Dialect/CM/CMOps.h.inc"
#pragma GCC diagnostic pop

namespace cm2tt::cm {

/// The result type of the body that is this region; null if the parent is no
/// op of a code model.
mlir::Type getBodyType(mlir::Region &region);

/// The entry of a module of code models: the first kernel that `cm.kernel`
/// means, else the only one, else the first that returns nothing; null if there
/// is none.
FuncOp lookupKernel(mlir::ModuleOp module);

} // namespace cm2tt::cm

#endif // CM2TT_DIALECT_CM_CMOPS_H
