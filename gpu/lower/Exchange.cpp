// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Shuffles of elements of any type, and accesses to scratch memory.
///
/// Not here: whole tiles (SharedAccess.cpp, ConvertLayout.cpp).

#include "ReduceInternals.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace cm2tt;

//===----------------------------------------------------------------------===//
// Lanes
//===----------------------------------------------------------------------===//

/// A shuffle of 32 bits. Where `valid` is not null it gets whether there is a
/// lane to read from.
Value ExchangeEmitter::shuffleWord(Value word, NVVM::ShflKind kind, Value lane,
                                   int clamp, Value *valid) const {
  Type type = word.getType();
  if (valid)
    type = LLVM::LLVMStructType::getLiteral(builder.getContext(),
                                            {type, builder.getI1Type()});
  Value result =
      NVVM::ShflOp::create(builder, loc, type, i32(-1), word, lane, i32(clamp),
                           kind, valid ? builder.getUnitAttr() : UnitAttr());
  if (!valid)
    return result;
  *valid = LLVM::ExtractValueOp::create(builder, loc, result, 1);
  return LLVM::ExtractValueOp::create(builder, loc, result, 0);
}

Value ExchangeEmitter::shuffleWords(Value element, NVVM::ShflKind kind,
                                    Value lane, int clamp, Value *valid) const {
  return mapWords(element, [&](Value word) {
    // The first of two words says whether there is a lane.
    return shuffleWord(word, kind, lane, clamp, std::exchange(valid, nullptr));
  });
}

Value ExchangeEmitter::shuffle(Value element, NVVM::ShflKind kind, Value lane,
                               int clamp) const {
  return shuffleWords(element, kind, lane, clamp, nullptr);
}

Value ExchangeEmitter::shuffleValid(Value element, NVVM::ShflKind kind,
                                    int distance, int clamp,
                                    Value &valid) const {
  return shuffleWords(element, kind, i32(distance), clamp,
                      valid ? nullptr : &valid);
}

Value ExchangeEmitter::lane(uint64_t set, uint64_t cleared) const {
  Value value = field(thread, (TargetInfo::warpSize - 1) & ~cleared, 0);
  return set ? LLVM::OrOp::create(builder, loc, value, i32(set)).getResult()
             : value;
}

Value ExchangeEmitter::threadHas(uint64_t mask, uint64_t value) const {
  if (!mask)
    return {};
  return LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::eq,
                              field(thread, mask, 0), i32(value));
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

Value ExchangeEmitter::shiftLeft(Value value, unsigned bits) const {
  return bits ? LLVM::ShlOp::create(builder, loc, value, i32(bits)).getResult()
              : value;
}

/// The type of an element in memory: truth values are bytes.
static Type memoryType(Type type) {
  return type.isInteger(1) ? IntegerType::get(type.getContext(), 8) : type;
}

/// PTX has predicated stores, LLVM has not: they are inline assembly.
void ExchangeEmitter::store(Value element, Value address, int64_t offset,
                            Value predicate) const {
  Type type = memoryType(element.getType());
  unsigned bits = type.getIntOrFloatBitWidth();
  if (!predicate) {
    Value value =
        type == element.getType() ? element : toInteger(element, bits);
    LLVM::StoreOp::create(builder, loc, value, sharedAddress(address, offset),
                          bits / 8);
    return;
  }
  Value word = toInteger(element, std::max(bits, 16u));
  std::string text = "@$0 st.shared.b" + std::to_string(bits) + " [$1+" +
                     std::to_string(offset) + "], $2;";
  StringRef constraints = bits == 64 ? "b,r,l" : bits == 32 ? "b,r,r" : "b,r,h";
  LLVM::InlineAsmOp::create(
      builder, loc, TypeRange(), ValueRange{predicate, address, word}, text,
      constraints, /*has_side_effects=*/true,
      /*is_align_stack=*/false, LLVM::tailcallkind::TailCallKind::None,
      LLVM::AsmDialectAttr(), ArrayAttr());
}

SmallVector<Value> ExchangeEmitter::load(Type type, Value address,
                                         int64_t offset, unsigned count) const {
  Type memory = memoryType(type);
  unsigned bytes = memory.getIntOrFloatBitWidth() / 8;
  unsigned width = std::min(count, TargetInfo::maxVectorBits / 8 / bytes);
  SmallVector<Value> elements;
  for (unsigned first = 0; first < count; first += width) {
    Value from = sharedAddress(address, offset + int64_t(first) * bytes);
    Type loaded = width == 1 ? memory : VectorType::get(width, memory);
    Value vector =
        LLVM::LoadOp::create(builder, loc, loaded, from, width * bytes);
    for (unsigned i = 0; i < width; ++i) {
      Value element = vector;
      if (width > 1)
        element = LLVM::ExtractElementOp::create(builder, loc, vector, i32(i));
      elements.push_back(memory == type ? element : fromInteger(element, type));
    }
  }
  return elements;
}
