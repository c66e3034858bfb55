// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Triton's promotion: the type that operands of an elementwise operation are
/// converted to, and the conversions, which come before broadcasts.
///
/// A constant plays the part of a Python number: if its kind (truth values
/// are below integers, these below floating-point numbers) is not above the
/// other operand's, it takes the other's type; otherwise it has the type that
/// Triton gives a Python number, and the rules for two types apply:
///
///     double, then float, wins over all
///     fp16 wins over the rest                    (division: float)
///     bf16 with bf16 is bf16, with others float  (division: float)
///     two fp8 types give fp16
///     integers: the wider; unsigned if that is as wide as the signed one
///
/// Not here: what an operation does with the type (Arithmetic.cpp); Java's
/// operators, whose operands Java converts.

#include "KernelApiInternals.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace cm2tt;

namespace {
/// Kinds of numbers, in the order in which Python converts them.
enum class Kind { Bool, Integer, Float };
} // namespace

static Kind kindOf(Type type) {
  if (isa<FloatType>(type))
    return Kind::Float;
  return type.isInteger(1) ? Kind::Bool : Kind::Integer;
}

bool cm2tt::isUnsigned(Type type) {
  return type.isUnsignedInteger() || type.isInteger(1);
}

/// The value of an integer constant with its sign.
static APSInt valueOf(AbsType constant) {
  return APSInt(cast<IntegerAttr>(constant.getValue()).getValue(),
                isUnsigned(constant.getType()));
}

static bool fits(const APSInt &value, Type type) {
  unsigned width = type.getIntOrFloatBitWidth();
  if (isUnsigned(type))
    return !value.isNegative() && value.getActiveBits() <= width;
  return value.isUnsigned() ? value.getActiveBits() < width
                            : value.getSignificantBits() <= width;
}

/// The type of a Python integer: the first of these that has the value.
static Type typeOfPythonInteger(AbsType constant) {
  APSInt value = valueOf(constant);
  Builder builder(constant.getType().getContext());
  for (unsigned width : {32, 64})
    for (bool isSigned : {true, false}) {
      Type type = isSigned ? builder.getIntegerType(width)
                           : builder.getIntegerType(width, /*isSigned=*/false);
      if (fits(value, type))
        return type;
    }
  return builder.getI64Type();
}

/// The type of a Python number: fp64 if fp32 cannot represent it, or only as a
/// subnormal.
static Type typeOfPythonNumber(AbsType constant) {
  Type type = constant.getType();
  if (type.isInteger(1))
    return type;
  auto number = dyn_cast<FloatAttr>(constant.getValue());
  if (!number)
    return typeOfPythonInteger(constant);
  Builder builder(type.getContext());
  APFloat value = number.getValue();
  if (!value.isFiniteNonZero())
    return builder.getF32Type();
  bool inexact;
  value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &inexact);
  double magnitude = std::abs(value.convertToDouble());
  bool isFloat = magnitude >= std::numeric_limits<float>::min() &&
                 magnitude <= std::numeric_limits<float>::max();
  return isFloat ? Type(builder.getF32Type()) : Type(builder.getF64Type());
}

/// fp16 and bf16 become fp32 in divisions.
static Type widenedFor(Promotion kind, Type type) {
  if (kind == Promotion::Division && isa<Float16Type, BFloat16Type>(type))
    return Float32Type::get(type.getContext());
  return type;
}

/// The common type of integers, truth values among them; null for a division
/// of different signedness.
static Type promoteIntegers(Promotion kind, Type a, Type b) {
  unsigned widthA = a.getIntOrFloatBitWidth(),
           widthB = b.getIntOrFloatBitWidth();
  if (isUnsigned(a) == isUnsigned(b))
    return widthA > widthB ? a : b;
  if (kind == Promotion::Division)
    return {};
  if (isUnsigned(a))
    return widthA >= widthB ? a : b;
  return widthB >= widthA ? b : a;
}

/// The common type of two types that are not both integers.
static Type promoteFloats(Promotion kind, Type a, Type b) {
  auto either = [&](auto is) { return is(a) ? a : is(b) ? b : Type(); };
  if (Type f64 = either(llvm::IsaPred<Float64Type>))
    return f64;
  if (Type f32 = either(llvm::IsaPred<Float32Type>))
    return f32;
  if (Type f16 = either(llvm::IsaPred<Float16Type>))
    return widenedFor(kind, f16);
  if (either(llvm::IsaPred<BFloat16Type>))
    return a == b ? widenedFor(kind, a) : Float32Type::get(a.getContext());
  if (isa<FloatType>(a) && isa<FloatType>(b))
    return a == b ? a : Float16Type::get(a.getContext());
  return {};
}

Type cm2tt::promotedType(Promotion kind, AbsType a, AbsType b) {
  Type types[] = {a.getElementType(), b.getElementType()};
  if (a.isConstant() != b.isConstant()) {
    unsigned constant = a.isConstant() ? 0 : 1;
    if (kindOf(types[constant]) <= kindOf(types[1 - constant]))
      return widenedFor(kind, types[1 - constant]);
    types[constant] = typeOfPythonNumber(constant == 0 ? a : b);
  }
  if (isa<IntegerType>(types[0]) && isa<IntegerType>(types[1]))
    return promoteIntegers(kind, types[0], types[1]);
  return promoteFloats(kind, types[0], types[1]);
}

/// Whether the constant keeps its value as an integer of the type.
static LogicalResult checkConstant(AbsType type, Type promoted,
                                   EmitError error) {
  if (!type.isConstant() || !isa<IntegerType>(promoted) ||
      fits(valueOf(type), promoted))
    return success();
  auto advise = [](InFlightDiagnostic &&diagnostic) {
    diagnostic.attachNote()
        << "convert the other operand to a type that has the value, or the "
           "constant, which wraps: Triton.conv";
    return std::move(diagnostic);
  };
  /// T-BINARY-6: a constant is not negative where the result is unsigned.
  if (valueOf(type).isNegative() && isUnsigned(promoted))
    return advise(error() << "T-BINARY-6: a negative constant where the "
                             "result is unsigned, "
                          << typeName(promoted) << ": " << type.str());
  /// T-BINARY-7: a constant is in the range of the result's type.
  return advise(error() << "T-BINARY-7: the constant is out of the range of "
                           "the result's type, "
                        << typeName(promoted) << ": " << type.str());
}

/// The error of operands that have no promoted type.
static InFlightDiagnostic reportDifferent(AbsType a, AbsType b,
                                          EmitError error) {
  auto advise = [&](InFlightDiagnostic &&diagnostic) {
    diagnostic << a.str() << " and " << b.str();
    diagnostic.attachNote() << "convert one of them: Triton.conv";
    return std::move(diagnostic);
  };
  /// T-BINARY-8: integers that are divided are both signed or both unsigned.
  if (isa<IntegerType>(a.getElementType()) &&
      isa<IntegerType>(b.getElementType()))
    return advise(error() << "T-BINARY-8: a signed and an unsigned integer "
                             "cannot be divided: ");
  /// T-BINARY-2: there is a type to which both operands are converted.
  return advise(error() << "T-BINARY-2: no common type: ");
}

FailureOr<Type> cm2tt::promote(Promotion kind, AbsType a, AbsType b,
                               EmitError error) {
  Type type = promotedType(kind, a, b);
  if (!type)
    return reportDifferent(a, b, error);
  if (failed(checkConstant(a, type, error)) ||
      failed(checkConstant(b, type, error)))
    return failure();
  return type;
}

static std::string listTypes(ArrayRef<AbsType> args) {
  return llvm::join(
      llvm::map_range(args, [](AbsType arg) { return arg.str(); }), " and ");
}

FailureOr<SmallVector<int64_t>> cm2tt::broadcastAll(ArrayRef<AbsType> args,
                                                    EmitError error) {
  SmallVector<int64_t> shape;
  for (AbsType arg : args) {
    /// T-BINARY-3: extents are equal or 1, counted from the last dimension.
    auto both = broadcastShapes(shape, arg.getShape());
    if (!both)
      return error() << "T-BINARY-3: shapes do not broadcast: "
                     << listTypes(args);
    shape = *both;
  }
  return shape;
}

/// The common type of several operands: first of those known at run time only,
/// then with each constant.
static FailureOr<Type> promoteAll(Promotion kind, ArrayRef<AbsType> args,
                                  EmitError error) {
  SmallVector<AbsType> order(args);
  std::stable_partition(order.begin(), order.end(),
                        [](AbsType arg) { return !arg.isConstant(); });
  AbsType all = order[0];
  for (AbsType arg : ArrayRef(order).drop_front()) {
    FailureOr<Type> type = promote(kind, all, arg, error);
    if (failed(type))
      return failure();
    bool isConstant = all.isConstant() && arg.isConstant();
    all = isConstant ? convertedType(all, *type) : AbsType(*type);
  }
  return all.getElementType();
}

FailureOr<AbsType> cm2tt::typeOfElementwise(ArrayRef<AbsType> args,
                                            EmitError error, Promotion kind) {
  /// T-BINARY-1: operands are numbers or tiles of numbers.
  for (AbsType arg : args)
    if (!arg.isData() || arg.getPointeeType())
      return error() << "T-BINARY-1: operands must be numbers or tiles of "
                        "numbers: "
                     << listTypes(args);
  FailureOr<Type> element = args.size() == 2
                                ? promote(kind, args[0], args[1], error)
                                : promoteAll(kind, args, error);
  if (failed(element))
    return failure();
  FailureOr<SmallVector<int64_t>> shape = broadcastAll(args, error);
  if (failed(shape))
    return failure();
  return AbsType::tile(*shape, *element);
}

AbsType cm2tt::convertedType(AbsType type, Type element) {
  if (!type.isConstant())
    return type.withElementType(element);
  return AbsType::constant(
      element, foldConversion(type.getValue(), type.getType(), element));
}

TypedOperand cm2tt::convertTo(TileBuilder &builder, const TypedOperand &operand,
                              Type element) {
  AbsType type = convertedType(operand.type, element);
  if (operand.type.isConstant())
    return type;
  return {type, buildConversion(builder, builder.get(operand),
                                operand.type.getElementType(), element,
                                /*saturate=*/false)};
}

Value cm2tt::operandAs(TileBuilder &builder, const TypedOperand &operand,
                       AbsType type) {
  return builder.get(convertTo(builder, operand, type.getElementType()),
                     type.getShape());
}

std::pair<Value, Value> cm2tt::elementwiseOperands(TileBuilder &builder,
                                                   ArrayRef<TypedOperand> args,
                                                   Type element) {
  auto shape =
      broadcastShapes(args[0].type.getShape(), args[1].type.getShape());
  AbsType type = AbsType::tile(*shape, element);
  Value a = operandAs(builder, args[0], type);
  return {a, operandAs(builder, args[1], type)};
}
