// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Boxes of the JDK: a number and its box are one value in a kernel, whose type
/// may differ from that of the box. Boxing does not change the value. Unboxing
/// converts it like Java's casts, unless the types differ in signedness only,
/// which Java's types do not have.

#include "NumberRules.h"

using namespace mlir;
using namespace cm2tt;

static LogicalResult checkBox(AbsType arg, EmitError error) {
  /// T-BOX-1: the operand of boxing or unboxing is a number.
  if (arg.isNumber())
    return success();
  InFlightDiagnostic diagnostic =
      error() << "T-BOX-1: only a number can be boxed or unboxed: "
              << arg.str();
  if (arg.isTile())
    diagnostic.attachNote()
        << "a tile has many numbers; methods of Triton take it as it is";
  return diagnostic;
}

static FailureOr<AbsType> typeOfBox(ArrayRef<AbsType> args, EmitError error) {
  if (failed(checkBox(args[0], error)))
    return failure();
  return args[0];
}

static Results buildBox(TileBuilder &builder, ArrayRef<TypedOperand> args,
                        AbsType) {
  return builder.get(args[0]);
}

/// The type of an unboxed number: `width` bits wide.
template <unsigned width, bool isFloat>
static FailureOr<AbsType> typeOfUnbox(ArrayRef<AbsType> args, EmitError error) {
  if (failed(checkBox(args[0], error)))
    return failure();
  MLIRContext *context = args[0].getType().getContext();
  Type to = IntegerType::get(context, width);
  if (isFloat)
    to = width == 32 ? Type(Float32Type::get(context))
                     : Type(Float64Type::get(context));
  if (signlessType(args[0].getType()) == to)
    return args[0];
  return convertedType(args[0], to);
}

static Results buildUnbox(TileBuilder &builder, ArrayRef<TypedOperand> args,
                          AbsType result) {
  return buildConversion(builder, builder.get(args[0]), args[0].type.getType(),
                         result.getType(), /*saturate=*/true);
}

ArrayRef<Method> cm2tt::getBoxingMethods() {
  static constexpr Method methods[] = {
#include "Boxing.inc"
  };
  return methods;
}
