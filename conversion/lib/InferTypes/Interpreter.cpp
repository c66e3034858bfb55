// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The interpreter's ops without bodies: constants, variables, fields,
/// operators, and the application of an entry of the table of methods.
///
/// Not here: calls (Calls.cpp); control flow (Branches.cpp, Loops.cpp).

#include "Interpreter.h"

#include "cm2tt/Dialect/TT/TTDialect.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace cm2tt;

Interpreter::Interpreter(TypedKernel &kernel, const InterpretOptions &options)
    : kernel(kernel), options(options), context(kernel.func->getContext()),
      ir(options.builder ? *options.builder : OpBuilder(context)),
      building(options.builder != nullptr) {
  auto module = kernel.func->getParentOfType<ModuleOp>();
  module.walk([&](cm::FuncOp function) {
    functions[function.getName()].push_back(function);
  });
}

LogicalResult Interpreter::run(ArrayRef<Results> arguments) {
  frame = &frames.emplace_back(nullptr);
  Block &entry = kernel.func.getBody().front();
  // A receiver is no parameter of the kernel: an object that nothing reads.
  for (BlockArgument argument : entry.getArguments())
    bind(argument, {AbsType(argument.getType()), kernel.func, {}, nullptr});
  for (auto [i, parameter] : llvm::enumerate(kernel.parameters)) {
    TypedOperand operand(parameter.type);
    if (building)
      operand.values = arguments[i];
    bind(parameter.argument,
         {operand, kernel.func, StringAttr::get(context, parameter.name),
          nullptr});
  }
  unsigned returnCode = newCode();
  calls.push_back(
      {nullptr, kernel.func, returnCode, newVariable({}), place(kernel.func)});
  visitRegion(kernel.func.getBody());
  return failure(failed);
}

void Interpreter::visitRegion(Region &region) {
  /// T-CONTROL-1: a body is one block.
  if (!region.hasOneBlock()) {
    error(region.getParentOp())
        << "T-CONTROL-1: branches between blocks cannot be used in a kernel";
    return;
  }
  visitFrom(region.front().begin(), region.front().end());
}

void Interpreter::visitFrom(Block::iterator next, Block::iterator end) {
  ++depth;
  while (next != end && exit.isNormal() && !stopped) {
    Operation *op = &*next++;
    auto ifOp = dyn_cast<cm::JavaIfOp>(op);
    if (!ifOp)
      visit(op);
    else if (mayGoOn(op) && visitIf(ifOp, next, end))
      next = end; // seen to in one of its branches
  }
  // If a jump may have been taken, all that follows is under one test.
  if (next != end && exit.mayBeNormal() && !exit.isNormal() && !stopped)
    guarded(&*next, [&] { visitFrom(next, end); });
  --depth;
}

void Interpreter::visit(Operation *op) {
  if (!mayGoOn(op))
    return bindInvalid(op);
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](cm::ConstantOp op) { visitConstant(op); })
      .Case([&](cm::VarOp op) { visitVar(op); })
      .Case([&](cm::VarLoadOp op) { visitLoad(op); })
      .Case([&](cm::VarStoreOp op) { visitStore(op); })
      .Case([&](cm::InvokeOp op) { visitInvoke(op); })
      .Case([&](cm::FuncCallOp op) { visitFuncCall(op); })
      .Case([&](cm::FieldLoadOp op) { visitField(op); })
      .Case([&](cm::ConvOp op) { visitConv(op); })
      .Case([&](cm::CastOp op) {
        bind(op.getResult(), binding(op.getOperand()));
      })
      .Case([&](cm::LambdaOp op) { visitLambda(op); })
      .Case([&](cm::NewOp op) { visitNew(op); })
      .Case([&](cm::TupleOp op) { visitTuple(op); })
      .Case([&](cm::TupleLoadOp op) { visitTupleLoad(op); })
      .Case([&](cm::ReturnOp op) { visitReturn(op); })
      .Case([&](cm::JavaIfOp op) { visitIf(op, {}, {}); })
      .Case([&](cm::JavaCexpressionOp op) { visitConditional(op); })
      .Case([&](cm::JavaCandOp op) { visitAnd(op); })
      .Case([&](cm::JavaCorOp op) { visitOr(op); })
      .Case<cm::JavaSwitchStatementOp, cm::JavaSwitchExpressionOp>(
          [&](auto op) { visitSwitch(op, op.getSelector(), op.getBodies()); })
      .Case([&](cm::JavaForOp op) { visitFor(op); })
      .Case([&](cm::JavaWhileOp op) { visitWhile(op); })
      .Case([&](cm::JavaDoWhileOp op) { visitDoWhile(op); })
      .Case([&](cm::JavaEnhancedForOp op) { visitEnhancedFor(op); })
      .Case([&](cm::JavaBlockOp op) { visitRegion(op.getBody()); })
      .Case([&](cm::JavaLabeledOp op) { visitLabeled(op); })
      .Case([&](cm::JavaBreakOp op) { visitBreak(op); })
      .Case([&](cm::JavaContinueOp op) { visitContinue(op); })
      .Case([&](cm::JavaYieldOp op) { visitSwitchYield(op); })
      .Case<cm::YieldOp, cm::UnreachableOp, cm::JavaSwitchFallthroughOp>(
          [](Operation *) {}) // ends of bodies, seen to where these are run
      .Default([&](Operation *op) { visitOther(op); });
}

Binding Interpreter::evaluate(Region &region) {
  Operation *owner = region.getParentOp();
  visitRegion(region);
  auto yield = region.hasOneBlock()
                   ? dyn_cast<cm::YieldOp>(region.front().back())
                   : cm::YieldOp();
  /// T-CONTROL-2: an expression ends with its value.
  if (!failed && (!exit.isNormal() || !yield || !yield.getValue()))
    error(owner) << "T-CONTROL-2: the expression has no value here";
  if (failed && (!yield || !yield.getValue()))
    return {AbsType::invalid(context), owner, {}, nullptr};
  return binding(yield.getValue());
}

//===----------------------------------------------------------------------===//
// Bindings
//===----------------------------------------------------------------------===//

Binding Interpreter::binding(Value value) {
  if (const Binding *found = frame->find(value))
    return *found;
  // What is not reached is not used, but for uses of what failed.
  /// T-VALUE-1: what is used has been computed.
  if (!failed) {
    Operation *op = value.getDefiningOp();
    error(op ? op : value.getParentBlock()->getParentOp())
        << "T-VALUE-1: the value is not known where it is used";
  }
  return {AbsType::invalid(context), nullptr, {}, nullptr};
}

SmallVector<Binding> Interpreter::bindings(ValueRange values) {
  return llvm::map_to_vector(values, [&](Value v) { return binding(v); });
}

void Interpreter::bind(Value value, Binding what) {
  if (options.recordTypes && !what.type().isUnknown() &&
      !what.type().isInvalid())
    kernel.types.try_emplace(value, what.type());
  frame->bindings[value] = std::move(what);
}

void Interpreter::bindVariable(Operation *op, Variable *variable) {
  if (!variable->content.type().isUnknown())
    return bind(op->getResult(0), variable->content);
  // No case of a switch holds, for one.
  if (!failed && exit.mayBeNormal())
    error(op) << "T-CONTROL-2: the expression has no value here";
  bindInvalid(op);
}

Location Interpreter::place(Operation *op) {
  FileLineColLoc java;
  op->getLoc()->walk([&](Location part) {
    java = dyn_cast<FileLineColLoc>(part);
    return java ? WalkResult::interrupt() : WalkResult::advance();
  });
  Location loc = java ? Location(java) : op->getLoc();
  return calls.size() > 1 ? CallSiteLoc::get(loc, calls.back().place) : loc;
}

AbsType Interpreter::widened(AbsType type) {
  if (!type.isRecord())
    return type.isNumber() ? type.widened() : type;
  SmallVector<AbsType> components;
  for (AbsType component : type.components())
    components.push_back(widened(component));
  return type.withComponents(components);
}

TypedOperand Interpreter::atRunTime(Operation *op,
                                    const TypedOperand &operand) {
  AbsType type = widened(operand.type);
  if (type == operand.type)
    return operand;
  TypedOperand result(type);
  if (building)
    valuesFor(place(op), operand, type, result.values);
  return result;
}

//===----------------------------------------------------------------------===//
// Constants and fields
//===----------------------------------------------------------------------===//

void Interpreter::visitConstant(cm::ConstantOp op) {
  Type type = op.getResult().getType();
  Attribute value = op.getValue();
  if (isa<IntegerAttr, FloatAttr>(value)) {
    type = cast<TypedAttr>(value).getType();
    value = foldConversion(value, type, type); // signless, a char as well
  } else if (auto literal = dyn_cast<TypeAttr>(value)) {
    auto java = dyn_cast<cm::JavaType>(literal.getValue());
    if (Type number = java ? unboxedType(java) : Type())
      value = TypeAttr::get(number); // Float16.class
  }
  bindResult(op, AbsType::constant(type, value));
}

/// The constant that a model gives a static final field: its attribute
/// `value`.
static AbsType givenValue(cm::FieldLoadOp op) {
  DictionaryAttr named = op.getNamedAttr();
  Type type = op.getResult().getType();
  Attribute value = named ? named.get("value") : Attribute();
  if (auto java = dyn_cast<cm::JavaType>(type))
    type = unboxedType(java);
  if (!isa_and_nonnull<IntegerAttr, FloatAttr>(value) ||
      !isa_and_nonnull<IntegerType, FloatType>(type))
    return {};
  return AbsType::constant(
      type, foldConversion(value, cast<TypedAttr>(value).getType(), type));
}

/// A constant of an enum of the kernel's own: a static field of its class's
/// type, known by its name; unknown if it is none.
static AbsType enumConstant(cm::RefAttr ref) {
  auto java = dyn_cast<cm::JavaType>(ref.getResult());
  bool isOwn =
      java && java == ref.getOwner() && !isKnownClass(java.getErasedName());
  return isOwn ? AbsType::constant(
                     java, StringAttr::get(ref.getContext(), ref.getName()))
               : AbsType();
}

void Interpreter::visitField(cm::FieldLoadOp op) {
  cm::RefAttr ref = op.getRef();
  StringRef name = ref.getName();
  if (op.getReceiver()) {
    Binding receiver = binding(op.getReceiver());
    if (receiver.type().isInvalid())
      return bindInvalid(op);
    if (auto part = component(receiver.operand, name, ref.getResult()))
      return bind(op.getResult(), {*part, op, {}, nullptr, receiver.mayBeNull});
    if (receiver.type().isRecord()) {
      reportNoComponent(op, receiver, name);
      return bindInvalid(op);
    }
    /// T-FIELD-1: kernels read static fields, and components of records.
    error(op, receiver) << "T-FIELD-1: kernels cannot read the field '" << name
                        << "' of an object";
    return bindInvalid(op);
  }
  AbsType type = findStaticField(context, ref.getOwnerName(), name);
  if (type.isUnknown())
    type = givenValue(op);
  if (type.isUnknown())
    type = enumConstant(ref);
  if (!type.isUnknown())
    return bindResult(op, type);
  /// T-FIELD-2: the static field's value is known.
  StringRef owner = kernelClassName(ref.getOwnerName());
  InFlightDiagnostic diagnostic = error(op)
                                  << "T-FIELD-2: the value of '" << owner << "."
                                  << name << "' is not known";
  StringRef close = closestStaticField(ref.getOwnerName(), name);
  if (!close.empty())
    diagnostic.attachNote()
        << "did you mean '" << owner << "." << close << "'?";
  else
    diagnostic.attachNote() << "only static final numbers are; pass it as a "
                               "parameter or a constant";
  bindInvalid(op);
}

//===----------------------------------------------------------------------===//
// Variables
//===----------------------------------------------------------------------===//

/// Whether a variable that is declared with a value is assigned to as well.
static bool isReassigned(cm::VarOp var) {
  return llvm::any_of(var.getResult().getUsers(), [](Operation *user) {
    return isa<cm::VarStoreOp>(user);
  });
}

/// Lets printed IR call a value what Java calls the variable that it was first
/// put into.
static void nameAfter(StringAttr name, const TypedOperand &operand) {
  Value value = operand.value();
  Operation *op = value ? value.getDefiningOp() : nullptr;
  if (op && name && op->getNumResults() == 1 &&
      isa<FileLineColLoc, CallSiteLoc>(op->getLoc()))
    op->setLoc(NameLoc::get(name, op->getLoc()));
}

void Interpreter::visitVar(cm::VarOp op) {
  Variable *variable = newVariable(op.getNameAttr());
  if (op.getInit()) {
    Binding value = binding(op.getInit());
    if (isReassigned(op))
      value.operand = atRunTime(op, value.operand);
    nameAfter(op.getNameAttr(), value.operand);
    variable->content = value;
    variable->assignedBy = op;
  }
  AbsType type = variable->content.type();
  if (options.recordTypes && !type.isUnknown())
    kernel.types.try_emplace(op.getResult(), type);
  frame->bindings[op.getResult()] = {AbsType(), op, {}, variable};
}

void Interpreter::visitLoad(cm::VarLoadOp op) {
  Variable *variable = binding(op.getVar()).variable;
  if (!variable)
    return bindInvalid(op);
  Binding content = variable->content;
  /// T-VAR-1: a variable is assigned before it is read.
  if (content.type().isUnknown()) {
    InFlightDiagnostic diagnostic =
        error(op) << "T-VAR-1: the variable has no value here";
    if (Operation *by = variable->assignedBy)
      diagnostic.attachNote(by->getLoc())
          << "what is assigned here is known while compiling only, and not "
             "for each way that leads there";
    return bindInvalid(op);
  }
  content.name = variable->name;
  bind(op.getResult(), content);
}

void Interpreter::visitStore(cm::VarStoreOp op) {
  Variable *variable = binding(op.getVar()).variable;
  Binding value = binding(op.getValue());
  if (!variable)
    return;
  /// T-VAR-3: a lambda reads what it captures.
  const Activation &call = calls.back();
  if (isa<cm::LambdaOp>(call.callee) &&
      variable->serial < call.returned->serial) {
    error(op) << "T-VAR-3: a lambda cannot assign to a variable from outside";
    return;
  }
  AbsType have = variable->content.type(), next = value.type();
  /// T-VAR-2: a number variable keeps its type, but for the sign, of which
  /// Java's types say nothing.
  if (have.isNumber() && !next.isInvalid() &&
      (!next.isNumber() ||
       signlessType(have.getType()) != signlessType(next.getType()))) {
    error(op, {variable->content, value})
        << "T-VAR-2: the variable's type is " << have.str() << ", the value's "
        << next.str();
    value.operand = AbsType::invalid(context);
  }
  // The first value of a variable that was declared without one may stay a
  // constant.
  if (!have.isUnknown() && !isNull(have))
    value.operand = atRunTime(op, value.operand);
  nameAfter(variable->name, value.operand);
  if (options.recordTypes)
    kernel.types[op.getVar()] = value.type();
  assign(variable, value, op);
}

//===----------------------------------------------------------------------===//
// Operators and methods
//===----------------------------------------------------------------------===//

/// Whether a method, of arguments that it takes, takes null for one as well.
static bool takesNull(const Method &method, Operation *op,
                      SmallVector<AbsType> types, size_t index) {
  MLIRContext *context = op->getContext();
  types[index] =
      AbsType::constant(cm::JavaType::get(context, "java.lang.Object"),
                        cm::NullAttr::get(context));
  ScopedDiagnosticHandler silent(context,
                                 [](Diagnostic &) { return success(); });
  return mlir::succeeded(
      method.typeOf(types, [&] { return mlir::emitError(op->getLoc()); }));
}

void Interpreter::apply(const Method &method, Operation *op,
                        ArrayRef<Binding> args) {
  SmallVector<AbsType> types;
  SmallVector<TypedOperand> operands;
  for (const Binding &arg : args) {
    if (arg.type().isInvalid())
      return bindInvalid(op);
    types.push_back(arg.type());
    operands.push_back(arg.operand);
  }
  FailureOr<AbsType> type =
      method.typeOf(types, [&] { return error(op, args); });
  if (mlir::failed(type))
    return bindInvalid(op);
  for (auto [i, arg] : llvm::enumerate(args)) {
    // Where null is no operand, it is taken not to come.
    if (!arg.mayBeNull || !takesNull(method, op, types, i))
      continue;
    /// T-NULL-1: what depends on null is decided while compiling.
    error(op, arg) << "T-NULL-1: whether it is null must be known while "
                      "compiling: "
                   << arg.type().str();
    return bindInvalid(op);
  }
  TypedOperand result(*type);
  if (building && !type->isConstant()) {
    TileBuilder builder = tiles(op);
    result.values = method.build(builder, operands, *type);
  }
  if (op->getNumResults())
    bindResult(op, std::move(result));
}

void Interpreter::visitConv(cm::ConvOp op) {
  // The operator sees the result's class as its second operand.
  Type type = op.getResult().getType();
  AbsType target = AbsType::constant(
      cm::JavaType::get(context, "java.lang.Class"), TypeAttr::get(type));
  apply(*findOperator("conv", 2), op,
        {binding(op.getOperand()), {target, nullptr, {}, nullptr}});
}

namespace {
/// What Java has and kernels have not.
struct Unusable {
  /// The ops, as code models call them, separated by spaces.
  StringLiteral ops;
  StringLiteral what;
  /// What to do instead; empty if there is nothing.
  StringLiteral instead;
};
} // namespace

static constexpr Unusable unusable[] = {
    {"throw java.try exception.region.enter exception.region.exit",
     "exceptions", "Triton.deviceAssert stops a kernel with a message"},
    {"java.synchronized monitor.enter monitor.exit", "monitors",
     "atomic methods order accesses: Triton.atomicAdd, Triton.atomicCas, ..."},
    {"concat", "strings", ""},
    {"array.load array.store array.length", "arrays",
     "tiles hold many values: Triton.arange, Triton.load, ..."},
    {"instanceof pattern.match pattern.match.all pattern.record pattern.type",
     "type tests", ""},
    {"field.store", "assignments to fields", "return the values instead"},
    {"assert", "Java's assertions", "use Triton.deviceAssert"},
    {"quoted", "quoted code", ""}};

void Interpreter::visitOther(Operation *op) {
  StringRef name = op->getName().stripDialect();
  if (const Method *method = findOperator(name, op->getNumOperands()))
    return apply(*method, op, bindings(op->getOperands()));
  /// T-OP-1: kernels use a part of Java only.
  for (const Unusable &candidate : unusable) {
    SmallVector<StringRef> names;
    candidate.ops.split(names, ' ');
    if (!llvm::is_contained(names, name))
      continue;
    InFlightDiagnostic diagnostic =
        error(op) << "T-OP-1: " << candidate.what
                  << " cannot be used in a kernel: '" << name << "'";
    if (!candidate.instead.empty())
      diagnostic.attachNote() << candidate.instead;
    return bindInvalid(op);
  }
  error(op) << "T-OP-1: '" << name << "' cannot be used in a kernel";
  bindInvalid(op);
}
