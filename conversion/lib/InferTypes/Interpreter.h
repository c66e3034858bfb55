// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The interpreter: runs a kernel on abstract types and, on the way, makes its
/// operations.
///
/// One walk does both, as in a partial evaluator. What is known while
/// compiling (constants, lambdas, the shapes in types) decides; what is not
/// leaves operations behind. A condition that is known takes its branch here
/// and now; another becomes an `scf.if`, after whose branches the variables
/// that they assigned are merged. A call runs the callee's body in place. Types
/// depend on the way that led to an op: a helper has others in each call, the
/// body of an unrolled loop in each iteration.
///
/// Jumps leave no branches between blocks. A `continue`, `break` or `return`
/// sets how control leaves (`Exit`). What follows a statement that may have
/// jumped runs in its branch that did not, or under a test of the exit's value:
///
///     if (a) return;                    scf.if %a {
///     rest;                     =>      } else { rest }
///
/// After the first error nothing is made any more, but typing goes on, to find
/// the others. Its result has the type `invalid`, which is passed over.
///
/// Not here: methods and operators (KernelApi.h); the kernel's parameters
/// (Kernels.cpp); the function that is built (CMToTT.cpp).

#ifndef CM2TT_CONVERSION_INFERTYPES_INTERPRETER_H
#define CM2TT_CONVERSION_INFERTYPES_INTERPRETER_H

#include "Environment.h"
#include "InferTypesInternals.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Diagnostics.h"

#include <deque>
#include <functional>

namespace cm2tt {

/// A condition and what is done if it holds, of an if, a switch, a ternary.
struct Arm {
  std::function<Binding()> condition;
  std::function<void()> action;
};

/// A loop in pieces, whatever statement it is written as.
struct LoopParts {
  mlir::Operation *op = nullptr;
  /// Whether to go on; null for always.
  std::function<Binding()> condition;
  std::function<void()> body;
  /// Done after each iteration; null for nothing.
  std::function<void()> update;
  /// Whether the condition is evaluated before the first iteration.
  bool testsFirst = true;
  /// Whether it is left otherwise than before an iteration, with what was known
  /// before the loop: by a jump, or with a variable's first value.
  bool hasEscape = true;
  /// The first number of a variable that is its own.
  unsigned firstOwn = 0;
  /// For a loop without jumps that tests behind its body: whether it goes on.
  mlir::Value goesOn;
  /// Variables from outside that it may assign, in order of their stores.
  llvm::SmallVector<Variable *> stored;
};

/// A loop whose iterations can be counted before it starts.
struct CountedLoop {
  /// The operands of `scf.for`, of one signless integer type.
  mlir::Value lower, upper, step;
  /// For a loop that counts down, what the induction variable is taken from.
  mlir::Value mirror;
  /// The loop's own variable, and its type.
  Variable *variable = nullptr;
  AbsType type;
};

/// The statement that a jump leaves or repeats; null if there is none.
mlir::Operation *jumpTarget(cm::JavaBreakOp op);
mlir::Operation *jumpTarget(cm::JavaContinueOp op);
/// Whether a jump leads out of the loop; one to its next iteration does not.
bool hasEscape(mlir::Operation *loop);

/// How a counted loop is written.
struct CountedForm {
  bool isUp = true;
  /// Whether the bound is included, so that the next number is not.
  bool movesBound = false;
  /// Whether a step that is not known is taken with the other sign.
  bool negatesStep = false;
};

class Interpreter {
public:
  Interpreter(TypedKernel &kernel, const InterpretOptions &options);

  /// Runs the kernel's body on its parameters.
  llvm::LogicalResult run(llvm::ArrayRef<Results> arguments);

private:
  /// A statement that can be left or repeated.
  struct Target {
    mlir::Operation *op;
    unsigned breakCode, continueCode;
    /// What a switch expression yields.
    Variable *result;
  };

  // Interpreter.cpp: ops without bodies.
  void visitRegion(mlir::Region &region);
  /// Ops from `next` on; an op may take those behind it (visitIf).
  void visitFrom(mlir::Block::iterator next, mlir::Block::iterator end);
  void visit(mlir::Operation *op);
  /// Runs a body that yields a value.
  Binding evaluate(mlir::Region &region);
  void visitConstant(cm::ConstantOp op);
  void visitVar(cm::VarOp op);
  void visitLoad(cm::VarLoadOp op);
  void visitStore(cm::VarStoreOp op);
  void visitField(cm::FieldLoadOp op);
  void visitConv(cm::ConvOp op);
  void visitOther(mlir::Operation *op);
  void apply(const Method &method, mlir::Operation *op,
             llvm::ArrayRef<Binding> args);

  // Errors.cpp: what is said of what went wrong, and limits.
  /// Starts an error at an op, with notes on its operands and the calls that
  /// led to it.
  mlir::InFlightDiagnostic error(mlir::Operation *op,
                                 llvm::ArrayRef<Binding> args = {});
  void noteCalls(mlir::InFlightDiagnostic &diagnostic);
  void remark(mlir::Operation *op, const llvm::Twine &message);
  /// Counts an op; false, after an error, if there are too many or they nest
  /// too deep.
  bool mayGoOn(mlir::Operation *op);

  // Branches.cpp.
  using Rest = std::function<void()>;
  /// Returns whether the statements from `next` to `end` have been run as well.
  bool visitIf(cm::JavaIfOp op, mlir::Block::iterator next,
               mlir::Block::iterator end);
  void visitConditional(cm::JavaCexpressionOp op);
  void visitAnd(cm::JavaCandOp op);
  void visitOr(cm::JavaCorOp op);
  template <typename OpT> void visitLogic(OpT op, bool isAnd);
  void addOperand(mlir::Operation *op, bool isAnd, Variable *result,
                  llvm::function_ref<Binding()> operand);
  void visitSwitch(mlir::Operation *op, mlir::Value selector,
                   mlir::MutableArrayRef<mlir::Region> bodies);
  void runAction(mlir::MutableArrayRef<mlir::Region> bodies, size_t action,
                 Variable *result);
  void visitSwitchYield(cm::JavaYieldOp op);
  void visitBreak(cm::JavaBreakOp op);
  void visitContinue(cm::JavaContinueOp op);
  /// The statement being run that a jump leads to; null after an error.
  const Target *findTarget(mlir::Operation *jump, mlir::Operation *statement);
  void jumpTo(mlir::Operation *op, mlir::Operation *statement, bool repeats);
  void visitLabeled(cm::JavaLabeledOp op);
  /// A condition's value, checked to be one.
  Binding conditionOf(mlir::Operation *op, const Arm &arm);
  /// The first arm whose condition holds, else `otherwise`; then `rest`, if
  /// control comes there in one of two branches only. Returns whether `rest`
  /// has been run.
  bool visitArms(mlir::Operation *op, llvm::ArrayRef<Arm> arms,
                 const Rest &otherwise, const Rest &rest);
  bool visitArm(mlir::Operation *op, mlir::Value condition,
                llvm::ArrayRef<Arm> arms, const Rest &otherwise,
                const Rest &rest);
  void visitArmsFlat(mlir::Operation *op, llvm::ArrayRef<Arm> arms,
                     const Rest &otherwise);
  /// Runs code where control comes to its start normally: always, never, or
  /// under a test.
  void guarded(mlir::Operation *op, llvm::function_ref<void()> code);

  // Merging.cpp: branches and what they leave.
  /// Runs code at the end of a block, and takes back what it did to the
  /// variables.
  Branch runBranch(mlir::Block *into, llvm::function_ref<void()> code);
  /// Undoes the assignments since there were that many.
  void takeBack(size_t mark);
  /// Goes on where a branch ended.
  Branch resume(const Branch &branch, mlir::Block *into,
                llvm::function_ref<void()> code);
  /// An empty `scf.if` with both branches; null while nothing is made.
  mlir::scf::IfOp openIf(mlir::Operation *op, mlir::Value condition);
  /// Ends both branches and merges what they assigned.
  void closeIf(mlir::Operation *op, mlir::scf::IfOp ifOp, const Branch &a,
               const Branch &b);
  void restore(const Branch &branch);
  /// What both branches leave in a variable; nothing if that is nothing.
  std::optional<Merged> mergeVariable(mlir::Operation *op, Variable *variable,
                                      const Branch &a, const Branch &b);
  void reportMerge(mlir::Operation *op, const Merged &merged);
  /// Yields the merged variables, then the exit if there are several; the
  /// results, none while nothing is made.
  mlir::ResultRange finishIf(mlir::scf::IfOp ifOp, const Exit &a, const Exit &b,
                             llvm::ArrayRef<Merged> merged);
  Exit mergeExits(const Exit &a, const Exit &b) const;
  /// The values that stand for `type` where `operand` is at hand.
  void valuesFor(mlir::Location loc, const TypedOperand &operand, AbsType type,
                 llvm::SmallVectorImpl<mlir::Value> &values);
  mlir::Value exitValue(const Exit &exit);
  mlir::Value isExit(unsigned code);
  /// Control that left by `code` goes on normally from here.
  void consume(unsigned code);
  void assign(Variable *variable, Binding content, mlir::Operation *by);
  Variable *newVariable(mlir::StringAttr name);

  // Loops.cpp.
  /// Whether a condition assigns to a variable that holds nothing yet, which
  /// may be read behind the loop then: while ((x = next()) > 0).
  bool givesFirstValue(mlir::Operation *loop, mlir::Region &condition);
  void visitFor(cm::JavaForOp op);
  bool declareLoopVariables(cm::JavaForOp op);
  void visitWhile(cm::JavaWhileOp op);
  void visitDoWhile(cm::JavaDoWhileOp op);
  void visitLoop(LoopParts &loop);
  void visitPlainWhile(LoopParts &loop);
  void visitRotatedWhile(LoopParts &loop);
  void runRotatedIteration(LoopParts &loop);
  void runIteration(LoopParts &loop);
  /// An `scf.while` with empty blocks; null while nothing is made.
  mlir::scf::WhileOp openWhile(mlir::Operation *op,
                               llvm::ArrayRef<Variable *> carried,
                               mlir::ValueRange values);
  /// Ends a loop that leaves these variables and, if there are several, the
  /// exit; its results, none while nothing is made.
  mlir::ValueRange finishWhile(const LoopParts &loop,
                               mlir::scf::WhileOp whileOp, const Branch &end,
                               llvm::ArrayRef<Variable *> left);
  /// Variables from outside that the bodies store to, in order.
  llvm::SmallVector<Variable *> storedIn(mlir::Operation *loop,
                                         llvm::ArrayRef<mlir::Region *> bodies);
  /// What loops carry of these: those that hold data, no longer constant.
  Carried makeCarried(llvm::ArrayRef<Variable *> stored, mlir::Operation *loop);
  void flatten(llvm::ArrayRef<Variable *> carried,
               llvm::SmallVectorImpl<mlir::Value> &values);
  /// Lets the carried variables hold these values, of their types of before.
  void setCarried(const Carried &carried, mlir::ValueRange values);
  /// Reports those whose type is not what it was before.
  void checkCarried(const Carried &carried, mlir::Operation *loop);
  llvm::SmallVector<mlir::Location>
  carriedPlaces(llvm::ArrayRef<Variable *> carried, mlir::Location loc);
  void forgetUncarried(llvm::ArrayRef<Variable *> stored,
                       llvm::ArrayRef<Variable *> carried);

  // CountedLoops.cpp.
  /// Returns whether the loop is a counted one and has been run.
  bool visitCounted(cm::JavaForOp op, LoopParts &loop);
  bool isInvariant(mlir::Operation *op, llvm::ArrayRef<Variable *> stored);
  bool isInvariantCall(cm::InvokeOp call);
  /// An int as a long.
  Binding widenedCounter(mlir::Operation *op, const Binding &counter);
  CountedLoop makeCounted(mlir::Operation *op, const Binding &start,
                          const Binding &bound, const TypedOperand &step,
                          const CountedForm &form);
  void runCounted(LoopParts &loop, const CountedLoop &counted,
                  llvm::ArrayRef<mlir::NamedAttribute> hints);

  // Ranges.cpp.
  void visitEnhancedFor(cm::JavaEnhancedForOp op);
  void visitStaticRange(cm::JavaEnhancedForOp op, const TypedOperand &range);
  void visitRange(cm::JavaEnhancedForOp op, const TypedOperand &range);
  /// A Java operator on two numbers.
  Binding compute(mlir::Operation *op, llvm::StringRef operation,
                  const Binding &a, const Binding &b);
  void runElement(cm::JavaEnhancedForOp op, const Binding &element);

  // Calls.cpp.
  void visitInvoke(cm::InvokeOp op);
  void visitFuncCall(cm::FuncCallOp op);
  void visitLambda(cm::LambdaOp op);
  void visitReturn(cm::ReturnOp op);
  cm::FuncOp findFunction(cm::InvokeOp op);
  void reportNoMethod(cm::InvokeOp op, llvm::ArrayRef<Binding> args);
  void reportRecursion(mlir::Operation *call, cm::FuncOp callee);
  /// Binds a call's result to what the callee returned.
  void bindCall(mlir::Operation *op, const Binding &result);
  Binding callFunction(mlir::Operation *call, cm::FuncOp callee,
                       llvm::ArrayRef<Binding> args);
  Binding callLambda(mlir::Operation *call, AbsType lambda,
                     llvm::ArrayRef<Binding> args);
  Binding runBody(mlir::Operation *call, mlir::Operation *callee, Frame *parent,
                  llvm::ArrayRef<Binding> args);
  void applyWithLambda(const Method &method, mlir::Operation *op,
                       llvm::SmallVector<Binding> args);

  // Records.cpp.
  void visitNew(cm::NewOp op);
  void bindRecord(mlir::Operation *op, llvm::StringRef javaClass,
                  llvm::ArrayRef<llvm::StringRef> names,
                  llvm::ArrayRef<Binding> args);
  void visitTuple(cm::TupleOp op);
  void visitTupleLoad(cm::TupleLoadOp op);
  void reportNoComponent(mlir::Operation *op, const Binding &record,
                         llvm::StringRef name);
  /// A component by its name, or by its Java type if it has none.
  std::optional<TypedOperand> component(const TypedOperand &record,
                                        llvm::StringRef name,
                                        mlir::Type javaType);

  // Small helpers.
  Binding binding(mlir::Value value);
  llvm::SmallVector<Binding> bindings(mlir::ValueRange values);
  void bind(mlir::Value value, Binding what);
  void bindResult(mlir::Operation *op, TypedOperand operand) {
    bind(op->getResult(0), {std::move(operand), op, {}, nullptr});
  }
  /// Binds an op's result to what a variable holds.
  void bindVariable(mlir::Operation *op, Variable *variable);
  void bindInvalid(mlir::Operation *op) {
    for (mlir::Value result : op->getResults())
      bind(result, {AbsType::invalid(context), op, {}, nullptr});
  }
  Binding constantBool(bool value, mlir::Operation *origin) {
    return {AbsType::constantBool(context, value), origin, {}, nullptr};
  }
  mlir::Location place(mlir::Operation *op);
  TileBuilder tiles(mlir::Operation *op) { return {ir, place(op)}; }
  /// Constants of numbers become values, also in records.
  TypedOperand atRunTime(mlir::Operation *op, const TypedOperand &operand);
  AbsType widened(AbsType type);
  /// Which code a jump to a statement leaves by.
  unsigned newCode() { return ++lastCode; }

  /// Runs what follows in a frame of its own, until it ends.
  struct InFrame {
    InFrame(Interpreter &interpreter, Frame *parent)
        : interpreter(interpreter), before(interpreter.frame),
          lambdas(interpreter.lambdas.size()) {
      interpreter.frames.emplace_back(parent);
      interpreter.frame = &interpreter.frames.back();
    }
    ~InFrame() {
      // Only lambdas outlive it.
      if (interpreter.lambdas.size() == lambdas)
        interpreter.frame->bindings = llvm::DenseMap<mlir::Value, Binding>();
      interpreter.frame = before;
    }
    Interpreter &interpreter;
    Frame *before;
    size_t lambdas;
  };
  /// A method or lambda that is being run.
  struct Activation {
    mlir::Operation *call;
    mlir::Operation *callee;
    unsigned returnCode;
    Variable *returned;
    mlir::Location place;
  };
  struct Lambda {
    cm::LambdaOp op;
    Frame *frame;
  };

  TypedKernel &kernel;
  const InterpretOptions &options;
  mlir::MLIRContext *context;
  /// Where operations are made, while `building`.
  mlir::OpBuilder ir;
  bool building, failed = false, stopped = false;

  std::deque<Frame> frames;
  std::deque<Variable> variables;
  std::vector<Lambda> lambdas;
  Frame *frame;
  Exit exit;
  /// Assignments, each with what it replaced, to be taken back.
  struct Assignment {
    Variable *variable;
    Binding before;
    mlir::Operation *assignedBy;
  };
  std::vector<Assignment> trail;
  std::vector<Activation> calls;
  std::vector<Target> targets;
  llvm::StringMap<llvm::SmallVector<cm::FuncOp, 1>> functions;
  unsigned lastCode = 0, depth = 0, branchDepth = 0;
  uint64_t visited = 0;
};

} // namespace cm2tt

#endif // CM2TT_CONVERSION_INFERTYPES_INTERPRETER_H
