// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Lowers conversions between floating-point types, those of 8 bits included:
/// by the GPU's instructions, which take two registers at once, or by
/// arithmetic on bits where it has none.
///
/// To 8 bits, all conversions saturate: numbers that are too large, infinity
/// included, become the largest finite number, as with `cvt.satfinite`.
///
/// Not here: conversions to and from integers, which LLVM has.

#include "ElementwiseInternals.h"

#include "cm2tt/Dialect/TT/TTOps.h"
#include "lowering/numerics/Float8.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace cm2tt;

namespace {
/// How a narrowing conversion rounds.
enum class Rounding { NearestEven, TowardZero };

/// Emits conversions of many values, in steps of one instruction each.
class FloatConverter : Emitter {
public:
  FloatConverter(OpBuilder &builder, Location loc, const TargetInfo &target,
                 Rounding rounding)
      : Emitter{builder, loc}, target(target), rounding(rounding) {}

  /// The values, of type `from`, as `to`; types of 8 bits are bytes.
  SmallVector<Value> convert(ArrayRef<Value> values, Type from, Type to) const;

private:
  /// Whether the GPU converts to and from that type of 8 bits.
  bool hasInstruction(Type type) const {
    return isa<Float8E4M3FNType, Float8E5M2Type>(type) &&
           target.getComputeCapability() >= 89;
  }
  bool isTowardZero() const { return rounding == Rounding::TowardZero; }
  /// The type to which a type of 8 bits is converted in one step.
  Type widened(Type float8) const;

  SmallVector<Value> widen8(ArrayRef<Value> values, Type from) const;
  SmallVector<Value> narrow8(ArrayRef<Value> values, Type from, Type to) const;
  SmallVector<Value> narrowPairs(ArrayRef<Value> values, Type to) const;
  SmallVector<Value> truncatePairs(ArrayRef<Value> values, Type to) const;
  Value convertOne(Value value, Type to) const;
  Value roundToOdd(Value value) const;

  Value pairOf(Value low, Value high) const;
  /// The two halves of `pair`, appended.
  void split(Value pair, Type element, SmallVector<Value> &into) const;
  Value assembly(Type type, StringRef text, StringRef constraints,
                 ValueRange operands) const;

  const TargetInfo &target;
  Rounding rounding;
};
} // namespace

//===----------------------------------------------------------------------===//
// Pairs
//===----------------------------------------------------------------------===//

Value FloatConverter::assembly(Type type, StringRef text, StringRef constraints,
                               ValueRange operands) const {
  return LLVM::InlineAsmOp::create(
             builder, loc, type, operands, text, constraints,
             /*has_side_effects=*/false, /*is_align_stack=*/false,
             LLVM::TailCallKind::None,
             LLVM::AsmDialectAttr::get(builder.getContext(),
                                       LLVM::AsmDialect::AD_ATT),
             /*operand_attrs=*/ArrayAttr())
      .getResult(0);
}

Value FloatConverter::pairOf(Value low, Value high) const {
  Value pair =
      LLVM::PoisonOp::create(builder, loc, VectorType::get(2, low.getType()));
  pair = LLVM::InsertElementOp::create(builder, loc, pair, low, i32(0));
  return LLVM::InsertElementOp::create(builder, loc, pair, high, i32(1));
}

void FloatConverter::split(Value pair, Type element,
                           SmallVector<Value> &into) const {
  auto type = VectorType::get(2, element);
  if (pair.getType() != type)
    pair = LLVM::BitcastOp::create(builder, loc, type, pair);
  for (unsigned i : {0, 1})
    into.push_back(LLVM::ExtractElementOp::create(builder, loc, pair, i32(i)));
}

/// The name of a type of 8 bits in PTX, of two values.
static StringRef pairName(Type float8) {
  return isa<Float8E4M3FNType>(float8) ? "e4m3x2" : "e5m2x2";
}

/// f16 or f32 to 8 bits, to the nearest.
SmallVector<Value> FloatConverter::narrowPairs(ArrayRef<Value> values,
                                               Type to) const {
  SmallVector<Value> results;
  Type i16 = builder.getI16Type(), i8 = builder.getI8Type();
  bool isHalf = values.front().getType().isF16();
  std::string text = ("cvt.rn.satfinite." + pairName(to)).str();
  for (unsigned i = 0; i < values.size(); i += 2) {
    // A lone value is converted twice.
    Value low = values[i],
          high = values[std::min<size_t>(i + 1, values.size() - 1)];
    Value pair;
    if (isHalf) {
      Value both = LLVM::BitcastOp::create(builder, loc, builder.getI32Type(),
                                           pairOf(low, high));
      pair = assembly(i16, text + ".f16x2 $0, $1;", "=h,r", both);
    } else {
      pair = assembly(i16, text + ".f32 $0, $1, $2;", "=h,f,f", {high, low});
    }
    split(pair, i8, results);
  }
  results.truncate(values.size());
  return results;
}

/// f32 to f16 or bf16, toward zero.
SmallVector<Value> FloatConverter::truncatePairs(ArrayRef<Value> values,
                                                 Type to) const {
  SmallVector<Value> results;
  StringRef name =
      to.isF16() ? "llvm.nvvm.ff2f16x2.rz" : "llvm.nvvm.ff2bf16x2.rz";
  for (unsigned i = 0; i < values.size(); i += 2) {
    Value high = values[std::min<size_t>(i + 1, values.size() - 1)];
    split(callIntrinsic(builder, loc, name, VectorType::get(2, to),
                        {high, values[i]}),
          to, results);
  }
  results.truncate(values.size());
  return results;
}

//===----------------------------------------------------------------------===//
// Types of 8 bits
//===----------------------------------------------------------------------===//

Type FloatConverter::widened(Type float8) const {
  return hasInstruction(float8) || isa<Float8E5M2Type>(float8)
             ? Type(builder.getF16Type())
             : Type(builder.getF32Type());
}

SmallVector<Value> FloatConverter::widen8(ArrayRef<Value> values,
                                          Type from) const {
  SmallVector<Value> results;
  if (!hasInstruction(from)) {
    for (Value value : values)
      results.push_back(isa<Float8E5M2Type>(from)
                            ? emitF16OfE5M2(builder, loc, value)
                            : emitF32OfFloat8(builder, loc, value, from));
    return results;
  }
  std::string text = ("cvt.rn.f16x2." + pairName(from) + " $0, $1;").str();
  for (unsigned i = 0; i < values.size(); i += 2) {
    Value high = values[std::min<size_t>(i + 1, values.size() - 1)];
    Value both = LLVM::BitcastOp::create(builder, loc, builder.getI16Type(),
                                         pairOf(values[i], high));
    split(assembly(builder.getI32Type(), text, "=r,h", both),
          builder.getF16Type(), results);
  }
  results.truncate(values.size());
  return results;
}

SmallVector<Value> FloatConverter::narrow8(ArrayRef<Value> values, Type from,
                                           Type to) const {
  bool hasPairs = hasInstruction(to) && !isTowardZero();
  SmallVector<Value> sources(values);
  if (isTowardZero() && from.isF16() && isa<Float8E5M2Type>(to)) {
    for (Value &value : sources)
      value = emitE5M2OfF16TowardZero(builder, loc, value);
    return sources;
  }
  if (!from.isF32() && !(hasPairs && from.isF16()))
    for (Value &value : sources)
      value = from.isF64() && !isTowardZero()
                  ? roundToOdd(value)
                  : convertOne(value, builder.getF32Type());
  if (hasPairs)
    return narrowPairs(sources, to);
  for (Value &value : sources)
    value = emitFloat8OfF32(builder, loc, value, to, isTowardZero());
  return sources;
}

//===----------------------------------------------------------------------===//
// Types of 16 to 64 bits
//===----------------------------------------------------------------------===//

/// f64 as f32 such that rounding again to the nearest does not go wrong: what
/// is cut off sets the last bit. 24 bits are two more than enough for that.
Value FloatConverter::roundToOdd(Value value) const {
  Type f32 = builder.getF32Type(), i32Type = builder.getI32Type();
  Value cut = callIntrinsic(builder, loc, "llvm.nvvm.d2f.rz", f32, value);
  Value back = LLVM::FPExtOp::create(builder, loc, value.getType(), cut);
  Value isCut =
      LLVM::FCmpOp::create(builder, loc, LLVM::FCmpPredicate::une, back, value);
  Value bits = LLVM::BitcastOp::create(builder, loc, i32Type, cut);
  bits = LLVM::OrOp::create(builder, loc, bits,
                            LLVM::ZExtOp::create(builder, loc, i32Type, isCut));
  return LLVM::BitcastOp::create(builder, loc, f32, bits);
}

/// In one step: a wider type, or a narrower, to the nearest unless it is f32.
Value FloatConverter::convertOne(Value value, Type to) const {
  if (value.getType() == to)
    return value;
  if (value.getType().getIntOrFloatBitWidth() < to.getIntOrFloatBitWidth())
    return LLVM::FPExtOp::create(builder, loc, to, value);
  if (to.isF32() && isTowardZero())
    return callIntrinsic(builder, loc, "llvm.nvvm.d2f.rz", to, value);
  return LLVM::FPTruncOp::create(builder, loc, to, value);
}

SmallVector<Value> FloatConverter::convert(ArrayRef<Value> values, Type from,
                                           Type to) const {
  if (from == to || values.empty())
    return SmallVector<Value>(values);
  unsigned fromBits = from.getIntOrFloatBitWidth(),
           toBits = to.getIntOrFloatBitWidth();
  if (fromBits == 8)
    return convert(widen8(values, from), widened(from), to);
  if (toBits == 8)
    return narrow8(values, from, to);
  auto each = [&](Type type) {
    return llvm::map_to_vector(
        values, [&](Value value) { return convertOne(value, type); });
  };
  Type f32 = builder.getF32Type();
  // f16 and bf16 hold what the other does not; f32 holds both.
  if (fromBits == toBits)
    return convert(each(f32), f32, to);
  if (toBits != 16 || !isTowardZero())
    return each(to);
  return truncatePairs(each(f32), to);
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

static Rounding roundingOf(tt::FpToFpOp op) {
  return op.getRounding() == tt::RoundingMode::RTZ ? Rounding::TowardZero
                                                   : Rounding::NearestEven;
}
static Rounding roundingOf(arith::TruncFOp op) {
  return op.getRoundingmode() == arith::RoundingMode::toward_zero
             ? Rounding::TowardZero
             : Rounding::NearestEven;
}

namespace {
/// `tt.fp_to_fp` and `arith.truncf`: all registers at once, each value once.
template <typename Op> struct FloatCastOpLowering : OpConversionPattern<Op> {
  using typename OpConversionPattern<Op>::OneToNOpAdaptor;
  FloatCastOpLowering(const TypeConverter &converter, MLIRContext *context,
                      const LoweringContext &lowering)
      // Before the lowerings of tiles and of arith.
      : OpConversionPattern<Op>(converter, context, /*benefit=*/3),
        lowering(lowering) {}
  LogicalResult
  matchAndRewrite(Op op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ValueRange sources = adaptor.getOperands()[0];
    llvm::SmallSetVector<Value, 16> distinct(sources.begin(), sources.end());
    FloatConverter emitter(rewriter, op.getLoc(), lowering.target,
                           roundingOf(op));
    SmallVector<Value> converted = emitter.convert(
        distinct.getArrayRef(), getElementTypeOrSelf(op->getOperand(0)),
        getElementTypeOrSelf(op.getType()));
    llvm::SmallDenseMap<Value, Value> results;
    for (auto [source, result] : llvm::zip_equal(distinct, converted))
      results[source] = result;
    SmallVector<Value> registers = llvm::map_to_vector(
        sources, [&](Value source) { return results[source]; });
    rewriter.replaceOpWithMultiple(op, {registers});
    return success();
  }
  const LoweringContext &lowering;
};
} // namespace

void cm2tt::populateConversionPatterns(const TileTypeConverter &converter,
                                       const LoweringContext &context,
                                       RewritePatternSet &patterns) {
  patterns.add<FloatCastOpLowering<tt::FpToFpOp>,
               FloatCastOpLowering<arith::TruncFOp>>(
      converter, patterns.getContext(), context);
}
