// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Lowers elementwise operations: each register's element by the same scalar
/// operation, which arith's and math's own lowerings then take.
///
/// Not here: which operations on which types get here (TTToTTG, Supported.h).

#include "TTGToLLVMInternals.h"

#include "cm2tt/Dialect/TT/TTOps.h"

#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace cm2tt;

/// Calls `make` for each register's operands, once for registers whose
/// operands are the same values.
static SmallVector<Value>
mapRegisters(unsigned count, ArrayRef<ValueRange> operands,
             llvm::function_ref<Value(ArrayRef<Value>)> make) {
  SmallVector<Value> results;
  SmallVector<SmallVector<Value>> seen;
  llvm::DenseMap<unsigned, SmallVector<unsigned, 1>> byHash;
  for (unsigned reg = 0; reg < count; ++reg) {
    auto mine = llvm::map_to_vector(operands, [&](ValueRange range) {
      return range.size() == 1 ? range.front() : range[reg];
    });
    auto hash = static_cast<unsigned>(llvm::hash_combine_range(
        llvm::map_range(mine, [](Value v) { return v.getAsOpaquePointer(); })));
    Value result;
    SmallVector<unsigned, 1> &candidates = byHash[hash >> 2];
    for (unsigned other : candidates)
      if (seen[other] == mine)
        result = results[other];
    if (!result) {
      result = make(mine);
      candidates.push_back(reg);
    }
    seen.push_back(std::move(mine));
    results.push_back(result);
  }
  return results;
}

namespace {
/// An operation of arith or math on tiles.
///
///   %c = arith.addf %a, %b : tensor<256xf32, #ttg.linear<...>>
/// =>
///   %c0 = arith.addf %a0, %b0 : f32 ... one for each register
struct ElementwiseOpLowering : ConversionPattern {
  ElementwiseOpLowering(const TypeConverter &converter, MLIRContext *context)
      // Before the lowerings of arith and math, which take a tile of one
      // register.
      : ConversionPattern(converter, MatchAnyOpTypeTag(), 2, context) {}
  LogicalResult
  matchAndRewrite(Operation *op, ArrayRef<ValueRange> operands,
                  ConversionPatternRewriter &rewriter) const override {
    if (!op->hasTrait<OpTrait::Elementwise>() || op->getNumResults() != 1 ||
        isa<tt::TTDialect>(op->getDialect()))
      return rewriter.notifyMatchFailure(op, "not elementwise");
    auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
    if (!type)
      return rewriter.notifyMatchFailure(op, "not on tiles");
    for (Type operand : op->getOperandTypes())
      if (getTypeConverter()->convertType(getElementTypeOrSelf(operand)) !=
          getElementTypeOrSelf(operand))
        return rewriter.notifyMatchFailure(op, "element type has no scalar op");
    SmallVector<Value> results =
        mapRegisters(registersOf(type), operands, [&](ArrayRef<Value> mine) {
          OperationState state(op->getLoc(), op->getName());
          state.addOperands(mine);
          state.addTypes(type.getElementType());
          state.addAttributes(op->getAttrs());
          Operation *scalar = rewriter.create(state);
          allowContraction(scalar);
          return scalar->getResult(0);
        });
    rewriter.replaceOpWithMultiple(op, {results});
    return success();
  }

  /// A product and a sum of tiles may become one fma, as Triton has it by
  /// default. Those of scalars may not: Java's operators round twice.
  static void allowContraction(Operation *op) {
    auto fast = dyn_cast<arith::ArithFastMathInterface>(op);
    arith::FastMathFlagsAttr have =
        fast ? fast.getFastMathFlagsAttr() : arith::FastMathFlagsAttr();
    if (!have) // a conversion has none
      return;
    op->setAttr(fast.getFastMathAttrName(),
                arith::FastMathFlagsAttr::get(
                    op->getContext(),
                    have.getValue() | arith::FastMathFlags::contract));
  }
};

/// Base of lowerings that make LLVM's operations at once, scalar or tile:
/// `tt`'s own, and those whose elements have other types in LLVM.
template <typename Op> struct RegisterwisePattern : OpConversionPattern<Op> {
  using OpConversionPattern<Op>::OpConversionPattern;
  using typename OpConversionPattern<Op>::OneToNOpAdaptor;
  /// The result on one register's operands; `type` is its LLVM type.
  virtual Value lower(Op op, ArrayRef<Value> operands, Type type,
                      ConversionPatternRewriter &rewriter) const = 0;
  LogicalResult
  matchAndRewrite(Op op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type type = this->getTypeConverter()->convertType(
        getElementTypeOrSelf(op.getType()));
    if (!type)
      return rewriter.notifyMatchFailure(op, "element type has no LLVM type");
    SmallVector<Value> results = mapRegisters(
        registersOf(op.getType()), adaptor.getOperands(),
        [&](ArrayRef<Value> mine) { return lower(op, mine, type, rewriter); });
    rewriter.replaceOpWithMultiple(op, {results});
    return success();
  }
};

struct AddPtrOpLowering : RegisterwisePattern<tt::AddPtrOp> {
  using RegisterwisePattern::RegisterwisePattern;
  Value lower(tt::AddPtrOp op, ArrayRef<Value> operands, Type type,
              ConversionPatternRewriter &rewriter) const override {
    auto pointer = cast<tt::PtrType>(getElementTypeOrSelf(op.getType()));
    Type pointee = getTypeConverter()->convertType(pointer.getPointeeType());
    if (pointee.isInteger(1)) // truth values lie in memory as bytes
      pointee = rewriter.getI8Type();
    return LLVM::GEPOp::create(rewriter, op.getLoc(), type, pointee,
                               operands[0], operands[1]);
  }
};

/// `tt.bitcast` and `arith.bitcast`.
template <typename Op> struct BitcastOpLowering : RegisterwisePattern<Op> {
  using RegisterwisePattern<Op>::RegisterwisePattern;
  Value lower(Op op, ArrayRef<Value> operands, Type type,
              ConversionPatternRewriter &rewriter) const override {
    if (operands[0].getType() == type)
      return operands[0];
    return LLVM::BitcastOp::create(rewriter, op.getLoc(), type, operands[0]);
  }
};

struct PtrToIntOpLowering : RegisterwisePattern<tt::PtrToIntOp> {
  using RegisterwisePattern::RegisterwisePattern;
  Value lower(tt::PtrToIntOp op, ArrayRef<Value> operands, Type type,
              ConversionPatternRewriter &rewriter) const override {
    return LLVM::PtrToIntOp::create(rewriter, op.getLoc(), type, operands[0]);
  }
};

struct IntToPtrOpLowering : RegisterwisePattern<tt::IntToPtrOp> {
  using RegisterwisePattern::RegisterwisePattern;
  Value lower(tt::IntToPtrOp op, ArrayRef<Value> operands, Type type,
              ConversionPatternRewriter &rewriter) const override {
    return LLVM::IntToPtrOp::create(rewriter, op.getLoc(), type, operands[0]);
  }
};

/// A condition, scalar or tile, chooses between numbers or pointers.
struct SelectOpLowering : RegisterwisePattern<arith::SelectOp> {
  using RegisterwisePattern::RegisterwisePattern;
  Value lower(arith::SelectOp op, ArrayRef<Value> operands, Type,
              ConversionPatternRewriter &rewriter) const override {
    return LLVM::SelectOp::create(rewriter, op.getLoc(), operands[0],
                                  operands[1], operands[2]);
  }
};

struct PoisonOpLowering : OpConversionPattern<ub::PoisonOp> {
  using Base::Base;
  LogicalResult
  matchAndRewrite(ub::PoisonOp op, OneToNOpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type type =
        getTypeConverter()->convertType(getElementTypeOrSelf(op.getType()));
    if (!type)
      return rewriter.notifyMatchFailure(op, "element type has no LLVM type");
    Value value = LLVM::PoisonOp::create(rewriter, op.getLoc(), type);
    rewriter.replaceOpWithMultiple(
        op, {SmallVector<Value>(registersOf(op.getType()), value)});
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Floating point
//===----------------------------------------------------------------------===//

/// Between numbers that the GPU computes with, to the nearest even; two types
/// of 16 bits by way of f32, which holds both.
struct FpToFpOpLowering : RegisterwisePattern<tt::FpToFpOp> {
  using RegisterwisePattern::RegisterwisePattern;
  Value lower(tt::FpToFpOp op, ArrayRef<Value> operands, Type type,
              ConversionPatternRewriter &rewriter) const override {
    Value value = operands[0];
    auto bitsOf = [](Type type) { return type.getIntOrFloatBitWidth(); };
    if (value.getType() == type)
      return value;
    if (bitsOf(value.getType()) == bitsOf(type))
      value = LLVM::FPExtOp::create(rewriter, op.getLoc(),
                                    rewriter.getF32Type(), value);
    if (bitsOf(value.getType()) < bitsOf(type))
      return LLVM::FPExtOp::create(rewriter, op.getLoc(), type, value);
    return LLVM::FPTruncOp::create(rewriter, op.getLoc(), type, value);
  }
};

struct ClampfOpLowering : RegisterwisePattern<tt::ClampfOp> {
  using RegisterwisePattern::RegisterwisePattern;
  Value lower(tt::ClampfOp op, ArrayRef<Value> operands, Type,
              ConversionPatternRewriter &rewriter) const override {
    return op.getPropagateNan() == tt::PropagateNan::ALL
               ? clamp<LLVM::MaximumOp, LLVM::MinimumOp>(op, operands, rewriter)
               : clamp<LLVM::MaxNumOp, LLVM::MinNumOp>(op, operands, rewriter);
  }
  template <typename Max, typename Min>
  static Value clamp(tt::ClampfOp op, ArrayRef<Value> operands,
                     OpBuilder &builder) {
    Value least = Max::create(builder, op.getLoc(), operands[0], operands[1]);
    return Min::create(builder, op.getLoc(), least, operands[2]);
  }
};

/// LLVM's own square root rounds to nearest: `sqrt.rn`.
struct PreciseSqrtOpLowering : RegisterwisePattern<tt::PreciseSqrtOp> {
  using RegisterwisePattern::RegisterwisePattern;
  Value lower(tt::PreciseSqrtOp op, ArrayRef<Value> operands, Type type,
              ConversionPatternRewriter &rewriter) const override {
    return LLVM::SqrtOp::create(rewriter, op.getLoc(), type, operands[0]);
  }
};

/// So does its division: `div.rn`.
struct PreciseDivfOpLowering : RegisterwisePattern<tt::PreciseDivfOp> {
  using RegisterwisePattern::RegisterwisePattern;
  Value lower(tt::PreciseDivfOp op, ArrayRef<Value> operands, Type type,
              ConversionPatternRewriter &rewriter) const override {
    return LLVM::FDivOp::create(rewriter, op.getLoc(), type, operands[0],
                                operands[1]);
  }
};

/// 2^x is one instruction, `ex2.approx`, and e^x is 2^(x log2 e), as in Triton.
template <typename Op> struct ExpOpLowering : RegisterwisePattern<Op> {
  using RegisterwisePattern<Op>::RegisterwisePattern;
  Value lower(Op op, ArrayRef<Value> operands, Type type,
              ConversionPatternRewriter &rewriter) const override {
    Value power = operands[0];
    if (std::is_same_v<Op, math::ExpOp>) {
      Value log2e = LLVM::ConstantOp::create(
          rewriter, op.getLoc(), type,
          rewriter.getF32FloatAttr(llvm::numbers::log2ef));
      power = LLVM::FMulOp::create(rewriter, op.getLoc(), type, power, log2e);
    }
    return LLVM::Exp2Op::create(rewriter, op.getLoc(), type, power);
  }
};

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

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
} // namespace

void cm2tt::populateElementwisePatterns(const TileTypeConverter &converter,
                                        RewritePatternSet &patterns) {
  MLIRContext *context = patterns.getContext();
  patterns.add<ElementwiseOpLowering, AddPtrOpLowering,
               BitcastOpLowering<tt::BitcastOp>, PtrToIntOpLowering,
               IntToPtrOpLowering, FpToFpOpLowering, ClampfOpLowering,
               PreciseSqrtOpLowering, PreciseDivfOpLowering, MulhiuiOpLowering>(
      converter, context);
  // Before those for any tile, and those of arith and math for scalars.
  patterns.add<SelectOpLowering, BitcastOpLowering<arith::BitcastOp>,
               PoisonOpLowering, ExpOpLowering<math::ExpOp>,
               ExpOpLowering<math::Exp2Op>>(converter, context, /*benefit=*/2);
  populateMathToLLVMConversionPatterns(converter, patterns);
}
