// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Moves element-wise operations before the splats and broadcasts that feed
/// them, so that they work on scalars and small tiles.
///
/// One walk in the order of execution suffices: what an operation becomes ends
/// in a splat or a broadcast, which its users, visited later, see.
///
/// Not here: shapes of splats and broadcasts of broadcasts, which are
/// canonicalised (dialect/lib/TT/TTShapeFolds.cpp).

#include "cm2tt/Dialect/TT/TTOps.h"
#include "cm2tt/Tile/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace cm2tt;

namespace cm2tt {
#define GEN_PASS_DEF_TTREORDERBROADCASTPASS
#include "cm2tt/Tile/Passes.h.inc"
} // namespace cm2tt

/// Whether `op` computes each element of tiles without layouts from the same
/// elements of its operands, and has no effect.
static bool isMovable(Operation *op) {
  auto isPlainTile = [](Type type) {
    auto tile = dyn_cast<RankedTensorType>(type);
    return tile && !tile.getEncoding();
  };
  // Assembly may be for several elements at once.
  return op->hasTrait<OpTrait::Elementwise>() && op->getNumRegions() == 0 &&
         op->getNumResults() > 0 &&
         llvm::all_of(op->getResultTypes(), isPlainTile) &&
         !isa<tt::ElementwiseInlineAsmOp>(op) && isMemoryEffectFree(op);
}

namespace {
/// The common form of the operands of an operation.
struct OperandForms {
  /// There is a `tt.splat`.
  bool hasSplat = false;
  /// The shape before all broadcasts; empty where there is none.
  ArrayRef<int64_t> smallShape;
};
} // namespace

/// The forms of the operands, or nothing if one is neither a scalar, nor a
/// constant or splat, nor a broadcast of the one shape.
static std::optional<OperandForms> formsOf(Operation *op) {
  OperandForms forms;
  for (Value operand : op->getOperands()) {
    if (!isa<RankedTensorType>(operand.getType()))
      continue;
    if (operand.getDefiningOp<tt::SplatOp>()) {
      forms.hasSplat = true;
      continue;
    }
    if (matchPattern(operand, m_Constant<SplatElementsAttr>(nullptr)))
      continue;
    auto broadcast = operand.getDefiningOp<tt::BroadcastOp>();
    if (!broadcast)
      return std::nullopt;
    ArrayRef<int64_t> shape = broadcast.getSrc().getType().getShape();
    if (!forms.smallShape.empty() && forms.smallShape != shape)
      return std::nullopt;
    forms.smallShape = shape;
  }
  if (!forms.hasSplat && forms.smallShape.empty())
    return std::nullopt;
  return forms;
}

/// `type`'s element, or where `shape` is not empty, a tile of those.
static Type withShape(Type type, ArrayRef<int64_t> shape) {
  Type element = getElementTypeOrSelf(type);
  return shape.empty() ? element : RankedTensorType::get(shape, element);
}

/// The value that `operand` repeats, as a scalar or as a tile of `shape`.
static Value beforeRepeating(OpBuilder &builder, Value operand,
                             ArrayRef<int64_t> shape) {
  auto tile = dyn_cast<RankedTensorType>(operand.getType());
  if (!tile)
    return operand;
  Type type = withShape(tile, shape);
  if (auto broadcast = operand.getDefiningOp<tt::BroadcastOp>())
    return broadcast.getSrc();
  Location loc = operand.getLoc();
  if (auto splat = operand.getDefiningOp<tt::SplatOp>())
    return shape.empty()
               ? splat.getSrc()
               : tt::SplatOp::create(builder, loc, type, splat.getSrc());
  SplatElementsAttr constant;
  matchPattern(operand, m_Constant(&constant));
  TypedAttr value = shape.empty()
                        ? cast<TypedAttr>(constant.getSplatValue<Attribute>())
                        : constant.resizeSplat(cast<ShapedType>(type));
  return arith::ConstantOp::create(builder, loc, value);
}

/// Replaces `op` by the operation on what its operands repeat.
///
///   %r = arith.addf %b, %s : tensor<64x32xf32>
/// =>
///   %a = arith.addf %x, %t : tensor<64x1xf32>
///   %r = tt.broadcast %a : tensor<64x1xf32> -> tensor<64x32xf32>
static void computeBeforeRepeating(Operation *op, ArrayRef<int64_t> shape) {
  OpBuilder builder(op);
  SmallVector<Value> operands =
      llvm::map_to_vector(op->getOperands(), [&](Value operand) {
        return beforeRepeating(builder, operand, shape);
      });
  Operation *small = builder.clone(*op);
  small->setOperands(operands);
  // Hints are about the tile's dimensions.
  small->setDiscardableAttrs(ArrayRef<NamedAttribute>());
  for (auto [result, tile] :
       llvm::zip_equal(small->getResults(), op->getResults())) {
    result.setType(withShape(tile.getType(), shape));
    Operation *repeated;
    if (shape.empty())
      repeated =
          tt::SplatOp::create(builder, op->getLoc(), tile.getType(), result);
    else
      repeated = tt::BroadcastOp::create(builder, op->getLoc(), tile.getType(),
                                         result);
    repeated->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    tile.replaceAllUsesWith(repeated->getResult(0));
  }
  op->erase();
}

namespace {
struct TTReorderBroadcastPass
    : cm2tt::impl::TTReorderBroadcastPassBase<TTReorderBroadcastPass> {
  using Base::Base;
  void runOnOperation() override {
    SmallVector<Operation *> movable;
    getOperation()->walk([&](Operation *op) {
      if (isMovable(op))
        movable.push_back(op);
    });
    for (Operation *op : movable) {
      std::optional<OperandForms> forms = formsOf(op);
      if (!forms)
        continue;
      ++(forms->smallShape.empty() ? scalars : smaller);
      computeBeforeRepeating(op, forms->smallShape);
    }
  }
};
} // namespace
