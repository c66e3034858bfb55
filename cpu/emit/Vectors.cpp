// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Creates operations of the LLVM dialect on vectors.

#include "Vectors.h"

#include "cpu/plan/LaneMap.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace cm2tt;

Type cm2tt::makeVectorType(Type element, unsigned lanes) {
  return lanes == 1 ? element : Type(VectorType::get(lanes, element));
}

unsigned cm2tt::getNumLanes(Value value) {
  auto vector = dyn_cast<VectorType>(value.getType());
  return vector ? vector.getNumElements() : 1;
}

Value cm2tt::emitI64(ImplicitLocOpBuilder &builder, int64_t value) {
  return arith::ConstantOp::create(builder, builder.getI64IntegerAttr(value));
}

Value cm2tt::emitI64s(ImplicitLocOpBuilder &builder, ArrayRef<int64_t> values) {
  if (values.size() == 1)
    return emitI64(builder, values[0]);
  auto type = VectorType::get(values.size(), builder.getI64Type());
  return arith::ConstantOp::create(builder,
                                   DenseElementsAttr::get(type, values));
}

//===----------------------------------------------------------------------===//
// Lanes
//===----------------------------------------------------------------------===//

Value cm2tt::emitSplat(ImplicitLocOpBuilder &builder, Value value,
                       unsigned lanes) {
  if (getNumLanes(value) == lanes)
    return value;
  Type type = makeVectorType(value.getType(), lanes);
  TypedAttr constant;
  if (matchPattern(value, m_Constant(&constant)))
    return arith::ConstantOp::create(
        builder,
        SplatElementsAttr::get(cast<ShapedType>(type), Attribute(constant)));
  Value vector = LLVM::PoisonOp::create(builder, type);
  Value zero = LLVM::ConstantOp::create(builder, builder.getI32Type(), 0);
  vector = LLVM::InsertElementOp::create(builder, vector, value, zero);
  return LLVM::ShuffleVectorOp::create(builder, vector, vector,
                                       SmallVector<int32_t>(lanes, 0));
}

Value cm2tt::emitShuffle(ImplicitLocOpBuilder &builder, Value a, Value b,
                         ArrayRef<int32_t> picks) {
  if (picks.size() > 1)
    return LLVM::ShuffleVectorOp::create(builder, a, b, picks);
  int32_t pick = picks.front(), lanes = getNumLanes(a);
  Value index = LLVM::ConstantOp::create(builder, builder.getI32Type(),
                                         pick < lanes ? pick : pick - lanes);
  return LLVM::ExtractElementOp::create(builder, pick < lanes ? a : b, index);
}

/// Returns a vector of two scalars.
static Value emitPair(ImplicitLocOpBuilder &builder, Value a, Value b) {
  Value pair = LLVM::PoisonOp::create(builder, makeVectorType(a.getType(), 2));
  for (auto [index, value] : llvm::enumerate(ArrayRef{a, b}))
    pair = LLVM::InsertElementOp::create(
        builder, pair, value,
        LLVM::ConstantOp::create(builder, builder.getI32Type(), index));
  return pair;
}

Value cm2tt::emitConcat(ImplicitLocOpBuilder &builder,
                        SmallVector<Value> parts) {
  for (; parts.size() > 1; parts.resize(parts.size() / 2)) {
    int32_t lanes = getNumLanes(parts.front());
    auto picks = llvm::to_vector_of<int32_t>(llvm::seq(2 * lanes));
    for (size_t i = 0; i < parts.size() / 2; ++i) {
      Value a = parts[2 * i], b = parts[2 * i + 1];
      parts[i] = lanes == 1 ? emitPair(builder, a, b)
                            : emitShuffle(builder, a, b, picks);
    }
  }
  return parts.front();
}

Value cm2tt::emitSlice(ImplicitLocOpBuilder &builder, Value vector,
                       unsigned first, unsigned count) {
  if (getNumLanes(vector) == count)
    return vector;
  auto picks =
      llvm::to_vector_of<int32_t>(llvm::seq<int32_t>(first, first + count));
  return emitShuffle(builder, vector, vector, picks);
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

Type cm2tt::memoryType(Type registerType) {
  return registerType.isInteger(1)
             ? IntegerType::get(registerType.getContext(), 8)
             : registerType;
}

Value cm2tt::emitToMemory(ImplicitLocOpBuilder &builder, Value value) {
  if (!getElementTypeOrSelf(value.getType()).isInteger(1))
    return value;
  return arith::ExtUIOp::create(
      builder, makeVectorType(builder.getI8Type(), getNumLanes(value)), value);
}

Value cm2tt::emitFromMemory(ImplicitLocOpBuilder &builder, Value value,
                            Type registerType) {
  if (!registerType.isInteger(1))
    return value;
  Value zero = arith::ConstantOp::create(
      builder, cast<TypedAttr>(builder.getZeroAttr(value.getType())));
  return arith::CmpIOp::create(builder, arith::CmpIPredicate::ne, value, zero);
}

Value cm2tt::emitAddress(ImplicitLocOpBuilder &builder, Value base,
                         Type element, Value index) {
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
  return LLVM::GEPOp::create(builder,
                             makeVectorType(pointer, getNumLanes(index)),
                             memoryType(element), base, index);
}

/// Returns the alignment of an access in bytes: that of one element, as kernels
/// may use any address of an element.
static unsigned getAlignment(Type memory) {
  if (isa<LLVM::LLVMPointerType>(memory))
    return 8;
  return memory.getIntOrFloatBitWidth() / 8;
}

/// Returns a value whose bits are all zero.
static Value emitZero(ImplicitLocOpBuilder &builder, Type type) {
  return LLVM::ZeroOp::create(builder, type);
}

/// Returns whether a mask is true in all lanes, as most masks are, except for
/// those of the last elements of an array. A predicted branch is cheaper than
/// masked accesses even if the CPU has instructions for these (on Zen 5, by 30
/// % of the time of a vector addition; without AVX-512, by more).
static Value emitIsFull(ImplicitLocOpBuilder &builder, Value mask) {
  return LLVM::vector_reduce_and::create(builder, builder.getI1Type(), mask);
}

/// Returns whether a mask is true in any lane. Masked accesses without a lane
/// are slow: a store of AVX2 takes tens of cycles, and hundreds where memory is
/// not mapped.
static Value emitIsAny(ImplicitLocOpBuilder &builder, Value mask) {
  return LLVM::vector_reduce_or::create(builder, builder.getI1Type(), mask);
}

using Make = llvm::function_ref<Value()>;

/// Returns what `then` creates where a condition is true, else what `other`
/// does.
static Value emitBranch(ImplicitLocOpBuilder &builder, Type type,
                        Value condition, Make then, Make other) {
  auto branch = scf::IfOp::create(builder, type, condition, /*withElse=*/true);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  scf::YieldOp::create(builder, then());
  builder.setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(builder, other());
  return branch.getResult(0);
}

Value cm2tt::emitLoad(ImplicitLocOpBuilder &builder, Type memory,
                      unsigned lanes, Value pointer, Value mask, Value other) {
  Type type = makeVectorType(memory, lanes);
  auto load = [&]() -> Value {
    return LLVM::LoadOp::create(builder, type, pointer, getAlignment(memory));
  };
  if (!mask)
    return load();
  if (!other)
    other = emitZero(builder, type);
  auto none = [&] { return other; };
  if (lanes == 1)
    return emitBranch(builder, type, mask, load, none);
  auto loadMasked = [&]() -> Value {
    return LLVM::MaskedLoadOp::create(
        builder, type, pointer, mask, other,
        builder.getI32IntegerAttr(getAlignment(memory)), UnitAttr());
  };
  return emitBranch(builder, type, emitIsFull(builder, mask), load, [&] {
    return emitBranch(builder, type, emitIsAny(builder, mask), loadMasked,
                      none);
  });
}

static void emitMaskedStore(ImplicitLocOpBuilder &builder, Value value,
                            Value pointer, Value mask, unsigned alignment) {
  auto branch = scf::IfOp::create(builder, emitIsFull(builder, mask),
                                  /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  LLVM::StoreOp::create(builder, value, pointer, alignment);
  builder.setInsertionPointToStart(branch.elseBlock());
  auto partial = scf::IfOp::create(builder, emitIsAny(builder, mask),
                                   /*withElseRegion=*/false);
  builder.setInsertionPointToStart(partial.thenBlock());
  LLVM::MaskedStoreOp::create(builder, value, pointer, mask,
                              builder.getI32IntegerAttr(alignment));
}

void cm2tt::emitStore(ImplicitLocOpBuilder &builder, Value value, Value pointer,
                      Value mask) {
  unsigned alignment = getAlignment(getElementTypeOrSelf(value.getType()));
  if (mask && getNumLanes(value) > 1)
    return emitMaskedStore(builder, value, pointer, mask, alignment);
  OpBuilder::InsertionGuard guard(builder);
  if (mask) {
    auto branch = scf::IfOp::create(builder, mask, /*withElse=*/false);
    builder.setInsertionPointToStart(branch.thenBlock());
  }
  LLVM::StoreOp::create(builder, value, pointer, alignment);
}

/// Returns a mask that is true in all lanes.
static Value emitTrue(ImplicitLocOpBuilder &builder, unsigned lanes) {
  auto type = VectorType::get(lanes, builder.getI1Type());
  return arith::ConstantOp::create(builder, DenseElementsAttr::get(type, true));
}

Value cm2tt::emitGather(ImplicitLocOpBuilder &builder, Type memory,
                        Value pointers, Value mask, Value other) {
  unsigned lanes = getNumLanes(pointers);
  if (lanes == 1)
    return emitLoad(builder, memory, 1, pointers, mask, other);
  Type type = makeVectorType(memory, lanes);
  if (!other)
    other = emitZero(builder, type);
  auto gather = [&]() -> Value {
    return LLVM::masked_gather::create(
        builder, type, pointers, mask ? mask : emitTrue(builder, lanes),
        ValueRange{other}, builder.getI32IntegerAttr(getAlignment(memory)));
  };
  if (!mask)
    return gather();
  return emitBranch(builder, type, emitIsAny(builder, mask), gather,
                    [&] { return other; });
}

void cm2tt::emitScatter(ImplicitLocOpBuilder &builder, Value value,
                        Value pointers, Value mask) {
  unsigned lanes = getNumLanes(pointers);
  if (lanes == 1)
    return emitStore(builder, value, pointers, mask);
  LLVM::masked_scatter::create(builder, value, pointers,
                               mask ? mask : emitTrue(builder, lanes),
                               builder.getI32IntegerAttr(getAlignment(
                                   getElementTypeOrSelf(value.getType()))));
}

//===----------------------------------------------------------------------===//
// Constant offsets
//===----------------------------------------------------------------------===//

/// Returns the address that is a constant number of elements after `base`.
static Value emitConstantAddress(ImplicitLocOpBuilder &builder, Value base,
                                 Type element, int64_t index) {
  return index ? emitAddress(builder, base, element, emitI64(builder, index))
               : base;
}

Value cm2tt::emitLoadAt(ImplicitLocOpBuilder &builder, Type memory, Value base,
                        ArrayRef<int64_t> offsets) {
  if (llvm::all_equal(offsets)) {
    Value place = emitConstantAddress(builder, base, memory, offsets[0]);
    return emitSplat(builder, emitLoad(builder, memory, 1, place),
                     offsets.size());
  }
  unsigned run = getRunLength(offsets);
  if (run < leastRun && run < offsets.size())
    return emitGather(
        builder, memory,
        emitAddress(builder, base, memory, emitI64s(builder, offsets)));
  SmallVector<Value> parts;
  for (size_t lane = 0; lane < offsets.size(); lane += run)
    parts.push_back(
        emitLoad(builder, memory, run,
                 emitConstantAddress(builder, base, memory, offsets[lane])));
  return emitConcat(builder, parts);
}

void cm2tt::emitStoreAt(ImplicitLocOpBuilder &builder, Value value, Value base,
                        ArrayRef<int64_t> offsets) {
  Type memory = getElementTypeOrSelf(value.getType());
  unsigned run = getRunLength(offsets);
  if (run < leastRun && run < offsets.size())
    return emitScatter(
        builder, value,
        emitAddress(builder, base, memory, emitI64s(builder, offsets)));
  for (size_t lane = 0; lane < offsets.size(); lane += run)
    emitStore(builder, emitSlice(builder, value, lane, run),
              emitConstantAddress(builder, base, memory, offsets[lane]));
}
