// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Arithmetic on scalars or vectors.

#include "ElementwiseInternals.h"

using namespace mlir;
using namespace cm2tt;

Lanes::Lanes(ImplicitLocOpBuilder &builder, Value example)
    : builder(builder), count(0) {
  if (auto vector = dyn_cast<VectorType>(example.getType()))
    count = vector.getNumElements();
}

Type Lanes::of(Type element) const {
  return count ? Type(VectorType::get(count, element)) : element;
}

/// A constant, scalar or the same in all lanes.
static Value splat(const Lanes &lanes, Type type, TypedAttr value) {
  if (auto vector = dyn_cast<VectorType>(type))
    value = SplatElementsAttr::get(vector, Attribute(value));
  return arith::ConstantOp::create(lanes.builder, type, value);
}

Value Lanes::number(Type type, double value) const {
  return splat(*this, type,
               builder.getFloatAttr(getElementTypeOrSelf(type), value));
}

Value Lanes::number(Type type, const APInt &value) const {
  return splat(*this, type,
               builder.getIntegerAttr(getElementTypeOrSelf(type), value));
}

Value Lanes::i(unsigned bits, int64_t value) const {
  return number(integer(bits), APInt(bits, value, /*isSigned=*/true,
                                     /*implicitTrunc=*/true));
}

Value Lanes::bitcast(Type type, Value value) const {
  if (value.getType() == type)
    return value;
  return LLVM::BitcastOp::create(builder, type, value);
}

Value Lanes::bits(Value value) const {
  return bitcast(integer(getBits(getElement(value))), value);
}

Value Lanes::select(Value condition, Value a, Value b) const {
  return arith::SelectOp::create(builder, condition, a, b);
}

Value Lanes::compare(arith::CmpIPredicate predicate, Value a, Value b) const {
  return arith::CmpIOp::create(builder, predicate, a, b);
}

Value Lanes::compare(arith::CmpFPredicate predicate, Value a, Value b) const {
  return arith::CmpFOp::create(builder, predicate, a, b);
}

/// An operation that may be contracted with others.
template <typename Op>
static Value contractible(const Lanes &lanes, Value a, Value b) {
  return Op::create(lanes.builder, a, b, arith::FastMathFlags::contract);
}

Value Lanes::add(Value a, Value b) const {
  return contractible<arith::AddFOp>(*this, a, b);
}

Value Lanes::sub(Value a, Value b) const {
  return contractible<arith::SubFOp>(*this, a, b);
}

Value Lanes::mul(Value a, Value b) const {
  return contractible<arith::MulFOp>(*this, a, b);
}

Value Lanes::mulAdd(Value a, Value b, Value c) const {
  return add(mul(a, b), c);
}

Value Lanes::polynomial(Value x, ArrayRef<double> c) const {
  Value sum = number(x.getType(), c.back());
  for (double coefficient : llvm::reverse(c.drop_back()))
    sum = mulAdd(sum, x, number(x.getType(), coefficient));
  return sum;
}
