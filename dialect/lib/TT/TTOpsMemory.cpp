// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Verifiers, folders and patterns of memory operations on pointers.

#include "cm2tt/Dialect/TT/TTOps.h"

#include "TTDialectInternals.h"

#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace cm2tt::tt;

/// Whether `mask` is a constant that is true everywhere.
static bool isAllTrue(Value mask) {
  return mask && matchPattern(mask, m_One());
}

/// Whether `mask` is a constant that is false everywhere.
static bool isAllFalse(Value mask) {
  return mask && matchPattern(mask, m_Zero());
}

/// Checks that a boundary check comes with a block pointer.
static LogicalResult verifyBlockPtr(Operation *op, StringRef label, Type ptr,
                                    ArrayRef<int32_t> dims) {
  if (dims.empty() || isBlockPtr(ptr))
    return success();
  return op->emitOpError() << label << ": boundaryCheck without a block "
                           << "pointer: " << ptr;
}

/// Checks a boundary check against the block that `ptr` points at, if it does.
static LogicalResult verifyBoundaryCheck(Operation *op, StringRef label,
                                         Type ptr, ArrayRef<int32_t> dims) {
  if (dims.empty())
    return success();
  auto tile = cast<RankedTensorType>(cast<PtrType>(ptr).getPointeeType());
  llvm::SmallDenseSet<int32_t> seen;
  for (int32_t dim : dims) {
    if (dim < 0 || dim >= tile.getRank())
      return op->emitOpError()
             << label << ": boundaryCheck names dimension " << dim
             << " of a block of rank " << tile.getRank();
    if (!seen.insert(dim).second)
      return op->emitOpError()
             << label << ": boundaryCheck names dimension " << dim << " twice";
  }
  return success();
}

//===----------------------------------------------------------------------===//
// LoadOp
//===----------------------------------------------------------------------===//

void LoadOp::build(OpBuilder &builder, OperationState &state, Value ptr,
                   Value mask, Value other, CacheModifier cache,
                   EvictionPolicy evict, bool isVolatile) {
  build(builder, state, ptr, mask, other, ArrayRef<int32_t>{},
        PaddingOptionAttr(), cache, evict, isVolatile);
}

LogicalResult LoadOp::verify() {
  Type ptr = getPtr().getType();
  if (getOther() && !getMask())
    return emitOpError() << "TT-LOAD-2: 'other' without a mask";
  if (isBlockPtr(ptr) && getMask())
    return emitOpError() << "TT-LOAD-3: mask with a block pointer: " << ptr;
  if (getPadding() && getBoundaryCheck().empty())
    return emitOpError() << "TT-LOAD-4: padding without boundaryCheck";
  if (failed(verifyBlockPtr(*this, "TT-LOAD-3", ptr, getBoundaryCheck())) ||
      failed(verifyBoundaryCheck(*this, "TT-LOAD-4", ptr, getBoundaryCheck())))
    return failure();
  Type element = getElementTypeOrSelf(getType());
  if (getPadding() == PaddingOption::PAD_NAN && !isa<FloatType>(element))
    return emitOpError() << "TT-LOAD-4: padding with NaN for elements of "
                         << element;
  return success();
}

void LoadOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  effects.emplace_back(MemoryEffects::Read::get(), &getPtrMutable(),
                       GlobalMemory::get());
  if (getIsVolatile())
    effects.emplace_back(MemoryEffects::Write::get(), GlobalMemory::get());
}

namespace {
/// Invariant: every element that is read is read.
///
///   %m = arith.constant dense<true> : tensor<64xi1>
///   %x = tt.load %p, %m, %o : tensor<64x!tt.ptr<f32>>
/// =>
///   %x = tt.load %p : tensor<64x!tt.ptr<f32>>
struct DropTrueLoadMask : OpRewritePattern<LoadOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(LoadOp op,
                                PatternRewriter &rewriter) const override {
    if (!isAllTrue(op.getMask()))
      return rewriter.notifyMatchFailure(op, "mask is not true everywhere");
    rewriter.modifyOpInPlace(op, [&] {
      op.getOtherMutable().clear();
      op.getMaskMutable().clear();
    });
    return success();
  }
};

/// Invariant: nothing is read.
///
///   %m = arith.constant dense<false> : tensor<64xi1>
///   %x = tt.load %p, %m, %o : tensor<64x!tt.ptr<f32>>
/// =>
///   %o
struct DropFalseLoad : OpRewritePattern<LoadOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(LoadOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.getOther() || !isAllFalse(op.getMask()))
      return rewriter.notifyMatchFailure(op, "mask is not false everywhere");
    rewriter.replaceOp(op, op.getOther());
    return success();
  }
};
} // namespace

void LoadOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                         MLIRContext *context) {
  patterns.add<DropFalseLoad, DropTrueLoadMask>(context);
}

//===----------------------------------------------------------------------===//
// StoreOp
//===----------------------------------------------------------------------===//

void StoreOp::build(OpBuilder &builder, OperationState &state, Value ptr,
                    Value value) {
  build(builder, state, ptr, value, /*mask=*/Value(), CacheModifier::NONE);
}

void StoreOp::build(OpBuilder &builder, OperationState &state, Value ptr,
                    Value value, Value mask, CacheModifier cache,
                    EvictionPolicy evict) {
  build(builder, state, ptr, value, mask, ArrayRef<int32_t>{}, cache, evict,
        /*ignore_cta=*/false);
}

LogicalResult StoreOp::verify() {
  Type ptr = getPtr().getType();
  if (isBlockPtr(ptr) && getMask())
    return emitOpError() << "TT-STORE-3: mask with a block pointer: " << ptr;
  if (failed(verifyBlockPtr(*this, "TT-STORE-3", ptr, getBoundaryCheck())))
    return failure();
  return verifyBoundaryCheck(*this, "TT-STORE-3", ptr, getBoundaryCheck());
}

namespace {
/// Invariant: what is written is the same.
///
///   tt.store %p, %x, %true : tensor<64x!tt.ptr<f32>>
/// =>
///   tt.store %p, %x : tensor<64x!tt.ptr<f32>>
///
/// and nothing where the mask is false everywhere.
struct DropConstantStoreMask : OpRewritePattern<StoreOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(StoreOp op,
                                PatternRewriter &rewriter) const override {
    if (isAllFalse(op.getMask())) {
      rewriter.eraseOp(op);
      return success();
    }
    if (!isAllTrue(op.getMask()))
      return rewriter.notifyMatchFailure(op, "mask is not a constant");
    rewriter.modifyOpInPlace(op, [&] { op.getMaskMutable().clear(); });
    return success();
  }
};
} // namespace

void StoreOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                          MLIRContext *context) {
  patterns.add<DropConstantStoreMask>(context);
}

//===----------------------------------------------------------------------===//
// AtomicRmwOp
//===----------------------------------------------------------------------===//

LogicalResult AtomicRmwOp::verify() {
  Type element = getElementTypeOrSelf(getType());
  unsigned bits = getElementBits(element);
  bool isWide = bits == 32 || bits == 64;
  bool isFloat = isa<FloatType>(element);
  bool isLegal = isWide && !isFloat;
  if (getAtomicRmwOp() == RMWOp::FADD)
    isLegal = isFloat && bits >= 16;
  else if (getAtomicRmwOp() == RMWOp::XCHG)
    isLegal = isWide;
  if (isLegal)
    return success();
  return emitOpError() << "TT-ATOMIC-RMW-2: '"
                       << stringifyRMWOp(getAtomicRmwOp())
                       << "' is not defined for " << element;
}

namespace {
/// Invariant: every element is updated.
///
///   tt.atomic_rmw add, acq_rel, gpu, %p, %x, %true : ...
/// =>
///   tt.atomic_rmw add, acq_rel, gpu, %p, %x : ...
struct DropTrueAtomicMask : OpRewritePattern<AtomicRmwOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(AtomicRmwOp op,
                                PatternRewriter &rewriter) const override {
    if (!isAllTrue(op.getMask()))
      return rewriter.notifyMatchFailure(op, "mask is not true everywhere");
    rewriter.modifyOpInPlace(op, [&] { op.getMaskMutable().clear(); });
    return success();
  }
};
} // namespace

void AtomicRmwOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                              MLIRContext *context) {
  patterns.add<DropTrueAtomicMask>(context);
}

//===----------------------------------------------------------------------===//
// AtomicCasOp
//===----------------------------------------------------------------------===//

LogicalResult AtomicCasOp::verify() {
  unsigned bits = getElementBits(getType());
  if (bits == 16 || bits == 32 || bits == 64)
    return success();
  return emitOpError() << "TT-ATOMIC-CAS-2: elements have " << bits
                       << " bits, 16, 32 or 64 expected";
}

//===----------------------------------------------------------------------===//
// AtomicLoadOp, AtomicStoreOp, AtomicPollOp
//===----------------------------------------------------------------------===//

/// Checks that an access that only reads, or only writes, has an order of it.
static LogicalResult verifyOrder(Operation *op, StringRef label,
                                 MemSemantic sem, MemSemantic other) {
  if (sem == MemSemantic::RELAXED || sem == other)
    return success();
  return op->emitOpError() << label << ": order is '"
                           << stringifyMemSemantic(sem)
                           << "', expected 'relaxed' or '"
                           << stringifyMemSemantic(other) << "'";
}

LogicalResult AtomicLoadOp::verify() {
  return verifyOrder(*this, "TT-ATOMIC-LOAD-2", getSem(), MemSemantic::ACQUIRE);
}

LogicalResult AtomicStoreOp::verify() {
  return verifyOrder(*this, "TT-ATOMIC-STORE-2", getSem(),
                     MemSemantic::RELEASE);
}

LogicalResult AtomicPollOp::verify() {
  if (failed(verifyOrder(*this, "TT-ATOMIC-POLL-2", getSem(),
                         MemSemantic::ACQUIRE)))
    return failure();
  unsigned bits = getElementBits(getExpected().getType());
  if (bits == 16 || bits == 32 || bits == 64)
    return success();
  return emitOpError() << "TT-ATOMIC-POLL-3: elements have " << bits
                       << " bits, 16, 32 or 64 expected";
}

//===----------------------------------------------------------------------===//
// MakeTensorPtrOp
//===----------------------------------------------------------------------===//

LogicalResult MakeTensorPtrOp::verify() {
  auto tile = cast<RankedTensorType>(getType().getPointeeType());
  auto rank = static_cast<size_t>(tile.getRank());
  // SameVariadicOperandSize: shape, strides and offsets have one length.
  if (getShape().size() != rank)
    return emitOpError() << "TT-TENSOR-PTR-1: " << getShape().size()
                         << " dimensions for a block of rank " << rank;
  if (!isPermutation(getOrder(), tile.getRank()))
    return emitOpError() << "TT-TENSOR-PTR-2: order is [" << getOrder()
                         << "], a permutation of " << rank
                         << " dimensions expected";
  return success();
}

//===----------------------------------------------------------------------===//
// AdvanceOp
//===----------------------------------------------------------------------===//

LogicalResult AdvanceOp::verify() {
  auto tile = cast<RankedTensorType>(getType().getPointeeType());
  if (getOffsets().size() != static_cast<size_t>(tile.getRank()))
    return emitOpError() << "TT-ADVANCE-1: " << getOffsets().size()
                         << " offsets for a block of rank " << tile.getRank();
  return success();
}

OpFoldResult AdvanceOp::fold(FoldAdaptor adaptor) {
  if (llvm::all_of(adaptor.getOffsets(), [](Attribute offset) {
        return matchPattern(offset, m_Zero());
      }))
    return getPtr();
  return {};
}
