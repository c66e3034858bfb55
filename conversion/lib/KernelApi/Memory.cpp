// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Loads and stores through pointers and tiles of pointers, under a mask.

#include "KernelApiInternals.h"

#include "cm2tt/Dialect/TT/TTOps.h"

using namespace mlir;
using namespace cm2tt;

/// The shape of an access: the pointers' and all other operands' together.
static FailureOr<SmallVector<int64_t>>
accessShape(ArrayRef<AbsType> args, StringRef label, EmitError error) {
  SmallVector<int64_t> shape;
  for (AbsType arg : args) {
    auto both = broadcastShapes(shape, arg.shape());
    if (!both)
      return error() << label << ": shapes do not broadcast: " << args[0].str()
                     << " and " << arg.str();
    shape = *both;
  }
  return shape;
}

static bool isMask(AbsType type) {
  return type.isData() && type.elementType().isInteger(1);
}

/// Whether a value of that type can be stored as `element`: it has the type,
/// or is a constant, which is converted.
static bool fitsElement(AbsType type, Type element) {
  return type.isConstant()
             ? type.isNumber()
             : type.isData() && commonElementType(type.elementType(), element);
}

static FailureOr<AbsType> typeOfLoad(ArrayRef<AbsType> args, EmitError error) {
  /// T-LOAD-1: the first argument is a pointer or a tile of pointers.
  Type element = args[0].pointeeType();
  if (!element)
    return error() << "T-LOAD-1: cannot load from " << args[0].str()
                   << ", which is no pointer";
  /// T-LOAD-2: the mask holds truth values.
  if (!isMask(args[1]))
    return error() << "T-LOAD-2: the mask must hold truth values: "
                   << args[1].str();
  /// T-LOAD-3: `other` has the element type or is a constant.
  if (args.size() == 3 && !fitsElement(args[2], element))
    return error() << "T-LOAD-3: 'other' must be of type " << typeName(element)
                   << ": " << args[2].str();
  /// T-LOAD-4: pointers, mask and `other` broadcast to one shape.
  auto shape = accessShape(args, "T-LOAD-4", error);
  if (failed(shape))
    return failure();
  return AbsType::tile(*shape, element);
}

/// Truth values lie in memory as bytes: their pointers become byte pointers.
static Value bytePointer(TileBuilder &builder, Value pointer) {
  auto type = tt::PtrType::get(builder.builder.getI8Type(), 1);
  Type result = type;
  if (auto tensor = dyn_cast<RankedTensorType>(pointer.getType()))
    result = tensor.clone(type);
  return builder.create<tt::BitcastOp>(result, pointer);
}

/// The operand as a value of the element type, in that shape.
static Value elementOperand(TileBuilder &builder, const TypedOperand &operand,
                            Type element, ArrayRef<int64_t> shape) {
  if (!operand.type.isConstant())
    return builder.get(operand, shape);
  Attribute value =
      foldConversion(operand.type.getValue(), operand.type.getType(), element);
  return builder.get({AbsType::constant(element, value), Value()}, shape);
}

static Results buildLoad(TileBuilder &builder, ArrayRef<TypedOperand> args,
                         AbsType result) {
  ArrayRef<int64_t> shape = result.shape();
  Type element = result.elementType(), byte = builder.builder.getI8Type();
  bool isBool = element.isInteger(1);
  Value pointer = builder.get(args[0], shape);
  if (isBool)
    pointer = bytePointer(builder, pointer);
  Value mask = builder.get(args[1], shape), other;
  if (args.size() == 3) {
    other = elementOperand(builder, args[2], element, shape);
    if (isBool)
      other = buildConversion(builder, other, element, byte, false);
  }
  Value value = builder.create<tt::LoadOp>(pointer, mask, other);
  return isBool ? buildConversion(builder, value, byte, element, false) : value;
}

static FailureOr<AbsType> typeOfStore(ArrayRef<AbsType> args, EmitError error) {
  /// T-STORE-1: the first argument is a pointer or a tile of pointers.
  Type element = args[0].pointeeType();
  if (!element)
    return error() << "T-STORE-1: cannot store to " << args[0].str()
                   << ", which is no pointer";
  /// T-STORE-2: the value has the element type or is a constant.
  if (!fitsElement(args[1], element))
    return error() << "T-STORE-2: the value must be of type "
                   << typeName(element) << ": " << args[1].str();
  /// T-STORE-3: the mask holds truth values.
  if (!isMask(args[2]))
    return error() << "T-STORE-3: the mask must hold truth values: "
                   << args[2].str();
  /// T-STORE-4: value and mask broadcast to the pointers' shape.
  auto shape = accessShape(args, "T-STORE-4", error);
  if (failed(shape))
    return failure();
  if (ArrayRef<int64_t>(*shape) != args[0].shape())
    return error() << "T-STORE-4: pointers are fewer than what is stored: "
                   << args[0].str() << ", " << args[1].str() << " and "
                   << args[2].str();
  return AbsType::none(element.getContext());
}

static Results buildStore(TileBuilder &builder, ArrayRef<TypedOperand> args,
                          AbsType) {
  ArrayRef<int64_t> shape = args[0].type.shape();
  Type element = args[0].type.pointeeType();
  Value pointer = builder.get(args[0]);
  Value value = elementOperand(builder, args[1], element, shape);
  Value mask = builder.get(args[2], shape);
  if (element.isInteger(1)) {
    pointer = bytePointer(builder, pointer);
    value = buildConversion(builder, value, element,
                            builder.builder.getI8Type(), false);
  }
  tt::StoreOp::create(builder.builder, builder.loc, pointer, value, mask,
                      tt::CacheModifier::NONE, tt::EvictionPolicy::NORMAL);
  return {};
}

static constexpr Method methods[] = {
    {"Triton", "load", 2, 3, typeOfLoad, buildLoad},
    {"Triton", "store", 3, 3, typeOfStore, buildStore},
};

ArrayRef<Method> cm2tt::memoryMethods() { return methods; }
