// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The transfer functions of the axis analysis, by family.

#ifndef CM2TT_LIB_AXISINFO_AXISINFOINTERNALS_H
#define CM2TT_LIB_AXISINFO_AXISINFOINTERNALS_H

#include "cm2tt/Conversion/AxisInfo.h"

#include "mlir/IR/Operation.h"

namespace cm2tt {

/// What a transfer function sees of its operation.
struct TransferInput {
  mlir::Operation *op;
  /// One for each operand; none is bottom.
  llvm::ArrayRef<AxisInfo> operands;

  const AxisInfo &operator[](unsigned index) const { return operands[index]; }
};

/// The shape of a tile, of each size the largest power of two that divides it;
/// {1} for a scalar.
AxisInfo::Dims getAxisShape(mlir::Type type);
/// The largest power of two that divides `value`; kMaxDivisor for zero.
int64_t largestDivisor(int64_t value);
/// What elements that are neighbours differ by: 1, for pointers bytes.
int64_t getUnit(mlir::Type type);
/// The bits of an integer or index, or of the elements of a tile of them.
unsigned getIntegerBits(mlir::Type type);

/// What is known of result `index` of an operation of `arith`, or of one that
/// makes no claim of its own.
AxisInfo transferArith(const TransferInput &in, unsigned index);
/// What is known of result `index` of an operation of `tt` or `ttg`, or
/// nothing if it is no case of its own.
std::optional<AxisInfo> transferTile(const TransferInput &in, unsigned index);

/// The value of a foldable integer operation of `arith` on known constants.
std::optional<int64_t> foldConstants(const TransferInput &in);

/// The sum a + unit * b; `unit` is what neighbours of `a` differ by.
AxisInfo transferSum(const AxisInfo &a, const AxisInfo &b, int64_t unit);
/// All elements of the operands are used alike: the result is constant where
/// all of them are.
AxisInfo transferElementwise(const TransferInput &in, mlir::Type type);

} // namespace cm2tt

#endif // CM2TT_LIB_AXISINFO_AXISINFOINTERNALS_H
