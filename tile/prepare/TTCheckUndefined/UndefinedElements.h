// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Which elements of the results of an operation are undefined, from those of
/// its operands.
///
/// The *shadow* of a value is a truth value for each of its elements: whether
/// the element is undefined. A value without one is defined.
///
/// Not here: where undefined elements come from, loops and branches, and what
/// may not use them (TTCheckUndefined.cpp).

#ifndef CM2TT_LIB_TTCHECKUNDEFINED_UNDEFINEDELEMENTS_H
#define CM2TT_LIB_TTCHECKUNDEFINED_UNDEFINEDELEMENTS_H

#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/DenseMap.h"

namespace cm2tt {

/// The type of the shadow of a value.
mlir::Type getShadowType(mlir::Type type);

/// Whether undefined elements of operands may make elements of the results
/// undefined, in a way that `ShadowBuilder` computes.
bool hasShadows(mlir::Operation *op);

/// The opposite of a truth value, or of each one of a tile.
mlir::Value negate(mlir::ImplicitLocOpBuilder &builder, mlir::Value truth);

/// The shadows of the values of a function.
class ShadowBuilder {
public:
  /// The shadow of a value; null if it is defined.
  mlir::Value get(mlir::Value value) const { return shadows.lookup(value); }
  void set(mlir::Value value, mlir::Value shadow) { shadows[value] = shadow; }
  /// The shadow of a value, of zeros if it is defined.
  mlir::Value getOrFalse(mlir::ImplicitLocOpBuilder &builder,
                         mlir::Value value) const;
  /// Creates the shadows of the results of an operation that `hasShadows`, if
  /// an operand has one.
  void build(mlir::ImplicitLocOpBuilder &builder, mlir::Operation *op);

private:
  mlir::Value combine(mlir::ImplicitLocOpBuilder &builder,
                      mlir::Operation *op) const;
  mlir::Value buildSelect(mlir::ImplicitLocOpBuilder &builder,
                          mlir::Operation *op) const;
  mlir::Value buildLogic(mlir::ImplicitLocOpBuilder &builder,
                         mlir::Operation *op, bool absorbing) const;
  mlir::Value buildDot(mlir::ImplicitLocOpBuilder &builder,
                       mlir::Operation *op) const;
  mlir::Value buildMoved(mlir::ImplicitLocOpBuilder &builder,
                         mlir::Operation *op, unsigned index) const;
  mlir::Value buildGather(mlir::ImplicitLocOpBuilder &builder,
                          mlir::Operation *op) const;
  mlir::Value buildOne(mlir::ImplicitLocOpBuilder &builder, mlir::Operation *op,
                       unsigned index) const;

  llvm::DenseMap<mlir::Value, mlir::Value> shadows;
};

} // namespace cm2tt

#endif // CM2TT_LIB_TTCHECKUNDEFINED_UNDEFINEDELEMENTS_H
