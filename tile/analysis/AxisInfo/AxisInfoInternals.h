// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The transfer functions of the axis analysis, by family.

#ifndef CM2TT_LIB_AXISINFO_AXISINFOINTERNALS_H
#define CM2TT_LIB_AXISINFO_AXISINFOINTERNALS_H

#include "cm2tt/Tile/AxisInfo.h"

#include "mlir/IR/Operation.h"

namespace cm2tt {

/// The number of programs, or of iterations of a loop, for which nothing is
/// presumed to wrap.
inline constexpr int64_t kPresumedCount = 65535;

/// The input of a transfer function.
struct TransferInput {
  mlir::Operation *op;
  /// One for each operand, of the strength of the result; none is bottom.
  llvm::ArrayRef<AxisInfo> operands;
  /// Whether what is presumed not to be negative is taken not to be.
  bool presumes;

  const AxisInfo &operator[](unsigned index) const { return operands[index]; }
};

/// The shape of a tile, of each size the largest power of two that divides it;
/// {1} for a scalar.
AxisInfo::Dims getAxisShape(mlir::Type type);
/// The largest power of two that divides `value`; kMaxDivisor for zero.
int64_t largestDivisor(int64_t value);
/// The difference of neighbouring elements: 1; for pointers, in bytes.
int64_t getUnit(mlir::Type type);
/// The bits of an integer or index, or of the elements of a tile of them.
unsigned getIntegerBits(mlir::Type type);

/// Returns the information about result `index` of an operation of `arith`, or
/// of one without a transfer function of its own.
AxisInfo transferArith(const TransferInput &in, unsigned index);
/// Returns the information about result `index` of an operation of `tt` or
/// `ttg`, or nothing if it has no transfer function of its own.
std::optional<AxisInfo> transferTile(const TransferInput &in, unsigned index);

/// The value of a foldable integer operation of `arith` on known constants.
std::optional<int64_t> foldConstants(const TransferInput &in);

/// Whether all numbers are at least zero, or presumed to be if `presumes`.
bool isNonNegative(const AxisInfo &info, bool presumes);
/// How an extension interprets the highest bit.
enum class Extension { Signed, Unsigned };
/// `info`, which is of integers of `bits` bits, of the numbers that they are:
/// groups in which they may wrap are cut.
AxisInfo interpretAs(Extension extension, AxisInfo info, unsigned bits);
/// Whether `op`, on operands with these infos, may map a negative number to one
/// that is not, so that what was presumed of its operands does not hold for
/// valid indices.
bool endsPresumption(mlir::Operation *op, llvm::ArrayRef<AxisInfo> operands);

/// The sum a + unit * b; `unit` is what neighbours of `a` differ by.
AxisInfo transferSum(const AxisInfo &a, const AxisInfo &b, int64_t unit);
/// All elements of the operands are used alike: the result is constant where
/// all of them are.
AxisInfo transferElementwise(const TransferInput &in, mlir::Type type);

} // namespace cm2tt

#endif // CM2TT_LIB_AXISINFO_AXISINFOINTERNALS_H
