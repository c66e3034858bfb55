// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Creates the structured control flow of a kernel: `scf.if`, `scf.while` and
/// `scf.for`, whose results are the variables and exits of their regions.
///
/// Jumps do not become branches between blocks. The code after a statement that
/// may have jumped runs in the branch that did not jump, or under a test of the
/// exit's value. So there is only `scf.if`, `scf.for` and `scf.while` in the
/// result, which Triton accepts:
///
///     if (a) return;                    scf.if %a {
///     rest;                     =>      } else { rest }
///
/// No operations are created while only types are computed, or after an error.
/// Operations are null and values are missing then, but the state has the same
/// variables with the same types.
///
/// Not here: which statements branch (Branches.h, Loops.h).

#ifndef CM2TT_LANGUAGE_INFERTYPES_CONTROLFLOWBUILDER_H
#define CM2TT_LANGUAGE_INFERTYPES_CONTROLFLOWBUILDER_H

#include "ErrorReporter.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace cm2tt {

/// A variable that is merged after two branches.
struct Merged {
  Variable *variable;
  /// Its content at the end of each branch.
  Binding a, b;
  /// Its type after the branches.
  AbsType type;
  /// The op that last assigned it.
  mlir::Operation *by;
  bool mayBeNull = false;
};

/// The variables that a loop carries, and their contents before it.
struct Carried {
  llvm::SmallVector<Variable *> variables;
  llvm::SmallVector<Binding> before;
};

/// The operands of a loop whose iterations can be counted before it starts.
struct CountedLoop {
  /// The operands of `scf.for`, of one signless integer type.
  mlir::Value lower, upper, step;
  /// For a loop that counts down, the value from which the induction variable
  /// is subtracted; else null.
  mlir::Value mirror;
  /// The loop's own variable, and its type.
  Variable *variable = nullptr;
  AbsType type;
};

/// The type with its number constants replaced by their types, in records too.
AbsType widened(AbsType type);

class ControlFlowBuilder {
public:
  /// Creates operations with `builder`; computes types only if it is null.
  ControlFlowBuilder(mlir::OpBuilder *builder, mlir::MLIRContext *context,
                     InterpreterState &state, ErrorReporter &errors)
      : ir(builder ? *builder : mlir::OpBuilder(context)),
        hasBuilder(builder != nullptr), state(state), errors(errors) {}

  //===--------------------------------------------------------------------===//
  // Operations and values
  //===--------------------------------------------------------------------===//

  /// Whether operations are created.
  bool isBuilding() const { return hasBuilder && !errors.hasFailed(); }
  /// The location in Java, with the call that is being run.
  mlir::Location getLocation(mlir::Operation *op);
  TileBuilder tiles(mlir::Operation *op) { return {ir, getLocation(op)}; }
  /// Creates operations at the end of a block, which is null if none are
  /// created, until the guard is destroyed.
  mlir::OpBuilder::InsertionGuard insertAtEnd(mlir::Block *block);
  /// Appends the values of `operand`, widened to `type`; poison if its own type
  /// is unknown.
  void valuesFor(mlir::Location loc, const TypedOperand &operand, AbsType type,
                 llvm::SmallVectorImpl<mlir::Value> &values);
  /// Replaces number constants by values, in records too.
  TypedOperand atRunTime(mlir::Operation *op, const TypedOperand &operand);

  //===--------------------------------------------------------------------===//
  // Branches and exits (ControlFlowBuilder.cpp)
  //===--------------------------------------------------------------------===//

  /// Runs code at the end of a block, and undoes its effects on the state.
  Branch runBranch(mlir::Block *into, llvm::function_ref<void()> code);
  /// Continues a branch at its end with more code.
  Branch resume(const Branch &branch, mlir::Block *into,
                llvm::function_ref<void()> code);
  /// Creates an `scf.if` with two empty branches, which `closeIf` ends.
  mlir::scf::IfOp openIf(mlir::Operation *op, mlir::Value condition);
  /// Ends both branches and merges their assignments and exits into the state.
  void closeIf(mlir::Operation *op, mlir::scf::IfOp ifOp, const Branch &a,
               const Branch &b);
  /// Runs code if control reaches this point normally: always, never, or under
  /// a test of the exit.
  void guarded(mlir::Operation *op, llvm::function_ref<void()> code);
  /// Makes control that left by `code` continue normally here.
  void consume(unsigned code);

  //===--------------------------------------------------------------------===//
  // Loops (LoopBuilding.cpp)
  //===--------------------------------------------------------------------===//

  /// Returns those of the variables that a loop carries, which are those that
  /// hold data, and makes values of their constants. The others have no content
  /// in the loop.
  Carried makeCarried(llvm::ArrayRef<Variable *> stored, mlir::Operation *loop);
  /// Sets the carried variables to these values, of the types that the
  /// variables had before the loop.
  void setCarried(const Carried &carried, mlir::ValueRange values);
  /// Reports carried variables that no longer have the type that they had
  /// before the loop.
  void checkCarried(const Carried &carried, mlir::Operation *loop);

  /// Creates an `scf.while` with empty blocks, whose arguments are the carried
  /// values.
  mlir::scf::WhileOp openWhile(mlir::Operation *op, const Carried &carried);
  /// Creates operations at the end of the first region, in which the carried
  /// variables hold its arguments, until the guard is destroyed.
  mlir::OpBuilder::InsertionGuard enterTest(mlir::scf::WhileOp whileOp,
                                            const Carried &carried);
  /// Ends the first region of a loop that tests before its body, with the
  /// condition, and enters the second region.
  void closeTest(mlir::Operation *op, mlir::scf::WhileOp whileOp,
                 const Binding &condition, const Carried &carried);
  /// Ends a loop body, which yields the carried variables.
  void closeBody(mlir::Operation *op, const Carried &carried);
  /// Sets the variables to the results of a finished loop, which is null if
  /// none was created. Stored variables that it does not carry have no content
  /// after it.
  void leaveLoop(llvm::ArrayRef<Variable *> stored, const Carried &carried,
                 mlir::Operation *loop);

  /// Ends an `scf.while` whose first region is a whole iteration, which ends
  /// with `end`, and sets the state to that after the loop. `goesOn`, an i1, is
  /// true if another iteration follows; if it is null, one follows after a
  /// normal exit.
  void closeRotated(llvm::ArrayRef<Variable *> stored, const Carried &carried,
                    mlir::scf::WhileOp whileOp, const Branch &end,
                    mlir::Value goesOn);

  /// Creates an `scf.for` without its terminator.
  mlir::scf::ForOp openFor(mlir::Operation *op, const CountedLoop &counted,
                           const Carried &carried,
                           llvm::ArrayRef<mlir::NamedAttribute> hints);
  /// Creates operations at the end of the loop's body, in which the variables
  /// hold the values of an iteration, until the guard is destroyed.
  mlir::OpBuilder::InsertionGuard enterFor(mlir::Operation *op,
                                           mlir::scf::ForOp forOp,
                                           const CountedLoop &counted,
                                           const Carried &carried);

private:
  /// Merges the contents of a variable after two branches; nothing if it has
  /// none after either.
  std::optional<Merged> mergeVariable(mlir::Operation *op, Variable *variable,
                                      const Branch &a, const Branch &b);
  void reportMerge(mlir::Operation *op, const Merged &merged);
  /// Yields the merged variables, then the exit if there are several; returns
  /// the results.
  mlir::ResultRange finishIf(mlir::scf::IfOp ifOp, const Exit &a, const Exit &b,
                             llvm::ArrayRef<Merged> merged);
  mlir::Value exitValue(const Exit &exit);
  /// Returns an i1, which is true if control has left by `code`.
  mlir::Value isExit(unsigned code);
  void enterRegion(const Carried &carried, mlir::Region &region);
  /// The values of the carried variables.
  llvm::SmallVector<mlir::Value> flatten(const Carried &carried);
  llvm::SmallVector<mlir::Location> carriedLocations(const Carried &carried,
                                                     mlir::Location loc);
  void forgetUncarried(llvm::ArrayRef<Variable *> stored,
                       llvm::ArrayRef<Variable *> carried);
  mlir::ValueRange finishRotated(mlir::scf::WhileOp whileOp, const Branch &end,
                                 llvm::ArrayRef<Variable *> left,
                                 mlir::Value goesOn);

  mlir::OpBuilder ir;
  const bool hasBuilder;
  InterpreterState &state;
  ErrorReporter &errors;
};

} // namespace cm2tt

#endif // CM2TT_LANGUAGE_INFERTYPES_CONTROLFLOWBUILDER_H
