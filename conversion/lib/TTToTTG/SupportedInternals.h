// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// What the GPU takes, one function a family. Each family has a file,
/// Supported<Family>.cpp.

#ifndef CM2TT_LIB_TTTOTTG_SUPPORTEDINTERNALS_H
#define CM2TT_LIB_TTTOTTG_SUPPORTEDINTERNALS_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Operation.h"

#include <optional>

namespace cm2tt {

/// What a family says of an operation: nothing if it is none of it; else
/// success, or failure after an error.
using Verdict = std::optional<llvm::LogicalResult>;

/// Arithmetic, conversions and constants of `arith`, `math` and `tt`.
Verdict checkElementwise(mlir::Operation *op);
/// Printing and checking.
Verdict checkDebug(mlir::Operation *op);
/// Loads, stores and atomics.
Verdict checkMemory(mlir::Operation *op);
/// What makes tiles, changes their shape or picks elements of them.
Verdict checkShape(mlir::Operation *op);
/// Reductions, scans, maps and histograms.
Verdict checkReduction(mlir::Operation *op);
/// Matrix products.
Verdict checkDot(mlir::Operation *op);
/// Branches and loops.
Verdict checkControlFlow(mlir::Operation *op);

/// An error that begins with "'<name>' is not supported on the GPU yet".
mlir::InFlightDiagnostic unsupported(mlir::Operation *op);
/// Numbers that the GPU computes with.
bool isNumber(mlir::Type type);
/// Numbers that are moved and converted, but not computed with.
bool isFloat8(mlir::Type type);
/// Whether an operand or a result is a tile.
bool touchesTiles(mlir::Operation *op);
/// The first element type of an operand or result that fails `holds`; null if
/// none does.
mlir::Type findElement(mlir::Operation *op,
                       llvm::function_ref<bool(mlir::Type)> holds);
/// An operation that computes with numbers.
llvm::LogicalResult checkArithmetic(mlir::Operation *op);
/// A piece of assembly (SupportedInlineAsm.cpp).
llvm::LogicalResult checkInlineAsm(mlir::Operation *op);

} // namespace cm2tt

#endif // CM2TT_LIB_TTTOTTG_SUPPORTEDINTERNALS_H
