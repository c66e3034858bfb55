// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// How a launcher describes a tensor whose pointer, extents and strides are
/// parameters of the kernel. The argument that gets the descriptor has the
/// recipe as an attribute:
///
///     %t: !tt.tensordesc<tensor<64x32xf16>> {tt.tensor_recipe = {
///       base = 0 : i32,                                    // argument 0
///       extents = [array<i64: 1, 3>, array<i64: 1, 4>],    // arguments 3, 4
///       strides = [array<i64: 2, 4>, array<i64: 1>]}}      // 2 * argument 4
///
/// A value is a constant times arguments, which are integers.

#ifndef CM2TT_DIALECT_TT_TENSORRECIPE_H
#define CM2TT_DIALECT_TT_TENSORRECIPE_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>

namespace cm2tt::tt {

/// On a function argument that is a descriptor: a recipe.
inline constexpr llvm::StringLiteral kTensorRecipeAttr = "tt.tensor_recipe";

/// The recipe of one tensor. The contiguous dimension is the last one.
struct TensorRecipe {
  /// A constant times the arguments with these numbers.
  struct Product {
    int64_t factor = 1;
    llvm::SmallVector<unsigned, 2> arguments;
  };

  /// The number of the argument that points at the first element.
  unsigned base = 0;
  /// In elements. An extent that is less than 1 stands for 1.
  llvm::SmallVector<Product, 5> extents, strides;

  mlir::DictionaryAttr toAttr(mlir::Builder &builder) const;
  /// The recipe of an attribute; nullopt if it has another form.
  static std::optional<TensorRecipe> fromAttr(mlir::Attribute attr);
};

} // namespace cm2tt::tt

#endif // CM2TT_DIALECT_TT_TENSORRECIPE_H
