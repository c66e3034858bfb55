// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Replaces maps over the elements of tiles by operations on tiles.
///
/// Not here: maps with several elements at a time, with loops or with reads of
/// memory, which are not changed.

#include "cm2tt/Dialect/TT/TTOps.h"
#include "cm2tt/Tile/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace cm2tt;

namespace cm2tt {
#define GEN_PASS_DEF_TTINLINEMAPSPASS
#include "cm2tt/Tile/Passes.h.inc"
} // namespace cm2tt

/// Whether a tile may have elements of `type`.
static bool isElement(Type type) {
  return isa<IntegerType, FloatType, tt::PtrType>(type);
}

namespace {
/// Finds out whether the region of a map can be done on tiles.
class MapChecker {
public:
  explicit MapChecker(Block &body) {
    varying.insert_range(body.getArguments());
  }
  /// Whether all of `block` can; if it is a branch, it is always computed.
  bool check(Block &block, bool isBranch);

private:
  bool checkIf(scf::IfOp op);
  bool isVarying(Value value) const { return varying.contains(value); }

  /// Values that differ between elements.
  llvm::SmallDenseSet<Value> varying;
};

/// Emits the operations of a map's region on tiles.
class MapEmitter {
public:
  explicit MapEmitter(tt::MapElementwiseOp map);
  /// Replaces the map.
  void run();

private:
  void emit(Operation &op);
  void emitIf(scf::IfOp op);
  /// The value that replaces `scalar`: a scalar or a tile.
  Value lookup(Value scalar) const { return values.lookupOrDefault(scalar); }
  /// `value`, repeated if it is a scalar.
  Value asTile(Value value);
  Type tileOf(Type element) const {
    return RankedTensorType::get(tile.getShape(), element, tile.getEncoding());
  }

  tt::MapElementwiseOp map;
  RankedTensorType tile;
  OpBuilder builder;
  IRMapping values;
};
} // namespace

//===----------------------------------------------------------------------===//
// MapChecker
//===----------------------------------------------------------------------===//

bool MapChecker::check(Block &block, bool isBranch) {
  for (Operation &op : block.without_terminator()) {
    if (auto ifOp = dyn_cast<scf::IfOp>(op)) {
      if (!checkIf(ifOp))
        return false;
      continue;
    }
    if (op.getNumRegions() != 0 || !isMemoryEffectFree(&op))
      return false;
    if (isBranch && !isSpeculatable(&op))
      return false;
    if (!llvm::any_of(op.getOperands(), [&](Value v) { return isVarying(v); }))
      continue;
    if (!op.hasTrait<OpTrait::Elementwise>() ||
        !llvm::all_of(op.getOperandTypes(), isElement) ||
        !llvm::all_of(op.getResultTypes(), isElement))
      return false;
    varying.insert_range(op.getResults());
  }
  return true;
}

bool MapChecker::checkIf(scf::IfOp op) {
  // Without results and effects it does nothing.
  if (op.getNumResults() == 0)
    return isMemoryEffectFree(op);
  if (!llvm::all_of(op.getResultTypes(), isElement) ||
      !check(*op.thenBlock(), /*isBranch=*/true) ||
      !check(*op.elseBlock(), /*isBranch=*/true))
    return false;
  for (auto [result, yes, no] :
       llvm::zip_equal(op.getResults(), op.thenYield().getOperands(),
                       op.elseYield().getOperands()))
    if (isVarying(op.getCondition()) || isVarying(yes) || isVarying(no))
      varying.insert(result);
  return true;
}

//===----------------------------------------------------------------------===//
// MapEmitter
//===----------------------------------------------------------------------===//

MapEmitter::MapEmitter(tt::MapElementwiseOp map)
    : map(map), tile(cast<RankedTensorType>(map.getSrcs()[0].getType())),
      builder(map) {
  values.map(map.getScalarOp().getArguments(), map.getSrcs());
}

Value MapEmitter::asTile(Value value) {
  if (isa<RankedTensorType>(value.getType()))
    return value;
  return tt::SplatOp::create(builder, map.getLoc(), tileOf(value.getType()),
                             value);
}

void MapEmitter::emit(Operation &op) {
  if (auto ifOp = dyn_cast<scf::IfOp>(op))
    return emitIf(ifOp);
  bool hasTile = llvm::any_of(op.getOperands(), [&](Value operand) {
    return isa<RankedTensorType>(lookup(operand).getType());
  });
  SmallVector<Value> operands =
      llvm::map_to_vector(op.getOperands(), [&](Value operand) {
        return hasTile ? asTile(lookup(operand)) : lookup(operand);
      });
  Operation *copy = builder.clone(op, values);
  copy->setOperands(operands);
  if (!hasTile)
    return;
  for (Value result : copy->getResults())
    result.setType(tileOf(result.getType()));
}

void MapEmitter::emitIf(scf::IfOp op) {
  if (op.getNumResults() == 0)
    return;
  for (Block *block : {op.thenBlock(), op.elseBlock()})
    for (Operation &inner : block->without_terminator())
      emit(inner);
  Value condition = lookup(op.getCondition());
  for (auto [result, left, right] :
       llvm::zip_equal(op.getResults(), op.thenYield().getOperands(),
                       op.elseYield().getOperands())) {
    Value yes = lookup(left), no = lookup(right);
    if (isa<RankedTensorType>(condition.getType()) ||
        isa<RankedTensorType>(yes.getType()) ||
        isa<RankedTensorType>(no.getType())) {
      yes = asTile(yes);
      no = asTile(no);
    }
    values.map(result, arith::SelectOp::create(builder, op.getLoc(), condition,
                                               yes, no));
  }
}

void MapEmitter::run() {
  Block &body = map.getScalarOp().front();
  for (Operation &op : body.without_terminator())
    emit(op);
  for (auto [result, returned] :
       llvm::zip_equal(map.getResults(), body.getTerminator()->getOperands()))
    result.replaceAllUsesWith(asTile(lookup(returned)));
  map.erase();
}

namespace {
struct TTInlineMapsPass : cm2tt::impl::TTInlineMapsPassBase<TTInlineMapsPass> {
  using Base::Base;
  void runOnOperation() override {
    SmallVector<tt::MapElementwiseOp> maps;
    getOperation()->walk([&](tt::MapElementwiseOp map) {
      Region &body = map.getScalarOp();
      if (map.getPack() == 1 && body.hasOneBlock() &&
          MapChecker(body.front()).check(body.front(), /*isBranch=*/false))
        maps.push_back(map);
    });
    for (tt::MapElementwiseOp map : maps)
      MapEmitter(map).run();
    inlined += maps.size();
  }
};
} // namespace
