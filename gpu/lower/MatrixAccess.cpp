// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Moves words of several elements between registers and shared memory by
/// `ldmatrix` and `stmatrix`, as planned.
///
/// Not here: the plan (LayoutConversion.h), other accesses (SharedAccess.cpp).

#include "TTGToLLVMInternals.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace cm2tt;

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

/// `value` as a value of `type`; what was one before is again.
static Value bitcast(const Emitter &emitter, Value value, Type type) {
  if (value.getType() == type)
    return value;
  if (auto cast = value.getDefiningOp<LLVM::BitcastOp>())
    if (cast.getArg().getType() == type)
      return cast.getArg();
  return LLVM::BitcastOp::create(emitter.builder, emitter.loc, type, value);
}

/// The vector whose elements, all of them and in order, these are.
static Value findVector(ArrayRef<Value> elements) {
  Value vector;
  for (auto [i, element] : llvm::enumerate(elements)) {
    auto extract = element.getDefiningOp<LLVM::ExtractElementOp>();
    APInt position;
    if (!extract || (vector && extract.getVector() != vector) ||
        !matchPattern(extract.getPosition(), m_ConstantInt(&position)) ||
        position != i)
      return {};
    vector = extract.getVector();
  }
  auto type = cast<VectorType>(vector.getType());
  return type.getNumElements() == static_cast<int64_t>(elements.size())
             ? vector
             : Value();
}

Value cm2tt::packWord(const Emitter &emitter, ArrayRef<Value> elements,
                      Type type) {
  if (elements.size() == 1)
    return bitcast(emitter, elements.front(), type);
  if (Value vector = findVector(elements))
    return bitcast(emitter, vector, type);
  OpBuilder &builder = emitter.builder;
  auto vectorType =
      VectorType::get(elements.size(), elements.front().getType());
  Value vector = LLVM::PoisonOp::create(builder, emitter.loc, vectorType);
  for (auto [i, element] : llvm::enumerate(elements))
    vector = LLVM::InsertElementOp::create(builder, emitter.loc, vector,
                                           element, emitter.i32(i));
  return bitcast(emitter, vector, type);
}

SmallVector<Value> cm2tt::unpackWord(const Emitter &emitter, Value word,
                                     Type element, unsigned count) {
  if (count == 1)
    return {bitcast(emitter, word, element)};
  Value vector = bitcast(emitter, word, VectorType::get(count, element));
  SmallVector<Value> elements;
  for (unsigned i = 0; i < count; ++i)
    elements.push_back(LLVM::ExtractElementOp::create(
        emitter.builder, emitter.loc, vector, emitter.i32(i)));
  return elements;
}

//===----------------------------------------------------------------------===//
// Matrices
//===----------------------------------------------------------------------===//

/// The type of elements while they are in words: their own if it has as many
/// bits as in memory.
static Type wordElement(const SharedTile &tile, OpBuilder &builder) {
  Type type = tile.elementType;
  unsigned bits = tile.elementBytes * 8;
  if (type.isIntOrFloat() && type.getIntOrFloatBitWidth() == bits)
    return type;
  return builder.getIntegerType(bits);
}

/// 8 rows of 16 bytes, in the instruction's words.
static NVVM::LdStMatrixShapeAttr getShape(OpBuilder &builder) {
  return NVVM::LdStMatrixShapeAttr::get(builder.getContext(), 8, 8);
}

static NVVM::MMALayout directionOf(const ttg::SharedAccessPlan &plan) {
  return plan.isTransposed ? NVVM::MMALayout::col : NVVM::MMALayout::row;
}

void cm2tt::emitMatrixStore(const Emitter &emitter, const SharedTile &tile,
                            const ttg::SharedAccessPlan &plan,
                            ArrayRef<Value> registers) {
  OpBuilder &builder = emitter.builder;
  Type element = wordElement(tile, builder);
  auto store = [&](const ttg::SharedAccess &access, const SharedPlace &place) {
    SmallVector<Value> elements, words;
    for (uint32_t reg : access.registers) {
      Value value = registers[reg];
      if (value.getType() != element)
        value = emitter.toInteger(value, tile.elementBytes * 8);
      elements.push_back(value);
    }
    unsigned perWord = 4 / tile.elementBytes;
    for (unsigned i = 0; i < elements.size(); i += perWord)
      words.push_back(packWord(emitter, ArrayRef(elements).slice(i, perWord),
                               builder.getI32Type()));
    NVVM::StMatrixOp::create(builder, emitter.loc,
                             emitter.sharedAddress(place.address, place.offset),
                             words, directionOf(plan), getShape(builder),
                             NVVM::LdStMatrixEltType::B16);
  };
  forEachSharedAccess(emitter, tile, plan, store);
}

void cm2tt::emitMatrixLoad(const Emitter &emitter, const SharedTile &tile,
                           const ttg::SharedAccessPlan &plan,
                           MutableArrayRef<Value> registers) {
  OpBuilder &builder = emitter.builder;
  Type element = wordElement(tile, builder), word = builder.getI32Type();
  Type loadedType = word;
  if (plan.matrices > 1)
    loadedType = LLVM::LLVMStructType::getLiteral(
        builder.getContext(), SmallVector<Type>(plan.matrices, word));
  auto load = [&](const ttg::SharedAccess &access, const SharedPlace &place) {
    Value loaded = NVVM::LdMatrixOp::create(
        builder, emitter.loc, loadedType,
        emitter.sharedAddress(place.address, place.offset), plan.matrices,
        directionOf(plan), getShape(builder), NVVM::LdStMatrixEltType::B16);
    const uint32_t *reg = access.registers.begin();
    for (unsigned i = 0; i < plan.matrices; ++i) {
      Value part = loaded;
      if (plan.matrices > 1)
        part = LLVM::ExtractValueOp::create(builder, emitter.loc, loaded, i);
      for (Value value :
           unpackWord(emitter, part, element, 4 / tile.elementBytes))
        registers[*reg++] = element == tile.elementType
                                ? value
                                : emitter.fromInteger(value, tile.elementType);
    }
  };
  forEachSharedAccess(emitter, tile, plan, load);
}
