// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Parses types by recursive descent. The end of a type follows from its
/// syntax. Nesting is bounded, so that no input exhausts the stack.
///
/// Not here: references (ReferenceParser.cpp).

#include "TypeParser.h"
#include "Readers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace cm2tt::model {

/// The deepest nesting of types, and the longest chain of inner classes.
static constexpr unsigned maxTypeDepth = 100;
/// Java's own limit.
static constexpr unsigned maxArrayDimensions = 255;

//===----------------------------------------------------------------------===//
// Spelling
//===----------------------------------------------------------------------===//

TypeSpelling SpellingNotes::type(TypeSpelling seen) {
  if (seen == TypeSpelling::Inflated)
    return seen;
  if (!typesSeen) {
    typesSeen = true;
    spelling.types = seen;
  }
  return seen == spelling.types ? TypeSpelling::Default : seen;
}

bool SpellingNotes::note(bool &setting, unsigned which, bool value) {
  if (!seen[which]) {
    seen[which] = true;
    setting = value;
  }
  return value != setting;
}

void SpellingNotes::block(StringRef name) {
  // `block_1` may be either; a path is longer but in a function's own body.
  if (blocksSeen || !name.consume_front("block_"))
    return;
  blocksSeen = name.contains('_');
  if (blocksSeen)
    spelling.blocks = Spelling::Blocks::Path;
}

void SpellingNotes::conclude() {
  bool isNew = typesAreQuoted() || (seen[0] && spelling.colonInReferences) ||
               (seen[2] && spelling.literalConstants);
  if (!seen[0])
    spelling.colonInReferences = isNew;
  // In JSON only the colon tells the forms apart.
  if (!seen[1])
    spelling.taggedReferences = spelling.colonInReferences;
  if (!seen[2])
    spelling.literalConstants = isNew;
  if (!blocksSeen)
    spelling.blocks =
        isNew ? Spelling::Blocks::Path : Spelling::Blocks::Counter;
}

//===----------------------------------------------------------------------===//
// Characters
//===----------------------------------------------------------------------===//

bool isIdentifierStart(char c) {
  return isAlpha(c) || c == '_' || c == '$' || static_cast<signed char>(c) < 0;
}

bool isIdentifierPart(char c) { return isIdentifierStart(c) || isDigit(c); }

std::nullptr_t TypeParser::failAt(const char *at, const Twine &text) {
  if (errorAt)
    return nullptr;
  errorAt = at;
  message = text.str();
  return nullptr;
}

std::nullptr_t TypeParser::fail(const Twine &expected) {
  skipSpace();
  std::string found = "the end";
  if (cursor != end) {
    const char *stop = cursor + 1;
    while (stop != end && (*stop & 0xc0) == 0x80)
      ++stop;
    found = "'" +
            (isPrint(*cursor) || stop > cursor + 1
                 ? std::string(cursor, stop)
                 : "\\x" + utohexstr(uint8_t(*cursor), true, 2)) +
            "'";
  }
  return failAt(cursor, "found " + found + ", expected " + expected);
}

bool TypeParser::enter() {
  if (depth < maxTypeDepth) {
    ++depth;
    return true;
  }
  failAt(cursor, "type nested too deeply: more than " + Twine(maxTypeDepth) +
                     " levels");
  return false;
}

void TypeParser::skipSpace() {
  while (cursor != end) {
    if (isSpace(*cursor)) {
      ++cursor;
      continue;
    }
    StringRef rest(cursor, end - cursor);
    if (!comments || *cursor != '/')
      return;
    size_t stop;
    if (rest.starts_with("//"))
      stop = rest.find('\n');
    else if (rest.starts_with("/*"))
      stop = rest.find("*/", 2);
    else
      return;
    cursor = stop == StringRef::npos ? end
                                     : cursor + stop + (rest[1] == '*' ? 2 : 1);
  }
}

bool TypeParser::next(StringRef token) {
  skipSpace();
  return StringRef(cursor, end - cursor).starts_with(token);
}

bool TypeParser::take(StringRef token) {
  if (!next(token))
    return false;
  cursor += token.size();
  return true;
}

bool TypeParser::expect(StringRef token) {
  if (take(token))
    return true;
  fail("'" + token + "'");
  return false;
}

StringRef TypeParser::identifier() {
  skipSpace();
  const char *start = cursor;
  if (cursor != end && isIdentifierStart(*cursor))
    while (cursor != end && isIdentifierPart(*cursor))
      ++cursor;
  return StringRef(start, cursor - start);
}

StringRef TypeParser::dottedName() {
  StringRef first = identifier();
  while (cursor != end && *cursor == '.' && cursor + 1 != end &&
         isIdentifierStart(cursor[1])) {
    ++cursor;
    identifier();
  }
  return StringRef(first.begin(), cursor - first.begin());
}

bool TypeParser::finish(const char *what) {
  skipSpace();
  if (errorAt)
    return false;
  if (cursor == end)
    return true;
  fail("the end of the " + Twine(what));
  return false;
}

//===----------------------------------------------------------------------===//
// Types of any level
//===----------------------------------------------------------------------===//

static bool isPrimitiveName(StringRef name) {
  return is_contained({"boolean", "char", "byte", "short", "int", "float",
                       "long", "double", "void"},
                      name);
}

/// The types of the model level that have a meaning.
static bool isModelName(StringRef name) {
  return is_contained({"Var", "Tuple", "func", "ptr", "tensor", "constant"},
                      name);
}

const TypeName *TypeParser::noted(const TypeName *type, TypeSpelling seen) {
  if (!type || !notes || !type->isJava())
    return type;
  TypeName copy = *type;
  copy.spelling = notes->type(seen);
  return copy.spelling == TypeSpelling::Default ? type
                                                : model.types().get(copy);
}

const TypeName *TypeParser::type() {
  if (!enter())
    return nullptr;
  scope_exit leave([&] { --depth; });
  skipSpace();
  const char *start = cursor;
  if (cursor == end || !isIdentifierStart(*cursor)) {
    if (next("->") || cursor == end ||
        !is_contained({'?', '+', '-', '#', '&'}, *cursor))
      return fail("a type");
    const TypeName *result = *cursor == '#' || *cursor == '&'
                                 ? javaTypeIn(Context::Alone)
                                 : wildcard();
    // The parser has noted the old spelling of these itself.
    return result && result->spelling == TypeSpelling::Inflated
               ? result
               : noted(result, TypeSpelling::Bare);
  }
  StringRef name = dottedName();
  if (name == "java.type" && take(":"))
    return quotedType();
  if (name.starts_with("java.type.") && next("<"))
    return noted(inflatedType(name), TypeSpelling::Inflated);
  if (next("::")) {
    cursor = start;
    return noted(javaTypeIn(Context::Alone), TypeSpelling::Bare);
  }
  unsigned quotedBefore = quotedTypes;
  Types arguments;
  if (!modelArguments(name, arguments))
    return nullptr;
  if (next("::")) {
    // An inner class of a generic one; its arguments are Java's.
    cursor = start;
    return noted(javaTypeIn(Context::Alone), TypeSpelling::Bare);
  }
  return namedType(name, arguments, quotedTypes != quotedBefore);
}

/// Types that `type` parses, up to and with `close`.
bool TypeParser::list(StringRef close, Types &types,
                      function_ref<const TypeName *()> type) {
  do {
    types.push_back(type());
    if (!types.back())
      return false;
  } while (take(","));
  if (take(close))
    return true;
  fail("',' or '" + close + "'");
  return false;
}

/// `<` types `>`, if any, of the type called `owner`.
bool TypeParser::modelArguments(StringRef owner, Types &arguments) {
  auto argument = [&]() -> const TypeName * {
    skipSpace();
    if (owner == "constant" && arguments.size() == 1)
      return constantValue();
    if (owner == "tensor" && next("x") && cursor + 1 != end &&
        isDigit(cursor[1]))
      return model.types().model(identifier());
    return type();
  };
  return !take("<") || list(">", arguments, argument);
}

/// `c64`, `c-1`, `c1.0E-5`: a constant's value in its type.
const TypeName *TypeParser::constantValue() {
  const char *start = cursor;
  while (cursor != end && (isIdentifierPart(*cursor) || *cursor == '.' ||
                           *cursor == '+' || *cursor == '-'))
    ++cursor;
  StringRef value(start, cursor - start);
  if (value.size() < 2 || value[0] != 'c') {
    cursor = start;
    return fail("a constant such as c64");
  }
  return model.types().model(value);
}

/// The type of a bare name with its arguments, and array brackets if any.
/// `quoted`: an argument was quoted, so this is no Java type.
const TypeName *TypeParser::namedType(StringRef name, Types arguments,
                                      bool quoted) {
  TypeName result;
  result.name = name;
  result.arguments = arguments;
  if (isPrimitiveName(name) && arguments.empty())
    result.kind = TypeName::Kind::Primitive;
  else if (isModelName(name) || quoted ||
           (notes && notes->typesAreQuoted() && !name.contains('.')))
    result.kind = TypeName::Kind::Model;
  else
    result.kind = TypeName::Kind::Class;
  if (result.kind == TypeName::Kind::Model) {
    if (!next("["))
      return model.types().get(result);
    return failAt(cursor, "array of a type that is not Java's: '" + name + "'");
  }
  return noted(arrays(model.types().get(result)), TypeSpelling::Bare);
}

/// Parses the string after `java.type:`.
const TypeName *TypeParser::quotedType() {
  if (!expect("\""))
    return nullptr;
  const char *start = cursor;
  while (cursor != end && *cursor != '"' && *cursor != '\n')
    cursor += *cursor == '\\' && cursor + 1 != end ? 2 : 1;
  if (cursor == end || *cursor != '"')
    return failAt(start - 1, "string without end");
  StringRef raw(start, cursor - start), content;
  ++cursor;
  if (const char *bad = unescape(raw, model, content))
    return failAt(bad, "bad escape in a string");
  TypeParser inner(model, content, nullptr);
  inner.depth = depth;
  const TypeName *result = inner.javaType();
  if (!result || !inner.finish("type"))
    return failAt(content.begin() == start ? inner.errorAt : start,
                  inner.message);
  ++quotedTypes;
  return noted(result, TypeSpelling::Quoted);
}

//===----------------------------------------------------------------------===//
// Inflated types
//===----------------------------------------------------------------------===//

/// Called after `java.type.<form>`, at its `<`.
const TypeName *TypeParser::inflatedType(StringRef name) {
  SpellingNotes *outer = std::exchange(notes, nullptr);
  scope_exit restore([&] { notes = outer; });
  StringRef form = name.drop_front(strlen("java.type."));
  if (!expect("<"))
    return nullptr;
  const TypeName *result = nullptr;
  if (form == "primitive") {
    StringRef primitive = identifier();
    if (!isPrimitiveName(primitive))
      return failAt(primitive.begin(),
                    "not a primitive type: '" + primitive + "'");
    result = model.types().primitive(primitive);
  } else if (form == "array") {
    if (const TypeName *element = type())
      result = model.types().array(element);
  } else if (form == "class" || form == "wildcard" || form == "var") {
    result = inflatedClass(form);
  } else {
    return failAt(name.begin(), "unknown kind of Java type: '" + name + "'");
  }
  return result && expect(">") ? result : nullptr;
}

/// `class<name, enclosing, arguments..>`, `wildcard<EXTENDS, bound>` and
/// `var<name, owner, bound>`, all of which have a name first.
const TypeName *TypeParser::inflatedClass(StringRef form) {
  TypeName result;
  bool quoted = take("\"");
  result.name = dottedName();
  if (result.name.empty())
    return fail("a name");
  if ((quoted && !expect("\"")) || !expect(","))
    return nullptr;
  if (form == "var" && next("java.ref.")) {
    if (!(result.owner = inflatedReference()))
      return nullptr;
  } else if (!(result.outer = type())) {
    return nullptr;
  }
  Types arguments;
  while (take(",")) {
    const TypeName *argument = type();
    if (!argument)
      return nullptr;
    arguments.push_back(argument);
  }
  if (form == "class") {
    result.kind = TypeName::Kind::Class;
    if (result.outer->isPrimitive("void"))
      result.outer = nullptr;
  } else if (form == "wildcard") {
    result.kind = TypeName::Kind::Wildcard;
    result.bound = result.name == "SUPER" ? TypeName::Bound::Super
                                          : TypeName::Bound::Extends;
    result.name = "";
    arguments.assign({std::exchange(result.outer, nullptr)});
  } else {
    result.kind = TypeName::Kind::Variable;
    arguments.truncate(1);
  }
  // A bound of Object is what no bound means.
  if (result.kind != TypeName::Kind::Class && arguments.size() == 1 &&
      result.bound != TypeName::Bound::Super &&
      arguments[0]->isClass("java.lang.Object")) {
    arguments.clear();
    result.bound = TypeName::Bound::None;
  }
  result.arguments = arguments;
  return model.types().get(result);
}

//===----------------------------------------------------------------------===//
// Java types
//===----------------------------------------------------------------------===//

const TypeName *TypeParser::javaType() { return javaTypeIn(Context::Alone); }

const TypeName *TypeParser::javaTypeIn(Context context) {
  if (!enter())
    return nullptr;
  scope_exit leave([&] { --depth; });
  if (next("#"))
    return arrays(oldVariable());
  if (take("&")) {
    const Reference *owner = referenceIn(/*isField=*/false,
                                         /*isVariableOwner=*/true);
    if (!owner || !expect("::"))
      return nullptr;
    return arrays(typeVariable(nullptr, owner));
  }
  return arrays(classType(context));
}

/// A primitive, a class, an inner class or a class's type variable.
const TypeName *TypeParser::classType(Context context) {
  TypeName result;
  result.name = dottedName();
  if (result.name.empty())
    return fail("a Java type");
  if (isPrimitiveName(result.name) && !next("<"))
    return model.types().primitive(result.name);
  Types arguments;
  if (!javaArguments(arguments))
    return nullptr;
  result.kind = TypeName::Kind::Class;
  result.arguments = arguments;
  return innerTypes(model.types().get(result), context);
}

/// Parses the part that follows a class with `::`, unless it is a reference's
/// member.
const TypeName *TypeParser::innerTypes(const TypeName *type, Context context) {
  for (unsigned count = 0; next("::"); ++count) {
    if (count == maxTypeDepth)
      return failAt(cursor, "inner classes nested too deeply: more than " +
                                Twine(maxTypeDepth) + " levels");
    const char *start = cursor;
    cursor += 2;
    bool isMember = memberFollows();
    if (context == Context::ReferenceOwner && isMember) {
      cursor = start;
      break;
    }
    if (next("<")) {
      if (context == Context::VariableOwnerResult && !ownerVariableFollows()) {
        cursor = start;
        break;
      }
      return typeVariable(type, nullptr);
    }
    TypeName inner;
    inner.kind = TypeName::Kind::Class;
    inner.name = identifier();
    if (inner.name.empty())
      return fail("a name");
    inner.outer = type;
    Types arguments;
    if (!javaArguments(arguments))
      return nullptr;
    inner.arguments = arguments;
    type = model.types().get(inner);
  }
  return type;
}

/// `<T extends B>` of a class or of a method.
const TypeName *TypeParser::typeVariable(const TypeName *outer,
                                         const Reference *owner) {
  TypeName result;
  result.kind = TypeName::Kind::Variable;
  result.outer = outer;
  result.owner = owner;
  if (!expect("<"))
    return nullptr;
  result.name = identifier();
  if (result.name.empty())
    return fail("the name of a type variable");
  const TypeName *bound = nullptr;
  if (!next(">")) {
    if (identifier() != "extends")
      return fail("'extends' or '>'");
    if (!(bound = javaType()))
      return nullptr;
    result.arguments = bound;
  }
  return expect(">") ? model.types().get(result) : nullptr;
}

/// `#Owner::T<B>` of the texts of 2024.
const TypeName *TypeParser::oldVariable() {
  StringRef rest(cursor, end - cursor);
  auto [head, bound] = rest.split('<');
  auto [ownerText, name] = head.drop_front().rsplit("::");
  if (head.size() == rest.size() || name.empty())
    return fail("a type variable such as #a.B::T<java.lang.Object>");
  TypeName result;
  result.kind = TypeName::Kind::Variable;
  result.name = name.trim();
  if (notes)
    result.spelling = TypeSpelling::Inflated;
  TypeParser inner(model, ownerText, nullptr);
  inner.depth = depth;
  if (inner.take("&"))
    result.owner =
        inner.referenceIn(/*isField=*/false, /*isVariableOwner=*/true);
  else
    result.outer = inner.javaType();
  if (!inner.finish("owner"))
    return failAt(inner.errorAt, inner.message);
  cursor = name.end();
  Types arguments;
  if (!javaArguments(arguments))
    return nullptr;
  result.arguments = ArrayRef<const TypeName *>(arguments).take_front();
  return model.types().get(result);
}

/// `?`, `? extends T`, `? super T`; of 2024 `+<T>` and `-<T>`.
const TypeName *TypeParser::wildcard() {
  TypeName result;
  result.kind = TypeName::Kind::Wildcard;
  const TypeName *bound = nullptr;
  if (take("?")) {
    const char *start = cursor;
    StringRef word = identifier();
    if (word == "extends")
      result.bound = TypeName::Bound::Extends;
    else if (word == "super")
      result.bound = TypeName::Bound::Super;
    else
      cursor = start;
    if (result.bound != TypeName::Bound::None && !(bound = javaType()))
      return nullptr;
  } else {
    result.bound =
        take("-") ? TypeName::Bound::Super : TypeName::Bound::Extends;
    take("+");
    if (notes)
      result.spelling = TypeSpelling::Inflated;
    bool inBrackets = take("<");
    if (!(bound = javaType()) || (inBrackets && !expect(">")))
      return nullptr;
  }
  if (bound)
    result.arguments = bound;
  return model.types().get(result);
}

const TypeName *TypeParser::arrays(const TypeName *type) {
  for (unsigned count = 0; type && take("["); ++count) {
    if (!expect("]"))
      return nullptr;
    if (count == maxArrayDimensions)
      return failAt(cursor, "too many array dimensions: more than " +
                                Twine(maxArrayDimensions));
    type = model.types().array(type);
  }
  return type;
}

/// `<` Java types or wildcards `>`, if any.
bool TypeParser::javaArguments(Types &arguments) {
  auto argument = [&] {
    skipSpace();
    bool isWildcard = next("?") || next("+") || next("-");
    return isWildcard ? wildcard() : javaType();
  };
  return !take("<") || list(">", arguments, argument);
}

//===----------------------------------------------------------------------===//
// Whole strings
//===----------------------------------------------------------------------===//

Expected<const TypeName *> parseType(StringRef text, Model &model) {
  TypeParser parser(model, text, nullptr);
  const TypeName *type = parser.type();
  if (!type || !parser.finish("type"))
    return createStringError("malformed type: " + parser.error());
  return type;
}

Expected<const Reference *> parseReference(StringRef text, Model &model,
                                           bool isField) {
  TypeParser parser(model, text, nullptr);
  const Reference *reference = parser.reference(isField);
  if (!reference || !parser.finish("reference"))
    return createStringError("malformed reference: " + parser.error());
  return reference;
}

} // namespace cm2tt::model
