// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Lowers divisions of a tile by one number, of which many are one.
///
/// **Neighbours.** Let n neighbours in a thread be divided by a multiple of n,
/// and the first of them be a multiple of n, too. One division is enough: the
/// remainders differ from that of the last one as the dividends do, and the
/// quotients are the same. But the first one may be a negative multiple of the
/// divisor, as quotients round to zero: -16 to -9, divided by 16, are -1 once
/// and 0 then.
///
/// **64 bits.** LLVM divides by 32 bits where both numbers have no more, each
/// time by a branch of its own. Here all divisions of a thread have one, and
/// `ptxas` computes the reciprocal of the divisor once.
///
/// Not here: numbers, and what else is needed of integers (Integers.cpp).

#include "ElementwiseInternals.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace cm2tt;

namespace {
/// The quotients of 64 bits that were created last, for remainders of the same
/// numbers.
struct WideQuotients {
  Block *block = nullptr;
  SmallVector<Value> dividends, quotients;
  Value divisor;
  bool isSigned = false;
};

/// The quotients, or remainders, of a tile.
template <typename Op, typename Quotient, typename Remainder>
struct DivisionByOneLowering : OpConversionPattern<Op> {
  using typename OpConversionPattern<Op>::OneToNOpAdaptor;
  DivisionByOneLowering(const TypeConverter &converter, MLIRContext *context,
                        const LoweringContext &lowering,
                        const std::shared_ptr<WideQuotients> &known)
      : OpConversionPattern<Op>(converter, context, /*benefit=*/3),
        lowering(lowering), known(known) {}

  LogicalResult
  matchAndRewrite(Op op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = dyn_cast<RankedTensorType>(op.getType());
    if (!type || !llvm::all_equal(adaptor.getRhs()))
      return rewriter.notifyMatchFailure(op, "not a tile by one number");
    SmallVector<unsigned> bits = findBits(op);
    uint64_t mask = findEqualBits(lowering, op.getResult());
    const bool areEqual = bits.size() <= size_t(llvm::popcount(mask));
    if (areEqual) {
      bits.clear();
    } else {
      mask = 0;
      for (unsigned bit : bits)
        mask |= uint64_t(1) << bit;
    }
    SmallVector<uint64_t> ends;
    for (uint64_t reg = 0; reg < adaptor.getLhs().size(); ++reg)
      if ((reg & mask) == mask)
        ends.push_back(reg);
    const bool isWide = type.getElementType().isInteger(64) &&
                        ends.size() > 1 &&
                        !matchPattern(op.getRhs(), m_Constant());
    if (bits.empty() && !isWide)
      return rewriter.notifyMatchFailure(op,
                                         "divisions with nothing in common");
    const bool mayRound =
        isSigned &&
        !lowering.axisInfo.getProvenInfo(op.getLhs()).isNonNegative();
    const int64_t last = (int64_t(1) << bits.size()) - 1;
    const Value divisor = adaptor.getRhs().front();
    Location loc = op.getLoc();
    SmallVector<Value> dividends = llvm::map_to_vector(
        ends, [&](uint64_t reg) { return adaptor.getLhs()[reg]; });
    SmallVector<Value> quotients =
        isWide ? divideWide(rewriter, loc, dividends, divisor)
               : divide(rewriter, loc, dividends, divisor);
    SmallVector<Value> results(adaptor.getLhs().size());
    for (auto [end, dividend, quotient] :
         llvm::zip_equal(ends, dividends, quotients)) {
      Value remainder =
          isWide ? subtractProduct(rewriter, loc, dividend, quotient, divisor)
                 : Remainder::create(rewriter, loc, dividend, divisor);
      for (int64_t index = last; index >= 0; --index) {
        uint64_t each = end & ~mask;
        for (auto [number, bit] : llvm::enumerate(bits))
          each |= uint64_t(index >> number & 1) << bit;
        results[each] = makeResult(rewriter, loc, quotient, remainder, divisor,
                                   last - index, mayRound && index == 0);
      }
    }
    if (areEqual)
      for (uint64_t reg = 0; reg < results.size(); ++reg)
        results[reg] = results[reg & ~mask];
    rewriter.replaceOpWithMultiple(op, {results});
    return success();
  }

private:
  static constexpr bool isRemainder =
      std::is_same_v<Op, arith::RemSIOp> || std::is_same_v<Op, arith::RemUIOp>;
  static constexpr bool isSigned =
      std::is_same_v<Op, arith::DivSIOp> || std::is_same_v<Op, arith::RemSIOp>;

  /// The quotient of each dividend.
  static SmallVector<Value> divide(OpBuilder &builder, Location loc,
                                   ArrayRef<Value> dividends, Value divisor) {
    return llvm::map_to_vector(dividends, [&](Value dividend) -> Value {
      return Quotient::create(builder, loc, dividend, divisor);
    });
  }

  /// The remainder that belongs to a quotient.
  static Value subtractProduct(OpBuilder &builder, Location loc, Value dividend,
                               Value quotient, Value divisor) {
    Value product = LLVM::MulOp::create(builder, loc, quotient, divisor);
    return LLVM::SubOp::create(builder, loc, dividend, product);
  }

  /// Divides numbers of 64 bits: all of them as 32 bits, if they have no more.
  SmallVector<Value> divideWide(ConversionPatternRewriter &rewriter,
                                Location loc, ArrayRef<Value> dividends,
                                Value divisor) const {
    Block *before = rewriter.getInsertionBlock();
    if (known->block == before && ArrayRef(known->dividends) == dividends &&
        known->divisor == divisor && known->isSigned == isSigned)
      return known->quotients;
    Block *after = rewriter.splitBlock(before, rewriter.getInsertionPoint());
    Block *narrow = rewriter.createBlock(after);
    Block *wide = rewriter.createBlock(after);
    for (Value dividend : dividends)
      after->addArgument(dividend.getType(), loc);

    rewriter.setInsertionPointToEnd(before);
    Value all = divisor;
    for (Value dividend : dividends)
      all = LLVM::OrOp::create(rewriter, loc, all, dividend);
    auto constant = [&](int64_t value) -> Value {
      return LLVM::ConstantOp::create(rewriter, loc, divisor.getType(), value);
    };
    Value high = LLVM::LShrOp::create(rewriter, loc, all, constant(32));
    Value isNarrow = LLVM::ICmpOp::create(
        rewriter, loc, LLVM::ICmpPredicate::eq, high, constant(0));
    LLVM::CondBrOp::create(rewriter, loc, isNarrow, narrow, wide);

    rewriter.setInsertionPointToEnd(narrow);
    Type half = rewriter.getI32Type();
    auto truncate = [&](Value value) -> Value {
      return LLVM::TruncOp::create(rewriter, loc, half, value);
    };
    Value small = truncate(divisor);
    SmallVector<Value> quotients =
        llvm::map_to_vector(dividends, [&](Value dividend) -> Value {
          Value quotient =
              LLVM::UDivOp::create(rewriter, loc, truncate(dividend), small);
          return LLVM::ZExtOp::create(rewriter, loc, divisor.getType(),
                                      quotient);
        });
    LLVM::BrOp::create(rewriter, loc, quotients, after);

    rewriter.setInsertionPointToEnd(wide);
    LLVM::BrOp::create(rewriter, loc, divide(rewriter, loc, dividends, divisor),
                       after);
    rewriter.setInsertionPointToStart(after);
    *known = {after, llvm::to_vector(dividends),
              llvm::to_vector_of<Value>(after->getArguments()), divisor,
              isSigned};
    return known->quotients;
  }

  /// The result of the neighbour that is `distance` before the last one; with
  /// `mayRound` it may be a negative multiple of the divisor.
  static Value makeResult(OpBuilder &builder, Location loc, Value quotient,
                          Value remainder, Value divisor, int64_t distance,
                          bool mayRound) {
    auto constant = [&](int64_t value) -> Value {
      return LLVM::ConstantOp::create(builder, loc, divisor.getType(), value);
    };
    Value rest = remainder;
    if (distance != 0)
      rest = LLVM::SubOp::create(builder, loc, rest, constant(distance));
    if (!mayRound)
      return isRemainder ? rest : quotient;
    // The least integer has no negative; its own is the one that is needed.
    Value isPositive = LLVM::ICmpOp::create(
        builder, loc, LLVM::ICmpPredicate::sgt, divisor, constant(0));
    Value negated = LLVM::SubOp::create(builder, loc, constant(0), divisor);
    Value negative =
        LLVM::SelectOp::create(builder, loc, isPositive, negated, divisor);
    Value isMultiple = LLVM::ICmpOp::create(
        builder, loc, LLVM::ICmpPredicate::eq, rest, negative);
    if (isRemainder)
      return LLVM::SelectOp::create(builder, loc, isMultiple, constant(0),
                                    rest);
    Value sign = LLVM::SelectOp::create(builder, loc, isPositive, constant(1),
                                        constant(-1));
    Value further = LLVM::SubOp::create(builder, loc, quotient, sign);
    return LLVM::SelectOp::create(builder, loc, isMultiple, further, quotient);
  }

  /// The bits of a register's number that walk the neighbours of a group, the
  /// nearest first; none if there are no groups.
  SmallVector<unsigned> findBits(Op op) const {
    AxisInfo info = lowering.axisInfo.getProvenInfo(op.getLhs());
    const int64_t divisor =
        lowering.axisInfo.getProvenInfo(op.getRhs()).getDivisorOfAll();
    const ttg::LinearLayout &layout = getLayout(op.getType());
    SmallVector<unsigned> most;
    for (unsigned dim = 0; dim < layout.getRank(); ++dim) {
      const int64_t count = std::min(
          {info.getContiguity(dim), info.getDivisibility(dim), divisor});
      SmallVector<unsigned> bits = layout.getConsecutiveBits(dim);
      bits.truncate(std::min<size_t>(bits.size(), llvm::Log2_64(count)));
      if (bits.size() > most.size())
        most = bits;
    }
    return most;
  }

  const LoweringContext &lowering;
  std::shared_ptr<WideQuotients> known;
};
} // namespace

void cm2tt::populateDivisionPatterns(const TileTypeConverter &converter,
                                     const LoweringContext &lowering,
                                     RewritePatternSet &patterns) {
  auto known = std::make_shared<WideQuotients>();
  patterns
      .add<DivisionByOneLowering<arith::DivSIOp, LLVM::SDivOp, LLVM::SRemOp>,
           DivisionByOneLowering<arith::RemSIOp, LLVM::SDivOp, LLVM::SRemOp>,
           DivisionByOneLowering<arith::DivUIOp, LLVM::UDivOp, LLVM::URemOp>,
           DivisionByOneLowering<arith::RemUIOp, LLVM::UDivOp, LLVM::URemOp>>(
          converter, patterns.getContext(), lowering, known);
}
