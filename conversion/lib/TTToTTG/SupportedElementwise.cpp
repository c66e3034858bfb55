// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Arithmetic, conversions and constants that the GPU takes; printing and
/// checking.

#include "SupportedInternals.h"

#include "cm2tt/Dialect/TT/TTOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace cm2tt;

LogicalResult cm2tt::checkArithmetic(Operation *op) {
  bool isOnTiles = touchesTiles(op);
  if (isOnTiles && op->getNumResults() != 1)
    return unsupported(op);
  Type wrong = findElement(op, [&](Type type) {
    return isNumber(type) || (type.isIndex() && !isOnTiles);
  });
  if (wrong)
    return unsupported(op) << " for " << wrong;
  if (auto truncate = dyn_cast<arith::TruncFOp>(op))
    if (truncate.getRoundingmode())
      return unsupported(op) << " with a rounding mode";
  return success();
}

/// Rounding to the nearest even, between numbers that are computed with.
static LogicalResult checkFpToFp(tt::FpToFpOp op) {
  if (Type wrong = findElement(op, isNumber))
    return unsupported(op) << " for " << wrong;
  if (op.getRounding() && *op.getRounding() != tt::RoundingMode::RTNE)
    return unsupported(op) << " with a rounding mode other than rtne";
  return success();
}

/// Math that needs no library.
static LogicalResult checkMath(Operation *op) {
  if (isa<math::ExpOp, math::Exp2Op>(op))
    return getElementTypeOrSelf(op->getResult(0).getType()).isF32()
               ? success()
               : unsupported(op)
                     << " for "
                     << getElementTypeOrSelf(op->getResult(0).getType());
  if (isa<math::AbsFOp, math::AbsIOp, math::CeilOp, math::CopySignOp,
          math::CountLeadingZerosOp, math::CountTrailingZerosOp, math::CtPopOp,
          math::FloorOp, math::FmaOp, math::RoundEvenOp, math::SqrtOp,
          math::TruncOp>(op))
    return checkArithmetic(op);
  return unsupported(op);
}

static LogicalResult checkArith(Operation *op) {
  if (isa<arith::SelectOp, arith::BitcastOp>(op))
    return success(); // moves bits of any type
  if (isa<arith::ConstantOp>(op)) {
    auto constant = cast<arith::ConstantOp>(op);
    if (isa<RankedTensorType>(constant.getType()) &&
        !isa<SplatElementsAttr>(constant.getValue()))
      return op->emitError("a constant tile must have one value in all its "
                           "elements on the GPU");
    return success();
  }
  if (isa<arith::CeilDivSIOp, arith::CeilDivUIOp, arith::FloorDivSIOp,
          arith::ScalingExtFOp, arith::ScalingTruncFOp>(op))
    return unsupported(op);
  return checkArithmetic(op);
}

Verdict cm2tt::checkElementwise(Operation *op) {
  if (isa<arith::ArithDialect>(op->getDialect()))
    return checkArith(op);
  if (isa<math::MathDialect>(op->getDialect()))
    return checkMath(op);
  if (auto convert = dyn_cast<tt::FpToFpOp>(op))
    return checkFpToFp(convert);
  if (isa<tt::ClampfOp, tt::PreciseSqrtOp, tt::PreciseDivfOp, tt::MulhiuiOp>(
          op))
    return checkArithmetic(op);
  if (isa<tt::AddPtrOp, tt::BitcastOp, tt::IntToPtrOp, tt::PtrToIntOp>(op))
    return success();
  if (isa<tt::ExternElementwiseOp, tt::ElementwiseInlineAsmOp>(op))
    return unsupported(op);
  return std::nullopt;
}

Verdict cm2tt::checkDebug(Operation *op) {
  if (isa<tt::PrintOp, tt::AssertOp>(op))
    return unsupported(op);
  return std::nullopt;
}
