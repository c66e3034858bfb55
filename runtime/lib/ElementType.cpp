// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The table of scalar types, and numbers in text.

#include "cm2tt/Runtime/ElementType.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <array>

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;

namespace {
/// The properties of a scalar type.
struct TypeFacts {
  StringLiteral name;
  uint8_t bits;
  bool integer;
  bool isSigned;
};
} // namespace

/// In the order of ElementType.
static constexpr std::array<TypeFacts, 15> typeTable = {{
    {"i1", 1, true, false},
    {"i8", 8, true, true},
    {"i16", 16, true, true},
    {"i32", 32, true, true},
    {"i64", 64, true, true},
    {"u8", 8, true, false},
    {"u16", 16, true, false},
    {"u32", 32, true, false},
    {"u64", 64, true, false},
    {"fp16", 16, false, true},
    {"bf16", 16, false, true},
    {"fp32", 32, false, true},
    {"fp64", 64, false, true},
    {"fp8e4nv", 8, false, true},
    {"fp8e5", 8, false, true},
}};

static const TypeFacts &factsOf(ElementType type) {
  return typeTable[static_cast<size_t>(type)];
}

StringRef runtime::elementTypeName(ElementType type) {
  return factsOf(type).name;
}

std::optional<ElementType> runtime::parseElementType(StringRef name) {
  for (auto [index, properties] : enumerate(typeTable))
    if (properties.name == name)
      return static_cast<ElementType>(index);
  return std::nullopt;
}

unsigned runtime::elementBytes(ElementType type) {
  return divideCeil(factsOf(type).bits, 8);
}

bool runtime::isInteger(ElementType type) { return factsOf(type).integer; }

bool runtime::canCarry(ElementType carrier, ElementType type) {
  if (carrier == type)
    return true;
  if (!isInteger(carrier) || factsOf(carrier).bits != factsOf(type).bits)
    return false;
  if (isInteger(type))
    return true;
  bool numPyLacksIt = type == ElementType::BF16 ||
                      type == ElementType::FP8E4NV ||
                      type == ElementType::FP8E5;
  return numPyLacksIt && !factsOf(carrier).isSigned;
}

int64_t ScalarValue::asInteger() const {
  const TypeFacts &properties = factsOf(type);
  if (!properties.isSigned)
    return static_cast<int64_t>(bits);
  return SignExtend64(bits, properties.bits);
}

static Error scalarError(const Twine &message) {
  return createStringError(inconvertibleErrorCode(), message);
}

static Error outOfRange(StringRef text, ElementType type) {
  const TypeFacts &properties = factsOf(type);
  if (properties.isSigned)
    return scalarError("'" + text + "' is out of range: " + properties.name +
                       " holds " + Twine(minIntN(properties.bits)) + " to " +
                       Twine(maxIntN(properties.bits)));
  return scalarError("'" + text + "' is out of range: " + properties.name +
                     " holds 0 to " + Twine(maxUIntN(properties.bits)));
}

static Expected<ScalarValue> parseInteger(StringRef text, ElementType type) {
  const TypeFacts &properties = factsOf(type);
  if (type == ElementType::I1 && (text == "true" || text == "false"))
    return ScalarValue{type, text == "true"};
  StringRef digits = text;
  bool negative = digits.consume_front("-");
  if (!negative)
    digits.consume_front("+");
  unsigned radix = digits.consume_front_insensitive("0x") ? 16 : 10;
  APInt magnitude;
  if (digits.empty() || digits.getAsInteger(radix, magnitude))
    return scalarError("'" + text + "' is not an integer: expected " +
                       properties.name);
  if (magnitude.getActiveBits() > 64)
    return outOfRange(text, type);
  uint64_t value = magnitude.zextOrTrunc(64).getZExtValue();
  uint64_t largest = properties.isSigned
                         ? static_cast<uint64_t>(maxIntN(properties.bits))
                         : maxUIntN(properties.bits);
  uint64_t smallest = properties.isSigned ? largest + 1 : 0;
  if (value > (negative ? smallest : largest))
    return outOfRange(text, type);
  uint64_t bits = negative ? 0 - value : value;
  return ScalarValue{type, bits & maxUIntN(properties.bits)};
}

static const fltSemantics &semanticsOf(ElementType type) {
  switch (type) {
  case ElementType::FP16:
    return APFloat::IEEEhalf();
  case ElementType::BF16:
    return APFloat::BFloat();
  case ElementType::FP64:
    return APFloat::IEEEdouble();
  case ElementType::FP8E4NV:
    return APFloat::Float8E4M3FN();
  case ElementType::FP8E5:
    return APFloat::Float8E5M2();
  default:
    return APFloat::IEEEsingle();
  }
}

uint64_t runtime::floatBits(double value, ElementType type) {
  APFloat result(value);
  bool losesInfo;
  result.convert(semanticsOf(type), APFloat::rmNearestTiesToEven, &losesInfo);
  return result.bitcastToAPInt().getZExtValue();
}

static Expected<ScalarValue> parseFloat(StringRef text, ElementType type) {
  APFloat value(semanticsOf(type));
  StringRef name = elementTypeName(type);
  StringRef word = text;
  bool negative = word.consume_front("-");
  if (word == "nan" || word == "NaN") {
    value = APFloat::getQNaN(semanticsOf(type), negative);
  } else if (word == "inf" || word == "Infinity") {
    if (!APFloat::semanticsHasInf(semanticsOf(type)))
      return scalarError("'" + text + "' is out of range: " + name +
                         " has no infinity");
    value = APFloat::getInf(semanticsOf(type), negative);
  } else {
    Expected<APFloat::opStatus> status =
        value.convertFromString(text, APFloat::rmNearestTiesToEven);
    if (!status) {
      consumeError(status.takeError());
      return scalarError("'" + text + "' is not a number: expected " + name);
    }
    if (*status & APFloat::opOverflow)
      return scalarError("'" + text + "' is out of range: too large for " +
                         name);
  }
  return ScalarValue{type, value.bitcastToAPInt().getZExtValue()};
}

Expected<ScalarValue> runtime::parseScalar(StringRef text, ElementType type) {
  return isInteger(type) ? parseInteger(text, type) : parseFloat(text, type);
}
