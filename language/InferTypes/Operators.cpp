// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Operators, and the application of an entry of the table of methods.
///
/// Not here: the rules of methods and operators (lib/KernelApi).

#include "Values.h"

#include "cm2tt/Dialect/TT/TTOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

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

/// A remark on a result that programmers of Java may not expect, whose
/// operators compute bytes and shorts as ints: that it wraps in the narrow type
/// of a tile, which a constant takes, or that fp16 overflows. Empty if there is
/// nothing to say.
static std::string describeNarrowness(const Method &method,
                                      ArrayRef<AbsType> types, AbsType result) {
  Type element =
      result.isTile() || result.isNumber() ? result.getElementType() : Type();
  bool isSum = method.name == "sum" || method.name == "cumsum";
  if (isSum && element && element.isF16() && types.front().isTile())
    return "the " + method.name.str() +
           " is computed in fp16, of which 65504 is the largest number: with "
           "float.class it is computed in float";
  auto integer = dyn_cast_or_null<IntegerType>(element);
  bool wraps = llvm::is_contained({"add", "sub", "mul", "shl"}, method.name);
  if (!wraps || !result.isTile() || !integer || integer.getWidth() == 1 ||
      integer.getWidth() > 16)
    return "";
  for (AbsType type : types)
    if (type.isConstant() && type.isNumber() &&
        type.getType().getIntOrFloatBitWidth() > integer.getWidth())
      return "the result is computed in " + typeName(element) +
             ", in which it wraps, as a constant takes the type of the tile: "
             "Triton.conv makes the tile one of int";
  return "";
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
  std::string narrowness = describeNarrowness(method, types, call->type);
  if (!narrowness.empty())
    errors.remark(op, narrowness);
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

/// `(float) Math.f(x)` of a float or a narrower x as a function of floats; null
/// for anything else. The double's rounding to float is the float's own for
/// roots, by the width of double, and for whole numbers; `isExact` is false for
/// the others.
///
///   %d = arith.extf %x : f32 to f64
///   %e = math.sqrt %d : f64
///   %f = arith.truncf %e : f64 to f32
/// =>
///   %f = tt.precise_sqrt %x : f32
static Value narrowFunction(TileBuilder &tiles, Value result, bool &isExact) {
  auto narrow = result.getDefiningOp<arith::TruncFOp>();
  Operation *function = narrow && narrow.getType().isF32()
                            ? narrow.getIn().getDefiningOp()
                            : nullptr;
  if (!function || function->getNumOperands() != 1)
    return {};
  auto widen = function->getOperand(0).getDefiningOp<arith::ExtFOp>();
  isExact = isa<math::SqrtOp, math::FloorOp, math::CeilOp, math::RoundEvenOp>(
      function);
  if (!widen || widen.getIn().getType().getIntOrFloatBitWidth() > 32 ||
      !(isExact || isa<math::ExpOp, math::LogOp, math::SinOp, math::CosOp,
                       math::TanOp, math::AsinOp, math::AcosOp, math::AtanOp,
                       math::SinhOp, math::CoshOp, math::TanhOp, math::ExpM1Op,
                       math::Log1pOp, math::Log10Op>(function)))
    return {};
  Value x = widen.getIn();
  if (!x.getType().isF32())
    x = tiles.create<arith::ExtFOp>(narrow.getType(), x);
  if (isa<math::SqrtOp>(function))
    return tiles.create<tt::PreciseSqrtOp>(x);
  OperationState state(tiles.loc, function->getName());
  state.addOperands(x);
  state.addTypes(x.getType());
  return tiles.builder.create(state)->getResult(0);
}

void OperatorVisitor::narrow(cm::ConvOp op) {
  const Binding *result = bindings.find(op.getResult());
  if (!builder.isBuilding() || !op.getOperand().getType().isF64() || !result ||
      !result->operand.value())
    return;
  TileBuilder tiles = builder.tiles(op);
  Value wide = result->operand.value();
  AbsType type = result->type();
  bool isExact = true;
  Value value = narrowFunction(tiles, wide, isExact);
  if (!value)
    return;
  if (!isExact)
    errors.remark(op, "the function is computed as one of float, whose last "
                      "bits may differ from those of Math's");
  wide.getDefiningOp()->erase();
  bindings.bindResult(op, {type, value});
}

void OperatorVisitor::visitConv(cm::ConvOp op) {
  // The operator sees the result's class as its second operand.
  Type type = op.getResult().getType();
  AbsType target =
      AbsType::constant(cm::JavaType::get(op->getContext(), "java.lang.Class"),
                        TypeAttr::get(type));
  apply(*findOperator("conv", 2), op,
        {bindings.get(op.getOperand()), {target, nullptr, {}, nullptr}});
  narrow(op);
}

namespace {
/// A part of Java that kernels cannot use.
struct Unusable {
  /// The ops, as code models call them, separated by spaces.
  StringLiteral ops;
  StringLiteral what;
  /// The alternative, or empty.
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
