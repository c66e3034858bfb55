// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Calls: finding the callee, and running its body.

#include "Calls.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace cm2tt;

void CallVisitor::reportNoMethod(cm::InvokeOp op, ArrayRef<Binding> args) {
  cm::RefAttr ref = op.getRef();
  StringRef owner = ref.getOwnerName();
  std::string name = (kernelClassName(owner) + "." + ref.getName()).str();
  bool isKnown = isKnownClass(owner);
  /// T-CALL-1: kernels call methods of the kernel language and of the model.
  InFlightDiagnostic diagnostic =
      errors.report(op, args)
      << "T-CALL-1: "
      << (isKnown ? "kernels have no method '" : "a kernel cannot call '")
      << name << "' with " << args.size()
      << (args.size() == 1 ? " argument" : " arguments");
  StringRef close = closestMethod(owner, ref.getName());
  if (ref.getName() == "random")
    diagnostic.attachNote()
        << "Triton.rand(seed, index) computes random numbers";
  else if (isKnown && owner.starts_with("java.lang.") && close != ref.getName())
    diagnostic.attachNote()
        << "models that cm2tt-javac writes have functions for the methods of "
           "this class that are not operations; this one has none";
  else if (close == ref.getName())
    diagnostic.attachNote()
        << "'" << name << "' takes " << describeArities(owner, close);
  else if (!close.empty())
    diagnostic.attachNote()
        << "did you mean '" << kernelClassName(owner) << "." << close << "'?";
  else if (owner.starts_with("java."))
    diagnostic.attachNote()
        << "of the JDK, a kernel calls the methods that the "
           "manual of the kernel language lists";
  else if (!isKnown)
    diagnostic.attachNote()
        << "its code was not compiled for kernels: compile its class with "
           "cm2tt's plugin of javac, and annotate it with @Reflect if it is in "
           "a library";
}

/// Whether it is a method of the JDK's functional interfaces other than the one
/// that a lambda implements.
static bool isDefaultMethod(cm::RefAttr ref) {
  return ref.getOwnerName().starts_with("java.util.function.") &&
         llvm::is_contained({"andThen", "compose", "negate", "and", "or"},
                            ref.getName());
}

/// Moves the receiver of a call on a tile or a pointer to its position among
/// the method's arguments.
static void moveReceiver(const Method &method, StringRef owner,
                         MutableArrayRef<Binding> args) {
  if (llvm::is_contained({"Tensor", "Ptr"}, kernelClassName(owner)))
    std::rotate(args.begin(), args.begin() + 1,
                args.begin() + 1 + method.receiver);
}

/// Whether a parameter is a component of a record that a kernel takes: Java
/// passes no record for a number or a pointer.
static bool isComponent(Type parameter) {
  auto java = dyn_cast<cm::JavaType>(parameter);
  return !java || unboxedType(java) ||
         llvm::is_contained({StringRef("Ptr"), StringRef(descriptorClassName)},
                            kernelClassName(java.getErasedName()));
}

/// Adds an argument, or its components if the callee has a parameter for each.
static void addExpanded(const Binding &arg, cm::FuncOp callee,
                        SmallVectorImpl<Binding> &expanded) {
  Block::BlockArgListType parameters = callee.getBody().getArguments();
  size_t next = expanded.size();
  if (!arg.type().isRecord() || next >= parameters.size() ||
      !isComponent(parameters[next].getType())) {
    expanded.push_back(arg);
    return;
  }
  for (const TypedOperand &part : arg.operand.getComponents())
    addExpanded({part, arg.origin, {}, nullptr, arg.mayBeNull}, callee,
                expanded);
}

/// The arguments of a call as the callee's model has them: a kernel has a
/// parameter for each component of a record.
static SmallVector<Binding> expandRecords(cm::FuncOp callee,
                                          ArrayRef<Binding> args) {
  SmallVector<Binding> expanded;
  for (const Binding &arg : args)
    addExpanded(arg, callee, expanded);
  return expanded;
}

SmallVector<Binding> CallVisitor::bundle(cm::InvokeOp op, cm::FuncOp callee,
                                         ArrayRef<Binding> args) {
  DictionaryAttr named = op.getNamedAttr();
  auto isVarargs = named ? named.getAs<BoolAttr>("invoke.varargs") : BoolAttr();
  size_t count = callee.getBody().getNumArguments();
  if (!isVarargs || !isVarargs.getValue() || count == 0 ||
      count > args.size() + 1)
    return SmallVector<Binding>(args);
  SmallVector<Binding> bundled(args.take_front(count - 1));
  bundled.push_back(records.makeArray(op, args.drop_front(count - 1)));
  return bundled;
}

/// Whether a call gives the elements of the last parameter, an array, of an
/// instance method.
static bool isVarargsOfInstance(cm::InvokeOp op) {
  DictionaryAttr named = op.getNamedAttr();
  auto isVarargs = named ? named.getAs<BoolAttr>("invoke.varargs") : BoolAttr();
  auto kind = named ? named.getAs<StringAttr>("invoke.kind") : StringAttr();
  return isVarargs && isVarargs.getValue() && kind &&
         kind.getValue() != "STATIC";
}

/// Whether it is called through `super`, so that the method is that which the
/// call names.
static bool isSuper(cm::InvokeOp op) {
  DictionaryAttr named = op.getNamedAttr();
  auto kind = named ? named.getAs<StringAttr>("invoke.kind") : StringAttr();
  return kind && kind.getValue() == "SUPER";
}

CallVisitor::Override CallVisitor::findOverride(cm::InvokeOp op,
                                                ArrayRef<Binding> args) {
  cm::RefAttr ref = op.getRef();
  size_t arity = ref.getParams().size() + 1;
  if ((args.size() != arity && !isVarargsOfInstance(op)) || args.empty() ||
      !args[0].type().isRecord() || isSuper(op))
    return {};
  std::string called = (ref.getOwnerName() + "::" + ref.getName() +
                        FunctionTable::descriptorOf(ref))
                           .str();
  AbsType record = args[0].type();
  std::optional<StringRef> key = records.findOverride(record, called);
  if (!key)
    return {functions.find(record.getRecordClass(), ref.getName(), arity),
            /*isComponent=*/false};
  cm::FuncOp function = key->empty() ? cm::FuncOp() : functions.findKey(*key);
  return {function, /*isComponent=*/!key->empty() && !function};
}

/// The ordinal number or the name of a constant of an enum, from the names of
/// all constants, the attribute `enum.constants`; unknown for other calls.
static AbsType enumProperty(cm::InvokeOp op, ArrayRef<Binding> args) {
  DictionaryAttr named = op.getNamedAttr();
  auto list = named ? named.getAs<StringAttr>("enum.constants") : StringAttr();
  auto name = args.size() == 1 && args[0].type().isConstant()
                  ? dyn_cast<StringAttr>(args[0].type().getValue())
                  : StringAttr();
  if (!list || !name)
    return {};
  if (op.getRef().getName() == "name")
    return AbsType::constant(op.getResult().getType(), name);
  SmallVector<StringRef> names;
  list.getValue().split(names, ' ');
  const StringRef *found = llvm::find(names, name.getValue());
  return found == names.end()
             ? AbsType()
             : AbsType::constantInt(op.getContext(), found - names.begin());
}

void CallVisitor::visitInvoke(cm::InvokeOp op) {
  SmallVector<Binding> args = bindings.getAll(op.getArgs());
  auto isInvalid = [](const Binding &arg) { return arg.type().isInvalid(); };
  if (llvm::any_of(args, isInvalid))
    return bindings.bindInvalid(op);
  cm::RefAttr ref = op.getRef();
  Binding result;
  if (AbsType property = enumProperty(op, args); !property.isUnknown())
    return bindings.bindResult(op, property);
  if (const Method *method =
          findMethod(ref.getOwnerName(), ref.getName(), args.size())) {
    if (calls && !ref.getOwnerName().starts_with("java."))
      calls->record(
          op, llvm::map_to_vector(args, [](auto &arg) { return arg.type(); }));
    moveReceiver(*method, ref.getOwnerName(), args);
    if (method->parametersOf)
      return applyWithLambda(*method, op, std::move(args));
    return operators.apply(*method, op, args);
  }
  // A lambda is called if it is the receiver; otherwise it is an argument.
  if (args.size() == ref.getParams().size() + 1 &&
      args[0].type().isFunction()) {
    /// T-LAMBDA-4: only the method of its functional interface is called on a
    /// lambda.
    if (isDefaultMethod(ref)) {
      errors.report(op, args)
          << "T-LAMBDA-4: a lambda can only be called, not changed "
             "by '"
          << ref.getName() << "'";
      return bindings.bindInvalid(op);
    }
    result = callLambda(op, args[0].type(), ArrayRef(args).drop_front());
  } else if (Override found = findOverride(op, args); found.function) {
    result = callFunction(op, found.function, bundle(op, found.function, args));
  } else if (cm::FuncOp callee =
                 found.isComponent ? cm::FuncOp() : functions.find(op)) {
    result = callFunction(op, callee,
                          expandRecords(callee, bundle(op, callee, args)));
  } else if (auto part = args.size() == 1 ? RecordVisitor::component(
                                                args[0].operand, ref.getName(),
                                                ref.getResult())
                                          : std::nullopt) {
    result = {*part, args[0].origin, {}, nullptr, args[0].mayBeNull};
  } else {
    if (args.size() == 1 && args[0].type().isRecord())
      records.reportNoComponent(op, args[0], ref.getName());
    else
      reportNoMethod(op, args);
    return bindings.bindInvalid(op);
  }
  bindCall(op, result);
}

void CallVisitor::bindCall(Operation *op, const Binding &result) {
  if (op->getNumResults() == 0)
    return;
  /// T-CALL-5: a call whose value is used returns a value.
  if (result.type().isUnknown() && !errors.hasFailed())
    errors.report(op) << "T-CALL-5: the method returns nothing";
  if (result.type().isUnknown())
    return bindings.bindInvalid(op);
  bindings.bind(op->getResult(0), result);
}

void CallVisitor::visitFuncCall(cm::FuncCallOp op) {
  cm::FuncOp callee = functions.find(op.getCallee());
  if (!callee) {
    /// T-CALL-2: a function that is called by its name exists.
    errors.report(op) << "T-CALL-2: the model has no function '"
                      << op.getCallee() << "'";
    return bindings.bindInvalid(op);
  }
  bindCall(op, callFunction(op, callee, bindings.getAll(op.getArgs())));
}

//===----------------------------------------------------------------------===//
// Running a callee's body
//===----------------------------------------------------------------------===//

void CallVisitor::reportRecursion(Operation *call, cm::FuncOp callee) {
  /// T-CALL-3: methods of a kernel are not recursive.
  std::string cycle;
  for (const Activation &activation : state.calls()) {
    auto function = dyn_cast<cm::FuncOp>(activation.callee);
    if (!function || (cycle.empty() && function != callee))
      continue;
    cycle += "'" + function.getName().str() + "' -> ";
  }
  errors.report(call) << "T-CALL-3: recursion cannot be used in a kernel: "
                      << cycle << "'" << callee.getName() << "'";
}

Binding CallVisitor::callFunction(Operation *call, cm::FuncOp callee,
                                  ArrayRef<Binding> args) {
  for (const Activation &activation : llvm::reverse(state.calls())) {
    if (activation.callee == callee) {
      reportRecursion(call, callee);
      return invalidBinding(call);
    }
    // A lambda may call a method that called it: that need not be a cycle.
    if (!isa<cm::FuncOp>(activation.callee))
      break;
  }
  Block &entry = callee.getBody().front();
  /// T-CALL-4: a call has an argument for each parameter.
  if (entry.getNumArguments() != args.size()) {
    errors.report(call) << "T-CALL-4: the number of arguments of '"
                        << callee.getName() << "' is wrong: " << args.size()
                        << ", expected " << entry.getNumArguments();
    return invalidBinding(call);
  }
  return runBody(call, callee, nullptr, args);
}

Binding CallVisitor::callLambda(Operation *call, AbsType lambda,
                                ArrayRef<Binding> args) {
  Lambda callee = bindings.lambda(lambda.getFunction());
  unsigned expected = callee.op.getBody().getNumArguments();
  /// T-LAMBDA-1: a lambda is called with an argument for each parameter.
  if (expected != args.size()) {
    InFlightDiagnostic diagnostic =
        errors.report(call)
        << "T-LAMBDA-1: the lambda takes " << expected
        << (expected == 1 ? " argument, not " : " arguments, not ")
        << args.size();
    diagnostic.attachNote(callee.op.getLoc()) << "the lambda is here";
    return invalidBinding(call);
  }
  return runBody(call, callee.op, callee.frame, args);
}

Binding CallVisitor::runBody(Operation *call, Operation *callee, Frame *parent,
                             ArrayRef<Binding> args) {
  unsigned returnCode = state.newCode();
  Variable *returned = state.newVariable({});
  Location loc = builder.getLocation(call);
  Region &body = callee->getRegion(0);
  bool returns = false;
  bindings.runInFrame(parent, [&] {
    for (auto [parameter, arg] : llvm::zip(body.getArguments(), args))
      bindings.bind(parameter, arg);
    if (calls)
      calls->enter(call, callee);
    returns = state.runCall({call, callee, returnCode, returned, loc},
                            [&] { bodies.visitRegion(body); });
    if (calls)
      calls->leave();
  });
  Binding result = returned->content;
  result.name = nullptr;
  if (!returns && call->getNumResults() == 1) {
    // The callee ends in an endless loop, but the call may be unreachable.
    AbsType type(call->getResult(0).getType());
    if (type.isNumber())
      result = {TypedOperand(type), call, {}, nullptr};
    if (builder.isBuilding() && type.isNumber())
      builder.valuesFor(loc, TypedOperand(), type, result.operand.values);
  }
  return result;
}

void CallVisitor::visitReturn(cm::ReturnOp op) {
  const Activation &call = state.call();
  if (op.getValue()) {
    /// T-KERNEL-4: a kernel returns nothing.
    if (!call.call) {
      errors.report(op) << "T-KERNEL-4: a kernel cannot return a value";
      return;
    }
    state.assign(call.returned, bindings.get(op.getValue()), op);
  }
  state.leaveBy(call.returnCode);
}

//===----------------------------------------------------------------------===//
// Lambdas
//===----------------------------------------------------------------------===//

void CallVisitor::visitLambda(cm::LambdaOp op) {
  unsigned number = bindings.addLambda(op);
  bindings.bindResult(op, AbsType::function(op->getContext(), number));
}

/// Adds a block argument for each value of the parameters.
static void addParameters(ArrayRef<AbsType> types, Location loc, Block &block) {
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

TypedOperand CallVisitor::runLambda(Operation *call, AbsType lambda,
                                    ArrayRef<AbsType> parameters,
                                    Block &block) {
  bool isBuilding = builder.isBuilding();
  if (isBuilding)
    addParameters(parameters, builder.getLocation(call), block);
  OpBuilder::InsertionGuard guard = builder.insertAtEnd(&block);
  SmallVector<Binding> args;
  ValueRange rest = block.getArguments();
  for (AbsType type : parameters) {
    unsigned count = isBuilding ? type.countValues() : 0;
    args.push_back({{type, rest.take_front(count)}, call, {}, nullptr});
    rest = rest.drop_front(count);
  }
  Binding result = callLambda(call, lambda, args);
  return builder.atRunTime(call, result.operand);
}

void CallVisitor::applyWithLambda(const Method &method, Operation *op,
                                  SmallVector<Binding> args) {
  auto types = llvm::map_to_vector(args, [](auto &arg) { return arg.type(); });
  FailureOr<SmallVector<AbsType>> parameters =
      method.parametersOf(types, [&] { return errors.report(op, args); });
  if (failed(parameters))
    return bindings.bindInvalid(op);
  Binding *lambda = llvm::find_if(
      args, [](const Binding &arg) { return arg.type().isFunction(); });
  assert(lambda != args.end() && "the rule has checked it");
  Region body;
  Block &block = body.emplaceBlock();
  lambda->operand = runLambda(op, lambda->type(), *parameters, block);
  lambda->operand.body = &body;
  /// T-LAMBDA-3: a function that is applied to elements, in any order, does not
  /// write memory.
  Operation *write = builder.isBuilding() ? findWrite(block) : nullptr;
  if (write) {
    InFlightDiagnostic diagnostic =
        errors.report(op) << "T-LAMBDA-3: a function of elements must not "
                             "write memory or print";
    diagnostic.attachNote(write->getLoc()) << "this does";
    return bindings.bindInvalid(op);
  }
  /// T-LAMBDA-2: a lambda that is passed to a method returns a value.
  if (lambda->type().isUnknown()) {
    errors.report(op) << "T-LAMBDA-2: the lambda returns nothing";
    return bindings.bindInvalid(op);
  }
  operators.apply(method, op, args);
}
