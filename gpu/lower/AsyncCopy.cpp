// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Lowers asynchronous copies from global to shared memory: `cp.async`.
///
/// Eviction policies are hints, and are left out: for a copy with
/// `.L2::cache_hint`, assemblers leave the uniform register of the memory
/// descriptor undefined on sm_90 and newer, and the kernel ends in an illegal
/// instruction. Seen on an H200 with ptxas 12.8.93, ptxas 13.0.88 and the
/// driver's own compiler (580.159), each with the hint in 8 of 8 kernels and
/// without it in none.
///
/// Not here: how wide they are (LoopLoads.h).

#include "MemoryAccess.h"

#include "gpu/schedule/LoopLoads.h"
#include "gpu/shared/SharedScratch.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace cm2tt;

namespace {
/// The common properties of all copies of an operation.
struct CopyOptions {
  unsigned bytes;
  /// `.ca` or `.cg`.
  StringRef cache;
};
} // namespace

/// Only copies of 16 bytes may leave out L1, which nothing else of the tile
/// is for.
static StringRef getCacheSuffix(ttg::AsyncCopyOp op, unsigned bytes) {
  return bytes == 16 && op.getCache() != tt::CacheModifier::CA ? ".cg" : ".ca";
}

/// One copy: of no bytes where the mask is false, the rest becomes zero.
static void emitCopy(const Emitter &emitter, const SharedPlace &place,
                     const CopyOptions &options, Value pointer, Value mask) {
  OpBuilder &builder = emitter.builder;
  Assembly assembly;
  std::string bytes = std::to_string(options.bytes);
  std::string to = assembly.operand("r", place.address);
  if (place.offset)
    to += "+" + std::to_string(place.offset);
  std::string from = assembly.operand("l", pointer), rest;
  if (mask) {
    Value size = LLVM::SelectOp::create(
        builder, emitter.loc, mask, emitter.i32(options.bytes), emitter.i32(0));
    rest += ", " + assembly.operand("r", size);
  }
  if (place.owner)
    assembly.text = "@" + assembly.operand("b", place.owner) + " ";
  assembly.text += ("cp.async" + options.cache + ".shared.global").str() +
                   " [" + to + "], [" + from + "], " + bytes + rest + ";";
  LLVM::InlineAsmOp::create(
      builder, emitter.loc, TypeRange(), assembly.operands, assembly.text,
      assembly.constraints, /*has_side_effects=*/true,
      /*is_align_stack=*/false, LLVM::tailcallkind::TailCallKind::None,
      LLVM::AsmDialectAttr(), ArrayAttr());
}

namespace {
struct AsyncCopyOpLowering : ContextPattern<ttg::AsyncCopyOp> {
  using Base::Base;
  LogicalResult
  matchAndRewrite(ttg::AsyncCopyOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ttg::MemDescType memory = op.getDest().getType();
    CopyOptions options;
    options.bytes =
        getAsyncCopyBytes(op.getPtr(), op.getMask(), memory, lowering.axisInfo);
    if (!options.bytes)
      return op.emitError(
          "TTG-ASYNC-COPY-2: neighbours in global and in shared "
          "memory are fewer than 4 bytes");
    ttg::TilePlan plan = ttg::planTileAccess(
        getLayout(op.getPtr().getType()), memory.getLayout().getLayout(),
        getElementBits(memory.getElementType()), /*isStore=*/true,
        options.bytes * 8);
    Emitter emitter{rewriter, op.getLoc()};
    options.cache = getCacheSuffix(op, options.bytes);
    SharedTile tile{adaptor.getDest().front(),
                    emitter.threadId(lowering.numWarps), Type(),
                    plan.elementBytes};
    forEachSharedAccess(
        emitter, tile, plan.accesses,
        [&](const ttg::SharedAccess &access, const SharedPlace &place) {
          uint32_t first = plan.kept[access.registers.front()];
          emitCopy(emitter, place, options, adaptor.getPtr()[first],
                   op.getMask() ? adaptor.getMask()[first] : Value());
        });
    rewriter.replaceOpWithMultiple(op, {ValueRange()});
    return success();
  }
};

struct AsyncCommitOpLowering : OpConversionPattern<ttg::AsyncCommitOp> {
  using Base::Base;
  LogicalResult
  matchAndRewrite(ttg::AsyncCommitOp op, OneToNOpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    NVVM::CpAsyncCommitGroupOp::create(rewriter, op.getLoc());
    rewriter.replaceOpWithMultiple(op, {ValueRange()});
    return success();
  }
};

struct AsyncWaitOpLowering : OpConversionPattern<ttg::AsyncWaitOp> {
  using Base::Base;
  LogicalResult
  matchAndRewrite(ttg::AsyncWaitOp op, OneToNOpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    NVVM::CpAsyncWaitGroupOp::create(rewriter, op.getLoc(), op.getPending());
    rewriter.eraseOp(op);
    return success();
  }
};

/// Makes writes of threads to shared memory visible to units that read it
/// asynchronously.
struct FenceAsyncSharedOpLowering : ContextPattern<ttg::FenceAsyncSharedOp> {
  using Base::Base;
  LogicalResult
  matchAndRewrite(ttg::FenceAsyncSharedOp op, OneToNOpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (lowering.target.getComputeCapability() < 90)
      return op.emitError("needs sm_90");
    NVVM::FenceProxyOp::create(
        rewriter, op.getLoc(), NVVM::ProxyKind::async_shared,
        NVVM::SharedSpaceAttr::get(op.getContext(),
                                   NVVM::SharedSpace::shared_cta));
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void cm2tt::populateAsyncCopyPatterns(const TileTypeConverter &converter,
                                      const LoweringContext &context,
                                      RewritePatternSet &patterns) {
  patterns.add<AsyncCopyOpLowering, FenceAsyncSharedOpLowering>(
      converter, patterns.getContext(), context);
  patterns.add<AsyncCommitOpLowering, AsyncWaitOpLowering>(
      converter, patterns.getContext());
}
