// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Abstract types: construction, queries and the join.
///
/// Not here: their names (TypeNames.cpp).

#include "cm2tt/Language/AbsType.h"
#include "cm2tt/Language/KernelApi.h"

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
static bool hasUnsignedElements(AbsType type) {
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
    return hasUnsignedElements(a) ? a.widened() : b.widened();
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
