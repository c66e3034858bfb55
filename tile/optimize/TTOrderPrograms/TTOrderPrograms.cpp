// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Lets the programs with the longest loops start first.
///
/// **Idea.** A GPU starts programs in the order of their indices. Those of a
/// causal kernel have the more iterations the larger the index is, so that the
/// longest start when others end, and at last few run alone. In the reverse
/// order the short ones fill the gaps (longest processing time first):
///
///     id                 ->  number of programs - 1 - id
///
/// **When.** The upper bound of a loop grows with the index along a dimension,
/// or its lower bound falls, and no other loop is the shorter for it. Growth is
/// that of forms (IntegerForms.h), and of the quotients, minima, maxima and
/// selects in them; sizes that the kernel is passed count as positive. Where
/// that is wrong the order is worse, and results are the same.
///
/// **Legal** if programs are independent (IndependentPrograms.h): a program
/// that waits for one with a smaller index needs the order of the grid.
///
/// The order along x is noted for kernels that become persistent.
///
/// Not here: the blocks of persistent kernels (TTMakePersistent.cpp).

#include "tile/analysis/IndependentPrograms.h"
#include "tile/analysis/IntegerForms.h"
#include "tile/optimize/EntryConstants.h"

#include "cm2tt/Dialect/TT/TTOps.h"
#include "cm2tt/Tile/Passes.h"
#include "cm2tt/Tile/PersistentKernel.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace cm2tt;

namespace cm2tt {
#define GEN_PASS_DEF_TTORDERPROGRAMSPASS
#include "cm2tt/Tile/Passes.h.inc"
} // namespace cm2tt

//===----------------------------------------------------------------------===//
// Growth
//===----------------------------------------------------------------------===//

namespace {
/// How a number varies with the index of the program.
enum class Growth { None, Up, Down, Unknown };

/// Finds it for the index along one dimension.
class GrowthAnalysis {
public:
  explicit GrowthAnalysis(tt::ProgramIDDim axis) : axis(axis) {}

  Growth get(Value value);

private:
  Growth ofAtom(Value value);
  Growth ofOperation(Operation *op);

  tt::ProgramIDDim axis;
  IntegerForms forms;
  llvm::DenseMap<Value, Growth> known;
  unsigned depth = 0;
};
} // namespace

/// The growth of a sum.
static Growth join(Growth a, Growth b) {
  if (a == Growth::None || a == b)
    return b;
  return b == Growth::None ? a : Growth::Unknown;
}

static Growth negate(Growth growth) {
  if (growth == Growth::Up)
    return Growth::Down;
  return growth == Growth::Down ? Growth::Up : growth;
}

/// Factors count as positive. The number of an iteration depends on the bounds
/// of its loop.
Growth GrowthAnalysis::get(Value value) {
  std::optional<IntegerForm> form = forms.get(value);
  if (!form)
    return ofAtom(value);
  Growth growth = Growth::None;
  for (const auto &[monomial, coefficient] : form->sum.getTerms())
    for (unsigned atom : monomial) {
      Value factor = forms.getAtoms().asValue(atom);
      Growth each = factor ? ofAtom(factor) : Growth::Unknown;
      growth = join(growth, coefficient < 0 ? negate(each) : each);
    }
  return growth;
}

Growth GrowthAnalysis::ofAtom(Value value) {
  constexpr unsigned kMaxDepth = 128;
  Operation *op = value.getDefiningOp();
  if (!op) {
    bool isParameter =
        isa<FunctionOpInterface>(value.getParentBlock()->getParentOp());
    return isParameter ? Growth::None : Growth::Unknown;
  }
  if (auto found = known.find(value); found != known.end())
    return found->second;
  if (depth == kMaxDepth)
    return Growth::Unknown;
  ++depth;
  Growth growth = ofOperation(op);
  --depth;
  return known[value] = growth;
}

Growth GrowthAnalysis::ofOperation(Operation *op) {
  auto joinAll = [&](ValueRange values) {
    Growth growth = Growth::None;
    for (Value value : values)
      growth = join(growth, get(value));
    return growth;
  };
  auto quotient = [&]() {
    std::optional<IntegerForm> divisor = forms.get(op->getOperand(1));
    Growth growth = get(op->getOperand(0));
    if (get(op->getOperand(1)) != Growth::None)
      return Growth::Unknown;
    bool isNegative = divisor && divisor->sum.getConstant().value_or(0) < 0;
    return isNegative ? negate(growth) : growth;
  };
  return llvm::TypeSwitch<Operation *, Growth>(op)
      .Case([&](tt::GetProgramIdOp id) {
        return id.getAxis() == axis ? Growth::Up : Growth::None;
      })
      .Case<arith::MinSIOp, arith::MaxSIOp, arith::ExtUIOp, arith::TruncIOp>(
          [&](auto) { return joinAll(op->getOperands()); })
      .Case<arith::DivSIOp, arith::ShLIOp, arith::ShRSIOp>(
          [&](auto) { return quotient(); })
      .Case([&](arith::SelectOp choice) {
        return joinAll({choice.getTrueValue(), choice.getFalseValue()});
      })
      .Default([&](Operation *) {
        bool isInvariant = op->getNumRegions() == 0 &&
                           joinAll(op->getOperands()) == Growth::None;
        return isInvariant ? Growth::None : Growth::Unknown;
      });
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// How loops vary in length with the index along a dimension: Up or Down if
/// some loop does, and no one the other way.
static Growth findLoopGrowth(tt::FuncOp func, tt::ProgramIDDim axis) {
  GrowthAnalysis analysis(axis);
  bool grows = false, shrinks = false;
  func.walk([&](scf::ForOp loop) {
    Growth growth = join(analysis.get(loop.getUpperBound()),
                         negate(analysis.get(loop.getLowerBound())));
    growth = join(growth, negate(analysis.get(loop.getStep())));
    grows |= growth == Growth::Up;
    shrinks |= growth == Growth::Down;
  });
  if (grows == shrinks)
    return grows ? Growth::Unknown : Growth::None;
  return grows ? Growth::Up : Growth::Down;
}

/// A program with branches between blocks may wait in a loop of these.
static std::optional<ProgramDependence> findDependence(tt::FuncOp func) {
  if (auto dependence = findProgramDependence(func))
    return dependence;
  std::optional<ProgramDependence> found;
  if (!func.getBody().hasOneBlock())
    func.walk([&](Operation *op) {
      if (isa<tt::AtomicRmwOp, tt::AtomicCasOp, tt::AtomicLoadOp>(op))
        found = ProgramDependence{op, "may wait for other programs"};
    });
  return found;
}

namespace {
struct TTOrderProgramsPass
    : cm2tt::impl::TTOrderProgramsPassBase<TTOrderProgramsPass> {
  using Base::Base;

  void runOnOperation() override {
    // A function that is called has the indices of its caller.
    auto funcs = llvm::make_filter_range(
        getOperation().getOps<tt::FuncOp>(),
        [](tt::FuncOp func) { return !func.isExternal(); });
    if (!llvm::hasSingleElement(funcs))
      return;
    tt::FuncOp func = *funcs.begin();
    SmallVector<tt::ProgramIDDim> axes;
    for (auto axis :
         {tt::ProgramIDDim::X, tt::ProgramIDDim::Y, tt::ProgramIDDim::Z}) {
      Growth growth = findLoopGrowth(func, axis);
      if (growth == Growth::Up)
        axes.push_back(axis);
      else if (growth == Growth::Down && axis == tt::ProgramIDDim::X)
        func->setAttr(kLongestFirstAttr, UnitAttr::get(func.getContext()));
    }
    if (axes.empty())
      return;
    if (std::optional<ProgramDependence> dependence = findDependence(func)) {
      emitRemark(dependence->op->getLoc())
          << "programs keep their order: '" << dependence->op->getName() << "' "
          << dependence->reason;
      return;
    }
    for (tt::ProgramIDDim axis : axes)
      reverse(func, axis);
    moveConstantsToEntry(func);
    if (llvm::is_contained(axes, tt::ProgramIDDim::X))
      func->setAttr(kLongestFirstAttr, UnitAttr::get(func.getContext()));
  }

  /// Reverses the order along one dimension.
  void reverse(tt::FuncOp func, tt::ProgramIDDim axis) {
    SmallVector<tt::GetProgramIdOp> ids;
    func.walk([&](tt::GetProgramIdOp id) {
      if (id.getAxis() == axis)
        ids.push_back(id);
    });
    for (tt::GetProgramIdOp id : ids) {
      OpBuilder builder(id);
      Location loc = id.getLoc();
      builder.setInsertionPointAfter(id);
      Value one = arith::ConstantIntOp::create(builder, loc, 1, 32);
      Value number = tt::GetNumProgramsOp::create(builder, loc,
                                                  builder.getI32Type(), axis);
      Value last = arith::SubIOp::create(builder, loc, number, one);
      Value reversed = arith::SubIOp::create(builder, loc, last, id);
      id.getResult().replaceAllUsesExcept(reversed, reversed.getDefiningOp());
    }
    emitRemark(func.getLoc())
        << "programs start in reverse order along dimension "
        << tt::stringifyProgramIDDim(axis) << ": their loops grow with it";
    ++reversed;
  }
};
} // namespace
