// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Binary operations and comparisons of numbers: as constants and as `arith`.
///
/// Not here: conversions (NumberConversions.cpp); who may combine what
/// (Arithmetic, Comparison, JavaOperators).

#include "KernelApiInternals.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace cm2tt;

bool cm2tt::isDefinedOn(Binary kind, Type element) {
  // Neither GPUs nor CPUs compute with floating-point numbers of 8 bits.
  if (isa<FloatType>(element) && element.getIntOrFloatBitWidth() == 8)
    return false;
  switch (kind) {
  case Binary::And:
  case Binary::Or:
  case Binary::Xor:
    return isa<IntegerType>(element);
  case Binary::Shl:
  case Binary::AShr:
  case Binary::LShr:
    return isa<IntegerType>(element) && !element.isInteger(1);
  default:
    return isa<FloatType, IntegerType>(element) && !element.isInteger(1);
  }
}

bool cm2tt::isDivisionByZero(Binary kind, AbsType divisor) {
  auto integer = dyn_cast_or_null<IntegerAttr>(divisor.getValue());
  return (kind == Binary::Div || kind == Binary::Mod) && integer &&
         integer.getValue().isZero();
}

/// Java's and PTX's shifts use the low bits of the distance only.
static unsigned shiftDistance(const APInt &distance) {
  return distance.getZExtValue() & (distance.getBitWidth() - 1);
}

/// Nothing for a division by zero. The most negative number by -1 wraps.
static std::optional<APInt> foldDivision(Binary kind, bool isUnsigned,
                                         const APInt &a, const APInt &b) {
  if (b.isZero())
    return std::nullopt;
  if (kind == Binary::Div)
    return isUnsigned ? a.udiv(b) : a.sdiv(b);
  return isUnsigned ? a.urem(b) : a.srem(b);
}

static std::optional<APInt> foldInteger(Binary kind, bool isUnsigned,
                                        const APInt &a, const APInt &b) {
  switch (kind) {
  case Binary::Add:
    return a + b;
  case Binary::Sub:
    return a - b;
  case Binary::Mul:
    return a * b;
  case Binary::Div:
  case Binary::Mod:
    return foldDivision(kind, isUnsigned, a, b);
  case Binary::And:
    return a & b;
  case Binary::Or:
    return a | b;
  case Binary::Xor:
    return a ^ b;
  case Binary::Shl:
    return a.shl(shiftDistance(b));
  case Binary::AShr:
    return isUnsigned ? a.lshr(shiftDistance(b)) : a.ashr(shiftDistance(b));
  case Binary::LShr:
    return a.lshr(shiftDistance(b));
  case Binary::Max:
  case Binary::MaxNum:
    return isUnsigned ? llvm::APIntOps::umax(a, b) : llvm::APIntOps::smax(a, b);
  case Binary::Min:
  case Binary::MinNum:
    return isUnsigned ? llvm::APIntOps::umin(a, b) : llvm::APIntOps::smin(a, b);
  }
  llvm_unreachable("every kind is listed");
}

static APFloat foldBinaryFloat(Binary kind, APFloat a, const APFloat &b) {
  constexpr auto nearest = APFloat::rmNearestTiesToEven;
  switch (kind) {
  case Binary::Add:
    a.add(b, nearest);
    return a;
  case Binary::Sub:
    a.subtract(b, nearest);
    return a;
  case Binary::Mul:
    a.multiply(b, nearest);
    return a;
  case Binary::Div:
    a.divide(b, nearest);
    return a;
  case Binary::Mod:
    a.mod(b);
    return a;
  case Binary::Max:
    return maximum(a, b);
  case Binary::Min:
    return minimum(a, b);
  case Binary::MaxNum:
    return maximumnum(a, b);
  case Binary::MinNum:
    return minimumnum(a, b);
  default:
    llvm_unreachable("isDefinedOn excludes bit operations on floats");
  }
}

Attribute cm2tt::fold(Binary kind, Type type, Attribute a, Attribute b) {
  if (auto x = dyn_cast<FloatAttr>(a))
    return FloatAttr::get(type, foldBinaryFloat(kind, x.getValue(),
                                                cast<FloatAttr>(b).getValue()));
  std::optional<APInt> result = foldInteger(kind, type.isUnsignedInteger(),
                                            cast<IntegerAttr>(a).getValue(),
                                            cast<IntegerAttr>(b).getValue());
  if (!result)
    return {};
  return IntegerAttr::get(signlessType(type), *result);
}

/// The predicate for integers; unsigned ones follow four after signed ones.
static arith::CmpIPredicate integerPredicate(Compare kind, bool isUnsigned) {
  using P = arith::CmpIPredicate;
  switch (kind) {
  case Compare::Eq:
    return P::eq;
  case Compare::Ne:
    return P::ne;
  case Compare::Lt:
    return isUnsigned ? P::ult : P::slt;
  case Compare::Le:
    return isUnsigned ? P::ule : P::sle;
  case Compare::Gt:
    return isUnsigned ? P::ugt : P::sgt;
  case Compare::Ge:
    return isUnsigned ? P::uge : P::sge;
  }
  llvm_unreachable("every kind is listed");
}

/// With a NaN only `!=` holds, as in Java and Triton.
static arith::CmpFPredicate floatPredicate(Compare kind) {
  using P = arith::CmpFPredicate;
  switch (kind) {
  case Compare::Eq:
    return P::OEQ;
  case Compare::Ne:
    return P::UNE;
  case Compare::Lt:
    return P::OLT;
  case Compare::Le:
    return P::OLE;
  case Compare::Gt:
    return P::OGT;
  case Compare::Ge:
    return P::OGE;
  }
  llvm_unreachable("every kind is listed");
}

bool cm2tt::fold(Compare kind, Type type, Attribute a, Attribute b) {
  if (auto x = dyn_cast<FloatAttr>(a))
    return arith::applyCmpPredicate(floatPredicate(kind), x.getValue(),
                                    cast<FloatAttr>(b).getValue());
  bool isUnsigned = type.isUnsignedInteger() || type.isInteger(1);
  return arith::applyCmpPredicate(integerPredicate(kind, isUnsigned),
                                  cast<IntegerAttr>(a).getValue(),
                                  cast<IntegerAttr>(b).getValue());
}

Value cm2tt::build(TileBuilder &builder, Compare kind, Type element, Value a,
                   Value b) {
  if (isa<FloatType>(element))
    return builder.create<arith::CmpFOp>(floatPredicate(kind), a, b);
  bool isUnsigned = element.isUnsignedInteger() || element.isInteger(1);
  return builder.create<arith::CmpIOp>(integerPredicate(kind, isUnsigned), a,
                                       b);
}

static Value buildFloat(TileBuilder &builder, Binary kind, Value a, Value b) {
  switch (kind) {
  case Binary::Add:
    return builder.create<arith::AddFOp>(a, b);
  case Binary::Sub:
    return builder.create<arith::SubFOp>(a, b);
  case Binary::Mul:
    return builder.create<arith::MulFOp>(a, b);
  case Binary::Div:
    return builder.create<arith::DivFOp>(a, b);
  case Binary::Mod:
    return builder.create<arith::RemFOp>(a, b);
  case Binary::Max:
    return builder.create<arith::MaximumFOp>(a, b);
  case Binary::Min:
    return builder.create<arith::MinimumFOp>(a, b);
  case Binary::MaxNum:
    return builder.create<arith::MaxNumFOp>(a, b);
  case Binary::MinNum:
    return builder.create<arith::MinNumFOp>(a, b);
  default:
    llvm_unreachable("isDefinedOn excludes bit operations on floats");
  }
}

/// The operation on unsigned integers where it differs; null elsewhere.
static Value buildUnsigned(TileBuilder &builder, Binary kind, Value a,
                           Value b) {
  switch (kind) {
  case Binary::Div:
    return builder.create<arith::DivUIOp>(a, b);
  case Binary::Mod:
    return builder.create<arith::RemUIOp>(a, b);
  case Binary::AShr:
    return builder.create<arith::ShRUIOp>(a, b);
  case Binary::Max:
  case Binary::MaxNum:
    return builder.create<arith::MaxUIOp>(a, b);
  case Binary::Min:
  case Binary::MinNum:
    return builder.create<arith::MinUIOp>(a, b);
  default:
    return {};
  }
}

/// `arith` leaves a shift by the width or more undefined, Java does not.
static Value maskDistance(TileBuilder &builder, Value distance) {
  unsigned width = getElementTypeOrSelf(distance).getIntOrFloatBitWidth();
  Value mask = builder.constantInt(distance.getType(), width - 1);
  return builder.builder.createOrFold<arith::AndIOp>(builder.loc, distance,
                                                     mask);
}

static Value buildSigned(TileBuilder &builder, Binary kind, Value a, Value b) {
  switch (kind) {
  case Binary::Add:
    return builder.create<arith::AddIOp>(a, b);
  case Binary::Sub:
    return builder.create<arith::SubIOp>(a, b);
  case Binary::Mul:
    return builder.create<arith::MulIOp>(a, b);
  case Binary::Div:
    return builder.create<arith::DivSIOp>(a, b);
  case Binary::Mod:
    return builder.create<arith::RemSIOp>(a, b);
  case Binary::And:
    return builder.create<arith::AndIOp>(a, b);
  case Binary::Or:
    return builder.create<arith::OrIOp>(a, b);
  case Binary::Xor:
    return builder.create<arith::XOrIOp>(a, b);
  case Binary::Shl:
    return builder.create<arith::ShLIOp>(a, b);
  case Binary::AShr:
    return builder.create<arith::ShRSIOp>(a, b);
  case Binary::LShr:
    return builder.create<arith::ShRUIOp>(a, b);
  case Binary::Max:
  case Binary::MaxNum:
    return builder.create<arith::MaxSIOp>(a, b);
  case Binary::Min:
  case Binary::MinNum:
    return builder.create<arith::MinSIOp>(a, b);
  }
  llvm_unreachable("every kind is listed");
}

Value cm2tt::build(TileBuilder &builder, Binary kind, Type element, Value a,
                   Value b) {
  if (isa<FloatType>(element))
    return buildFloat(builder, kind, a, b);
  if (kind == Binary::Shl || kind == Binary::AShr || kind == Binary::LShr)
    b = maskDistance(builder, b);
  if (element.isUnsignedInteger())
    if (Value value = buildUnsigned(builder, kind, a, b))
      return value;
  return buildSigned(builder, kind, a, b);
}
