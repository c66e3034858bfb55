// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The types of `ttg`: text, verification, sizes.

#include "cm2tt/Dialect/TTG/TTGTypes.h"

#include "cm2tt/Dialect/TT/TTTypes.h"
#include "cm2tt/Dialect/TTG/TTGDialect.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace cm2tt;
using namespace cm2tt::ttg;

// Generated accessors leave parameters unused.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#define GET_TYPEDEF_CLASSES
#include "cm2tt/Dialect/TTG/TTGTypes.cpp.inc"
#pragma GCC diagnostic pop

void TTGDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "cm2tt/Dialect/TTG/TTGTypes.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// MemDescType
//===----------------------------------------------------------------------===//

/// Bytes of an element in shared memory; 0 for what cannot be there.
static uint64_t getElementBytes(Type type) {
  if (isa<tt::PtrType>(type))
    return 8;
  if (!type.isIntOrFloat())
    return 0;
  return llvm::divideCeil(type.getIntOrFloatBitWidth(), 8);
}

MemDescType MemDescType::withBuffers(int64_t count) const {
  return get(getContext(), getShape(), getElementType(), getLayout(), count);
}

uint64_t MemDescType::getTileBytes() const {
  return getElementBytes(getElementType()) *
         ShapedType::getNumElements(getShape());
}

LogicalResult
MemDescType::verify(llvm::function_ref<InFlightDiagnostic()> error,
                    ArrayRef<int64_t> shape, Type elementType,
                    SharedAttr layout, unsigned buffers) {
  SmallVector<int64_t> sizes = layout.getLayout().getOutSizes();
  if (sizes != SmallVector<int64_t>(shape))
    return error()
           << "TTG-MEMDESC-1: the layout is for another shape: expected "
           << sizes;
  if (buffers == 0)
    return error() << "TTG-MEMDESC-2: there is no buffer";
  if (!getElementBytes(elementType))
    return error() << "TTG-MEMDESC-3: " << elementType
                   << " cannot be in shared memory";
  return success();
}

Type MemDescType::parse(AsmParser &parser) {
  SmallVector<int64_t> shape;
  Type elementType;
  SharedAttr layout;
  unsigned buffers = 1;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess() ||
      parser.parseDimensionList(shape, /*allowDynamic=*/false) ||
      parser.parseType(elementType) || parser.parseComma() ||
      parser.parseAttribute(layout))
    return {};
  if (succeeded(parser.parseOptionalComma()) &&
      (parser.parseKeyword("buffers") || parser.parseEqual() ||
       parser.parseInteger(buffers)))
    return {};
  if (parser.parseGreater())
    return {};
  return parser.getChecked<MemDescType>(loc, parser.getContext(), shape,
                                        elementType, layout, buffers);
}

void MemDescType::print(AsmPrinter &printer) const {
  printer << "<";
  printer.printDimensionList(getShape());
  printer << (getShape().empty() ? "" : "x") << getElementType() << ", "
          << getLayout();
  if (getBuffers() != 1)
    printer << ", buffers = " << getBuffers();
  printer << ">";
}
