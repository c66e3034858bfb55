// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Lowers bulk tensor copies (`cp.async.bulk.tensor`) and their barriers
/// (`mbarrier`). Thread 0 initialises barriers, starts copies and waits for
/// stores to be read; all threads wait for barriers. In a `ttg.producer` there
/// is one thread only. A descriptor is the generic address of a tensor map.
///
/// In a store by groups of warps (GroupStores.h), the first thread of each
/// group starts the copies of the group's rows.
///
/// Coordinates of tensor maps count the contiguous dimension first.
///
/// Not here: the boxes of a block (TensorCopyLayouts.h).

#include "GroupBarrier.h"
#include "TTGToLLVMInternals.h"

#include "cm2tt/Dialect/TTG/TTGOps.h"
#include "cm2tt/Dialect/TTG/TensorCopyLayouts.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace cm2tt;

namespace {
/// The operations that one thread performs in place of `op`.
class OneThread {
public:
  /// Begins them, under `mask` if there is one.
  OneThread(ConversionPatternRewriter &rewriter, Operation *op, Value mask,
            unsigned numWarps)
      : rewriter(rewriter), op(op) {
    bool isAlone = op->getParentOfType<ttg::ProducerOp>() != nullptr;
    if (!isAlone)
      mask = restrictToFirst(mask, numWarps);
    if (mask)
      after = emitBranch(rewriter, op, mask);
  }
  /// Ends them, and erases `op`.
  LogicalResult end() {
    if (after)
      LLVM::BrOp::create(rewriter, op->getLoc(), after);
    rewriter.setInsertionPoint(op);
    rewriter.eraseOp(op);
    return success();
  }

private:
  /// Whether this is thread 0, or that of its group, and `mask` holds.
  Value restrictToFirst(Value mask, unsigned numWarps) {
    Emitter emitter{rewriter, op->getLoc()};
    Value number = emitter.threadId(numWarps);
    if (op->hasAttr(kOfGroupAttr))
      number = emitter.field(number, kThreadsOfGroup - 1, /*shift=*/0);
    Value isFirst =
        LLVM::ICmpOp::create(rewriter, op->getLoc(), LLVM::ICmpPredicate::eq,
                             number, emitter.i32(0));
    if (mask)
      isFirst = LLVM::AndOp::create(rewriter, op->getLoc(), isFirst, mask);
    return isFirst;
  }

  ConversionPatternRewriter &rewriter;
  Operation *op;
  /// Null if the operations need no branch.
  Block *after = nullptr;
};
} // namespace

/// Calls `emit` with the address of each barrier.
static void forEachBarrier(const Emitter &emitter, ttg::MemDescType barriers,
                           Value base, llvm::function_ref<void(Value)> emit) {
  for (uint64_t offset = 0; offset < barriers.getBytes();
       offset += barriers.getTileBytes())
    emit(emitter.sharedAddress(base, offset));
}

/// Calls `emit` with the coordinates and the address of each box of a block
/// that begins at `indices` in the tensor and at `base` in shared memory.
static void forEachBox(
    const Emitter &emitter, tt::TensorDescType desc, ValueRange indices,
    Value base,
    llvm::function_ref<void(ArrayRef<Value> coordinates, Value address)> emit) {
  RankedTensorType block = desc.getSignlessBlockType();
  unsigned bits = block.getElementTypeBitWidth();
  auto plan = *ttg::planTensorCopy(block.getShape(), bits);
  uint64_t boxBytes = block.getNumElements() * bits / 8 / plan.boxes.size();
  for (auto [number, box] : llvm::enumerate(plan.boxes)) {
    SmallVector<Value> coordinates;
    for (auto [index, first] : llvm::reverse(llvm::zip_equal(indices, box)))
      coordinates.push_back(first ? emitter.add(index, emitter.i32(first))
                                  : index);
    emit(coordinates, emitter.sharedAddress(base, number * boxBytes));
  }
}

/// The same for the boxes of this thread's group of warps.
static void forEachBoxOfGroup(
    const Emitter &emitter, tt::TensorDescType desc, ValueRange indices,
    Value base, const GroupRows &rows, unsigned numWarps,
    llvm::function_ref<void(ArrayRef<Value> coordinates, Value address)> emit) {
  RankedTensorType block = desc.getSignlessBlockType();
  unsigned bits = block.getElementTypeBitWidth();
  auto plan = *ttg::planTensorCopy(block.getShape(), bits);
  int64_t bytesOfRow = plan.boxShape.back() * bits / 8;
  int64_t bytesOfBox = block.getNumElements() * bits / 8 /
                       static_cast<int64_t>(plan.boxes.size());
  // The first row of the group is a linear map of the thread's number.
  SmallVector<uint64_t> map(llvm::ConstantLog2<kThreadsOfGroup>(), 0);
  map.append(rows.bits.begin(), rows.bits.end());
  Value first = emitThreadMap(emitter, emitter.threadId(numWarps), map);
  SmallVector<Value> starts(indices);
  Value &row = *(starts.end() - 2);
  row = emitter.add(row, first);
  Value ofGroup = emitter.sharedAddress(
      base, LLVM::MulOp::create(emitter.builder, emitter.loc, first,
                                emitter.i32(bytesOfRow)));
  for (auto [number, box] : llvm::enumerate(plan.boxes)) {
    if (rows.getGroup(*(box.end() - 2)) != 0)
      continue;
    SmallVector<Value> coordinates;
    for (auto [index, begin] : llvm::reverse(llvm::zip_equal(starts, box)))
      coordinates.push_back(begin ? emitter.add(index, emitter.i32(begin))
                                  : index);
    emit(coordinates, emitter.sharedAddress(
                          ofGroup, static_cast<int64_t>(number) * bytesOfBox));
  }
}

/// An address of the block's shared memory as one of the cluster's: the same
/// number, since the window of the cluster contains that of the block (PTX ISA,
/// "Shared State Space").
static Value asClusterAddress(const Emitter &emitter, Value address) {
  auto type = LLVM::LLVMPointerType::get(
      emitter.builder.getContext(),
      static_cast<unsigned>(NVVM::NVVMMemorySpace::SharedCluster));
  Value number = LLVM::PtrToIntOp::create(
      emitter.builder, emitter.loc, emitter.builder.getI32Type(), address);
  return LLVM::IntToPtrOp::create(emitter.builder, emitter.loc, type, number);
}

namespace {
struct MBarrierInitOpLowering : ContextPattern<ttg::MBarrierInitOp> {
  using Base::Base;
  LogicalResult
  matchAndRewrite(ttg::MBarrierInitOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Emitter emitter{rewriter, op.getLoc()};
    OneThread thread(rewriter, op, Value(), lowering.numWarps);
    forEachBarrier(emitter, op.getBarriers().getType(), adaptor.getBarriers(),
                   [&](Value barrier) {
                     NVVM::MBarrierInitOp::create(rewriter, op.getLoc(),
                                                  barrier,
                                                  emitter.i32(op.getCount()),
                                                  /*predicate=*/Value());
                   });
    // Copies, which complete the barriers, see them only after a fence. This
    // one waits for no other accesses to memory, and needs no instruction.
    NVVM::FenceMbarrierInitOp::create(rewriter, op.getLoc());
    return thread.end();
  }
};

/// Without a branch, so that what follows a loop, as the conversion of an
/// accumulator and its stores, stays one block.
struct MBarrierInvalOpLowering : ContextPattern<ttg::MBarrierInvalOp> {
  using Base::Base;
  LogicalResult
  matchAndRewrite(ttg::MBarrierInvalOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Emitter emitter{rewriter, loc};
    // A producer is one thread.
    Value isFirst;
    if (!op->getParentOfType<ttg::ProducerOp>())
      isFirst = LLVM::ICmpOp::create(rewriter, loc, LLVM::ICmpPredicate::eq,
                                     emitter.threadId(lowering.numWarps),
                                     emitter.i32(0));
    forEachBarrier(
        emitter, op.getBarriers().getType(), adaptor.getBarriers(),
        [&](Value barrier) { invalidate(rewriter, loc, barrier, isFirst); });
    rewriter.eraseOp(op);
    return success();
  }

private:
  /// Ends the use of a barrier, if `predicate` is null or holds.
  static void invalidate(OpBuilder &builder, Location loc, Value barrier,
                         Value predicate) {
    if (!predicate) {
      NVVM::MBarrierInvalOp::create(builder, loc, barrier);
      return;
    }
    LLVM::InlineAsmOp::create(
        builder, loc, TypeRange(), ValueRange{predicate, barrier},
        "@$0 mbarrier.inval.shared.b64 [$1];", "b,r,~{memory}",
        /*has_side_effects=*/true, /*is_align_stack=*/false,
        LLVM::tailcallkind::TailCallKind::None, LLVM::AsmDialectAttr(),
        ArrayAttr());
  }
};

/// A loop, since a try ends after a time that the system limits.
struct MBarrierWaitOpLowering : OpConversionPattern<ttg::MBarrierWaitOp> {
  using Base::Base;
  LogicalResult
  matchAndRewrite(ttg::MBarrierWaitOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Block *before = rewriter.getInsertionBlock();
    Block *after = rewriter.splitBlock(before, Block::iterator(op));
    Block *loop = rewriter.createBlock(after);
    rewriter.setInsertionPointToEnd(before);
    LLVM::BrOp::create(rewriter, loc, loop);
    rewriter.setInsertionPointToEnd(loop);
    Value isDone = NVVM::MBarrierTryWaitOp::create(
        rewriter, loc, rewriter.getI1Type(), adaptor.getBarrier(),
        adaptor.getParity(), /*ticks=*/Value());
    LLVM::CondBrOp::create(rewriter, loc, isDone, after, loop);
    rewriter.setInsertionPoint(op);
    rewriter.eraseOp(op);
    return success();
  }
};

struct TensorCopyOpLowering : ContextPattern<ttg::TensorCopyOp> {
  using Base::Base;
  LogicalResult
  matchAndRewrite(ttg::TensorCopyOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Emitter emitter{rewriter, loc};
    ttg::MemDescType tile = op.getDest().getType();
    OneThread thread(rewriter, op, adaptor.getMask(), lowering.numWarps);
    NVVM::MBarrierArriveExpectTxOp::create(
        rewriter, loc, TypeRange(), adaptor.getBarrier(),
        emitter.i32(tile.getTileBytes()), NVVM::MemScopeKind::CTA,
        /*relaxed=*/false, /*predicate=*/Value());
    forEachBox(emitter, op.getDesc().getType(), adaptor.getIndices(),
               adaptor.getDest(),
               [&](ArrayRef<Value> coordinates, Value address) {
                 NVVM::CpAsyncBulkTensorGlobalToSharedClusterOp::create(
                     rewriter, loc, asClusterAddress(emitter, address),
                     adaptor.getDesc(), coordinates, adaptor.getBarrier(),
                     /*im2colOffsets=*/ValueRange(), /*multicastMask=*/Value(),
                     /*l2CacheHint=*/Value(), NVVM::TMALoadMode::TILE,
                     /*isCTAOnly=*/false, NVVM::CTAGroupKindAttr(),
                     /*predicate=*/Value());
               });
    return thread.end();
  }
};

struct TensorStoreOpLowering : ContextPattern<ttg::TensorStoreOp> {
  using Base::Base;
  LogicalResult
  matchAndRewrite(ttg::TensorStoreOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Emitter emitter{rewriter, loc};
    OneThread thread(rewriter, op, Value(), lowering.numWarps);
    auto store = [&](ArrayRef<Value> coordinates, Value address) {
      if (!op.getReduce()) {
        NVVM::CpAsyncBulkTensorSharedCTAToGlobalOp::create(
            rewriter, loc, adaptor.getDesc(), address, coordinates,
            /*l2CacheHint=*/Value(), NVVM::TMAStoreMode::TILE,
            /*predicate=*/Value());
        return;
      }
      // The same kinds, by the same names.
      auto kind = NVVM::symbolizeTMAReduxKind(
          tt::stringifyDescriptorReduceKind(*op.getReduce()));
      NVVM::CpAsyncBulkTensorReduceOp::create(
          rewriter, loc, adaptor.getDesc(), address, *kind,
          NVVM::TMAStoreMode::TILE, coordinates, /*l2CacheHint=*/Value());
    };
    if (std::optional<GroupRows> groups = GroupRows::of(op))
      forEachBoxOfGroup(emitter, op.getDesc().getType(), adaptor.getIndices(),
                        adaptor.getSrc(), *groups, lowering.numWarps, store);
    else
      forEachBox(emitter, op.getDesc().getType(), adaptor.getIndices(),
                 adaptor.getSrc(), store);
    NVVM::CpAsyncBulkCommitGroupOp::create(rewriter, loc);
    return thread.end();
  }
};

/// Other threads have started none: they do not wait.
struct TensorStoreWaitOpLowering : OpConversionPattern<ttg::TensorStoreWaitOp> {
  using Base::Base;
  LogicalResult
  matchAndRewrite(ttg::TensorStoreWaitOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    NVVM::CpAsyncBulkWaitGroupOp::create(
        rewriter, op.getLoc(), rewriter.getI32IntegerAttr(op.getPending()),
        /*read=*/op.getWritten() ? UnitAttr() : rewriter.getUnitAttr());
    rewriter.eraseOp(op);
    return success();
  }
};

struct FenceAsyncGlobalOpLowering
    : OpConversionPattern<ttg::FenceAsyncGlobalOp> {
  using Base::Base;
  LogicalResult
  matchAndRewrite(ttg::FenceAsyncGlobalOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    NVVM::FenceProxyOp::create(rewriter, op.getLoc(),
                               NVVM::ProxyKind::async_global,
                               NVVM::SharedSpaceAttr());
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void cm2tt::populateTensorCopyPatterns(const TileTypeConverter &converter,
                                       const LoweringContext &context,
                                       RewritePatternSet &patterns) {
  patterns.add<MBarrierInitOpLowering, MBarrierInvalOpLowering,
               TensorCopyOpLowering, TensorStoreOpLowering>(
      converter, patterns.getContext(), context);
  patterns.add<FenceAsyncGlobalOpLowering, MBarrierWaitOpLowering,
               TensorStoreWaitOpLowering>(converter, patterns.getContext());
}
