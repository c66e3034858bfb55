// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Shared by the files of the pass.

#ifndef CM2TT_LIB_TTCOMBINE_TTCOMBINEINTERNALS_H
#define CM2TT_LIB_TTCOMBINE_TTCOMBINEINTERNALS_H

#include "cm2tt/Dialect/TT/TTOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace cm2tt {

/// The operation of a reduction of one tile whose region combines its two
/// arguments by that alone; null if it does something else.
mlir::Operation *onlyCombination(mlir::Region &region);

/// Makes a matrix product of a sum of products over a dimension along which
/// both factors are whole, each being repeated along another one. Returns
/// whether it was such a sum.
bool multiplyMatrices(tt::ReduceOp sum);

/// Makes an xor of conditions of a comparison of integers: of a condition that
/// is extended, with an integer that is 0 or 1. Returns whether it was one.
///
///   %i = arith.extui %c : tensor<64xi1> to tensor<64xi32>
///   %r = arith.cmpi ne, %i, %bit : tensor<64xi32>
/// =>
///   %b = arith.cmpi ne, %bit, %zero : tensor<64xi32>
///   %r = arith.xori %c, %b : tensor<64xi1>
bool compareConditions(mlir::arith::CmpIOp compare);

} // namespace cm2tt

#endif // CM2TT_LIB_TTCOMBINE_TTCOMBINEINTERNALS_H
