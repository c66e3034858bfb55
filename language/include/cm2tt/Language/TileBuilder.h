// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The helper with which builders of the kernel language create operations: it
/// adds constants, and splats and broadcasts where an operand's shape is not
/// the result's.
///
/// Not here: which method becomes what (lib/KernelApi/<Family>.cpp).

#ifndef CM2TT_LANGUAGE_TILEBUILDER_H
#define CM2TT_LANGUAGE_TILEBUILDER_H

#include "cm2tt/Language/AbsType.h"

#include "mlir/IR/Builders.h"

namespace cm2tt {

/// The values that represent an abstract type at run time: one for data,
/// several for a record, none for a compile-time constant.
struct Results : llvm::SmallVector<mlir::Value, 1> {
  Results() = default;
  /// One value, or the result of an operation; none if it is null.
  template <typename T,
            typename = std::enable_if_t<std::is_convertible_v<T, mlir::Value>>>
  Results(T one) {
    if (mlir::Value value = one)
      push_back(value);
  }
  Results(mlir::ValueRange values) { append(values.begin(), values.end()); }
};

/// Values with their abstract type. Constants have no operation until one
/// needs them.
struct TypedOperand {
  TypedOperand() = default;
  TypedOperand(AbsType type, Results values = {}, mlir::Region *body = nullptr)
      : type(type), values(std::move(values)), body(body) {}

  /// The value of data; null while it is a constant.
  mlir::Value value() const { return values.empty() ? nullptr : values[0]; }
  /// The components of a record, each with its values; itself, alone, for
  /// anything else.
  llvm::SmallVector<TypedOperand, 2> getComponents() const;

  AbsType type;
  Results values;
  /// For the function of a method that takes one (Method::parametersOf): its
  /// body, spliced in, in one block without terminator, whose arguments are
  /// the parameters and which computes `values`, of `type`.
  mlir::Region *body = nullptr;
};

/// Builds operations of `tt`, `arith` and `math` at one Java location.
class TileBuilder {
public:
  TileBuilder(mlir::OpBuilder &builder, mlir::Location loc)
      : builder(builder), loc(loc) {}

  /// The value; a constant is created by `arith.constant`.
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

#endif // CM2TT_LANGUAGE_TILEBUILDER_H
