// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The axis analysis on MLIR's sparse data-flow framework, and queries of its
/// results.
///
/// Not here: transfer functions (Transfer*.cpp).

#include "cm2tt/Tile/AxisInfo.h"

#include "AxisInfoInternals.h"

#include "cm2tt/Dialect/TT/TTDialect.h"

#include "mlir/Analysis/DataFlow/ConstantPropagationAnalysis.h"
#include "mlir/Analysis/DataFlow/DeadCodeAnalysis.h"
#include "mlir/Analysis/DataFlow/SparseAnalysis.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

#include <algorithm>
#include <limits>

using namespace mlir;
using namespace cm2tt;

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

/// Reads a hint, an i32 or a dense vector of i32, into `dims`: for each
/// dimension the largest power of two that divides it. Hints of another rank
/// say nothing.
static void readHint(Attribute attr, AxisInfo::Dims &dims,
                     ArrayRef<int64_t> limits) {
  SmallVector<int64_t> values;
  if (auto integer = dyn_cast_if_present<IntegerAttr>(attr))
    values.push_back(integer.getValue().getSExtValue());
  else if (auto dense = dyn_cast_if_present<DenseIntElementsAttr>(attr))
    for (const APInt &value : dense.getValues<APInt>())
      values.push_back(value.getSExtValue());
  if (values.size() != dims.size())
    return;
  for (auto [dim, value, limit] : llvm::zip_equal(dims, values, limits))
    if (value > 0)
      dim = std::min(largestDivisor(value), limit);
}

/// `info` with what the hints say instead, where there are any.
template <typename GetAttr>
static AxisInfo withHints(AxisInfo info, Type type, GetAttr getAttr) {
  Attribute contiguityHint = getAttr(tt::kContiguityAttr);
  Attribute divisibilityHint = getAttr(tt::kDivisibilityAttr);
  Attribute constancyHint = getAttr(tt::kConstancyAttr);
  if (!contiguityHint && !divisibilityHint && !constancyHint)
    return info;
  AxisInfo::Dims shape = getAxisShape(type);
  AxisInfo::Dims contiguity(info.getContiguity()),
      divisibility(info.getDivisibility()), constancy(info.getConstancy());
  readHint(contiguityHint, contiguity, shape);
  readHint(divisibilityHint, divisibility,
           AxisInfo::Dims(shape.size(), kMaxDivisor));
  readHint(constancyHint, constancy, shape);
  AxisInfo result(contiguity, divisibility, constancy);
  result.setConstant(info.getConstant());
  result.setUpperBound(info.getUpperBound());
  result.setPresumedBound(info.getPresumedBound());
  result.setTrust(info.getTrust() |
                  (result.claimsSame(info) ? AxisInfo::None : AxisInfo::Hints));
  return result;
}

//===----------------------------------------------------------------------===//
// The analysis
//===----------------------------------------------------------------------===//

namespace {
using AxisLattice = dataflow::Lattice<AxisInfos>;

/// Transfers the infos of operands to results. The framework joins those that
/// reach the arguments of blocks and the results of loops and branches.
class AxisAnalysis
    : public dataflow::SparseForwardDataFlowAnalysis<AxisLattice> {
public:
  using SparseForwardDataFlowAnalysis::SparseForwardDataFlowAnalysis;

  LogicalResult visitOperation(Operation *op,
                               ArrayRef<const AxisLattice *> operandLattices,
                               ArrayRef<AxisLattice *> results) override;
  void visitNonControlFlowArguments(Operation *op,
                                    const RegionSuccessor &successor,
                                    ArrayRef<AxisLattice *> arguments,
                                    unsigned firstIndex) override;

protected:
  void setToEntryState(AxisLattice *lattice) override;

private:
  /// The proven info of the induction variable; bottom if a bound has none.
  AxisInfo getInductionVariableInfo(scf::ForOp loop);
};
} // namespace

/// The info of result `index`, of the strength of the operands' infos.
static AxisInfo transfer(const TransferInput &in, unsigned index) {
  std::optional<AxisInfo> info = transferTile(in, index);
  return info ? *info : transferArith(in, index);
}

/// The access info of result `index`, without its hints; `provenResult` is what
/// is proven of it.
static AxisInfo transferAccess(Operation *op, ArrayRef<AxisInfo> access,
                               ArrayRef<AxisInfo> proven,
                               const AxisInfo &provenResult, unsigned index) {
  SmallVector<AxisInfo> operands(access);
  unsigned trust = AxisInfo::None;
  bool isEnd = endsPresumption(op, proven);
  for (auto [operand, other] : llvm::zip_equal(operands, proven)) {
    if ((operand.getTrust() & AxisInfo::Presumption) && isEnd)
      operand = other;
    trust |= operand.getTrust();
  }
  if (trust == AxisInfo::None && !isa<arith::DivSIOp, arith::RemSIOp>(op))
    return provenResult;
  AxisInfo result = transfer({op, operands, /*presumes=*/true}, index);
  if (result.claimsSame(provenResult))
    return provenResult;
  result.setTrust(result.getTrust() | trust);
  return result;
}

LogicalResult
AxisAnalysis::visitOperation(Operation *op,
                             ArrayRef<const AxisLattice *> operandLattices,
                             ArrayRef<AxisLattice *> results) {
  SmallVector<AxisInfo> proven, access;
  for (const AxisLattice *operand : operandLattices) {
    // The operation is visited again when the operand has an info.
    if (operand->getValue().isBottom())
      return success();
    proven.push_back(operand->getValue().proven);
    access.push_back(operand->getValue().access);
  }
  for (auto [index, result] : llvm::enumerate(results)) {
    AxisInfos infos;
    infos.proven = transfer({op, proven, /*presumes=*/false}, index);
    infos.access = transferAccess(op, access, proven, infos.proven, index);
    if (op->getNumResults() == 1)
      infos.access = withHints(
          infos.access, result->getAnchor().getType(),
          [&](StringRef name) { return op->getDiscardableAttr(name); });
    propagateIfChanged(result, result->join(infos));
  }
  return success();
}

AxisInfo AxisAnalysis::getInductionVariableInfo(scf::ForOp loop) {
  ProgramPoint *body = getProgramPointBefore(loop.getBody());
  auto getInfo = [&](Value bound) -> const AxisInfo & {
    return getLatticeElementFor(body, bound)->getValue().proven;
  };
  const AxisInfo &lower = getInfo(loop.getLowerBound()),
                 &upper = getInfo(loop.getUpperBound()),
                 &step = getInfo(loop.getStep());
  if (lower.isBottom() || upper.isBottom() || step.isBottom())
    return AxisInfo();
  AxisInfo info(
      {1}, {std::min(lower.getDivisorOfAll(), step.getDivisorOfAll())}, {1});
  // It begins at the lower bound and stays, as signed numbers, below the upper.
  bool isSigned = !loop.getUnsignedCmp();
  if (lower.isNonNegative() && isSigned)
    info.setUpperBound(upper.isNonNegative()
                           ? std::max<int64_t>(0, *upper.getUpperBound() - 1)
                           : std::numeric_limits<int64_t>::max());
  if (info.isNonNegative())
    info.setPresumedBound(std::min(*info.getUpperBound(), kPresumedCount));
  else if (lower.getPresumedBound() && isSigned)
    info.setPresumedBound(kPresumedCount);
  return info;
}

void AxisAnalysis::visitNonControlFlowArguments(
    Operation *op, const RegionSuccessor &successor,
    ArrayRef<AxisLattice *> arguments, unsigned firstIndex) {
  auto loop = dyn_cast<scf::ForOp>(op);
  if (!loop)
    return SparseForwardDataFlowAnalysis::visitNonControlFlowArguments(
        op, successor, arguments, firstIndex);
  AxisInfo info = getInductionVariableInfo(loop);
  if (!info.isBottom())
    propagateIfChanged(arguments.front(),
                       arguments.front()->join(AxisInfos{info, info}));
}

/// Parameters of functions have hints, of which divisors are facts: launchers
/// check them. Other arguments that no branch sets may be any value.
void AxisAnalysis::setToEntryState(AxisLattice *lattice) {
  Value value = lattice->getAnchor();
  AxisInfo info = AxisInfo::unknown(value.getType());
  auto argument = dyn_cast<BlockArgument>(value);
  auto function =
      argument
          ? dyn_cast<FunctionOpInterface>(argument.getOwner()->getParentOp())
          : FunctionOpInterface();
  AxisInfos infos{info, info};
  if (function && argument.getOwner()->isEntryBlock()) {
    auto getHint = [&](StringRef name) {
      return function.getArgAttr(argument.getArgNumber(), name);
    };
    infos.proven = withHints(info, value.getType(), [&](StringRef name) {
      return name == tt::kDivisibilityAttr ? getHint(name) : Attribute();
    });
    infos.proven.setTrust(AxisInfo::None);
    infos.access = withHints(infos.proven, value.getType(), getHint);
  }
  propagateIfChanged(lattice, lattice->join(infos));
}

//===----------------------------------------------------------------------===//
// ModuleAxisInfo
//===----------------------------------------------------------------------===//

ModuleAxisInfo::ModuleAxisInfo(Operation *root) {
  // Each function is analysed for any arguments.
  DataFlowSolver solver(DataFlowConfig().setInterprocedural(false));
  // The framework requires both, to know which branches run.
  solver.load<dataflow::DeadCodeAnalysis>();
  solver.load<dataflow::SparseConstantPropagation>();
  solver.load<AxisAnalysis>();
  if (failed(solver.initializeAndRun(root)))
    return;
  auto record = [&](Value value) {
    const auto *lattice = solver.lookupState<AxisLattice>(value);
    if (lattice && !lattice->getValue().isBottom())
      infos[value] = lattice->getValue();
  };
  root->walk([&](Operation *op) {
    llvm::for_each(op->getResults(), record);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::for_each(block.getArguments(), record);
  });
}

AxisInfo ModuleAxisInfo::getProvenInfo(Value value) const {
  auto found = infos.find(value);
  return found != infos.end() ? found->second.proven
                              : AxisInfo::unknown(value.getType());
}

AxisInfo ModuleAxisInfo::getAccessInfo(Value value) const {
  auto found = infos.find(value);
  return found != infos.end() ? found->second.access
                              : AxisInfo::unknown(value.getType());
}

void ModuleAxisInfo::copyAxisInfo(Value from, Value to) {
  auto found = infos.find(from);
  if (found != infos.end())
    infos.insert({to, AxisInfos(found->second)});
}

/// The number of neighbours, `bytes` each, of which the first is aligned to
/// all.
static int64_t alignedNeighbours(const AxisInfo &info, unsigned dim,
                                 int64_t bytes) {
  return std::max<int64_t>(
      1, std::min(info.getContiguity(dim), info.getDivisibility(dim) / bytes));
}

int64_t ModuleAxisInfo::getPointerAlignment(Value pointer, unsigned dim) const {
  return alignedNeighbours(getAccessInfo(pointer), dim,
                           getPointeeBytes(pointer.getType()));
}

int64_t ModuleAxisInfo::getRunLength(Value pointer, unsigned dim) const {
  int64_t bytes = getPointeeBytes(pointer.getType());
  AxisInfo access = getAccessInfo(pointer);
  int64_t run = alignedNeighbours(access, dim, bytes);
  if (access.getTrust() & AxisInfo::Hints)
    run = std::min(run, std::max<int64_t>(1, kMaxAccessBytes / bytes));
  return std::max(run, getProvenInfo(pointer).getContiguity(dim));
}

int64_t ModuleAxisInfo::getMaskAlignment(Value mask, unsigned dim) const {
  return mask ? getAccessInfo(mask).getConstancy(dim) : kMaxDivisor;
}

VectorAccess ModuleAxisInfo::getMaxVectorWidth(Value pointer, Value mask,
                                               const ttg::LinearLayout &layout,
                                               unsigned maxBits) const {
  VectorAccess best;
  int64_t elementBits = getPointeeBytes(pointer.getType()) * 8;
  for (unsigned dim = 0; dim < layout.getRank(); ++dim) {
    int64_t inRegisters = int64_t(1) << layout.getConsecutiveBits(dim).size();
    int64_t elements = std::min({getPointerAlignment(pointer, dim),
                                 getMaskAlignment(mask, dim), inRegisters,
                                 std::max<int64_t>(1, maxBits / elementBits)});
    if (elements > best.elements)
      best = {dim, static_cast<unsigned>(elements)};
  }
  return best;
}
