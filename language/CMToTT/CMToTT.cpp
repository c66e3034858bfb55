// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Rewrites a kernel to `tt`: makes the function and its parameters, whose body
/// the interpreter makes, and erases the code model.
///
/// Not here: the body (lib/InferTypes); what methods become (lib/KernelApi).

#include "cm2tt/Dialect/TT/TTOps.h"
#include "cm2tt/Language/InferTypes.h"
#include "cm2tt/Language/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"

using namespace mlir;
using namespace cm2tt;

namespace cm2tt {
#define GEN_PASS_DEF_CMTOTTPASS
#include "cm2tt/Language/Passes.h.inc"
} // namespace cm2tt

/// The location of an op of the code model, without the marks of its origin:
/// the first one in a file, which is the Java location if there is one.
static Location getPlace(Location loc) {
  FileLineColLoc place;
  loc->walk([&](Location part) {
    place = dyn_cast<FileLineColLoc>(part);
    return place ? WalkResult::interrupt() : WalkResult::advance();
  });
  return place ? Location(place) : loc;
}

/// The value of a parameter that is always 1.
static Value makeOne(Block *entry, Location loc, Type type) {
  auto builder = OpBuilder::atBlockEnd(entry);
  return arith::ConstantOp::create(
      builder, loc, builder.getIntegerAttr(signlessType(type), 1));
}

/// The kernel without its body; `arguments` gets the value of each parameter.
static tt::FuncOp makeFunction(const TypedKernel &kernel, OpBuilder &builder,
                               SmallVectorImpl<Results> &arguments) {
  SmallVector<Type> types;
  for (const TypedParameter &parameter : kernel.parameters)
    if (!parameter.isFolded())
      parameter.type.valueTypes(types);
  cm::FuncOp model = kernel.func;
  Location loc = getPlace(model.getLoc());
  auto func = tt::FuncOp::create(builder, loc, model.getName(),
                                 builder.getFunctionType(types, {}));
  func->setAttr(SymbolTable::getVisibilityAttrName(),
                builder.getStringAttr("public"));
  func->setAttr("noinline", builder.getBoolAttr(false));
  Block *entry = &func.getBody().emplaceBlock();
  for (const TypedParameter &parameter : kernel.parameters) {
    Results &values = arguments.emplace_back();
    if (parameter.type.isConstant())
      continue;
    auto place = NameLoc::get(builder.getStringAttr(parameter.name), loc);
    if (parameter.isOne) {
      values.push_back(makeOne(entry, place, parameter.type.getType()));
      continue;
    }
    unsigned index = entry->getNumArguments();
    values.push_back(entry->addArgument(types[index], place));
    // A descriptor without the attribute is aligned.
    if (parameter.divisibility > 1 || parameter.isUnalignedDescriptor)
      func.setArgAttr(index, "tt.divisibility",
                      builder.getI32IntegerAttr(parameter.divisibility));
  }
  return func;
}

namespace {
struct CMToTTPass : cm2tt::impl::CMToTTPassBase<CMToTTPass> {
  using Base::Base;
  void runOnOperation() override {
    ModuleOp module = getOperation();
    FailureOr<TypedKernel> kernel = applySignature(module);
    if (failed(kernel))
      return signalPassFailure();
    auto builder = OpBuilder::atBlockEnd(module.getBody());
    SmallVector<Results> arguments;
    tt::FuncOp func = makeFunction(*kernel, builder, arguments);
    builder.setInsertionPointToEnd(&func.getBody().front());
    InterpretOptions options;
    options.builder = &builder;
    if (failed(interpret(*kernel, arguments, options))) {
      func.erase();
      return signalPassFailure();
    }
    builder.setInsertionPointToEnd(&func.getBody().front());
    Operation &end = kernel->func.getBody().front().back();
    tt::ReturnOp::create(builder, getPlace(end.getLoc()));
    createdOps += llvm::range_size(func.getBody().front());
    eraseModel(module);
  }

  /// Erases the functions and modules of the model and what the module says of
  /// them.
  static void eraseModel(ModuleOp module) {
    for (Operation &op : llvm::make_early_inc_range(*module.getBody()))
      if (isa_and_nonnull<cm::CMDialect>(op.getDialect()))
        op.erase();
    for (StringRef name :
         {cm::kernelAttrName, cm::signatureAttrName, cm::signatureLocAttrName,
          cm::sourceAttrName, cm::producerAttrName, cm::spellingAttrName})
      module->removeAttr(name);
  }
};
} // namespace
