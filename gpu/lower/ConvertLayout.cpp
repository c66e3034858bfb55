// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Lowers conversions of layouts: emits the plan, by renaming registers, by
/// shuffles, or through shared memory.
///
/// Not here: the plan (LayoutConversion.h).

#include "TTGToLLVMInternals.h"

#include "cm2tt/Dialect/TTG/TTGOps.h"
#include "gpu/shared/SharedScratch.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace cm2tt;

namespace {
/// Emits one conversion. Elements travel as integers.
struct ConversionEmitter : Emitter {
  ConversionEmitter(OpBuilder &builder, Location loc,
                    const ttg::ConversionPlan &plan,
                    const LoweringContext &lowering)
      : Emitter{builder, loc}, plan(plan), lowering(lowering),
        thread(threadId(lowering.numWarps)) {}

  /// The destination registers, numbered as in the plan.
  SmallVector<Value> shuffle(ArrayRef<Value> source) const;
  SmallVector<Value> throughShared(ArrayRef<Value> source, Value base) const;

private:
  Value parity(uint64_t threadBits) const;
  Value select(ArrayRef<uint64_t> columns, unsigned index,
               llvm::function_ref<Value(unsigned)> value) const;
  Value shuffleWord(Value word, const ttg::ShuffleRound &round,
                    Value lane) const;
  Value shuffleElement(Value element, const ttg::ShuffleRound &round,
                       Value lane) const;
  void barrier() const;

  const ttg::ConversionPlan &plan;
  const LoweringContext &lowering;
  Value thread;
};
} // namespace

//===----------------------------------------------------------------------===//
// Shuffles
//===----------------------------------------------------------------------===//

/// Whether an odd number of these bits of the thread's number are set.
Value ConversionEmitter::parity(uint64_t threadBits) const {
  Value bits = field(thread, threadBits, 0);
  if (!llvm::isPowerOf2_64(threadBits)) {
    bits = LLVM::CtPopOp::create(builder, loc, builder.getI32Type(), bits);
    bits = field(bits, 1, 0);
  }
  return LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::ne, bits,
                              i32(0));
}

/// The value of `index ^ (columns * thread)`: a tree of selects over the span
/// of the columns.
Value ConversionEmitter::select(
    ArrayRef<uint64_t> columns, unsigned index,
    llvm::function_ref<Value(unsigned)> value) const {
  const auto *found =
      llvm::find_if(columns, [](uint64_t column) { return column != 0; });
  if (found == columns.end())
    return value(index);
  // Split on one bit of the columns: the thread bits that have it decide, and
  // with it cleared the others span one dimension less.
  uint64_t pivot = *found, bit = pivot & -pivot, deciding = 0;
  SmallVector<uint64_t> rest(columns);
  for (auto [i, column] : llvm::enumerate(rest))
    if (column & bit) {
      deciding |= uint64_t(1) << i;
      column ^= pivot;
    }
  Value flipped = select(rest, index ^ pivot, value);
  Value kept = select(rest, index, value);
  return LLVM::SelectOp::create(builder, loc, parity(deciding), flipped, kept);
}

Value ConversionEmitter::shuffleWord(Value word, const ttg::ShuffleRound &round,
                                     Value lane) const {
  bool isButterfly = plan.shuffle.isButterfly;
  return NVVM::ShflOp::create(
      builder, loc, word.getType(), i32(-1), word,
      isButterfly ? i32(round.laneXor) : lane, i32(TargetInfo::warpSize - 1),
      isButterfly ? NVVM::ShflKind::bfly : NVVM::ShflKind::idx, UnitAttr());
}

Value ConversionEmitter::shuffleElement(Value element,
                                        const ttg::ShuffleRound &round,
                                        Value lane) const {
  if (plan.shuffle.isButterfly && round.laneXor == 0)
    return element;
  return mapWords(element,
                  [&](Value word) { return shuffleWord(word, round, lane); });
}

SmallVector<Value> ConversionEmitter::shuffle(ArrayRef<Value> source) const {
  const ttg::ShufflePlan &shuffle = plan.shuffle;
  Value laneBase;
  if (!shuffle.isButterfly)
    laneBase = emitThreadMap(*this, thread, shuffle.laneMap);
  SmallVector<Value> received(shuffle.rounds.size());
  for (const ttg::ShuffleRound &round : shuffle.rounds) {
    Value sent = select(shuffle.sendSelect, round.sendRegister,
                        [&](unsigned reg) { return source[reg]; });
    Value lane;
    if (laneBase)
      lane = LLVM::XOrOp::create(builder, loc, laneBase, i32(round.laneXor));
    received[round.receiveRegister] = shuffleElement(sent, round, lane);
  }
  SmallVector<Value> dest;
  for (unsigned reg = 0; reg < received.size(); ++reg)
    dest.push_back(select(shuffle.receiveSelect, reg,
                          [&](unsigned index) { return received[index]; }));
  return dest;
}

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

void ConversionEmitter::barrier() const {
  if (plan.shared.isWarpLocal)
    emitWarpBarrier(*this);
  else
    emitBarrier(*this, lowering);
}

/// Invariant: earlier uses of the memory are complete. A pass begins when all
/// threads have loaded the elements that the previous one has moved.
SmallVector<Value> ConversionEmitter::throughShared(ArrayRef<Value> source,
                                                    Value base) const {
  const ttg::SharedPlan &shared = plan.shared;
  SmallVector<Value> dest(1 + *llvm::max_element(plan.destRegisters));
  SharedTile tile{base, thread, source.front().getType(), shared.elementBytes};
  for (tile.pass = 0; tile.pass < shared.numPasses; ++tile.pass) {
    if (tile.pass)
      barrier();
    emitSharedStore(*this, tile, shared.store, source);
    barrier();
    emitSharedLoad(*this, tile, shared.load, dest);
  }
  return dest;
}

namespace {
struct ConvertLayoutOpLowering : ContextPattern<ttg::ConvertLayoutOp> {
  using Base::Base;
  LogicalResult
  matchAndRewrite(ttg::ConvertLayoutOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ttg::ConversionPlan plan = planConversion(op);
    ValueRange source = adaptor.getSrc();
    SmallVector<Value> results;
    if (!plan.registerMap.empty()) {
      for (uint32_t reg : plan.registerMap)
        results.push_back(source[reg]);
    } else {
      ConversionEmitter emitter(rewriter, op.getLoc(), plan, lowering);
      auto kept = llvm::map_to_vector(
          plan.sourceRegisters, [&](uint32_t reg) { return source[reg]; });
      SmallVector<Value> moved;
      if (plan.kind == ttg::ConversionKind::Shuffle) {
        moved = emitter.shuffle(kept);
      } else {
        Value base = sharedBase(emitter, lowering, op);
        if (!base)
          return failure();
        moved = emitter.throughShared(kept, base);
      }
      for (uint32_t reg : plan.destRegisters)
        results.push_back(moved[reg]);
    }
    rewriter.replaceOpWithMultiple(op, {results});
    return success();
  }
};
} // namespace

void cm2tt::populateConvertLayoutPatterns(const TileTypeConverter &converter,
                                          const LoweringContext &context,
                                          RewritePatternSet &patterns) {
  patterns.add<ConvertLayoutOpLowering>(converter, patterns.getContext(),
                                        context);
}
