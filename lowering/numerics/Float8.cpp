// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Numbers of 8 bits to and from f32. All types of 8 bits are subsets of f32
/// with another bias, fewer bits and other codes for what is no number, so that
/// one algorithm with the type's parameters serves all.

#include "Float8.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/APFloat.h"

#include <optional>

using namespace mlir;
using namespace cm2tt;

namespace {
/// The parameters of an 8-bit type.
struct Format {
  /// Bits of the fraction, and what is added to exponents.
  unsigned fractionBits, bias;
  /// The largest finite number, and its code.
  float largest;
  /// The code of NaN; and of infinity, if the type has one.
  unsigned nan;
  std::optional<unsigned> infinity;
  /// Whether 0x80 is no number instead of -0, and the only one.
  bool isUnsignedZero;
};

/// Emits arithmetic on bits, of one number or of as many as `example` has.
class BitEmitter {
public:
  BitEmitter(OpBuilder &builder, Location loc, Value example)
      : builder(builder), loc(loc),
        vector(dyn_cast<VectorType>(example.getType())) {}

  /// A number of that type, or a vector of them.
  Type typeOf(Type element) const {
    return vector ? Type(VectorType::get(vector.getShape(), element)) : element;
  }
  Type integerType(unsigned bits) const {
    return typeOf(builder.getIntegerType(bits));
  }
  Type f32Type() const { return typeOf(builder.getF32Type()); }
  Value integer(unsigned bits, int64_t value) const {
    return constant(
        integerType(bits),
        builder.getIntegerAttr(builder.getIntegerType(bits), value));
  }
  Value i32(int64_t value) const { return integer(32, value); }
  Value f32(float value) const {
    return constant(f32Type(), builder.getF32FloatAttr(value));
  }
  Value getBits(Value value) const { return cast<LLVM::BitcastOp>(32, value); }
  Value floatOf(Value bits) const {
    return LLVM::BitcastOp::create(builder, loc, f32Type(), bits);
  }
  /// A cast to integers of a number of bits.
  template <typename Op> Value cast(unsigned bits, Value value) const {
    return Op::create(builder, loc, integerType(bits), value);
  }
  template <typename Op> Value op(Value a, Value b) const {
    return Op::create(builder, loc, a, b);
  }
  Value compare(LLVM::ICmpPredicate predicate, Value a, Value b) const {
    return LLVM::ICmpOp::create(builder, loc, predicate, a, b);
  }
  Value isNan(Value value) const {
    return LLVM::FCmpOp::create(builder, loc, LLVM::FCmpPredicate::uno, value,
                                value);
  }
  Value select(Value condition, Value a, Value b) const {
    return LLVM::SelectOp::create(builder, loc, condition, a, b);
  }

  OpBuilder &builder;
  Location loc;

private:
  Value constant(Type type, Attribute value) const {
    if (vector)
      value = SplatElementsAttr::get(mlir::cast<ShapedType>(type), value);
    return LLVM::ConstantOp::create(builder, loc, type,
                                    mlir::cast<TypedAttr>(value));
  }

  VectorType vector;
};
} // namespace

static Format formatOf(Type type) {
  if (isa<Float8E4M3FNType>(type))
    return {3, 7, 448.0f, 0x7F, std::nullopt, false};
  if (isa<Float8E5M2Type>(type))
    return {2, 15, 57344.0f, 0x7F, 0x7C, false};
  if (isa<Float8E4M3FNUZType>(type))
    return {3, 8, 240.0f, 0x80, std::nullopt, true};
  assert(isa<Float8E5M2FNUZType>(type) && "a type of 8 bits");
  return {2, 16, 57344.0f, 0x80, std::nullopt, true};
}

Value cm2tt::emitF16OfE5M2(OpBuilder &builder, Location loc, Value byte) {
  BitEmitter e(builder, loc, byte);
  Value wide = e.cast<LLVM::ZExtOp>(16, byte);
  Value eight = e.integer(16, 8);
  return LLVM::BitcastOp::create(builder, loc, e.typeOf(builder.getF16Type()),
                                 e.op<LLVM::ShlOp>(wide, eight));
}

/// The upper half of an f16 is the number cut off; the rest of one that is no
/// number may have been in the lower half alone.
Value cm2tt::emitE5M2OfF16TowardZero(OpBuilder &builder, Location loc,
                                     Value value) {
  BitEmitter e(builder, loc, value);
  Value bits = e.cast<LLVM::BitcastOp>(16, value);
  Value eight = e.integer(16, 8);
  Value upper = e.cast<LLVM::TruncOp>(8, e.op<LLVM::LShrOp>(bits, eight));
  Value isNan = e.isNan(value);
  return e.select(isNan, e.integer(8, 0x7F), upper);
}

/// Exponent and fraction move to their positions in f32; multiplied by a power
/// of two they have the right exponent, also where it was zero, which f32 reads
/// as a subnormal number.
Value cm2tt::emitF32OfFloat8(OpBuilder &builder, Location loc, Value byte,
                             Type from) {
  BitEmitter e(builder, loc, byte);
  Format format = formatOf(from);
  assert(!isa<Float8E5M2Type>(from) && "goes by f16, which has its infinity");
  Value wide = e.cast<LLVM::ZExtOp>(32, byte);
  Value magnitude = e.op<LLVM::AndOp>(wide, e.i32(0x7F));
  Value shifted = e.op<LLVM::ShlOp>(magnitude, e.i32(23 - format.fractionBits));
  Value scaled = e.getBits(e.op<LLVM::FMulOp>(
      e.floatOf(shifted), e.f32(std::ldexp(1.0f, 127 - format.bias))));
  Value sign =
      e.op<LLVM::ShlOp>(e.op<LLVM::AndOp>(wide, e.i32(0x80)), e.i32(24));
  Value result = e.op<LLVM::OrOp>(scaled, sign);
  Value isNan =
      e.compare(LLVM::ICmpPredicate::eq,
                format.isUnsignedZero ? wide : magnitude, e.i32(format.nan));
  return e.floatOf(e.select(isNan, e.i32(0x7FC00000), result));
}

/// The code of a number that has a normal exponent in the type: the exponent
/// with another bias, the fraction rounded by adding half of what is cut off,
/// a little less if the last bit that stays is even.
static Value emitNormal(const BitEmitter &e, Value bits, const Format &format,
                        bool isTowardZero) {
  unsigned cut = 23 - format.fractionBits;
  uint32_t rebias = (127u - format.bias) << 23;
  if (isTowardZero)
    return e.op<LLVM::LShrOp>(
        e.op<LLVM::AddOp>(bits, e.i32(int32_t(0u - rebias))), e.i32(cut));
  Value last =
      e.op<LLVM::AndOp>(e.op<LLVM::LShrOp>(bits, e.i32(cut)), e.i32(1));
  uint32_t add = (1u << (cut - 1)) - 1 - rebias;
  return e.op<LLVM::LShrOp>(
      e.op<LLVM::AddOp>(e.op<LLVM::AddOp>(bits, e.i32(int32_t(add))), last),
      e.i32(cut));
}

/// The code of a smaller number: a multiple of the least of the type. Adding a
/// number whose last bit is worth as much rounds to the nearest even.
static Value emitSubnormal(const BitEmitter &e, Value magnitude,
                           const Format &format, bool isTowardZero) {
  int least = 1 - int(format.bias) - int(format.fractionBits);
  if (isTowardZero) {
    Value scaled =
        e.op<LLVM::FMulOp>(magnitude, e.f32(std::ldexp(1.0f, -least)));
    return e.cast<LLVM::FPToUIOp>(32, scaled);
  }
  float magic = std::ldexp(1.0f, least + 23);
  Value sum = e.getBits(e.op<LLVM::FAddOp>(magnitude, e.f32(magic)));
  return e.op<LLVM::SubOp>(sum, e.i32(llvm::bit_cast<int32_t>(magic)));
}

Value cm2tt::emitFloat8OfF32(OpBuilder &builder, Location loc, Value value,
                             Type to, bool isTowardZero) {
  BitEmitter e(builder, loc, value);
  Format format = formatOf(to);
  Value all = e.getBits(value);
  // Largest first: then rounding cannot overflow the type. A NaN becomes the
  // largest number too, until the end.
  Value magnitude = LLVM::MinNumOp::create(
      e.builder, e.loc, LLVM::FAbsOp::create(e.builder, e.loc, value),
      e.f32(format.largest));
  Value bits = e.getBits(magnitude);
  float leastNormal = std::ldexp(1.0f, 1 - int(format.bias));
  Value isSmall = e.compare(LLVM::ICmpPredicate::ult, bits,
                            e.i32(llvm::bit_cast<int32_t>(leastNormal)));
  // Not as arguments, whose order of evaluation is the host compiler's.
  Value normal = emitNormal(e, bits, format, isTowardZero);
  Value subnormal = emitSubnormal(e, magnitude, format, isTowardZero);
  Value code = e.select(isSmall, subnormal, normal);
  // To the nearest, infinity saturates as in the GPU's own conversions.
  if (isTowardZero && format.infinity) {
    Value isInfinite =
        e.compare(LLVM::ICmpPredicate::eq,
                  e.op<LLVM::AndOp>(all, e.i32(0x7FFFFFFF)), e.i32(0x7F800000));
    code = e.select(isInfinite, e.i32(*format.infinity), code);
  }
  Value sign =
      e.op<LLVM::AndOp>(e.op<LLVM::LShrOp>(all, e.i32(24)), e.i32(0x80));
  Value isNan = e.isNan(value);
  if (format.isUnsignedZero) {
    Value isZero = e.compare(LLVM::ICmpPredicate::eq, code, e.i32(0));
    sign = e.select(isZero, e.i32(0), sign);
  }
  code = e.select(isNan, e.i32(format.nan), e.op<LLVM::OrOp>(code, sign));
  return e.cast<LLVM::TruncOp>(8, code);
}

Value cm2tt::emitAbsOfFloat8(OpBuilder &builder, Location loc, Value byte,
                             Type type) {
  BitEmitter e(builder, loc, byte);
  Value magnitude = e.op<LLVM::AndOp>(byte, e.integer(8, 0x7F));
  if (!formatOf(type).isUnsignedZero)
    return magnitude;
  Value isNan =
      e.compare(LLVM::ICmpPredicate::eq, byte, e.integer(8, int8_t(0x80)));
  return e.select(isNan, byte, magnitude);
}
