// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Functions of bits and of parts of numbers, and arithmetic with a rounding,
/// that libdevice has: calls by its names, for which each back end has its own
/// code (LibdeviceFunctions.h), and which Triton finds in libdevice.
///
/// Not here: functions that all C libraries have (LibraryMath.cpp).

#include "NumberRules.h"

#include "cm2tt/Dialect/TT/TTOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace cm2tt;

namespace {
/// A function: the element type of the result (`x` that of the operands, `i`
/// int, `d` double, `b` the truth value of an int that is not 0), and
/// libdevice's name without `__nv_` for each element type that it is defined
/// on. The name is empty for other types.
struct LibdeviceFunction {
  char result;
  StringLiteral int32 = "", uint32 = "", int64 = "", uint64 = "", float32 = "",
                float64 = "";
};

/// A function of integers of 32 bits.
constexpr LibdeviceFunction ofWords(StringLiteral int32, StringLiteral uint32) {
  return {'x', int32, uint32};
}

/// A function of the bits of integers, which has one name for each width.
constexpr LibdeviceFunction ofBits(char result, StringLiteral name32,
                                   StringLiteral name64) {
  return {result, name32, name32, name64, name64};
}

/// A function of floats and doubles.
constexpr LibdeviceFunction ofFloats(char result, StringLiteral float32,
                                     StringLiteral float64) {
  return {result, "", "", "", "", float32, float64};
}
} // namespace

static constexpr auto brevFunction = ofBits('x', "brev", "brevll");
static constexpr auto bytePermFunction = ofWords("byte_perm", "byte_perm");
static constexpr auto clzFunction = ofBits('i', "clz", "clzll");
static constexpr auto ffsFunction = ofBits('i', "ffs", "ffsll");
static constexpr auto haddFunction = ofWords("hadd", "uhadd");
static constexpr auto highWordFunction = ofFloats('i', "", "double2hiint");
static constexpr auto isfiniteFunction = ofFloats('b', "finitef", "isfinited");
static constexpr auto isinfFunction = ofFloats('b', "isinff", "isinfd");
static constexpr auto isnanFunction = ofFloats('b', "isnanf", "isnand");
static constexpr LibdeviceFunction joinWordsFunction = {'d', "hiloint2double",
                                                        "hiloint2double"};
static constexpr auto lowWordFunction = ofFloats('i', "", "double2loint");
static constexpr auto mul24Function = ofWords("mul24", "umul24");
static constexpr LibdeviceFunction mulhiFunction = {'x', "mulhi", "umulhi",
                                                    "mul64hi", "umul64hi"};
static constexpr auto popcFunction = ofBits('i', "popc", "popcll");
static constexpr auto rcp64hFunction = ofFloats('x', "", "rcp64h");
static constexpr auto rhaddFunction = ofWords("rhadd", "urhadd");
static constexpr auto rsqrtRnFunction = ofFloats('x', "frsqrt_rn", "");
static constexpr auto sadFunction = ofWords("sad", "usad");
static constexpr auto saturateFunction = ofFloats('x', "saturatef", "");
static constexpr auto signbitFunction = ofFloats('b', "signbitf", "signbitd");

/// The name for an element type; empty if the function is not defined on it.
static StringRef symbolFor(const LibdeviceFunction &function, Type element) {
  if (element.isF32())
    return function.float32;
  if (element.isF64())
    return function.float64;
  bool isUnsigned = element.isUnsignedInteger();
  if (isa<IntegerType>(element) && element.getIntOrFloatBitWidth() == 32)
    return isUnsigned ? function.uint32 : function.int32;
  if (isa<IntegerType>(element) && element.getIntOrFloatBitWidth() == 64)
    return isUnsigned ? function.uint64 : function.int64;
  return "";
}

/// The types that have the function: "int, u32, long or u64".
static std::string typesOf(const LibdeviceFunction &function) {
  SmallVector<StringRef> names;
  for (auto [symbol, name] :
       {std::pair<StringRef, StringRef>{function.int32, "int"},
        {function.uint32, "u32"},
        {function.int64, "long"},
        {function.uint64, "u64"},
        {function.float32, "float"},
        {function.float64, "double"}})
    if (!symbol.empty())
      names.push_back(name);
  StringRef last = names.pop_back_val();
  return names.empty() ? last.str()
                       : (llvm::join(names, ", ") + " or " + last).str();
}

static Type resultElement(char kind, Type element) {
  MLIRContext *context = element.getContext();
  switch (kind) {
  case 'i':
    return IntegerType::get(context, 32);
  case 'b':
    return IntegerType::get(context, 1);
  case 'd':
    return Float64Type::get(context);
  default:
    return element;
  }
}

template <const LibdeviceFunction &function>
static FailureOr<AbsType> typeOfLibdevice(ArrayRef<AbsType> args,
                                          EmitError error) {
  FailureOr<AbsType> type = typeOfElementwise(args, error);
  if (failed(type))
    return failure();
  /// T-LIBDEVICE-1: the function exists for the operands' common type.
  Type element = type->getElementType();
  if (symbolFor(function, element).empty())
    return error() << "T-LIBDEVICE-1: the function is of " << typesOf(function)
                   << ", not " << typeName(element);
  return AbsType::tile(type->getShape(),
                       resultElement(function.result, element));
}

template <const LibdeviceFunction &function>
static Results buildLibdevice(TileBuilder &builder, ArrayRef<TypedOperand> args,
                              AbsType result) {
  auto types = llvm::map_to_vector(
      args, [](const TypedOperand &arg) { return arg.type; });
  FailureOr<AbsType> type =
      typeOfElementwise(types, [] { return InFlightDiagnostic(); });
  assert(succeeded(type) && "the type rule has computed it");
  auto operands = llvm::map_to_vector(args, [&](const TypedOperand &arg) {
    return operandAs(builder, arg, *type);
  });
  bool isTruth = function.result == 'b';
  AbsType computed =
      isTruth ? result.withElementType(builder.builder.getI32Type()) : result;
  std::string symbol =
      ("__nv_" + symbolFor(function, type->getElementType())).str();
  Value value = builder.create<tt::ExternElementwiseOp>(
      signlessType(computed.getType()), operands, /*libname=*/"libdevice",
      /*libpath=*/"", symbol, /*pure=*/true);
  if (!isTruth)
    return value;
  return build(builder, Compare::Ne, builder.builder.getI32Type(), value,
               builder.constantInt(value.getType(), 0));
}

//===----------------------------------------------------------------------===//
// Arithmetic with a rounding
//===----------------------------------------------------------------------===//

/// Libdevice's ending for a constant of Rounding; empty for anything else.
static StringRef endingFor(AbsType rounding) {
  return llvm::StringSwitch<StringRef>(rounding.getEnumName("Rounding"))
      .Case("RTNE", "_rn")
      .Case("RTZ", "_rz")
      .Case("RTN", "_rd")
      .Case("RTP", "_ru")
      .Default("");
}

static FailureOr<AbsType> typeOfRounded(ArrayRef<AbsType> args,
                                        EmitError error) {
  FailureOr<AbsType> type = typeOfElementwise(args.drop_back(), error);
  if (failed(type))
    return failure();
  /// T-ROUNDED-1: the operands are floats or doubles.
  Type element = type->getElementType();
  if (!element.isF32() && !element.isF64())
    return error() << "T-ROUNDED-1: the arithmetic is of float or double, not "
                   << typeName(element);
  /// T-ROUNDED-2: the rounding is a constant of Rounding.
  if (endingFor(args.back()).empty())
    return error() << "T-ROUNDED-2: the rounding must be a constant of "
                      "Rounding: "
                   << args.back().str();
  return type;
}

/// Calls `__nv_fadd_rd`, or `__nv_dadd_rd` of doubles; fma is `__nv_fmaf_rd`
/// and `__nv_fma_rd`.
static Results buildRounded(StringRef name, TileBuilder &builder,
                            ArrayRef<TypedOperand> args, AbsType result) {
  auto operands =
      llvm::map_to_vector(args.drop_back(), [&](const TypedOperand &arg) {
        return operandAs(builder, arg, result);
      });
  bool isFloat = result.getElementType().isF32();
  std::string symbol = "__nv_";
  if (name == "fma")
    symbol += isFloat ? "fmaf" : "fma";
  else
    symbol += (isFloat ? "f" : "d") + name.str();
  symbol += endingFor(args.back().type);
  return builder.create<tt::ExternElementwiseOp>(
      signlessType(result.getType()), operands, /*libname=*/"libdevice",
      /*libpath=*/"", symbol, /*pure=*/true);
}

static constexpr StringLiteral addRoundedName = "add";
static constexpr StringLiteral divRoundedName = "div";
static constexpr StringLiteral fmaRoundedName = "fma";
static constexpr StringLiteral mulRoundedName = "mul";
static constexpr StringLiteral rcpRoundedName = "rcp";
static constexpr StringLiteral sqrtRoundedName = "sqrt";
static constexpr StringLiteral subRoundedName = "sub";

template <const StringLiteral &name>
static Results buildRounded(TileBuilder &builder, ArrayRef<TypedOperand> args,
                            AbsType result) {
  return buildRounded(name, builder, args, result);
}

ArrayRef<Method> cm2tt::getLibdeviceMethods() {
  static constexpr Method methods[] = {
#include "Libdevice.inc"
  };
  return methods;
}
