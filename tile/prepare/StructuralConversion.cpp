// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Converts one value to several in operations that pass values on.

#include "StructuralConversion.h"

#include "cm2tt/Dialect/TT/TTOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/ControlFlow/Transforms/StructuralTypeConversions.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/Patterns.h"
#include "mlir/Dialect/UB/IR/UBOps.h"

using namespace mlir;
using namespace cm2tt;

/// All values of these operands.
static SmallVector<Value> flatten(ArrayRef<ValueRange> operands) {
  SmallVector<Value> values;
  for (ValueRange parts : operands)
    llvm::append_range(values, parts);
  return values;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

namespace {
struct FuncOpConversion : OpConversionPattern<tt::FuncOp> {
  using Base::Base;
  LogicalResult
  matchAndRewrite(tt::FuncOp op, OneToNOpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    TypeConverter::SignatureConversion signature(op.getNumArguments());
    SmallVector<Type> results;
    if (failed(getTypeConverter()->convertSignatureArgs(op.getArgumentTypes(),
                                                        signature)) ||
        failed(getTypeConverter()->convertTypes(op.getResultTypes(), results)))
      return rewriter.notifyMatchFailure(op, "signature has no conversion");
    auto type =
        rewriter.getFunctionType(signature.getConvertedTypes(), results);
    SmallVector<DictionaryAttr> attrs = convertAttrs(op, signature);
    if (!op.isExternal() &&
        failed(rewriter.convertRegionTypes(&op.getBody(), *getTypeConverter(),
                                           &signature)))
      return failure();
    rewriter.modifyOpInPlace(op, [&] {
      op.setFunctionType(type);
      op.setAllArgAttrs(attrs);
      if (type.getNumResults() != op.getResultTypes().size())
        op.removeResAttrsAttr();
    });
    return success();
  }

  /// One dictionary for each argument of the converted function.
  static SmallVector<DictionaryAttr>
  convertAttrs(tt::FuncOp op,
               const TypeConverter::SignatureConversion &signature) {
    SmallVector<DictionaryAttr> attrs(signature.getConvertedTypes().size(),
                                      DictionaryAttr::get(op.getContext(), {}));
    for (unsigned index = 0; index < op.getNumArguments(); ++index) {
      auto mapping = signature.getInputMapping(index);
      DictionaryAttr known = op.getArgAttrDict(index);
      if (mapping && mapping->size == 1 && known)
        attrs[mapping->inputNo] = known;
    }
    return attrs;
  }
};

struct CallOpConversion : OpConversionPattern<tt::CallOp> {
  using Base::Base;
  LogicalResult
  matchAndRewrite(tt::CallOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<Type> types;
    SmallVector<unsigned> counts;
    for (Type result : op.getResultTypes()) {
      unsigned before = types.size();
      if (failed(getTypeConverter()->convertType(result, types)))
        return rewriter.notifyMatchFailure(op, "result has no conversion");
      counts.push_back(types.size() - before);
    }
    auto call = tt::CallOp::create(
        rewriter, op.getLoc(), types, op.getCalleeAttr(),
        flatten(adaptor.getOperands()), /*arg_attrs=*/ArrayAttr(),
        /*res_attrs=*/ArrayAttr());
    call->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    SmallVector<ValueRange> results;
    ValueRange rest = call.getResults();
    for (unsigned count : counts) {
      results.push_back(rest.take_front(count));
      rest = rest.drop_front(count);
    }
    rewriter.replaceOpWithMultiple(op, results);
    return success();
  }
};

struct ReturnOpConversion : OpConversionPattern<tt::ReturnOp> {
  using Base::Base;
  LogicalResult
  matchAndRewrite(tt::ReturnOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<tt::ReturnOp>(op,
                                              flatten(adaptor.getOperands()));
    return success();
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Choices
//===----------------------------------------------------------------------===//

namespace {
struct SelectOpConversion : OpConversionPattern<arith::SelectOp> {
  using Base::Base;
  LogicalResult
  matchAndRewrite(arith::SelectOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<Value> chosen;
    Value condition = adaptor.getCondition().front();
    for (auto [yes, no] :
         llvm::zip_equal(adaptor.getTrueValue(), adaptor.getFalseValue()))
      chosen.push_back(
          arith::SelectOp::create(rewriter, op.getLoc(), condition, yes, no));
    rewriter.replaceOpWithMultiple(op, {chosen});
    return success();
  }
};

struct PoisonOpConversion : OpConversionPattern<ub::PoisonOp> {
  using Base::Base;
  LogicalResult
  matchAndRewrite(ub::PoisonOp op, OneToNOpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<Type> types;
    if (failed(getTypeConverter()->convertType(op.getType(), types)))
      return rewriter.notifyMatchFailure(op, "type has no conversion");
    SmallVector<Value> values;
    for (Type type : types)
      values.push_back(
          ub::PoisonOp::create(rewriter, op.getLoc(), type, op.getValue()));
    rewriter.replaceOpWithMultiple(op, {values});
    return success();
  }
};

struct SwitchOpConversion : OpConversionPattern<cf::SwitchOp> {
  using Base::Base;
  LogicalResult
  matchAndRewrite(cf::SwitchOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<SmallVector<Value>> cases;
    ArrayRef<ValueRange> operands = adaptor.getOperands();
    unsigned next = 1 + op.getDefaultOperands().size();
    for (ValueRange ofCase : op.getCaseOperands()) {
      cases.push_back(flatten(operands.slice(next, ofCase.size())));
      next += ofCase.size();
    }
    SmallVector<ValueRange> ranges(cases.begin(), cases.end());
    rewriter.replaceOpWithNewOp<cf::SwitchOp>(
        op, adaptor.getFlag().front(), op.getDefaultDestination(),
        flatten(adaptor.getDefaultOperands()), op.getCaseValuesAttr(),
        op.getCaseDestinations(), ranges);
    return success();
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Legality
//===----------------------------------------------------------------------===//

bool cm2tt::isStructural(Operation *op) {
  return isa<tt::FuncOp, tt::CallOp, tt::ReturnOp, scf::ForOp, scf::IfOp,
             scf::WhileOp, scf::YieldOp, scf::ConditionOp, cf::BranchOp,
             cf::CondBranchOp, cf::SwitchOp, arith::SelectOp, ub::PoisonOp>(op);
}

void cm2tt::populateStructuralConversion(const TypeConverter &converter,
                                         RewritePatternSet &patterns,
                                         ConversionTarget &target) {
  scf::populateSCFStructuralTypeConversions(converter, patterns);
  cf::populateCFStructuralTypeConversions(converter, patterns);
  patterns.add<CallOpConversion, FuncOpConversion, PoisonOpConversion,
               ReturnOpConversion, SelectOpConversion, SwitchOpConversion>(
      converter, patterns.getContext());
  target.markUnknownOpDynamicallyLegal([&](Operation *op) {
    if (!isStructural(op))
      return true;
    if (auto func = dyn_cast<tt::FuncOp>(op))
      return converter.isSignatureLegal(func.getFunctionType()) &&
             converter.isLegal(&func.getBody());
    return converter.isLegal(op);
  });
}
