// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Replaces scaled matrix products by products of the scaled numbers.
///
/// **Types.** On a CPU, factors are f32. On a GPU they are bf16, whose range is
/// that of scales: products of numbers of 8 bits or fewer with a scale are
/// exact, but for what is beyond f32 or subnormal. If an operand is f16, both
/// are f16: scaled numbers are rounded once, to f16. If the other operand is
/// bf16, both are f32, of which a product as tf32 takes all bits.
///
/// **Scales.** An i8 is the exponent field of an f32 or a bf16: 2^(s - 127) has
/// the bits s << 23, or s << 7. Two are no such fields: 0 is 2^-127, a
/// subnormal number, and 255 is NaN (OCP Microscaling Formats, 5.4.1).
/// `fastMath` permits to ignore NaN, but that would save nothing: scales are
/// decoded before they are repeated for each number.
///
/// **e2m1.** Four bits: a sign, and a magnitude of two bits of exponent (bias
/// 1) and one of mantissa. Moved to the same fields of a wider float, the
/// exponent lacks the difference of the biases, 126 for f32; magnitudes 0 and 1
/// are subnormal and are 0 and 0.5:
///
///     0 1   2 3   4 5 6 7
///     0 0.5 1 1.5 2 3 4 6
///
/// On a GPU, `prmt` looks up the two bytes of four numbers of 16 bits at a time
/// in tables of eight bytes, which are two registers.
///
/// Not here: the resulting products (TTDecomposeDots.cpp, CpuDots.cpp).

#include "TTDecomposeDotsInternals.h"

#include "cm2tt/Dialect/TT/TTDialect.h"

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

/// Makes tiles of floats of scaled operands.
struct ScaleBuilder {
  ScaleBuilder(tt::DotScaledOp dot, Type factor, bool isCpu)
      : builder(dot), loc(dot.getLoc()), factor(factor), isCpu(isCpu) {}

  /// The numbers of `operand`, scaled, of type `factor`.
  Value build(const ScaledOperand &operand);

  OpBuilder builder;

private:
  Value unpack(Value packed, unsigned dimension, FloatType type);
  Value lookUp(Value packed, unsigned dimension, FloatType type);
  Value interleave(Value low, Value high, unsigned dimension);
  Value decodeE2M1(Value bits, FloatType type);
  Value multiply(Value numbers, Value scale);
  Value assembly(StringRef text, StringRef constraints, int32_t pack,
                 Type result, ValueRange operands);
  Value decodeScale(Value scale, FloatType type);
  Value spreadScale(Value scale, RankedTensorType type, unsigned k);
  /// A splat of `value` with the type of `like`, a tile of integers.
  Value constant(Value like, uint32_t value);
  /// The bytes of a tile as integers that are as wide as `type`.
  Value widenBytes(Value bytes, FloatType type);
  Value toFloat(Value bits, FloatType type) {
    auto tile = cast<RankedTensorType>(bits.getType());
    return arith::BitcastOp::create(builder, loc, tile.clone(type), bits);
  }
  Value shiftLeft(Value bits, unsigned count) {
    return arith::ShLIOp::create(builder, loc, bits, constant(bits, count));
  }
  Value equals(Value bits, uint32_t value) {
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, bits,
                                 constant(bits, value));
  }

  Location loc;
  Type factor;
  bool isCpu;
};
} // namespace

/// The bits of the mantissa of a float, without the one that is not stored.
static unsigned mantissaBits(FloatType type) {
  return type.getFPMantissaWidth() - 1;
}

/// The exponent field of 1.
static uint32_t exponentBias(FloatType type) {
  return (1u << (type.getWidth() - mantissaBits(type) - 2)) - 1;
}

Value ScaleBuilder::constant(Value like, uint32_t value) {
  auto type = cast<RankedTensorType>(like.getType());
  return arith::ConstantOp::create(
      builder, loc,
      DenseElementsAttr::get(type,
                             APInt(type.getElementTypeBitWidth(), value)));
}

Value ScaleBuilder::widenBytes(Value bytes, FloatType type) {
  auto tile = cast<RankedTensorType>(bytes.getType());
  return arith::ExtUIOp::create(
      builder, loc, tile.clone(builder.getIntegerType(type.getWidth())), bytes);
}

//===----------------------------------------------------------------------===//
// Numbers of four bits
//===----------------------------------------------------------------------===//

/// Elements of two tiles as neighbours along `dimension`.
///
///   4x2, along 0  ->  join 4x2x2  ->  trans 4x2x2  ->  reshape 8x2
Value ScaleBuilder::interleave(Value low, Value high, unsigned dimension) {
  auto tile = cast<RankedTensorType>(low.getType());
  Value pairs = tt::JoinOp::create(builder, loc, low, high);
  unsigned rank = tile.getRank();
  auto order = llvm::to_vector(llvm::seq<int32_t>(0, rank));
  order.insert(order.begin() + dimension + 1, rank);
  if (dimension + 1 < rank)
    pairs = tt::TransOp::create(builder, loc, pairs, order);
  SmallVector<int64_t> shape(tile.getShape());
  shape[dimension] *= 2;
  return tt::ReshapeOp::create(builder, loc, shape, pairs);
}

/// Two numbers a byte, the lower bits first, are neighbours along `dimension`.
Value ScaleBuilder::unpack(Value packed, unsigned dimension, FloatType type) {
  Value bytes = widenBytes(packed, type);
  Value low = arith::AndIOp::create(builder, loc, bytes, constant(bytes, 0xf));
  Value high = arith::ShRUIOp::create(builder, loc, bytes, constant(bytes, 4));
  return decodeE2M1(interleave(low, high, dimension), type);
}

/// Assembly that makes of two bytes of $4 two words with two numbers of 16 bits
/// each. `upper` and `lower` are the tables of the upper and the lower bytes of
/// magnitudes; `signs` selects bytes with the signs in bits 7.
static std::string lookUpText(StringRef upper, StringRef lower, StringRef signs,
                              StringRef first, StringRef second) {
  return ("prmt.b32 h, " + upper + ", s;\nprmt.b32 l, " + lower +
          ", s;\nprmt.b32 u, $4, t, " + signs +
          ";\nand.b32 u, u, 0x80808080;\nor.b32 h, h, u;\nprmt.b32 " + first +
          ", l, h, 0x5140;\nprmt.b32 " + second + ", l, h, 0x7362;\n")
      .str();
}

/// The numbers of `packed` as floats of 16 bits: a word for each byte, then two
/// tiles of halves.
///
///   magnitude  0    0.5  1    1.5  2    3    4    6
///   bf16       0000 3f00 3f80 3fc0 4000 4040 4080 40c0
///   f16        0000 3800 3c00 3e00 4000 4200 4400 4600
Value ScaleBuilder::lookUp(Value packed, unsigned dimension, FloatType type) {
  StringRef upper = "0x3e3c3800, 0x46444240", lower = "0, 0";
  if (type.isBF16()) {
    upper = "0x3f3f3f00, 0x40404040";
    lower = "0xc0800000, 0xc0804000";
  }
  std::string text = "{\n.reg .b32 s, t, u, h, l;\nand.b32 s, $4, 0x77777777;\n"
                     "shl.b32 t, $4, 4;\n" +
                     lookUpText(upper, lower, "0x1504", "$0", "$1") +
                     "shr.u32 s, s, 16;\n" +
                     lookUpText(upper, lower, "0x3726", "$2", "$3") + "}";
  auto tile = cast<RankedTensorType>(packed.getType());
  Value words = assembly(text, "=r,=r,=r,=r,r", /*pack=*/4,
                         tile.clone(builder.getI32Type()), packed);
  Type i16 = tile.clone(builder.getI16Type());
  Value low = arith::TruncIOp::create(builder, loc, i16, words);
  Value high = arith::ShRUIOp::create(builder, loc, words, constant(words, 16));
  high = arith::TruncIOp::create(builder, loc, i16, high);
  return toFloat(interleave(low, high, dimension), type);
}

Value ScaleBuilder::assembly(StringRef text, StringRef constraints,
                             int32_t pack, Type result, ValueRange operands) {
  auto op = tt::ElementwiseInlineAsmOp::create(
      builder, loc, result, text, constraints, /*pure=*/true, pack, operands);
  // It treats all elements alike.
  op->setAttr(tt::kAnyPackAttr, builder.getUnitAttr());
  return op->getResult(0);
}

Value ScaleBuilder::decodeE2M1(Value bits, FloatType type) {
  unsigned mantissa = mantissaBits(type);
  uint32_t lacking = (exponentBias(type) - 1) << mantissa;
  Value magnitude =
      arith::AndIOp::create(builder, loc, bits, constant(bits, 7));
  Value fields = shiftLeft(magnitude, mantissa - 1);
  Value normal =
      arith::AddIOp::create(builder, loc, fields, constant(bits, lacking));
  Value small =
      arith::MulIOp::create(builder, loc, magnitude, constant(bits, lacking));
  Value isSmall = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult,
                                        magnitude, constant(bits, 2));
  Value number = arith::SelectOp::create(builder, loc, isSmall, small, normal);
  Value sign = arith::ShRUIOp::create(builder, loc, bits, constant(bits, 3));
  sign = shiftLeft(sign, type.getWidth() - 1);
  return toFloat(arith::OrIOp::create(builder, loc, number, sign), type);
}

//===----------------------------------------------------------------------===//
// Scales
//===----------------------------------------------------------------------===//

/// `type` is f32 or bf16, which have exponents of 8 bits.
Value ScaleBuilder::decodeScale(Value scale, FloatType type) {
  auto tile = cast<RankedTensorType>(scale.getType());
  if (isa<FloatType>(tile.getElementType()))
    return widenElements(builder, scale, type);
  Value exponent = widenBytes(scale, type);
  unsigned mantissa = mantissaBits(type);
  uint32_t smallest = 1u << (mantissa - 1);
  uint32_t nan = 511u << (mantissa - 1);
  Value bits = shiftLeft(exponent, mantissa);
  bits = arith::SelectOp::create(builder, loc, equals(exponent, 0),
                                 constant(exponent, smallest), bits);
  bits = arith::SelectOp::create(builder, loc, equals(exponent, 255),
                                 constant(exponent, nan), bits);
  return toFloat(bits, type);
}

/// One scale for each number of a tile of `type`. A scale's last dimension goes
/// along K, also where that is not the tile's last one.
///
///   8x2, of K = 64 as rows  ->  trans 2x8  ->  expand 2x1x8
///     ->  broadcast 2x32x8  ->  reshape 64x8
Value ScaleBuilder::spreadScale(Value scale, RankedTensorType type,
                                unsigned k) {
  unsigned rank = type.getRank();
  if (k + 1 < rank) {
    auto order = llvm::to_vector(llvm::seq<int32_t>(0, rank));
    std::swap(order[rank - 1], order[rank - 2]);
    scale = tt::TransOp::create(builder, loc, scale, order);
  }
  auto small = cast<RankedTensorType>(scale.getType());
  SmallVector<int64_t> shape(small.getShape());
  shape.insert(shape.begin() + k + 1, type.getDimSize(k) / shape[k]);
  Value spread = tt::ExpandDimsOp::create(builder, loc, scale, k + 1);
  spread = tt::BroadcastOp::create(builder, loc, small.clone(shape), spread);
  return tt::ReshapeOp::create(builder, loc, type.getShape(), spread);
}

/// Two products of bf16 at a time: LLVM has no vectors of what are registers of
/// a thread. The sum with -0 is exact; sm_80 has no product alone.
Value ScaleBuilder::multiply(Value numbers, Value scale) {
  auto type = cast<RankedTensorType>(numbers.getType());
  if (isCpu || !type.getElementType().isBF16())
    return arith::MulFOp::create(builder, loc, numbers, scale);
  return assembly("{\n.reg .b32 zero;\nmov.b32 zero, 0x80008000;\n"
                  "fma.rn.bf16x2 $0, $1, $2, zero;\n}",
                  "=r,r,r", /*pack=*/2, type, {numbers, scale});
}

Value ScaleBuilder::build(const ScaledOperand &operand) {
  // A scale may be beyond f16 where a product is not.
  FloatType type = operand.scale && factor.isF16() ? builder.getF32Type()
                                                   : cast<FloatType>(factor);
  Value numbers = operand.tile;
  if (operand.format == tt::ScaleDotElemType::E2M1)
    numbers = isCpu ? unpack(numbers, operand.packed, type)
                    : lookUp(numbers, operand.packed,
                             factor.isF16() ? builder.getF16Type()
                                            : builder.getBF16Type());
  numbers = widenElements(builder, numbers, type);
  if (!operand.scale)
    return numbers;
  auto tile = cast<RankedTensorType>(numbers.getType());
  Value scale = spreadScale(decodeScale(operand.scale, type), tile, operand.k);
  Value product = multiply(numbers, scale);
  if (type == factor)
    return product;
  return arith::TruncFOp::create(builder, loc, tile.clone(factor), product);
}

/// The type of the factors on a GPU.
static Type factorTypeForGpu(tt::DotScaledOp dot) {
  auto has = [&](tt::ScaleDotElemType format) {
    return dot.getAElemType() == format || dot.getBElemType() == format;
  };
  Builder builder(dot.getContext());
  if (!has(tt::ScaleDotElemType::FP16))
    return builder.getBF16Type();
  if (has(tt::ScaleDotElemType::BF16))
    return builder.getF32Type();
  return builder.getF16Type();
}

void cm2tt::applyScales(tt::DotScaledOp dot, bool isCpu) {
  unsigned rank = dot.getC().getType().getRank();
  unsigned row = rank - 2, column = rank - 1;
  ScaledOperand a{dot.getA(), dot.getAScale(), dot.getAElemType(), column,
                  dot.getLhsKPack() ? column : row};
  ScaledOperand b{dot.getB(), dot.getBScale(), dot.getBElemType(), row,
                  dot.getRhsKPack() ? row : column};
  ScaleBuilder scales(
      dot, isCpu ? Float32Type::get(dot.getContext()) : factorTypeForGpu(dot),
      isCpu);
  Value lhs = scales.build(a), rhs = scales.build(b);
  auto product = tt::DotOp::create(
      scales.builder, dot.getLoc(), dot.getType(), lhs, rhs, dot.getC(),
      isCpu ? tt::InputPrecision::IEEE : tt::InputPrecision::TF32, 0);
  dot.replaceAllUsesWith(product.getResult());
  dot.erase();
}
