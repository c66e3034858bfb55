// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Constants and fields.

#include "Values.h"

using namespace mlir;
using namespace cm2tt;

void FieldVisitor::visitConstant(cm::ConstantOp op) {
  Type type = op.getResult().getType();
  Attribute value = op.getValue();
  if (isa<IntegerAttr, FloatAttr>(value)) {
    type = cast<TypedAttr>(value).getType();
    value = foldConversion(value, type, type); // signless, a char as well
  } else if (auto literal = dyn_cast<TypeAttr>(value)) {
    auto java = dyn_cast<cm::JavaType>(literal.getValue());
    if (Type number = java ? unboxedType(java) : Type())
      value = TypeAttr::get(number); // Float16.class
  }
  bindings.bindResult(op, AbsType::constant(type, value));
}

/// The value that a model writes as a text: a string, the name of a constant of
/// an enum, or a floating-point number that JSON lacks. Unknown if the type is
/// none of these.
static AbsType givenText(Type type, StringAttr text) {
  if (auto number = dyn_cast<FloatType>(type)) {
    const llvm::fltSemantics &format = number.getFloatSemantics();
    StringRef word = text.getValue();
    bool isNegative = word.consume_front("-");
    if (word != "NaN" && word != "Infinity")
      return {};
    APFloat value = word == "NaN" ? APFloat::getNaN(format)
                                  : APFloat::getInf(format, isNegative);
    return AbsType::constant(type, FloatAttr::get(type, value));
  }
  auto java = dyn_cast<cm::JavaType>(type);
  if (!java)
    return {};
  StringRef name = java.getErasedName();
  if (name == "java.lang.String" || !isKnownClass(name))
    return AbsType::constant(type, text);
  return findStaticField(type.getContext(), name, text.getValue());
}

/// The value of a static final field in the model: its attribute `value`.
static AbsType givenValue(cm::FieldLoadOp op) {
  DictionaryAttr named = op.getNamedAttr();
  Type type = op.getResult().getType();
  Attribute value = named ? named.get("value") : Attribute();
  if (auto java = dyn_cast<cm::JavaType>(type))
    if (Type number = unboxedType(java))
      type = number;
  if (auto text = dyn_cast_or_null<StringAttr>(value))
    return givenText(type, text);
  if (!isa_and_nonnull<IntegerAttr, FloatAttr>(value) ||
      !isa_and_nonnull<IntegerType, FloatType>(type))
    return {};
  return AbsType::constant(
      type, foldConversion(value, cast<TypedAttr>(value).getType(), type));
}

/// A constant of an enum that the kernel declares, identified by its name: a
/// static field whose type is its class. Unknown if the field is no such
/// constant.
static AbsType enumConstant(cm::RefAttr ref) {
  auto java = dyn_cast<cm::JavaType>(ref.getResult());
  bool isOwn =
      java && java == ref.getOwner() && !isKnownClass(java.getErasedName());
  return isOwn ? AbsType::constant(
                     java, StringAttr::get(ref.getContext(), ref.getName()))
               : AbsType();
}

void FieldVisitor::visitComponent(cm::FieldLoadOp op) {
  cm::RefAttr ref = op.getRef();
  StringRef name = ref.getName();
  Binding record = bindings.get(op.getReceiver());
  if (record.type().isInvalid())
    return bindings.bindInvalid(op);
  if (auto part =
          RecordVisitor::component(record.operand, name, ref.getResult()))
    return bindings.bind(op.getResult(),
                         {*part, op, {}, nullptr, record.mayBeNull});
  if (record.type().isRecord())
    records.reportNoComponent(op, record, name);
  else
    /// T-FIELD-1: kernels read static fields, and components of records.
    errors.report(op, record) << "T-FIELD-1: kernels cannot read the field '"
                              << name << "' of an object";
  bindings.bindInvalid(op);
}

void FieldVisitor::visitField(cm::FieldLoadOp op) {
  if (op.getReceiver())
    return visitComponent(op);
  cm::RefAttr ref = op.getRef();
  StringRef name = ref.getName();
  AbsType type = findStaticField(op->getContext(), ref.getOwnerName(), name);
  if (type.isUnknown())
    type = givenValue(op);
  if (type.isUnknown())
    type = enumConstant(ref);
  if (!type.isUnknown())
    return bindings.bindResult(op, type);
  /// T-FIELD-2: the static field's value is known.
  StringRef owner = kernelClassName(ref.getOwnerName());
  InFlightDiagnostic diagnostic = errors.report(op)
                                  << "T-FIELD-2: the value of '" << owner << "."
                                  << name << "' is not known";
  StringRef close = closestStaticField(ref.getOwnerName(), name);
  if (ref.getOwnerName() == "java.lang.System")
    diagnostic.attachNote() << "Triton.devicePrint prints from a kernel";
  else if (!close.empty())
    diagnostic.attachNote()
        << "did you mean '" << owner << "." << close << "'?";
  else
    diagnostic.attachNote()
        << "known are static final fields with a constant initialiser and, in "
           "launches from Java, others with a number, a truth value, a string "
           "or a constant of an enum; pass it as a parameter or a constant";
  bindings.bindInvalid(op);
}
