// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Replaces block pointers by pointers, offsets and masks.
///
/// A block pointer becomes its base, the extents and strides of the tensor, and
/// the offsets of the block, all of 64 bits. Operations that pass a block
/// pointer on pass these. Those that a loop does not advance are invariant, and
/// the canonicalizer removes them from the carried values.
///
/// Not here: tensor descriptors (TTLowerDescriptors); addresses and masks
/// (BlockAccess.h).

#include "cm2tt/Dialect/TT/TTOps.h"
#include "cm2tt/Tile/Passes.h"
#include "tile/prepare/BlockAccess.h"
#include "tile/prepare/StructuralConversion.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace cm2tt;

namespace cm2tt {
#define GEN_PASS_DEF_TTLOWERBLOCKPOINTERSPASS
#include "cm2tt/Tile/Passes.h.inc"
} // namespace cm2tt

//===----------------------------------------------------------------------===//
// The values of a block pointer
//===----------------------------------------------------------------------===//

static RankedTensorType getTile(Type blockPointer) {
  return cast<RankedTensorType>(
      cast<tt::PtrType>(blockPointer).getPointeeType());
}

/// The base, then extents, strides and offsets.
static std::optional<LogicalResult>
convertBlockPointer(tt::PtrType type, SmallVectorImpl<Type> &types) {
  if (!tt::isBlockPtr(type))
    return std::nullopt;
  types.push_back(tt::getBlockBaseType(type));
  types.append(3 * getTile(type).getRank(),
               IntegerType::get(type.getContext(), 64));
  return success();
}

/// The block that the values of a block pointer describe.
static TensorBlock unpack(ValueRange values) {
  size_t rank = (values.size() - 1) / 3;
  return {values.front(), llvm::to_vector(values.slice(1, rank)),
          llvm::to_vector(values.slice(1 + rank, rank)),
          llvm::to_vector(values.slice(1 + 2 * rank, rank))};
}

/// Offsets of 32 bits as numbers of 64 bits.
static SmallVector<Value> extendOffsets(OpBuilder &builder, Location loc,
                                        ArrayRef<ValueRange> offsets) {
  return llvm::map_to_vector(offsets, [&](ValueRange offset) -> Value {
    return arith::ExtSIOp::create(builder, loc, builder.getI64Type(),
                                  offset.front());
  });
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

namespace {
struct MakeTensorPtrOpLowering : OpConversionPattern<tt::MakeTensorPtrOp> {
  using Base::Base;
  LogicalResult
  matchAndRewrite(tt::MakeTensorPtrOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<Value> values{adaptor.getBase().front()};
    for (ValueRange extent : adaptor.getShape())
      values.push_back(extent.front());
    for (ValueRange stride : adaptor.getStrides())
      values.push_back(stride.front());
    llvm::append_range(
        values, extendOffsets(rewriter, op.getLoc(), adaptor.getOffsets()));
    rewriter.replaceOpWithMultiple(op, {values});
    return success();
  }
};

struct AdvanceOpLowering : OpConversionPattern<tt::AdvanceOp> {
  using Base::Base;
  LogicalResult
  matchAndRewrite(tt::AdvanceOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<Value> values(adaptor.getPtr());
    SmallVector<Value> steps =
        extendOffsets(rewriter, op.getLoc(), adaptor.getOffsets());
    for (auto [offset, step] : llvm::zip_equal(
             MutableArrayRef(values).take_back(steps.size()), steps))
      offset = arith::AddIOp::create(rewriter, op.getLoc(), offset, step);
    rewriter.replaceOpWithMultiple(op, {values});
    return success();
  }
};

struct LoadOpLowering : OpConversionPattern<tt::LoadOp> {
  using Base::Base;
  LogicalResult
  matchAndRewrite(tt::LoadOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto tile = cast<RankedTensorType>(op.getType());
    BlockAccess access(rewriter, op.getLoc(), unpack(adaptor.getPtr()),
                       tile.getShape(), tile.getShape());
    Value pointers = access.createPointers();
    Value mask = access.createMask(op.getBoundaryCheck());
    Value other;
    if (op.getPadding())
      other =
          access.createPadding(tile.getElementType(),
                               *op.getPadding() == tt::PaddingOption::PAD_NAN);
    rewriter.replaceOpWithNewOp<tt::LoadOp>(op, pointers, mask, other,
                                            op.getCache(), op.getEvict(),
                                            op.getIsVolatile());
    return success();
  }
};

struct StoreOpLowering : OpConversionPattern<tt::StoreOp> {
  using Base::Base;
  LogicalResult
  matchAndRewrite(tt::StoreOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ArrayRef<int64_t> shape = getTile(op.getPtr().getType()).getShape();
    BlockAccess access(rewriter, op.getLoc(), unpack(adaptor.getPtr()), shape,
                       shape);
    Value pointers = access.createPointers();
    Value mask = access.createMask(op.getBoundaryCheck());
    auto store = tt::StoreOp::create(rewriter, op.getLoc(), pointers,
                                     adaptor.getValue().front(), mask,
                                     op.getCache(), op.getEvict());
    store.setIgnoreCta(op.getIgnoreCta());
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

static bool mayUseBlockPointer(Operation *op) {
  return isa<tt::MakeTensorPtrOp, tt::AdvanceOp, tt::LoadOp, tt::StoreOp>(op);
}

/// Whether an operation defines, uses or declares a block pointer.
static bool hasBlockPointer(Operation *op) {
  auto contains = [](TypeRange types) {
    return llvm::any_of(types, tt::isBlockPtr);
  };
  if (auto func = dyn_cast<tt::FuncOp>(op))
    return contains(func.getArgumentTypes()) || contains(func.getResultTypes());
  return contains(op->getOperandTypes()) || contains(op->getResultTypes());
}

/// A launch passes addresses and numbers only.
static LogicalResult checkPointerParameters(tt::FuncOp func) {
  if (!func.isPublic())
    return success();
  for (auto [index, type] : llvm::enumerate(func.getArgumentTypes()))
    if (tt::isBlockPtr(type))
      return func.emitError("a kernel has no block pointers as parameters, but "
                            "parameter ")
             << index << " of '" << func.getName() << "' is " << type;
  return success();
}

/// Checks that patterns convert `op`, which has a block pointer.
static LogicalResult checkPointers(Operation *op) {
  if (auto func = dyn_cast<tt::FuncOp>(op))
    return checkPointerParameters(func);
  if (mayUseBlockPointer(op))
    return checkNoLayout(op);
  if (isStructural(op))
    return success();
  return op->emitError("'")
         << op->getName() << "' is not supported for block pointers";
}

namespace {
struct TTLowerBlockPointersPass
    : cm2tt::impl::TTLowerBlockPointersPassBase<TTLowerBlockPointersPass> {
  using Base::Base;
  void runOnOperation() override {
    bool isUsed = false;
    WalkResult walked = getOperation().walk([&](Operation *op) {
      if (!hasBlockPointer(op))
        return WalkResult::advance();
      isUsed = true;
      lowered += isa<tt::LoadOp, tt::StoreOp>(op);
      return failed(checkPointers(op)) ? WalkResult::interrupt()
                                       : WalkResult::advance();
    });
    if (walked.wasInterrupted())
      return signalPassFailure();
    if (isUsed && failed(lower()))
      signalPassFailure();
  }

  LogicalResult lower() {
    TypeConverter converter;
    converter.addConversion([](Type type) { return type; });
    converter.addConversion(convertBlockPointer);
    RewritePatternSet patterns(&getContext());
    ConversionTarget target(getContext());
    populateStructuralConversion(converter, patterns, target);
    patterns.add<AdvanceOpLowering, LoadOpLowering, MakeTensorPtrOpLowering,
                 StoreOpLowering>(converter, &getContext());
    target.addDynamicallyLegalOp<tt::AdvanceOp, tt::LoadOp, tt::MakeTensorPtrOp,
                                 tt::StoreOp>(
        [](Operation *op) { return !hasBlockPointer(op); });
    return applyPartialConversion(getOperation(), target, std::move(patterns));
  }
};
} // namespace
