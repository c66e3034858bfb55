// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Lowers operations on integers with special cases: halves of products, dot
/// products of bytes, divisions that are undefined in LLVM but not in Java, and
/// divisions that round up or down.
///
/// Division by zero is undefined: a GPU has no exception to throw.
///
/// Not here: divisions of a tile by one number (Division.cpp).

#include "ElementwiseInternals.h"

#include "cm2tt/Dialect/TT/TTOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace cm2tt;

/// The product of two registers, twice as wide as they are.
static Value multiplyWide(OpBuilder &builder, Location loc,
                          ArrayRef<Value> operands) {
  unsigned bits = operands[0].getType().getIntOrFloatBitWidth();
  Type wide = builder.getIntegerType(2 * bits);
  Value x = LLVM::ZExtOp::create(builder, loc, wide, operands[0]);
  Value y = LLVM::ZExtOp::create(builder, loc, wide, operands[1]);
  return LLVM::MulOp::create(builder, loc, x, y);
}

namespace {
/// The high half of a product twice as wide, which is `mul.hi`.
struct MulhiuiOpLowering : RegisterwisePattern<tt::MulhiuiOp> {
  using RegisterwisePattern::RegisterwisePattern;
  Value lower(tt::MulhiuiOp op, ArrayRef<Value> operands, Type type,
              ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value product = multiplyWide(rewriter, loc, operands);
    Value shift =
        LLVM::ConstantOp::create(rewriter, loc, product.getType(),
                                 int64_t(type.getIntOrFloatBitWidth()));
    Value high = LLVM::LShrOp::create(rewriter, loc, product, shift);
    return LLVM::TruncOp::create(rewriter, loc, type, high);
  }
};

/// The low half of a product whose high half is computed, too. LLVM merges both
/// products, of 32 bits into one `mul.wide`, which takes a GPU as long as
/// `mul.hi`; ptxas does not merge `mul.hi` and `mul.lo`.
///
///   %h = tt.mulhiui %a, %b : i32
///   %l = arith.muli %a, %b : i32
/// =>
///   %x = llvm.zext %a : i32 to i64
///   %y = llvm.zext %b : i32 to i64
///   %p = llvm.mul %x, %y : i64
///   %l = llvm.trunc %p : i64 to i32
struct LowHalfLowering : RegisterwisePattern<arith::MulIOp> {
  using RegisterwisePattern::RegisterwisePattern;
  bool handles(arith::MulIOp op) const override {
    Value left = op.getLhs(), right = op.getRhs();
    return getElementTypeOrSelf(op.getType()).isInteger(32) &&
           llvm::any_of(left.getUsers(), [&](Operation *user) {
             auto high = dyn_cast<tt::MulhiuiOp>(user);
             return high && high->getBlock() == op->getBlock() &&
                    (high.getX() == right || high.getY() == right) &&
                    (left != right || high.getX() == high.getY());
           });
  }
  Value lower(arith::MulIOp op, ArrayRef<Value> operands, Type type,
              ConversionPatternRewriter &rewriter) const override {
    return LLVM::TruncOp::create(rewriter, op.getLoc(), type,
                                 multiplyWide(rewriter, op.getLoc(), operands));
  }
};

/// Dot products of bytes, for which there is an instruction.
struct Dp4aOpLowering : RegisterwisePattern<tt::Dp4aOp> {
  using RegisterwisePattern::RegisterwisePattern;
  Value lower(tt::Dp4aOp op, ArrayRef<Value> operands, Type type,
              ConversionPatternRewriter &rewriter) const override {
    std::string name = "llvm.nvvm.idp4a.";
    name += op.getAUnsigned() ? "u." : "s.";
    name += op.getBUnsigned() ? "u" : "s";
    return callIntrinsic(rewriter, op.getLoc(), name, type, operands);
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
  patterns.add<Dp4aOpLowering, MulhiuiOpLowering>(converter, context);
  // Before arith's own lowerings.
  patterns.add<LowHalfLowering>(converter, context, /*benefit=*/3);
  patterns.add<SignedDivisionOpLowering<arith::DivSIOp, LLVM::SDivOp>,
               SignedDivisionOpLowering<arith::RemSIOp, LLVM::SRemOp>>(
      converter, context, /*benefit=*/3);
  arith::populateCeilFloorDivExpandOpsPatterns(patterns);
}
