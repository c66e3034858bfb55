// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Converts the spelling of types and references in code models to MLIR's types
/// and references, and back.
///
/// Not here: the syntax of types (SpellingReader.cpp).

#include "cm2tt/Dialect/CM/Spelling.h"
#include "SpellingInternals.h"

#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace cm2tt::cm;
using namespace cm2tt::cm::detail;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// MLIR's type for a primitive type of Java or void.
static Type primitiveType(StringRef name, MLIRContext *context) {
  return llvm::StringSwitch<Type>(name)
      .Case("boolean", IntegerType::get(context, 1))
      .Case("byte", IntegerType::get(context, 8))
      .Case("short", IntegerType::get(context, 16))
      .Case("char", IntegerType::get(context, 16, IntegerType::Unsigned))
      .Case("int", IntegerType::get(context, 32))
      .Case("long", IntegerType::get(context, 64))
      .Case("float", Float32Type::get(context))
      .Case("double", Float64Type::get(context))
      .Default(NoneType::get(context));
}

/// Java's name for a builtin type; empty if it has none.
static StringRef primitiveName(Type type) {
  if (isa<NoneType>(type))
    return "void";
  if (isa<Float32Type>(type))
    return "float";
  if (isa<Float64Type>(type))
    return "double";
  if (!isPrimitive(type))
    return StringRef();
  switch (type.getIntOrFloatBitWidth()) {
  case 1:
    return "boolean";
  case 8:
    return "byte";
  case 16:
    return type.isUnsignedInteger() ? "char" : "short";
  case 32:
    return "int";
  default:
    return "long";
  }
}

/// MLIR's type for one that was read.
static Type toType(const Spelled &spelled, MLIRContext *context) {
  SmallVector<Type> args;
  if (spelled.kind != Spelled::Kind::Ext)
    for (const Spelled &arg : spelled.args)
      args.push_back(toType(arg, context));
  switch (spelled.kind) {
  case Spelled::Kind::Primitive:
    return primitiveType(spelled.name, context);
  case Spelled::Kind::Var:
    return VarType::get(context, args.front());
  case Spelled::Kind::Tuple:
    return TupleType::get(context, args);
  case Spelled::Kind::Func: {
    if (args.empty())
      return FunctionType::get(context, {}, {});
    TypeRange results = isa<NoneType>(args.front())
                            ? TypeRange()
                            : TypeRange(args).take_front();
    return FunctionType::get(context, TypeRange(args).drop_front(), results);
  }
  case Spelled::Kind::Ext:
    return ExtType::get(context, writeType(spelled));
  default:
    return JavaType::get(context, spelled.name);
  }
}

/// The tree of a type; failure for types that no code model has.
static FailureOr<Spelled> fromType(Type type) {
  Spelled spelled{Spelled::Kind::Primitive, primitiveName(type).str(), {}};
  if (!spelled.name.empty())
    return spelled;
  if (auto java = dyn_cast<JavaType>(type))
    return Spelled{Spelled::Kind::Java, java.getName().str(), {}};
  if (auto ext = dyn_cast<ExtType>(type))
    return readType(ext.getSpelling(), [](size_t, const Twine &) {});
  SmallVector<Type> args;
  if (auto var = dyn_cast<VarType>(type)) {
    spelled = {Spelled::Kind::Var, "Var", {}};
    args.push_back(var.getElementType());
  } else if (auto tuple = dyn_cast<TupleType>(type)) {
    spelled = {Spelled::Kind::Tuple, "Tuple", {}};
    llvm::append_range(args, tuple.getTypes());
  } else if (auto function = dyn_cast<FunctionType>(type)) {
    if (function.getNumResults() > 1)
      return failure();
    spelled = {Spelled::Kind::Func, "func", {}};
    args.push_back(function.getNumResults() ? function.getResult(0)
                                            : NoneType::get(type.getContext()));
    llvm::append_range(args, function.getInputs());
  } else {
    return failure();
  }
  for (Type arg : args) {
    FailureOr<Spelled> inner = fromType(arg);
    if (failed(inner))
      return failure();
    spelled.args.push_back(std::move(*inner));
  }
  return spelled;
}

FailureOr<Type> cm2tt::cm::parseType(StringRef text, MLIRContext *context,
                                     SpellingErrorFn error) {
  FailureOr<Spelled> spelled = readType(text, error);
  if (failed(spelled))
    return failure();
  return toType(*spelled, context);
}

Type cm2tt::cm::parseJavaType(StringRef text, MLIRContext *context) {
  FailureOr<Spelled> spelled =
      detail::readJavaType(text, [](size_t, const Twine &) {});
  return succeeded(spelled) ? toType(*spelled, context) : Type();
}

std::string cm2tt::cm::printType(Type type) {
  FailureOr<Spelled> spelled = fromType(type);
  return succeeded(spelled) ? writeType(*spelled) : std::string();
}

//===----------------------------------------------------------------------===//
// References
//===----------------------------------------------------------------------===//

namespace {
/// A reference while it is read.
struct RefParts {
  RefKind kind;
  Type owner;
  std::string name;
  SmallVector<Type> params;
  SmallVector<StringAttr> paramNames;
  Type result;
};
} // namespace

/// Reads a type of a reference into `type`.
static LogicalResult readPart(SpellingReader &reader, MLIRContext *context,
                              Type &type, bool allowVariable = true) {
  FailureOr<Spelled> spelled = reader.javaType(allowVariable);
  if (failed(spelled))
    return failure();
  type = toType(*spelled, context);
  return success();
}

/// Reads `(types)`, or `(type name, ..)` of a record's components.
static LogicalResult readParams(SpellingReader &reader, MLIRContext *context,
                                RefParts &parts) {
  if (failed(reader.expect("(")))
    return failure();
  if (reader.take(")"))
    return success();
  do {
    std::string name;
    if (failed(readPart(reader, context, parts.params.emplace_back())))
      return failure();
    if (parts.kind != RefKind::Record)
      continue;
    if (!reader.identifier(name))
      return reader.fail("expected the name of a component");
    parts.paramNames.push_back(StringAttr::get(context, name));
  } while (reader.take(","));
  return reader.expect(")");
}

/// Reads what follows `Owner::`.
static LogicalResult readMember(SpellingReader &reader, MLIRContext *context,
                                RefParts &parts) {
  if (reader.next("(")) {
    parts.kind = RefKind::Constructor;
    parts.result = parts.owner;
    return readParams(reader, context, parts);
  }
  if (!reader.identifier(parts.name))
    return reader.fail("expected the name of a member");
  parts.kind = reader.next("(") ? RefKind::Method : RefKind::Field;
  if (parts.kind == RefKind::Method &&
      failed(readParams(reader, context, parts)))
    return failure();
  if (failed(reader.expect(":")))
    return failure();
  return readPart(reader, context, parts.result);
}

/// Reads any reference.
static LogicalResult readRef(SpellingReader &reader, MLIRContext *context,
                             RefParts &parts) {
  if (reader.next("(")) {
    parts.kind = RefKind::Record;
    if (failed(readParams(reader, context, parts)) ||
        failed(readPart(reader, context, parts.result)))
      return failure();
    parts.owner = parts.result;
    return success();
  }
  if (failed(readPart(reader, context, parts.owner,
                      /*allowVariable=*/false)) ||
      failed(reader.expect("::")))
    return failure();
  return readMember(reader, context, parts);
}

FailureOr<RefAttr> cm2tt::cm::parseRef(StringRef text, MLIRContext *context,
                                       SpellingErrorFn error) {
  SpellingReader reader(text, error);
  RefParts parts;
  if (failed(readRef(reader, context, parts)))
    return failure();
  if (!reader.atEnd())
    return reader.fail("unexpected text after the reference");
  return RefAttr::get(context, parts.kind, parts.owner, parts.name,
                      parts.params, parts.paramNames, parts.result);
}

/// The spelling of a type in a reference, where all are Java's.
static std::string printPart(Type type) {
  auto java = dyn_cast<JavaType>(type);
  return java ? java.getName().str() : printType(type);
}

/// Writes types between commas, each followed by its name if it has one.
static std::string printParams(RefAttr ref) {
  std::string text;
  for (auto [i, type] : llvm::enumerate(ref.getParams())) {
    text += (i ? ", " : "") + printPart(type);
    if (i < ref.getParamNames().size())
      text += " " + ref.getParamNames()[i].str();
  }
  return text;
}

std::string cm2tt::cm::printRef(RefAttr ref) {
  std::string owner = printPart(ref.getOwner());
  std::string result = printPart(ref.getResult());
  std::string params = "(" + printParams(ref) + ")";
  switch (ref.getKind()) {
  case RefKind::Field:
    return owner + "::" + ref.getName().str() + ":" + result;
  case RefKind::Record:
    return params + result;
  case RefKind::Constructor:
    return owner + "::" + params;
  case RefKind::Method:
    break;
  }
  return owner + "::" + ref.getName().str() + params + ":" + result;
}
