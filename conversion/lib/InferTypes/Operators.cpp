// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Operators, and the application of an entry of the table of methods.
///
/// Not here: the rules of methods and operators (lib/KernelApi).

#include "Values.h"

using namespace mlir;
using namespace cm2tt;

/// Whether a method that accepts arguments also accepts null for one of them.
static bool takesNull(const Method &method, Operation *op,
                      SmallVector<AbsType> types, size_t index) {
  MLIRContext *context = op->getContext();
  types[index] =
      AbsType::constant(cm::JavaType::get(context, "java.lang.Object"),
                        cm::NullAttr::get(context));
  ScopedDiagnosticHandler silent(context,
                                 [](Diagnostic &) { return success(); });
  return succeeded(
      method.typeOf(types, [&] { return emitError(op->getLoc()); }));
}

void OperatorVisitor::apply(const Method &method, Operation *op,
                            ArrayRef<Binding> args) {
  SmallVector<AbsType> types;
  SmallVector<TypedOperand> operands;
  for (const Binding &arg : args) {
    if (arg.type().isInvalid())
      return bindings.bindInvalid(op);
    types.push_back(arg.type());
    operands.push_back(arg.operand);
  }
  FailureOr<TypedCall> call =
      method.typeOf(types, [&] { return errors.report(op, args); });
  if (failed(call))
    return bindings.bindInvalid(op);
  for (auto [i, arg] : llvm::enumerate(args)) {
    // Where null is not an operand, it is assumed not to occur.
    if (!arg.mayBeNull || !takesNull(method, op, types, i))
      continue;
    /// T-NULL-1: it is known at compile time whether an operand is null.
    errors.report(op, arg)
        << "T-NULL-1: whether it is null must be known while "
           "compiling: "
        << arg.type().str();
    return bindings.bindInvalid(op);
  }
  TypedOperand result(call->type);
  if (builder.isBuilding() && !call->type.isConstant()) {
    TileBuilder tiles = builder.tiles(op);
    result.values = method.build(tiles, operands, *call);
  }
  if (op->getNumResults())
    bindings.bindResult(op, std::move(result));
}

Binding OperatorVisitor::compute(Operation *op, StringRef operation,
                                 const Binding &a, const Binding &b) {
  const Method &method = *findOperator(operation, 2);
  FailureOr<TypedCall> call =
      method.typeOf({a.type(), b.type()}, [&] { return errors.report(op); });
  if (failed(call))
    return invalidBinding(op);
  TypedOperand result(call->type);
  if (builder.isBuilding() && !call->type.isConstant()) {
    TileBuilder tiles = builder.tiles(op);
    result.values = method.build(tiles, {a.operand, b.operand}, *call);
  }
  return {result, op, {}, nullptr};
}

void OperatorVisitor::visitConv(cm::ConvOp op) {
  // The operator sees the result's class as its second operand.
  Type type = op.getResult().getType();
  AbsType target =
      AbsType::constant(cm::JavaType::get(op->getContext(), "java.lang.Class"),
                        TypeAttr::get(type));
  apply(*findOperator("conv", 2), op,
        {bindings.get(op.getOperand()), {target, nullptr, {}, nullptr}});
}

namespace {
/// A part of Java that kernels cannot use.
struct Unusable {
  /// The ops, as code models call them, separated by spaces.
  StringLiteral ops;
  StringLiteral what;
  /// The alternative; empty if there is none.
  StringLiteral instead;
};
} // namespace

static constexpr Unusable unusable[] = {
    {"throw java.try exception.region.enter exception.region.exit",
     "exceptions", "Triton.deviceAssert stops a kernel with a message"},
    {"java.synchronized monitor.enter monitor.exit", "monitors",
     "atomic methods order accesses: Triton.atomicAdd, Triton.atomicCas, ..."},
    {"concat", "strings",
     "a text and numbers are printed by Triton.devicePrint(\"n is\", n)"},
    {"array.load array.store array.length", "arrays",
     "tiles hold many values: Triton.arange, Triton.load, ..."},
    {"pattern.match.all pattern.record pattern.type", "type tests", ""},
    {"field.store", "assignments to fields", "return the values instead"},
    {"assert", "Java's assertions", "use Triton.deviceAssert"},
    {"quoted", "quoted code", ""}};

void OperatorVisitor::visitOther(Operation *op) {
  StringRef name = op->getName().stripDialect();
  if (const Method *method = findOperator(name, op->getNumOperands()))
    return apply(*method, op, bindings.getAll(op->getOperands()));
  /// T-OP-1: kernels use only a part of Java.
  for (const Unusable &candidate : unusable) {
    SmallVector<StringRef> names;
    candidate.ops.split(names, ' ');
    if (!llvm::is_contained(names, name))
      continue;
    InFlightDiagnostic diagnostic =
        errors.report(op) << "T-OP-1: " << candidate.what
                          << " cannot be used in a kernel: '" << name << "'";
    if (!candidate.instead.empty())
      diagnostic.attachNote() << candidate.instead;
    return bindings.bindInvalid(op);
  }
  errors.report(op) << "T-OP-1: '" << name << "' cannot be used in a kernel";
  bindings.bindInvalid(op);
}
