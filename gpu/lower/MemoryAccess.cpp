// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Accesses to global memory: grouping, packing, inline assembly.

#include "MemoryAccess.h"

#include "cm2tt/Dialect/TT/TTTypes.h"
#include "cm2tt/Dialect/TTG/ReductionPlan.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace cm2tt;

VectorAccess cm2tt::vectorAccess(const LoweringContext &lowering, Value pointer,
                                 Value mask) {
  if (!isa<RankedTensorType>(pointer.getType()))
    return {};
  return lowering.axisInfo.getMaxVectorWidth(
      pointer, mask, getLayout(pointer.getType()), TargetInfo::maxVectorBits);
}

/// The number of bits of an element in memory: truth values are bytes.
static unsigned memoryBits(Type element) {
  if (isa<tt::PtrType>(element))
    return 64;
  return std::max(element.getIntOrFloatBitWidth(), 8u);
}

AccessPlan cm2tt::planAccess(Type tile, VectorAccess access) {
  AccessPlan plan;
  plan.elementBits = memoryBits(getElementTypeOrSelf(tile));
  plan.wordBits = plan.elementBits * access.elements < 32
                      ? std::max(plan.elementBits * access.elements, 16u)
                      : std::max(plan.elementBits, 32u);
  plan.words =
      llvm::divideCeil(plan.elementBits * access.elements, plan.wordBits);
  if (!isa<RankedTensorType>(tile)) {
    plan.groups = {{0}};
    plan.sameAs = {0};
    return plan;
  }
  const ttg::LinearLayout &layout = getLayout(tile);
  plan.sameAs = ttg::canonicalRegisters(layout);
  SmallVector<unsigned> bits = layout.getConsecutiveBits(access.dim);
  bits.resize(llvm::Log2_32(access.elements));
  unsigned mask = 0;
  for (unsigned bit : bits)
    mask |= 1u << bit;
  for (unsigned reg = 0; reg < plan.sameAs.size(); ++reg) {
    if ((reg & mask) || plan.sameAs[reg] != reg)
      continue;
    SmallVector<unsigned> group;
    for (unsigned i = 0; i < access.elements; ++i) {
      unsigned member = reg;
      for (auto [k, bit] : llvm::enumerate(bits))
        member |= ((i >> k) & 1u) << bit;
      group.push_back(member);
    }
    plan.groups.push_back(group);
  }
  return plan;
}

/// The bits of a register's number that move its element within a contiguous
/// part of memory, with the number of elements by which they do.
static SmallVector<std::pair<unsigned, int64_t>>
findOffsets(const AxisInfo &info, const ttg::LinearLayout &layout) {
  SmallVector<std::pair<unsigned, int64_t>> offsets;
  if (!layout.isPermutation())
    return offsets;
  unsigned dim = 0;
  for (unsigned other = 1; other < layout.getRank(); ++other)
    if (info.getContiguity(other) > info.getContiguity(dim))
      dim = other;
  for (unsigned bit = 0; bit < layout.getInBits(ttg::InDim::Register); ++bit) {
    int64_t offset = layout.getBasis(ttg::InDim::Register, bit)[dim];
    if (offset != 0 && offset < info.getContiguity(dim))
      offsets.push_back({1u << bit, offset});
  }
  return offsets;
}

SmallVector<Value> cm2tt::groupAddresses(const AccessEmitter &emitter,
                                         const LoweringContext &lowering,
                                         Value pointer, ValueRange pointers) {
  SmallVector<std::pair<unsigned, int64_t>> offsets;
  if (isa<RankedTensorType>(pointer.getType()))
    offsets = findOffsets(lowering.axisInfo.getProvenInfo(pointer),
                          getLayout(pointer.getType()));
  SmallVector<Value> addresses;
  for (ArrayRef<unsigned> group : emitter.plan.groups) {
    unsigned first = group.front();
    int64_t elements = 0;
    for (auto [bit, offset] : offsets) {
      elements += first & bit ? offset : 0;
      first &= ~bit;
    }
    Value address = pointers[first];
    if (elements != 0)
      address = LLVM::GEPOp::create(
          emitter.builder, emitter.loc, address.getType(),
          emitter.builder.getI8Type(), address,
          LLVM::GEPArg(elements * emitter.plan.elementBits / 8));
    addresses.push_back(address);
  }
  return addresses;
}

std::string AccessEmitter::getTypeSuffix() const {
  unsigned bits = std::min(plan.wordBits, plan.elementBits * 16);
  if (plan.words == 1 && plan.groups.front().size() == 1)
    bits = std::min(bits, plan.elementBits);
  std::string suffix = ".b" + std::to_string(bits);
  return plan.words > 1 ? ".v" + std::to_string(plan.words) + suffix : suffix;
}

Value AccessEmitter::toBits(Value element) const {
  Type type = element.getType(),
       bits = builder.getIntegerType(plan.elementBits);
  if (isa<LLVM::LLVMPointerType>(type))
    return LLVM::PtrToIntOp::create(builder, loc, bits, element);
  if (type.isInteger(1))
    return LLVM::ZExtOp::create(builder, loc, bits, element);
  return type == bits
             ? element
             : LLVM::BitcastOp::create(builder, loc, bits, element).getResult();
}

Value AccessEmitter::fromBits(Value bits, Type type) const {
  if (isa<LLVM::LLVMPointerType>(type))
    return LLVM::IntToPtrOp::create(builder, loc, type, bits);
  if (type.isInteger(1)) {
    Value zero = LLVM::ConstantOp::create(builder, loc, bits.getType(), 0);
    return LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::ne, bits,
                                zero);
  }
  return type == bits.getType()
             ? bits
             : LLVM::BitcastOp::create(builder, loc, type, bits).getResult();
}

SmallVector<Value> AccessEmitter::pack(ArrayRef<Value> elements) const {
  SmallVector<Value> words;
  unsigned perWord = elements.size() / plan.words;
  for (; !elements.empty(); elements = elements.drop_front(perWord)) {
    Value first = toBits(elements.front());
    if (perWord == 1) {
      words.push_back(
          plan.elementBits == plan.wordBits
              ? first
              : LLVM::ZExtOp::create(builder, loc, getWordType(), first)
                    .getResult());
      continue;
    }
    auto type = VectorType::get(perWord, first.getType());
    Value vector = LLVM::PoisonOp::create(builder, loc, type);
    for (unsigned i = 0; i < perWord; ++i)
      vector = LLVM::InsertElementOp::create(
          builder, loc, vector, i ? toBits(elements[i]) : first, i32(i));
    words.push_back(
        LLVM::BitcastOp::create(builder, loc, getWordType(), vector));
  }
  return words;
}

SmallVector<Value> AccessEmitter::unpack(ArrayRef<Value> words,
                                         Type element) const {
  SmallVector<Value> elements;
  unsigned perWord = plan.groups.front().size() / plan.words;
  Type bits = builder.getIntegerType(plan.elementBits);
  for (Value word : words) {
    if (perWord == 1) {
      if (plan.elementBits < plan.wordBits)
        word = LLVM::TruncOp::create(builder, loc, bits, word);
      elements.push_back(fromBits(word, element));
      continue;
    }
    Value vector = LLVM::BitcastOp::create(
        builder, loc, VectorType::get(perWord, bits), word);
    for (unsigned i = 0; i < perWord; ++i)
      elements.push_back(
          fromBits(LLVM::ExtractElementOp::create(builder, loc, vector, i32(i)),
                   element));
  }
  return elements;
}

//===----------------------------------------------------------------------===//
// Inline assembly
//===----------------------------------------------------------------------===//

std::string cm2tt::wordList(ArrayRef<std::string> names) {
  return names.size() == 1 ? names.front()
                           : "{" + llvm::join(names, ", ") + "}";
}

SmallVector<Value> cm2tt::emitAssembly(const AccessEmitter &emitter,
                                       const Assembly &assembly) {
  OpBuilder &builder = emitter.builder;
  Type type = emitter.getWordType();
  unsigned count = assembly.numResults;
  Type result = count > 1
                    ? LLVM::LLVMStructType::getLiteral(
                          builder.getContext(), SmallVector<Type>(count, type))
                    : type;
  auto op = LLVM::InlineAsmOp::create(
      builder, emitter.loc, count ? TypeRange(result) : TypeRange(),
      assembly.operands, assembly.text, assembly.constraints,
      /*has_side_effects=*/true, /*is_align_stack=*/false,
      LLVM::tailcallkind::TailCallKind::None, LLVM::AsmDialectAttr(),
      ArrayAttr());
  if (count <= 1)
    return SmallVector<Value>(op->getResults());
  SmallVector<Value> words;
  for (unsigned i = 0; i < count; ++i)
    words.push_back(
        LLVM::ExtractValueOp::create(builder, emitter.loc, op.getResult(0), i));
  return words;
}

Value cm2tt::emitOwnership(const Emitter &emitter, Type tile,
                           unsigned numWarps) {
  uint64_t mask = numWarps * TargetInfo::warpSize - 1; // a scalar: thread 0
  if (isa<RankedTensorType>(tile)) {
    const ttg::LinearLayout &layout = getLayout(tile);
    ttg::Slot free = layout.getFreeVariableMasks();
    mask = free.lane | free.warp << layout.getInBits(ttg::InDim::Lane);
  }
  if (!mask)
    return {};
  Value bits = emitter.field(emitter.threadId(numWarps), mask, 0);
  return LLVM::ICmpOp::create(emitter.builder, emitter.loc,
                              LLVM::ICmpPredicate::eq, bits, emitter.i32(0));
}
