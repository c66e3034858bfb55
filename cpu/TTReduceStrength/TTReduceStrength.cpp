// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Replaces tiles that loops and branches carry by their scalar offsets from a
/// tile outside.
///
/// Operations are rewritten in place, inner ones first: a carried value, a
/// result or a yielded value becomes a scalar, and the tile is computed from it
/// where it is used. The result of an inner loop is then its initial value plus
/// an offset, a form that the rewrite of the outer loop matches.
///
/// On CPUs, a value that is not in registers is recomputed at its uses. With
/// this pass, a pointer tile that a loop advances is its initial value and a
/// scalar offset, and no loop writes addresses to memory. Offsets of pointers
/// are i64: each offset is extended before it is added, as for `tt.addptr`.
///
/// Not here: finding such tiles (Movements.cpp).

#include "TTReduceStrengthInternals.h"

#include "cm2tt/CPU/Passes.h"
#include "cm2tt/Dialect/TT/TTOps.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/Iterators.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace cm2tt;

namespace cm2tt {
#define GEN_PASS_DEF_TTREDUCESTRENGTHPASS
#include "cm2tt/CPU/Passes.h.inc"
} // namespace cm2tt

//===----------------------------------------------------------------------===//
// Distances
//===----------------------------------------------------------------------===//

/// The type of how far tiles of `type` are moved: their own for integers, whose
/// sums wrap alike in any order; for pointers i64, as each offset is
/// sign-extended before it is added.
static IntegerType distanceType(Type type) {
  Type element = getElementTypeOrSelf(type);
  if (auto integer = dyn_cast<IntegerType>(element))
    return integer;
  return IntegerType::get(type.getContext(), 64);
}

static Value makeZero(OpBuilder &builder, Location loc, Type type) {
  return arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
}

/// Adds a movement to `distance`; the movement itself if `distance` is null.
/// A movement without terms is zero.
static Value addMovement(OpBuilder &builder, Value distance,
                         const Movement &movement, Location loc, Type type) {
  auto makeNumber = [&](int64_t number) -> Value {
    // Numbers wrap as sums of the type do.
    APInt value(type.getIntOrFloatBitWidth(), static_cast<uint64_t>(number),
                /*isSigned=*/true, /*implicitTrunc=*/true);
    return arith::ConstantOp::create(builder, loc,
                                     builder.getIntegerAttr(type, value));
  };
  auto add = [&](Value amount) {
    distance = distance ? arith::AddIOp::create(builder, loc, distance, amount)
                        : amount;
  };
  for (auto [amount, factor] : movement.scalars) {
    if (amount.getType() != type)
      amount = arith::ExtSIOp::create(builder, loc, type, amount);
    if (factor != 1 && factor != -1)
      amount = arith::MulIOp::create(builder, loc, amount, makeNumber(factor));
    if (factor != -1) {
      add(amount);
      continue;
    }
    if (!distance)
      distance = makeNumber(0);
    distance = arith::SubIOp::create(builder, loc, distance, amount);
  }
  if (movement.number != 0 || !distance)
    add(makeNumber(movement.number));
  return distance;
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

namespace {
/// Rewrites what MovedTiles has found. Each method returns how many tiles it
/// has replaced by distances.
class InductionRewriter {
public:
  explicit InductionRewriter(const MovedTiles &moved) : moved(moved) {}

  unsigned rewriteFor(scf::ForOp loop);
  unsigned rewriteWhile(scf::WhileOp loop);
  unsigned rewriteIf(scf::IfOp choice);
  unsigned rewriteSelect(arith::SelectOp choice);

  /// Has tiles that are moved twice moved once, by a sum of scalars.
  void mergeMoves(Operation *root);

private:
  bool rewriteWhileArgument(scf::WhileOp loop, unsigned index);
  /// Makes `base` moved by `distance`.
  Value makeTile(OpBuilder &builder, Value base, Value distance);
  /// Makes `value` a distance from `base`, and makes a tile of it for its
  /// users. `isMoved`: else the distance is zero and the base will do.
  void becomeDistance(Value value, Value base, bool isMoved = true);

  const MovedTiles &moved;
  /// The tiles that were created.
  llvm::DenseSet<Operation *> made;
};
} // namespace

Value InductionRewriter::makeTile(OpBuilder &builder, Value base,
                                  Value distance) {
  Location loc = distance.getLoc();
  auto type = cast<RankedTensorType>(base.getType());
  Value splat = tt::SplatOp::create(builder, loc,
                                    type.clone(distance.getType()), distance);
  Operation *tile;
  if (isa<tt::PtrType>(type.getElementType()))
    tile = tt::AddPtrOp::create(builder, loc, type, base, splat);
  else
    tile = arith::AddIOp::create(builder, loc, base, splat);
  made.insert(tile);
  return tile->getResult(0);
}

void InductionRewriter::becomeDistance(Value value, Value base, bool isMoved) {
  value.setType(distanceType(base.getType()));
  if (!isMoved)
    return value.replaceAllUsesWith(base);
  OpBuilder builder(value.getContext());
  builder.setInsertionPointAfterValue(value);
  SmallVector<OpOperand *> uses =
      llvm::map_to_vector(value.getUses(), [](OpOperand &use) { return &use; });
  Value tile = makeTile(builder, base, value);
  for (OpOperand *use : uses)
    use->set(tile);
}

/// Invariant: each iteration yields its initial value, moved.
///
///   %r = scf.for %i = %lo to %hi step %c1 iter_args(%p = %p0) {
///     %q = tt.addptr %p, %s
///     scf.yield %q
///   }
/// =>
///   %d = scf.for %i = %lo to %hi step %c1 iter_args(%o = %zero) {
///     %t = tt.splat %o
///     %p = tt.addptr %p0, %t
///     %n = arith.addi %o, %amount
///     scf.yield %n
///   }
///   %u = tt.splat %d
///   %r = tt.addptr %p0, %u
unsigned InductionRewriter::rewriteFor(scf::ForOp loop) {
  unsigned count = 0;
  Operation *yield = loop.getBody()->getTerminator();
  for (unsigned index = 0; index < loop.getNumRegionIterArgs(); ++index) {
    BlockArgument argument = loop.getRegionIterArg(index);
    Movement movement = getMovement(yield->getOperand(index));
    if (!moved.isMoved(argument) || movement.base != argument)
      continue;
    Location loc = argument.getLoc();
    Value init = loop.getInitArgs()[index];
    Type type = distanceType(init.getType());
    OpBuilder outside(loop), inside(yield);
    loop.getInitArgsMutable()[index].set(makeZero(outside, loc, type));
    bool isMoved = !movement.scalars.empty() || movement.number != 0;
    becomeDistance(argument, init, isMoved);
    becomeDistance(loop.getResult(index), init, isMoved);
    yield->setOperand(index,
                      addMovement(inside, argument, movement, loc, type));
    ++count;
  }
  return count;
}

unsigned InductionRewriter::rewriteWhile(scf::WhileOp loop) {
  unsigned count = 0;
  for (unsigned index = 0; index < loop.getInits().size(); ++index)
    count += rewriteWhileArgument(loop, index);
  return count;
}

bool InductionRewriter::rewriteWhileArgument(scf::WhileOp loop,
                                             unsigned index) {
  BlockArgument argument = loop.getBeforeArguments()[index];
  if (!moved.isMoved(argument))
    return false;
  scf::ConditionOp condition = loop.getConditionOp();
  scf::YieldOp yield = loop.getYieldOp();
  Movement second = getMovement(yield.getOperand(index));
  auto after = dyn_cast<BlockArgument>(second.base);
  if (!after || after.getOwner() != loop.getAfterBody())
    return false;
  // Where the first region passes it on, and how far moved.
  SmallVector<std::pair<unsigned, Movement>> first;
  bool isSame = false;
  for (auto [place, value] : llvm::enumerate(condition.getArgs())) {
    Movement movement = getMovement(value);
    if (movement.base != argument)
      continue;
    isSame |= place == after.getArgNumber();
    first.push_back({place, std::move(movement)});
  }
  if (!isSame)
    return false;
  Location loc = argument.getLoc();
  Value init = loop.getInits()[index];
  Type type = distanceType(init.getType());
  OpBuilder outside(loop), inFirst(condition), inSecond(yield);
  loop.getInitsMutable()[index].set(makeZero(outside, loc, type));
  becomeDistance(argument, init);
  for (auto &[place, movement] : first) {
    becomeDistance(loop.getAfterArguments()[place], init);
    becomeDistance(loop.getResult(place), init);
    condition.getArgsMutable()[place].set(
        addMovement(inFirst, argument, movement, loc, type));
  }
  yield->setOperand(index, addMovement(inSecond, after, second, loc, type));
  return true;
}

/// Invariant: both branches yield tiles of one base.
///
///   %r = scf.if %c { %q = tt.addptr %p, %s; scf.yield %q }
///        else { scf.yield %p }
/// =>
///   %d = scf.if %c { scf.yield %amount } else { scf.yield %zero }
///   %t = tt.splat %d
///   %r = tt.addptr %p, %t
unsigned InductionRewriter::rewriteIf(scf::IfOp choice) {
  unsigned count = 0;
  for (OpResult result : choice.getResults()) {
    if (!moved.isMoved(result))
      continue;
    unsigned index = result.getResultNumber();
    scf::YieldOp yields[] = {choice.thenYield(), choice.elseYield()};
    Movement movements[] = {getMovement(yields[0].getOperand(index)),
                            getMovement(yields[1].getOperand(index))};
    Value base = movements[0].base;
    if (base != movements[1].base)
      continue;
    for (auto [yield, movement] : llvm::zip_equal(yields, movements)) {
      OpBuilder builder(yield);
      yield->setOperand(index,
                        addMovement(builder, Value(), movement, result.getLoc(),
                                    distanceType(base.getType())));
    }
    becomeDistance(result, base);
    ++count;
  }
  return count;
}

unsigned InductionRewriter::rewriteSelect(arith::SelectOp choice) {
  Movement a = getMovement(choice.getTrueValue());
  Movement b = getMovement(choice.getFalseValue());
  if (!moved.isMoved(choice.getResult()) || a.base != b.base)
    return 0;
  OpBuilder builder(choice);
  Location loc = choice.getLoc();
  Type type = distanceType(choice.getType());
  Value ifTrue = addMovement(builder, Value(), a, loc, type);
  Value ifFalse = addMovement(builder, Value(), b, loc, type);
  Value distance = arith::SelectOp::create(builder, loc, choice.getCondition(),
                                           ifTrue, ifFalse);
  choice.replaceAllUsesWith(makeTile(builder, a.base, distance));
  return 1;
}

/// In the order of execution, so that a tile is a step from its base when those
/// of inner loops, which begin with it, are looked at.
void InductionRewriter::mergeMoves(Operation *root) {
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (!made.contains(op))
      return;
    Value base = op->getOperand(0);
    Operation *below = base.getDefiningOp();
    if (!below || !made.contains(below))
      return;
    OpBuilder builder(op);
    Value outer = below->getOperand(1), inner = op->getOperand(1);
    Value sum = arith::AddIOp::create(
        builder, op->getLoc(), outer.getDefiningOp<tt::SplatOp>().getSrc(),
        inner.getDefiningOp<tt::SplatOp>().getSrc());
    op->setOperand(0, below->getOperand(0));
    op->setOperand(
        1, tt::SplatOp::create(builder, op->getLoc(), inner.getType(), sum));
  });
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct TTReduceStrengthPass
    : cm2tt::impl::TTReduceStrengthPassBase<TTReduceStrengthPass> {
  using Base::Base;

  void runOnOperation() override {
    MovedTiles moved(getOperation());
    InductionRewriter rewriter(moved);
    SmallVector<Operation *> ops;
    getOperation()->walk([&](Operation *op) {
      if (isa<scf::ForOp, scf::WhileOp, scf::IfOp, arith::SelectOp>(op))
        ops.push_back(op);
    });
    unsigned inLoops = 0, inChoices = 0;
    for (Operation *op : ops) {
      if (auto loop = dyn_cast<scf::ForOp>(op))
        inLoops += rewriter.rewriteFor(loop);
      else if (auto loop = dyn_cast<scf::WhileOp>(op))
        inLoops += rewriter.rewriteWhile(loop);
      else if (auto choice = dyn_cast<scf::IfOp>(op))
        inChoices += rewriter.rewriteIf(choice);
      else
        inChoices += rewriter.rewriteSelect(cast<arith::SelectOp>(op));
    }
    carried += inLoops;
    chosen += inChoices;
    if (inLoops + inChoices == 0)
      return markAllAnalysesPreserved();
    rewriter.mergeMoves(getOperation());
    eraseUnused();
  }

  /// Erases the steps by which tiles were moved, and other operations without
  /// users.
  void eraseUnused() {
    getOperation()->walk<WalkOrder::PostOrder, ReverseIterator>(
        [](Operation *op) {
          if (isOpTriviallyDead(op))
            op->erase();
        });
  }
};
} // namespace
