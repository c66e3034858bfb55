// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The operations of `ttg`, and conversion: verifier, folder, canonicalization.
///
/// Not here: shared memory (TTGOpsMemory.cpp), products (TTGOpsDot.cpp).

#include "cm2tt/Dialect/TTG/TTGOps.h"

#include "cm2tt/Dialect/TT/TTOps.h"

#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace cm2tt;
using namespace cm2tt::ttg;

// Generated accessors leave parameters unused.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#define GET_OP_CLASSES
#include "cm2tt/Dialect/TTG/TTGOps.cpp.inc"
#pragma GCC diagnostic pop

void TTGDialect::registerOps() {
  addOperations<
#define GET_OP_LIST
#include "cm2tt/Dialect/TTG/TTGOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// ConvertLayoutOp
//===----------------------------------------------------------------------===//

LogicalResult ConvertLayoutOp::verify() {
  LinearAttr from = getLayoutAttr(getSrc().getType());
  LinearAttr to = getLayoutAttr(getType());
  if (!from || !to)
    return emitOpError() << "TTG-CONVERT-LAYOUT-2: "
                         << (from ? getType() : getSrc().getType())
                         << " has no #ttg.linear layout";
  for (InDim dim : {InDim::Lane, InDim::Warp}) {
    int64_t sizeFrom = from.getLayout().getInSize(dim);
    int64_t sizeTo = to.getLayout().getInSize(dim);
    if (sizeFrom != sizeTo)
      return emitOpError() << "TTG-CONVERT-LAYOUT-2: layouts are over "
                           << sizeFrom << " and " << sizeTo << " "
                           << stringifyInDim(dim) << "s, one number expected";
  }
  return success();
}

OpFoldResult ConvertLayoutOp::fold(FoldAdaptor adaptor) {
  if (getSrc().getType() == getType())
    return getSrc();
  if (auto splat = dyn_cast_if_present<SplatElementsAttr>(adaptor.getSrc()))
    return splat.resizeSplat(cast<ShapedType>(getType()));
  // convert(convert(x)) takes x from where it was first.
  if (auto inner = getSrc().getDefiningOp<ConvertLayoutOp>()) {
    if (inner.getSrc().getType() == getType())
      return inner.getSrc();
    getSrcMutable().assign(inner.getSrc());
    return getResult();
  }
  return {};
}

namespace {
/// A value that costs nothing in any layout is created in the new one:
///
///   %t = tt.splat %s : f32 -> tensor<64xf32, #a>
///   %u = ttg.convert_layout %t : tensor<64xf32, #a> -> tensor<64xf32, #b>
/// =>
///   %u = tt.splat %s : f32 -> tensor<64xf32, #b>
template <typename SourceOp>
struct RemakeInNewLayout : OpRewritePattern<ConvertLayoutOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ConvertLayoutOp op,
                                PatternRewriter &rewriter) const override {
    auto source = op.getSrc().getDefiningOp<SourceOp>();
    if (!source)
      return rewriter.notifyMatchFailure(op, "source is made otherwise");
    Operation *remade = rewriter.clone(*source);
    remade->getResult(0).setType(op.getType());
    rewriter.replaceOp(op, remade);
    return success();
  }
};
} // namespace

void ConvertLayoutOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                                  MLIRContext *context) {
  patterns
      .add<RemakeInNewLayout<tt::MakeRangeOp>, RemakeInNewLayout<tt::SplatOp>>(
          context);
}
