// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The layouts of `ttg` as attributes: text, verification, and the layouts that
/// operations of `tt` give their results.

// Generated models of the interface leave parameters unused.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#include "cm2tt/Dialect/TT/TTInterfaces.h"
#pragma GCC diagnostic pop

#include "cm2tt/Dialect/TTG/TTGAttrs.h"

#include "cm2tt/Dialect/TTG/LayoutConversion.h"
#include "cm2tt/Dialect/TTG/TTGDialect.h"

#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

#include <array>

using namespace mlir;
using namespace cm2tt::ttg;
using BasisLists = std::array<LinearLayout::Bases, kNumInDims>;

#define GET_ATTRDEF_CLASSES
#include "cm2tt/Dialect/TTG/TTGAttrs.cpp.inc"

void TTGDialect::registerAttrs() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "cm2tt/Dialect/TTG/TTGAttrs.cpp.inc"
      >();
}

LinearAttr cm2tt::ttg::getLayoutAttr(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor ? dyn_cast_if_present<LinearAttr>(tensor.getEncoding())
                : LinearAttr();
}

RankedTensorType cm2tt::ttg::withLayout(RankedTensorType type,
                                        const LinearLayout &layout) {
  return type.cloneWithEncoding(LinearAttr::get(type.getContext(), layout));
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// Prints `<{register = [[0, 1]], lane = []}>`, the dimensions in `dims`.
static void printLayout(AsmPrinter &printer, const LinearLayout &layout,
                        ArrayRef<InDim> dims) {
  printer << "<{";
  llvm::interleaveComma(dims, printer, [&](InDim dim) {
    printer << stringifyInDim(dim) << " = [";
    llvm::interleaveComma(layout.getBases(dim), printer, [&](uint64_t basis) {
      printer << '[';
      llvm::interleaveComma(layout.unpackOut(basis), printer);
      printer << ']';
    });
    printer << ']';
  });
  printer << '}';
  if (layout.getTotalInBits() == 0)
    printer << ", rank = " << layout.getRank();
  printer << '>';
}

/// Parses `[[0, 1], [2, 0]]`.
static ParseResult parseBases(AsmParser &parser, LinearLayout::Bases &bases) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
    LinearLayout::Coords &coords = bases.emplace_back();
    return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
      return parser.parseInteger(coords.emplace_back());
    });
  });
}

/// Parses `register = [[0, 1]]` into the list of that dimension, one of
/// `dims`; `seen` has those met before.
static ParseResult parseDim(AsmParser &parser, ArrayRef<InDim> dims,
                            BasisLists &bases,
                            SmallVectorImpl<StringRef> &seen) {
  llvm::SMLoc loc = parser.getCurrentLocation();
  StringRef keyword;
  if (parser.parseKeyword(&keyword) || parser.parseEqual())
    return failure();
  if (llvm::is_contained(seen, keyword))
    return parser.emitError(loc) << "'" << keyword << "' is given twice";
  seen.push_back(keyword);
  LinearLayout::Bases parsed;
  if (parseBases(parser, parsed))
    return failure();
  const InDim *dim = llvm::find_if(
      dims, [&](InDim dim) { return stringifyInDim(dim) == keyword; });
  if (dim != dims.end()) {
    bases[static_cast<unsigned>(*dim)] = std::move(parsed);
    return success();
  }
  if (keyword == "block" && parsed.empty())
    return success();
  InFlightDiagnostic error = parser.emitError(loc);
  if (keyword == "block")
    return error << "'block' has basis vectors, none expected";
  error << "unknown input dimension '" << keyword << "', expected ";
  llvm::interleave(
      dims, error,
      [&](InDim dim) { error << "'" << stringifyInDim(dim) << "'"; }, " or ");
  return error;
}

/// The smallest powers of two that hold all basis vectors.
static SmallVector<int64_t> inferSizes(const BasisLists &bases, unsigned rank) {
  SmallVector<int64_t> sizes(rank, 1);
  for (const LinearLayout::Bases &list : bases)
    for (const LinearLayout::Coords &coords : list)
      for (auto [size, coord] : llvm::zip(sizes, coords))
        if (coord >= size && coord < int64_t(1) << 31)
          size = llvm::NextPowerOf2(coord);
  return sizes;
}

/// Parses what printLayout prints.
static FailureOr<LinearLayout> parseLayout(AsmParser &parser,
                                           ArrayRef<InDim> dims) {
  llvm::SMLoc loc = parser.getCurrentLocation();
  BasisLists bases;
  SmallVector<StringRef> seen;
  if (parser.parseLess() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Braces, [&] {
        return parseDim(parser, dims, bases, seen);
      }))
    return failure();
  unsigned rank = 0;
  if (succeeded(parser.parseOptionalComma())) {
    llvm::SMLoc rankLoc = parser.getCurrentLocation();
    if (parser.parseKeyword("rank") || parser.parseEqual() ||
        parser.parseInteger(rank))
      return failure();
    if (rank > 64)
      return parser.emitError(rankLoc)
             << "rank is " << rank << ", at most 64 expected";
  }
  if (parser.parseGreater())
    return failure();
  for (const LinearLayout::Bases &list : bases)
    if (!list.empty())
      rank = list.front().size();
  auto layout = LinearLayout::create(bases, inferSizes(bases, rank));
  if (!layout)
    return parser.emitError(loc) << llvm::toString(layout.takeError());
  return *layout;
}

static constexpr std::array<InDim, 3> kDistributedDims = {
    InDim::Register, InDim::Lane, InDim::Warp};

Attribute LinearAttr::parse(AsmParser &parser, Type) {
  llvm::SMLoc loc = parser.getCurrentLocation();
  FailureOr<LinearLayout> layout = parseLayout(parser, kDistributedDims);
  if (failed(layout))
    return {};
  return LinearAttr::getChecked([&] { return parser.emitError(loc); },
                                parser.getContext(), *layout);
}

void LinearAttr::print(AsmPrinter &printer) const {
  printLayout(printer, getLayout(), kDistributedDims);
}

Attribute SharedAttr::parse(AsmParser &parser, Type) {
  llvm::SMLoc loc = parser.getCurrentLocation();
  FailureOr<LinearLayout> layout = parseLayout(parser, InDim::Offset);
  if (failed(layout))
    return {};
  return SharedAttr::getChecked([&] { return parser.emitError(loc); },
                                parser.getContext(), *layout);
}

void SharedAttr::print(AsmPrinter &printer) const {
  printLayout(printer, getLayout(), InDim::Offset);
}

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

/// log2 of the most registers: a thread may hold the largest tile, not more.
static constexpr unsigned kMaxRegisterBits = 20;

LogicalResult LinearAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                 LinearLayout layout) {
  if (layout.getInBits(InDim::Offset) != 0)
    return emitError() << "TTG-LINEAR-1: a distributed layout has offset bits";
  if (layout.getInBits(InDim::Register) > kMaxRegisterBits)
    return emitError() << "TTG-LINEAR-1: the layout has 2^"
                       << layout.getInBits(InDim::Register)
                       << " registers, at most 2^" << kMaxRegisterBits
                       << " expected";
  if (!layout.isSurjective())
    return emitError() << "TTG-LINEAR-1: some elements are nowhere: the layout "
                          "holds 2^"
                       << layout.getRankOfMap() << " of 2^"
                       << layout.getTotalOutBits();
  return success();
}

LogicalResult SharedAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                 LinearLayout layout) {
  if (layout.getInBits(InDim::Offset) != layout.getTotalInBits())
    return emitError()
           << "TTG-SHARED-1: a layout of shared memory has register, "
              "lane or warp bits";
  if (!layout.isBijective())
    return emitError() << "TTG-SHARED-1: 2^" << layout.getTotalInBits()
                       << " offsets hold 2^" << layout.getRankOfMap()
                       << " of 2^" << layout.getTotalOutBits()
                       << " elements, each once expected";
  return success();
}

LogicalResult
LinearAttr::verifyEncoding(ArrayRef<int64_t> shape, Type,
                           function_ref<InFlightDiagnostic()> emitError) const {
  SmallVector<int64_t> sizes = getLayout().getOutSizes();
  if (ArrayRef(sizes) == shape)
    return success();
  InFlightDiagnostic error = emitError();
  error << "TTG-LINEAR-2: the layout is of a tensor of shape [";
  llvm::interleaveComma(sizes, error);
  error << "], [";
  llvm::interleaveComma(shape, error);
  return error << "] expected";
}

//===----------------------------------------------------------------------===//
// Layouts of results
//===----------------------------------------------------------------------===//

FailureOr<Attribute>
LinearAttr::inferExpandDims(ArrayRef<int64_t>, unsigned axis,
                            std::optional<Location> loc) const {
  if (axis > getLayout().getRank())
    return emitOptionalError(loc, "no dimension can be put at ", axis, " of ",
                             *this);
  return Attribute(get(getContext(), getLayout().expandDims(axis)));
}

FailureOr<Attribute>
LinearAttr::inferReduce(ArrayRef<int64_t>, unsigned axis,
                        std::optional<Location> loc) const {
  if (axis >= getLayout().getRank())
    return emitOptionalError(loc, "no dimension ", axis, " in ", *this);
  return Attribute(get(getContext(), getLayout().slice(axis)));
}

FailureOr<Attribute> LinearAttr::inferTrans(ArrayRef<int64_t>,
                                            ArrayRef<int32_t> order,
                                            std::optional<Location> loc) const {
  SmallVector<int64_t> wide(order.begin(), order.end());
  if (order.size() != getLayout().getRank() || !isPermutationVector(wide))
    return emitOptionalError(loc, "the order is not a permutation of the ",
                             getLayout().getRank(), " dimensions of ", *this);
  SmallVector<unsigned> permutation(order.begin(), order.end());
  return Attribute(get(getContext(), getLayout().transposeOuts(permutation)));
}

FailureOr<Attribute>
LinearAttr::inferReshape(ArrayRef<int64_t>, ArrayRef<int64_t> resultShape,
                         std::optional<Location> loc) const {
  uint64_t elements = uint64_t(1) << getLayout().getTotalOutBits();
  for (int64_t size : resultShape) {
    if (size <= 0 || !llvm::isPowerOf2_64(size) || elements % size != 0)
      return emitOptionalError(loc, "size ", size, " divides no rest of ",
                               elements, " elements of ", *this);
    elements /= size;
  }
  if (elements != 1)
    return emitOptionalError(loc, "the new shape has too few elements for ",
                             *this);
  return Attribute(get(getContext(), getLayout().reshapeOuts(resultShape)));
}

FailureOr<Attribute> LinearAttr::inferJoin(ArrayRef<int64_t>,
                                           std::optional<Location>) const {
  return Attribute(get(getContext(), getLayout().join()));
}

FailureOr<Attribute> LinearAttr::inferSplit(ArrayRef<int64_t>,
                                            std::optional<Location> loc) const {
  std::optional<LinearLayout> half = getLayout().split();
  if (!half)
    return emitOptionalError(loc,
                             "both halves of the last dimension are not in "
                             "registers of one thread: ",
                             *this);
  return Attribute(get(getContext(), *half));
}

LogicalResult LinearAttr::verifyBroadcast(ArrayRef<int64_t>,
                                          ArrayRef<int64_t> resultShape,
                                          Attribute result,
                                          std::optional<Location> loc) const {
  auto target = dyn_cast_if_present<LinearAttr>(result);
  if (!target)
    return emitOptionalError(
        loc, "the result's encoding is not #ttg.linear: ", result);
  if (ArrayRef(target.getLayout().getOutSizes()) != resultShape)
    return emitOptionalError(
        loc, "the result's layout is of another shape: ", result);
  if (!planBroadcast(getLayout(), target.getLayout()))
    return emitOptionalError(
        loc, "threads lack elements that the result's layout wants: from ",
        *this, " to ", result);
  return success();
}
