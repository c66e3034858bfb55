// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Ids and their values: what is defined, what is used, and whether every use
/// has its definition before it. Also the other checks of structure that need
/// the model's own words.

#include "EmitInternals.h"

#include "mlir/IR/Dominance.h"

namespace cm2tt {

//===----------------------------------------------------------------------===//
// Ids
//===----------------------------------------------------------------------===//

void Emitter::declare(llvm::StringRef id, const Definition &definition) {
  auto [entry, isNew] = definitions.try_emplace(id, definition);
  if (isNew)
    return;
  mlir::InFlightDiagnostic diagnostic = error(*definition.op, definition.loc);
  diagnostic << "value is defined twice: '" << id << "'";
  diagnostic.attachNote(places.input(entry->second.loc))
      << "it is defined here first";
}

/// Declares what an operation and all inside of it define.
void Emitter::declare(const Operation &op) {
  if (op.type)
    declare(op.result, {&op, op.loc, op.type, {}, nullptr});
  for (const Body &body : op.bodies) {
    for (const Parameter &param : body.parameters)
      declare(param.id, {&op, param.loc, param.type, {}, nullptr});
    for (const Block &block : body.blocks) {
      for (const Parameter &param : block.parameters)
        declare(param.id, {&op, param.loc, param.type, {}, nullptr});
      for (const Operation &inner : block.operations)
        declare(inner);
    }
  }
}

void Emitter::define(llvm::StringRef id, mlir::Value value) {
  Definition &definition = definitions[id];
  definition.value = value;
  if (definition.placeholder)
    definition.placeholder->getResult(0).replaceAllUsesWith(value);
  definition.placeholder = nullptr;
}

mlir::Operation *Emitter::makePlaceholder(mlir::Type type) {
  mlir::OperationState state(
      places.input({}), mlir::UnrealizedConversionCastOp::getOperationName());
  state.addTypes(type);
  placeholders.push_back(mlir::Operation::create(state));
  return placeholders.back();
}

mlir::Value Emitter::use(const Operation &op, const ValueUse &use) {
  auto found = definitions.find(use.id);
  if (found == definitions.end()) {
    error(op, use.loc) << "undefined value: '" << use.id << "'";
    return makePlaceholder(mlir::NoneType::get(context))->getResult(0);
  }
  Definition &definition = found->second;
  if (definition.value)
    return definition.value;
  if (!definition.placeholder)
    definition.placeholder =
        makePlaceholder(emitType(op, definition.type, use.loc));
  return definition.placeholder->getResult(0);
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

mlir::Operation *Emitter::emitFunction(const Operation &op,
                                       mlir::LocationAttr parent) {
  definitions.clear();
  declare(op);
  mlir::Operation *function = emitOperation(op, parent, {});
  if (function && !failed)
    checkDominance(function);
  // What still uses a placeholder has an error of its own.
  for (mlir::Operation *placeholder : placeholders) {
    placeholder->dropAllUses();
    placeholder->destroy();
  }
  placeholders.clear();
  return function;
}

/// The id of a value that was imported.
static llvm::StringRef idOf(mlir::Value value) {
  auto fused = mlir::cast<mlir::FusedLoc>(value.getLoc());
  return mlir::cast<mlir::NameLoc>(fused.getLocations().back()).getName();
}

void Emitter::checkDominance(mlir::Operation *function) {
  mlir::DominanceInfo dominance(function);
  llvm::DenseMap<mlir::Attribute, const Operation *> operations;
  function->walk([&](mlir::Operation *made) {
    for (mlir::Value operand : made->getOperands()) {
      if (dominance.properlyDominates(operand, made))
        continue;
      if (operations.empty())
        for (auto [loc, op] : locations)
          operations[loc] = op;
      const Operation &op =
          *operations.lookup(mlir::LocationAttr(made->getLoc()));
      llvm::StringRef id = idOf(operand);
      const auto *use = llvm::find_if(
          op.operands, [&](const ValueUse &each) { return each.id == id; });
      mlir::InFlightDiagnostic diagnostic =
          error(op, use == op.operands.end() ? op.loc : use->loc);
      diagnostic << "value is used where its definition does not reach: '" << id
                 << "'";
      diagnostic.attachNote(places.input(definitions.lookup(id).loc))
          << "it is defined here";
    }
  });
}

void Emitter::checkTerminators(const Block &block) {
  for (const Operation &op : block.operations) {
    mlir::OperationName name("cm." + op.name.str(), context);
    bool isLast = &op == &block.operations.back();
    bool ends = name.hasTrait<mlir::OpTrait::IsTerminator>();
    // An unknown operation has its own error.
    if (!name.isRegistered() || ends == isLast)
      continue;
    if (ends)
      error(op) << "'" << op.name << "' is not the last of its block";
    else
      error(op) << "the block ends in '" << op.name
                << "', expected a terminator such as 'yield' or 'return'";
  }
}

void Emitter::checkUnique(mlir::ModuleOp module) {
  llvm::DenseMap<mlir::Attribute, mlir::Operation *> seen;
  for (auto function : module.getOps<cm::FuncOp>()) {
    auto key = mlir::ArrayAttr::get(
        context, {function.getNameAttr(),
                  mlir::StringAttr::get(context, function.getOwner()),
                  mlir::StringAttr::get(context, function.getDescriptor())});
    auto [entry, isNew] = seen.try_emplace(key, function);
    if (isNew)
      continue;
    failed = true;
    mlir::InFlightDiagnostic diagnostic = mlir::emitError(function.getLoc());
    diagnostic << "function is defined twice: '" << function.getName() << "'";
    diagnostic.attachNote(entry->second->getLoc())
        << "it is defined here first";
  }
}

} // namespace cm2tt
