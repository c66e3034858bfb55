// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Java's operators on Java's numbers, with Java's meaning: integers wrap,
/// division truncates, shifts use the low bits of their distance (JLS 15).
///
/// The least integer divided by -1 is itself in Java, and undefined in `arith`.
/// A constant divisor -1 becomes a negation. Any other divisor makes the same
/// operation as in Triton, so that the same kernels remain the same: the
/// lowering of `arith.divsi` on scalars decides, where a guard costs least.
///
/// Java rounds quotients to the nearest, and `arith.divf` is approximate for
/// f32 on GPUs: such a quotient is `tt.precise_divf`.
///
/// Not here: methods on tiles (Arithmetic.cpp); comparisons of tiles.

#include "NumberRules.h"
#include "TileInternals.h"

#include "cm2tt/Dialect/CM/CMDialect.h"
#include "cm2tt/Dialect/TT/TTOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace cm2tt;

LogicalResult cm2tt::checkNumbers(ArrayRef<AbsType> args, EmitError error) {
  for (AbsType arg : args) {
    /// T-JAVA-1: Java's operators and the JDK's methods take numbers.
    if (arg.isNumber())
      continue;
    InFlightDiagnostic diagnostic =
        error() << "T-JAVA-1: Java's operators and functions need numbers: "
                << arg.str();
    if (arg.isData())
      diagnostic.attachNote() << "tiles and pointers have methods: "
                                 "Triton.add, Triton.compare, ...";
    return diagnostic;
  }
  return success();
}

FailureOr<Type> cm2tt::commonNumber(ArrayRef<AbsType> args, EmitError error) {
  if (failed(checkNumbers(args, error)))
    return failure();
  Type type = args[0].getType();
  for (AbsType arg : args.drop_front()) {
    /// T-JAVA-2: the numbers have one type.
    type = commonElementType(type, arg.getType());
    if (!type) {
      InFlightDiagnostic diagnostic =
          error() << "T-JAVA-2: types differ: " << args[0].str() << " and "
                  << arg.str();
      diagnostic.attachNote()
          << "Java converts its own numbers; cast one of them, or use the "
             "methods of Triton, which convert all";
      return diagnostic;
    }
  }
  return type;
}

/// The result of an operation; a constant if both operands are.
static FailureOr<AbsType> foldOperator(Binary kind, Type type, AbsType a,
                                       AbsType b, EmitError error) {
  /// T-JAVA-3: the operator exists for the type.
  if (!isDefinedOn(kind, type))
    return error() << "T-JAVA-3: no such operation on this type: "
                   << typeName(type);
  /// T-JAVA-4: no integer is divided by a constant zero.
  if (isDivisionByZero(kind, b))
    return error() << "T-JAVA-4: division by zero: " << a.str() << " by "
                   << b.str();
  if (!a.isConstant() || !b.isConstant())
    return AbsType(type);
  return AbsType::constant(type, fold(kind, type, a.getValue(), b.getValue()));
}

FailureOr<AbsType> cm2tt::typeOfJavaBinary(Binary kind, ArrayRef<AbsType> args,
                                           EmitError error) {
  FailureOr<Type> type = commonNumber(args, error);
  if (failed(type))
    return failure();
  return foldOperator(kind, *type, args[0], args[1], error);
}

Value cm2tt::buildJavaBinary(TileBuilder &builder, Binary kind, Type type,
                             ArrayRef<TypedOperand> args) {
  Value a = builder.get(args[0]);
  bool isMinusOne = !type.isUnsignedInteger() && args[1].type.getInt() == -1;
  if (isMinusOne && kind == Binary::Mod)
    return builder.constantInt(a.getType(), 0);
  if (isMinusOne && kind == Binary::Div)
    return builder.create<arith::SubIOp>(builder.constantInt(a.getType(), 0),
                                         a);
  if (kind == Binary::Div && type.isF32())
    return builder.create<tt::PreciseDivfOp>(a, builder.get(args[1]));
  return build(builder, kind, type, a, builder.get(args[1]));
}

/// A shift has the type of what is shifted; its distance may be int or long.
template <Binary kind>
static FailureOr<AbsType> typeOfShift(ArrayRef<AbsType> args, EmitError error) {
  if (failed(checkNumbers(args, error)))
    return failure();
  /// T-JAVA-5: a shift's distance is an integer.
  Type type = args[0].getType(), distance = args[1].getType();
  if (!isDefinedOn(kind, distance))
    return error() << "T-JAVA-5: a shift's distance must be an integer: "
                   << args[1].str();
  AbsType converted(type);
  if (args[1].isConstant() && isa<IntegerType>(type))
    converted = AbsType::constant(
        type, foldConversion(args[1].getValue(), distance, type));
  return foldOperator(kind, type, args[0], converted, error);
}

template <Binary kind>
static Results buildShift(TileBuilder &builder, ArrayRef<TypedOperand> args,
                          AbsType result) {
  Value distance =
      buildConversion(builder, builder.get(args[1]), args[1].type.getType(),
                      result.getType(), false);
  return build(builder, kind, result.getType(), builder.get(args[0]), distance);
}

/// Whether two objects that are known while compiling are the same: constants
/// of an enum, class literals, null. Nothing if one is unknown.
static std::optional<bool> areSame(AbsType a, AbsType b) {
  auto isNull = [](AbsType type) {
    return isa_and_nonnull<cm::NullAttr>(type.getValue());
  };
  auto isObject = [&](AbsType type) {
    return type.isConstant() && isa<cm::JavaType>(type.getType());
  };
  if (isNull(a) || isNull(b)) {
    AbsType other = isNull(a) ? b : a;
    if (isObject(other) || other.isData() || other.isRecord() ||
        other.isFunction())
      return isNull(other);
    return std::nullopt;
  }
  if (!isObject(a) || !isObject(b))
    return std::nullopt;
  return a.getValue() == b.getValue();
}

template <Compare kind>
static FailureOr<AbsType> typeOfCompare(ArrayRef<AbsType> args,
                                        EmitError error) {
  if (kind == Compare::Eq || kind == Compare::Ne)
    if (std::optional<bool> same = areSame(args[0], args[1]))
      return AbsType::constantBool(args[0].getType().getContext(),
                                   *same == (kind == Compare::Eq));
  FailureOr<Type> type = commonNumber(args, error);
  if (failed(type))
    return failure();
  MLIRContext *context = type->getContext();
  if (!areConstants(args))
    return AbsType(IntegerType::get(context, 1));
  return AbsType::constantBool(
      context, fold(kind, *type, args[0].getValue(), args[1].getValue()));
}

/// The methods `equals` of objects: of strings, constants of enums, classes.
static FailureOr<AbsType> typeOfEquals(ArrayRef<AbsType> args,
                                       EmitError error) {
  if (std::optional<bool> same = areSame(args[0], args[1]))
    return AbsType::constantBool(args[0].getType().getContext(), *same);
  /// T-EQUALS-1: whether objects are equal is known while compiling.
  return error() << "T-EQUALS-1: equals compares strings, constants of enums, "
                    "class literals and null, which are known while "
                    "compiling: "
                 << args[0].str() << " and " << args[1].str();
}

template <Compare kind>
static Results buildCompare(TileBuilder &builder, ArrayRef<TypedOperand> args,
                            AbsType) {
  Type type = commonElementType(args[0].type.getType(), args[1].type.getType());
  return build(builder, kind, type, builder.get(args[0]), builder.get(args[1]));
}

/// The operand with which a unary operator is a binary one: 0 - x, x ^ -1.
static AbsType unaryPartner(Binary kind, Type type) {
  Builder builder(type.getContext());
  Type signless = signlessType(type);
  if (isa<FloatType>(type)) // -0.0 - x keeps the sign of zero
    return AbsType::constant(type, builder.getFloatAttr(type, -0.0));
  return AbsType::constant(
      type, builder.getIntegerAttr(signless, kind == Binary::Xor ? -1 : 0));
}

template <Binary kind>
static FailureOr<AbsType> typeOfUnary(ArrayRef<AbsType> args, EmitError error) {
  if (failed(checkNumbers(args, error)))
    return failure();
  Type type = args[0].getType();
  return foldOperator(kind, type, unaryPartner(kind, type), args[0], error);
}

template <Binary kind>
static Results buildUnary(TileBuilder &builder, ArrayRef<TypedOperand> args,
                          AbsType result) {
  if (kind == Binary::Sub && isa<FloatType>(result.getType()))
    return builder.create<arith::NegFOp>(builder.get(args[0]));
  TypedOperand partner{unaryPartner(kind, result.getType()), Value()};
  return build(builder, kind, result.getType(), builder.get(partner),
               builder.get(args[0]));
}

/// The arguments are the number and the class of the result.
static FailureOr<AbsType> typeOfConv(ArrayRef<AbsType> args, EmitError error) {
  if (failed(checkNumbers(args.take_front(1), error)))
    return failure();
  Type from = args[0].getType(), to = args[1].getTypeValue();
  assert((isa_and_nonnull<IntegerType, FloatType>(to)) &&
         "the code model's conversions are between primitive types");
  if (!args[0].isConstant())
    return AbsType(to);
  return AbsType::constant(to, foldConversion(args[0].getValue(), from, to));
}

static Results buildConv(TileBuilder &builder, ArrayRef<TypedOperand> args,
                         AbsType result) {
  return buildConversion(builder, builder.get(args[0]), args[0].type.getType(),
                         result.getType(),
                         /*saturate=*/true);
}

ArrayRef<Method> cm2tt::getJavaOperatorsMethods() {
  static constexpr Method methods[] = {
#include "JavaOperators.inc"
  };
  return methods;
}
