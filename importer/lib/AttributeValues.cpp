// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Interprets literals, which depends on the operation: in texts of 2024 all
/// literals are strings, and numbers in JSON have no types.

#include "Literals.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace cm2tt::model {

using Kind = AttributeValue::Kind;

namespace {

/// The kind of the unnamed attribute of an operation.
enum class ValueRole { Plain, Reference, Type, Index, Constant };

} // namespace

static ValueRole roleOf(StringRef op) {
  return StringSwitch<ValueRole>(op)
      .Cases({"invoke", "new", "field.load", "field.store", "pattern.record"},
             ValueRole::Reference)
      .Cases({"cast", "instanceof"}, ValueRole::Type)
      .Cases({"tuple.load", "tuple.with"}, ValueRole::Index)
      .Case("constant", ValueRole::Constant)
      .Default(ValueRole::Plain);
}

bool isQuotable(const Operation &op) {
  ValueRole role = roleOf(op.name);
  return role == ValueRole::Constant || role == ValueRole::Index ||
         role == ValueRole::Type;
}

bool isUsuallyQuoted(const Operation &op) {
  return roleOf(op.name) == ValueRole::Constant && op.type &&
         (op.type->isPrimitive("byte") || op.type->isPrimitive("short"));
}

bool isDefaultName(StringRef op, StringRef name) {
  StringRef names =
      StringSwitch<StringRef>(op)
          .Cases({"constant", "arith.constant"}, "value constant.value")
          .Cases({"func", "tt.func"}, "sym_name func.name")
          .Cases({"func.call", "tt.call"}, "callee func.call.name")
          .Cases({"tt.get_program_id", "tt.expand_dims", "tt.reduce"}, "axis")
          .Cases({"arith.cmpi", "arith.cmpf"}, "predicate")
          .Case("var", "var.name")
          .Cases({"tuple.load", "tuple.with"},
                 "tuple.load.index tuple.with.index")
          .Case("invoke", "invoke.descriptor invoke.ref")
          .Cases({"field.load", "field.store"}, "field.descriptor field.ref")
          .Case("new", "new.descriptor new.constructor")
          .Case("cast", "cast.descriptor cast.type")
          .Case("instanceof", "instanceof.descriptor instanceof.type")
          .Default("");
  for (StringRef each : split(names, ' '))
    if (!each.empty() && each == name)
      return true;
  return false;
}

void settleSuffix(AttributeValue &value) {
  char usual = 0;
  switch (value.kind) {
  case Kind::Integer:
    usual = value.isLong ? 'L' : ' ';
    break;
  case Kind::Float:
    usual = 'f';
    break;
  case Kind::Double:
    usual = 'd';
    break;
  default:
    break;
  }
  if (value.suffix == usual)
    value.suffix = 0;
  // A number's digits were kept until now.
  if (value.kind != Kind::String)
    value.string = {};
}

//===----------------------------------------------------------------------===//
// Constants of primitive types
//===----------------------------------------------------------------------===//

/// How a value is named in messages.
static std::string describe(const AttributeValue &value) {
  std::string text;
  raw_string_ostream os(text);
  switch (value.kind) {
  case Kind::Null:
    os << "null";
    break;
  case Kind::Boolean:
    os << (value.boolean ? "true" : "false");
    break;
  case Kind::Integer:
    os << value.integer;
    break;
  case Kind::Character:
    os << '\'';
    printJavaEscaped(os, uint16_t(value.integer));
    os << '\'';
    break;
  case Kind::Float:
  case Kind::Double:
    printJavaNumber(os, value.number, value.kind == Kind::Float);
    break;
  case Kind::String:
    os << '"';
    printJavaEscaped(os, value.string.take_front(40));
    os << (value.string.size() > 40 ? "...\"" : "\"");
    break;
  case Kind::Type:
    os << "the type '" << toJavaString(*value.type) << "'";
    break;
  case Kind::Reference:
    os << "the reference '" << toString(*value.reference, Spelling()) << "'";
    break;
  }
  return text;
}

/// The bits of an integer type of Java, 0 for any other.
static unsigned integerBits(StringRef type) {
  return StringSwitch<unsigned>(type)
      .Case("byte", 8)
      .Case("short", 16)
      .Case("int", 32)
      .Case("long", 64)
      .Default(0);
}

static bool toBoolean(AttributeValue &value) {
  if (value.kind == Kind::String &&
      (value.string == "true" || value.string == "false"))
    value = AttributeValue::ofBoolean(value.string == "true");
  return value.kind == Kind::Boolean;
}

static bool toInteger(AttributeValue &value, unsigned bits) {
  if (value.kind == Kind::String) {
    std::optional<int64_t> parsed = parseInteger(value.string, 64);
    if (!parsed)
      return false;
    value = AttributeValue::ofInteger(*parsed);
  }
  if (value.kind != Kind::Integer || !isIntN(bits, value.integer))
    return false;
  value.isLong = bits == 64;
  value.string = {};
  return true;
}

static bool toCharacter(AttributeValue &value) {
  if (value.kind == Kind::String && !value.string.empty()) {
    StringRef rest = value.string;
    unsigned codePoint = takeCodePoint(rest);
    if (!rest.empty() || codePoint > 0xffff)
      return false;
    value = AttributeValue::ofCharacter(uint16_t(codePoint));
  }
  if (value.kind == Kind::Integer && isUIntN(16, value.integer))
    value = AttributeValue::ofCharacter(uint16_t(value.integer));
  return value.kind == Kind::Character;
}

static bool toFloating(AttributeValue &value, bool isFloat) {
  std::optional<double> number;
  // Numbers carry their digits, to be rounded but once.
  if (!value.string.empty())
    number = parseNumber(value.string, isFloat);
  else if (value.kind == Kind::Integer)
    number = isFloat ? double(float(value.integer)) : double(value.integer);
  else if (value.kind == Kind::Float || value.kind == Kind::Double)
    number = isFloat ? double(float(value.number)) : value.number;
  if (!number)
    return false;
  char suffix = value.suffix;
  value = isFloat ? AttributeValue::ofFloat(float(*number))
                  : AttributeValue::ofDouble(*number);
  value.suffix = suffix;
  return true;
}

static bool toPrimitive(AttributeValue &value, StringRef type) {
  if (type == "boolean")
    return toBoolean(value);
  if (type == "char")
    return toCharacter(value);
  if (unsigned bits = integerBits(type))
    return toInteger(value, bits);
  return toFloating(value, type == "float");
}

//===----------------------------------------------------------------------===//
// Values by their role
//===----------------------------------------------------------------------===//

static std::string toTypeLiteral(AttributeValue &value, Model &model) {
  if (value.kind != Kind::String)
    return value.kind == Kind::Type || value.kind == Kind::Null
               ? std::string()
               : "wrong kind of value: " + describe(value) +
                     ", expected a type";
  TypeParser parser(model, value.string, nullptr);
  const TypeName *type = parser.type();
  if (!type || !parser.finish("type"))
    return "malformed type: " + parser.error();
  value = AttributeValue::ofType(type);
  return {};
}

static std::string toReference(AttributeValue &value, bool isField,
                               Model &model, SpellingNotes &notes,
                               bool fromJson) {
  if (value.kind == Kind::Reference)
    return {};
  if (value.kind != Kind::String)
    return "wrong kind of value: " + describe(value) +
           ", expected a reference such as \"a.B::m(int):int\"";
  TypeParser parser(model, value.string, &notes);
  const Reference *reference = parser.reference(isField);
  if (!reference || !parser.finish("reference"))
    return "malformed reference: " + parser.error();
  if (!fromJson && notes.tag(false)) {
    Reference copy = *reference;
    copy.otherTag = true;
    reference = model.make(copy);
  }
  value = AttributeValue::ofReference(reference);
  return {};
}

static std::string toConstant(const TypeName *type, AttributeValue &value,
                              Model &model) {
  if (!type)
    return {};
  if (type->isClass("java.lang.Class"))
    return toTypeLiteral(value, model);
  bool isString = type->isClass("java.lang.String");
  bool fits = true;
  if (type->kind == TypeName::Kind::Primitive)
    fits = type->name != "void" && toPrimitive(value, type->name);
  else if (isString)
    fits = value.kind == Kind::String || value.kind == Kind::Null;
  if (fits)
    return {};
  return "wrong constant: " + describe(value) + ", expected a value of type '" +
         toJavaString(*type) + "'";
}

std::string interpretValue(const Operation &op, AttributeValue &value,
                           Model &model, SpellingNotes &notes, bool fromJson) {
  bool wasString = value.kind == Kind::String;
  ValueRole role = roleOf(op.name);
  std::string error;
  switch (role) {
  case ValueRole::Plain:
    settleSuffix(value);
    return {};
  case ValueRole::Reference:
    return toReference(value, op.name.starts_with("field."), model, notes,
                       fromJson);
  case ValueRole::Type:
    error = toTypeLiteral(value, model);
    break;
  case ValueRole::Index:
    if (!toInteger(value, 32) || value.integer < 0)
      error = "wrong index: " + describe(value) + ", expected 0 or more";
    break;
  case ValueRole::Constant:
    error = toConstant(op.type, value, model);
    break;
  }
  settleSuffix(value);
  if (!error.empty() || fromJson || value.kind == Kind::String ||
      value.kind == Kind::Null)
    return error;
  value.otherLiteral =
      isUsuallyQuoted(op) ? !wasString : notes.literal(!wasString);
  return {};
}

//===----------------------------------------------------------------------===//
// Locations
//===----------------------------------------------------------------------===//

/// A number of a line or column; 0 for a bad one.
static unsigned linePart(StringRef text) {
  unsigned value = 0;
  if (text.empty() || !all_of(text, isDigit) || text.getAsInteger(10, value) ||
      value > unsigned(maxIntN(31)))
    return 0;
  return value;
}

std::string parseJavaLocation(StringRef text, bool fromJson,
                              JavaLocation &location) {
  StringRef line, column, file;
  if (fromJson) {
    std::tie(line, column) = text.rsplit(':');
    if (line.contains(':'))
      std::tie(file, line) = line.rsplit(':');
  } else {
    std::tie(line, column) = text.split(':');
    std::tie(column, file) = column.split(':');
  }
  location = {linePart(line), linePart(column), file};
  if (location.line && location.column)
    return {};
  location = {};
  return "malformed location: '" + text.take_front(60).str() + "', expected '" +
         (fromJson ? "line:column' or 'file:line:column'"
                   : "line:column' or 'line:column:file'");
}

} // namespace cm2tt::model
