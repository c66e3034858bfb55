// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Checks that a back end lowers a module, before any pass of it rewrites the
/// module. The lowerings rely on it: they need no errors of their own.
///
/// The base class has the rules that back ends share, and the only list of the
/// operations they lower: all operations of `tt` except those that no back end
/// lowers yet, and a few of other dialects. A subclass adds the limits of its
/// back end. `reference/where.md` compares the list with the lowerings.

#ifndef CM2TT_LOWERING_SUPPORTCHECKER_H
#define CM2TT_LOWERING_SUPPORTCHECKER_H

#include "cm2tt/Dialect/TT/TTOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinOps.h"

namespace cm2tt {

/// Whether an operand or a result is a tile.
bool touchesTiles(mlir::Operation *op);

/// The base of the checkers of the back ends.
class SupportChecker {
public:
  virtual ~SupportChecker() = default;

  /// Checks all of `module`. Failure after one error, at the first function,
  /// value or operation that the back end does not lower.
  llvm::LogicalResult check(mlir::ModuleOp module);
  /// Checks one operation; failure after an error at it.
  llvm::LogicalResult check(mlir::Operation *op);

protected:
  /// Starts an error at what is checked.
  using ErrorBuilder = llvm::function_ref<mlir::InFlightDiagnostic()>;

  /// Features that only some back ends have.
  struct Features {
    /// `arith.extf` and `arith.truncf` convert floats of 8 bits as
    /// `tt.fp_to_fp` does.
    bool hasFloat8Arith = false;
    /// Bulk tensor copies access tensor descriptors.
    bool hasTensorMaps = false;
  };

  /// `device` is the name in messages, "GPU".
  SupportChecker(llvm::StringRef device, Features features)
      : device(device), features(features) {}

  /// Checks the size of a tile whose dimensions are powers of two.
  virtual llvm::LogicalResult checkSize(mlir::RankedTensorType tile,
                                        ErrorBuilder error) = 0;
  /// Checks an operation of `math`, or `arith` with a function of a library,
  /// on numbers.
  virtual llvm::LogicalResult checkLibraryFunction(mlir::Operation *op) = 0;
  /// Checks what the other functions leave to the back end.
  virtual llvm::LogicalResult checkLimits(mlir::Operation *op) = 0;

  /// An error that begins with "'<name>' is not supported on the <device>".
  mlir::InFlightDiagnostic reportUnsupported(mlir::Operation *op);
  /// The name of the device in messages.
  llvm::StringRef getDevice() const { return device; }

private:
  llvm::LogicalResult checkBody(tt::FuncOp func);
  llvm::LogicalResult checkShared(mlir::Operation *op);
  llvm::LogicalResult checkArith(mlir::Operation *op);
  llvm::LogicalResult checkRounding(mlir::arith::TruncFOp op);
  llvm::LogicalResult checkNumbers(mlir::Operation *op, bool allowFloat8);
  llvm::LogicalResult checkValue(mlir::Value value);
  llvm::LogicalResult checkTile(mlir::RankedTensorType tile,
                                ErrorBuilder error);
  llvm::LogicalResult checkElement(mlir::Type type, ErrorBuilder error);

  llvm::StringRef device;
  Features features;
};

} // namespace cm2tt

#endif // CM2TT_LOWERING_SUPPORTCHECKER_H
