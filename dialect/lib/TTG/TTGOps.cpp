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

//===----------------------------------------------------------------------===//
// Texts
//===----------------------------------------------------------------------===//

/// The memory that a barrier orders; the index is the number of the bit.
static constexpr StringLiteral addressSpaces[] = {
    "local", "global_read", "global_write", "tensor_read", "tensor_write"};

/// Reads `all`, `none`, or names with `|` between them.
static ParseResult parseAddressSpaces(OpAsmParser &parser,
                                      IntegerAttr &spaces) {
  uint32_t bits = 0;
  do {
    SMLoc loc = parser.getCurrentLocation();
    StringRef name;
    if (parser.parseKeyword(&name))
      return failure();
    const auto *found = llvm::find(addressSpaces, name);
    if (name == "all")
      bits = kAllAddressSpaces;
    else if (found != std::end(addressSpaces))
      bits |= 1u << (found - addressSpaces);
    else if (name != "none")
      return parser.emitError(loc)
             << "TTG-BARRIER-1: memory '" << name
             << "', expected 'all', 'none' or a kind of it";
  } while (succeeded(parser.parseOptionalVerticalBar()));
  spaces = parser.getBuilder().getI32IntegerAttr(bits);
  return success();
}

static void printAddressSpaces(OpAsmPrinter &printer, Operation *,
                               IntegerAttr spaces) {
  uint32_t bits = spaces.getValue().getZExtValue();
  if (bits == kAllAddressSpaces || !bits) {
    printer << (bits ? "all" : "none");
    return;
  }
  StringRef separator;
  for (auto [index, name] : llvm::enumerate(addressSpaces))
    if (bits & 1u << index) {
      printer << separator << name;
      separator = "|";
    }
}

/// Reads `, useC = %c` and `, inputPrecision = tf32`, each if it is there. Two
/// optional groups would not do: the comma is the beginning of either.
static ParseResult
parseProductOptions(OpAsmParser &parser,
                    std::optional<OpAsmParser::UnresolvedOperand> &useC,
                    tt::InputPrecisionAttr &precision) {
  precision = tt::InputPrecisionAttr::get(parser.getContext(),
                                          tt::InputPrecision::IEEE);
  bool hasPrecision = false;
  while (succeeded(parser.parseOptionalComma())) {
    SMLoc loc = parser.getCurrentLocation();
    StringRef name, word;
    if (parser.parseKeyword(&name))
      return failure();
    if (name == "useC" && !useC && !hasPrecision) {
      if (parser.parseEqual() || parser.parseOperand(useC.emplace()))
        return failure();
      continue;
    }
    if (name != "inputPrecision" || hasPrecision)
      return parser.emitError(loc)
             << "unexpected '" << name << "' of a product";
    hasPrecision = true;
    if (parser.parseEqual())
      return failure();
    loc = parser.getCurrentLocation();
    if (parser.parseKeyword(&word))
      return failure();
    std::optional<tt::InputPrecision> read = tt::symbolizeInputPrecision(word);
    if (!read)
      return parser.emitError(loc) << "unknown precision '" << word << "'";
    precision = tt::InputPrecisionAttr::get(parser.getContext(), *read);
  }
  return success();
}

static void printProductOptions(OpAsmPrinter &printer, Operation *, Value useC,
                                tt::InputPrecisionAttr precision) {
  if (useC)
    printer << ", useC = " << useC;
  if (precision.getValue() != tt::InputPrecision::IEEE)
    printer << ", inputPrecision = " << stringifyEnum(precision.getValue());
}

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
      return rewriter.notifyMatchFailure(
          op, "another operation computes the source");
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
