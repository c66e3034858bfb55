// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Printing and assertions, on the device and while compiling; the barrier.

#include "TileInternals.h"

#include "cm2tt/Dialect/CM/CMDialect.h"
#include "cm2tt/Dialect/TT/TTOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace cm2tt;

static bool isTruthValue(AbsType type) {
  return type.isNumber() && type.getType().isInteger(1);
}

/// The printable characters: 7-bit characters other than control characters,
/// and blanks.
static bool isPrintable(char character) {
  return llvm::isPrint(character) || llvm::isSpace(character);
}

static FailureOr<AbsType> typeOfDevicePrint(ArrayRef<AbsType> args,
                                            EmitError error) {
  /// T-DEVICEPRINT-1: the prefix is a constant string of printable ASCII.
  std::optional<StringRef> prefix = constantString(args[0]);
  if (!prefix || !llvm::all_of(*prefix, isPrintable))
    return error() << "T-DEVICEPRINT-1: the prefix must be a constant string "
                      "of printable ASCII characters: "
                   << args[0].str();
  /// T-DEVICEPRINT-2: the values are numbers, pointers or tiles of them.
  for (AbsType arg : args.drop_front())
    if (!arg.isData())
      return error() << "T-DEVICEPRINT-2: only numbers, pointers and tiles can "
                        "be printed: "
                     << arg.str();
  return AbsType::none(args[0].getType().getContext());
}

/// The prefix as Triton prints it: between a blank and a colon, so that lines
/// are easy to read. (Its rules, word for word.)
static std::string printedPrefix(StringRef text, bool hasArgs) {
  std::string prefix = text.str();
  if (!StringRef(prefix).ends_with(" ") && hasArgs)
    prefix += " ";
  if (!StringRef(prefix).ends_with(": ") && hasArgs)
    prefix = prefix.substr(0, prefix.size() - 1) + ": ";
  if (prefix.size() > 2 && prefix.front() != ' ')
    prefix = " " + prefix;
  return prefix;
}

template <bool isHex>
static Results buildDevicePrint(TileBuilder &builder,
                                ArrayRef<TypedOperand> args, AbsType) {
  std::string prefix =
      printedPrefix(*constantString(args[0].type), /*hasArgs=*/args.size() > 1);
  SmallVector<Value> values;
  SmallVector<int32_t> isSigned;
  for (const TypedOperand &arg : args.drop_front()) {
    values.push_back(builder.get(arg));
    Type element = arg.type.getElementType();
    isSigned.push_back(isa<IntegerType>(element) &&
                       !element.isUnsignedInteger() && !element.isInteger(1));
  }
  builder.create<tt::PrintOp>(prefix, isHex, values, isSigned);
  return {};
}

static FailureOr<AbsType> typeOfDeviceAssert(ArrayRef<AbsType> args,
                                             EmitError error) {
  /// T-DEVICEASSERT-1: condition and mask are truth values or tiles of them.
  for (AbsType arg : {args.front(), args.size() == 3 ? args[2] : args[0]})
    if (!arg.isData() || !arg.getElementType().isInteger(1))
      return error() << "T-DEVICEASSERT-1: condition and mask must hold truth "
                        "values: "
                     << arg.str();
  /// T-DEVICEASSERT-2: the message is a constant string.
  if (args.size() > 1 && !constantString(args[1]))
    return error() << "T-DEVICEASSERT-2: the message must be a constant "
                      "string: "
                   << args[1].str();
  /// T-DEVICEASSERT-3: condition and mask broadcast to one shape.
  if (args.size() == 3 &&
      !broadcastShapes(args[0].getShape(), args[2].getShape()))
    return error() << "T-DEVICEASSERT-3: shapes do not broadcast: "
                   << args[0].str() << " and " << args[2].str();
  return AbsType::none(args[0].getType().getContext());
}

static Results buildDeviceAssert(TileBuilder &builder,
                                 ArrayRef<TypedOperand> args, AbsType) {
  if (args[0].type.getInt() == 1)
    return {}; // holds
  Value condition = builder.get(args[0]);
  if (args.size() == 3) { // asserted where the mask is true
    auto shape =
        broadcastShapes(args[0].type.getShape(), args[2].type.getShape());
    condition = builder.get(args[0], *shape);
    Value mask = builder.get(args[2], *shape);
    Value no = builder.create<arith::XOrIOp>(
        mask, builder.constantInt(mask.getType(), 1));
    condition = builder.create<arith::OrIOp>(condition, no);
  }
  StringRef message = args.size() > 1 ? *constantString(args[1].type) : "";
  builder.create<tt::AssertOp>(condition, message);
  return {};
}

static FailureOr<AbsType> typeOfStaticAssert(ArrayRef<AbsType> args,
                                             EmitError error) {
  /// T-STATICASSERT-1: the condition is a compile-time constant.
  if (!isTruthValue(args[0]) || !args[0].isConstant()) {
    InFlightDiagnostic diagnostic =
        error() << "T-STATICASSERT-1: the condition must be a constant "
                   "boolean: "
                << args[0].str();
    noteRunTimeNumber(diagnostic, args[0]);
    return diagnostic;
  }
  /// T-STATICASSERT-2: the message is a constant string.
  if (args.size() > 1 && !constantString(args[1]))
    return error() << "T-STATICASSERT-2: the message must be a constant "
                      "string: "
                   << args[1].str();
  /// T-STATICASSERT-3: the condition is true.
  if (*args[0].getInt() == 0)
    return error() << "T-STATICASSERT-3: assertion failed"
                   << (args.size() > 1 ? ": " : "")
                   << (args.size() > 1 ? *constantString(args[1]) : "");
  return AbsType::none(args[0].getType().getContext());
}

static Results buildStaticAssert(TileBuilder &, ArrayRef<TypedOperand>,
                                 AbsType) {
  return {};
}

/// For methods that return nothing for any arguments. Rules know no context but
/// that of their arguments; without one, what returns nothing may as well be
/// unknown.
static FailureOr<AbsType> typeOfNothing(ArrayRef<AbsType> args, EmitError) {
  for (AbsType arg : args)
    if (!arg.isUnknown())
      return AbsType::none(arg.getType().getContext());
  return AbsType();
}

/// The values of constants as they are, the types of all others.
static Results buildStaticPrint(TileBuilder &builder,
                                ArrayRef<TypedOperand> args, AbsType) {
  InFlightDiagnostic remark = emitRemark(builder.loc);
  StringRef separator;
  for (const TypedOperand &arg : args) {
    std::optional<StringRef> text = constantString(arg.type);
    remark << separator << (text ? text->str() : arg.type.str());
    separator = " ";
  }
  return {};
}

static Results buildDebugBarrier(TileBuilder &builder, ArrayRef<TypedOperand>,
                                 AbsType) {
  builder.create<gpu::BarrierOp>();
  return {};
}

ArrayRef<Method> cm2tt::getDebugMethods() {
  static constexpr Method methods[] = {
#include "Debug.inc"
  };
  return methods;
}
