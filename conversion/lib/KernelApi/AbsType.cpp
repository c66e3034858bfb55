// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Abstract types: construction, queries, the join, and their names.

#include "cm2tt/Conversion/AbsType.h"
#include "cm2tt/Conversion/KernelApi.h"

#include "cm2tt/Dialect/CM/CMDialect.h"
#include "cm2tt/Dialect/TT/TTTypes.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace cm2tt;

AbsType AbsType::constant(Type type, Attribute value) {
  AbsType result(type);
  result.value = value;
  return result;
}

AbsType AbsType::constantInt(MLIRContext *context, int32_t value) {
  Type type = IntegerType::get(context, 32);
  return constant(type, IntegerAttr::get(type, value));
}

AbsType AbsType::constantBool(MLIRContext *context, bool value) {
  return constant(IntegerType::get(context, 1), BoolAttr::get(context, value));
}

AbsType AbsType::tile(ArrayRef<int64_t> shape, Type element) {
  if (shape.empty())
    return AbsType(element);
  return AbsType(RankedTensorType::get(shape, element));
}

AbsType AbsType::none(MLIRContext *context) {
  return AbsType(NoneType::get(context));
}

// A record's value: its class, its components' names, and their values, with a
// unit where a component is no constant.
AbsType AbsType::record(MLIRContext *context, StringRef javaClass,
                        ArrayRef<StringRef> names,
                        ArrayRef<AbsType> components) {
  assert(names.size() == components.size() && "each component has a name");
  Builder builder(context);
  SmallVector<Type> types;
  SmallVector<Attribute> values;
  for (AbsType component : components) {
    types.push_back(component.type);
    values.push_back(component.value ? component.value : builder.getUnitAttr());
  }
  return constant(TupleType::get(context, types),
                  builder.getArrayAttr({builder.getStringAttr(javaClass),
                                        builder.getStrArrayAttr(names),
                                        builder.getArrayAttr(values)}));
}

AbsType AbsType::function(MLIRContext *context, int64_t number) {
  Builder builder(context);
  return constant(builder.getFunctionType({}, {}),
                  builder.getIndexAttr(number));
}

AbsType AbsType::invalid(MLIRContext *context) {
  return constant(NoneType::get(context), UnitAttr::get(context));
}

bool AbsType::isRecord() const { return isa_and_nonnull<TupleType>(type); }

bool AbsType::isFunction() const { return isa_and_nonnull<FunctionType>(type); }

StringRef AbsType::getRecordClass() const {
  if (!isRecord())
    return {};
  return cast<StringAttr>(cast<ArrayAttr>(value)[0]).getValue();
}

SmallVector<AbsType, 2> AbsType::getComponents() const {
  if (!isRecord())
    return {*this};
  SmallVector<AbsType, 2> components;
  auto values = cast<ArrayAttr>(cast<ArrayAttr>(value)[2]);
  for (auto [componentType, componentValue] :
       llvm::zip_equal(cast<TupleType>(type).getTypes(), values))
    components.push_back(constant(componentType, isa<UnitAttr>(componentValue)
                                                     ? Attribute()
                                                     : componentValue));
  return components;
}

SmallVector<StringRef, 2> AbsType::getComponentNames() const {
  SmallVector<StringRef, 2> names;
  if (isRecord())
    for (Attribute name : cast<ArrayAttr>(cast<ArrayAttr>(value)[1]))
      names.push_back(cast<StringAttr>(name).getValue());
  return names;
}

/// The names of a record's components.
static SmallVector<StringRef> namesOf(Attribute record) {
  SmallVector<StringRef> names;
  for (Attribute name : cast<ArrayAttr>(cast<ArrayAttr>(record)[1]))
    names.push_back(cast<StringAttr>(name).getValue());
  return names;
}

AbsType AbsType::withComponents(ArrayRef<AbsType> components) const {
  return record(type.getContext(), getRecordClass(), namesOf(value),
                components);
}

std::optional<unsigned> AbsType::findComponent(StringRef name) const {
  if (!isRecord())
    return std::nullopt;
  SmallVector<StringRef> names = namesOf(value);
  auto found = llvm::find(names, name);
  if (found == names.end() || std::count(names.begin(), names.end(), name) > 1)
    return std::nullopt;
  return found - names.begin();
}

void AbsType::valueTypes(SmallVectorImpl<Type> &types) const {
  if (isRecord()) {
    for (AbsType component : getComponents())
      component.valueTypes(types);
  } else if (hasValue() && !isConstant()) {
    types.push_back(signlessType(type));
  }
}

unsigned AbsType::countValues() const {
  SmallVector<Type> types;
  valueTypes(types);
  return types.size();
}

int64_t AbsType::getFunction() const {
  return cast<IntegerAttr>(value).getInt();
}

bool AbsType::isTile() const { return isa_and_nonnull<RankedTensorType>(type); }

bool AbsType::isNumber() const {
  return isa_and_nonnull<IntegerType, FloatType>(type);
}

bool AbsType::isPointer() const { return isa_and_nonnull<tt::PtrType>(type); }

bool AbsType::isDescriptor() const {
  return isa_and_nonnull<tt::TensorDescType>(type);
}

Type AbsType::getElementType() const {
  if (auto tensor = dyn_cast_or_null<RankedTensorType>(type))
    return tensor.getElementType();
  return type;
}

ArrayRef<int64_t> AbsType::getShape() const {
  if (auto tensor = dyn_cast_or_null<RankedTensorType>(type))
    return tensor.getShape();
  return {};
}

AbsType AbsType::withElementType(Type element) const {
  return tile(getShape(), element);
}

Type AbsType::getPointeeType() const {
  if (auto pointer = dyn_cast_or_null<tt::PtrType>(getElementType()))
    return pointer.getPointeeType();
  return {};
}

std::optional<int64_t> AbsType::getInt() const {
  auto integer = dyn_cast_or_null<IntegerAttr>(value);
  if (!integer)
    return std::nullopt;
  const APInt &bits = integer.getValue();
  if (type.isUnsignedInteger() || type.isInteger(1))
    return static_cast<int64_t>(bits.getZExtValue());
  return bits.getSExtValue();
}

Type AbsType::getTypeValue() const {
  if (auto attribute = dyn_cast_or_null<TypeAttr>(value))
    return attribute.getValue();
  return {};
}

StringRef AbsType::getEnumName(StringRef enumType) const {
  auto java = dyn_cast_or_null<cm::JavaType>(type);
  auto name = dyn_cast_or_null<StringAttr>(value);
  if (java && name && java.getName() == enumType)
    return name.getValue();
  return {};
}

/// Whether numbers, pointers to them or tiles of either are unsigned.
static bool isUnsigned(AbsType type) {
  Type pointee = type.getPointeeType();
  return (pointee ? pointee : type.getElementType()).isUnsignedInteger();
}

std::optional<AbsType> AbsType::join(AbsType a, AbsType b) {
  if (a.isUnknown() || a == b)
    return b;
  if (b.isUnknown())
    return a;
  if (a.isRecord() && b.isRecord())
    return joinRecords(a, b);
  if (a.isNumber() && b.isNumber() &&
      signlessType(a.type) == signlessType(b.type))
    return isUnsigned(a) ? a.widened() : b.widened();
  return std::nullopt;
}

std::optional<AbsType> AbsType::joinRecords(AbsType a, AbsType b) {
  if (a.getRecordClass() != b.getRecordClass() ||
      a.getComponentNames() != b.getComponentNames())
    return std::nullopt;
  SmallVector<AbsType> joined;
  for (auto [x, y] : llvm::zip_equal(a.getComponents(), b.getComponents())) {
    std::optional<AbsType> both = join(x, y);
    if (!both)
      return std::nullopt;
    joined.push_back(*both);
  }
  return a.withComponents(joined);
}

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
    text += separator.str() + component.str();
    StringRef known = cast<StringAttr>(name).getValue();
    if (!known.starts_with(":")) // else its Java type stands there
      text += " " + known.str();
    separator = ", ";
  }
  return text + ")";
}

std::string AbsType::str() const {
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

Type cm2tt::signlessType(Type type) {
  return llvm::TypeSwitch<Type, Type>(type)
      .Case<IntegerType>([](IntegerType integer) {
        return IntegerType::get(integer.getContext(), integer.getWidth());
      })
      .Case<tt::PtrType>([](tt::PtrType pointer) {
        return tt::PtrType::get(signlessType(pointer.getPointeeType()),
                                pointer.getAddressSpace());
      })
      .Case<RankedTensorType>([](RankedTensorType tensor) {
        return RankedTensorType::get(tensor.getShape(),
                                     signlessType(tensor.getElementType()),
                                     tensor.getEncoding());
      })
      .Default([](Type other) { return other; });
}
