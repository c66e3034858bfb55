// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// What builders of the kernel language make operations with: constants,
/// splats and broadcasts where an operand's shape is not the result's.
///
/// Not here: which method becomes what (lib/KernelApi/<Family>.cpp).

#ifndef CM2TT_CONVERSION_TILEBUILDER_H
#define CM2TT_CONVERSION_TILEBUILDER_H

#include "cm2tt/Conversion/AbsType.h"

#include "mlir/IR/Builders.h"

namespace cm2tt {

/// A value with its abstract type. Constants have no operation until one
/// needs them: `value` is null then.
struct TypedOperand {
  AbsType type;
  mlir::Value value;
};

/// Builds operations of `tt`, `arith` and `math` at one Java location.
class TileBuilder {
public:
  TileBuilder(mlir::OpBuilder &builder, mlir::Location loc)
      : builder(builder), loc(loc) {}

  /// The value; made by `arith.constant` for a constant.
  mlir::Value get(const TypedOperand &operand);
  /// The value with `element` as its element type if it is a constant, and in
  /// `shape`: a scalar is splat, missing leading extents are added, extents
  /// of 1 grow. The shape must be reachable so.
  mlir::Value get(const TypedOperand &operand, llvm::ArrayRef<int64_t> shape);
  /// A splat constant of `type` (signless; scalar or tile).
  mlir::Value constant(mlir::Type type, mlir::Attribute element);
  /// A splat integer constant.
  mlir::Value constantInt(mlir::Type type, int64_t value);
  /// A splat floating-point constant, rounded to the element type.
  mlir::Value constantFloat(mlir::Type type, double value);

  /// Creates an operation here.
  template <typename Op, typename... Args> auto create(Args &&...args) {
    return Op::create(builder, loc, std::forward<Args>(args)...);
  }

  mlir::OpBuilder &builder;
  mlir::Location loc;
};

/// The shape that tiles of both shapes broadcast to: ranks aligned at the
/// last dimension, extents of 1 grow; a scalar has the empty shape. Nothing if
/// two extents differ otherwise. (Triton's and NumPy's rule.)
std::optional<llvm::SmallVector<int64_t>>
broadcastShapes(llvm::ArrayRef<int64_t> a, llvm::ArrayRef<int64_t> b);

} // namespace cm2tt

#endif // CM2TT_CONVERSION_TILEBUILDER_H
