// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Signature entries: text to struct and back, and the best one for a value.

#include "cm2tt/Runtime/SignatureEntry.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;

/// Drops the digits at the front; false if there are none.
static bool dropDigits(StringRef &text) {
  size_t before = text.size();
  text = text.drop_while(isDigit);
  return text.size() != before;
}

/// Whether a text is a string in quotes, of which the compiler reads the
/// characters.
static bool isString(StringRef text) {
  return text.size() >= 2 && text.consume_front("\"") &&
         text.consume_back("\"") &&
         text.find_first_of(",\"") == StringRef::npos;
}

/// Whether a text is `Mode.FAST`, `demo.Outer$Mode.FAST` or `fp16.class`.
static bool isObject(StringRef text) {
  auto isIdentifier = [](StringRef part) {
    return !part.empty() && !isDigit(part.front()) && all_of(part, [](char c) {
      return isAlnum(c) || c == '_' || c == '$' ||
             static_cast<unsigned char>(c) >= 0x80;
    });
  };
  return text.contains('.') && all_of(split(text, '.'), isIdentifier);
}

bool runtime::isConstantEntry(StringRef text) {
  if (text == "true" || text == "false" || text == "NaN" || text == "null" ||
      isObject(text) || isString(text))
    return true;
  text.consume_front("-");
  if (text == "Infinity")
    return true;
  bool leadingZero = text.starts_with("0");
  StringRef whole = text;
  if (!dropDigits(text) || (leadingZero && whole.size() - text.size() > 1))
    return false;
  if (text.consume_front(".") && !dropDigits(text))
    return false;
  if (text.consume_front_insensitive("e")) {
    if (!text.consume_front("+"))
      text.consume_front("-");
    if (!dropDigits(text))
      return false;
  }
  return text.empty();
}

/// Reads the type of an entry, before its colon; false if the text is not a
/// type.
static bool parseType(StringRef text, SignatureEntry &entry) {
  entry.kind = SignatureEntry::Kind::Scalar;
  if (text.consume_front("tensordesc<")) {
    entry.kind = SignatureEntry::Kind::Descriptor;
    auto [name, block] = text.split('[');
    SmallVector<StringRef> extents;
    block.drop_back(std::min<size_t>(2, block.size())).split(extents, 'x');
    auto isExtent = [](StringRef extent) {
      return !extent.empty() && all_of(extent, isDigit);
    };
    if (!block.consume_back("]>") || !all_of(extents, isExtent))
      return false;
    entry.block = block.str();
    text = name;
  } else if (text.consume_front("*")) {
    entry.kind = SignatureEntry::Kind::Pointer;
  }
  std::optional<ElementType> type = parseElementType(text);
  entry.type = type.value_or(entry.type);
  return type.has_value();
}

Expected<SignatureEntry> runtime::parseSignatureEntry(StringRef text) {
  text = text.trim();
  SignatureEntry entry;
  if (isConstantEntry(text)) {
    entry.constant = text.str();
    return entry;
  }
  auto [name, promise] = text.split(':');
  if (!parseType(name, entry))
    return createStringError(inconvertibleErrorCode(),
                             "bad signature entry '" + text +
                                 "': expected a type such as *fp32:16 or i32, "
                                 "or a constant");
  const bool isNumber = entry.kind == SignatureEntry::Kind::Scalar;
  if (promise == "16" && (!isNumber || isInteger(entry.type)))
    entry.promise = SignatureEntry::Promise::DivisibleBy16;
  else if (promise == "1" && isNumber && isInteger(entry.type))
    entry.promise = SignatureEntry::Promise::One;
  else if (text.contains(':'))
    return createStringError(inconvertibleErrorCode(),
                             "bad signature entry '" + text +
                                 "': expected :16, or :1 for an integer");
  return entry;
}

std::string SignatureEntry::str() const {
  if (kind == Kind::Constant)
    return constant;
  std::string text = kind == Kind::Pointer ? "*" : "";
  text += elementTypeName(type);
  if (kind == Kind::Descriptor)
    text = "tensordesc<" + text + "[" + block + "]>";
  if (promise == Promise::DivisibleBy16)
    text += ":16";
  if (promise == Promise::One)
    text += ":1";
  return text;
}

SignatureEntry runtime::specialise(const ScalarValue &value) {
  SignatureEntry entry;
  entry.kind = SignatureEntry::Kind::Scalar;
  entry.type = value.type;
  if (!isInteger(value.type) || value.type == ElementType::I1)
    return entry;
  if (value.asInteger() == 1)
    entry.promise = SignatureEntry::Promise::One;
  else if (value.bits % 16 == 0)
    entry.promise = SignatureEntry::Promise::DivisibleBy16;
  return entry;
}
