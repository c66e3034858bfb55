// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Ids and their values. To continue after an error, a placeholder stands for
/// an id that is undefined or defined later, and an invalid operation is
/// created nevertheless, since other operations use the values that its bodies
/// define.
///
/// Not here: dominance (EmitChecks.cpp).

#include "EmitInternals.h"

namespace cm2tt::model {

//===----------------------------------------------------------------------===//
// Ids
//===----------------------------------------------------------------------===//

void Emitter::declare(llvm::StringRef id, const Definition &definition) {
  auto [entry, isNew] = definitions.try_emplace(id, definition);
  if (isNew)
    return;
  mlir::InFlightDiagnostic diagnostic = error(*definition.op, definition.loc);
  diagnostic << "value is defined twice: '" << id << "'";
  diagnostic.attachNote(locations.input(entry->second.loc))
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
  if (definition.placeholder) {
    mlir::Value placeholder = definition.placeholder->getResult(0);
    placeholder.replaceAllUsesWith(value);
    replaced[placeholder] = value;
  }
  definition.placeholder = nullptr;
}

mlir::Operation *Emitter::makePlaceholder(mlir::Type type) {
  mlir::OperationState state(
      locations.input({}),
      mlir::UnrealizedConversionCastOp::getOperationName());
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
  // An op that still uses a placeholder has an error of its own.
  for (mlir::Operation *placeholder : placeholders) {
    placeholder->dropAllUses();
    placeholder->destroy();
  }
  placeholders.clear();
  replaced.clear();
  return function;
}

} // namespace cm2tt::model
