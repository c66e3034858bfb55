// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Functions of f32 and f64, from operations of `math` and from calls of
/// libdevice by name: an operation that LLVM lowers to instructions, arithmetic
/// on vectors (Polynomials.cpp), or C's function (Calls.cpp).
///
/// libdevice itself is for GPUs. Its names are read here so that a kernel that
/// calls one runs on a CPU too.

#include "ElementwiseInternals.h"

#include "cm2tt/Dialect/TT/TTOps.h"
#include "lowering/numerics/LibdeviceFunctions.h"
#include "lowering/numerics/RoundedArithmetic.h"
#include "lowering/numerics/SpecialFunctions.h"

#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace cm2tt;

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// C's functions, whose names libdevice shares: `sin` is `sinf` and `__nv_sinf`
/// for f32, `sin` and `__nv_sin` for f64.
static constexpr HostFunction functions[] = {
#define MATH_FUNCTION(OP, NAME, SIGNATURE, GPU, CPU, VECTOR)                   \
  {OP, NAME, SIGNATURE, HostFunction::CPU},
#include "cm2tt/Lowering/MathFunctions.def"
};

namespace {
/// An additional name in libdevice, of an operation on one type.
struct Alias {
  StringLiteral symbol;
  HostFunction function;
  bool isDouble = false;
};
} // namespace

static constexpr Alias aliases[] = {
    {"__nv_dadd_rn",
     {"arith.addf", "", "ff>f", HostFunction::Native},
     HostFunction::Call},
    {"__nv_ddiv_rn",
     {"arith.divf", "", "ff>f", HostFunction::Native},
     HostFunction::Call},
    {"__nv_dmul_rn",
     {"arith.mulf", "", "ff>f", HostFunction::Native},
     HostFunction::Call},
    {"__nv_dsqrt_rn",
     {"math.sqrt", "", "f>f", HostFunction::Native},
     HostFunction::Call},
    {"__nv_dsub_rn",
     {"arith.subf", "", "ff>f", HostFunction::Native},
     HostFunction::Call},
    {"__nv_fadd_rn", {"arith.addf", "", "ff>f", HostFunction::Native}},
    {"__nv_fast_cosf", {"math.cos", "cos", "f>f", HostFunction::Call}},
    {"__nv_fast_exp10f", {"", "exp10", "f>f", HostFunction::Call}},
    {"__nv_fast_expf", {"math.exp", "exp", "f>f", HostFunction::Call}},
    {"__nv_fast_fdividef", {"arith.divf", "", "ff>f", HostFunction::Native}},
    {"__nv_fast_log10f", {"math.log10", "log10", "f>f", HostFunction::Call}},
    {"__nv_fast_log2f", {"math.log2", "log2", "f>f", HostFunction::Call}},
    {"__nv_fast_logf", {"math.log", "log", "f>f", HostFunction::Call}},
    {"__nv_fast_powf", {"math.powf", "pow", "ff>f", HostFunction::Call}},
    {"__nv_fast_sinf", {"math.sin", "sin", "f>f", HostFunction::Call}},
    {"__nv_fast_tanf", {"math.tan", "tan", "f>f", HostFunction::Call}},
    {"__nv_fdiv_rn", {"arith.divf", "", "ff>f", HostFunction::Native}},
    {"__nv_fdividef", {"arith.divf", "", "ff>f", HostFunction::Native}},
    {"__nv_fma_rn",
     {"math.fma", "", "fff>f", HostFunction::Native},
     HostFunction::Call},
    {"__nv_fmaf_rn", {"math.fma", "", "fff>f", HostFunction::Native}},
    {"__nv_fmul_rn", {"arith.mulf", "", "ff>f", HostFunction::Native}},
    {"__nv_fsqrt_rn", {"math.sqrt", "", "f>f", HostFunction::Native}},
    {"__nv_fsub_rn", {"arith.subf", "", "ff>f", HostFunction::Native}},
};

/// Whether operands and result have the types of a function, with `f` as given.
static bool hasSignature(Operation *op, StringRef signature, bool isDouble) {
  auto [operands, result] = signature.split('>');
  auto is = [&](Type type, char kind) {
    type = getElementTypeOrSelf(type);
    if (kind == 'f')
      return isDouble ? type.isF64() : type.isF32();
    return type.isInteger(kind == 'i' ? 32 : 64);
  };
  if (operands.size() != op->getNumOperands())
    return false;
  for (auto [kind, type] : llvm::zip_equal(operands, op->getOperandTypes()))
    if (!is(type, kind))
      return false;
  return is(op->getResult(0).getType(), result.front());
}

/// libdevice's function of that name.
static std::optional<HostFunction> findInLibdevice(tt::ExternElementwiseOp op) {
  StringRef symbol = op.getSymbol();
  for (const Alias &alias : aliases)
    if (alias.symbol == symbol &&
        hasSignature(op, alias.function.signature, alias.isDouble))
      return alias.function;
  if (!symbol.consume_front("__nv_"))
    return std::nullopt;
  for (const HostFunction &function : functions) {
    StringRef rest = symbol;
    if (rest.consume_front(function.c) && (rest.empty() || rest == "f") &&
        hasSignature(op, function.signature, /*isDouble=*/rest.empty()))
      return function;
  }
  return std::nullopt;
}

std::optional<HostFunction> cm2tt::findHostFunction(Operation *op) {
  if (auto call = dyn_cast<tt::ExternElementwiseOp>(op))
    return findInLibdevice(call);
  StringRef name = op->getName().getStringRef();
  const auto *found = llvm::find_if(
      functions, [&](const HostFunction &entry) { return entry.op == name; });
  if (found == std::end(functions))
    return std::nullopt;
  return *found;
}

std::string cm2tt::nameInC(const HostFunction &function, Type element) {
  return (function.c + (element.isF32() ? "f" : "")).str();
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// Creates an operation by its name, with the properties that builders set.
static Value makeByName(const Lanes &lanes, StringRef name,
                        ValueRange operands) {
  ImplicitLocOpBuilder &builder = lanes.builder;
  OperationState state(builder.getLoc(), name);
  state.addOperands(operands);
  state.addTypes(operands.front().getType());
  state.addAttribute("fastmath",
                     arith::FastMathFlagsAttr::get(builder.getContext(),
                                                   arith::FastMathFlags::none));
  return builder.create(state)->getResult(0);
}

Value cm2tt::emitFunction(const Lanes &lanes, Operation *op,
                          ValueRange operands) {
  if (auto call = dyn_cast<tt::ExternElementwiseOp>(op)) {
    if (isLibdeviceFunction(call))
      return emitLibdeviceFunction(lanes.builder, call.getSymbol(), operands);
    if (auto arithmetic = getRoundedArithmetic(call))
      return emitRoundedArithmetic(lanes.builder, *arithmetic, operands);
    if (isSpecialFunction(call))
      return emitSpecialFunction(lanes.builder, call, operands);
  }
  std::optional<HostFunction> function = findHostFunction(op);
  if (!function)
    return {};
  if (function->op == "math.rsqrt") {
    Value root = math::SqrtOp::create(lanes.builder, operands[0]);
    return lanes.op<arith::DivFOp>(lanes.number(root.getType(), 1.0), root);
  }
  bool isCall = isa<tt::ExternElementwiseOp>(op);
  if (function->support == HostFunction::Native)
    return isCall ? makeByName(lanes, function->op, operands) : Value();
  auto isFloat = [](Value value) { return isa<FloatType>(getElement(value)); };
  Type number = getElement(*llvm::find_if(operands, isFloat));
  if (lanes.count && number.isF32())
    if (Value result = emitVectorFunction(lanes, function->c, operands))
      return result;
  Type result =
      isCall ? getElementTypeOrSelf(op->getResult(0).getType()) : number;
  return emitCall(lanes, nameInC(*function, number), lanes.of(result),
                  operands);
}
