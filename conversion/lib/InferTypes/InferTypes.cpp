// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The type interpreter: runs a kernel's ops on abstract types, in order.
///
/// Not here: methods and operators (lib/KernelApi); signatures (Kernels.cpp).

#include "InferTypesInternals.h"

#include "cm2tt/Conversion/Passes.h"
#include "cm2tt/Dialect/TT/TTDialect.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace cm2tt;

namespace cm2tt {
#define GEN_PASS_DEF_INFERTYPESPASS
#include "cm2tt/Conversion/Passes.h.inc"
} // namespace cm2tt

namespace {
/// Interprets one function. A variable has one abstract type at a time, which
/// an assignment may change: `x = Triton.expand(x, 1)`.
class Interpreter {
public:
  explicit Interpreter(TypedKernel &kernel) : kernel(kernel) {}

  /// Types every op of a straight-line body; failure after an error.
  LogicalResult run(Region &body);

private:
  LogicalResult visit(Operation *op);
  LogicalResult visitConstant(cm::ConstantOp op);
  LogicalResult visitVar(cm::VarOp op);
  LogicalResult visitLoad(cm::VarLoadOp op);
  LogicalResult visitStore(cm::VarStoreOp op);
  LogicalResult visitInvoke(cm::InvokeOp op);
  LogicalResult visitField(cm::FieldLoadOp op);
  LogicalResult visitConv(cm::ConvOp op);
  LogicalResult visitReturn(cm::ReturnOp op);
  /// Java's operators are entries of the table of methods.
  LogicalResult visitOther(Operation *op);

  /// Applies an entry's rule to an op's operands and types its result.
  LogicalResult apply(const Method &method, Operation *op,
                      ArrayRef<AbsType> args);
  LogicalResult setResult(Operation *op, AbsType type) {
    kernel.types[op->getResult(0)] = type;
    return success();
  }
  SmallVector<AbsType> operandTypes(Operation *op) {
    return llvm::map_to_vector(op->getOperands(),
                               [&](Value v) { return kernel.of(v); });
  }

  TypedKernel &kernel;
};
} // namespace

LogicalResult Interpreter::run(Region &body) {
  /// T-CONTROL-1: a kernel's body is one block.
  if (!body.hasOneBlock())
    return body.getParentOp()->emitError(
        "T-CONTROL-1: branches between blocks cannot be used in a kernel");
  for (Operation &op : body.front())
    if (failed(visit(&op)))
      return failure();
  return success();
}

LogicalResult Interpreter::visit(Operation *op) {
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](cm::ConstantOp op) { return visitConstant(op); })
      .Case([&](cm::VarOp op) { return visitVar(op); })
      .Case([&](cm::VarLoadOp op) { return visitLoad(op); })
      .Case([&](cm::VarStoreOp op) { return visitStore(op); })
      .Case([&](cm::InvokeOp op) { return visitInvoke(op); })
      .Case([&](cm::FieldLoadOp op) { return visitField(op); })
      .Case([&](cm::ConvOp op) { return visitConv(op); })
      .Case([&](cm::CastOp op) {
        return setResult(op, kernel.of(op.getOperand()));
      })
      .Case([&](cm::ReturnOp op) { return visitReturn(op); })
      .Default([&](Operation *op) { return visitOther(op); });
}

LogicalResult Interpreter::visitConstant(cm::ConstantOp op) {
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
  return setResult(op, AbsType::constant(type, value));
}

/// Whether a variable is assigned to more than once.
static bool isReassigned(Value var) {
  auto declaration = var.getDefiningOp<cm::VarOp>();
  bool hasInit = declaration && declaration.getInit();
  unsigned writes = hasInit;
  for (Operation *user : var.getUsers()) // ends at the second of many
    if (isa<cm::VarStoreOp>(user) && ++writes > 1)
      return true;
  return false;
}

AbsType cm2tt::storedType(Value var, AbsType type) {
  return type.isNumber() && isReassigned(var) ? type.widened() : type;
}

LogicalResult Interpreter::visitVar(cm::VarOp op) {
  if (!op.getInit())
    return setResult(op, AbsType());
  return setResult(op, storedType(op.getResult(), kernel.of(op.getInit())));
}

LogicalResult Interpreter::visitLoad(cm::VarLoadOp op) {
  AbsType type = kernel.of(op.getVar());
  /// T-VAR-1: a variable is assigned before it is read.
  if (type.isUnknown())
    return op.emitError("T-VAR-1: the variable has no value here");
  return setResult(op, type);
}

LogicalResult Interpreter::visitStore(cm::VarStoreOp op) {
  AbsType have = kernel.of(op.getVar()), next = kernel.of(op.getValue());
  /// T-VAR-2: a number variable keeps its type, but for the sign, of which
  /// Java's types say nothing.
  if (have.isNumber() && (!next.isNumber() || signlessType(have.getType()) !=
                                                  signlessType(next.getType())))
    return op.emitError("T-VAR-2: the variable's type is ")
           << have.str() << ", the value's " << next.str();
  kernel.types[op.getVar()] = storedType(op.getVar(), next);
  return success();
}

LogicalResult Interpreter::apply(const Method &method, Operation *op,
                                 ArrayRef<AbsType> args) {
  FailureOr<AbsType> type =
      method.typeOf(args, [&] { return op->emitError(); });
  if (failed(type))
    return failure();
  return op->getNumResults() ? setResult(op, *type) : success();
}

/// How many arguments a method's overloads take: `2 or 3 arguments`.
static std::string arities(StringRef owner, StringRef name) {
  std::string text;
  auto add = [&](unsigned arity, StringRef more) {
    text += (text.empty() ? "" : " or ") + std::to_string(arity) + more.str();
  };
  unsigned last = 0;
  for (ArrayRef<Method> family : allMethods())
    for (const Method &method : family) {
      if (method.owner != kernelClassName(owner) || method.name != name)
        continue;
      bool isVariadic = method.maxArity == Method::variadic;
      last = isVariadic ? 2 : method.maxArity;
      if (isVariadic)
        add(method.minArity, " or more");
      else
        for (unsigned arity = method.minArity; arity <= last; ++arity)
          add(arity, "");
    }
  return text + (last == 1 ? " argument" : " arguments");
}

LogicalResult Interpreter::visitInvoke(cm::InvokeOp op) {
  cm::RefAttr ref = op.getRef();
  StringRef owner = ref.getOwnerName();
  unsigned arity = op.getArgs().size();
  if (const Method *method = findMethod(owner, ref.getName(), arity))
    return apply(*method, op, operandTypes(op));
  /// T-CALL-1: kernels call methods of the kernel language.
  InFlightDiagnostic diagnostic =
      op.emitError("T-CALL-1: ")
      << (isKnownClass(owner) ? "kernels have no method '"
                              : "kernels cannot call '")
      << kernelClassName(owner) << "." << ref.getName() << "' with " << arity
      << (arity == 1 ? " argument" : " arguments");
  StringRef close = closestMethod(owner, ref.getName());
  if (close == ref.getName())
    diagnostic.attachNote() << "'" << kernelClassName(owner) << "." << close
                            << "' takes " << arities(owner, close);
  else if (!close.empty())
    diagnostic.attachNote()
        << "did you mean '" << kernelClassName(owner) << "." << close << "'?";
  return diagnostic;
}

LogicalResult Interpreter::visitField(cm::FieldLoadOp op) {
  cm::RefAttr ref = op.getRef();
  /// T-FIELD-1: kernels read static fields only.
  if (op.getReceiver())
    return op.emitError("T-FIELD-1: kernels cannot read the field '")
           << ref.getName() << "' of an object";
  AbsType type =
      findStaticField(op.getContext(), ref.getOwnerName(), ref.getName());
  /// T-FIELD-2: the static field's value is known.
  if (type.isUnknown())
    return op.emitError("T-FIELD-2: the value of '")
           << kernelClassName(ref.getOwnerName()) << "." << ref.getName()
           << "' is not known";
  return setResult(op, type);
}

/// The class literal that conversions take as their second argument.
static AbsType classLiteral(Type type) {
  return AbsType::constant(
      cm::JavaType::get(type.getContext(), "java.lang.Class"),
      TypeAttr::get(type));
}

LogicalResult Interpreter::visitConv(cm::ConvOp op) {
  return apply(
      *findOperator("conv", 2), op,
      {kernel.of(op.getOperand()), classLiteral(op.getResult().getType())});
}

LogicalResult Interpreter::visitReturn(cm::ReturnOp op) {
  /// T-KERNEL-4: a kernel returns nothing.
  if (op.getValue())
    return op.emitError("T-KERNEL-4: a kernel cannot return a value");
  return success();
}

LogicalResult Interpreter::visitOther(Operation *op) {
  StringRef name = op->getName().stripDialect();
  if (const Method *method = findOperator(name, op->getNumOperands()))
    return apply(*method, op, operandTypes(op));
  /// T-OP-1: kernels use a part of Java only.
  return op->emitError("T-OP-1: '") << name << "' cannot be used in a kernel";
}

FailureOr<TypedKernel> cm2tt::inferTypes(ModuleOp module) {
  FailureOr<cm::FuncOp> func = findKernel(module);
  if (failed(func))
    return failure();
  TypedKernel kernel;
  kernel.func = *func;
  kernel.parameters = kernelParameters(*func);
  if (failed(applySignature(kernel, module)) ||
      failed(Interpreter(kernel).run(func->getBody())))
    return failure();
  return kernel;
}

namespace {
struct InferTypesPass : cm2tt::impl::InferTypesPassBase<InferTypesPass> {
  using Base::Base;
  void runOnOperation() override {
    const FailureOr<TypedKernel> &kernel = getAnalysis<TypeInference>().kernel;
    if (failed(kernel))
      return signalPassFailure();
    typedValues += kernel->types.size();
    if (printTypes)
      print(*kernel);
    markAllAnalysesPreserved();
  }

  /// A remark at each op with a result, for tests and for the curious.
  static void print(const TypedKernel &kernel) {
    kernel.func->walk([&](Operation *op) {
      for (Value result : op->getResults())
        if (AbsType type = kernel.of(result); !type.isUnknown())
          op->emitRemark() << type.str();
    });
  }
};
} // namespace
