// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The cycles of a multiprocessor for the products of a loop, and for what it
/// computes of tiles otherwise, if no unit waits.
///
/// Rates of Hopper: "Arithmetic Instructions" in the CUDA C++ Programming
/// Guide, and the peak of dense products of fp16 in the data sheet of the H100
/// over its clock and number of multiprocessors.
///
/// Not here: registers (Registers.cpp).

#include "RotateLoopsInternals.h"

#include "cm2tt/Dialect/TT/TTOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace cm2tt;

/// Products of two elements of 16 bits, and their sums, in a cycle;
/// exponentials and other functions of the special unit; operations on
/// registers.
constexpr double kProducts = 2048, kFunctions = 16, kOperations = 128;

static double countElements(Value value) {
  auto tile = dyn_cast<RankedTensorType>(value.getType());
  return tile ? tile.getNumElements() : 0;
}

static double countCycles(ttg::WarpGroupDotOp dot) {
  constexpr double kBits = 16;
  ttg::MemDescType b = dot.getB().getType();
  return countElements(dot.getResult()) * b.getShape().front() *
         tt::getElementBits(b.getElementType()) / kBits / kProducts;
}

bool cm2tt::areProductsLonger(scf::ForOp loop) {
  double products = 0, functions = 0, operations = 0;
  for (Operation &op : *loop.getBody()) {
    if (auto dot = dyn_cast<ttg::WarpGroupDotOp>(op))
      products += countCycles(dot);
    else if (auto reduce = dyn_cast<tt::ReduceOp>(op))
      operations += countElements(reduce.getSrcs().front());
    else if (isa_and_nonnull<math::MathDialect>(op.getDialect()))
      functions += countElements(op.getResult(0));
    else if (isa_and_nonnull<arith::ArithDialect>(op.getDialect()))
      operations += countElements(op.getResult(0));
  }
  // The special unit and the others work at the same time.
  return products > std::max(functions / kFunctions,
                             (functions + operations) / kOperations);
}
