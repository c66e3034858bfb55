// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Converts the types and attributes of a model to those of MLIR.

#include "EmitInternals.h"
#include "cm2tt/Dialect/CM/Spelling.h"

#include "mlir/IR/Builders.h"

namespace cm2tt::model {

using Kind = AttributeValue::Kind;

/// Whether bare text, a class in Java's syntax, would be read as something
/// else: as a word such as x64 if it is an argument, as a type of the model if
/// it has arguments and no package.
static bool isAmbiguous(llvm::StringRef text, bool isArgument) {
  size_t mark = text.find_first_of(".[<");
  if (mark == llvm::StringRef::npos)
    return isArgument;
  return text[mark] == '<' && !text.take_front(mark).ends_with("::");
}

/// The spelling that `cm` keeps of a type, and whether it is an argument.
static std::string canonical(const TypeName &type, bool isArgument) {
  if (type.isJava()) {
    std::string text = toJavaString(type);
    bool marked =
        type.kind != TypeName::Kind::Primitive && isAmbiguous(text, isArgument);
    return marked ? "java.type:\"" + text + "\"" : text;
  }
  if (type.arguments.empty() && isArgument)
    return type.name.str();
  std::string text = type.name.str() + "<";
  for (const TypeName *argument : type.arguments)
    text += (text.back() == '<' ? "" : ", ") + canonical(*argument, true);
  return text + ">";
}

mlir::Type ValueEmitter::type(const TypeName *type) {
  auto [entry, isNew] = types.try_emplace(type);
  if (!isNew)
    return entry->second;
  mlir::FailureOr<mlir::Type> made =
      cm::parseType(canonical(*type, /*isArgument=*/false), context,
                    [](size_t, const llvm::Twine &) {});
  if (mlir::succeeded(made))
    entry->second = *made;
  return entry->second;
}

/// The kind of a reference in `cm`.
static cm::RefKind refKind(Reference::Kind kind) {
  switch (kind) {
  case Reference::Kind::Field:
    return cm::RefKind::Field;
  case Reference::Kind::Method:
    return cm::RefKind::Method;
  case Reference::Kind::Constructor:
    return cm::RefKind::Constructor;
  case Reference::Kind::RecordPattern:
    return cm::RefKind::Record;
  }
  llvm_unreachable("all kinds of references are listed");
}

mlir::Attribute ValueEmitter::reference(const Reference &reference) {
  mlir::Type owner = type(reference.owner);
  mlir::Type result = reference.result ? type(reference.result) : owner;
  llvm::SmallVector<mlir::Type> params;
  llvm::SmallVector<mlir::StringAttr> names;
  for (const TypeName *param : reference.parameters)
    params.push_back(type(param));
  for (llvm::StringRef name : reference.componentNames)
    names.push_back(mlir::StringAttr::get(context, name));
  if (!owner || !result || llvm::is_contained(params, mlir::Type()))
    return {};
  return cm::RefAttr::get(context, refKind(reference.kind), owner,
                          reference.name, params, names, result);
}

mlir::Attribute ValueEmitter::integer(int64_t value, mlir::Type type) {
  auto integerType = mlir::dyn_cast_or_null<mlir::IntegerType>(type);
  if (!integerType)
    integerType = mlir::IntegerType::get(context, 32);
  return mlir::IntegerAttr::get(integerType,
                                llvm::APInt(integerType.getWidth(), value,
                                            !integerType.isUnsigned(), true));
}

mlir::Attribute ValueEmitter::attribute(const AttributeValue &value,
                                        mlir::Type type) {
  mlir::Builder builder(context);
  switch (value.kind) {
  case Kind::Null:
    return cm::NullAttr::get(context);
  case Kind::Boolean:
    return builder.getBoolAttr(value.boolean);
  case Kind::Character:
    return integer(value.integer, builder.getIntegerType(16, false));
  case Kind::Integer:
    if (!cm::isPrimitive(type ? type : builder.getNoneType()))
      type = builder.getIntegerType(value.isLong ? 64 : 32);
    return integer(value.integer, type);
  case Kind::Float:
    return builder.getF32FloatAttr(value.number);
  case Kind::Double:
    return builder.getF64FloatAttr(value.number);
  case Kind::String:
    return builder.getStringAttr(value.string);
  case Kind::Type:
    if (mlir::Type literal = this->type(value.type))
      return mlir::TypeAttr::get(literal);
    return {};
  case Kind::Reference:
    return reference(*value.reference);
  }
  llvm_unreachable("all kinds of values are listed");
}

} // namespace cm2tt::model
