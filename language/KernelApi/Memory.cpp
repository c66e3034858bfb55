// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Loads and stores through pointers and tiles of pointers, under a mask.
///
/// Not here: atomic updates (Atomics.cpp).

#include "MemoryInternals.h"

#include "cm2tt/Dialect/TT/TTOps.h"

using namespace mlir;
using namespace cm2tt;

static const AccessOptions loadOptions = {{"CacheModifier", "EvictionPolicy"},
                                          /*hasFlag=*/true};
static const AccessOptions storeOptions = {{"CacheModifier", "EvictionPolicy"}};

static tt::CacheModifier cacheModifierOf(const AccessArguments &args) {
  return args.names[0].empty() ? tt::CacheModifier::NONE
                               : *tt::symbolizeCacheModifier(args.names[0]);
}

/// `NORMAL` is `evict_normal` in `tt`, the others are called alike.
static tt::EvictionPolicy evictionPolicyOf(const AccessArguments &args) {
  return tt::symbolizeEvictionPolicy(args.names[1])
      .value_or(tt::EvictionPolicy::NORMAL);
}

static bool hasEvictionPolicy(const AccessArguments &args) {
  return evictionPolicyOf(args) != tt::EvictionPolicy::NORMAL;
}

/// T-LOAD-5: after the operands come constants of CacheModifier and
/// EvictionPolicy, each at most once, then optionally a constant `isVolatile`.
static LogicalResult checkLoadOptions(const AccessArguments &args,
                                      EmitError error) {
  using tt::CacheModifier;
  if (!args.wrong.isUnknown())
    return error() << "T-LOAD-5: an option of a load is a constant of "
                      "CacheModifier or EvictionPolicy, each once, or a "
                      "constant boolean after them: "
                   << args.wrong.str();
  /// T-LOAD-6: the cache modifier is not one of stores.
  CacheModifier cache = cacheModifierOf(args);
  if (cache == CacheModifier::WB || cache == CacheModifier::WT)
    return error() << "T-LOAD-6: a load's cache modifier is NONE, CA, CG, CS "
                      "or CV: "
                   << StringRef(args.names[0]).upper();
  /// T-LOAD-7: a load has at most one of a cache modifier, an eviction policy
  /// and `isVolatile`, as in PTX.
  bool isCached = cache != CacheModifier::NONE;
  if (isCached + hasEvictionPolicy(args) + args.flag > 1)
    return error() << "T-LOAD-7: a load has a cache modifier, or an eviction "
                      "policy, or is volatile, not two of these";
  return success();
}

static FailureOr<AbsType> typeOfLoad(ArrayRef<AbsType> args,
                                     const AccessArguments &access,
                                     EmitError error) {
  /// T-LOAD-1: the first argument is a pointer or a tile of pointers.
  Type element = args[0].getPointeeType();
  if (!element)
    return error() << "T-LOAD-1: cannot load from " << args[0].str()
                   << ", which is not a pointer";
  std::optional<unsigned> mask = access.operand(1), other = access.operand(2);
  /// T-LOAD-2: the mask holds truth values.
  if (mask && !isMask(args[*mask]))
    return error() << "T-LOAD-2: the mask must hold truth values: "
                   << args[*mask].str();
  /// T-LOAD-3: `other` can be converted to the element type, and is given only
  /// with a mask.
  if (other && !fitsElement(args[*other], element))
    return error() << "T-LOAD-3: 'other' cannot be converted to "
                   << typeName(element) << ": " << args[*other].str();
  if (other && !mask)
    return error() << "T-LOAD-3: 'other' without a mask: "
                   << args[*other].str();
  if (failed(checkLoadOptions(access, error)))
    return failure();
  /// T-LOAD-4: pointers, mask and `other` broadcast to one shape, which is a
  /// scalar's if there is one pointer.
  auto shape = accessShape(access.operands, "T-LOAD-4", error);
  if (failed(shape))
    return failure();
  if (args[0].isPointer() && !shape->empty())
    return error()
           << "T-LOAD-4: a scalar pointer with a tile as mask or other: "
           << args[0].str() << " and " << args[1].str();
  return AbsType::tile(*shape, element);
}

static Results buildLoad(TileBuilder &builder, ArrayRef<TypedOperand> args,
                         const AccessArguments &access, AbsType result) {
  ArrayRef<int64_t> shape = result.getShape();
  Type element = result.getElementType(), byte = builder.builder.getI8Type();
  // Truth values are stored as bytes.
  bool isBool = element.isInteger(1);
  Value pointer = builder.get(args[0], shape), mask, other;
  if (isBool)
    pointer = pointerTo(builder, pointer, byte);
  if (auto position = access.operand(1))
    mask = builder.get(args[*position], shape);
  if (auto position = access.operand(2)) {
    other = elementOperand(builder, args[*position], element, shape);
    if (isBool)
      other = buildConversion(builder, other, element, byte, false);
  }
  Value value =
      builder.create<tt::LoadOp>(pointer, mask, other, cacheModifierOf(access),
                                 evictionPolicyOf(access), access.flag);
  return isBool ? buildConversion(builder, value, byte, element, false) : value;
}

/// T-STORE-5: after the operands come constants of CacheModifier and
/// EvictionPolicy, each at most once.
static LogicalResult checkStoreOptions(const AccessArguments &args,
                                       EmitError error) {
  using tt::CacheModifier;
  if (!args.wrong.isUnknown())
    return error() << "T-STORE-5: an option of a store is a constant of "
                      "CacheModifier or EvictionPolicy, each once: "
                   << args.wrong.str();
  /// T-STORE-6: the cache modifier is not one of loads.
  CacheModifier cache = cacheModifierOf(args);
  if (cache == CacheModifier::CA || cache == CacheModifier::CV)
    return error() << "T-STORE-6: a store's cache modifier is NONE, WB, CG, CS "
                      "or WT: "
                   << StringRef(args.names[0]).upper();
  /// T-STORE-7: a store has at most one of a cache modifier and an eviction
  /// policy, as in PTX.
  if (cache != CacheModifier::NONE && hasEvictionPolicy(args))
    return error() << "T-STORE-7: a store has a cache modifier or an eviction "
                      "policy, not both";
  return success();
}

static FailureOr<AbsType> typeOfStore(ArrayRef<AbsType> args,
                                      const AccessArguments &access,
                                      EmitError error) {
  /// T-STORE-1: the first argument is a pointer or a tile of pointers.
  Type element = args[0].getPointeeType();
  if (!element)
    return error() << "T-STORE-1: cannot store to " << args[0].str()
                   << ", which is not a pointer";
  std::optional<unsigned> mask = access.operand(2);
  /// T-STORE-2: the value can be converted to the element type.
  if (!access.operand(1) || !fitsElement(args[1], element))
    return error() << "T-STORE-2: the value cannot be converted to "
                   << typeName(element) << ": " << args[1].str();
  /// T-STORE-3: the mask holds truth values.
  if (mask && !isMask(args[*mask]))
    return error() << "T-STORE-3: the mask must hold truth values: "
                   << args[*mask].str();
  if (failed(checkStoreOptions(access, error)))
    return failure();
  /// T-STORE-4: value and mask broadcast to the pointers' shape.
  auto shape = accessShape(access.operands, "T-STORE-4", error);
  if (failed(shape))
    return failure();
  if (ArrayRef<int64_t>(*shape) != args[0].getShape())
    return error()
           << "T-STORE-4: fewer pointers than values or masks: "
           << args[0].str() << " and "
           << args[args[1].getShape() == ArrayRef(*shape) || !mask ? 1 : 2]
                  .str();
  return AbsType::none(element.getContext());
}

static Results buildStore(TileBuilder &builder, ArrayRef<TypedOperand> args,
                          const AccessArguments &access, AbsType) {
  ArrayRef<int64_t> shape = args[0].type.getShape();
  Type element = args[0].type.getPointeeType();
  Value pointer = builder.get(args[0]), mask;
  Value value = elementOperand(builder, args[1], element, shape);
  if (auto position = access.operand(2))
    mask = builder.get(args[*position], shape);
  if (element.isInteger(1)) {
    Type byte = builder.builder.getI8Type();
    pointer = pointerTo(builder, pointer, byte);
    value = buildConversion(builder, value, element, byte, false);
  }
  builder.create<tt::StoreOp>(pointer, value, mask, cacheModifierOf(access),
                              evictionPolicyOf(access));
  return {};
}

ArrayRef<Method> cm2tt::getMemoryMethods() {
  static constexpr Method methods[] = {
#include "Memory.inc"
  };
  return methods;
}
