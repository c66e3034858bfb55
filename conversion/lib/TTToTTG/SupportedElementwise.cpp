// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Arithmetic, conversions and constants that the GPU takes; printing and
/// checking.

#include "SupportedInternals.h"

#include "cm2tt/Conversion/Libraries.h"
#include "cm2tt/Dialect/TT/TTOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/FileSystem.h"

using namespace mlir;
using namespace cm2tt;

LogicalResult cm2tt::checkArithmetic(Operation *op) {
  bool isOnTiles = touchesTiles(op);
  Type wrong = findElement(op, [&](Type type) {
    return isNumber(type) || (type.isIndex() && !isOnTiles);
  });
  if (wrong)
    return unsupported(op) << " for " << wrong;
  return success();
}

/// To the nearest even or toward zero, which instructions have for all types.
static LogicalResult checkTruncation(arith::TruncFOp op) {
  if (failed(checkArithmetic(op)))
    return failure();
  std::optional<arith::RoundingMode> mode = op.getRoundingmode();
  if (!mode || *mode == arith::RoundingMode::to_nearest_even ||
      *mode == arith::RoundingMode::toward_zero)
    return success();
  return unsupported(op) << " with rounding mode '"
                         << arith::stringifyRoundingMode(*mode) << "'";
}

/// An operation that takes floats of 8 bits along with other numbers.
static LogicalResult checkWithFloat8(Operation *op) {
  Type wrong = findElement(
      op, [](Type type) { return isNumber(type) || isFloat8(type); });
  if (wrong)
    return unsupported(op) << " for " << wrong;
  return success();
}

/// The error for what no GPU computes by itself.
static LogicalResult reportNoLibdevice(Operation *op, const Twine &what) {
  return op->emitError()
         << what << " needs NVIDIA's libdevice.10.bc, which is not found: "
         << libdevicePlaces();
}

/// Functions come from libdevice, where there is no instruction or expansion.
static LogicalResult checkMath(Operation *op) {
  if (isa<math::AbsFOp>(op))
    return checkWithFloat8(op);
  if (isa<math::AbsIOp, math::CeilOp, math::CopySignOp,
          math::CountLeadingZerosOp, math::CountTrailingZerosOp, math::CtPopOp,
          math::FloorOp, math::FmaOp, math::RoundEvenOp, math::RoundOp,
          math::SqrtOp, math::TruncOp>(op))
    return checkArithmetic(op);
  const MathFunction *function = findMathFunction(op->getName().getStringRef());
  if (!function)
    return unsupported(op);
  if (failed(checkArithmetic(op)))
    return failure();
  Type type = getElementTypeOrSelf(op->getResult(0).getType());
  bool needsLibrary =
      type.isF64() || function->support == MathFunction::Library;
  if (!needsLibrary || !findLibdevice(op).empty())
    return success();
  return reportNoLibdevice(op, "'" + Twine(op->getName().getStringRef()) +
                                   "' for '" + (type.isF64() ? "f64" : "f32") +
                                   "'");
}

/// A function of a library that is there, or a function of libdevice that is
/// an instruction.
static LogicalResult checkExtern(tt::ExternElementwiseOp op) {
  StringRef path = op.getLibpath(), name = op.getLibname();
  if (!path.empty()) {
    if (llvm::sys::fs::is_regular_file(path))
      return success();
    return op.emitError("there is no library '")
           << path << "', which has '" << op.getSymbol() << "'";
  }
  if (!name.empty() && name != "libdevice")
    return op.emitError("the library '")
           << name << "' has no path: expected 'libpath', or 'libdevice'";
  if (!findLibdevice(op).empty())
    return success();
  const MathFunction *function = findMathFunctionBySymbol(op.getSymbol());
  if (function && function->support == MathFunction::Instruction &&
      op.getSrcs().size() == 1 &&
      !findElement(op, [](Type type) { return type.isF32(); }))
    return success();
  return reportNoLibdevice(op, "the function '" + op.getSymbol() + "'");
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
  if (isa<arith::ScalingExtFOp, arith::ScalingTruncFOp>(op))
    return unsupported(op);
  if (auto truncate = dyn_cast<arith::TruncFOp>(op))
    return checkTruncation(truncate);
  return checkArithmetic(op);
}

Verdict cm2tt::checkElementwise(Operation *op) {
  if (isa<arith::ArithDialect>(op->getDialect()))
    return checkArith(op);
  if (isa<math::MathDialect>(op->getDialect()))
    return checkMath(op);
  if (isa<tt::FpToFpOp>(op))
    return checkWithFloat8(op);
  if (isa<tt::ClampfOp, tt::PreciseSqrtOp, tt::PreciseDivfOp, tt::MulhiuiOp>(
          op))
    return checkArithmetic(op);
  if (isa<tt::AddPtrOp, tt::BitcastOp, tt::IntToPtrOp, tt::PtrToIntOp>(op))
    return success();
  if (auto call = dyn_cast<tt::ExternElementwiseOp>(op))
    return checkExtern(call);
  if (isa<tt::ElementwiseInlineAsmOp>(op))
    return checkInlineAsm(op);
  return std::nullopt;
}

Verdict cm2tt::checkDebug(Operation *op) {
  if (isa<tt::PrintOp, tt::AssertOp>(op))
    return success();
  return std::nullopt;
}
