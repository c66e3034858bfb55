// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Assembly for each element.

#include "TileInternals.h"

#include "cm2tt/Dialect/TT/TTOps.h"

using namespace mlir;
using namespace cm2tt;

/// The arguments before the operands.
static constexpr unsigned fixedArguments = 5;

static FailureOr<AbsType> typeOfInlineAsm(ArrayRef<AbsType> args,
                                          EmitError error) {
  /// T-INLINEASM-1: text and constraints are constant strings.
  for (AbsType text : args.take_front(2))
    if (!constantString(text))
      return error() << "T-INLINEASM-1: assembly and constraints must be "
                        "constant strings: "
                     << text.str();
  /// T-INLINEASM-2: the elements of the result are given by a class literal.
  Type element = numberClass(args[2]);
  if (!element)
    return error() << "T-INLINEASM-2: the elements must be given by a class "
                      "literal of a number type: "
                   << args[2].str();
  /// T-INLINEASM-3: whether it is pure is a constant.
  if (!constantBool(args[3]))
    return error() << "T-INLINEASM-3: whether the assembly is pure must be a "
                      "constant truth value: "
                   << args[3].str();
  /// T-INLINEASM-4: the operands are numbers, pointers or tiles of them.
  ArrayRef<AbsType> operands = args.drop_front(fixedArguments);
  for (AbsType operand : operands)
    if (!operand.isData())
      return error()
             << "T-INLINEASM-4: only numbers, pointers and tiles can be "
                "operands of assembly: "
             << operand.str();
  auto shape = broadcastAll(operands, error);
  if (failed(shape))
    return failure();
  /// T-INLINEASM-5: the pack is positive, and divides the number of elements.
  std::optional<int64_t> pack = constantInt(args[4]);
  int64_t count = llvm::product_of(*shape);
  if (!pack || *pack < 1 || count % *pack != 0) {
    InFlightDiagnostic diagnostic =
        error() << "T-INLINEASM-5: a constant that divides the number of "
                   "elements, "
                << count << ", is expected: " << args[4].str();
    noteRunTimeNumber(diagnostic, args[4]);
    return diagnostic;
  }
  return AbsType::tile(*shape, element);
}

static Results buildInlineAsm(TileBuilder &builder, ArrayRef<TypedOperand> args,
                              AbsType result) {
  SmallVector<Value> operands;
  for (const TypedOperand &arg : args.drop_front(fixedArguments))
    operands.push_back(builder.get(arg, result.getShape()));
  auto op = builder.create<tt::ElementwiseInlineAsmOp>(
      TypeRange{signlessType(result.getType())}, *constantString(args[0].type),
      *constantString(args[1].type), *constantBool(args[3].type),
      *constantInt(args[4].type), operands);
  return Results(op->getResults());
}

ArrayRef<Method> cm2tt::getInlineAsmMethods() {
  static constexpr Method methods[] = {
#include "InlineAsm.inc"
  };
  return methods;
}
