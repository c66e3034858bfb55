// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Verifiers, type inference and folders of reductions, scans, maps and
/// histograms.

#include "cm2tt/Dialect/TT/TTOps.h"

#include "TTDialectInternals.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace cm2tt::tt;

namespace {
/// The labels of the constraints on what is combined along an axis.
struct CombinedLabels {
  StringRef operands, axis;
};
} // namespace

/// Checks what reductions and scans have in common: tiles of one shape and
/// encoding, and an axis of theirs. Messages go to `loc` where there is one.
static LogicalResult checkCombined(CombinedLabels labels, ValueRange srcs,
                                   int32_t axis, std::optional<Location> loc) {
  if (srcs.empty())
    return emitOptionalError(loc, labels.operands, ": there is no operand");
  auto first = dyn_cast<RankedTensorType>(srcs.front().getType());
  if (!first)
    return emitOptionalError(loc, labels.operands, ": operand is not a tile: ",
                             srcs.front().getType());
  for (Value src : srcs.drop_front()) {
    auto tile = dyn_cast<RankedTensorType>(src.getType());
    if (!tile || tile.getShape() != first.getShape() ||
        tile.getEncoding() != first.getEncoding())
      return emitOptionalError(loc, labels.operands,
                               ": operands differ: ", first, " and ",
                               src.getType());
  }
  if (axis < 0 || axis >= first.getRank())
    return emitOptionalError(loc, labels.axis, ": axis is ", axis,
                             ", less than the rank ", first.getRank(),
                             " expected");
  return success();
}

/// Checks that the region's blocks start with arguments of `arguments`, and
/// that each of its returns has operands of `results`.
static LogicalResult verifyRegion(Operation *op, StringRef label,
                                  ArrayRef<Type> arguments,
                                  ArrayRef<Type> results) {
  Region &region = op->getRegion(0);
  if (region.getArgumentTypes() != TypeRange(arguments))
    return op->emitOpError()
           << label << ": region takes (" << region.getArgumentTypes() << "), ("
           << TypeRange(arguments) << ") expected";
  for (Block &block : region) {
    Operation *end = block.getTerminator();
    if (!isa<ReduceReturnOp, ScanReturnOp, MapElementwiseReturnOp>(end))
      continue;
    if (end->getOperandTypes() != TypeRange(results))
      return op->emitOpError()
             << label << ": region returns (" << end->getOperandTypes()
             << "), (" << TypeRange(results) << ") expected";
  }
  return success();
}

/// Element types of `values`, in order.
static SmallVector<Type> elementTypesOf(TypeRange types) {
  return llvm::map_to_vector(
      types, [](Type type) { return getElementTypeOrSelf(type); });
}

/// Checks a region that combines two lists of elements into one.
template <typename ReturnT, typename OpT>
static LogicalResult verifyCombineRegion(OpT op, StringRef label) {
  SmallVector<Type> elements = op.getElementTypes();
  SmallVector<Type> arguments(elements);
  llvm::append_range(arguments, elements);
  Operation *end = op.getCombineOp().front().getTerminator();
  if (!isa<ReturnT>(end))
    return op.emitOpError()
           << label << ": region ends in '" << end->getName() << "', '"
           << ReturnT::getOperationName() << "' expected";
  return verifyRegion(op, label, arguments, elements);
}

//===----------------------------------------------------------------------===//
// ReduceOp
//===----------------------------------------------------------------------===//

LogicalResult ReduceOp::inferReturnTypes(MLIRContext *,
                                         std::optional<Location> loc,
                                         Adaptor adaptor,
                                         SmallVectorImpl<Type> &types) {
  auto axis = static_cast<int32_t>(adaptor.getAxis());
  if (failed(checkCombined({"TT-REDUCE-1", "TT-REDUCE-2"}, adaptor.getSrcs(),
                           axis, loc)))
    return failure();
  for (Value value : adaptor.getSrcs()) {
    auto src = cast<RankedTensorType>(value.getType());
    if (src.getRank() == 1) {
      types.push_back(src.getElementType());
      continue;
    }
    SmallVector<int64_t> shape(src.getShape());
    shape.erase(shape.begin() + axis);
    FailureOr<Attribute> encoding =
        inferEncoding(src, loc, [&](LayoutEncodingInterface layout) {
          return layout.inferReduce(src.getShape(), axis, loc);
        });
    if (failed(encoding))
      return failure();
    types.push_back(
        RankedTensorType::get(shape, src.getElementType(), *encoding));
  }
  return success();
}

LogicalResult ReduceOp::verifyRegions() {
  return verifyCombineRegion<ReduceReturnOp>(*this, "TT-REDUCE-4");
}

SmallVector<Type> ReduceOp::getElementTypes() {
  return elementTypesOf(getSrcs().getTypes());
}

ArrayRef<int64_t> ReduceOp::getInputShape() {
  return cast<RankedTensorType>(getSrcs().front().getType()).getShape();
}

//===----------------------------------------------------------------------===//
// ScanOp
//===----------------------------------------------------------------------===//

LogicalResult ScanOp::inferReturnTypes(MLIRContext *,
                                       std::optional<Location> loc,
                                       Adaptor adaptor,
                                       SmallVectorImpl<Type> &types) {
  auto axis = static_cast<int32_t>(adaptor.getAxis());
  if (failed(checkCombined({"TT-SCAN-1", "TT-SCAN-2"}, adaptor.getSrcs(), axis,
                           loc)))
    return failure();
  llvm::append_range(types, adaptor.getSrcs().getTypes());
  return success();
}

LogicalResult ScanOp::verifyRegions() {
  return verifyCombineRegion<ScanReturnOp>(*this, "TT-SCAN-4");
}

LogicalResult ScanOp::fold(FoldAdaptor,
                           SmallVectorImpl<OpFoldResult> &results) {
  // The first element along the axis is not combined with anything.
  if (getInputShape()[getAxis()] != 1)
    return failure();
  results.assign(getSrcs().begin(), getSrcs().end());
  return success();
}

SmallVector<Type> ScanOp::getElementTypes() {
  return elementTypesOf(getSrcs().getTypes());
}

ArrayRef<int64_t> ScanOp::getInputShape() {
  return cast<RankedTensorType>(getSrcs().front().getType()).getShape();
}

//===----------------------------------------------------------------------===//
// MapElementwiseOp
//===----------------------------------------------------------------------===//

LogicalResult MapElementwiseOp::verify() {
  if (getSrcs().empty() || getNumResults() == 0)
    return emitOpError() << "TT-MAP-1: there are " << getSrcs().size()
                         << " operands and " << getNumResults()
                         << " results, at least one of each expected";
  auto tile = cast<RankedTensorType>(getSrcs().front().getType());
  auto pack = static_cast<int32_t>(getPack());
  if (pack < 1 || !llvm::isPowerOf2_32(pack) || pack > tile.getNumElements() ||
      tile.getNumElements() % pack != 0)
    return emitOpError() << "TT-MAP-2: pack is " << pack
                         << ", a power of two up to " << tile.getNumElements()
                         << " that divides it expected";
  return success();
}

/// `pack` copies of the element type of each of `types`.
static SmallVector<Type> packedElements(TypeRange types, unsigned pack) {
  SmallVector<Type> packed;
  for (Type type : types)
    packed.append(pack, getElementTypeOrSelf(type));
  return packed;
}

/// Whether `op` itself, not what it contains, writes memory.
static bool writesMemory(Operation *op) {
  if (auto effects = dyn_cast<MemoryEffectOpInterface>(op))
    return effects.hasEffect<MemoryEffects::Write>();
  return !op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() &&
         !op->hasTrait<OpTrait::IsTerminator>();
}

LogicalResult MapElementwiseOp::verifyRegions() {
  for (Block &block : getScalarOp()) {
    Operation *end = block.getTerminator();
    if (end->getNumSuccessors() == 0 && !isa<MapElementwiseReturnOp>(end))
      return emitOpError() << "TT-MAP-3: region ends in '" << end->getName()
                           << "', '"
                           << MapElementwiseReturnOp::getOperationName()
                           << "' expected";
  }
  if (failed(verifyRegion(*this, "TT-MAP-3",
                          packedElements(getSrcs().getTypes(), getPack()),
                          packedElements(getResultTypes(), getPack()))))
    return failure();
  Operation *writer = nullptr;
  getScalarOp().walk([&](Operation *op) {
    if (writesMemory(op))
      writer = op;
    return writer ? WalkResult::interrupt() : WalkResult::advance();
  });
  if (!writer)
    return success();
  InFlightDiagnostic error = emitOpError()
                             << "TT-MAP-4: region writes memory: '"
                             << writer->getName() << "'";
  error.attachNote(writer->getLoc()) << "written here";
  return error;
}

//===----------------------------------------------------------------------===//
// HistogramOp
//===----------------------------------------------------------------------===//

LogicalResult HistogramOp::verify() {
  for (RankedTensorType type : {getSrc().getType(), getType()})
    if (type.getRank() != 1)
      return emitOpError() << "TT-HISTOGRAM-1: rank of " << type << " is "
                           << type.getRank() << ", 1 expected";
  return success();
}
