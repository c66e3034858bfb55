// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Verifiers, folders and patterns of casts and element-wise operations.

#include "cm2tt/Dialect/TT/TTOps.h"

#include "TTDialectInternals.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/CommonFolders.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace cm2tt::tt;

//===----------------------------------------------------------------------===//
// IntToPtrOp
//===----------------------------------------------------------------------===//

OpFoldResult IntToPtrOp::fold(FoldAdaptor) {
  auto source = getSrc().getDefiningOp<PtrToIntOp>();
  if (source && source.getSrc().getType() == getType())
    return source.getSrc();
  return {};
}

/// The constant that all elements of `value` have; fails if there is none.
static FailureOr<int64_t> getConstant(Value value) {
  APInt constant;
  if (!matchPattern(value, m_ConstantInt(&constant)))
    return failure();
  return constant.getSExtValue();
}

/// Invariant: no address is computed, only its pointee changes.
///
///   %i = tt.ptr_to_int %p : !tt.ptr<f32> -> i64
///   %q = tt.int_to_ptr %i : i64 -> !tt.ptr<i8>
/// =>
///   %q = tt.bitcast %p : !tt.ptr<f32> -> !tt.ptr<i8>
static LogicalResult castPointerDirectly(IntToPtrOp op, PtrToIntOp source,
                                         PatternRewriter &rewriter) {
  auto from = cast<PtrType>(getElementTypeOrSelf(source.getSrc().getType()));
  auto to = cast<PtrType>(getElementTypeOrSelf(op.getType()));
  if (from.getAddressSpace() != to.getAddressSpace())
    return rewriter.notifyMatchFailure(op, "address spaces differ");
  rewriter.replaceOpWithNewOp<BitcastOp>(op, op.getType(), source.getSrc());
  return success();
}

/// Invariant: the address is the same; the sum moves from bytes to elements.
///
///   %a = arith.addi %i, %c16 : i64
///   %p = tt.int_to_ptr %a : i64 -> !tt.ptr<f32>
/// =>
///   %q = tt.int_to_ptr %i : i64 -> !tt.ptr<f32>
///   %p = tt.addptr %q, %c4 : !tt.ptr<f32>, i64
static LogicalResult addElementsNotBytes(IntToPtrOp op, arith::AddIOp sum,
                                         PatternRewriter &rewriter) {
  FailureOr<int64_t> bytes = getConstant(sum.getRhs());
  if (failed(bytes))
    return rewriter.notifyMatchFailure(op, "sum has no constant");
  auto type = cast<PtrType>(getElementTypeOrSelf(op.getType()));
  int64_t size = getElementBits(type.getPointeeType()) / 8;
  if (size == 0 || *bytes % size != 0)
    return rewriter.notifyMatchFailure(op, "sum is between elements");
  Location loc = op.getLoc();
  Value base = IntToPtrOp::create(rewriter, loc, op.getType(), sum.getLhs());
  Type offsetType = sum.getType();
  TypedAttr offset = rewriter.getI64IntegerAttr(*bytes / size);
  if (auto tile = dyn_cast<RankedTensorType>(offsetType))
    offset = DenseElementsAttr::get(tile, static_cast<Attribute>(offset));
  Value elements = arith::ConstantOp::create(rewriter, loc, offset);
  rewriter.replaceOpWithNewOp<AddPtrOp>(op, op.getType(), base, elements);
  return success();
}

void IntToPtrOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                             MLIRContext *) {
  addSourcePattern(patterns, addElementsNotBytes);
  addSourcePattern(patterns, castPointerDirectly);
}

//===----------------------------------------------------------------------===//
// PtrToIntOp
//===----------------------------------------------------------------------===//

OpFoldResult PtrToIntOp::fold(FoldAdaptor) {
  auto source = getSrc().getDefiningOp<IntToPtrOp>();
  if (source && source.getSrc().getType() == getType())
    return source.getSrc();
  return {};
}

/// Invariant: the pointee does not matter to the address.
///
///   %q = tt.bitcast %p : !tt.ptr<f32> -> !tt.ptr<i8>
///   %i = tt.ptr_to_int %q : !tt.ptr<i8> -> i64
/// =>
///   %i = tt.ptr_to_int %p : !tt.ptr<f32> -> i64
static LogicalResult lookThroughBitcast(PtrToIntOp op, BitcastOp source,
                                        PatternRewriter &rewriter) {
  rewriter.modifyOpInPlace(op,
                           [&] { op.getSrcMutable().assign(source.getSrc()); });
  return success();
}

void PtrToIntOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                             MLIRContext *) {
  addSourcePattern(patterns, lookThroughBitcast);
}

//===----------------------------------------------------------------------===//
// BitcastOp
//===----------------------------------------------------------------------===//

LogicalResult BitcastOp::verify() {
  Type from = getElementTypeOrSelf(getSrc().getType());
  Type to = getElementTypeOrSelf(getType());
  auto fromPtr = dyn_cast<PtrType>(from), toPtr = dyn_cast<PtrType>(to);
  if (bool(fromPtr) != bool(toPtr))
    return emitOpError()
           << "TT-BITCAST-1: cast between a pointer and a number: " << from
           << " and " << to;
  if (fromPtr && fromPtr.getAddressSpace() != toPtr.getAddressSpace())
    return emitOpError() << "TT-BITCAST-1: address spaces differ: "
                         << fromPtr.getAddressSpace() << " and "
                         << toPtr.getAddressSpace();
  if (!fromPtr && getElementBits(from) != getElementBits(to))
    return emitOpError() << "TT-BITCAST-2: numbers of bits differ: "
                         << getElementBits(from) << " and "
                         << getElementBits(to);
  return success();
}

/// The number `constant` with its bits read as `type`; null for any other
/// attribute.
static Attribute bitcastNumber(Attribute constant, Type type) {
  APInt bits;
  if (auto integer = dyn_cast_if_present<IntegerAttr>(constant))
    bits = integer.getValue();
  else if (auto number = dyn_cast_if_present<FloatAttr>(constant))
    bits = number.getValue().bitcastToAPInt();
  else
    return {};
  if (auto number = dyn_cast<FloatType>(type))
    return FloatAttr::get(number, APFloat(number.getFloatSemantics(), bits));
  return IntegerAttr::get(type, bits);
}

/// Whether the operation carries what the kernel knows of its result.
static bool hasHints(Operation *op) {
  return op->hasAttr(kDivisibilityAttr) || op->hasAttr(kContiguityAttr) ||
         op->hasAttr(kConstancyAttr);
}

OpFoldResult BitcastOp::fold(FoldAdaptor adaptor) {
  // A bitcast that changes nothing may be there for its hints.
  if (getSrc().getType() == getType() && !hasHints(*this))
    return getSrc();
  auto source = getSrc().getDefiningOp<BitcastOp>();
  if (source && !hasHints(source)) {
    getSrcMutable().assign(source.getSrc());
    return getResult();
  }
  Type element = getElementTypeOrSelf(getType());
  if (!element.isIntOrFloat())
    return {};
  if (auto splat = dyn_cast_if_present<SplatElementsAttr>(adaptor.getSrc()))
    return splatTo(bitcastNumber(splat.getSplatValue<Attribute>(), element),
                   getType());
  return bitcastNumber(adaptor.getSrc(), element);
}

//===----------------------------------------------------------------------===//
// FpToFpOp
//===----------------------------------------------------------------------===//

LogicalResult FpToFpOp::verify() {
  unsigned from = getElementBits(getSrc().getType());
  unsigned to = getElementBits(getType());
  if (to < from && !getRounding())
    return emitOpError() << "TT-FP-TO-FP-1: no rounding for a conversion from "
                         << from << " to " << to << " bits";
  return success();
}

OpFoldResult FpToFpOp::fold(FoldAdaptor adaptor) {
  if (getSrc().getType() == getType())
    return getSrc();
  Attribute constant = adaptor.getSrc();
  if (auto splat = dyn_cast_if_present<SplatElementsAttr>(constant))
    constant = splat.getSplatValue<Attribute>();
  auto number = dyn_cast_if_present<FloatAttr>(constant);
  if (!number || !number.getValue().isZero())
    return {};
  auto element = cast<FloatType>(getElementTypeOrSelf(getType()));
  APFloat zero = APFloat::getZero(element.getFloatSemantics(),
                                  number.getValue().isNegative());
  FloatAttr result = FloatAttr::get(element, zero);
  return isa<RankedTensorType>(getType()) ? splatTo(result, getType())
                                          : Attribute(result);
}

//===----------------------------------------------------------------------===//
// AddPtrOp
//===----------------------------------------------------------------------===//

OpFoldResult AddPtrOp::fold(FoldAdaptor adaptor) {
  if (matchPattern(adaptor.getOffset(), m_Zero()))
    return getPtr();
  return {};
}

//===----------------------------------------------------------------------===//
// PreciseDivfOp
//===----------------------------------------------------------------------===//

OpFoldResult PreciseDivfOp::fold(FoldAdaptor adaptor) {
  if (matchPattern(adaptor.getY(), m_OneFloat()))
    return getX();
  return constFoldBinaryOp<FloatAttr, APFloat, /*PoisonAttr=*/void>(
      adaptor.getOperands(),
      [](const APFloat &x, const APFloat &y) { return x / y; });
}

//===----------------------------------------------------------------------===//
// MulhiuiOp
//===----------------------------------------------------------------------===//

OpFoldResult MulhiuiOp::fold(FoldAdaptor adaptor) {
  Attribute y = adaptor.getY();
  if (matchPattern(y, m_Zero()))
    return y;
  if (matchPattern(y, m_One()))
    return Builder(getContext()).getZeroAttr(getType());
  auto lhs = dyn_cast_if_present<IntegerAttr>(adaptor.getX());
  auto rhs = dyn_cast_if_present<IntegerAttr>(y);
  if (!lhs || !rhs)
    return {};
  return IntegerAttr::get(
      getType(), llvm::APIntOps::mulhu(lhs.getValue(), rhs.getValue()));
}

//===----------------------------------------------------------------------===//
// ExternElementwiseOp
//===----------------------------------------------------------------------===//

/// The effects of foreign code: any on global memory, none if `pure`.
static void addForeignEffects(
    bool pure,
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  if (pure)
    return;
  effects.emplace_back(MemoryEffects::Read::get(), GlobalMemory::get());
  effects.emplace_back(MemoryEffects::Write::get(), GlobalMemory::get());
}

LogicalResult ExternElementwiseOp::verify() {
  if (getSymbol().empty())
    return emitOpError() << "TT-EXTERN-2: the symbol is empty";
  return success();
}

void ExternElementwiseOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  addForeignEffects(getPure(), effects);
}

Speculation::Speculatability ExternElementwiseOp::getSpeculatability() {
  return getPure() ? Speculation::Speculatable : Speculation::NotSpeculatable;
}

//===----------------------------------------------------------------------===//
// ElementwiseInlineAsmOp
//===----------------------------------------------------------------------===//

LogicalResult ElementwiseInlineAsmOp::verify() {
  if (getNumResults() == 0)
    return emitOpError() << "TT-ASM-2: there is no result";
  auto packed = static_cast<int32_t>(getPackedElement());
  if (packed < 1)
    return emitOpError() << "TT-ASM-3: packed_element is " << packed
                         << ", at least 1 expected";
  auto tile = dyn_cast<RankedTensorType>(getResultTypes().front());
  int64_t elements = tile ? tile.getNumElements() : 1;
  if (tile && elements % packed != 0)
    return emitOpError() << "TT-ASM-3: packed_element is " << packed
                         << ", a divisor of " << elements << " expected";
  return success();
}

void ElementwiseInlineAsmOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  addForeignEffects(getPure(), effects);
}

Speculation::Speculatability ElementwiseInlineAsmOp::getSpeculatability() {
  return getPure() ? Speculation::Speculatable : Speculation::NotSpeculatable;
}
