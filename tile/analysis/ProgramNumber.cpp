// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Number = x + extent of x * (y + extent of y * z).

#include "ProgramNumber.h"

#include "cm2tt/Dialect/TT/TTOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace cm2tt;

Value cm2tt::createProgramNumber(OpBuilder &builder, Location loc) {
  Type i64 = builder.getI64Type();
  auto extend = [&](Value value) -> Value {
    return arith::ExtUIOp::create(builder, loc, i64, value);
  };
  Value number;
  for (auto axis :
       {tt::ProgramIDDim::Z, tt::ProgramIDDim::Y, tt::ProgramIDDim::X}) {
    Value id = extend(tt::GetProgramIdOp::create(builder, loc, axis));
    if (number) {
      Value extent = extend(tt::GetNumProgramsOp::create(builder, loc, axis));
      Value before = arith::MulIOp::create(builder, loc, number, extent);
      id = arith::AddIOp::create(builder, loc, before, id);
    }
    number = id;
  }
  return number;
}
