// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Lowers loads and stores: registers that are neighbours in memory share one
/// access of up to 128 bits, predicated by the mask.
///
/// If the mask is false and there is no `other`, the registers are zero, so
/// that a Java program does not read undefined values. It costs a move, which
/// does not increase the time. A mask that is known to be equal for neighbours
/// is computed once for them, which keeps loops small enough for `ptxas` to
/// unroll them, such as those of layer normalisation.
///
/// Not here: how registers are grouped (MemoryAccess.h); how wide an access may
/// be (AxisInfo.h); layouts (TTToTTG); atomics (Atomics.cpp).

#include "MemoryAccess.h"

#include "cm2tt/Dialect/TT/TTOps.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

#include <map>
#include <vector>

using namespace mlir;
using namespace cm2tt;

//===----------------------------------------------------------------------===//
// Inline assembly
//===----------------------------------------------------------------------===//

static StringRef cacheSuffix(tt::CacheModifier cache) {
  switch (cache) {
  case tt::CacheModifier::NONE:
    return "";
  case tt::CacheModifier::CA:
    return ".ca";
  case tt::CacheModifier::CG:
    return ".cg";
  case tt::CacheModifier::WB:
    return ".wb";
  case tt::CacheModifier::CS:
    return ".cs";
  case tt::CacheModifier::WT:
    return ".wt";
  case tt::CacheModifier::CV:
    return ".cv";
  }
  llvm_unreachable("every modifier is listed");
}

/// PTX takes a cache modifier or an eviction policy; the first says more.
static StringRef evictionSuffix(tt::CacheModifier cache,
                                tt::EvictionPolicy policy) {
  if (cache != tt::CacheModifier::NONE)
    return "";
  switch (policy) {
  case tt::EvictionPolicy::NORMAL:
    return "";
  case tt::EvictionPolicy::EVICT_FIRST:
    return ".L1::evict_first";
  case tt::EvictionPolicy::EVICT_LAST:
    return ".L1::evict_last";
  }
  llvm_unreachable("every policy is listed");
}

/// One load. Where the mask is false the words are those of `other`, or zero:
/// reading a register that nothing wrote is not for Java programmers.
static SmallVector<Value> emitLoad(const AccessEmitter &emitter, tt::LoadOp op,
                                   Value pointer, Value mask,
                                   ArrayRef<Value> other) {
  Assembly assembly;
  SmallVector<std::string> names;
  // Under a mask the results are written before the address is read: they must
  // have registers of their own ("&").
  std::string constraint =
      (mask ? "&" : "") + emitter.getWordConstraint().str();
  for (unsigned i = 0; i < emitter.plan.words; ++i)
    names.push_back(assembly.result(constraint));
  std::string address = assembly.operand("l", pointer), load;
  if (mask) {
    load = "@" + assembly.operand("b", mask) + " ";
    for (auto [i, name] : llvm::enumerate(names))
      assembly.text +=
          "mov.b" + std::to_string(emitter.plan.wordBits) + " " + name + ", " +
          (other.empty()
               ? std::string("0")
               : assembly.operand(emitter.getWordConstraint(), other[i])) +
          "; ";
  }
  load += "ld";
  if (op.getIsVolatile())
    load += ".volatile.global";
  else
    load += (".global" + cacheSuffix(op.getCache()) +
             evictionSuffix(op.getCache(), op.getEvict()))
                .str();
  assembly.text += load + emitter.getTypeSuffix() + " " + wordList(names) +
                   ", [" + address + "];";
  return emitAssembly(emitter, assembly);
}

static void emitStore(const AccessEmitter &emitter, tt::StoreOp op,
                      Value pointer, Value predicate, ArrayRef<Value> words) {
  Assembly assembly;
  std::string address = assembly.operand("l", pointer);
  SmallVector<std::string> names;
  for (Value word : words)
    names.push_back(assembly.operand(emitter.getWordConstraint(), word));
  if (predicate)
    assembly.text = "@" + assembly.operand("b", predicate) + " ";
  assembly.text +=
      ("st.global" + cacheSuffix(op.getCache()) +
       evictionSuffix(op.getCache(), op.getEvict()) + emitter.getTypeSuffix() +
       " [" + address + "], " + wordList(names) + ";")
          .str();
  emitAssembly(emitter, assembly);
}

namespace {
struct LoadOpLowering : ContextPattern<tt::LoadOp> {
  using Base::Base;
  LogicalResult
  matchAndRewrite(tt::LoadOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (tt::isBlockPtr(op.getPtr().getType()))
      return rewriter.notifyMatchFailure(op, "block pointers are not lowered");
    AccessPlan plan = planAccess(
        op.getType(), vectorAccess(lowering, op.getPtr(), op.getMask()));
    AccessEmitter emitter(rewriter, op.getLoc(), plan);
    Type element =
        getTypeConverter()->convertType(getElementTypeOrSelf(op.getType()));
    SmallVector<Value> results(plan.sameAs.size());
    SmallVector<Value> addresses =
        groupAddresses(emitter, lowering, op.getPtr(), adaptor.getPtr());
    // Loads of one address, as of the coefficient of a channel, are one.
    std::map<std::vector<void *>, ArrayRef<unsigned>> loaded;
    for (auto [group, address] : llvm::zip_equal(plan.groups, addresses)) {
      Value mask = op.getMask() ? adaptor.getMask()[group.front()] : Value();
      SmallVector<Value> others;
      if (op.getOther())
        for (unsigned reg : group)
          others.push_back(adaptor.getOther()[reg]);
      std::vector<void *> operands{address.getAsOpaquePointer(),
                                   mask.getAsOpaquePointer()};
      for (Value other : others)
        operands.push_back(other.getAsOpaquePointer());
      auto [known, isNew] = loaded.try_emplace(operands, group);
      if (!isNew && !op.getIsVolatile()) {
        for (auto [reg, same] : llvm::zip_equal(group, known->second))
          results[reg] = results[same];
        continue;
      }
      SmallVector<Value> words =
          emitLoad(emitter, op, address, mask, emitter.pack(others));
      for (auto [reg, value] : llvm::zip(group, emitter.unpack(words, element)))
        results[reg] = value;
    }
    for (auto [reg, same] : llvm::enumerate(plan.sameAs))
      results[reg] = results[same];
    rewriter.replaceOpWithMultiple(op, {results});
    return success();
  }
};

struct StoreOpLowering : ContextPattern<tt::StoreOp> {
  using Base::Base;
  LogicalResult
  matchAndRewrite(tt::StoreOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (tt::isBlockPtr(op.getPtr().getType()))
      return rewriter.notifyMatchFailure(op, "block pointers are not lowered");
    AccessPlan plan =
        planAccess(op.getValue().getType(),
                   vectorAccess(lowering, op.getPtr(), op.getMask()));
    AccessEmitter emitter(rewriter, op.getLoc(), plan);
    Value owner =
        emitOwnership(emitter, op.getValue().getType(), lowering.numWarps);
    SmallVector<Value> addresses =
        groupAddresses(emitter, lowering, op.getPtr(), adaptor.getPtr());
    for (auto [group, address] : llvm::zip_equal(plan.groups, addresses)) {
      unsigned first = group.front();
      SmallVector<Value> words = emitter.pack(llvm::map_to_vector(
          group, [&](unsigned reg) { return adaptor.getValue()[reg]; }));
      Value predicate = owner;
      if (op.getMask()) {
        predicate = adaptor.getMask()[first];
        if (owner)
          predicate =
              LLVM::AndOp::create(rewriter, op.getLoc(), predicate, owner);
      }
      emitStore(emitter, op, address, predicate, words);
    }
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void cm2tt::populateMemoryPatterns(const TileTypeConverter &converter,
                                   const LoweringContext &context,
                                   RewritePatternSet &patterns) {
  patterns.add<LoadOpLowering, StoreOpLowering>(converter,
                                                patterns.getContext(), context);
}
