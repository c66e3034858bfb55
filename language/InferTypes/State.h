// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The state of an interpretation at a point of a kernel: the contents of
/// variables, how control has left the code that runs, and which calls and
/// statements enclose it. A branch runs on this state and is then undone; its
/// effects remain as a Branch.
///
/// Not here: the values of the code model (Bindings.h); the operations that
/// merge two branches (ControlFlowBuilder.h).

#ifndef CM2TT_LANGUAGE_INFERTYPES_STATE_H
#define CM2TT_LANGUAGE_INFERTYPES_STATE_H

#include "cm2tt/Dialect/CM/CMOps.h"
#include "cm2tt/Language/TileBuilder.h"

#include "llvm/ADT/MapVector.h"

#include <deque>

namespace cm2tt {

struct Variable;

/// The operand that a value of the code model stands for, and its origin.
struct Binding {
  TypedOperand operand;
  /// The op that computed it, through variables and calls; null for none.
  mlir::Operation *origin = nullptr;
  /// The Java variable that it was read from; null if none.
  mlir::StringAttr name;
  /// The variable itself, for values of type Var.
  Variable *variable = nullptr;
  /// Whether it, or a part of it, is null on some path to here.
  bool mayBeNull = false;

  AbsType type() const { return operand.type; }
};

/// The binding of a value that has no type because of an error.
inline Binding invalidBinding(mlir::Operation *op) {
  return {AbsType::invalid(op->getContext()), op, {}, nullptr};
}

/// A variable of one call of a method, or of one iteration of an unrolled loop.
struct Variable {
  /// The Java name; null if none.
  mlir::StringAttr name;
  /// The value that it holds here; of unknown type while it holds none.
  Binding content;
  /// The op that assigned the content.
  mlir::Operation *assignedBy = nullptr;
  /// Variables are numbered from 1 in the order of their creation.
  unsigned serial = 0;
};

/// How control leaves a piece of code: code 0 is its end, any other code a jump
/// (a `break` of that loop, the `return` of that call, ...). If there are
/// several codes, `value` is the one taken at run time.
struct Exit {
  /// Not empty, ascending.
  llvm::SmallVector<unsigned, 2> codes = {0};
  /// An i32, only if there are several codes.
  mlir::Value value;

  static Exit by(unsigned code) {
    Exit exit;
    exit.codes = {code};
    return exit;
  }
  bool isNormal() const { return codes.size() == 1 && codes[0] == 0; }
  bool mayBeNormal() const { return codes[0] == 0; }
  bool has(unsigned code) const { return llvm::is_contained(codes, code); }
  bool isOnly(unsigned code) const {
    return codes.size() == 1 && codes[0] == code;
  }
};

/// The end of a piece of code that may or may not run.
struct Branch {
  /// The variables that were assigned and outlive it, with their contents
  /// there.
  llvm::MapVector<Variable *, std::pair<Binding, mlir::Operation *>> assigned;
  Exit exit;
};

/// A method or lambda that is being run.
struct Activation {
  /// Null for the kernel.
  mlir::Operation *call;
  mlir::Operation *callee;
  unsigned returnCode;
  /// Holds the value that the callee returns.
  Variable *returned;
  mlir::Location loc;

  /// Whether the callee is code for a method of the JDK, which the user does
  /// not see: what it does is done by the call.
  bool isOfJdk() const;
};

/// A statement that is being run and that jumps can leave or repeat.
struct JumpTarget {
  mlir::Operation *op;
  unsigned breakCode, continueCode;
  /// Holds the value that a switch expression yields; null for statements.
  Variable *result;
};

/// Java's null, a constant of any class.
inline bool isNull(AbsType type) {
  return llvm::isa_and_nonnull<cm::NullAttr>(type.getValue());
}

/// Whether a type contains a lambda. A lambda is not known outside the branch
/// that created it.
inline bool holdsLambda(AbsType type) {
  return type.isFunction() ||
         (type.isRecord() && llvm::any_of(type.getComponents(), holdsLambda));
}

class InterpreterState {
public:
  /// Creates a variable that holds nothing; `name` may be null.
  Variable *newVariable(mlir::StringAttr name);
  /// The number of variables so far: the serial of the last one.
  unsigned numVariables() const { return variables.size(); }
  /// Assigns to a variable, until the branch that is being run is undone.
  void assign(Variable *variable, Binding content, mlir::Operation *by);

  /// The current point, for `undoTo`.
  size_t mark() const { return trail.size(); }
  /// Undoes the assignments since a mark.
  void undoTo(size_t mark);
  /// Runs code that starts with a normal exit, and undoes its effects on
  /// variables and exit.
  Branch runBranch(llvm::function_ref<void()> code);
  /// Continues at the end of a branch.
  void restore(const Branch &branch);

  /// How control has left the code before this point.
  const Exit &exit() const { return currentExit; }
  void setExit(Exit exit) { currentExit = std::move(exit); }
  void leaveBy(unsigned code) { currentExit = Exit::by(code); }
  /// Returns a code that no other kind of jump has.
  unsigned newCode() { return ++lastCode; }

  /// The kernel and the calls that are being run, the innermost last.
  llvm::ArrayRef<Activation> calls() const { return activations; }
  const Activation &call() const { return activations.back(); }
  /// Runs the body of a call, whose jumps do not leave the caller. Returns
  /// whether control may come back from it.
  bool runCall(const Activation &activation, llvm::function_ref<void()> body);

  /// The statements that are being run, the innermost last.
  llvm::ArrayRef<JumpTarget> targets() const { return jumpTargets; }
  const JumpTarget &target() const { return jumpTargets.back(); }
  /// Runs a statement that is the target of jumps in its body.
  void runStatement(const JumpTarget &target, llvm::function_ref<void()> body);

private:
  /// An assignment, with the content that it replaced.
  struct Assignment {
    Variable *variable;
    Binding before;
    mlir::Operation *assignedBy;
  };

  std::deque<Variable> variables;
  /// The assignments to undo.
  std::vector<Assignment> trail;
  Exit currentExit;
  std::vector<Activation> activations;
  std::vector<JumpTarget> jumpTargets;
  unsigned lastCode = 0;
};

} // namespace cm2tt

#endif // CM2TT_LANGUAGE_INFERTYPES_STATE_H
