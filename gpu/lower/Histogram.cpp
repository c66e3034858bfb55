// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Lowers histograms: the block counts in scratch memory, by atomics that the
/// hardware merges within a warp. An element out of range is counted in one of
/// the bins, so that no other memory is written.

#include "ReduceInternals.h"

#include "gpu/shared/ReductionScratch.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace cm2tt;

namespace {
/// Emits one histogram.
class HistogramEmitter {
public:
  HistogramEmitter(tt::HistogramOp op, const LoweringContext &lowering,
                   ConversionPatternRewriter &rewriter, Value base)
      : op(op), rewriter(rewriter),
        exchange(rewriter, op.getLoc(), lowering.numWarps), base(base) {}

  void clear();
  void count(ValueRange elements, ValueRange mask);
  SmallVector<Value> read();

private:
  unsigned numBins() { return op.getType().getNumElements(); }
  Value binOf(Value element);

  tt::HistogramOp op;
  ConversionPatternRewriter &rewriter;
  ExchangeEmitter exchange;
  Value base;
};
} // namespace

/// Each thread clears the bins with its own number plus multiples of the number
/// of threads.
void HistogramEmitter::clear() {
  unsigned threads = exchange.numWarps * TargetInfo::warpSize;
  Value place =
      exchange.sharedAddress(base, exchange.shiftLeft(exchange.thread, 2));
  Value hasBin;
  if (numBins() < threads)
    hasBin =
        LLVM::ICmpOp::create(rewriter, op.getLoc(), LLVM::ICmpPredicate::ult,
                             exchange.thread, exchange.i32(numBins()));
  for (unsigned bin = 0; bin < numBins(); bin += threads)
    exchange.store(exchange.i32(0), place, int64_t(bin) * 4, hasBin);
}

Value HistogramEmitter::binOf(Value element) {
  Type word = rewriter.getI32Type();
  unsigned bits = element.getType().getIntOrFloatBitWidth();
  if (bits > 32)
    element = LLVM::TruncOp::create(rewriter, op.getLoc(), word, element);
  else if (bits < 32)
    element = LLVM::ZExtOp::create(rewriter, op.getLoc(), word, element);
  return exchange.sharedAddress(
      base, exchange.shiftLeft(exchange.field(element, numBins() - 1, 0), 2));
}

/// An atomic operation under a predicate is inline assembly.
void HistogramEmitter::count(ValueRange elements, ValueRange mask) {
  const ttg::LinearLayout &layout = getLayout(op.getSrc().getType());
  ttg::Slot free = layout.getFreeVariableMasks();
  Value isOwner = exchange.threadHas(
      free.lane | free.warp << layout.getInBits(ttg::InDim::Lane), 0);
  for (auto [reg, same] : llvm::enumerate(ttg::canonicalRegisters(layout))) {
    if (reg != same)
      continue;
    Value counts = isOwner;
    if (!mask.empty())
      counts = isOwner ? LLVM::AndOp::create(rewriter, op.getLoc(), isOwner,
                                             mask[reg])
                             .getResult()
                       : mask[reg];
    SmallVector<Value> operands{binOf(elements[reg])};
    if (counts)
      operands.push_back(counts);
    LLVM::InlineAsmOp::create(
        rewriter, op.getLoc(), TypeRange(), operands,
        counts ? "@$1 red.shared.add.u32 [$0], 1;"
               : "red.shared.add.u32 [$0], 1;",
        counts ? "r,b,~{memory}" : "r,~{memory}", /*has_side_effects=*/true,
        /*is_align_stack=*/false, LLVM::tailcallkind::TailCallKind::None,
        LLVM::AsmDialectAttr(), ArrayAttr());
  }
}

SmallVector<Value> HistogramEmitter::read() {
  const ttg::LinearLayout &layout = getLayout(op.getType());
  ttg::SharedAccessPlan plan = ttg::planSharedAccess(
      layout.removeFreeRegisters(),
      ttg::makeSharedLayout(layout.getOutSizes(), {0}), {});
  SmallVector<uint32_t> sameAs = ttg::canonicalRegisters(layout);
  SmallVector<Value> loaded(sameAs.size()), results(sameAs.size());
  emitSharedLoad(exchange, {base, exchange.thread, rewriter.getI32Type(), 4},
                 plan, loaded);
  unsigned next = 0;
  for (auto [reg, same] : llvm::enumerate(sameAs))
    results[reg] = reg == same ? loaded[next++] : results[same];
  return results;
}

namespace {
struct HistogramOpLowering : ContextPattern<tt::HistogramOp> {
  using Base::Base;
  LogicalResult
  matchAndRewrite(tt::HistogramOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Emitter plain{rewriter, op.getLoc()};
    Value base = sharedBase(plain, lowering, op);
    if (!base)
      return failure();
    HistogramEmitter emitter(op, lowering, rewriter, base);
    emitter.clear();
    emitBarrier(plain, lowering);
    emitter.count(adaptor.getSrc(), adaptor.getMask());
    emitBarrier(plain, lowering);
    rewriter.replaceOpWithMultiple(op, {emitter.read()});
    return success();
  }
};
} // namespace

void cm2tt::populateHistogramPatterns(const TileTypeConverter &converter,
                                      const LoweringContext &context,
                                      RewritePatternSet &patterns) {
  patterns.add<HistogramOpLowering>(converter, patterns.getContext(), context);
}
