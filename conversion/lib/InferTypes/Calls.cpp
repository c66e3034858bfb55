// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Calls: of the kernel language's methods, of other methods of the model and
/// of lambdas, whose bodies run in place of the call.
///
/// Not here: the methods themselves (lib/KernelApi).

#include "Interpreter.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace cm2tt;

//===----------------------------------------------------------------------===//
// Which method
//===----------------------------------------------------------------------===//

/// The parameter types as a function's `descriptor` writes them.
static std::string descriptorOf(cm::RefAttr ref) {
  std::string text = "(";
  for (Type type : ref.getParams())
    text += (text.size() > 1 ? ", " : "") + typeName(type);
  return text + ")";
}

/// Whether two descriptors are the same but for spaces.
static bool sameDescriptor(StringRef a, StringRef b) {
  auto strip = [](StringRef text) {
    std::string stripped;
    llvm::copy_if(text, std::back_inserter(stripped),
                  [](char c) { return c != ' '; });
    return stripped;
  };
  return strip(a) == strip(b);
}

cm::FuncOp Interpreter::findFunction(cm::InvokeOp op) {
  cm::RefAttr ref = op.getRef();
  auto found = functions.find(ref.getName());
  if (found == functions.end())
    return {};
  StringRef owner = ref.getOwnerName();
  cm::FuncOp byName;
  for (cm::FuncOp function : found->second) {
    if (!function.getOwner().empty() && function.getOwner() != owner)
      continue;
    StringRef descriptor = function.getDescriptor();
    if (descriptor.empty() || sameDescriptor(descriptor, descriptorOf(ref)))
      return function;
    byName = function;
  }
  // Of one method, how its descriptor is spelled does not matter.
  return found->second.size() == 1 ? byName : cm::FuncOp();
}

void Interpreter::reportNoMethod(cm::InvokeOp op, ArrayRef<Binding> args) {
  cm::RefAttr ref = op.getRef();
  StringRef owner = ref.getOwnerName();
  std::string name = (kernelClassName(owner) + "." + ref.getName()).str();
  bool isKnown = isKnownClass(owner);
  /// T-CALL-1: kernels call methods of the kernel language and of the model.
  InFlightDiagnostic diagnostic =
      error(op, args) << "T-CALL-1: "
                      << (isKnown ? "kernels have no method '"
                                  : "the model has no method '")
                      << name << "' with " << args.size()
                      << (args.size() == 1 ? " argument" : " arguments");
  StringRef close = closestMethod(owner, ref.getName());
  if (close == ref.getName())
    diagnostic.attachNote()
        << "'" << name << "' takes " << describeArities(owner, close);
  else if (!close.empty())
    diagnostic.attachNote()
        << "did you mean '" << kernelClassName(owner) << "." << close << "'?";
  else if (!isKnown)
    diagnostic.attachNote() << "what a kernel calls must be reflected as the "
                               "kernel is, and be in the model";
}

/// Whether it is a method that the JDK's functional interfaces have besides
/// the one that a lambda stands for.
static bool isDefaultMethod(cm::RefAttr ref) {
  return ref.getOwnerName().starts_with("java.util.function.") &&
         llvm::is_contained({"andThen", "compose", "negate", "and", "or"},
                            ref.getName());
}

void Interpreter::visitInvoke(cm::InvokeOp op) {
  SmallVector<Binding> args = bindings(op.getArgs());
  auto isInvalid = [](const Binding &arg) { return arg.type().isInvalid(); };
  if (llvm::any_of(args, isInvalid))
    return bindInvalid(op);
  cm::RefAttr ref = op.getRef();
  Binding result;
  if (const Method *method =
          findMethod(ref.getOwnerName(), ref.getName(), args.size())) {
    if (method->parametersOf)
      return applyWithLambda(*method, op, std::move(args));
    return apply(*method, op, args);
  }
  // A lambda is the receiver of its call; else it is an argument.
  if (args.size() == ref.getParams().size() + 1 &&
      args[0].type().isFunction()) {
    /// T-LAMBDA-4: of a functional interface its own method is called.
    if (isDefaultMethod(ref)) {
      error(op, args) << "T-LAMBDA-4: a lambda can only be called, not changed "
                         "by '"
                      << ref.getName() << "'";
      return bindInvalid(op);
    }
    result = callLambda(op, args[0].type(), ArrayRef(args).drop_front());
  } else if (cm::FuncOp callee = findFunction(op)) {
    result = callFunction(op, callee, args);
  } else if (auto part = args.size() == 1
                             ? component(args[0].operand, ref.getName(),
                                         ref.getResult())
                             : std::nullopt) {
    result = {*part, args[0].origin, {}, nullptr, args[0].mayBeNull};
  } else {
    if (args.size() == 1 && args[0].type().isRecord())
      reportNoComponent(op, args[0], ref.getName());
    else
      reportNoMethod(op, args);
    return bindInvalid(op);
  }
  bindCall(op, result);
}

void Interpreter::bindCall(Operation *op, const Binding &result) {
  if (op->getNumResults() == 0)
    return;
  /// T-CALL-5: a call whose value is used returns one.
  if (result.type().isUnknown() && !failed)
    error(op) << "T-CALL-5: the method returns nothing";
  if (result.type().isUnknown())
    return bindInvalid(op);
  bind(op->getResult(0), result);
}

void Interpreter::visitFuncCall(cm::FuncCallOp op) {
  auto found = functions.find(op.getCallee());
  if (found == functions.end()) {
    /// T-CALL-2: a function that is called by its name exists.
    error(op) << "T-CALL-2: the model has no function '" << op.getCallee()
              << "'";
    return bindInvalid(op);
  }
  bindCall(op, callFunction(op, found->second.front(), bindings(op.getArgs())));
}

//===----------------------------------------------------------------------===//
// Running a callee's body
//===----------------------------------------------------------------------===//

void Interpreter::reportRecursion(Operation *call, cm::FuncOp callee) {
  /// T-CALL-3: methods of a kernel are not recursive.
  std::string cycle;
  for (const Activation &activation : calls) {
    auto function = dyn_cast<cm::FuncOp>(activation.callee);
    if (!function || (cycle.empty() && function != callee))
      continue;
    cycle += "'" + function.getName().str() + "' -> ";
  }
  error(call) << "T-CALL-3: recursion cannot be used in a kernel: " << cycle
              << "'" << callee.getName() << "'";
}

Binding Interpreter::callFunction(Operation *call, cm::FuncOp callee,
                                  ArrayRef<Binding> args) {
  for (const Activation &activation : llvm::reverse(calls)) {
    if (activation.callee == callee) {
      reportRecursion(call, callee);
      return {AbsType::invalid(context), call, {}, nullptr};
    }
    // A lambda may call a method that called it: that need not be a cycle.
    if (!isa<cm::FuncOp>(activation.callee))
      break;
  }
  Block &entry = callee.getBody().front();
  /// T-CALL-4: a call has an argument for each parameter.
  if (entry.getNumArguments() != args.size()) {
    error(call) << "T-CALL-4: the number of arguments of '" << callee.getName()
                << "' is wrong: " << args.size() << ", expected "
                << entry.getNumArguments();
    return {AbsType::invalid(context), call, {}, nullptr};
  }
  return runBody(call, callee, nullptr, args);
}

Binding Interpreter::callLambda(Operation *call, AbsType lambda,
                                ArrayRef<Binding> args) {
  Lambda callee = lambdas[lambda.getFunction()];
  unsigned expected = callee.op.getBody().getNumArguments();
  /// T-LAMBDA-1: a lambda is called with an argument for each parameter.
  if (expected != args.size()) {
    InFlightDiagnostic diagnostic =
        error(call) << "T-LAMBDA-1: the lambda takes " << expected
                    << (expected == 1 ? " argument, not " : " arguments, not ")
                    << args.size();
    diagnostic.attachNote(callee.op.getLoc()) << "the lambda is here";
    return {AbsType::invalid(context), call, {}, nullptr};
  }
  return runBody(call, callee.op, callee.frame, args);
}

Binding Interpreter::runBody(Operation *call, Operation *callee, Frame *parent,
                             ArrayRef<Binding> args) {
  unsigned returnCode = newCode();
  Variable *returned = newVariable({});
  Location callPlace = place(call);
  InFrame own(*this, parent);
  Exit before = std::exchange(exit, Exit());
  calls.push_back({call, callee, returnCode, returned, callPlace});
  Region &body = callee->getRegion(0);
  for (auto [parameter, arg] : llvm::zip(body.getArguments(), args))
    bind(parameter, arg);
  visitRegion(body);
  calls.pop_back();
  bool returns = exit.mayBeNormal() || exit.has(returnCode);
  exit = before;
  Binding result = returned->content;
  result.name = nullptr;
  if (!returns && call->getNumResults() == 1) {
    // It ends in a loop without end. The call may not be reached, though.
    AbsType type(call->getResult(0).getType());
    if (type.isNumber())
      result = {TypedOperand(type), call, {}, nullptr};
    if (building && type.isNumber())
      valuesFor(callPlace, TypedOperand(), type, result.operand.values);
  }
  return result;
}

void Interpreter::visitReturn(cm::ReturnOp op) {
  const Activation &call = calls.back();
  if (op.getValue()) {
    /// T-KERNEL-4: a kernel returns nothing.
    if (!call.call) {
      error(op) << "T-KERNEL-4: a kernel cannot return a value";
      return;
    }
    assign(call.returned, binding(op.getValue()), op);
  }
  exit = Exit::by(call.returnCode);
}

//===----------------------------------------------------------------------===//
// Lambdas
//===----------------------------------------------------------------------===//

void Interpreter::visitLambda(cm::LambdaOp op) {
  lambdas.push_back({op, frame});
  bindResult(op, AbsType::function(context, lambdas.size() - 1));
}

/// A block with an argument for each value of the parameters.
static void makeParameters(ArrayRef<AbsType> types, Location loc,
                           Block &block) {
  SmallVector<Type> valueTypes;
  for (AbsType type : types)
    type.valueTypes(valueTypes);
  block.addArguments(valueTypes, SmallVector<Location>(valueTypes.size(), loc));
}

/// The first op in a block that writes, by itself or in its bodies; null if
/// none does.
static Operation *findWrite(Block &block) {
  for (Operation &op : block) {
    auto effects = getEffectsRecursively(&op);
    if (!effects ||
        llvm::any_of(*effects, [](const MemoryEffects::EffectInstance &it) {
          return isa<MemoryEffects::Write>(it.getEffect());
        }))
      return &op;
  }
  return nullptr;
}

void Interpreter::applyWithLambda(const Method &method, Operation *op,
                                  SmallVector<Binding> args) {
  auto types = llvm::map_to_vector(args, [](auto &arg) { return arg.type(); });
  FailureOr<SmallVector<AbsType>> parameters =
      method.parametersOf(types, [&] { return error(op, args); });
  if (mlir::failed(parameters))
    return bindInvalid(op);
  Binding *lambda = llvm::find_if(
      args, [](const Binding &arg) { return arg.type().isFunction(); });
  assert(lambda != args.end() && "the rule has checked it");
  Region body;
  Block &block = body.emplaceBlock();
  {
    OpBuilder::InsertionGuard guard(ir);
    if (building) {
      makeParameters(*parameters, place(op), block);
      ir.setInsertionPointToStart(&block);
    }
    SmallVector<Binding> operands;
    ValueRange rest = block.getArguments();
    for (AbsType type : *parameters) {
      unsigned count = building ? type.countValues() : 0;
      operands.push_back({{type, rest.take_front(count)}, op, {}, nullptr});
      rest = rest.drop_front(count);
    }
    Binding result = callLambda(op, lambda->type(), operands);
    lambda->operand = atRunTime(op, result.operand);
    lambda->operand.body = &body;
  }
  /// T-LAMBDA-3: what is applied to elements, in any order, writes nothing.
  Operation *write = building ? findWrite(block) : nullptr;
  if (write) {
    InFlightDiagnostic diagnostic =
        error(op) << "T-LAMBDA-3: a function of elements must not write "
                     "memory or print";
    diagnostic.attachNote(write->getLoc()) << "this does";
    return bindInvalid(op);
  }
  /// T-LAMBDA-2: a lambda that a method takes returns a value.
  if (lambda->type().isUnknown()) {
    error(op) << "T-LAMBDA-2: the lambda returns nothing";
    return bindInvalid(op);
  }
  apply(method, op, args);
}
