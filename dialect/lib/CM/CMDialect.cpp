// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The dialect `cm`: registration, and the attributes of its modules.

#include "cm2tt/Dialect/CM/CMDialect.h"

#include "cm2tt/Dialect/BytecodeVersion.h"
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
  addInterfaces<VersionedBytecode>();
}

/// Whether a signature's entry is of a kind that a model may have.
static bool isSignatureEntry(Attribute entry) {
  return isa<StringAttr, IntegerAttr, FloatAttr>(entry);
}

/// Returns the requirement that an attribute of the dialect violates, or an
/// empty text.
static StringRef expectedKind(StringRef name, Attribute value) {
  if (name == orderAttrName)
    return isa<DenseI32ArrayAttr>(value) ? "" : "an array of integers";
  if (name == blockNamesAttrName)
    return isa<ArrayAttr>(value) ? "" : "an array";
  if (name == signatureAttrName) {
    auto entries = dyn_cast<ArrayAttr>(value);
    return entries && llvm::all_of(entries, isSignatureEntry)
               ? ""
               : "an array of strings, numbers and booleans";
  }
  if (name == signatureLocAttrName)
    return isa<LocationAttr>(value) ? "" : "a location";
  if (name == spellingAttrName)
    return isa<DictionaryAttr>(value) ? "" : "a dictionary";
  if (name == kernelAttrName || name == sourceAttrName ||
      name == producerAttrName || name == valueNameAttrName)
    return isa<StringAttr>(value) ? "" : "a string";
  return "known to the dialect";
}

LogicalResult CMDialect::verifyOperationAttribute(Operation *op,
                                                  NamedAttribute attribute) {
  StringRef name = attribute.getName();
  StringRef expected = expectedKind(name, attribute.getValue());
  if (!expected.empty())
    return op->emitOpError("'")
           << name << "' must be " << expected << ": " << attribute.getValue();
  bool ofAnyOp = name == orderAttrName || name == blockNamesAttrName ||
                 name == valueNameAttrName;
  if (!ofAnyOp && !isa<ModuleOp>(op))
    return op->emitOpError("'") << name << "' belongs on a module";
  return success();
}
