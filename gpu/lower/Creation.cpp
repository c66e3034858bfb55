// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Lowers operations that create values: constants, splats, ranges and program
/// ids.

#include "TTGToLLVMInternals.h"

#include "cm2tt/Dialect/TT/TTOps.h"

#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace cm2tt;

namespace {
/// A splat constant is one LLVM constant, in every register.
struct ConstantOpLowering : OpConversionPattern<arith::ConstantOp> {
  using Base::Base;
  LogicalResult
  matchAndRewrite(arith::ConstantOp op, OneToNOpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto splat = dyn_cast<SplatElementsAttr>(op.getValue());
    if (!splat)
      return rewriter.notifyMatchFailure(op, "not a splat tile");
    Type type = getTypeConverter()->convertType(splat.getElementType());
    auto element = splat.getSplatValue<TypedAttr>();
    if (auto number = dyn_cast<FloatAttr>(element); number && type.isInteger())
      element = IntegerAttr::get(type, number.getValue().bitcastToAPInt());
    Value value =
        LLVM::ConstantOp::create(rewriter, op.getLoc(), type, element);
    rewriter.replaceOpWithMultiple(
        op, {SmallVector<Value>(getNumRegisters(op.getType()), value)});
    return success();
  }
};

/// A splat is its operand, in every register.
struct SplatOpLowering : OpConversionPattern<tt::SplatOp> {
  using Base::Base;
  LogicalResult
  matchAndRewrite(tt::SplatOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithMultiple(
        op, {SmallVector<Value>(getNumRegisters(op.getType()),
                                adaptor.getSrc().front())});
    return success();
  }
};

struct MakeRangeOpLowering : ContextPattern<tt::MakeRangeOp> {
  using Base::Base;
  LogicalResult
  matchAndRewrite(tt::MakeRangeOp op, OneToNOpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Emitter emitter{rewriter, op.getLoc()};
    SmallVector<Value> values =
        emitCoordinates(emitter, getLayout(op.getType()), 0);
    if (op.getStart() != 0)
      for (Value &value : values)
        value = emitter.add(value, emitter.i32(op.getStart()));
    rewriter.replaceOpWithMultiple(op, {values});
    return success();
  }
};

/// Reads the special register that belongs to an axis.
template <typename Op, typename X, typename Y, typename Z>
struct GridOpLowering : OpConversionPattern<Op> {
  using OpConversionPattern<Op>::OpConversionPattern;
  LogicalResult
  matchAndRewrite(Op op, typename Op::Adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type type = op.getType();
    switch (op.getAxis()) {
    case tt::ProgramIDDim::X:
      rewriter.replaceOpWithNewOp<X>(op, type);
      return success();
    case tt::ProgramIDDim::Y:
      rewriter.replaceOpWithNewOp<Y>(op, type);
      return success();
    case tt::ProgramIDDim::Z:
      rewriter.replaceOpWithNewOp<Z>(op, type);
      return success();
    }
    llvm_unreachable("every axis is listed");
  }
};
} // namespace

void cm2tt::populateCreationPatterns(const TileTypeConverter &converter,
                                     const LoweringContext &context,
                                     RewritePatternSet &patterns) {
  MLIRContext *mlir = patterns.getContext();
  // Before arith's own lowering of constants, which knows no tiles.
  patterns.add<ConstantOpLowering>(converter, mlir, /*benefit=*/2);
  patterns.add<SplatOpLowering>(converter, mlir);
  patterns.add<MakeRangeOpLowering>(converter, mlir, context);
  patterns.add<GridOpLowering<tt::GetProgramIdOp, NVVM::BlockIdXOp,
                              NVVM::BlockIdYOp, NVVM::BlockIdZOp>,
               GridOpLowering<tt::GetNumProgramsOp, NVVM::GridDimXOp,
                              NVVM::GridDimYOp, NVVM::GridDimZOp>>(converter,
                                                                   mlir);
}
