// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Splits masked accesses that are wider than a register of a CPU with AVX2, in
/// place of LLVM, whose splitting is wrong (22.1.8).
///
/// **Fault.** Of a mask `and (splat c), <1, .., 1, 0, .., 0>` of 16 lanes, the
/// half without a lane that is true became true in all lanes: the code read 32
/// bytes that the mask excludes, and returned them. A later pass could also
/// crash on such a load, whose size was not known ("Cannot implicitly convert a
/// scalable size"). CPUs with mask registers are not affected.
///
/// **Remedy.** Each part of a register has a mask of its own, which is folded
/// where it is known: a part that is false is not accessed, and one that is
/// true is a plain access.

#include "TargetInternals.h"
#include "cm2tt/Lowering/HostTarget.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

using namespace cm2tt;
using namespace llvm;

namespace {
/// Some neighbouring lanes of a vector.
struct Lanes {
  unsigned first, count;
};

/// The part of an access to these lanes.
struct Part {
  Lanes lanes;
  Value *pointer, *mask;
  Align align;

  bool isAll() const { return isKnown() && known()->isAllOnesValue(); }
  bool isNone() const { return isKnown() && known()->isNullValue(); }

private:
  bool isKnown() const { return isa<Constant>(mask); }
  Constant *known() const { return cast<Constant>(mask); }
};
} // namespace

/// The lanes of `value`. What is known of a lane stays known.
static Value *extract(IRBuilder<> &builder, Value *value, Lanes lanes) {
  Value *left = nullptr, *right = nullptr, *scalar = nullptr;
  if (match(value, PatternMatch::m_And(PatternMatch::m_Value(left),
                                       PatternMatch::m_Value(right)))) {
    left = extract(builder, left, lanes);
    right = extract(builder, right, lanes);
    auto isZero = [](Value *part) {
      auto *known = dyn_cast<Constant>(part);
      return known && known->isNullValue();
    };
    return isZero(left)    ? left
           : isZero(right) ? right
                           : builder.CreateAnd(left, right);
  }
  if (match(value, PatternMatch::m_Shuffle(
                       PatternMatch::m_InsertElt(PatternMatch::m_Value(),
                                                 PatternMatch::m_Value(scalar),
                                                 PatternMatch::m_ZeroInt()),
                       PatternMatch::m_Value(), PatternMatch::m_ZeroMask())))
    return builder.CreateVectorSplat(lanes.count, scalar);
  return builder.CreateShuffleVector(
      value, to_vector<16>(seq<int>(lanes.first, lanes.first + lanes.count)));
}

static Value *emitLoad(IRBuilder<> &builder, IntrinsicInst *load, Part part) {
  Value *other = extract(builder, load->getArgOperand(2), part.lanes);
  if (part.isNone())
    return other;
  Type *type = other->getType();
  if (part.isAll())
    return builder.CreateAlignedLoad(type, part.pointer, part.align);
  return builder.CreateMaskedLoad(type, part.pointer, part.align, part.mask,
                                  other);
}

static void emitStore(IRBuilder<> &builder, IntrinsicInst *store, Part part) {
  if (part.isNone())
    return;
  Value *value = extract(builder, store->getArgOperand(0), part.lanes);
  if (part.isAll())
    builder.CreateAlignedStore(value, part.pointer, part.align);
  else
    builder.CreateMaskedStore(value, part.pointer, part.align, part.mask);
}

/// Puts parts after each other.
static Value *concatenate(IRBuilder<> &builder, SmallVector<Value *> parts) {
  while (parts.size() > 1) {
    SmallVector<Value *> wider;
    unsigned lanes =
        2 * cast<FixedVectorType>(parts[0]->getType())->getNumElements();
    for (unsigned i = 0; i < parts.size(); i += 2)
      wider.push_back(builder.CreateShuffleVector(
          parts[i], parts[i + 1], to_vector<16>(seq<int>(0, lanes))));
    parts = std::move(wider);
  }
  return parts.front();
}

static void split(IntrinsicInst *access, unsigned bytes) {
  const bool isLoad = access->getIntrinsicID() == Intrinsic::masked_load;
  Value *pointer = access->getArgOperand(isLoad ? 0 : 1);
  Value *mask = access->getArgOperand(isLoad ? 1 : 2);
  auto *type = cast<FixedVectorType>(
      isLoad ? access->getType() : access->getArgOperand(0)->getType());
  const unsigned elementBytes = type->getScalarSizeInBits() / 8;
  const unsigned count = bytes / elementBytes;
  const Align align = access->getParamAlign(isLoad ? 0 : 1).valueOrOne();
  IRBuilder<> builder(access);
  SmallVector<Value *> parts;
  for (unsigned first = 0; first < type->getNumElements(); first += count) {
    const uint64_t offset = uint64_t(first) * elementBytes;
    Part part{{first, count},
              builder.CreateConstGEP1_64(builder.getInt8Ty(), pointer, offset),
              extract(builder, mask, {first, count}),
              commonAlignment(align, offset)};
    if (isLoad)
      parts.push_back(emitLoad(builder, access, part));
    else
      emitStore(builder, access, part);
  }
  if (isLoad)
    access->replaceAllUsesWith(concatenate(builder, std::move(parts)));
  access->eraseFromParent();
}

void cm2tt::splitMaskedAccesses(Function &function, const HostTarget &target) {
  if (!target.hasMaskedAccess() || target.hasMaskRegisters())
    return;
  const unsigned bytes = target.getVectorBytes();
  auto isWide = [&](IntrinsicInst *access) {
    Type *type = access->getIntrinsicID() == Intrinsic::masked_load
                     ? access->getType()
                 : access->getIntrinsicID() == Intrinsic::masked_store
                     ? access->getArgOperand(0)->getType()
                     : nullptr;
    auto *vector = dyn_cast_or_null<FixedVectorType>(type);
    // LLVM accesses narrower elements one by one.
    return vector && vector->getScalarSizeInBits() >= 32 &&
           isPowerOf2_32(vector->getNumElements()) &&
           vector->getPrimitiveSizeInBits() > 8 * bytes;
  };
  SmallVector<IntrinsicInst *> wide;
  for (Instruction &instruction : instructions(function))
    if (auto *access = dyn_cast<IntrinsicInst>(&instruction);
        access && isWide(access))
      wide.push_back(access);
  for (IntrinsicInst *access : wide)
    split(access, bytes);
}
