// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Libdevice's arithmetic with a rounding, such as `__nv_fadd_rd`, which GPUs
/// have instructions for and CPUs have not.

#ifndef CM2TT_LOWERING_NUMERICS_ROUNDEDARITHMETIC_H
#define CM2TT_LOWERING_NUMERICS_ROUNDEDARITHMETIC_H

#include "cm2tt/Dialect/TT/TTOps.h"

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace cm2tt {

/// Arithmetic of one type, rounded once.
struct RoundedArithmetic {
  enum Kind { Add, Sub, Mul, Div, Fma, Rcp, Sqrt };
  enum Rounding { Nearest, Zero, Negative, Positive };

  /// The function of that name; nullopt if the name is not one of such
  /// arithmetic.
  static std::optional<RoundedArithmetic> find(llvm::StringRef symbol);

  unsigned getNumOperands() const;

  Kind kind;
  Rounding rounding;
  bool isDouble;
};

/// The arithmetic that the operation calls by its name in libdevice, with its
/// types; nullopt if it calls another function.
std::optional<RoundedArithmetic>
getRoundedArithmetic(tt::ExternElementwiseOp op);

/// The result on numbers, or on 1-D vectors of one length, by operations of
/// `arith` and `math`, which round to the nearest, subnormal numbers included.
mlir::Value emitRoundedArithmetic(mlir::ImplicitLocOpBuilder &builder,
                                  const RoundedArithmetic &arithmetic,
                                  mlir::ValueRange operands);

} // namespace cm2tt

#endif // CM2TT_LOWERING_NUMERICS_ROUNDEDARITHMETIC_H
