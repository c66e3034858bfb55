// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Keeps types unique, and prints types and references in every spelling.
///
/// Not here: parsing them (TypeParser.cpp).

#include "TypeName.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace cm2tt::model {

//===----------------------------------------------------------------------===//
// TypeTable
//===----------------------------------------------------------------------===//

const TypeName *TypeTable::Info::getEmptyKey() {
  return DenseMapInfo<const TypeName *>::getEmptyKey();
}

const TypeName *TypeTable::Info::getTombstoneKey() {
  return DenseMapInfo<const TypeName *>::getTombstoneKey();
}

unsigned TypeTable::Info::getHashValue(const TypeName *type) {
  return static_cast<unsigned>(hash_combine(
      type->kind, type->bound, type->spelling, type->name,
      hash_combine_range(type->arguments.begin(), type->arguments.end()),
      type->outer, type->owner));
}

bool TypeTable::Info::isEqual(const TypeName *a, const TypeName *b) {
  if (a == b)
    return true;
  for (const TypeName *type : {a, b})
    if (type == getEmptyKey() || type == getTombstoneKey())
      return false;
  return a->kind == b->kind && a->bound == b->bound &&
         a->spelling == b->spelling && a->name == b->name &&
         a->arguments == b->arguments && a->outer == b->outer &&
         a->owner == b->owner;
}

const TypeName *TypeTable::get(const TypeName &type) {
  auto known = types.find(&type);
  if (known != types.end())
    return *known;
  auto *made = new (arena.Allocate<TypeName>()) TypeName(type);
  made->name = type.name.copy(arena);
  made->arguments = ArrayRef(type.arguments).copy(arena);
  types.insert(made);
  return made;
}

const TypeName *TypeTable::get(TypeName::Kind kind, StringRef name,
                               ArrayRef<const TypeName *> arguments) {
  TypeName type;
  type.kind = kind;
  type.name = name;
  type.arguments = arguments;
  return get(type);
}

const TypeName *TypeTable::primitive(StringRef name) {
  return get(TypeName::Kind::Primitive, name, {});
}

const TypeName *TypeTable::classType(StringRef qualified,
                                     ArrayRef<const TypeName *> arguments) {
  return get(TypeName::Kind::Class, qualified, arguments);
}

const TypeName *TypeTable::array(const TypeName *element) {
  return get(TypeName::Kind::Array, "", element);
}

const TypeName *TypeTable::model(StringRef identifier,
                                 ArrayRef<const TypeName *> arguments) {
  return get(TypeName::Kind::Model, identifier, arguments);
}

const Reference *TypeTable::reference(const Reference &reference) {
  auto *made = new (arena.Allocate<Reference>()) Reference(reference);
  made->name = reference.name.copy(arena);
  made->parameters = ArrayRef(reference.parameters).copy(arena);
  SmallVector<StringRef> names;
  for (StringRef name : reference.componentNames)
    names.push_back(name.copy(arena));
  made->componentNames = ArrayRef<StringRef>(names).copy(arena);
  return made;
}

//===----------------------------------------------------------------------===//
// Printing types
//===----------------------------------------------------------------------===//

/// The name of the class that every other extends.
static constexpr StringLiteral objectName = "java.lang.Object";

/// Prints a reference with this choice of colon.
static void printReference(raw_ostream &os, const Reference &reference,
                           bool colon);

/// `<A, B>`, or nothing for no arguments.
template <typename Print>
static void printArguments(raw_ostream &os, const TypeName &type, Print print) {
  if (type.arguments.empty())
    return;
  os << '<';
  interleaveComma(type.arguments, os,
                  [&](const TypeName *argument) { print(*argument); });
  os << '>';
}

/// `? extends T`, or of 2024 `+<T>`.
static void printWildcard(raw_ostream &os, const TypeName &type) {
  bool isSuper = type.bound == TypeName::Bound::Super;
  if (type.spelling == TypeSpelling::Inflated) {
    os << (isSuper ? '-' : '+');
    return printArguments(os, type,
                          [&](const TypeName &a) { printJavaType(os, a); });
  }
  os << '?';
  if (type.bound == TypeName::Bound::None)
    return;
  os << (isSuper ? " super " : " extends ");
  printJavaType(os, *type.arguments[0]);
}

/// `Owner::<T extends B>`, or of 2024 `#Owner::T<B>`.
static void printVariable(raw_ostream &os, const TypeName &type) {
  bool old = type.spelling == TypeSpelling::Inflated;
  if (old)
    os << '#';
  if (type.owner) {
    os << '&';
    printReference(os, *type.owner, !type.owner->otherColon);
  } else {
    printJavaType(os, *type.outer);
  }
  os << "::" << (old ? "" : "<") << type.name;
  if (old)
    return printArguments(os, type,
                          [&](const TypeName &a) { printJavaType(os, a); });
  if (!type.arguments.empty()) {
    os << " extends ";
    printJavaType(os, *type.arguments[0]);
  }
  os << '>';
}

void printJavaType(raw_ostream &os, const TypeName &type) {
  auto recurse = [&](const TypeName &a) { printJavaType(os, a); };
  switch (type.kind) {
  case TypeName::Kind::Class:
    if (type.outer) {
      printJavaType(os, *type.outer);
      os << "::";
    }
    [[fallthrough]];
  case TypeName::Kind::Primitive:
  case TypeName::Kind::Model:
    os << type.name;
    return printArguments(os, type, recurse);
  case TypeName::Kind::Array:
    printJavaType(os, *type.arguments[0]);
    os << "[]";
    return;
  case TypeName::Kind::Wildcard:
    return printWildcard(os, type);
  case TypeName::Kind::Variable:
    return printVariable(os, type);
  }
}

static void printInflated(raw_ostream &os, const TypeName &type);

/// `java.ref.method<owner, name<params..>, ret>`, `java.ref.field<...>`, as the
/// owner of a type variable.
static void printInflated(raw_ostream &os, const Reference &reference) {
  bool isField = reference.kind == Reference::Kind::Field;
  bool isNew = reference.kind == Reference::Kind::Constructor;
  os << "java.ref."
     << (isField ? "field"
         : isNew ? "constructor"
                 : "method")
     << '<';
  printInflated(os, *reference.owner);
  os << ", " << (isNew ? StringRef("new") : reference.name);
  if (!reference.parameters.empty()) {
    os << '<';
    interleaveComma(reference.parameters, os,
                    [&](const TypeName *type) { printInflated(os, *type); });
    os << '>';
  }
  if (reference.result) {
    os << ", ";
    printInflated(os, *reference.result);
  }
  os << '>';
}

/// `java.type.class<a.B, java.type.primitive<void>>` and the like.
static void printInflated(raw_ostream &os, const TypeName &type) {
  auto then = [&](const TypeName &argument) {
    os << ", ";
    printInflated(os, argument);
  };
  auto thenObject = [&] {
    os << ", java.type.class<" << objectName << ", java.type.primitive<void>>";
  };
  switch (type.kind) {
  case TypeName::Kind::Primitive:
    os << "java.type.primitive<" << type.name;
    break;
  case TypeName::Kind::Class:
    os << "java.type.class<" << type.name;
    if (type.outer)
      then(*type.outer);
    else
      os << ", java.type.primitive<void>";
    for (const TypeName *argument : type.arguments)
      then(*argument);
    break;
  case TypeName::Kind::Array:
    os << "java.type.array<";
    printInflated(os, *type.arguments[0]);
    break;
  case TypeName::Kind::Wildcard:
    os << "java.type.wildcard<"
       << (type.bound == TypeName::Bound::Super ? "SUPER" : "EXTENDS");
    type.arguments.empty() ? thenObject() : then(*type.arguments[0]);
    break;
  case TypeName::Kind::Variable:
    os << "java.type.var<" << type.name << ", ";
    if (type.owner)
      printInflated(os, *type.owner);
    else
      printInflated(os, *type.outer);
    type.arguments.empty() ? thenObject() : then(*type.arguments[0]);
    break;
  case TypeName::Kind::Model:
    os << type.name;
    return printArguments(os, type,
                          [&](const TypeName &a) { printInflated(os, a); });
  }
  os << '>';
}

void printType(raw_ostream &os, const TypeName &type,
               const Spelling &spelling) {
  if (!type.isJava()) {
    os << type.name;
    return printArguments(
        os, type, [&](const TypeName &a) { printType(os, a, spelling); });
  }
  switch (type.spelling == TypeSpelling::Default ? spelling.types
                                                 : type.spelling) {
  case TypeSpelling::Inflated:
    if (type.kind != TypeName::Kind::Wildcard &&
        type.kind != TypeName::Kind::Variable)
      return printInflated(os, type);
    [[fallthrough]];
  case TypeSpelling::Default:
  case TypeSpelling::Bare:
    return printJavaType(os, type);
  case TypeSpelling::Quoted:
    os << "java.type:\"";
    printJavaType(os, type);
    os << '"';
    return;
  }
}

//===----------------------------------------------------------------------===//
// Printing references
//===----------------------------------------------------------------------===//

/// `O::(int)`, `O::<new>(int)O` or `func<O, int>`.
static void printConstructor(raw_ostream &os, const Reference &reference,
                             bool colon) {
  auto printParameters = [&] {
    interleaveComma(reference.parameters, os,
                    [&](const TypeName *type) { printJavaType(os, *type); });
  };
  Reference::Style style = reference.style;
  if (style == Reference::Style::Default)
    style = colon ? Reference::Style::Plain : Reference::Style::Func;
  if (style == Reference::Style::Func) {
    os << "func<";
    printJavaType(os, *reference.owner);
    os << (reference.parameters.empty() ? "" : ", ");
    printParameters();
    os << '>';
    return;
  }
  printJavaType(os, *reference.owner);
  os << "::" << (style == Reference::Style::New ? "<new>(" : "(");
  printParameters();
  os << ')';
  if (style == Reference::Style::New && reference.result) {
    os << (colon ? ":" : "");
    printJavaType(os, *reference.result);
  }
}

static void printReference(raw_ostream &os, const Reference &reference,
                           bool colon) {
  switch (reference.kind) {
  case Reference::Kind::Constructor:
    return printConstructor(os, reference, colon);
  case Reference::Kind::RecordPattern:
    os << '(';
    interleaveComma(zip_equal(reference.parameters, reference.componentNames),
                    os, [&](auto component) {
                      printJavaType(os, *std::get<0>(component));
                      os << ' ' << std::get<1>(component);
                    });
    os << ')';
    return printJavaType(os, *reference.owner);
  case Reference::Kind::Field:
    printJavaType(os, *reference.owner);
    os << "::" << reference.name << (colon ? ":" : "()");
    return printJavaType(os, *reference.result);
  case Reference::Kind::Method:
    printJavaType(os, *reference.owner);
    os << "::" << reference.name << '(';
    interleaveComma(reference.parameters, os,
                    [&](const TypeName *type) { printJavaType(os, *type); });
    os << (colon ? "):" : ")");
    return printJavaType(os, *reference.result);
  }
}

void printReference(raw_ostream &os, const Reference &reference,
                    const Spelling &spelling) {
  printReference(os, reference,
                 spelling.colonInReferences != reference.otherColon);
}

std::string toString(const TypeName &type, const Spelling &spelling) {
  std::string text;
  raw_string_ostream os(text);
  printType(os, type, spelling);
  return text;
}

std::string toJavaString(const TypeName &type) {
  std::string text;
  raw_string_ostream os(text);
  printJavaType(os, type);
  return text;
}

std::string toString(const Reference &reference, const Spelling &spelling) {
  std::string text;
  raw_string_ostream os(text);
  printReference(os, reference, spelling);
  return text;
}

} // namespace cm2tt::model
