// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Ranges of integers, for the enhanced for statement, and the hints that they
/// give to the loop.
///
/// A range is a record: its three numbers, whether it is static, and its hints
/// as constants.
///
/// Not here: loops (lib/InferTypes/Ranges.cpp).

#include "KernelApiInternals.h"

using namespace mlir;
using namespace cm2tt;

/// The components of a range, in order.
static constexpr StringLiteral names[] = {
    "start",          "end",       "step",
    "isStatic",       "numStages", "unroll",
    "warpSpecialize", "flatten",   "disallowAccMultiBuffer",
    "disableLicm"};

bool cm2tt::isStaticRange(AbsType range) {
  return range.getRecordClass() == rangeClassName &&
         range.getComponents()[3].getInt() == 1;
}

/// An argument in the range's type of integers, if it is a constant.
static AbsType inType(AbsType arg, Type type) {
  if (!arg.isConstant())
    return AbsType(type);
  return AbsType::constant(type,
                           foldConversion(arg.getValue(), arg.getType(), type));
}

/// The type that a range counts in: int, or long if one of its numbers is a
/// long or an unsigned int. Null, after an error, if there is none.
static Type countingType(ArrayRef<AbsType> args, EmitError error) {
  unsigned width = 32;
  for (AbsType arg : args) {
    auto integer = dyn_cast_or_null<IntegerType>(arg.getType());
    /// T-RANGE-1: a range's numbers are ints or longs.
    if (!integer || integer.getWidth() == 1 ||
        (integer.isUnsigned() && integer.getWidth() == 64)) {
      error() << "T-RANGE-1: a range's numbers must be ints or longs: "
              << arg.str();
      return {};
    }
    if (integer.getWidth() + integer.isUnsigned() > 32)
      width = 64;
  }
  return IntegerType::get(args[0].getType().getContext(), width);
}

template <bool isStatic>
static FailureOr<AbsType> typeOfRange(ArrayRef<AbsType> args, EmitError error) {
  Type type = countingType(args, error);
  if (!type)
    return failure();
  MLIRContext *context = type.getContext();
  AbsType zero = AbsType::constantInt(context, 0);
  AbsType one = AbsType::constantInt(context, 1);
  AbsType no = AbsType::constantBool(context, false);
  AbsType unset = AbsType::constantInt(context, -1);
  SmallVector<AbsType> parts = {args.size() > 1 ? args[0] : zero,
                                args.size() > 1 ? args[1] : args[0],
                                args.size() > 2 ? args[2] : one};
  for (AbsType &part : parts)
    part = inType(part, type);
  /// T-RANGE-2: the step of a range is not 0.
  if (parts[2].getInt() == 0)
    return error() << "T-RANGE-2: the step must not be 0";
  /// T-RANGE-3: the numbers of an unrolled range are compile-time constants.
  if (isStatic &&
      !llvm::all_of(parts, [](AbsType part) { return part.isConstant(); }))
    return error() << "T-RANGE-3: the numbers of a static range must be "
                      "constants: "
                   << parts[0].str() << ", " << parts[1].str() << ", "
                   << parts[2].str();
  parts.append(
      {AbsType::constantBool(context, isStatic), unset, unset, no, no, no, no});
  SmallVector<StringRef> all(std::begin(names), std::end(names));
  return AbsType::record(context, rangeClassName, all, parts);
}

static Results buildRange(TileBuilder &builder, ArrayRef<TypedOperand> args,
                          AbsType result) {
  Results values;
  auto parts = result.getComponents();
  for (size_t i = 0; i < 3; ++i) {
    if (parts[i].isConstant())
      continue;
    const TypedOperand &arg = args[args.size() > 1 ? i : 0];
    values.push_back(buildConversion(builder, builder.get(arg),
                                     arg.type.getType(), parts[i].getType(),
                                     /*saturate=*/false));
  }
  return values;
}

/// The range with an additional hint; an error if the operand is not a range.
static FailureOr<AbsType> withHint(ArrayRef<AbsType> args, StringRef name,
                                   AbsType value, EmitError error) {
  /// T-HINT-1: hints are for loops that are not unrolled.
  if (args[0].getRecordClass() != rangeClassName || isStaticRange(args[0]))
    return error() << "T-HINT-1: only Triton.range takes hints, not "
                   << args[0].str();
  auto parts = args[0].getComponents();
  parts[*args[0].findComponent(name)] = value;
  return args[0].withComponents(parts);
}

static FailureOr<AbsType> withNumber(ArrayRef<AbsType> args, StringRef name,
                                     EmitError error) {
  /// T-HINT-2: the number of a hint is a constant of at least 1 (numStages: at
  /// least 0).
  std::optional<int64_t> value = args[1].getInt();
  int64_t least = name == "numStages" ? 0 : 1;
  if (!value || args[1].getType().isInteger(1) || *value < least ||
      *value > std::numeric_limits<int32_t>::max())
    return error() << "T-HINT-2: '" << name << "' must be a constant, " << least
                   << " or more: " << args[1].str();
  return withHint(args, name,
                  AbsType::constantInt(args[1].getType().getContext(), *value),
                  error);
}

static FailureOr<AbsType> typeOfNumStages(ArrayRef<AbsType> args,
                                          EmitError error) {
  return withNumber(args, "numStages", error);
}

static FailureOr<AbsType> typeOfUnroll(ArrayRef<AbsType> args,
                                       EmitError error) {
  return withNumber(args, "unroll", error);
}

template <unsigned component>
static FailureOr<AbsType> typeOfFlag(ArrayRef<AbsType> args, EmitError error) {
  AbsType isSet; // is not used if the receiver is no range
  if (args[0].isRecord())
    isSet = AbsType::constantBool(args[0].getType().getContext(), true);
  return withHint(args, names[component], isSet, error);
}

/// A hint changes nothing at run time.
static Results buildRangeHint(TileBuilder &, ArrayRef<TypedOperand> args,
                              AbsType) {
  return args[0].values;
}

ArrayRef<Method> cm2tt::getRangeMethods() {
  static constexpr Method methods[] = {
#include "Range.inc"
  };
  return methods;
}
