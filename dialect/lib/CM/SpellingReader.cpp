// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Reads and writes types in their canonical spelling.
///
/// Not here: references, and the conversion to MLIR's types (Spelling.cpp).

#include "SpellingInternals.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace cm2tt::cm::detail;

/// Whether a byte may stand in an identifier; those of UTF-8 may.
static bool isIdentifierChar(char c) {
  return llvm::isAlnum(c) || c == '_' || c == '$' || (c & 0x80);
}

/// Whether a byte may begin an identifier.
static bool isIdentifierStart(char c) {
  return isIdentifierChar(c) && !llvm::isDigit(c);
}

bool cm2tt::cm::detail::isPrimitiveName(StringRef name) {
  return llvm::StringSwitch<bool>(name)
      .Cases({"boolean", "byte", "short", "char", "int", "long", "float",
              "double", "void"},
             true)
      .Default(false);
}

//===----------------------------------------------------------------------===//
// Characters
//===----------------------------------------------------------------------===//

void SpellingReader::skipSpace() {
  while (at < text.size() && llvm::isSpace(text[at]))
    ++at;
}

bool SpellingReader::next(StringRef token) {
  skipSpace();
  return text.substr(at).starts_with(token);
}

bool SpellingReader::take(StringRef token) {
  if (!next(token))
    return false;
  at += token.size();
  return true;
}

bool SpellingReader::atEnd() {
  skipSpace();
  return at == text.size();
}

LogicalResult SpellingReader::fail(const Twine &message) {
  if (!failedBefore)
    error(at, message);
  failedBefore = true;
  return failure();
}

LogicalResult SpellingReader::expect(StringRef token) {
  if (take(token))
    return success();
  if (atEnd())
    return fail("expected '" + token + "', found the end");
  return fail("expected '" + token + "', found '" + text.substr(at, 1) + "'");
}

bool SpellingReader::identifier(std::string &name) {
  skipSpace();
  if (at == text.size() || !isIdentifierStart(text[at]))
    return false;
  StringRef word = text.substr(at).take_while(isIdentifierChar);
  at += word.size();
  name = word.str();
  return true;
}

/// The dotted name that comes next, not taken.
StringRef SpellingReader::peekHead() {
  skipSpace();
  return text.substr(at).take_while(
      [](char c) { return isIdentifierChar(c) || c == '.'; });
}

//===----------------------------------------------------------------------===//
// Types of the model
//===----------------------------------------------------------------------===//

/// Whether a type that is not marked is one of the model: it has arguments and,
/// other than most of Java's classes, no package.
static bool looksLikeModelType(StringRef text) {
  StringRef head =
      text.take_while([](char c) { return isIdentifierChar(c) || c == '.'; });
  return !head.contains('.') &&
         text.substr(head.size()).ltrim().starts_with("<");
}

FailureOr<Spelled> SpellingReader::type() {
  if (++depth > maxTypeDepth)
    return fail("types are nested deeper than " + Twine(maxTypeDepth));
  llvm::scope_exit leave([&] { --depth; });
  StringRef head = peekHead();
  if (head.empty() && !next("&"))
    return fail(atEnd()
                    ? "expected a type, found the end"
                    : "expected a type, found '" + text.substr(at, 1) + "'");
  StringRef rest = text.substr(at + head.size()).ltrim();
  if (head == "java.type" && rest.starts_with(":") && !rest.starts_with("::"))
    return markedType();
  if (looksLikeModelType(text.substr(at)))
    return modelType(head);
  return javaType();
}

/// `java.type:"..."`, for a class that would not be read as one.
FailureOr<Spelled> SpellingReader::markedType() {
  take("java.type");
  take(":");
  if (failed(expect("\"")))
    return failure();
  FailureOr<Spelled> type = javaType();
  if (failed(type) || failed(expect("\"")))
    return failure();
  return type;
}

FailureOr<Spelled> SpellingReader::modelType(StringRef head) {
  Spelled type{Spelled::Kind::Ext, head.str(), {}};
  take(head);
  if (failed(arguments(type.args)))
    return failure();
  type.kind = llvm::StringSwitch<Spelled::Kind>(head)
                  .Case("Var", Spelled::Kind::Var)
                  .Case("Tuple", Spelled::Kind::Tuple)
                  .Case("func", Spelled::Kind::Func)
                  .Default(Spelled::Kind::Ext);
  if (type.kind == Spelled::Kind::Ext)
    return type;
  for (const Spelled &arg : type.args)
    if (arg.kind == Spelled::Kind::Symbol)
      return fail("'" + head + "' takes types: '" + arg.name + "'");
  if (type.kind == Spelled::Kind::Var && type.args.size() != 1)
    return fail("'Var' takes one type: " + Twine(type.args.size()));
  return type;
}

LogicalResult SpellingReader::arguments(std::vector<Spelled> &args) {
  if (failed(expect("<")))
    return failure();
  if (take(">"))
    return success();
  do {
    FailureOr<Spelled> arg = argument();
    if (failed(arg))
      return failure();
    args.push_back(std::move(*arg));
  } while (take(","));
  return expect(">");
}

/// Reads a type, or a word such as `x64` and `c-1.5` that is not a type. A name
/// on its own is a type if it is primitive, has a package or is marked.
FailureOr<Spelled> SpellingReader::argument() {
  skipSpace();
  StringRef word = text.substr(at).take_while([](char c) {
    return isIdentifierChar(c) || c == '.' || c == '+' || c == '-' || c == '#';
  });
  StringRef rest = text.substr(at + word.size()).ltrim();
  bool endsHere = rest.starts_with(",") || rest.starts_with(">");
  size_t dot = word.find('.');
  bool hasPackage = dot != StringRef::npos && dot + 1 < word.size() &&
                    isIdentifierStart(word.front()) &&
                    isIdentifierStart(word[dot + 1]);
  if (word.empty() || !endsHere || hasPackage || isPrimitiveName(word))
    return type();
  at += word.size();
  return Spelled{Spelled::Kind::Symbol, word.str(), {}};
}

//===----------------------------------------------------------------------===//
// Types in Java's own syntax
//===----------------------------------------------------------------------===//

FailureOr<Spelled> SpellingReader::javaType(bool allowVariable) {
  Spelled type{Spelled::Kind::Java, "", {}};
  if (failed(javaTypeText(type.name, allowVariable)))
    return failure();
  if (isPrimitiveName(type.name))
    type.kind = Spelled::Kind::Primitive;
  return type;
}

/// Appends the canonical spelling of a type to `name`.
LogicalResult SpellingReader::javaTypeText(std::string &name,
                                           bool allowVariable) {
  if (++depth > maxTypeDepth)
    return fail("types are nested deeper than " + Twine(maxTypeDepth));
  llvm::scope_exit leave([&] { --depth; });
  if (take("&")) {
    name += '&';
    if (failed(javaReference(name)) || failed(javaVariable(name)))
      return failure();
  } else {
    size_t start = name.size();
    if (failed(javaClass(name)))
      return failure();
    bool primitive = isPrimitiveName(StringRef(name).substr(start));
    if (!primitive && allowVariable && next("::<") &&
        failed(javaVariable(name)))
      return failure();
    if (StringRef(name).substr(start) == "void" && next("["))
      return fail("no array of void");
  }
  while (take("[")) {
    if (failed(expect("]")))
      return failure();
    name += "[]";
  }
  return success();
}

/// A class with its packages, arguments and inner classes.
LogicalResult SpellingReader::javaClass(std::string &name) {
  StringRef head = peekHead();
  if (head.empty() || !isIdentifierStart(head.front()))
    return fail(atEnd()
                    ? "expected a class, found the end"
                    : "expected a class, found '" + text.substr(at, 1) + "'");
  if (head.ends_with(".") || head.contains(".."))
    return fail("empty part in the name of a class: '" + head + "'");
  at += head.size();
  name += head.str();
  if (next("<") && !isPrimitiveName(head) && failed(javaArguments(name)))
    return failure();
  // A member of a reference looks like an inner class up to what follows it.
  while (next("::")) {
    size_t before = at;
    at += 2;
    std::string inner;
    if (!identifier(inner) || next("(") || (next(":") && !next("::"))) {
      at = before;
      break;
    }
    name += "::" + inner;
    if (next("<") && failed(javaArguments(name)))
      return failure();
  }
  return success();
}

LogicalResult SpellingReader::javaArguments(std::string &name) {
  if (failed(expect("<")))
    return failure();
  name += '<';
  do {
    if (name.back() != '<')
      name += ", ";
    if (failed(javaArgument(name)))
      return failure();
  } while (take(","));
  name += '>';
  return expect(">");
}

LogicalResult SpellingReader::javaArgument(std::string &name) {
  if (!take("?"))
    return javaTypeText(name, /*allowVariable=*/true);
  name += '?';
  for (StringRef bound : {"extends", "super"})
    if (take(bound)) {
      name += (" " + bound + " ").str();
      return javaTypeText(name, /*allowVariable=*/true);
    }
  return success();
}

/// `::<T extends B>` after what declares the variable.
LogicalResult SpellingReader::javaVariable(std::string &name) {
  std::string variable;
  if (failed(expect("::")) || failed(expect("<")))
    return failure();
  if (!identifier(variable))
    return fail("expected a type variable");
  name += "::<" + variable;
  if (take("extends")) {
    name += " extends ";
    if (failed(javaTypeText(name, /*allowVariable=*/true)))
      return failure();
  }
  name += '>';
  return expect(">");
}

/// The method that declares a type variable.
LogicalResult SpellingReader::javaReference(std::string &name) {
  std::string member;
  if (failed(javaTypeText(name, /*allowVariable=*/false)) ||
      failed(expect("::")))
    return failure();
  identifier(member);
  name += "::" + member + "(";
  if (failed(expect("(")))
    return failure();
  if (!next(")"))
    do {
      if (name.back() != '(')
        name += ", ";
      if (failed(javaTypeText(name, /*allowVariable=*/true)))
        return failure();
    } while (take(","));
  name += ')';
  if (failed(expect(")")))
    return failure();
  if (next("::") || !take(":"))
    return success();
  name += ':';
  return javaTypeText(name, /*allowVariable=*/false);
}

//===----------------------------------------------------------------------===//
// Whole types
//===----------------------------------------------------------------------===//

FailureOr<Spelled> cm2tt::cm::detail::readType(StringRef text, ErrorFn error) {
  SpellingReader reader(text, error);
  FailureOr<Spelled> type = reader.type();
  if (failed(type))
    return failure();
  if (!reader.atEnd())
    return reader.fail("unexpected text after the type");
  return type;
}

FailureOr<Spelled> cm2tt::cm::detail::readJavaType(StringRef text,
                                                   ErrorFn error) {
  SpellingReader reader(text, error);
  FailureOr<Spelled> type = reader.javaType();
  if (failed(type))
    return failure();
  if (!reader.atEnd())
    return reader.fail("unexpected text after the type");
  return type;
}

static std::string writeMarked(const std::string &name) {
  return "java.type:\"" + name + "\"";
}

/// Writes a type that is an argument of another. A class without a package is
/// marked: bare it would be read as a word.
static std::string writeArgument(const Spelled &type) {
  if (type.kind == Spelled::Kind::Java &&
      StringRef(type.name).find_first_of(".[") == StringRef::npos)
    return writeMarked(type.name);
  return writeType(type);
}

std::string cm2tt::cm::detail::writeType(const Spelled &type) {
  switch (type.kind) {
  case Spelled::Kind::Primitive:
  case Spelled::Kind::Symbol:
    return type.name;
  case Spelled::Kind::Java:
    return looksLikeModelType(type.name) ? writeMarked(type.name) : type.name;
  default:
    break;
  }
  std::string text = type.name + "<";
  for (const Spelled &arg : type.args)
    text += (text.back() == '<' ? "" : ", ") + writeArgument(arg);
  return text + ">";
}
