// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Parses Java references: fields, methods, constructors, record patterns.
///
/// `O::a::b(int)` names the method b of the inner class O::a, and `O::a:int` a
/// field of O: the text after `::name` decides whether it is a class or the
/// member.

#include "TypeParser.h"
#include "llvm/ADT/ScopeExit.h"

using namespace llvm;

namespace cm2tt::model {

const Reference *TypeParser::reference(bool isField) {
  return referenceIn(isField, /*isVariableOwner=*/false);
}

/// After `::`: returns whether the member of a reference follows, not an inner
/// class.
bool TypeParser::memberFollows() {
  const char *start = cursor;
  scope_exit restore([&] { cursor = start; });
  if (next("(") || next("<new>"))
    return true;
  identifier();
  return next("(") || (next(":") && !next("::"));
}

/// At the `<` of a type variable after the result of a method that may own it:
/// whether another type variable follows, so that this is the result's.
bool TypeParser::ownerVariableFollows() {
  const char *start = cursor;
  scope_exit restore([&] { cursor = start; });
  unsigned open = 0;
  for (; cursor != end; ++cursor) {
    if (*cursor == '<')
      ++open;
    else if (*cursor == '>' && --open == 0)
      break;
  }
  return take(">") && take("::") && take("<");
}

/// `(` Java types `)`
bool TypeParser::parameters(Types &types) {
  if (!expect("("))
    return false;
  return take(")") || list(")", types, [&] { return javaType(); });
}

/// `isVariableOwner`: `::<T>` after the result does not belong to the result.
const Reference *TypeParser::referenceIn(bool isField, bool isVariableOwner) {
  if (!enter())
    return nullptr;
  scope_exit leave([&] { --depth; });
  if (next("("))
    return recordPattern();
  if (next("func<"))
    return funcConstructor();
  if (next("java.ref."))
    return inflatedReference();
  Reference result;
  Types types;
  if (!(result.owner = javaTypeIn(Context::ReferenceOwner)) || !expect("::"))
    return nullptr;
  bool isNew = take("<new>");
  if (isNew || next("(")) {
    result.kind = Reference::Kind::Constructor;
    result.style = isNew ? Reference::Style::New : Reference::Style::Plain;
    if (!parameters(types))
      return nullptr;
  } else {
    result.name = identifier();
    if (result.name.empty())
      return fail("the name of a field or method");
    result.kind = next("(") ? Reference::Kind::Method : Reference::Kind::Field;
    if (next("(") && !parameters(types))
      return nullptr;
  }
  result.parameters = types;
  bool colon = take(":");
  bool hasResult = result.kind != Reference::Kind::Constructor ||
                   (isNew && (colon || (cursor != end && !next(")"))));
  if (hasResult &&
      !(result.result = javaTypeIn(
            isVariableOwner ? Context::VariableOwnerResult : Context::Alone)))
    return nullptr;
  if (isField && !colon && types.empty() &&
      result.kind == Reference::Kind::Method)
    result.kind = Reference::Kind::Field;
  if (isVariableOwner) {
    // Inside of types there is always a colon; a missing one is kept.
    result.otherColon = !colon;
    return model.types().reference(result);
  }
  return model.types().reference(notedReference(result, colon));
}

/// Notes whether there was a colon, and how a constructor was written.
Reference TypeParser::notedReference(Reference reference, bool colon) {
  bool isNew = reference.style == Reference::Style::New;
  if (!isNew && reference.kind == Reference::Kind::Constructor)
    colon = reference.style == Reference::Style::Plain;
  bool other = notes && (!isNew || reference.result) && notes->colon(colon);
  if (isNew || reference.kind != Reference::Kind::Constructor)
    reference.otherColon = other;
  else if (!other)
    reference.style = Reference::Style::Default;
  return reference;
}

/// `(T a, U b)Record`
const Reference *TypeParser::recordPattern() {
  Reference result;
  result.kind = Reference::Kind::RecordPattern;
  Types types;
  SmallVector<StringRef> names;
  if (!expect("("))
    return nullptr;
  while (!take(")")) {
    if (!types.empty() && !expect(","))
      return nullptr;
    const TypeName *type = javaType();
    if (!type)
      return nullptr;
    types.push_back(type);
    names.push_back(identifier());
    if (names.back().empty())
      return fail("a component's name");
  }
  result.parameters = types;
  result.componentNames = names;
  result.owner = javaType();
  return result.owner ? model.types().reference(result) : nullptr;
}

/// `func<O, int>`: a constructor in the texts of 2024.
const Reference *TypeParser::funcConstructor() {
  Reference result;
  result.kind = Reference::Kind::Constructor;
  result.style = Reference::Style::Func;
  Types types;
  if (!expect("func") || !javaArguments(types))
    return nullptr;
  result.owner = types[0];
  result.parameters = ArrayRef<const TypeName *>(types).drop_front();
  return model.types().reference(notedReference(result, /*colon=*/false));
}

/// `java.ref.method<owner, name<params..>, ret>` and its like.
const Reference *TypeParser::inflatedReference() {
  StringRef form = dottedName();
  Reference result;
  if (form == "java.ref.method")
    result.kind = Reference::Kind::Method;
  else if (form == "java.ref.field")
    result.kind = Reference::Kind::Field;
  else if (form == "java.ref.constructor")
    result.kind = Reference::Kind::Constructor;
  else
    return failAt(form.begin(), "unknown kind of reference: '" + form + "'");
  SpellingNotes *outer = std::exchange(notes, nullptr);
  scope_exit restore([&] { notes = outer; });
  if (!expect("<") || !(result.owner = type()) || !expect(","))
    return nullptr;
  result.name = identifier();
  Types types;
  if (take("<")) {
    do {
      types.push_back(type());
      if (!types.back())
        return nullptr;
    } while (take(","));
    if (!expect(">"))
      return nullptr;
  }
  result.parameters = types;
  if (result.kind == Reference::Kind::Constructor)
    result.name = "";
  else if (!expect(",") || !(result.result = type()))
    return nullptr;
  return expect(">") ? model.types().reference(result) : nullptr;
}

} // namespace cm2tt::model
