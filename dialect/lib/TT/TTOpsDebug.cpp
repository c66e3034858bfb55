// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Verifiers and patterns of printing and checking.

#include "cm2tt/Dialect/TT/TTOps.h"

#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace cm2tt::tt;

//===----------------------------------------------------------------------===//
// PrintOp
//===----------------------------------------------------------------------===//

void PrintOp::build(OpBuilder &builder, OperationState &state, StringRef prefix,
                    bool hex, ValueRange args, ArrayRef<int32_t> isSigned) {
  build(builder, state, prefix, hex, args, isSigned, /*shapes=*/ArrayAttr());
}

/// The shape of a tile; empty for a scalar.
static ArrayRef<int64_t> shapeOf(Type type) {
  auto tile = dyn_cast<RankedTensorType>(type);
  return tile ? tile.getShape() : ArrayRef<int64_t>();
}

ArrayRef<int64_t> PrintOp::getPrintedShape(unsigned operand) {
  if (ArrayAttr shapes = getShapesAttr())
    return cast<DenseI64ArrayAttr>(shapes[operand]).asArrayRef();
  return shapeOf(getArgs()[operand].getType());
}

/// TT-PRINT-2
static LogicalResult verifyShapes(PrintOp op, ArrayAttr shapes) {
  if (shapes.size() != op.getArgs().size())
    return op.emitOpError()
           << "TT-PRINT-2: shapes has " << shapes.size() << " entries, "
           << op.getArgs().size() << " expected";
  for (auto [shape, type] : llvm::zip_equal(shapes, op.getArgs().getTypes())) {
    auto printed = dyn_cast<DenseI64ArrayAttr>(shape);
    ArrayRef<int64_t> all = shapeOf(type);
    bool fits = printed && printed.size() == static_cast<int64_t>(all.size());
    for (int64_t dim = 0, rank = all.size(); fits && dim < rank; ++dim)
      fits = printed[dim] >= 1 && printed[dim] <= all[dim];
    if (!fits)
      return op.emitOpError() << "TT-PRINT-2: shape " << shape << " for "
                              << type << ", a part of it expected";
  }
  return success();
}

LogicalResult PrintOp::verify() {
  ArrayRef<int32_t> isSigned = getIsSigned();
  if (isSigned.size() != getArgs().size())
    return emitOpError() << "TT-PRINT-1: isSigned has " << isSigned.size()
                         << " entries, " << getArgs().size() << " expected";
  for (int32_t flag : isSigned)
    if (flag != 0 && flag != 1)
      return emitOpError() << "TT-PRINT-1: isSigned has " << flag
                           << ", 0 or 1 expected";
  if (ArrayAttr shapes = getShapesAttr())
    return verifyShapes(*this, shapes);
  return success();
}

//===----------------------------------------------------------------------===//
// AssertOp
//===----------------------------------------------------------------------===//

namespace {
/// Invariant: what is true needs no check.
///
///   %t = arith.constant true
///   tt.assert %t, "message" : i1
/// =>
///   nothing
struct DropTrueAssert : OpRewritePattern<AssertOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(AssertOp op,
                                PatternRewriter &rewriter) const override {
    if (!matchPattern(op.getCondition(), m_One()))
      return rewriter.notifyMatchFailure(op, "condition is not always true");
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void AssertOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                           MLIRContext *context) {
  patterns.add<DropTrueAssert>(context);
}
