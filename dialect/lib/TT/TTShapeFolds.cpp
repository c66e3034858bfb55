// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Folders and patterns of shape operations.
///
/// Not here: their verifiers (TTOpsShape.cpp).

#include "cm2tt/Dialect/TT/TTOps.h"

#include "TTDialectInternals.h"

#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace cm2tt::tt;

Attribute cm2tt::tt::splatTo(Attribute constant, Type type) {
  auto tile = dyn_cast<RankedTensorType>(type);
  if (!tile || !constant)
    return {};
  if (auto splat = dyn_cast<SplatElementsAttr>(constant))
    constant = splat.getSplatValue<Attribute>();
  if (!isa<IntegerAttr, FloatAttr>(constant))
    return {};
  return DenseElementsAttr::get(tile, constant);
}

/// Invariant: every element is the same, wherever it is.
///
///   %s = tt.splat %x : f32 -> tensor<64xf32>
///   %r = tt.expand_dims %s {axis = 0 : i32} : tensor<64xf32> ->
///   tensor<1x64xf32>
/// =>
///   %r = tt.splat %x : f32 -> tensor<1x64xf32>
///
/// for any `OpT` that only moves elements.
template <typename OpT>
static LogicalResult splatDirectly(OpT op, SplatOp splat,
                                   PatternRewriter &rewriter) {
  rewriter.replaceOpWithNewOp<SplatOp>(op, op.getType(), splat.getSrc());
  return success();
}

//===----------------------------------------------------------------------===//
// SplatOp
//===----------------------------------------------------------------------===//

OpFoldResult SplatOp::fold(FoldAdaptor adaptor) {
  return splatTo(adaptor.getSrc(), getType());
}

//===----------------------------------------------------------------------===//
// UnsplatOp
//===----------------------------------------------------------------------===//

OpFoldResult UnsplatOp::fold(FoldAdaptor adaptor) {
  if (auto splat = dyn_cast_if_present<SplatElementsAttr>(adaptor.getSrc()))
    return splat.getSplatValue<Attribute>();
  if (auto splat = getSrc().getDefiningOp<SplatOp>())
    return splat.getSrc();
  return {};
}

//===----------------------------------------------------------------------===//
// ExpandDimsOp
//===----------------------------------------------------------------------===//

OpFoldResult ExpandDimsOp::fold(FoldAdaptor adaptor) {
  auto constant = dyn_cast_if_present<DenseElementsAttr>(adaptor.getSrc());
  return constant ? constant.reshape(getType()) : DenseElementsAttr();
}

/// Invariant: less is computed before it is repeated.
///
///   %b = tt.broadcast %x : tensor<1x64xf32> -> tensor<32x64xf32>
///   %r = tt.expand_dims %b {axis = 2 : i32} : ... -> tensor<32x64x1xf32>
/// =>
///   %e = tt.expand_dims %x {axis = 2 : i32} : ... -> tensor<1x64x1xf32>
///   %r = tt.broadcast %e : tensor<1x64x1xf32> -> tensor<32x64x1xf32>
static LogicalResult expandBeforeBroadcast(ExpandDimsOp op,
                                           BroadcastOp broadcast,
                                           PatternRewriter &rewriter) {
  // With layouts the moved broadcast would have to be checked again.
  if (op.getType().getEncoding())
    return rewriter.notifyMatchFailure(op, "layouts were chosen");
  Value expanded = ExpandDimsOp::create(rewriter, op.getLoc(),
                                        broadcast.getSrc(), op.getAxis());
  rewriter.replaceOpWithNewOp<BroadcastOp>(op, op.getType(), expanded);
  return success();
}

void ExpandDimsOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                               MLIRContext *) {
  addSourcePattern(patterns, expandBeforeBroadcast);
  addSourcePattern(patterns, splatDirectly<ExpandDimsOp>);
}

//===----------------------------------------------------------------------===//
// ReshapeOp
//===----------------------------------------------------------------------===//

OpFoldResult ReshapeOp::fold(FoldAdaptor adaptor) {
  if (getSrc().getType() == getType() && !getAllowReorder())
    return getSrc();
  auto constant = dyn_cast_if_present<DenseElementsAttr>(adaptor.getSrc());
  return constant ? constant.reshape(getType()) : DenseElementsAttr();
}

/// Invariant: the order is free if it was free in either step.
///
///   %a = tt.reshape %x : tensor<64x32xf32> -> tensor<2048xf32>
///   %r = tt.reshape %a : tensor<2048xf32> -> tensor<32x64xf32>
/// =>
///   %r = tt.reshape %x : tensor<64x32xf32> -> tensor<32x64xf32>
static LogicalResult mergeReshapes(ReshapeOp op, ReshapeOp source,
                                   PatternRewriter &rewriter) {
  rewriter.replaceOpWithNewOp<ReshapeOp>(
      op, op.getType(), source.getSrc(),
      op.getAllowReorder() || source.getAllowReorder(),
      op.getEfficientLayout() || source.getEfficientLayout());
  return success();
}

void ReshapeOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                            MLIRContext *) {
  addSourcePattern(patterns, mergeReshapes);
  addSourcePattern(patterns, splatDirectly<ReshapeOp>);
}

//===----------------------------------------------------------------------===//
// BroadcastOp
//===----------------------------------------------------------------------===//

OpFoldResult BroadcastOp::fold(FoldAdaptor adaptor) {
  if (getSrc().getType() == getType())
    return getSrc();
  if (isa_and_present<SplatElementsAttr>(adaptor.getSrc()))
    return splatTo(adaptor.getSrc(), getType());
  return {};
}

/// Invariant: what was repeated is repeated once.
///
///   %a = tt.broadcast %x : tensor<1x1xf32> -> tensor<1x32xf32>
///   %r = tt.broadcast %a : tensor<1x32xf32> -> tensor<64x32xf32>
/// =>
///   %r = tt.broadcast %x : tensor<1x1xf32> -> tensor<64x32xf32>
static LogicalResult mergeBroadcasts(BroadcastOp op, BroadcastOp source,
                                     PatternRewriter &rewriter) {
  // With layouts the merged broadcast would have to be checked again.
  if (op.getType().getEncoding())
    return rewriter.notifyMatchFailure(op, "layouts were chosen");
  rewriter.modifyOpInPlace(op,
                           [&] { op.getSrcMutable().assign(source.getSrc()); });
  return success();
}

void BroadcastOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                              MLIRContext *) {
  addSourcePattern(patterns, mergeBroadcasts);
  addSourcePattern(patterns, splatDirectly<BroadcastOp>);
}

//===----------------------------------------------------------------------===//
// JoinOp
//===----------------------------------------------------------------------===//

OpFoldResult JoinOp::fold(FoldAdaptor adaptor) {
  auto split = getLhs().getDefiningOp<SplitOp>();
  if (split && getLhs() == split.getOutLHS() && getRhs() == split.getOutRHS() &&
      split.getSrc().getType() == getType())
    return split.getSrc();
  if (adaptor.getLhs() == adaptor.getRhs() &&
      isa_and_present<SplatElementsAttr>(adaptor.getLhs()))
    return splatTo(adaptor.getLhs(), getType());
  return {};
}

//===----------------------------------------------------------------------===//
// SplitOp
//===----------------------------------------------------------------------===//

LogicalResult SplitOp::fold(FoldAdaptor adaptor,
                            SmallVectorImpl<OpFoldResult> &results) {
  auto join = getSrc().getDefiningOp<JoinOp>();
  if (join && join.getLhs().getType() == getOutLHS().getType()) {
    results.assign({join.getLhs(), join.getRhs()});
    return success();
  }
  if (isa_and_present<SplatElementsAttr>(adaptor.getSrc())) {
    results.assign(2, splatTo(adaptor.getSrc(), getOutLHS().getType()));
    return success();
  }
  return failure();
}

//===----------------------------------------------------------------------===//
// TransOp
//===----------------------------------------------------------------------===//

/// Whether `order` leaves every dimension where it is.
static bool isIdentity(ArrayRef<int32_t> order) {
  return llvm::all_of(llvm::enumerate(order), [](auto entry) {
    return static_cast<size_t>(entry.value()) == entry.index();
  });
}

OpFoldResult TransOp::fold(FoldAdaptor adaptor) {
  if (isIdentity(getOrder()) && getSrc().getType() == getType())
    return getSrc();
  if (isa_and_present<SplatElementsAttr>(adaptor.getSrc()))
    return splatTo(adaptor.getSrc(), getType());
  return {};
}

/// Invariant: dimension i comes from order[i] of what came from inner[.].
///
///   %a = tt.trans %x {order = array<i32: 1, 2, 0>} : ...
///   %r = tt.trans %a {order = array<i32: 1, 2, 0>} : ...
/// =>
///   %r = tt.trans %x {order = array<i32: 2, 0, 1>} : ...
static LogicalResult mergeTransposes(TransOp op, TransOp source,
                                     PatternRewriter &rewriter) {
  ArrayRef<int32_t> inner = source.getOrder();
  SmallVector<int32_t> order = llvm::map_to_vector(
      op.getOrder(), [&](int32_t dim) { return inner[dim]; });
  rewriter.replaceOpWithNewOp<TransOp>(op, op.getType(), source.getSrc(),
                                       order);
  return success();
}

void TransOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                          MLIRContext *) {
  addSourcePattern(patterns, mergeTransposes);
  addSourcePattern(patterns, splatDirectly<TransOp>);
}
