// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Boxes of the JDK: a number and its box are one value in a kernel.

#include "KernelApiInternals.h"

using namespace mlir;
using namespace cm2tt;

/// T-BOX-1: what is boxed or unboxed is a number.
static FailureOr<AbsType> typeOfBox(ArrayRef<AbsType> args, EmitError error) {
  if (!args[0].isNumber())
    return error() << "T-BOX-1: only a number can be boxed or unboxed: "
                   << args[0].str();
  return args[0];
}

static Results buildBox(TileBuilder &builder, ArrayRef<TypedOperand> args,
                        AbsType) {
  return builder.get(args[0]);
}

static constexpr Method methods[] = {
    {"java.lang.Boolean", "valueOf", 1, 1, typeOfBox, buildBox},
    {"java.lang.Boolean", "booleanValue", 1, 1, typeOfBox, buildBox},
    {"java.lang.Byte", "valueOf", 1, 1, typeOfBox, buildBox},
    {"java.lang.Byte", "byteValue", 1, 1, typeOfBox, buildBox},
    {"java.lang.Short", "valueOf", 1, 1, typeOfBox, buildBox},
    {"java.lang.Short", "shortValue", 1, 1, typeOfBox, buildBox},
    {"java.lang.Character", "valueOf", 1, 1, typeOfBox, buildBox},
    {"java.lang.Character", "charValue", 1, 1, typeOfBox, buildBox},
    {"java.lang.Integer", "valueOf", 1, 1, typeOfBox, buildBox},
    {"java.lang.Integer", "intValue", 1, 1, typeOfBox, buildBox},
    {"java.lang.Long", "valueOf", 1, 1, typeOfBox, buildBox},
    {"java.lang.Long", "longValue", 1, 1, typeOfBox, buildBox},
    {"java.lang.Float", "valueOf", 1, 1, typeOfBox, buildBox},
    {"java.lang.Float", "floatValue", 1, 1, typeOfBox, buildBox},
    {"java.lang.Double", "valueOf", 1, 1, typeOfBox, buildBox},
    {"java.lang.Double", "doubleValue", 1, 1, typeOfBox, buildBox},
};

ArrayRef<Method> cm2tt::boxingMethods() { return methods; }
