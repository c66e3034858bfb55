// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Layouts of matrix products: the distribution over warps, and the memory of
/// the operands.
///
/// Not here: the unit that computes a product (DotUnits.h), the layouts of
/// fragments (MatrixLayouts.h).

#include "LayoutPlanner.h"

#include "LayoutCosts.h"
#include "gpu/shared/DotScratch.h"

#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace cm2tt;

/// The most columns of one instruction of `wgmma`, and its rows and warps.
constexpr int64_t kMaxInstrN = 256, kGroupWarps = 4;

static OpOperand &operandOf(tt::DotOp op, unsigned index) {
  return op->getOpOperand(index);
}

/// The value before transpositions.
static Value withoutTrans(Value value) {
  while (auto trans = value.getDefiningOp<tt::TransOp>())
    value = trans.getSrc();
  return value;
}

//===----------------------------------------------------------------------===//
// Operands in shared memory
//===----------------------------------------------------------------------===//

/// Whether `wgmma` best reads its first operand from shared memory: it was just
/// loaded; it is transposed, for which it is stored there anyway; or it is the
/// same in all iterations, where it would take registers. Words that are not
/// contiguous along K would have to be transposed first.
bool LayoutPlanner::isFromMemory(tt::DotOp op, unsigned operand) const {
  if (operand == 1)
    return true;
  Value value = withoutTrans(op.getA());
  if (isa_and_present<tt::LoadOp, tt::DescriptorLoadOp>(value.getDefiningOp()))
    return !getElementTypeOrSelf(value.getType()).isF32() ||
           getFastestDim(options.axisInfo, op.getA()) == 1;
  if (isCheap(op.getA()))
    return false;
  if (op.getA().getDefiningOp<tt::TransOp>() &&
      getElementTypeOrSelf(value.getType()).getIntOrFloatBitWidth() == 16)
    return true;
  return !op->getBlock()->getParent()->isAncestor(value.getParentRegion());
}

/// The value of which elementwise operations compute `value`, element by
/// element.
static Value withoutElementwise(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!op->hasTrait<OpTrait::Elementwise>() || op->getNumOperands() == 0 ||
        !tt::isTile(op->getOperand(0)))
      break;
    value = op->getOperand(0);
  }
  return value;
}

/// If an operand was computed of narrower elements, such as of 8 bits, or of
/// ones that have two numbers each (TTDecomposeDots), the tile of these, whose
/// dimensions have the same order; the operand itself otherwise.
static Value withoutWidening(Value operand) {
  Value source = withoutElementwise(operand);
  if (auto reshape = source.getDefiningOp<tt::ReshapeOp>())
    if (auto join = withoutTrans(reshape.getSrc()).getDefiningOp<tt::JoinOp>())
      if (join.getLhs().getType().getRank() == reshape.getType().getRank())
        source = withoutElementwise(join.getLhs());
  unsigned bits = tt::getElementBits(getElementTypeOrSelf(source.getType()));
  return bits < tt::getElementBits(getElementTypeOrSelf(operand.getType()))
             ? source
             : operand;
}

/// Whether an operand in shared memory is contiguous along K. Only elements of
/// 16 bits may have another order, and do if they come so from memory or, if
/// they are not loaded, if that is their row-major order.
bool LayoutPlanner::isKMajor(tt::DotOp op, unsigned operand) const {
  Value value = op->getOperand(operand);
  if (tt::getElementBits(getElementTypeOrSelf(value.getType())) != 16)
    return true;
  value = withoutWidening(value);
  return getFastestDim(options.axisInfo, value) == (operand == 0 ? 1 : 0);
}

void LayoutPlanner::findViews(tt::FuncOp func) {
  func.walk([&](tt::TransOp trans) {
    bool isRead = !trans->use_empty() && trans.getType().getRank() == 2;
    for (OpOperand &use : trans->getUses()) {
      auto dot = dyn_cast<tt::DotOp>(use.getOwner());
      isRead &= dot && use.getOperandNumber() < 2 &&
                chooseDotUnit(dot, options.target, options.numWarps) ==
                    DotUnit::WarpGroup &&
                isFromMemory(dot, use.getOperandNumber());
    }
    if (isRead)
      views.insert(trans);
  });
}

/// Pipelining copies at least one word of 32 bits at a time.
static bool isOfWords(tt::LoadOp load) {
  return tt::isTile(load.getPtr()) &&
         tt::getElementBits(getElementTypeOrSelf(load.getType())) >= 32;
}

/// Whether only products read a tile, transposed or not.
static bool feedsOnlyProducts(Value tile) {
  return llvm::all_of(tile.getUses(), [](OpOperand &use) {
    Operation *user = use.getOwner();
    if (isa<tt::TransOp>(user))
      return feedsOnlyProducts(user->getResult(0));
    return isa<tt::DotOp>(user) && use.getOperandNumber() < 2;
  });
}

/// The loads of a loop that its products need, as far as pipelining copies
/// them.
void LayoutPlanner::findCopies(tt::FuncOp func) {
  DenseSet<Operation *> visited;
  func.walk([&](tt::DotOp dot) {
    Block *body = dot->getBlock();
    if (!isa<LoopLikeOpInterface>(body->getParentOp()))
      return;
    SmallVector<Value> pending = {dot.getA(), dot.getB()};
    while (!pending.empty()) {
      Operation *def = pending.pop_back_val().getDefiningOp();
      if (!def || def->getBlock() != body || !visited.insert(def).second)
        continue;
      auto load = dyn_cast<tt::LoadOp>(def);
      if (load && (isOfWords(load) || feedsOnlyProducts(load)))
        copies.insert(def);
      llvm::append_range(pending, def->getOperands());
    }
  });
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

void LayoutPlanner::visitDot(tt::DotOp op) {
  Dot &dot = dots[op];
  dot.plan.unit = chooseDotUnit(op, options.target, options.numWarps);
  dot.result = addNode(op.getD());
  require(operandOf(op, 2), dot.result);
  define(op.getD(), dot.result);
  // Its operands go through shared memory from any layout.
  if (dot.plan.unit == DotUnit::Fma &&
      needsFmaLoop(op, options.target, options.numWarps))
    return;
  for (unsigned operand : {0, 1}) {
    if (dot.plan.unit == DotUnit::WarpGroup && isFromMemory(op, operand)) {
      dot.plan.isShared[operand] = true;
      dot.plan.isKMajor[operand] = isKMajor(op, operand);
      continue;
    }
    dot.operands[operand] = addNode(op->getOperand(operand));
    require(operandOf(op, operand), dot.operands[operand]);
  }
}

void LayoutPlanner::planDots() {
  // Products whose result becomes another's operand: it need not leave its warp
  // if a warp has whole rows.
  llvm::DenseSet<unsigned> operands, results;
  for (auto &[op, dot] : dots) {
    results.insert(graph.find(getNode(op->getResult(0))));
    for (unsigned index : {0, 1}) {
      Value operand = withoutTrans(op->getOperand(index));
      if (!isCheap(operand))
        operands.insert(graph.find(getNode(operand)));
    }
  }
  for (auto &[op, dot] : dots) {
    auto product = cast<tt::DotOp>(op);
    bool isChained = operands.contains(graph.find(getNode(product.getD())));
    for (unsigned index : {0, 1}) {
      Value operand = withoutTrans(op->getOperand(index));
      isChained |=
          !isCheap(operand) && results.contains(graph.find(getNode(operand)));
    }
    if (dot.plan.unit == DotUnit::Fma)
      planFma(product, dot);
    else
      planMatrixUnit(product, dot, isChained);
  }
}

/// Threads store an operand that they hold by their longest runs of neighbours.
/// Where memory has no order, as in a convolution of images by channels, the
/// order of the layout is not known before it is chosen: 32 stores of a half
/// for 4 of 16 bytes.
void LayoutPlanner::orderSharedOperands() {
  for (auto &[op, dot] : dots)
    for (unsigned operand : {0, 1}) {
      Value value = op->getOperand(operand);
      unsigned alongK = operand == 0 ? 1 : 0;
      for (auto trans = value.getDefiningOp<tt::TransOp>();
           trans && isView(trans); trans = value.getDefiningOp<tt::TransOp>()) {
        value = trans.getSrc();
        alongK = 1 - alongK;
      }
      if (!dot.plan.isShared[operand] || isCheap(value) ||
          value.getDefiningOp<tt::DescriptorLoadOp>() ||
          tt::getElementBits(getElementTypeOrSelf(value.getType())) != 16)
        continue;
      const ttg::LinearLayout &layout = getDefinedLayout(value).getLayout();
      int64_t inK = layout.getNumConsecutive(alongK);
      int64_t across = layout.getNumConsecutive(1 - alongK);
      if (inK != across)
        dot.plan.isKMajor[operand] = inK > across;
    }
}

/// How warps share a product of MxN.
static void shareAmongWarps(ttg::MmaShape &shape, const DotTraits &traits,
                            unsigned numWarps, bool isChained) {
  int64_t rows = shape.getRows();
  if (shape.version == 3)
    shape.warpsM = kGroupWarps;
  bool isAlongM = traits.m >= traits.n || shape.version == 3;
  while (shape.warpsM * shape.warpsN < numWarps) {
    bool hasRows = traits.m > rows * shape.warpsM;
    bool hasColumns = traits.n > 8 * shape.warpsN;
    bool growsM = hasRows;
    if (isChained)
      growsM = isAlongM ? hasRows || !hasColumns : hasRows && !hasColumns;
    else if (shape.version == 2 && hasRows && hasColumns)
      // Where both have room, the parts of warps become square.
      growsM = traits.m / shape.warpsM >= traits.n / shape.warpsN;
    (growsM ? shape.warpsM : shape.warpsN) *= 2;
  }
}

void LayoutPlanner::planMatrixUnit(tt::DotOp op, Dot &dot, bool isChained) {
  DotTraits traits(op);
  bool isWarpGroup = dot.plan.unit == DotUnit::WarpGroup;
  ttg::MmaShape &shape = dot.plan.shape;
  shape.version = isWarpGroup ? 3 : 2;
  shape.elementBits = traits.accumulator.getIntOrFloatBitWidth();
  shareAmongWarps(shape, traits, options.numWarps, isChained);
  if (isWarpGroup)
    shape.instrN = std::clamp<int64_t>(traits.n / shape.warpsN, 8, kMaxInstrN);
  graph.fix(dot.result,
            table.intern(ttg::makeMmaLayout(op.getType().getShape(), shape)));
  for (unsigned operand : {0, 1}) {
    if (dot.plan.isShared[operand])
      continue;
    auto type = cast<RankedTensorType>(op->getOperand(operand).getType());
    ttg::LinearLayout layout = ttg::makeMmaOperandLayout(
        type.getShape(), operand, type.getElementTypeBitWidth(), shape);
    graph.fix(dot.operands[operand], table.intern(layout));
  }
}

void LayoutPlanner::planFma(tt::DotOp op, Dot &dot) {
  ttg::LinearLayout result = makeFmaResultLayout(op, options.numWarps);
  graph.fix(dot.result, table.intern(result));
  if (needsFmaLoop(op, options.target, options.numWarps))
    return;
  int64_t k = op.getA().getType().getShape().back();
  for (unsigned operand : {0, 1})
    graph.fix(dot.operands[operand],
              table.intern(ttg::makeFmaOperandLayout(result, operand, k)));
}
