// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Lowers tiles in shared memory: their allocation, views of them, stores and
/// loads by threads. A tile in shared memory is its address.
///
/// Not here: the accesses themselves (SharedAccess.cpp), copies from global
/// memory (AsyncCopy.cpp).

#include "TTGToLLVMInternals.h"

#include "gpu/shared/SharedScratch.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace cm2tt;

/// Stores the registers of a tile of type `tile` at `base`.
static void storeTile(const Emitter &emitter, Value base, ValueRange source,
                      std::pair<Type, ttg::MemDescType> types,
                      const LoweringContext &lowering) {
  ttg::SharedAccessOptions options;
  options.elementBits = getElementBits(types.first);
  options.isStore = true;
  options.useMatrices = lowering.target.hasMatrixStores();
  options.exchangeRegisters = true;
  ttg::TilePlan plan = ttg::planTileAccess(
      getLayout(types.first), types.second.getLayout().getLayout(), options);
  auto kept =
      llvm::map_to_vector(plan.kept, [&](uint32_t reg) { return source[reg]; });
  SharedTile tile{base, emitter.threadId(lowering.numWarps),
                  source.front().getType(), plan.elementBytes};
  emitSharedStore(emitter, tile, plan.accesses, kept);
}

namespace {
struct LocalAllocOpLowering : ContextPattern<ttg::LocalAllocOp> {
  using Base::Base;
  LogicalResult
  matchAndRewrite(ttg::LocalAllocOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Emitter emitter{rewriter, op.getLoc()};
    Value base = sharedBase(emitter, lowering, op);
    if (!base)
      return failure();
    if (op.getSrc())
      storeTile(emitter, base, adaptor.getSrc(),
                {op.getSrc().getType(), op.getType()}, lowering);
    rewriter.replaceOp(op, base);
    return success();
  }
};

struct LocalStoreOpLowering : ContextPattern<ttg::LocalStoreOp> {
  using Base::Base;
  LogicalResult
  matchAndRewrite(ttg::LocalStoreOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    storeTile({rewriter, op.getLoc()}, adaptor.getDest().front(),
              adaptor.getSrc(), {op.getSrc().getType(), op.getDest().getType()},
              lowering);
    rewriter.eraseOp(op);
    return success();
  }
};

struct LocalLoadOpLowering : ContextPattern<ttg::LocalLoadOp> {
  using Base::Base;
  LogicalResult
  matchAndRewrite(ttg::LocalLoadOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type element =
        getTypeConverter()->convertType(getElementTypeOrSelf(op.getType()));
    if (!element)
      return rewriter.notifyMatchFailure(op, "element has no LLVM type");
    Emitter emitter{rewriter, op.getLoc()};
    ttg::SharedAccessOptions options;
    options.elementBits = getElementBits(op.getType());
    options.useMatrices = true;
    options.exchangeRegisters = true;
    ttg::TilePlan plan = ttg::planTileAccess(
        getLayout(op.getType()), op.getSrc().getType().getLayout().getLayout(),
        options);
    SharedTile tile{adaptor.getSrc().front(),
                    emitter.threadId(lowering.numWarps), element,
                    plan.elementBytes};
    SmallVector<Value> loaded(plan.kept.size()), results;
    emitSharedLoad(emitter, tile, plan.accesses, loaded);
    for (uint32_t reg : plan.keptOf)
      results.push_back(loaded[reg]);
    rewriter.replaceOpWithMultiple(op, {results});
    return success();
  }
};

struct MemDescIndexOpLowering : OpConversionPattern<ttg::MemDescIndexOp> {
  using Base::Base;
  LogicalResult
  matchAndRewrite(ttg::MemDescIndexOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Emitter emitter{rewriter, op.getLoc()};
    Value bytes = LLVM::MulOp::create(rewriter, op.getLoc(), adaptor.getIndex(),
                                      emitter.i32(op.getType().getTileBytes()));
    rewriter.replaceOp(op, emitter.sharedAddress(adaptor.getSrc(), bytes));
    return success();
  }
};

struct NextBufferOpLowering : OpConversionPattern<ttg::NextBufferOp> {
  using Base::Base;
  LogicalResult
  matchAndRewrite(ttg::NextBufferOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Emitter emitter{rewriter, op.getLoc()};
    Value next = LLVM::AddOp::create(rewriter, op.getLoc(),
                                     adaptor.getCurrent(), emitter.i32(1));
    Value isLast =
        LLVM::ICmpOp::create(rewriter, op.getLoc(), LLVM::ICmpPredicate::eq,
                             next, emitter.i32(op.getCount()));
    rewriter.replaceOpWithNewOp<LLVM::SelectOp>(op, isLast, emitter.i32(0),
                                                next);
    return success();
  }
};

/// Only the layout, which is part of the type, is another.
struct MemDescTransOpLowering : OpConversionPattern<ttg::MemDescTransOp> {
  using Base::Base;
  LogicalResult
  matchAndRewrite(ttg::MemDescTransOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, adaptor.getSrc());
    return success();
  }
};
} // namespace

void cm2tt::populateLocalMemoryPatterns(const TileTypeConverter &converter,
                                        const LoweringContext &context,
                                        RewritePatternSet &patterns) {
  patterns.add<LocalAllocOpLowering, LocalLoadOpLowering, LocalStoreOpLowering>(
      converter, patterns.getContext(), context);
  patterns.add<MemDescIndexOpLowering, MemDescTransOpLowering,
               NextBufferOpLowering>(converter, patterns.getContext());
}
