// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The limits of the CPU back end on tiles and operations on tiles.
///
/// Not here: the operations and types that all back ends lower
/// (lowering/SupportChecker.cpp); elementwise operations
/// (SupportedElementwise.cpp).

#include "Supported.h"

#include "cpu/emit/ElementwiseInternals.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace cm2tt;

/// Elements of one tile, as many as operations of `tt` take.
constexpr int64_t maxElements = int64_t(1) << 20;

namespace {
class KernelChecker : public ElementwiseChecker {
protected:
  LogicalResult checkSize(RankedTensorType tile, ErrorBuilder error) override;
  LogicalResult checkLimits(Operation *op) override;

private:
  LogicalResult checkDot(tt::DotOp op);
  LogicalResult checkRegion(Operation *op);
};
} // namespace

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

LogicalResult KernelChecker::checkSize(RankedTensorType tile,
                                       ErrorBuilder error) {
  unsigned bits = 0; // a product could wrap
  for (int64_t size : tile.getShape())
    bits += llvm::Log2_64(size);
  if (bits > llvm::Log2_64(maxElements))
    return error() << "a tile is too large: at most " << maxElements
                   << " elements expected: " << tile;
  return success();
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// Operands have the sum's type by now (TTDecomposeDots).
LogicalResult KernelChecker::checkDot(tt::DotOp op) {
  Type sum = getElementTypeOrSelf(op.getType());
  for (Value operand : op->getOperands()) {
    Type element = getElementTypeOrSelf(operand.getType());
    if (element == sum && (sum.isF32() || sum.isF64() || sum.isInteger(32)))
      continue;
    return reportUnsupported(op)
           << " for operands of type " << element << " and sums of type " << sum
           << ": both f32, f64 or i32 expected";
  }
  return success();
}

/// A region that runs for ever gives no elements.
static LogicalResult checkMap(tt::MapElementwiseOp op) {
  bool returns = llvm::any_of(op.getScalarOp(), [](Block &block) {
    return block.getNumSuccessors() == 0;
  });
  if (returns)
    return success();
  return op.emitError("the region of '") << op->getName() << "' never returns";
}

/// Regions that combine or map elements are on scalars: they run inside of a
/// loop over a tile.
LogicalResult KernelChecker::checkRegion(Operation *op) {
  Operation *around = op->getParentOp();
  while (around && !isa<tt::ReduceOp, tt::ScanOp, tt::MapElementwiseOp>(around))
    around = around->getParentOp();
  if (!around || !touchesTiles(op))
    return success();
  return op->emitError("a tile in the region of '")
         << around->getName() << "' is not supported on the CPU";
}

LogicalResult KernelChecker::checkLimits(Operation *op) {
  if (failed(ElementwiseChecker::checkLimits(op)) || failed(checkRegion(op)))
    return failure();
  if (auto dot = dyn_cast<tt::DotOp>(op))
    return checkDot(dot);
  if (auto map = dyn_cast<tt::MapElementwiseOp>(op))
    return checkMap(map);
  return success();
}

LogicalResult cm2tt::checkSupportedOnCPU(ModuleOp module) {
  return KernelChecker().check(module);
}
