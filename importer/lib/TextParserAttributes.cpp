// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Parses attributes and their values, and the comments `//! key: value` at the
/// head, which contain information that the text form has no syntax for.

#include "Literals.h"
#include "TextParser.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace cm2tt::model {

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

bool TextParser::parseString(AttributeValue &value) {
  StringRef content;
  if (const char *bad =
          unescape(token.text.drop_front().drop_back(), model, content))
    return failAt(SMLoc::getFromPointer(bad), "bad escape in a string");
  value = AttributeValue::ofString(content);
  advance();
  return true;
}

bool TextParser::parseCharacter(AttributeValue &value) {
  StringRef raw = token.text.drop_front().drop_back(), content = raw;
  if (raw.empty())
    return failAt(token.loc(), "character literal of no character");
  // Babylon's writer does not escape characters, not even a backslash.
  if (raw != "\\")
    if (const char *bad = unescape(raw, model, content))
      return failAt(SMLoc::getFromPointer(bad), "bad escape in a character");
  unsigned unit = takeCodePoint(content);
  if (!content.empty() || unit > 0xffff)
    return failAt(token.loc(), "character literal of several characters: " +
                                   token.text.take_front(40));
  value = AttributeValue::ofCharacter(uint16_t(unit));
  advance();
  return true;
}

/// Whether the name is a number that is not finite, with or without suffix.
static bool isNotFinite(StringRef name) {
  if (!name.consume_front("Infinity") && !name.consume_front("NaN"))
    return false;
  return name.empty() ||
         (name.size() == 1 && StringRef("fFdD").contains(name[0]));
}

bool TextParser::parseNumber(AttributeValue &value, bool negative) {
  StringRef text = token.text;
  const char *start = text.begin() - (negative ? 1 : 0);
  std::string digits = (negative ? "-" : "") + text.str();
  bool isHex = text.starts_with_insensitive("0x");
  bool isNamed = token.is(Token::Kind::Name);
  char last = toLower(text.back());
  char suffix = ' ';
  if (last == 'l' || ((last == 'f' || last == 'd') && !isHex)) {
    suffix = text.back();
    digits.pop_back();
  }
  bool isFloating = isNamed || toLower(suffix) == 'f' ||
                    toLower(suffix) == 'd' ||
                    (!isHex && text.find_first_of(".eE") != StringRef::npos);
  if (!isFloating) {
    bool isLong = toLower(suffix) == 'l';
    std::optional<int64_t> number = parseInteger(digits, isLong ? 64 : 32);
    // A constant of type long says so without a suffix, too.
    if (!number && !isLong)
      number = parseInteger(digits, 64);
    if (!number)
      return failAt(SMLoc::getFromPointer(start),
                    "malformed or too large integer: " +
                        StringRef(digits).take_front(40));
    value = AttributeValue::ofInteger(*number, isLong || !isInt<32>(*number));
  } else {
    bool isFloat = toLower(suffix) == 'f';
    std::optional<double> number = model::parseNumber(digits, isFloat);
    if (!number)
      return failAt(SMLoc::getFromPointer(start),
                    "malformed or too large number: " +
                        StringRef(digits).take_front(40));
    value = isFloat ? AttributeValue::ofFloat(float(*number))
                    : AttributeValue::ofDouble(*number);
    // To round only once if the constant is a float.
    if (suffix == ' ')
      value.string = model.save(digits);
  }
  value.suffix = suffix;
  advance();
  return true;
}

/// `java.ref:"..."`, at its string.
bool TextParser::parseReference(AttributeValue &value) {
  AttributeValue string;
  const char *start = token.text.begin() + 1;
  if (!token.is(Token::Kind::String))
    return fail("the string of a reference");
  if (!parseString(string))
    return false;
  TypeParser parser(model, string.string, &notes);
  const Reference *reference = parser.reference(/*isField=*/false);
  if (!reference || !parser.finish("reference"))
    return failAt(SMLoc::getFromPointer(string.string.begin() == start
                                            ? parser.errorPosition()
                                            : start),
                  "malformed reference: " + Twine(parser.error()));
  if (notes.tag(true)) {
    Reference copy = *reference;
    copy.otherTag = true;
    reference = model.make(copy);
  }
  value = AttributeValue::ofReference(reference);
  return true;
}

bool TextParser::parseValue(AttributeValue &value) {
  if (token.is(Token::Kind::String))
    return parseString(value);
  if (token.is(Token::Kind::Character))
    return parseCharacter(value);
  if (token.is(Token::Kind::Number))
    return parseNumber(value, /*negative=*/false);
  if (token.is('-')) {
    advance();
    if (token.is(Token::Kind::Number) || isNotFinite(token.text))
      return parseNumber(value, /*negative=*/true);
    return fail("a number");
  }
  if (token.is(Token::Kind::Name) && lexer.peek() != '<') {
    if (isNotFinite(token.text))
      return parseNumber(value, /*negative=*/false);
    if (token.text == "true" || token.text == "false" || token.text == "null") {
      if (token.text != "null")
        value = AttributeValue::ofBoolean(token.text == "true");
      advance();
      return true;
    }
    if (token.text == "java.ref" && lexer.peek() == ':') {
      advance();
      advance();
      return parseReference(value);
    }
  }
  if (!token.is(Token::Kind::Name) && !token.is('#'))
    return fail("an attribute's value");
  const TypeName *type = nullptr;
  if (!parseType(type))
    return false;
  value = AttributeValue::ofType(type);
  return true;
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

bool TextParser::setLocation(Operation &op, Attributes &attributes,
                             const Attribute &attribute) {
  if (attributes.hasLocation)
    return failAt(attribute.loc, "attribute given twice: 'loc'");
  if (attribute.value.kind != AttributeValue::Kind::String)
    return failAt(attribute.loc,
                  "malformed location, expected a string such as \"3:14\"");
  std::string error =
      parseJavaLocation(attribute.value.string, /*fromJson=*/false, op.java);
  if (!error.empty())
    return failAt(attribute.loc, error);
  attributes.hasLocation = true;
  op.javaLoc = attribute.loc;
  op.locationPosition = attributes.named.size();
  op.locationAfterValue = attributes.hasValue;
  return true;
}

bool TextParser::setValue(Operation &op, Attributes &attributes,
                          const Attribute &attribute) {
  if (attributes.hasValue)
    return failAt(attribute.loc, "unnamed attribute given twice");
  attributes.hasValue = true;
  attributes.value = attribute;
  op.valuePosition = attributes.named.size();
  return true;
}

/// Called after an `@`.
bool TextParser::parseAttribute(Operation &op, Attributes &attributes) {
  Attribute attribute;
  if (token.is(Token::Kind::Name) && lexer.peek() == '=') {
    attribute.name = token.text;
    advance();
    advance();
  }
  attribute.loc = token.loc();
  if (!parseValue(attribute.value))
    return false;
  if (attribute.name == "loc")
    return setLocation(op, attributes, attribute);
  if (attribute.name.empty())
    return setValue(op, attributes, attribute);
  attributes.named.push_back(attribute);
  return attributes.named.size() <= UINT16_MAX ||
         failAt(attribute.loc,
                "too many attributes: more than " + Twine(UINT16_MAX));
}

/// Without an unnamed attribute, one of the names of 2025 stands for it.
void TextParser::promoteNamed(Operation &op, Attributes &attributes) {
  auto *found = find_if(attributes.named, [&](const Attribute &each) {
    return isDefaultName(op.name, each.name);
  });
  if (attributes.hasValue || found == attributes.named.end())
    return;
  attributes.hasValue = true;
  attributes.value = *found;
  op.valuePosition = found - attributes.named.begin();
  op.locationAfterValue = op.locationPosition > op.valuePosition;
  op.locationPosition -= op.locationAfterValue;
  attributes.named.erase(found);
}

bool TextParser::checkUnique(ArrayRef<Attribute> named) {
  if (named.size() < 2)
    return true;
  DenseSet<StringRef> seen;
  for (const Attribute &attribute : named)
    if (!seen.insert(attribute.name).second)
      return failAt(attribute.loc,
                    "attribute given twice: '" + attribute.name + "'");
  return true;
}

bool TextParser::parseAttributes(Operation &op) {
  if (!token.is('@'))
    return true;
  Attributes attributes;
  while (take('@'))
    if (!parseAttribute(op, attributes))
      return false;
  if (!checkUnique(attributes.named))
    return false;
  promoteNamed(op, attributes);
  for (Attribute &attribute : attributes.named)
    settleSuffix(attribute.value);
  op.attributes = model.save(ArrayRef<Attribute>(attributes.named));
  if (!attributes.hasValue)
    return true;
  Attribute &value = attributes.value;
  std::string error =
      interpretValue(op, value.value, model, notes, /*fromJson=*/false);
  if (!error.empty())
    return failAt(value.loc, error);
  op.value = model.make(value);
  return true;
}

//===----------------------------------------------------------------------===//
// The head
//===----------------------------------------------------------------------===//

/// Takes the leading lines `//! key: value`.
void TextParser::parseHeader() {
  StringRef rest = lexer.rest();
  while (true) {
    rest = rest.ltrim();
    if (!rest.consume_front("//!"))
      return;
    StringRef line = rest.take_until([](char c) { return c == '\n'; });
    parseHeaderLine(line);
    rest = rest.drop_front(line.size());
  }
}

/// One such line; what it does not understand is a comment.
void TextParser::parseHeaderLine(StringRef line) {
  auto ignore = [](Problem) {};
  TextParser inner(line, model, ignore);
  inner.advance();
  Token key = inner.token;
  inner.advance();
  if (!key.is(Token::Kind::Name) || !inner.take(':'))
    return;
  SmallVector<SignatureEntry> entries;
  while (!inner.token.is(Token::Kind::End)) {
    entries.push_back({AttributeValue(), inner.token.loc()});
    if (!inner.parseValue(entries.back().value))
      return;
    settleSuffix(entries.back().value);
    entries.back().value.suffix = 0;
    if (!inner.take(',') && !inner.token.is(Token::Kind::End))
      return;
  }
  if (key.text == "signature") {
    model.signature = model.save(ArrayRef<SignatureEntry>(entries));
    model.signatureLoc = key.loc();
    model.hasSignature = true;
  } else if (entries.size() == 1 &&
             entries[0].value.kind == AttributeValue::Kind::String) {
    StringRef value = entries[0].value.string;
    if (key.text == "kernel") {
      model.kernel = value;
      model.kernelLoc = entries[0].loc;
    } else if (key.text == "source") {
      model.source = value;
    } else if (key.text == "producer") {
      model.producer = value;
    }
  }
}

} // namespace cm2tt::model
