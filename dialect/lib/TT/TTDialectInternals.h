// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Declarations that the files of the dialect's library share.

#ifndef CM2TT_LIB_TT_TTDIALECTINTERNALS_H
#define CM2TT_LIB_TT_TTDIALECTINTERNALS_H

#include "cm2tt/Dialect/TT/TTOps.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <optional>

namespace cm2tt::tt {

class LayoutEncodingInterface;
class TTDialect;

/// Lets the inliner inline calls of `tt`.
void addInliner(TTDialect &dialect);

/// The encoding that `infer` gives for a result of an operation on `src`: null
/// where `src` has none. Fails, with a message at `loc` where there is one, if
/// the encoding cannot say.
llvm::FailureOr<mlir::Attribute>
inferEncoding(mlir::RankedTensorType src, std::optional<mlir::Location> loc,
              llvm::function_ref<
                  llvm::FailureOr<mlir::Attribute>(LayoutEncodingInterface)>
                  infer);

/// Checks that `order` is a permutation of 0 to `rank` - 1.
bool isPermutation(llvm::ArrayRef<int32_t> order, int64_t rank);

/// The splat of a scalar or of a dense constant, as an attribute of `type`, a
/// tile; null where `constant` is neither or is no splat.
mlir::Attribute splatTo(mlir::Attribute constant, mlir::Type type);

/// Adds a pattern on an `OpT` whose operand `src` is the result of a `SourceT`:
/// `rewrite` rewrites the first, or fails.
template <typename OpT, typename SourceT>
void addSourcePattern(mlir::RewritePatternSet &patterns,
                      llvm::LogicalResult (*rewrite)(OpT, SourceT,
                                                     mlir::PatternRewriter &)) {
  using Rewrite = decltype(rewrite);
  struct SourcePattern : mlir::OpRewritePattern<OpT> {
    SourcePattern(mlir::MLIRContext *context, Rewrite function)
        : mlir::OpRewritePattern<OpT>(context), function(function) {}
    llvm::LogicalResult
    matchAndRewrite(OpT op, mlir::PatternRewriter &rewriter) const final {
      if (auto source = op.getSrc().template getDefiningOp<SourceT>())
        return function(op, source, rewriter);
      return rewriter.notifyMatchFailure(op, "operand has another source");
    }
    Rewrite function;
  };
  patterns.add<SourcePattern>(patterns.getContext(), rewrite);
}

//===----------------------------------------------------------------------===//
// Texts
//===----------------------------------------------------------------------===//

/// Reads `cacheModifier = M evictionPolicy = P`, in any order, and attributes,
/// among which Triton 3.9 writes both as `cachePolicy`. What is not given stays
/// null.
mlir::ParseResult parseCachedAccess(mlir::OpAsmParser &parser,
                                    CacheModifierAttr &cache,
                                    EvictionPolicyAttr &evict,
                                    mlir::NamedAttrList &attributes);

/// Prints the same in the version of the context, without what is default.
void printCachedAccess(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                       CacheModifierAttr cache, EvictionPolicyAttr evict,
                       mlir::DictionaryAttr attributes);

} // namespace cm2tt::tt

#endif // CM2TT_LIB_TT_TTDIALECTINTERNALS_H
