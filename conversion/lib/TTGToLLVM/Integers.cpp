// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Lowers operations on integers with special cases: high halves of products,
/// divisions that are undefined in LLVM but not in Java, and divisions that
/// round up or down.
///
/// Division by zero is undefined: a GPU has no exception to throw.

#include "ElementwiseInternals.h"

#include "cm2tt/Dialect/TT/TTOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace cm2tt;

namespace {
/// The high half of a product twice as wide, which is `mul.hi`.
struct MulhiuiOpLowering : RegisterwisePattern<tt::MulhiuiOp> {
  using RegisterwisePattern::RegisterwisePattern;
  Value lower(tt::MulhiuiOp op, ArrayRef<Value> operands, Type type,
              ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    unsigned bits = type.getIntOrFloatBitWidth();
    Type wide = rewriter.getIntegerType(2 * bits);
    Value x = LLVM::ZExtOp::create(rewriter, loc, wide, operands[0]);
    Value y = LLVM::ZExtOp::create(rewriter, loc, wide, operands[1]);
    Value product = LLVM::MulOp::create(rewriter, loc, x, y);
    Value shift = LLVM::ConstantOp::create(rewriter, loc, wide, bits);
    Value high = LLVM::LShrOp::create(rewriter, loc, product, shift);
    return LLVM::TruncOp::create(rewriter, loc, type, high);
  }
};

/// Division of Java's numbers: the least integer by -1 is itself, with rest 0,
/// where LLVM leaves it undefined. By 1 instead of -1 the rest is right; the
/// quotient is then negated.
///
///   %q = arith.divsi %a, %b : i32
/// =>
///   %is = llvm.icmp "eq" %b, -1
///   %d = llvm.select %is, 1, %b
///   %t = llvm.sdiv %a, %d
///   %n = llvm.sub 0, %a
///   %q = llvm.select %is, %n, %t
template <typename Op, typename LLVMOp>
struct SignedDivisionOpLowering : RegisterwisePattern<Op> {
  using RegisterwisePattern<Op>::RegisterwisePattern;
  /// Tiles are divided as Triton does it, without care; so is what is divided
  /// by a constant, which is no -1: that would have been folded.
  bool handles(Op op) const override {
    return isa<IntegerType>(op.getType()) &&
           op.getType().getIntOrFloatBitWidth() > 1 &&
           !matchPattern(op.getRhs(), m_Constant());
  }
  Value lower(Op op, ArrayRef<Value> operands, Type type,
              ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto constant = [&](int64_t value) -> Value {
      return LLVM::ConstantOp::create(rewriter, loc, type, value);
    };
    Value isMinusOne = LLVM::ICmpOp::create(
        rewriter, loc, LLVM::ICmpPredicate::eq, operands[1], constant(-1));
    Value divisor = LLVM::SelectOp::create(rewriter, loc, isMinusOne,
                                           constant(1), operands[1]);
    Value result = LLVMOp::create(rewriter, loc, operands[0], divisor);
    if (std::is_same_v<Op, arith::RemSIOp>)
      return result;
    Value negated =
        LLVM::SubOp::create(rewriter, loc, constant(0), operands[0]);
    return LLVM::SelectOp::create(rewriter, loc, isMinusOne, negated, result);
  }
};
} // namespace

void cm2tt::populateIntegerPatterns(const TileTypeConverter &converter,
                                    RewritePatternSet &patterns) {
  MLIRContext *context = patterns.getContext();
  patterns.add<MulhiuiOpLowering>(converter, context);
  // Before arith's own lowerings.
  patterns.add<SignedDivisionOpLowering<arith::DivSIOp, LLVM::SDivOp>,
               SignedDivisionOpLowering<arith::RemSIOp, LLVM::SRemOp>>(
      converter, context, /*benefit=*/3);
  arith::populateCeilFloorDivExpandOpsPatterns(patterns);
}
