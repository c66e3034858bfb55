// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The dialect `cm`: registration, and the attributes of its modules.

#include "cm2tt/Dialect/CM/CMDialect.h"
#include "cm2tt/Dialect/CM/CMOps.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace cm2tt::cm;

#include "cm2tt/Dialect/CM/CMDialect.cpp.inc"

void CMDialect::initialize() {
  registerTypes();
  registerAttributes();
  addOperations<
#define GET_OP_LIST
#include "cm2tt/Dialect/CM/CMOps.cpp.inc"
      >();
}

/// Whether a signature's entry is of a kind that a model may have.
static bool isSignatureEntry(Attribute entry) {
  return isa<StringAttr, IntegerAttr, FloatAttr>(entry);
}

LogicalResult CMDialect::verifyOperationAttribute(Operation *op,
                                                  NamedAttribute attribute) {
  StringRef name = attribute.getName();
  Attribute value = attribute.getValue();
  if (name == orderAttrName) {
    if (!isa<DenseI32ArrayAttr>(value))
      return op->emitOpError("'")
             << name << "' must be an array of integers: " << value;
    return success();
  }
  if (name == blockNamesAttrName) {
    if (!isa<ArrayAttr>(value))
      return op->emitOpError("'") << name << "' must be an array: " << value;
    return success();
  }
  if (!isa<ModuleOp>(op))
    return op->emitOpError("'") << name << "' belongs on a module";
  if (name == kernelAttrName || name == sourceAttrName ||
      name == producerAttrName) {
    if (!isa<StringAttr>(value))
      return op->emitOpError("'") << name << "' must be a string: " << value;
    return success();
  }
  if (name == signatureAttrName) {
    auto entries = dyn_cast<ArrayAttr>(value);
    if (!entries || !llvm::all_of(entries, isSignatureEntry))
      return op->emitOpError("'") << name
                                  << "' must be an array of strings, numbers "
                                     "and booleans: "
                                  << value;
    return success();
  }
  if (name == signatureLocAttrName) {
    if (!isa<LocationAttr>(value))
      return op->emitOpError("'") << name << "' must be a location: " << value;
    return success();
  }
  if (name == spellingAttrName) {
    if (!isa<DictionaryAttr>(value))
      return op->emitOpError("'")
             << name << "' must be a dictionary: " << value;
    return success();
  }
  return op->emitOpError("unknown attribute '") << name << "'";
}
