// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The names of abstract types: in the notation of `--show-types`, and in the
/// words of errors.
///
/// Not here: what they are (AbsType.cpp).

#include "cm2tt/Language/AbsType.h"
#include "cm2tt/Language/KernelApi.h"

#include "cm2tt/Dialect/CM/CMDialect.h"
#include "cm2tt/Dialect/TT/TTTypes.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace cm2tt;

//===----------------------------------------------------------------------===//
// Notation
//===----------------------------------------------------------------------===//

/// The name of a number's type: Java's, or a signature's where Java has none.
static std::string numberName(Type type) {
  if (auto integer = dyn_cast<IntegerType>(type)) {
    unsigned width = integer.getWidth();
    if (integer.isUnsigned())
      return "u" + std::to_string(width);
    switch (width) {
    case 1:
      return "boolean";
    case 8:
      return "byte";
    case 16:
      return "short";
    case 32:
      return "int";
    case 64:
      return "long";
    default:
      return "i" + std::to_string(width);
    }
  }
  return llvm::TypeSwitch<Type, std::string>(type)
      .Case<Float16Type>([](Type) { return "fp16"; })
      .Case<BFloat16Type>([](Type) { return "bf16"; })
      .Case<Float32Type>([](Type) { return "float"; })
      .Case<Float64Type>([](Type) { return "double"; })
      .Case<Float8E4M3FNType>([](Type) { return "fp8e4nv"; })
      .Case<Float8E5M2Type>([](Type) { return "fp8e5"; })
      .Default([](Type other) {
        std::string text;
        llvm::raw_string_ostream(text) << other;
        return text;
      });
}

std::string cm2tt::typeName(Type type) {
  return llvm::TypeSwitch<Type, std::string>(type)
      .Case<RankedTensorType>([](RankedTensorType tensor) {
        std::string text = "tensor<";
        for (int64_t extent : tensor.getShape())
          text += "x" + std::to_string(extent) + ", ";
        return text + typeName(tensor.getElementType()) + ">";
      })
      .Case<tt::PtrType>([](tt::PtrType pointer) {
        return "ptr<" + typeName(pointer.getPointeeType()) + ">";
      })
      .Case<tt::TensorDescType>([](tt::TensorDescType desc) {
        auto extents =
            llvm::map_range(desc.getBlockType().getShape(),
                            [](int64_t n) { return std::to_string(n); });
        return "tensordesc<" + typeName(desc.getBlockType().getElementType()) +
               "[" + llvm::join(extents, "x") + "]>";
      })
      .Case<cm::JavaType>(
          [](cm::JavaType java) { return java.getName().str(); })
      .Case<cm::VarType>([](cm::VarType var) {
        return "Var<" + typeName(var.getElementType()) + ">";
      })
      .Case<NoneType>([](Type) { return "void"; })
      .Default([](Type other) { return numberName(other); });
}

/// The value of a constant as printed in `constant<..>`, after the `c`.
static std::string constantName(AbsType constant) {
  if (std::optional<int64_t> integer = constant.getInt()) {
    if (constant.getType().isInteger(1))
      return *integer ? "true" : "false";
    if (constant.getType().isUnsignedInteger())
      return std::to_string(static_cast<uint64_t>(*integer));
    return std::to_string(*integer);
  }
  if (Type type = constant.getTypeValue())
    return typeName(type);
  if (auto number = dyn_cast<FloatAttr>(constant.getValue())) {
    SmallString<32> digits;
    number.getValue().toString(digits);
    return digits.str().str();
  }
  if (isa<cm::NullAttr>(constant.getValue()))
    return "null";
  if (auto name = dyn_cast<StringAttr>(constant.getValue()))
    return name.getValue().str();
  return "?";
}

/// A record as Java declares it: `Pair(tensor<x64, float> value, int index)`.
static std::string recordName(AbsType record, ArrayAttr names) {
  StringRef javaClass = record.getRecordClass();
  javaClass.consume_back("()"); // of records that no class of Java is
  std::string text = javaClass.str() + "(";
  StringRef separator;
  for (auto [component, name] :
       llvm::zip_equal(record.getComponents(), names)) {
    text += separator.str() + component.notation();
    StringRef known = cast<StringAttr>(name).getValue();
    if (!known.starts_with(":")) // else its Java type stands there
      text += " " + known.str();
    separator = ", ";
  }
  return text + ")";
}

std::string AbsType::notation() const {
  if (isUnknown())
    return "unknown";
  if (isInvalid())
    return "invalid";
  if (isFunction())
    return "lambda";
  if (getRecordClass() == rangeClassName) // without all its hints
    return isStaticRange(*this) ? "static Range" : "Range";
  if (isRecord())
    return recordName(*this, cast<ArrayAttr>(cast<ArrayAttr>(value)[1]));
  if (!isConstant())
    return typeName(type);
  return "constant<" + typeName(type) + ", c" + constantName(*this) + ">";
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

/// `4x8 float`, or `4 pointers to float`.
static std::string elementsInWords(ArrayRef<int64_t> shape, Type element) {
  auto extents = llvm::map_range(
      shape, [](int64_t extent) { return std::to_string(extent); });
  std::string text = llvm::join(extents, "x") + " ";
  if (auto pointer = dyn_cast<tt::PtrType>(element))
    return text + "pointers to " + typeName(pointer.getPointeeType());
  return text + typeName(element);
}

/// `Ptr`, and `List` of `java.util.List`.
static std::string classInWords(StringRef name) {
  name = kernelClassName(name);
  if (name.starts_with("java."))
    name = name.rsplit('.').second;
  return name.str();
}

std::string cm2tt::typeInWords(Type type) {
  return llvm::TypeSwitch<Type, std::string>(type)
      .Case([](RankedTensorType tensor) {
        return "a tile of " +
               elementsInWords(tensor.getShape(), tensor.getElementType());
      })
      .Case([](tt::PtrType pointer) {
        return "a pointer to " + typeInWords(pointer.getPointeeType());
      })
      .Case([](tt::TensorDescType desc) {
        return "a descriptor of blocks of " +
               elementsInWords(desc.getBlockType().getShape(),
                               desc.getBlockType().getElementType());
      })
      .Case([](cm::JavaType java) { return classInWords(java.getName()); })
      .Default([](Type other) { return typeName(other); });
}

/// A number as Java writes it, if Java has its type: `-4`, `3L`, `1.5f`.
static std::string numberInWords(AbsType constant) {
  Type type = constant.getType();
  std::string text = constantName(constant);
  if (type.isInteger(64) && !type.isUnsignedInteger())
    return "the constant " + text + "L";
  if (type.isF32() &&
      cast<FloatAttr>(constant.getValue()).getValue().isFinite())
    return "the constant " + text + "f";
  bool isPlain = type.isF32() || type.isF64() || type.isInteger(1) ||
                 (type.isInteger(32) && !type.isUnsignedInteger());
  return (isPlain ? "the constant " : "the " + typeName(type) + " constant ") +
         text;
}

/// An object of Java that is known while compiling.
static std::string objectInWords(AbsType constant) {
  Attribute value = constant.getValue();
  StringRef javaClass = cast<cm::JavaType>(constant.getType()).getName();
  if (isa<cm::NullAttr>(value))
    return "null";
  if (Type type = constant.getTypeValue())
    return isa<RankedTensorType, tt::PtrType>(type)
               ? "the type of " + typeInWords(type)
               : typeName(type) + ".class";
  std::string text = constantName(constant);
  if (javaClass == "java.lang.String")
    return "the string \"" + text + "\"";
  std::string name = classInWords(javaClass);
  return StringRef(name).rsplit('$').second.empty()
             ? name + "." + text
             : StringRef(name).rsplit('$').second.str() + "." + text;
}

/// `Best(value: a tile of 64 float, index: int)`.
static std::string recordInWords(AbsType record) {
  std::string javaClass = classInWords(record.getRecordClass());
  StringRef name = javaClass;
  name.consume_back("()"); // of records that no class of Java is
  std::string text = name.str() + "(";
  StringRef separator;
  for (auto [component, known] :
       llvm::zip_equal(record.getComponents(), record.getComponentNames())) {
    text += separator;
    if (!known.starts_with(":")) // else its Java type stands there
      text += (known + ": ").str();
    text += component.str();
    separator = ", ";
  }
  return text + ")";
}

std::string AbsType::str() const {
  if (isFunction())
    return "a lambda";
  if (isRecord() && getRecordClass() != rangeClassName)
    return recordInWords(*this);
  if (isConstant() && isNumber())
    return numberInWords(*this);
  if (isConstant() && isa<cm::JavaType>(type))
    return objectInWords(*this);
  if (isUnknown() || isInvalid() || isConstant() || isRecord())
    return notation();
  return typeInWords(type);
}
