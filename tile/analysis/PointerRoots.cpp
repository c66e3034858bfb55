// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The parameters that pointers come from, on MLIR's sparse data-flow
/// framework. It joins the origins that reach the arguments of blocks and the
/// results of loops and branches, so that a pointer which a loop advances has
/// the origin of its initial value.

#include "PointerRoots.h"

#include "cm2tt/Dialect/TT/TTOps.h"
#include "cm2tt/Tile/GuardTable.h"

#include "mlir/Analysis/DataFlow/ConstantPropagationAnalysis.h"
#include "mlir/Analysis/DataFlow/DeadCodeAnalysis.h"
#include "mlir/Analysis/DataFlow/SparseAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/TypeUtilities.h"

#include <algorithm>

using namespace mlir;
using namespace cm2tt;

//===----------------------------------------------------------------------===//
// PointerRoots
//===----------------------------------------------------------------------===//

PointerRoots PointerRoots::unknown() {
  PointerRoots result;
  result.isAny = true;
  return result;
}

PointerRoots PointerRoots::of(unsigned parameter) {
  PointerRoots result;
  result.parameters.push_back(parameter);
  return result;
}

PointerRoots PointerRoots::join(const PointerRoots &a, const PointerRoots &b) {
  if (a.isAny || b.isAny)
    return unknown();
  PointerRoots result;
  std::set_union(a.parameters.begin(), a.parameters.end(), b.parameters.begin(),
                 b.parameters.end(), std::back_inserter(result.parameters));
  return result;
}

bool PointerRoots::mayAlias(const PointerRoots &a, const PointerRoots &b) {
  return a.isAny || b.isAny ||
         llvm::any_of(a.parameters, [&](unsigned parameter) {
           return llvm::is_contained(b.parameters, parameter);
         });
}

void PointerRoots::print(raw_ostream &os) const {
  if (isAny)
    os << "unknown";
  llvm::interleaveComma(parameters, os);
}

//===----------------------------------------------------------------------===//
// The analysis
//===----------------------------------------------------------------------===//

/// Whether `value` is a pointer, a tile of pointers or a descriptor.
static bool isPointer(Value value) {
  return isa<tt::PtrType, tt::TensorDescType>(
      getElementTypeOrSelf(value.getType()));
}

/// Whether the pointers that result point into the memory of the operands that
/// are pointers.
static bool keepsRoots(Operation *op) {
  return isa<tt::AddPtrOp, tt::BitcastOp, tt::BroadcastOp, tt::CatOp,
             tt::ExpandDimsOp, tt::GatherOp, tt::JoinOp, tt::ReshapeOp,
             tt::MakeTensorDescriptorOp, tt::SplatOp, tt::SplitOp, tt::TransOp,
             tt::UnsplatOp, arith::SelectOp>(op) ||
         op->hasTrait<tt::KeepsElements>();
}

namespace {
using RootLattice = dataflow::Lattice<PointerRoots>;

class RootDataFlow
    : public dataflow::SparseForwardDataFlowAnalysis<RootLattice> {
public:
  RootDataFlow(DataFlowSolver &solver, bool mergesGuarded)
      : SparseForwardDataFlowAnalysis(solver), mergesGuarded(mergesGuarded) {}

  LogicalResult visitOperation(Operation *op,
                               ArrayRef<const RootLattice *> operands,
                               ArrayRef<RootLattice *> results) override;

protected:
  void setToEntryState(RootLattice *lattice) override;

private:
  PointerRoots rootsOfParameter(BlockArgument argument) const;

  bool mergesGuarded;
};
} // namespace

LogicalResult
RootDataFlow::visitOperation(Operation *op,
                             ArrayRef<const RootLattice *> operands,
                             ArrayRef<RootLattice *> results) {
  PointerRoots roots;
  if (keepsRoots(op)) {
    for (const RootLattice *operand : operands)
      if (isPointer(operand->getAnchor()))
        roots = PointerRoots::join(roots, operand->getValue());
  } else if (op->hasTrait<tt::PointsIntoSecond>()) {
    roots = operands[1]->getValue();
  } else {
    roots = PointerRoots::unknown();
  }
  for (RootLattice *result : results)
    propagateIfChanged(result, result->join(roots));
  return success();
}

/// The roots of a parameter of a kernel. Those of a guarded kernel have the
/// first one's, but for the table of guards, the last one: a checked launch is
/// right for buffers that overlap.
PointerRoots RootDataFlow::rootsOfParameter(BlockArgument argument) const {
  unsigned index = argument.getArgNumber();
  auto func = cast<tt::FuncOp>(argument.getOwner()->getParentOp());
  bool isGuarded =
      mergesGuarded && func->getParentOp()->hasAttr(kGuardSitesAttr);
  bool isTable = func.isPublic() && index + 1 == func.getNumArguments();
  return PointerRoots::of(isGuarded && !isTable ? 0 : index);
}

void RootDataFlow::setToEntryState(RootLattice *lattice) {
  auto argument = dyn_cast<BlockArgument>(lattice->getAnchor());
  bool isParameter = argument && argument.getOwner()->isEntryBlock() &&
                     isa<tt::FuncOp>(argument.getOwner()->getParentOp());
  propagateIfChanged(lattice,
                     lattice->join(isParameter ? rootsOfParameter(argument)
                                               : PointerRoots::unknown()));
}

PointerRootAnalysis::PointerRootAnalysis(Operation *root, bool mergesGuarded) {
  DataFlowSolver solver(DataFlowConfig().setInterprocedural(false));
  // The framework requires both, to know which branches run.
  solver.load<dataflow::DeadCodeAnalysis>();
  solver.load<dataflow::SparseConstantPropagation>();
  solver.load<RootDataFlow>(mergesGuarded);
  if (failed(solver.initializeAndRun(root)))
    return;
  auto record = [&](Value value) {
    if (!isPointer(value))
      return;
    if (const auto *lattice = solver.lookupState<RootLattice>(value))
      roots[value] = lattice->getValue();
  };
  root->walk([&](Operation *op) {
    llvm::for_each(op->getResults(), record);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::for_each(block.getArguments(), record);
  });
}

PointerRoots PointerRootAnalysis::getRoots(Value pointer) const {
  auto found = roots.find(pointer);
  return found == roots.end() || found->second.isBottom()
             ? PointerRoots::unknown()
             : found->second;
}
