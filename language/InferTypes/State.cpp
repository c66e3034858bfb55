// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The state of an interpretation: assignments, branches, calls and statements.

#include "State.h"

using namespace mlir;
using namespace cm2tt;

Variable *InterpreterState::newVariable(StringAttr name) {
  Variable &variable = variables.emplace_back();
  variable.name = name;
  variable.serial = variables.size();
  return &variable;
}

void InterpreterState::assign(Variable *variable, Binding content,
                              Operation *by) {
  trail.push_back({variable, variable->content, variable->assignedBy});
  variable->content = std::move(content);
  variable->assignedBy = by;
}

void InterpreterState::undoTo(size_t mark) {
  while (trail.size() > mark) {
    Assignment &last = trail.back();
    last.variable->content = std::move(last.before);
    last.variable->assignedBy = last.assignedBy;
    trail.pop_back();
  }
}

Branch InterpreterState::runBranch(function_ref<void()> code) {
  size_t start = mark(), numOutside = variables.size();
  Exit before = std::exchange(currentExit, Exit());
  code();
  Branch branch;
  branch.exit = std::exchange(currentExit, std::move(before));
  for (size_t i = start; i < trail.size(); ++i) {
    Variable *variable = trail[i].variable;
    if (variable->serial <= numOutside)
      branch.assigned[variable] = {variable->content, variable->assignedBy};
  }
  undoTo(start);
  return branch;
}

void InterpreterState::restore(const Branch &branch) {
  for (auto &[variable, content] : branch.assigned)
    assign(variable, content.first, content.second);
  currentExit = branch.exit;
}

bool Activation::isOfJdk() const {
  auto function = llvm::dyn_cast<cm::FuncOp>(callee);
  return function && (function.getOwner().starts_with("java.") ||
                      function.getOwner().starts_with("io.github.cm2tt.jdk."));
}

bool InterpreterState::runCall(const Activation &activation,
                               function_ref<void()> body) {
  Exit before = std::exchange(currentExit, Exit());
  activations.push_back(activation);
  body();
  activations.pop_back();
  Exit after = std::exchange(currentExit, std::move(before));
  return after.mayBeNormal() || after.has(activation.returnCode);
}

void InterpreterState::runStatement(const JumpTarget &target,
                                    function_ref<void()> body) {
  jumpTargets.push_back(target);
  body();
  jumpTargets.pop_back();
}
