// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Follows the dimensions of loads through a function.

#include "FastestDims.h"

#include "LayoutCosts.h"

#include "cm2tt/Dialect/TT/TTOps.h"
#include "cm2tt/Lowering/TargetInfo.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace cm2tt;

static RankedTensorType tileType(Value value) {
  return dyn_cast<RankedTensorType>(value.getType());
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

std::optional<FastestDims::Dim> FastestDims::ofOperands(Operation *op) const {
  std::optional<Dim> best;
  for (Value operand : op->getOperands()) {
    auto found = dims.find(operand);
    if (found == dims.end())
      continue;
    if (found->second.isLoaded)
      return found->second;
    if (!best)
      best = found->second;
  }
  return best;
}

unsigned FastestDims::get(Operation *op) const {
  if (std::optional<Dim> dim = ofOperands(op))
    return dim->number;
  return tileType(op->getResult(0)).getRank() - 1;
}

/// The dimension of `to`, of as many elements as `from`, along which what are
/// neighbours along `dim` are neighbours.
static std::optional<unsigned> reshapeDim(RankedTensorType from, unsigned dim,
                                          RankedTensorType to) {
  int64_t stride = ShapedType::getNumElements(from.getShape().drop_front(dim)) /
                   from.getDimSize(dim);
  int64_t here = 1;
  for (unsigned other = to.getRank(); other-- > 0;) {
    if (here == stride && to.getDimSize(other) > 1)
      return other;
    here *= to.getDimSize(other);
  }
  return std::nullopt;
}

std::optional<FastestDims::Dim> FastestDims::ofShape(Operation *op) const {
  if (op->getNumOperands() == 0)
    return std::nullopt;
  Value source = op->getOperand(0);
  auto from = tileType(source), to = tileType(op->getResult(0));
  if (!from || !to || from.getRank() == 0)
    return std::nullopt;
  auto found = dims.find(source);
  Dim dim = found != dims.end() ? found->second
                                : Dim{unsigned(from.getRank() - 1), false};
  auto at = [&](std::optional<unsigned> number) -> std::optional<Dim> {
    return number ? std::optional(Dim{*number, dim.isLoaded}) : std::nullopt;
  };
  using Number = std::optional<unsigned>;
  return llvm::TypeSwitch<Operation *, std::optional<Dim>>(op)
      .Case([&](tt::TransOp op) {
        return at(llvm::find(op.getOrder(), static_cast<int32_t>(dim.number)) -
                  op.getOrder().begin());
      })
      .Case([&](tt::ReshapeOp) { return at(reshapeDim(from, dim.number, to)); })
      .Case([&](tt::ExpandDimsOp op) {
        return at(dim.number + (dim.number >= op.getAxis()));
      })
      // A broadcast has its own neighbours along the dimension that it grows.
      .Case([&](tt::BroadcastOp) {
        return at(from == to ? Number(dim.number) : std::nullopt);
      })
      // Along the last dimension are the two parts, which are no neighbours.
      .Case([&](tt::SplitOp) {
        return at(dim.number < to.getRank() ? Number(dim.number)
                                            : std::nullopt);
      })
      .Case([&](tt::CatOp) { return at(dim.number); })
      .Case([&](tt::ReduceOp op) {
        return at(dim.number == op.getAxis()
                      ? std::nullopt
                      : Number(dim.number - (dim.number > op.getAxis())));
      })
      .Default([](Operation *) { return std::nullopt; });
}

//===----------------------------------------------------------------------===//
// The walk
//===----------------------------------------------------------------------===//

FastestDims::FastestDims(const ModuleAxisInfo &axisInfo, Region &body)
    : axisInfo(axisInfo) {
  WalkResult result = body.walk([](tt::ElementwiseInlineAsmOp op) {
    return op.getPackedElement() > 1 ? WalkResult::interrupt()
                                     : WalkResult::advance();
  });
  if (result.wasInterrupted())
    visit(body);
}

void FastestDims::copy(Value from, Value to) {
  auto found = dims.find(from);
  if (found != dims.end())
    dims.insert({to, Dim(found->second)});
}

void FastestDims::visit(Region &region) {
  for (Block &block : region)
    for (Operation &op : block)
      visit(&op);
}

void FastestDims::visitLoop(Operation *op, ValueRange inits) {
  for (Region &region : op->getRegions()) {
    if (region.empty())
      continue;
    auto arguments = region.front().getArguments();
    // A loop counter comes first.
    arguments = arguments.take_back(std::min(arguments.size(), inits.size()));
    if (arguments.size() == inits.size())
      for (auto [init, argument] : llvm::zip_equal(inits, arguments))
        copy(init, argument);
  }
}

void FastestDims::visitYields(Operation *op) {
  for (Region &region : op->getRegions()) {
    if (region.empty() || !region.front().mightHaveTerminator())
      continue;
    ValueRange yielded = region.front().getTerminator()->getOperands();
    // A condition comes first.
    yielded = yielded.take_back(
        std::min<size_t>(yielded.size(), op->getNumResults()));
    if (yielded.size() == op->getNumResults())
      for (auto [value, result] : llvm::zip_equal(yielded, op->getResults()))
        copy(value, result);
  }
}

void FastestDims::visit(Operation *op) {
  if (isa<scf::ForOp, scf::WhileOp, scf::IfOp>(op)) {
    if (auto loop = dyn_cast<LoopLikeOpInterface>(op))
      visitLoop(op, loop.getInits());
    for (Region &region : op->getRegions())
      visit(region);
    return visitYields(op);
  }
  if (op->getNumResults() == 0 || !tileType(op->getResult(0)))
    return;
  std::optional<Dim> dim;
  auto ofAccess = [&](Value pointer, Value mask) {
    AccessCost cost(axisInfo, pointer, mask, TargetInfo::maxVectorBits);
    dim = Dim{cost.getOrder().front(), /*isLoaded=*/true};
  };
  unsigned last = tileType(op->getResult(0)).getRank() - 1;
  llvm::TypeSwitch<Operation *>(op)
      .Case<tt::LoadOp, tt::AtomicRmwOp>([&](auto access) {
        if (isa<RankedTensorType>(access.getPtr().getType()))
          ofAccess(access.getPtr(), access.getMask());
      })
      .Case([&](tt::AtomicCasOp atomic) { ofAccess(atomic.getPtr(), Value()); })
      .Case([&](tt::DescriptorLoadOp) { dim = Dim{last, /*isLoaded=*/true}; })
      .Case<tt::ScanOp, tt::MapElementwiseOp>(
          [&](auto) { dim = ofOperands(op); })
      .Default([&](Operation *) {
        dim =
            op->hasTrait<OpTrait::Elementwise>() ? ofOperands(op) : ofShape(op);
      });
  if (dim)
    for (Value result : op->getResults())
      dims.insert({result, *dim});
}
