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

LogicalResult PrintOp::verify() {
  ArrayRef<int32_t> isSigned = getIsSigned();
  if (isSigned.size() != getArgs().size())
    return emitOpError() << "TT-PRINT-1: isSigned has " << isSigned.size()
                         << " entries, " << getArgs().size() << " expected";
  for (int32_t flag : isSigned)
    if (flag != 0 && flag != 1)
      return emitOpError() << "TT-PRINT-1: isSigned has " << flag
                           << ", 0 or 1 expected";
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
