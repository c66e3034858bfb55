// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Registers `ttg`, materializes its constants, and reads and verifies the
/// attributes of a module that describe the machine.

#include "cm2tt/Dialect/TTG/TTGDialect.h"

#include "cm2tt/Dialect/BytecodeVersion.h"
#include "cm2tt/Dialect/TT/TTDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace cm2tt::ttg;

#include "cm2tt/Dialect/TTG/TTGDialect.cpp.inc"

void TTGDialect::initialize() {
  registerAttrs();
  registerOps();
  registerTypes();
  addInterfaces<VersionedBytecode>();
}

Operation *TTGDialect::materializeConstant(OpBuilder &builder, Attribute value,
                                           Type type, Location loc) {
  return arith::ConstantOp::materialize(builder, value, type, loc);
}

//===----------------------------------------------------------------------===//
// Attributes of the module
//===----------------------------------------------------------------------===//

/// An i32 attribute of the module that was verified, or `otherwise`.
static unsigned getCount(ModuleOp module, StringRef name, unsigned otherwise) {
  auto attr = module->getAttrOfType<IntegerAttr>(name);
  return attr ? attr.getValue().getZExtValue() : otherwise;
}

unsigned cm2tt::ttg::getNumWarps(ModuleOp module) {
  return getCount(module, kNumWarpsAttr, 4);
}

unsigned cm2tt::ttg::getTotalNumWarps(ModuleOp module) {
  return getCount(module, kTotalNumWarpsAttr, getNumWarps(module));
}

unsigned cm2tt::ttg::getThreadsPerWarp(ModuleOp module) {
  return getCount(module, kThreadsPerWarpAttr, 32);
}

unsigned cm2tt::ttg::getSharedBytes(ModuleOp module) {
  return getCount(module, kSharedAttr, 0);
}

unsigned cm2tt::ttg::getScratchBytes(ModuleOp module) {
  return getCount(module, kScratchAttr, 0);
}

unsigned cm2tt::ttg::getMaxRegisters(ModuleOp module) {
  return getCount(module, kMaxRegistersAttr, 0);
}

StringRef cm2tt::ttg::getTarget(ModuleOp module) {
  auto attr = module->getAttrOfType<StringAttr>(kTargetAttr);
  return attr ? attr.getValue() : StringRef();
}

void cm2tt::ttg::setMachine(ModuleOp module, unsigned numWarps,
                            unsigned threadsPerWarp, StringRef target) {
  Builder builder(module.getContext());
  module->setAttr(kNumWarpsAttr, builder.getI32IntegerAttr(numWarps));
  module->setAttr(kThreadsPerWarpAttr,
                  builder.getI32IntegerAttr(threadsPerWarp));
  module->setAttr(kTargetAttr, builder.getStringAttr(target));
}

void cm2tt::ttg::setTotalNumWarps(ModuleOp module, unsigned warps) {
  module->setAttr(kTotalNumWarpsAttr,
                  Builder(module.getContext()).getI32IntegerAttr(warps));
}

void cm2tt::ttg::setSharedBytes(ModuleOp module, unsigned bytes) {
  module->setAttr(kSharedAttr,
                  Builder(module.getContext()).getI32IntegerAttr(bytes));
}

void cm2tt::ttg::setScratchBytes(ModuleOp module, unsigned bytes) {
  module->setAttr(kScratchAttr,
                  Builder(module.getContext()).getI32IntegerAttr(bytes));
}

void cm2tt::ttg::setMaxRegisters(ModuleOp module, unsigned registers) {
  module->setAttr(kMaxRegistersAttr,
                  Builder(module.getContext()).getI32IntegerAttr(registers));
}

/// It must be a dimension of the first result.
static LogicalResult verifyPackAxis(Operation *op, Attribute value) {
  auto axis = dyn_cast<IntegerAttr>(value);
  if (!axis || !axis.getType().isSignlessInteger(32))
    return op->emitOpError()
           << "attribute '" << kPackAxisAttr << "' is not an i32: " << value;
  auto tile = op->getNumResults() == 0
                  ? RankedTensorType()
                  : dyn_cast<RankedTensorType>(op->getResult(0).getType());
  int64_t rank = tile ? tile.getRank() : 0, number = axis.getInt();
  if (number < 0 || number >= rank)
    return op->emitOpError()
           << "attribute '" << kPackAxisAttr << "' is " << number
           << ", a dimension of a result of rank " << rank << " expected";
  return success();
}

LogicalResult TTGDialect::verifyOperationAttribute(Operation *op,
                                                   NamedAttribute attr) {
  StringRef name = attr.getName();
  if (name == kTargetAttr) {
    if (isa<StringAttr>(attr.getValue()))
      return success();
    return op->emitOpError()
           << "attribute '" << name << "' is not a string: " << attr.getValue();
  }
  if (name == kPackAxisAttr)
    return verifyPackAxis(op, attr.getValue());
  bool isPower = name == kNumWarpsAttr || name == kThreadsPerWarpAttr;
  if (!isPower && name != kSharedAttr && name != kScratchAttr &&
      name != kMaxRegistersAttr && name != kTotalNumWarpsAttr)
    return success();
  auto count = dyn_cast<IntegerAttr>(attr.getValue());
  if (!count || !count.getType().isSignlessInteger(32))
    return op->emitOpError()
           << "attribute '" << name << "' is not an i32: " << attr.getValue();
  int64_t value = count.getValue().getSExtValue();
  if (value < 0)
    return op->emitOpError()
           << "attribute '" << name << "' is negative: " << value;
  if (name == kMaxRegistersAttr && value == 0)
    return op->emitOpError()
           << "attribute '" << name << "' is 0, at least 1 expected";
  if (isPower && !llvm::isPowerOf2_64(value))
    return op->emitOpError()
           << "attribute '" << name << "' is not a power of two: " << value;
  return success();
}
