// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Products of matrices, with their accumulator and precision.

#include "TileInternals.h"

#include "cm2tt/Dialect/TT/TTOps.h"

#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace cm2tt;

namespace {
/// The arguments after the two matrices, distinguished by their types.
struct ProductOptions {
  /// Which argument is the accumulator; none if 0.
  unsigned accumulator = 0;
  /// The class literal; null if there is none.
  Type outType;
  tt::InputPrecision precision = tt::InputPrecision::TF32;
  std::optional<int64_t> maxNumImpreciseAcc;
  /// The index of the first argument that is not an option, or that repeats
  /// one; 0 if all arguments are valid.
  unsigned wrong = 0;
};
} // namespace

static std::optional<tt::InputPrecision> inputPrecision(AbsType type) {
  return llvm::StringSwitch<std::optional<tt::InputPrecision>>(
             type.getEnumName("InputPrecision"))
      .Case("TF32", tt::InputPrecision::TF32)
      .Case("TF32X3", tt::InputPrecision::TF32x3)
      .Case("IEEE", tt::InputPrecision::IEEE)
      .Case("BF16X3", tt::InputPrecision::BF16x3)
      .Case("BF16X6", tt::InputPrecision::BF16x6)
      .Default(std::nullopt);
}

/// Never fails; typeOfDot reports what is wrong.
static FailureOr<ProductOptions> parseProduct(ArrayRef<AbsType> args,
                                              EmitError) {
  ProductOptions options;
  bool hasPrecision = false;
  for (unsigned i = 2; i < args.size(); ++i) {
    AbsType arg = args[i];
    std::optional<tt::InputPrecision> precision = inputPrecision(arg);
    if (arg.isTile() && !options.accumulator) {
      options.accumulator = i;
    } else if (numberClass(arg) && !options.outType) {
      options.outType = numberClass(arg);
    } else if (precision && !hasPrecision) {
      options.precision = *precision;
      hasPrecision = true;
    } else if (constantInt(arg) && !options.maxNumImpreciseAcc) {
      options.maxNumImpreciseAcc = constantInt(arg);
    } else if (!isAbsent(arg)) {
      options.wrong = i;
      return options;
    }
  }
  return options;
}

/// Whether matrices of that type can be multiplied.
static bool isFactor(Type type) {
  return type.isSignlessInteger(8) || tt::isFloat8(type) || type.isF16() ||
         type.isBF16() || type.isF32() || type.isF64();
}

/// In which types products may be summed, the usual one first.
static SmallVector<Type, 2> accumulatorTypes(Type factor) {
  Builder builder(factor.getContext());
  if (factor.isInteger())
    return {builder.getI32Type()};
  if (factor.isF64())
    return {factor};
  if (factor.isF32() || factor.isBF16())
    return {builder.getF32Type()};
  return {builder.getF32Type(), builder.getF16Type()};
}

/// T-DOT-1 to T-DOT-5: two matrices, or two batches of them, that have a
/// product; gives its shape.
static FailureOr<SmallVector<int64_t>> productShape(AbsType a, AbsType b,
                                                    EmitError error) {
  auto report = [&](StringRef message) {
    return error() << message << ": " << a.str() << " and " << b.str();
  };
  /// T-DOT-1: both operands are tiles of numbers, of two dimensions or of
  /// three.
  ArrayRef<int64_t> left = a.getShape(), right = b.getShape();
  size_t rank = left.size();
  if (!a.isTile() || !b.isTile() || right.size() != rank ||
      (rank != 2 && rank != 3))
    return report("T-DOT-1: operands must be tiles of two dimensions, or of "
                  "three");
  /// T-DOT-2: the inner extents are equal: a is MxK, b is KxN.
  int64_t inner = left[rank - 1];
  if (inner != right[rank - 2])
    return error() << "T-DOT-2: inner extents differ: " << inner << " and "
                   << right[rank - 2] << ", of " << a.str() << " and "
                   << b.str();
  /// T-DOT-3: both operands have the same number of batches.
  if (rank == 3 && left[0] != right[0])
    return error() << "T-DOT-3: batches differ: " << left[0] << " and "
                   << right[0] << ", of " << a.str() << " and " << b.str();
  /// T-DOT-4: both operands have one element type that can be multiplied; those
  /// of 8-bit floating point mix.
  Type type = a.getElementType(), other = b.getElementType();
  if (!isFactor(type) ||
      (type != other && !(tt::isFloat8(type) && tt::isFloat8(other)))) {
    InFlightDiagnostic diagnostic =
        report("T-DOT-4: operands must be of one type, byte, fp8, fp16, bf16, "
               "float or double");
    diagnostic.attachNote() << "conv converts a tile: x.conv(Float16.class)";
    return diagnostic;
  }
  /// T-DOT-5: K is at least 16, or 32 for elements of 8 bits.
  int64_t least = type.getIntOrFloatBitWidth() == 8 ? 32 : 16;
  if (inner < least)
    return error() << "T-DOT-5: the inner extent must be " << least
                   << " at least for " << typeName(type) << ": " << inner;
  SmallVector<int64_t> shape(left);
  shape.back() = right.back();
  return shape;
}

/// The element type of the result: the one that is asked for, the
/// accumulator's, or the usual one.
static FailureOr<Type> sumType(ArrayRef<AbsType> args,
                               const ProductOptions &options, EmitError error) {
  Type factor = args[0].getElementType();
  auto types = accumulatorTypes(factor);
  /// T-DOT-7: products of the element type can be summed in the type of the
  /// class literal.
  if (options.outType) {
    if (llvm::is_contained(types, options.outType))
      return options.outType;
    return error() << "T-DOT-7: products of " << typeName(factor)
                   << " cannot be summed in " << typeName(options.outType);
  }
  if (options.accumulator)
    if (Type type = args[options.accumulator].getElementType();
        llvm::is_contained(types, type))
      return type;
  return types.front();
}

static FailureOr<AbsType> typeOfDot(ArrayRef<AbsType> args,
                                    const ProductOptions &options,
                                    EmitError error) {
  FailureOr<SmallVector<int64_t>> shape = productShape(args[0], args[1], error);
  if (failed(shape))
    return failure();
  /// T-DOT-6: the options are an accumulator, an InputPrecision, a class
  /// literal and a constant int, each at most once.
  if (options.wrong)
    return error() << "T-DOT-6: an accumulator, an InputPrecision, a class "
                      "literal or a constant int, each once at most, is "
                      "expected: "
                   << args[options.wrong].str();
  /// T-DOT-10: the number of products that are summed in fewer bits is not
  /// negative.
  if (options.maxNumImpreciseAcc.value_or(0) < 0)
    return error() << "T-DOT-10: the number of imprecise sums must be 0 or "
                      "more: "
                   << *options.maxNumImpreciseAcc;
  FailureOr<Type> element = sumType(args, options, error);
  if (failed(element))
    return failure();
  /// T-DOT-8: the product has at most as many elements as a tile may have.
  FailureOr<AbsType> result = checkedTile("T-DOT-8", *shape, *element, error);
  if (failed(result))
    return failure();
  /// T-DOT-9: the accumulator has the type of the result.
  if (options.accumulator && args[options.accumulator] != *result)
    return error() << "T-DOT-9: the accumulator must be " << result->str()
                   << ": " << args[options.accumulator].str();
  return result;
}

static Results buildDot(TileBuilder &builder, ArrayRef<TypedOperand> args,
                        const ProductOptions &options, AbsType result) {
  Type type = signlessType(result.getType());
  Value accumulator;
  if (options.accumulator)
    accumulator = builder.get(args[options.accumulator]);
  else
    accumulator = builder.constant(
        type, builder.builder.getZeroAttr(getElementTypeOrSelf(type)));
  return builder.create<tt::DotOp>(
      type, builder.get(args[0]), builder.get(args[1]), accumulator,
      options.precision, options.maxNumImpreciseAcc.value_or(0));
}

ArrayRef<Method> cm2tt::getDotMethods() {
  static constexpr Method methods[] = {
#include "Dot.inc"
  };
  return methods;
}
