// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Integer operations of `arith` on known constants, as the machine does them.

#include "AxisInfoInternals.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace cm2tt;
using llvm::APInt;

unsigned cm2tt::getIntegerBits(Type type) {
  Type element = getElementTypeOrSelf(type);
  return isa<IndexType>(element) ? 64 : element.getIntOrFloatBitWidth();
}

/// a OP b; nothing if that is undefined, or not known here.
static std::optional<APInt> foldBinary(Operation *op, const APInt &a,
                                       const APInt &b) {
  using Result = std::optional<APInt>;
  bool divides = !b.isZero() && !(a.isMinSignedValue() && b.isAllOnes());
  bool shifts = b.ult(a.getBitWidth());
  auto when = [](bool defined, auto compute) -> Result {
    return defined ? Result(compute()) : std::nullopt;
  };
  return llvm::TypeSwitch<Operation *, Result>(op)
      .Case<arith::AddIOp>([&](auto) { return a + b; })
      .Case<arith::SubIOp>([&](auto) { return a - b; })
      .Case<arith::MulIOp>([&](auto) { return a * b; })
      .Case<arith::AndIOp>([&](auto) { return a & b; })
      .Case<arith::OrIOp>([&](auto) { return a | b; })
      .Case<arith::XOrIOp>([&](auto) { return a ^ b; })
      .Case<arith::MinSIOp>([&](auto) { return a.slt(b) ? a : b; })
      .Case<arith::MaxSIOp>([&](auto) { return a.sgt(b) ? a : b; })
      .Case<arith::MinUIOp>([&](auto) { return a.ult(b) ? a : b; })
      .Case<arith::MaxUIOp>([&](auto) { return a.ugt(b) ? a : b; })
      .Case<arith::DivSIOp>(
          [&](auto) { return when(divides, [&] { return a.sdiv(b); }); })
      .Case<arith::RemSIOp>(
          [&](auto) { return when(divides, [&] { return a.srem(b); }); })
      .Case<arith::DivUIOp>(
          [&](auto) { return when(!b.isZero(), [&] { return a.udiv(b); }); })
      .Case<arith::RemUIOp>(
          [&](auto) { return when(!b.isZero(), [&] { return a.urem(b); }); })
      .Case<arith::ShLIOp>(
          [&](auto) { return when(shifts, [&] { return a.shl(b); }); })
      .Case<arith::ShRSIOp>(
          [&](auto) { return when(shifts, [&] { return a.ashr(b); }); })
      .Case<arith::ShRUIOp>(
          [&](auto) { return when(shifts, [&] { return a.lshr(b); }); })
      .Case<arith::CmpIOp>([&](arith::CmpIOp compare) {
        return APInt(1, arith::applyCmpPredicate(compare.getPredicate(), a, b));
      })
      .Default(Result());
}

/// `value` in another width, as the cast `op` does it.
static std::optional<APInt> foldCast(Operation *op, const APInt &value,
                                     unsigned bits) {
  if (isa<arith::ExtUIOp, arith::IndexCastUIOp>(op))
    return value.zextOrTrunc(bits);
  if (isa<arith::ExtSIOp, arith::TruncIOp, arith::IndexCastOp>(op))
    return value.sextOrTrunc(bits);
  return std::nullopt;
}

std::optional<int64_t> cm2tt::foldConstants(const TransferInput &in) {
  if (in.op->getNumResults() != 1 || in.operands.empty() ||
      in.operands.size() > 2)
    return std::nullopt;
  SmallVector<APInt, 2> values;
  for (auto [operand, info] :
       llvm::zip_equal(in.op->getOperands(), in.operands)) {
    if (!info.getConstant() ||
        !getElementTypeOrSelf(operand.getType()).isIntOrIndex())
      return std::nullopt;
    values.push_back(APInt(getIntegerBits(operand.getType()),
                           *info.getConstant(), /*isSigned=*/true,
                           /*implicitTrunc=*/true));
  }
  Type type = in.op->getResult(0).getType();
  if (!getElementTypeOrSelf(type).isIntOrIndex())
    return std::nullopt;
  std::optional<APInt> result =
      values.size() == 2 ? foldBinary(in.op, values[0], values[1])
                         : foldCast(in.op, values[0], getIntegerBits(type));
  if (!result || !result->isSignedIntN(64))
    return std::nullopt;
  return result->getSExtValue();
}
