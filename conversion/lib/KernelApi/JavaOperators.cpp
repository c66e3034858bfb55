// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Java's operators on Java's numbers, with Java's meaning: integers wrap,
/// division truncates, shifts use the low bits of their distance (JLS 15).
///
/// Not here: methods on tiles (Arithmetic.cpp); comparisons of tiles.

#include "KernelApiInternals.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace cm2tt;

/// T-JAVA-1: Java's operators take numbers.
static LogicalResult checkNumbers(ArrayRef<AbsType> args, EmitError error) {
  for (AbsType arg : args)
    if (!arg.isNumber()) {
      InFlightDiagnostic diagnostic =
          error() << "T-JAVA-1: the operator needs numbers: " << arg.str();
      if (arg.isData())
        diagnostic.attachNote() << "tiles and pointers have methods: "
                                   "Triton.add, Triton.compare, ...";
      return diagnostic;
    }
  return success();
}

/// T-JAVA-2: both numbers have one type.
static FailureOr<Type> commonNumber(ArrayRef<AbsType> args, EmitError error) {
  if (failed(checkNumbers(args, error)))
    return failure();
  Type type = commonElementType(args[0].getType(), args[1].getType());
  if (!type)
    return error() << "T-JAVA-2: types differ: " << args[0].str() << " and "
                   << args[1].str();
  return type;
}

/// The result of an operation; a constant if both operands are.
static FailureOr<AbsType> foldBinary(Binary kind, Type type, AbsType a,
                                     AbsType b, EmitError error) {
  /// T-JAVA-3: the operator exists for the type.
  if (!isDefinedOn(kind, type))
    return error() << "T-JAVA-3: no such operation on this type: "
                   << typeName(type);
  /// T-JAVA-4: no integer is divided by a constant zero.
  if (isDivisionByZero(kind, b))
    return error() << "T-JAVA-4: division by zero";
  if (!a.isConstant() || !b.isConstant())
    return AbsType(type);
  return AbsType::constant(type, fold(kind, type, a.getValue(), b.getValue()));
}

template <Binary kind>
static FailureOr<AbsType> typeOfBinary(ArrayRef<AbsType> args,
                                       EmitError error) {
  FailureOr<Type> type = commonNumber(args, error);
  if (failed(type))
    return failure();
  return foldBinary(kind, *type, args[0], args[1], error);
}

template <Binary kind>
static Results buildBinary(TileBuilder &builder, ArrayRef<TypedOperand> args,
                           AbsType result) {
  return build(builder, kind, result.getType(), builder.get(args[0]),
               builder.get(args[1]));
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
  return foldBinary(kind, type, args[0], converted, error);
}

template <Binary kind>
static Results buildShift(TileBuilder &builder, ArrayRef<TypedOperand> args,
                          AbsType result) {
  Value distance =
      buildConversion(builder, builder.get(args[1]), args[1].type.getType(),
                      result.getType(), false);
  return build(builder, kind, result.getType(), builder.get(args[0]), distance);
}

template <Compare kind>
static FailureOr<AbsType> typeOfCompare(ArrayRef<AbsType> args,
                                        EmitError error) {
  FailureOr<Type> type = commonNumber(args, error);
  if (failed(type))
    return failure();
  MLIRContext *context = type->getContext();
  if (!args[0].isConstant() || !args[1].isConstant())
    return AbsType(IntegerType::get(context, 1));
  return AbsType::constantBool(
      context, fold(kind, *type, args[0].getValue(), args[1].getValue()));
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
  return foldBinary(kind, type, unaryPartner(kind, type), args[0], error);
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

#define BINARY(NAME, KIND)                                                     \
  {"", NAME, 2, 2, typeOfBinary<Binary::KIND>, buildBinary<Binary::KIND>}
#define SHIFT(NAME, KIND)                                                      \
  {"", NAME, 2, 2, typeOfShift<Binary::KIND>, buildShift<Binary::KIND>}
#define UNARY(NAME, KIND)                                                      \
  {"", NAME, 1, 1, typeOfUnary<Binary::KIND>, buildUnary<Binary::KIND>}
#define COMPARE(NAME, KIND)                                                    \
  {"", NAME, 2, 2, typeOfCompare<Compare::KIND>, buildCompare<Compare::KIND>}

static constexpr Method operators[] = {
    BINARY("add", Add),
    BINARY("sub", Sub),
    BINARY("mul", Mul),
    BINARY("div", Div),
    BINARY("mod", Mod),
    BINARY("and", And),
    BINARY("or", Or),
    BINARY("xor", Xor),
    SHIFT("lshl", Shl),
    SHIFT("ashr", AShr),
    SHIFT("lshr", LShr),
    UNARY("neg", Sub),
    UNARY("compl", Xor),
    UNARY("not", Xor),
    COMPARE("eq", Eq),
    COMPARE("neq", Ne),
    COMPARE("lt", Lt),
    COMPARE("le", Le),
    COMPARE("gt", Gt),
    COMPARE("ge", Ge),
    {"", "conv", 2, 2, typeOfConv, buildConv},
};

ArrayRef<Method> cm2tt::javaOperators() { return operators; }
