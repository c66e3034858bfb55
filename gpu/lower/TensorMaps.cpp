// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Lowers the creation of tensor maps in a kernel: thread 0 writes the fields
/// in shared memory, the first warp copies the map to global memory, with the
/// fences that bulk copies of thread 0 need to see it. The format is not
/// documented; instructions write the fields (PTX ISA, "tensormap.replace",
/// "tensormap.cp_fenceproxy").
///
/// The fence that acquires a map waits until it is in memory. Of several maps
/// that a kernel creates one after the other, all are on their way before the
/// first such fence.
///
/// Not here: the copies (TensorCopy.cpp).

#include "TensorMaps.h"

#include "TTGToLLVMInternals.h"

#include "cm2tt/Dialect/TTG/TTGOps.h"
#include "cm2tt/Dialect/TTG/TensorCopyLayouts.h"
#include "cm2tt/Tile/AxisInfo.h"
#include "gpu/shared/SharedScratch.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace cm2tt;

/// The number of an element type in a map (PTX ISA, "tensormap.replace": table
/// of values of `elemtype`). Floats of 8 bits are bytes.
static unsigned getElementNumber(Type element) {
  if (element.isF16())
    return 6;
  if (element.isF32())
    return 7;
  if (element.isF64())
    return 9;
  if (element.isBF16())
    return 10;
  bool isUnsigned = element.isUnsignedInteger();
  switch (tt::getElementBits(element)) {
  case 8:
    return 0;
  case 16:
    return 1;
  case 32:
    return isUnsigned ? 2 : 3;
  default:
    return isUnsigned ? 4 : 5;
  }
}

namespace {
/// Writes the fields of a map in shared memory.
struct MapWriter {
  const Emitter &emitter;
  Value map;

  /// Writes a field whose value is known while compiling.
  void replace(StringRef field, unsigned value) const {
    run(field, "b32", {}, std::to_string(value), {});
  }
  /// Writes a number; `ordinal` is the dimension, the contiguous one is 0.
  void replace(StringRef field, Value value,
               std::optional<unsigned> ordinal = std::nullopt) const {
    bool isWide = value.getType().isInteger(64);
    run(field, isWide ? "b64" : "b32",
        ordinal ? std::to_string(*ordinal) + ", " : "", "$1", value);
  }
  void clear(uint64_t bytes) const;

private:
  void run(StringRef field, StringRef type, const std::string &ordinal,
           const std::string &text, Value value) const {
    std::string assembly =
        ("tensormap.replace.tile." + field + ".shared::cta.b1024." + type +
         " [$0], " + ordinal + text + ";")
            .str();
    SmallVector<Value> operands{map};
    std::string constraints = "r";
    if (value) {
      operands.push_back(value);
      constraints += type == "b64" ? ",l" : ",r";
    }
    emitAsm(emitter, operands, assembly, constraints);
  }

public:
  static void emitAsm(const Emitter &emitter, ArrayRef<Value> operands,
                      StringRef text, StringRef constraints) {
    LLVM::InlineAsmOp::create(
        emitter.builder, emitter.loc, TypeRange(), operands, text,
        (constraints + ",~{memory}").str(), /*has_side_effects=*/true,
        /*is_align_stack=*/false, LLVM::tailcallkind::TailCallKind::None,
        LLVM::AsmDialectAttr(), ArrayAttr());
  }
};
} // namespace

/// Lets this thread use the map at a generic address in copies.
static void emitTensorMapAcquire(const Emitter &emitter, Value generic) {
  MapWriter::emitAsm(emitter, {generic},
                     "fence.proxy.tensormap::generic.acquire.gpu [$0], 128;",
                     "l");
}

void MapWriter::clear(uint64_t bytes) const {
  constexpr uint64_t kVectorBytes = 16;
  auto type = VectorType::get({4}, emitter.builder.getI32Type());
  Value zero = LLVM::ZeroOp::create(emitter.builder, emitter.loc, type);
  for (uint64_t at = 0; at < bytes; at += kVectorBytes)
    LLVM::StoreOp::create(emitter.builder, emitter.loc, zero,
                          emitter.sharedAddress(map, at), kVectorBytes);
}

//===----------------------------------------------------------------------===//
// Several maps
//===----------------------------------------------------------------------===//

/// Lets the threads acquire all maps after the last one is created.
static void acquireTogether(SmallVectorImpl<ttg::TensorMapCreateOp> &run) {
  if (run.size() > 1) {
    OpBuilder builder(run.back().getContext());
    builder.setInsertionPointAfter(run.back());
    for (ttg::TensorMapCreateOp create : run)
      create.getResult().replaceAllUsesWith(ttg::TensorMapAcquireOp::create(
          builder, create.getLoc(), create.getType(), create.getSlot()));
  }
  run.clear();
}

/// Whether an operation may be between creations of maps that are acquired
/// together: it neither starts copies nor uses these maps.
static bool mayBeBetween(Operation *op, ArrayRef<ttg::TensorMapCreateOp> run) {
  bool usesMap = llvm::any_of(op->getOperands(), [&](Value operand) {
    return llvm::is_contained(run,
                              operand.getDefiningOp<ttg::TensorMapCreateOp>());
  });
  return !usesMap && op->getNumRegions() == 0 &&
         (isMemoryEffectFree(op) || isa<gpu::BarrierOp>(op));
}

/// Before, where each creation waits for its map:
///
/// ```mlir
/// %d = ttg.tensor_map_create %s, %a, [%m, %k], [%u, %c1] : (!p, !f) -> !t
/// %e = ttg.tensor_map_create %t, %b, [%k, %n], [%v, %c1] : (!p, !f) -> !t
/// ```
///
/// After, where copies use the values of the last two:
///
/// ```mlir
/// %0 = ttg.tensor_map_create %s, %a, [%m, %k], [%u, %c1] : (!p, !f) -> !t
/// %1 = ttg.tensor_map_create %t, %b, [%k, %n], [%v, %c1] : (!p, !f) -> !t
/// %d = ttg.tensor_map_acquire %s : !p -> !t
/// %e = ttg.tensor_map_acquire %t : !p -> !t
/// ```
void cm2tt::acquireTensorMapsTogether(ModuleOp module) {
  SmallVector<ttg::TensorMapCreateOp> run;
  module.walk([&](Block *block) {
    for (Operation &op : *block) {
      if (!mayBeBetween(&op, run) && !isa<ttg::TensorMapCreateOp>(op))
        acquireTogether(run);
      if (auto create = dyn_cast<ttg::TensorMapCreateOp>(op))
        run.push_back(create);
    }
    acquireTogether(run);
  });
}

/// Whether a `ttg.tensor_map_acquire` follows for the same threads.
static bool isAcquiredLater(ttg::TensorMapCreateOp create) {
  return llvm::any_of(create.getSlot().getUsers(), [&](Operation *user) {
    return isa<ttg::TensorMapAcquireOp>(user) &&
           user->getBlock() == create->getBlock();
  });
}

namespace {
struct TensorMapCreateOpLowering : ContextPattern<ttg::TensorMapCreateOp> {
  using Base::Base;

  LogicalResult
  matchAndRewrite(ttg::TensorMapCreateOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Emitter emitter{rewriter, loc};
    Value scratch = sharedBase(emitter, lowering, op);
    if (!scratch)
      return failure();
    Value thread = emitter.threadId(lowering.numWarps);
    bool isFenced = !isAcquiredLater(op);
    Value generic = LLVM::AddrSpaceCastOp::create(
        rewriter, loc, LLVM::LLVMPointerType::get(op.getContext()),
        adaptor.getSlot());
    auto runIf = [&](LLVM::ICmpPredicate predicate, int64_t limit,
                     llvm::function_ref<void()> emit) {
      Value runs = LLVM::ICmpOp::create(rewriter, loc, predicate, thread,
                                        emitter.i32(limit));
      Block *after = emitBranch(rewriter, op, runs);
      emit();
      LLVM::BrOp::create(rewriter, loc, after);
      rewriter.setInsertionPoint(op);
    };
    runIf(LLVM::ICmpPredicate::eq, 0,
          [&] { writeFields(op, adaptor, {emitter, scratch}); });
    runIf(LLVM::ICmpPredicate::ult, TargetInfo::warpSize, [&] {
      publish(emitter, scratch, adaptor.getSlot());
      if (isFenced)
        emitTensorMapAcquire(emitter, generic);
    });
    rewriter.replaceOp(op, generic);
    return success();
  }

  static void writeFields(ttg::TensorMapCreateOp op, OpAdaptor adaptor,
                          const MapWriter &map) {
    tt::TensorDescType desc = op.getType();
    RankedTensorType block = desc.getBlockType();
    const Emitter &emitter = map.emitter;
    unsigned bits = tt::getElementBits(block);
    ttg::TensorCopyPlan plan = *ttg::planTensorCopy(block.getShape(), bits);
    unsigned rank = block.getRank();
    map.clear(getScratchBytes(op));
    Value base = LLVM::PtrToIntOp::create(emitter.builder, emitter.loc,
                                          emitter.builder.getI64Type(),
                                          adaptor.getBase());
    map.replace("global_address", base);
    map.replace("rank", rank - 1);
    for (unsigned ordinal = 0; ordinal < rank; ++ordinal) {
      unsigned dim = rank - 1 - ordinal;
      map.replace("box_dim", emitter.i32(plan.boxShape[dim]), ordinal);
      map.replace("global_dim", adaptor.getShape()[dim], ordinal);
      map.replace("element_stride", emitter.i32(1), ordinal);
      if (ordinal == 0)
        continue;
      Value bytes = LLVM::ConstantOp::create(
          emitter.builder, emitter.loc, emitter.builder.getI64Type(), bits / 8);
      Value stride = LLVM::MulOp::create(emitter.builder, emitter.loc,
                                         adaptor.getStrides()[dim], bytes);
      map.replace("global_stride", stride, ordinal - 1);
    }
    bool isNaN = op.getPadding() == tt::PaddingOption::PAD_NAN;
    map.replace("elemtype", getElementNumber(block.getElementType()));
    map.replace("interleave_layout", 0u);
    map.replace("swizzle_mode",
                plan.swizzleBytes ? llvm::Log2_32(plan.swizzleBytes / 16) : 0u);
    map.replace("fill_mode", unsigned(isNaN));
  }

  /// By all threads of a warp.
  static void publish(const Emitter &emitter, Value scratch, Value slot) {
    NVVM::SyncWarpOp::create(emitter.builder, emitter.loc, emitter.i32(-1));
    MapWriter::emitAsm(
        emitter, {slot, scratch},
        "tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic"
        ".release.gpu.sync.aligned [$0], [$1], 128;",
        "l,r");
  }
};

struct TensorMapAcquireOpLowering
    : OpConversionPattern<ttg::TensorMapAcquireOp> {
  using Base::Base;
  LogicalResult
  matchAndRewrite(ttg::TensorMapAcquireOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Emitter emitter{rewriter, op.getLoc()};
    Value generic = LLVM::AddrSpaceCastOp::create(
        rewriter, op.getLoc(), LLVM::LLVMPointerType::get(op.getContext()),
        adaptor.getSlot());
    emitTensorMapAcquire(emitter, generic);
    rewriter.replaceOp(op, generic);
    return success();
  }
};
} // namespace

namespace {
/// Compares each slot but the last with all maps.
struct TensorMapSlotOpLowering : OpConversionPattern<ttg::TensorMapSlotOp> {
  using Base::Base;
  LogicalResult
  matchAndRewrite(ttg::TensorMapSlotOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    constexpr int64_t kMapBytes = 128;
    Location loc = op.getLoc();
    Type i64 = rewriter.getI64Type();
    auto addressOf = [&](Value pointer) -> Value {
      return LLVM::PtrToIntOp::create(rewriter, loc, i64, pointer);
    };
    SmallVector<Value> live;
    // A comparison with poison would be poison.
    for (Value map : adaptor.getLive())
      live.push_back(addressOf(LLVM::FreezeOp::create(rewriter, loc, map)));
    SmallVector<Value> slots;
    for (size_t index = 0; index <= live.size(); ++index)
      slots.push_back(LLVM::GEPOp::create(
          rewriter, loc, adaptor.getSlots().getType(), rewriter.getI8Type(),
          adaptor.getSlots(),
          ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(index * kMapBytes)}));
    Value free = slots.pop_back_val();
    for (Value slot : llvm::reverse(slots)) {
      Value address = addressOf(LLVM::AddrSpaceCastOp::create(
          rewriter, loc, LLVM::LLVMPointerType::get(op.getContext()), slot));
      Value isTaken;
      for (Value map : live) {
        Value isHere = LLVM::ICmpOp::create(
            rewriter, loc, LLVM::ICmpPredicate::eq, map, address);
        isTaken =
            isTaken
                ? LLVM::OrOp::create(rewriter, loc, isTaken, isHere).getResult()
                : isHere;
      }
      free = LLVM::SelectOp::create(rewriter, loc, isTaken, free, slot);
    }
    rewriter.replaceOp(op, free);
    return success();
  }
};
} // namespace

void cm2tt::populateTensorMapPatterns(const TileTypeConverter &converter,
                                      const LoweringContext &context,
                                      RewritePatternSet &patterns) {
  patterns.add<TensorMapCreateOpLowering>(converter, patterns.getContext(),
                                          context);
  patterns.add<TensorMapAcquireOpLowering, TensorMapSlotOpLowering>(
      converter, patterns.getContext());
}
