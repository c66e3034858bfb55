// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The values that parameters accept.

#include "cm2tt/Runtime/ParameterType.h"

#include "cm2tt/Compiler/Compiler.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;

std::optional<ElementType> runtime::javaScalarType(StringRef name) {
  name.consume_front("java.lang.");
  return StringSwitch<std::optional<ElementType>>(name)
      .Cases({"boolean", "Boolean"}, ElementType::I1)
      .Cases({"byte", "Byte"}, ElementType::I8)
      // The compiler's name of char, as models give it.
      .Cases({"char", "Character", "u16"}, ElementType::U16)
      .Cases({"short", "Short"}, ElementType::I16)
      .Cases({"int", "Integer"}, ElementType::I32)
      .Cases({"long", "Long"}, ElementType::I64)
      .Cases({"float", "Float"}, ElementType::FP32)
      .Cases({"double", "Double"}, ElementType::FP64)
      .Default(std::nullopt);
}

/// The name of a class without its package and type arguments.
static StringRef simpleName(StringRef javaType) {
  StringRef name = javaType.split('<').first;
  return name.substr(name.rfind('.') + 1);
}

bool runtime::takesPointer(const JavaParameter &parameter,
                           const std::optional<SignatureEntry> &entry) {
  if (entry && entry->kind != SignatureEntry::Kind::Constant)
    return entry->kind == SignatureEntry::Kind::Pointer;
  StringRef name = simpleName(parameter.type);
  return name == "Ptr" || parameter.type == "ptr";
}

bool runtime::takesDescriptor(const JavaParameter &parameter,
                              const std::optional<SignatureEntry> &entry) {
  if (entry && entry->kind != SignatureEntry::Kind::Constant)
    return entry->kind == SignatureEntry::Kind::Descriptor;
  return simpleName(parameter.type) == "TensorDescriptor";
}

std::optional<ElementType>
runtime::numberType(const JavaParameter &parameter,
                    const std::optional<SignatureEntry> &entry) {
  if (entry && entry->kind == SignatureEntry::Kind::Scalar)
    return entry->type;
  return javaScalarType(parameter.type);
}

/// A number that has been read, as signatures have it: shells may write the
/// words of C.
static std::string floatConstant(StringRef text) {
  StringRef word = text;
  std::string sign = word.consume_front("-") ? "-" : "";
  if (word == "inf")
    return sign + "Infinity";
  return word == "nan" || word == "NaN" ? "NaN" : text.str();
}

Expected<SignatureEntry>
runtime::makeConstantEntry(const JavaParameter &parameter,
                           const std::optional<SignatureEntry> &entry,
                           StringRef text) {
  auto fail = [](const Twine &message) {
    return createStringError(inconvertibleErrorCode(), message);
  };
  SignatureEntry result;
  result.constant = text.str();
  if (takesPointer(parameter, entry)) {
    if (text != "null")
      return fail("a pointer cannot be a constant other than null");
    return result;
  }
  if (std::optional<ElementType> type = javaScalarType(parameter.type)) {
    Expected<ScalarValue> value = parseScalar(text, *type);
    if (!value)
      return value.takeError();
    if (*type == ElementType::I1)
      result.constant = value->bits ? "true" : "false";
    else if (isInteger(*type))
      result.constant = itostr(value->asInteger());
    else
      result.constant = floatConstant(text);
  }
  if (!isConstantEntry(result.constant))
    return fail("'" + text +
                "' is not a constant: expected a number, true, false, a "
                "constant of an enum such as Mode.FAST, a class such as "
                "fp16.class, or a string in quotes");
  return result;
}
