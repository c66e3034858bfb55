// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Registers types, operations and interfaces of `tt`, materializes its
/// constants and verifies its discardable attributes.

#include "cm2tt/Dialect/TT/TTDialect.h"

#include "TTDialectInternals.h"
#include "cm2tt/Dialect/BytecodeVersion.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace cm2tt::tt;

#include "cm2tt/Dialect/TT/TTDialect.cpp.inc"

void TTDialect::initialize() {
  registerAttrs();
  registerTypes();
  registerOps();
  addInliner(*this);
  addInterfaces<VersionedBytecode>();
}

std::optional<TextVersion> cm2tt::tt::parseTextVersion(StringRef spelling) {
  return llvm::StringSwitch<std::optional<TextVersion>>(spelling)
      .Case("3.6", TextVersion::V3_6)
      .Case("3.7", TextVersion::V3_7)
      .Case("3.8", TextVersion::V3_8)
      .Case("3.9", TextVersion::V3_9)
      .Default(std::nullopt);
}

Operation *TTDialect::materializeConstant(OpBuilder &builder, Attribute value,
                                          Type type, Location loc) {
  return arith::ConstantOp::materialize(builder, value, type, loc);
}

//===----------------------------------------------------------------------===//
// Discardable attributes
//===----------------------------------------------------------------------===//

namespace {
/// The required type of the value of an attribute.
enum class HintForm { Factors, Count, Unit, Other };
} // namespace

/// The form of the attribute `name`; Other where the dialect gives it none.
static HintForm formOf(StringRef name) {
  return llvm::StringSwitch<HintForm>(name)
      .Cases({kDivisibilityAttr, kContiguityAttr, kConstancyAttr},
             HintForm::Factors)
      .Cases({kNumStagesAttr, kNumWarpsAttr, kLoopUnrollFactorAttr},
             HintForm::Count)
      .Cases({kDisallowAccMultiBufferAttr, kFlattenAttr}, HintForm::Unit)
      .Default(HintForm::Other);
}

/// Checks that `value` is an i32, at least `least`.
static LogicalResult verifyCount(Operation *op, NamedAttribute attr,
                                 int64_t least) {
  auto count = dyn_cast<IntegerAttr>(attr.getValue());
  if (!count || !count.getType().isSignlessInteger(32))
    return op->emitOpError() << "attribute '" << attr.getName().getValue()
                             << "' is not an i32: " << attr.getValue();
  if (count.getValue().getSExtValue() < least)
    return op->emitOpError() << "attribute '" << attr.getName().getValue()
                             << "' is " << count.getValue().getSExtValue()
                             << ", at least " << least << " expected";
  return success();
}

/// Checks a hint on an operation: an i32 or one for each dimension.
static LogicalResult verifyFactors(Operation *op, NamedAttribute attr) {
  auto dense = dyn_cast<DenseIntElementsAttr>(attr.getValue());
  if (!dense)
    return verifyCount(op, attr, 1);
  if (dense.getType().getRank() != 1 ||
      !dense.getElementType().isSignlessInteger(32))
    return op->emitOpError() << "attribute '" << attr.getName().getValue()
                             << "' is not a vector of i32: " << dense;
  for (const APInt &factor : dense.getValues<APInt>())
    if (factor.getSExtValue() < 1)
      return op->emitOpError()
             << "attribute '" << attr.getName().getValue() << "' has "
             << factor.getSExtValue() << ", at least 1 expected";
  return success();
}

LogicalResult TTDialect::verifyOperationAttribute(Operation *op,
                                                  NamedAttribute attr) {
  switch (formOf(attr.getName())) {
  case HintForm::Factors:
    return verifyFactors(op, attr);
  case HintForm::Count:
    return verifyCount(op, attr, 0);
  case HintForm::Unit:
    if (!isa<UnitAttr, BoolAttr>(attr.getValue()))
      return op->emitOpError() << "attribute '" << attr.getName().getValue()
                               << "' takes no value: " << attr.getValue();
    return success();
  case HintForm::Other:
    return success();
  }
  llvm_unreachable("all forms are listed");
}

LogicalResult TTDialect::verifyRegionArgAttribute(Operation *op, unsigned,
                                                  unsigned argument,
                                                  NamedAttribute attr) {
  StringRef name = attr.getName();
  bool isTmaDesc = name == kNvTmaDescAttr;
  if (!isTmaDesc && formOf(name) != HintForm::Factors)
    return success();
  if (failed(verifyCount(op, attr, isTmaDesc ? 0 : 1)))
    return failure();
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (isTmaDesc || !function || argument >= function.getNumArguments() ||
      !isa<FloatType>(function.getArgumentTypes()[argument]))
    return success();
  return op->emitOpError() << "attribute '" << name << "' on argument "
                           << argument << " of type "
                           << function.getArgumentTypes()[argument]
                           << ", an integer or a pointer expected";
}

//===----------------------------------------------------------------------===//
// Resources
//===----------------------------------------------------------------------===//

/// `given`, the attribute of the module, if there is one, or `usual`: the first
/// that is not 0.
static unsigned getCount(ModuleOp module, StringRef name, unsigned given,
                         unsigned usual) {
  auto attr = module ? module->getAttrOfType<IntegerAttr>(name) : IntegerAttr();
  if (given || !attr || attr.getInt() < 1)
    return given ? given : usual;
  return attr.getInt();
}

unsigned cm2tt::tt::getNumWarps(ModuleOp module, unsigned given) {
  return getCount(module, kNumWarpsAttr, given, 4);
}

unsigned cm2tt::tt::getNumStages(ModuleOp module, unsigned given) {
  return getCount(module, kNumStagesAttr, given, 3);
}
