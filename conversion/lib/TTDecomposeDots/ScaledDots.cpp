// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Replaces scaled matrix products by products of f32.
///
/// **Scales.** An i8 is the exponent field of an f32: 2^(s - 127) has the bits
/// s << 23. Two are no such fields: 0 is 2^-127, a subnormal number, and 255 is
/// NaN (OCP Microscaling Formats, 5.4.1).
///
/// **e2m1.** Four bits: a sign, and a magnitude of two bits of exponent (bias
/// 1) and one of mantissa. Moved to the same fields of an f32, the exponent
/// lacks 126; magnitudes 0 and 1 are subnormal and are 0 and 0.5:
///
///     0 1   2 3   4 5 6 7
///     0 0.5 1 1.5 2 3 4 6
///
/// The product of number and scale is exact, but for what is beyond f32.
///
/// Not here: the resulting products (CpuDots.cpp).

#include "TTDecomposeDotsInternals.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace cm2tt;

namespace {
/// One operand of a scaled product.
struct ScaledOperand {
  Value tile;
  Value scale; ///< or null
  tt::ScaleDotElemType format;
  /// The dimension that is summed over, and the one along which two e2m1 are
  /// packed.
  unsigned k, packed;
};

/// Makes tiles of f32 of scaled operands.
struct ScaleBuilder {
  ScaleBuilder(tt::DotScaledOp dot)
      : builder(dot), loc(dot.getLoc()), f32(builder.getF32Type()),
        i32(builder.getI32Type()) {}

  /// The numbers of `operand`, scaled.
  Value build(const ScaledOperand &operand);

  OpBuilder builder;

private:
  Value unpack(Value packed, unsigned dimension);
  Value decodeE2M1(Value bits);
  Value decodeScale(Value scale);
  Value spreadScale(Value scale, RankedTensorType type, unsigned k);
  /// A splat of `value` with the type of `like`, a tile of i32.
  Value constant(Value like, uint32_t value);
  Value toFloat(Value bits) {
    auto type = cast<RankedTensorType>(bits.getType());
    return arith::BitcastOp::create(builder, loc, type.clone(f32), bits);
  }
  Value equals(Value bits, uint32_t value) {
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, bits,
                                 constant(bits, value));
  }

  Location loc;
  Type f32, i32;
};
} // namespace

/// Bits of an f32.
static constexpr uint32_t kSmallestScale = 0x00400000, kNan = 0x7fc00000;
static constexpr unsigned kExponentShift = 23, kSignShift = 31;

Value ScaleBuilder::constant(Value like, uint32_t value) {
  auto type = cast<RankedTensorType>(like.getType());
  return arith::ConstantOp::create(
      builder, loc, DenseElementsAttr::get(type, APInt(32, value)));
}

/// Two numbers a byte, the lower bits first, are neighbours along `dimension`.
///
///   4x2xi8, packed along 0  ->  join 4x2x2  ->  trans 4x2x2  ->  reshape 8x2
Value ScaleBuilder::unpack(Value packed, unsigned dimension) {
  auto type = cast<RankedTensorType>(packed.getType());
  Value bytes = arith::ExtUIOp::create(builder, loc, type.clone(i32), packed);
  Value low = arith::AndIOp::create(builder, loc, bytes, constant(bytes, 0xf));
  Value high = arith::ShRUIOp::create(builder, loc, bytes, constant(bytes, 4));
  Value pairs = tt::JoinOp::create(builder, loc, low, high);
  unsigned rank = type.getRank();
  auto order = llvm::to_vector(llvm::seq<int32_t>(0, rank));
  order.insert(order.begin() + dimension + 1, rank);
  if (dimension + 1 < rank)
    pairs = tt::TransOp::create(builder, loc, pairs, order);
  SmallVector<int64_t> shape(type.getShape());
  shape[dimension] *= 2;
  return decodeE2M1(tt::ReshapeOp::create(builder, loc, shape, pairs));
}

Value ScaleBuilder::decodeE2M1(Value bits) {
  constexpr uint32_t lacking = 126u << kExponentShift;
  Value magnitude =
      arith::AndIOp::create(builder, loc, bits, constant(bits, 7));
  Value fields = arith::ShLIOp::create(builder, loc, magnitude,
                                       constant(bits, kExponentShift - 1));
  Value normal =
      arith::AddIOp::create(builder, loc, fields, constant(bits, lacking));
  Value small =
      arith::MulIOp::create(builder, loc, magnitude, constant(bits, lacking));
  Value isSmall = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult,
                                        magnitude, constant(bits, 2));
  Value number = arith::SelectOp::create(builder, loc, isSmall, small, normal);
  Value sign = arith::ShRUIOp::create(builder, loc, bits, constant(bits, 3));
  sign = arith::ShLIOp::create(builder, loc, sign, constant(bits, kSignShift));
  return toFloat(arith::OrIOp::create(builder, loc, number, sign));
}

Value ScaleBuilder::decodeScale(Value scale) {
  auto type = cast<RankedTensorType>(scale.getType());
  if (isa<FloatType>(type.getElementType()))
    return widenElements(builder, scale, f32);
  Value exponent = arith::ExtUIOp::create(builder, loc, type.clone(i32), scale);
  Value bits = arith::ShLIOp::create(builder, loc, exponent,
                                     constant(exponent, kExponentShift));
  bits = arith::SelectOp::create(builder, loc, equals(exponent, 0),
                                 constant(exponent, kSmallestScale), bits);
  bits = arith::SelectOp::create(builder, loc, equals(exponent, 255),
                                 constant(exponent, kNan), bits);
  return toFloat(bits);
}

/// One scale for each number of a tile of `type`. A scale's last dimension goes
/// along K, also where that is not the tile's last one.
///
///   8x2, K = 64  ->  expand 8x2x1  ->  broadcast 8x2x32  ->  reshape 8x64
Value ScaleBuilder::spreadScale(Value scale, RankedTensorType type,
                                unsigned k) {
  auto small = cast<RankedTensorType>(scale.getType());
  unsigned rank = type.getRank();
  int64_t groups = small.getShape().back();
  SmallVector<int64_t> shape(small.getShape());
  shape.push_back(type.getDimSize(k) / groups);
  Value spread = tt::ExpandDimsOp::create(builder, loc, scale, rank);
  spread = tt::BroadcastOp::create(builder, loc,
                                   RankedTensorType::get(shape, f32), spread);
  shape.pop_back();
  shape.back() = type.getDimSize(k);
  spread = tt::ReshapeOp::create(builder, loc, shape, spread);
  if (k + 1 == rank)
    return spread;
  auto order = llvm::to_vector(llvm::seq<int32_t>(0, rank));
  std::swap(order[rank - 1], order[rank - 2]);
  return tt::TransOp::create(builder, loc, spread, order);
}

Value ScaleBuilder::build(const ScaledOperand &operand) {
  Value numbers = operand.format == tt::ScaleDotElemType::E2M1
                      ? unpack(operand.tile, operand.packed)
                      : widenElements(builder, operand.tile, f32);
  if (!operand.scale)
    return numbers;
  Value scale =
      spreadScale(decodeScale(operand.scale),
                  cast<RankedTensorType>(numbers.getType()), operand.k);
  return arith::MulFOp::create(builder, loc, numbers, scale);
}

void cm2tt::applyScales(tt::DotScaledOp dot) {
  unsigned rank = dot.getC().getType().getRank();
  unsigned row = rank - 2, column = rank - 1;
  ScaledOperand a{dot.getA(), dot.getAScale(), dot.getAElemType(), column,
                  dot.getLhsKPack() ? column : row};
  ScaledOperand b{dot.getB(), dot.getBScale(), dot.getBElemType(), row,
                  dot.getRhsKPack() ? row : column};
  ScaleBuilder scales(dot);
  Value lhs = scales.build(a), rhs = scales.build(b);
  auto product =
      tt::DotOp::create(scales.builder, dot.getLoc(), dot.getType(), lhs, rhs,
                        dot.getC(), tt::InputPrecision::IEEE, 0);
  dot.replaceAllUsesWith(product.getResult());
  dot.erase();
}
