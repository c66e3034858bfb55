// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Replaces the functions of `math` that Triton does not lower by calls of
/// libdevice, which its front end writes for them. The passes of cm2tt read
/// these as the same functions, with libdevice and without.

#include "TTSetVersionInternals.h"
#include "cm2tt/Lowering/Libraries.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace cm2tt;

/// The functions that Triton 3.6 to 3.9 lower (ElementwiseOpToLLVM.cpp there).
static bool isLoweredByTriton(Operation *op) {
  return isa<math::AbsFOp, math::AbsIOp, math::CeilOp, math::CosOp, math::ErfOp,
             math::ExpOp, math::Exp2Op, math::FloorOp, math::FmaOp, math::LogOp,
             math::Log2Op, math::RsqrtOp, math::SinOp, math::SqrtOp>(op);
}

/// The entry of a function; null if libdevice lacks it.
static const MathFunction *findFunction(Operation *op) {
  StringRef name = op->getName().getStringRef();
  for (const MathFunction &function : getMathFunctions())
    if (function.op == name)
      return &function;
  return nullptr;
}

/// libdevice has f32 and f64. Narrower elements are converted to f32 and back.
bool cm2tt::callLibrary(OpBuilder &builder, Operation *op) {
  if (!isa<math::MathDialect>(op->getDialect()) || isLoweredByTriton(op))
    return false;
  const MathFunction *function = findFunction(op);
  if (!function)
    return false;
  Location loc = op->getLoc();
  Type type = op->getResult(0).getType(), element = getElementTypeOrSelf(type);
  bool isNarrow = element.getIntOrFloatBitWidth() < 32;
  Type computed =
      isNarrow ? tt::withElementType(type, builder.getF32Type()) : type;
  SmallVector<Value> operands(op->getOperands());
  if (isNarrow)
    for (Value &operand : operands)
      operand = arith::ExtFOp::create(builder, loc, computed, operand);
  std::string symbol =
      ("__nv_" + function->name + (element.isF64() ? "" : "f")).str();
  Value result = tt::ExternElementwiseOp::create(
      builder, loc, computed, operands, /*libname=*/"libdevice",
      /*libpath=*/"", symbol, /*pure=*/true);
  if (isNarrow)
    result = arith::TruncFOp::create(builder, loc, type, result);
  op->getResult(0).replaceAllUsesWith(result);
  op->erase();
  return true;
}
