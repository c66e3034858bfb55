// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The values of the code model, frame by frame.

#include "Bindings.h"

using namespace mlir;
using namespace cm2tt;

Bindings::Bindings(TypedKernel &kernel, bool recordsTypes,
                   const InterpreterState &state, ErrorReporter &errors)
    : kernel(kernel), recordsTypes(recordsTypes), state(state), errors(errors),
      current(&frames.emplace_back(nullptr)) {}

const Binding *Bindings::find(Value value) const {
  for (const Frame *frame = current; frame; frame = frame->parent)
    if (auto found = frame->bindings.find(value);
        found != frame->bindings.end())
      return &found->second;
  return nullptr;
}

Binding Bindings::get(Value value) {
  if (const Binding *found = find(value))
    return *found;
  // Only the results of failed ops are used without having been computed.
  /// T-VALUE-1: a value is computed before it is used.
  if (!errors.hasFailed()) {
    Operation *op = value.getDefiningOp();
    errors.report(op ? op : value.getParentBlock()->getParentOp())
        << "T-VALUE-1: the value is not known where it is used";
  }
  return {AbsType::invalid(value.getContext()), nullptr, {}, nullptr};
}

SmallVector<Binding> Bindings::getAll(ValueRange values) {
  return llvm::map_to_vector(values, [&](Value v) { return get(v); });
}

void Bindings::bind(Value value, Binding what) {
  if (recordsTypes && !what.type().isUnknown() && !what.type().isInvalid())
    kernel.types.try_emplace(value, what.type());
  current->bindings[value] = std::move(what);
}

void Bindings::bindContent(Operation *op, Variable *variable) {
  if (!variable->content.type().isUnknown())
    return bind(op->getResult(0), variable->content);
  // For example, no case of a switch holds.
  if (!errors.hasFailed() && state.exit().mayBeNormal())
    errors.report(op) << "T-CONTROL-2: the expression has no value here";
  bindInvalid(op);
}

void Bindings::declare(cm::VarOp op, Variable *variable) {
  AbsType type = variable->content.type();
  if (recordsTypes && !type.isUnknown())
    kernel.types.try_emplace(op.getResult(), type);
  current->bindings[op.getResult()] = {AbsType(), op, {}, variable};
}

void Bindings::recordStore(Value declaration, AbsType type) {
  if (recordsTypes)
    kernel.types[declaration] = type;
}

unsigned Bindings::addLambda(cm::LambdaOp op) {
  lambdas.push_back({op, current});
  return lambdas.size() - 1;
}

void Bindings::runInFrame(Frame *parent, function_ref<void()> code) {
  Frame *before = current;
  size_t numLambdas = lambdas.size();
  current = &frames.emplace_back(parent);
  code();
  // Only lambdas refer to the frame after the call.
  if (lambdas.size() == numLambdas)
    current->bindings = DenseMap<Value, Binding>();
  current = before;
}
