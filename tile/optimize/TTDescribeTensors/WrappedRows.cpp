// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Proves that rows past the edge of a tensor do not matter.
///
/// Kernels often load `rows % M` to stay inside of a tensor. The rows from `M`
/// on repeat others, while a bulk copy makes them zero. The tile is followed
/// along the dimension of these rows through operations that compute each row
/// from the row with the same number: elementwise ones, products (rows of the
/// left operand, columns of the right one), reductions of other dimensions,
/// loops and branches. It must end in stores alone, with masks that contain
/// `row < M`, of the same rows.
///
/// A loop in which the first row changes may not carry what depends on it:
/// the store of another iteration has other rows.

#include "TTDescribeTensorsInternals.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace cm2tt;

namespace {
/// Follows rows through a kernel.
class RowFlow {
public:
  RowFlow(const Remainder &remainder, unsigned dim, IntegerForms &forms)
      : forms(forms), modulus(remainder.modulus),
        start(*remainder.index.plus(Polynomial::atom(dim), -1)) {}

  void add(Value value, unsigned dim) {
    if (seen.insert({value, dim}).second)
      pending.push_back({value, dim});
  }
  /// Whether the rows of all that was added end in stores that leave them out.
  bool run();

private:
  bool visit(OpOperand &use, unsigned dim);
  bool visitDot(tt::DotOp dot, OpOperand &use, unsigned dim);
  bool visitReduce(tt::ReduceOp reduce, OpOperand &use, unsigned dim);
  bool visitStore(tt::StoreOp store, OpOperand &use, unsigned dim);
  bool visitLoop(scf::ForOp loop, unsigned index, unsigned dim);
  bool visitYield(scf::YieldOp yield, OpOperand &use, unsigned dim);
  bool visitElementwise(Operation *op, unsigned dim);

  IntegerForms &forms;
  const Polynomial &modulus;
  /// The index of the first row.
  Polynomial start;
  SmallVector<std::pair<Value, unsigned>> pending;
  llvm::DenseSet<std::pair<Value, unsigned>> seen;
};
} // namespace

bool RowFlow::visitDot(tt::DotOp dot, OpOperand &use, unsigned dim) {
  unsigned rank = dot.getType().getRank();
  unsigned inner = use.getOperandNumber() == 0   ? rank - 1
                   : use.getOperandNumber() == 1 ? rank - 2
                                                 : rank;
  if (dim == inner)
    return false;
  add(dot.getResult(), dim);
  return true;
}

bool RowFlow::visitReduce(tt::ReduceOp reduce, OpOperand &, unsigned dim) {
  unsigned axis = reduce.getAxis();
  if (dim == axis)
    return false;
  for (Value result : reduce->getResults())
    add(result, dim < axis ? dim : dim - 1);
  return true;
}

bool RowFlow::visitStore(tt::StoreOp store, OpOperand &use, unsigned dim) {
  StringRef reason;
  if (use.get() != store.getValue() || store.getPtr() == use.get() ||
      !store.getMask())
    return false;
  std::optional<MaskLimits> limits = readMask(store.getMask(), forms, reason);
  std::optional<Polynomial> inside = modulus.plus(start, -1);
  return limits && inside &&
         llvm::any_of(limits->upper, [&](const MaskLimit &limit) {
           return limit.dim == dim && limit.sum == *inside;
         });
}

/// The carried value of a loop with that index, and the result.
bool RowFlow::visitLoop(scf::ForOp loop, unsigned index, unsigned dim) {
  auto isInvariant = [&](unsigned atom) {
    return forms.getAtoms().isInvariant(atom, loop);
  };
  if (!start.allAtoms(isInvariant) || !modulus.allAtoms(isInvariant))
    return false;
  add(loop.getRegionIterArg(index), dim);
  add(loop.getResult(index), dim);
  return true;
}

bool RowFlow::visitYield(scf::YieldOp yield, OpOperand &use, unsigned dim) {
  Operation *parent = yield->getParentOp();
  if (auto loop = dyn_cast<scf::ForOp>(parent))
    return visitLoop(loop, use.getOperandNumber(), dim);
  if (!isa<scf::IfOp>(parent))
    return false;
  add(parent->getResult(use.getOperandNumber()), dim);
  return true;
}

/// Operations that compute an element of results from those of operands at the
/// same position.
bool RowFlow::visitElementwise(Operation *op, unsigned dim) {
  if (!op->hasTrait<OpTrait::Elementwise>() || !isMemoryEffectFree(op) ||
      op->getNumRegions() != 0)
    return false;
  for (Value result : op->getResults())
    add(result, dim);
  return true;
}

bool RowFlow::visit(OpOperand &use, unsigned dim) {
  return llvm::TypeSwitch<Operation *, bool>(use.getOwner())
      .Case([&](tt::DotOp dot) { return visitDot(dot, use, dim); })
      .Case([&](tt::ReduceOp reduce) { return visitReduce(reduce, use, dim); })
      .Case([&](tt::StoreOp store) { return visitStore(store, use, dim); })
      .Case([&](scf::YieldOp yield) { return visitYield(yield, use, dim); })
      .Case([&](scf::ForOp loop) {
        unsigned first = loop.getNumControlOperands();
        return use.getOperandNumber() >= first &&
               visitLoop(loop, use.getOperandNumber() - first, dim);
      })
      .Case([&](tt::TransOp trans) {
        add(trans.getResult(),
            static_cast<unsigned>(llvm::find(trans.getOrder(), int32_t(dim)) -
                                  trans.getOrder().begin()));
        return true;
      })
      .Case([&](tt::ExpandDimsOp expand) {
        add(expand.getResult(), dim < expand.getAxis() ? dim : dim + 1);
        return true;
      })
      .Case([&](tt::BroadcastOp broadcast) {
        add(broadcast.getResult(), dim);
        return true;
      })
      .Default([&](Operation *op) { return visitElementwise(op, dim); });
}

bool RowFlow::run() {
  while (!pending.empty()) {
    auto [value, dim] = pending.pop_back_val();
    for (OpOperand &use : value.getUses())
      if (!visit(use, dim))
        return false;
  }
  return true;
}

bool cm2tt::areWrappedRowsUnused(Value tile, unsigned dim,
                                 const Remainder &remainder,
                                 IntegerForms &forms) {
  RowFlow flow(remainder, dim, forms);
  flow.add(tile, dim);
  return flow.run();
}
