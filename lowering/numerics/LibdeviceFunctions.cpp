// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Functions of libdevice that are some operations.

#include "LibdeviceFunctions.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/MathExtras.h"

#include <limits>

using namespace mlir;
using namespace cm2tt;

namespace {
/// Creates operations on numbers, or on vectors of them.
struct Emitter {
  ImplicitLocOpBuilder &builder;

  static Type withElement(Type like, Type element) {
    if (auto vector = dyn_cast<VectorType>(like))
      return vector.clone(element);
    return element;
  }
  static unsigned bits(Value value) {
    return getElementTypeOrSelf(value).getIntOrFloatBitWidth();
  }
  Type integers(Value like, unsigned width) const {
    return withElement(like.getType(), builder.getIntegerType(width));
  }
  Value constant(Type type, Attribute one) const {
    if (auto vector = dyn_cast<VectorType>(type))
      one = DenseElementsAttr::get(vector, one);
    return arith::ConstantOp::create(builder, cast<TypedAttr>(one));
  }
  Value integer(Value like, const APInt &value) const {
    Type type = integers(like, value.getBitWidth());
    return constant(type,
                    builder.getIntegerAttr(getElementTypeOrSelf(type), value));
  }
  /// An integer of as many bits.
  Value integer(Value like, int64_t value) const {
    return integer(like, APInt(bits(like), value, /*isSigned=*/true));
  }
  Value number(Value like, double value) const {
    Type type = like.getType();
    return constant(type,
                    builder.getFloatAttr(getElementTypeOrSelf(type), value));
  }
  template <typename Op> Value op(Value a, Value b) const {
    return Op::create(builder, a, b);
  }
  template <typename Op> Value shift(Value value, unsigned distance) const {
    return op<Op>(value, integer(value, distance));
  }
  template <typename Op> Value convert(Value value, unsigned width) const {
    return Op::create(builder, integers(value, width), value);
  }
  Value bitcast(Value value, Type element) const {
    return arith::BitcastOp::create(
        builder, withElement(value.getType(), element), value);
  }
  Value asBits(Value value) const {
    return bitcast(value, builder.getIntegerType(bits(value)));
  }
  Value compare(arith::CmpIPredicate is, Value a, Value b) const {
    return arith::CmpIOp::create(builder, is, a, b);
  }
  Value select(Value condition, Value a, Value b) const {
    return arith::SelectOp::create(builder, condition, a, b);
  }
};

using Emit = Value (*)(const Emitter &emit, ValueRange operands);

/// A function: its name, the types of its operands and, after `>`, of its
/// result (`f` f32, `d` f64, `i` i32, `l` i64), and its code.
struct LibdeviceFunction {
  StringLiteral symbol, signature;
  Emit emit;
};
} // namespace

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

static Value emitReverse(const Emitter &emit, ValueRange x) {
  return LLVM::BitReverseOp::create(emit.builder, x[0]);
}

/// A count of bits as i32.
static Value asCount(const Emitter &emit, Value count) {
  return Emitter::bits(count) == 32 ? count
                                    : emit.convert<arith::TruncIOp>(count, 32);
}

static Value emitLeadingZeros(const Emitter &emit, ValueRange x) {
  return asCount(emit, LLVM::CountLeadingZerosOp::create(
                           emit.builder, x[0].getType(), x[0],
                           /*is_zero_poison=*/false));
}

static Value emitPopulation(const Emitter &emit, ValueRange x) {
  return asCount(emit,
                 LLVM::CtPopOp::create(emit.builder, x[0].getType(), x[0]));
}

/// The position of the lowest bit that is 1, counted from 1; 0 for 0.
static Value emitFindFirst(const Emitter &emit, ValueRange x) {
  Value zeros = LLVM::CountTrailingZerosOp::create(
      emit.builder, x[0].getType(), x[0], /*is_zero_poison=*/false);
  Value position = emit.op<arith::AddIOp>(zeros, emit.integer(x[0], 1));
  Value zero = emit.integer(x[0], 0);
  Value isZero = emit.compare(arith::CmpIPredicate::eq, x[0], zero);
  return asCount(emit, emit.select(isZero, zero, position));
}

/// Each byte of the result is one of the eight of both operands, by 3 bits of
/// a digit of the selector.
static Value emitBytePermutation(const Emitter &emit, ValueRange x) {
  Value low = emit.convert<arith::ExtUIOp>(x[0], 64);
  Value high =
      emit.shift<arith::ShLIOp>(emit.convert<arith::ExtUIOp>(x[1], 64), 32);
  Value all = emit.op<arith::OrIOp>(low, high);
  Value selectors = emit.convert<arith::ExtUIOp>(x[2], 64), result;
  for (unsigned byte = 0; byte < 4; ++byte) {
    Value digit =
        emit.op<arith::AndIOp>(emit.shift<arith::ShRUIOp>(selectors, 4 * byte),
                               emit.integer(selectors, 7));
    Value distance = emit.shift<arith::ShLIOp>(digit, 3);
    Value chosen = emit.op<arith::AndIOp>(
        emit.op<arith::ShRUIOp>(all, distance), emit.integer(all, 0xFF));
    Value placed = emit.shift<arith::ShLIOp>(chosen, 8 * byte);
    result = result ? emit.op<arith::OrIOp>(result, placed) : placed;
  }
  return emit.convert<arith::TruncIOp>(result, 32);
}

/// The mean, rounded down, whose sum might overflow: the bits that both have,
/// and half of those that differ.
template <typename ShiftOp>
static Value emitMean(const Emitter &emit, ValueRange x) {
  Value half = emit.shift<ShiftOp>(emit.op<arith::XOrIOp>(x[0], x[1]), 1);
  return emit.op<arith::AddIOp>(emit.op<arith::AndIOp>(x[0], x[1]), half);
}

/// The mean, rounded up.
template <typename ShiftOp>
static Value emitUpperMean(const Emitter &emit, ValueRange x) {
  Value half = emit.shift<ShiftOp>(emit.op<arith::XOrIOp>(x[0], x[1]), 1);
  return emit.op<arith::SubIOp>(emit.op<arith::OrIOp>(x[0], x[1]), half);
}

/// The product of the low 24 bits.
template <typename ShiftOp>
static Value emitMul24(const Emitter &emit, ValueRange x) {
  auto low = [&](Value value) {
    return emit.shift<ShiftOp>(emit.shift<arith::ShLIOp>(value, 8), 8);
  };
  return emit.op<arith::MulIOp>(low(x[0]), low(x[1]));
}

/// The upper half of the product.
template <typename ExtendOp>
static Value emitMulHigh(const Emitter &emit, ValueRange x) {
  unsigned width = Emitter::bits(x[0]);
  Value product =
      emit.op<arith::MulIOp>(emit.convert<ExtendOp>(x[0], 2 * width),
                             emit.convert<ExtendOp>(x[1], 2 * width));
  return emit.convert<arith::TruncIOp>(
      emit.shift<arith::ShRUIOp>(product, width), width);
}

/// |x - y| + z.
template <typename MaxOp, typename MinOp>
static Value emitDifference(const Emitter &emit, ValueRange x) {
  Value difference = emit.op<arith::SubIOp>(emit.op<MaxOp>(x[0], x[1]),
                                            emit.op<MinOp>(x[0], x[1]));
  return emit.op<arith::AddIOp>(difference, x[2]);
}

//===----------------------------------------------------------------------===//
// Parts of floating-point numbers
//===----------------------------------------------------------------------===//

/// How the magnitude compares to infinity, as 1 or 0: a comparison of floats
/// takes the magnitude of its operand for nothing.
template <arith::CmpFPredicate predicate>
static Value emitMagnitudeIs(const Emitter &emit, ValueRange x) {
  Value magnitude = math::AbsFOp::create(emit.builder, x[0]);
  Value infinity = emit.number(x[0], std::numeric_limits<double>::infinity());
  Value is =
      arith::CmpFOp::create(emit.builder, predicate, magnitude, infinity);
  return emit.convert<arith::ExtUIOp>(is, 32);
}

/// 1 if it is not a number, or 0.
static Value emitIsNan(const Emitter &emit, ValueRange x) {
  Value is = arith::CmpFOp::create(emit.builder, arith::CmpFPredicate::UNO,
                                   x[0], x[0]);
  return emit.convert<arith::ExtUIOp>(is, 32);
}

static Value emitSign(const Emitter &emit, ValueRange x) {
  Value bits = emit.asBits(x[0]);
  return asCount(emit,
                 emit.shift<arith::ShRUIOp>(bits, Emitter::bits(bits) - 1));
}

/// The nearest number from 0 to 1; 0 for NaN.
static Value emitSaturate(const Emitter &emit, ValueRange x) {
  Value zero = emit.number(x[0], 0), one = emit.number(x[0], 1);
  auto compare = [&](Value value, Value bound) -> Value {
    return arith::CmpFOp::create(emit.builder, arith::CmpFPredicate::OGT, value,
                                 bound);
  };
  Value positive = emit.select(compare(x[0], zero), x[0], zero);
  return emit.select(compare(x[0], one), one, positive);
}

template <bool isHigh>
static Value emitWord(const Emitter &emit, ValueRange x) {
  Value bits = emit.asBits(x[0]);
  if (isHigh)
    bits = emit.shift<arith::ShRUIOp>(bits, 32);
  return emit.convert<arith::TruncIOp>(bits, 32);
}

static Value emitJoinWords(const Emitter &emit, ValueRange x) {
  Value high =
      emit.shift<arith::ShLIOp>(emit.convert<arith::ExtUIOp>(x[0], 64), 32);
  Value low = emit.convert<arith::ExtUIOp>(x[1], 64);
  return emit.bitcast(emit.op<arith::OrIOp>(high, low),
                      emit.builder.getF64Type());
}

static Value emitAsInteger(const Emitter &emit, ValueRange x) {
  return emit.asBits(x[0]);
}

static Value emitAsFloat(const Emitter &emit, ValueRange x) {
  return emit.bitcast(x[0], Emitter::bits(x[0]) == 64
                                ? Type(emit.builder.getF64Type())
                                : emit.builder.getF32Type());
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

static constexpr auto emitIsInfinite =
    &emitMagnitudeIs<arith::CmpFPredicate::OEQ>;
static constexpr auto emitIsFinite =
    &emitMagnitudeIs<arith::CmpFPredicate::OLT>;

static constexpr LibdeviceFunction libdeviceFunctions[] = {
    {"__nv_brev", "i>i", emitReverse},
    {"__nv_brevll", "l>l", emitReverse},
    {"__nv_byte_perm", "iii>i", emitBytePermutation},
    {"__nv_clz", "i>i", emitLeadingZeros},
    {"__nv_clzll", "l>i", emitLeadingZeros},
    {"__nv_double2hiint", "d>i", emitWord<true>},
    {"__nv_double2loint", "d>i", emitWord<false>},
    {"__nv_double_as_longlong", "d>l", emitAsInteger},
    {"__nv_ffs", "i>i", emitFindFirst},
    {"__nv_ffsll", "l>i", emitFindFirst},
    {"__nv_finitef", "f>i", emitIsFinite},
    {"__nv_float_as_int", "f>i", emitAsInteger},
    {"__nv_float_as_uint", "f>i", emitAsInteger},
    {"__nv_hadd", "ii>i", emitMean<arith::ShRSIOp>},
    {"__nv_hiloint2double", "ii>d", emitJoinWords},
    {"__nv_int_as_float", "i>f", emitAsFloat},
    {"__nv_isfinited", "d>i", emitIsFinite},
    {"__nv_isinfd", "d>i", emitIsInfinite},
    {"__nv_isinff", "f>i", emitIsInfinite},
    {"__nv_isnand", "d>i", emitIsNan},
    {"__nv_isnanf", "f>i", emitIsNan},
    {"__nv_longlong_as_double", "l>d", emitAsFloat},
    {"__nv_mul24", "ii>i", emitMul24<arith::ShRSIOp>},
    {"__nv_mul64hi", "ll>l", emitMulHigh<arith::ExtSIOp>},
    {"__nv_mulhi", "ii>i", emitMulHigh<arith::ExtSIOp>},
    {"__nv_popc", "i>i", emitPopulation},
    {"__nv_popcll", "l>i", emitPopulation},
    {"__nv_rhadd", "ii>i", emitUpperMean<arith::ShRSIOp>},
    {"__nv_sad", "iii>i", emitDifference<arith::MaxSIOp, arith::MinSIOp>},
    {"__nv_saturatef", "f>f", emitSaturate},
    {"__nv_signbitd", "d>i", emitSign},
    {"__nv_signbitf", "f>i", emitSign},
    {"__nv_uhadd", "ii>i", emitMean<arith::ShRUIOp>},
    {"__nv_uint_as_float", "i>f", emitAsFloat},
    {"__nv_umul24", "ii>i", emitMul24<arith::ShRUIOp>},
    {"__nv_umul64hi", "ll>l", emitMulHigh<arith::ExtUIOp>},
    {"__nv_umulhi", "ii>i", emitMulHigh<arith::ExtUIOp>},
    {"__nv_urhadd", "ii>i", emitUpperMean<arith::ShRUIOp>},
    {"__nv_usad", "iii>i", emitDifference<arith::MaxUIOp, arith::MinUIOp>},
};

static const LibdeviceFunction *findFunction(StringRef symbol) {
  const auto *found =
      llvm::find_if(libdeviceFunctions, [&](const LibdeviceFunction &function) {
        return function.symbol == symbol;
      });
  return found == std::end(libdeviceFunctions) ? nullptr : found;
}

static bool isOfKind(Type type, char kind) {
  type = getElementTypeOrSelf(type);
  switch (kind) {
  case 'f':
    return type.isF32();
  case 'd':
    return type.isF64();
  default:
    return type.isInteger(kind == 'i' ? 32 : 64);
  }
}

bool cm2tt::isLibdeviceFunction(tt::ExternElementwiseOp op) {
  const LibdeviceFunction *function = findFunction(op.getSymbol());
  bool isLibdevice =
      op.getLibpath().empty() &&
      (op.getLibname().empty() || op.getLibname() == "libdevice");
  if (!function || !isLibdevice)
    return false;
  auto [kinds, result] = function->signature.split('>');
  auto types = op.getOperandTypes();
  if (kinds.size() != types.size() || !isOfKind(op.getType(), result.front()))
    return false;
  return llvm::all_of(llvm::zip_equal(types, kinds), [](auto pair) {
    return isOfKind(std::get<0>(pair), std::get<1>(pair));
  });
}

Value cm2tt::emitLibdeviceFunction(ImplicitLocOpBuilder &builder,
                                   StringRef symbol, ValueRange operands) {
  const LibdeviceFunction *function = findFunction(symbol);
  return function ? function->emit({builder}, operands) : Value();
}
