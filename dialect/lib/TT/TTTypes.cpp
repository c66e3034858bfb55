// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The types of `tt`: parsing, printing, verification and queries.

#include "cm2tt/Dialect/TT/TTTypes.h"

#include "cm2tt/Dialect/TT/TTDialect.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace cm2tt::tt;

static InFlightDiagnostic
pointeeError(function_ref<InFlightDiagnostic()> emitError, Type pointee) {
  return emitError() << "pointer to " << pointee
                     << ", a number, a pointer or a tile of them expected";
}

/// Reads what a pointer points at: no text has unsigned numbers there, which
/// the type itself may have.
static ParseResult parsePointee(AsmParser &parser, Type &pointee) {
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseType(pointee))
    return failure();
  if (pointee.isUnsignedInteger())
    return pointeeError([&] { return parser.emitError(loc); }, pointee);
  return success();
}

static void printPointee(AsmPrinter &printer, Type pointee) {
  printer << pointee;
}

/// Reads a number, or a string as Triton 3.9 writes it.
static ParseResult parseAddressSpace(AsmParser &parser, unsigned &space) {
  SMLoc loc = parser.getCurrentLocation();
  std::string name;
  if (failed(parser.parseOptionalString(&name)))
    return parser.parseInteger(space);
  space = kGlobalAddressSpace;
  if (name == "global" || name == "constant")
    return success();
  return parser.emitError(loc)
         << "address space '" << name << "', expected 'global' or 'constant'";
}

static void printAddressSpace(AsmPrinter &printer, unsigned space) {
  printer << space;
}

#define GET_TYPEDEF_CLASSES
#include "cm2tt/Dialect/TT/TTTypes.cpp.inc"

void TTDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "cm2tt/Dialect/TT/TTTypes.cpp.inc"
      >();
}

bool cm2tt::tt::isFloat8(Type type) {
  return isa<Float8E4M3FNType, Float8E4M3FNUZType, Float8E5M2Type,
             Float8E5M2FNUZType>(type);
}

/// Whether `type` is a number that tiles hold, with or without a sign.
static bool isNumber(Type type) {
  if (auto integer = dyn_cast<IntegerType>(type))
    return llvm::is_contained({1, 4, 8, 16, 32, 64}, integer.getWidth());
  return isFloat8(type) ||
         isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(type);
}

//===----------------------------------------------------------------------===//
// PtrType
//===----------------------------------------------------------------------===//

LogicalResult PtrType::verify(function_ref<InFlightDiagnostic()> emitError,
                              Type pointee, unsigned) {
  Type element = pointee;
  if (auto tile = dyn_cast<RankedTensorType>(pointee))
    element = tile.getElementType();
  bool hasSign = element.isSignedInteger() ||
                 (element.isUnsignedInteger() && element != pointee);
  if (isa<PtrType>(element) || (isNumber(element) && !hasSign))
    return success();
  return pointeeError(emitError, pointee);
}

//===----------------------------------------------------------------------===//
// TensorDescType
//===----------------------------------------------------------------------===//

/// Reads `tensor<128x64xf16>` or its inner part `128x64xf16`; the latter may
/// be followed by an encoding. Null, after a message, for anything else.
static RankedTensorType parseBlock(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  Type wrapped;
  OptionalParseResult parsed = parser.parseOptionalType(wrapped);
  if (parsed.has_value()) {
    auto tile = dyn_cast_if_present<RankedTensorType>(wrapped);
    if (succeeded(*parsed) && !tile)
      parser.emitError(loc)
          << "descriptor of " << wrapped
          << ", expected a tile type, or a shape with an element type";
    return tile;
  }
  SmallVector<int64_t> shape;
  Type element;
  Attribute encoding;
  if (parser.parseDimensionList(shape, /*allowDynamic=*/false) ||
      parser.parseType(element) ||
      (succeeded(parser.parseOptionalComma()) &&
       parser.parseAttribute(encoding)))
    return {};
  return RankedTensorType::getChecked([&] { return parser.emitError(loc); },
                                      shape, element, encoding);
}

Type TensorDescType::parse(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess())
    return {};
  RankedTensorType block = parseBlock(parser);
  if (!block || parser.parseGreater())
    return {};
  return parser.getChecked<TensorDescType>(loc, parser.getContext(), block);
}

void TensorDescType::print(AsmPrinter &printer) const {
  RankedTensorType block = getBlockType();
  if (cast<TTDialect>(getDialect()).getTextVersion() < TextVersion::V3_8) {
    printer << "<" << block << ">";
    return;
  }
  printer << "<";
  printer.printDimensionList(block.getShape());
  printer << "x" << block.getElementType();
  if (block.getEncoding())
    printer << ", " << block.getEncoding();
  printer << ">";
}

LogicalResult
TensorDescType::verify(function_ref<InFlightDiagnostic()> emitError,
                       RankedTensorType block) {
  if (!isNumber(block.getElementType()))
    return emitError() << "descriptor of blocks of " << block.getElementType()
                       << ", a number expected";
  return success();
}

RankedTensorType TensorDescType::getSignlessBlockType() const {
  RankedTensorType block = getBlockType();
  return RankedTensorType::get(block.getShape(),
                               getSignless(block.getElementType()));
}

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

bool cm2tt::tt::isBlockPtr(Type type) {
  auto ptr = dyn_cast<PtrType>(type);
  return ptr && isa<RankedTensorType>(ptr.getPointeeType());
}

Type cm2tt::tt::withElementType(Type type, Type element) {
  if (auto tile = dyn_cast<RankedTensorType>(type))
    return tile.clone(element);
  return element;
}

Type cm2tt::tt::getPointeeType(Type type) {
  auto ptr = dyn_cast<PtrType>(getElementTypeOrSelf(type));
  if (!ptr || (isa<ShapedType>(type) && isBlockPtr(ptr)))
    return {};
  return withElementType(type, ptr.getPointeeType());
}

Type cm2tt::tt::getI1SameShape(Type type) {
  if (isBlockPtr(type))
    type = cast<PtrType>(type).getPointeeType();
  return withElementType(type, IntegerType::get(type.getContext(), 1));
}

Type cm2tt::tt::getBlockBaseType(Type type) {
  if (!isBlockPtr(type))
    return {};
  auto ptr = cast<PtrType>(type);
  return PtrType::get(getElementTypeOrSelf(ptr.getPointeeType()),
                      ptr.getAddressSpace());
}

Type cm2tt::tt::getDescBaseType(Type type) {
  auto desc = dyn_cast<TensorDescType>(type);
  if (!desc)
    return {};
  return PtrType::get(getSignless(desc.getBlockType().getElementType()));
}

Type cm2tt::tt::getSignless(Type element) {
  if (auto integer = dyn_cast<IntegerType>(element))
    return IntegerType::get(element.getContext(), integer.getWidth());
  return element;
}

unsigned cm2tt::tt::getElementBits(Type type) {
  Type element = getElementTypeOrSelf(type);
  return isa<PtrType>(element) ? 64 : element.getIntOrFloatBitWidth();
}
