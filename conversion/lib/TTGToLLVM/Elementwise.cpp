// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Lowers elementwise operations: each register's element by the same scalar
/// operation, which arith's and math's own lowerings then take.

#include "TTGToLLVMInternals.h"

#include "cm2tt/Dialect/TT/TTOps.h"

#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

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
      : ConversionPattern(converter, MatchAnyOpTypeTag(), 1, context) {}
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
          return rewriter.create(state)->getResult(0);
        });
    rewriter.replaceOpWithMultiple(op, {results});
    return success();
  }
};

/// Base of lowerings of `tt`'s own elementwise operations, scalar or tile.
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

struct BitcastOpLowering : RegisterwisePattern<tt::BitcastOp> {
  using RegisterwisePattern::RegisterwisePattern;
  Value lower(tt::BitcastOp op, ArrayRef<Value> operands, Type type,
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
} // namespace

void cm2tt::populateElementwisePatterns(const TileTypeConverter &converter,
                                        RewritePatternSet &patterns) {
  patterns.add<ElementwiseOpLowering, AddPtrOpLowering, BitcastOpLowering,
               PtrToIntOpLowering, IntToPtrOpLowering>(converter,
                                                       patterns.getContext());
}
