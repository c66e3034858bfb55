// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Builds the graph of a function's layouts: one walk in the order of
/// dominance.
///
/// Not here: matrix products (PlanDots.cpp), control flow
/// (PlanControlFlow.cpp), solving (LayoutGraph.cpp).

#include "LayoutPlanner.h"

#include "LayoutCosts.h"

#include "cm2tt/Dialect/TTG/TTGDialect.h"
#include "cm2tt/Lowering/TargetInfo.h"
#include "lowering/AtomicAccess.h"

#include "mlir/Analysis/TopologicalSortUtils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace cm2tt;

using Kind = LayoutTransform::Kind;

/// The maximum number of divisions of a thread that are cheaper than a
/// conversion of their results, which waits for two barriers.
constexpr int64_t kMaxCheapDivisions = 8;

static ArrayRef<int64_t> getShape(Value tile) {
  return cast<RankedTensorType>(tile.getType()).getShape();
}

LayoutPlanner::LayoutPlanner(tt::FuncOp func, const PlannerOptions &options)
    : options(options), context(func.getContext()), forms(options.axisInfo),
      fastestDims(options.axisInfo, func.getBody()),
      graph(table, options.numWarps) {
  findViews(func);
  findCopies(func);
  visit(func.getBody());
  planDots();
  graph.solve();
  orderSharedOperands();
}

//===----------------------------------------------------------------------===//
// Answers
//===----------------------------------------------------------------------===//

ttg::LinearAttr LayoutPlanner::getAttribute(Derived derived) const {
  std::optional<LayoutId> layout =
      table.apply(derived.image, graph.getChoice(derived.node));
  assert(layout && "choices have the images that are required");
  ttg::LinearAttr &attribute = attributes[*layout];
  if (!attribute)
    attribute = ttg::LinearAttr::get(context, table.get(*layout));
  return attribute;
}

ttg::LinearAttr LayoutPlanner::getDefinedLayout(Value tile) const {
  auto found = defined.find(tile);
  if (found != defined.end())
    return getAttribute(found->second);
  return getAttribute({classes.lookup(tile)});
}

ttg::LinearAttr LayoutPlanner::getRequiredLayout(OpOperand &operand) const {
  auto found = required.find(&operand);
  return found == required.end() ? ttg::LinearAttr()
                                 : getAttribute(found->second);
}

std::optional<unsigned> LayoutPlanner::getPackAxis(Operation *op) const {
  auto assembly = dyn_cast<tt::ElementwiseInlineAsmOp>(op);
  if (!assembly || assembly.getPackedElement() == 1 ||
      !tt::isTile(op->getResult(0)) || op->hasAttr(tt::kAnyPackAttr))
    return std::nullopt;
  return fastestDims.get(op);
}

ttg::LinearAttr LayoutPlanner::getPlainLayout(Value tile) const {
  return ttg::LinearAttr::get(
      context, ttg::makeDefaultLayout(getShape(tile), options.numWarps));
}

//===----------------------------------------------------------------------===//
// Images
//===----------------------------------------------------------------------===//

static std::vector<int64_t> numbersOf(ArrayRef<int32_t> order) {
  return {order.begin(), order.end()};
}

static std::vector<int64_t> invert(ArrayRef<int32_t> order) {
  std::vector<int64_t> inverse(order.size());
  for (auto [index, dim] : llvm::enumerate(order))
    inverse[dim] = index;
  return inverse;
}

LayoutTransform cm2tt::getOperandTransform(OpOperand &operand) {
  Operation *op = operand.getOwner();
  ArrayRef<int64_t> shape = getShape(operand.get());
  return llvm::TypeSwitch<Operation *, LayoutTransform>(op)
      .Case([](tt::ExpandDimsOp op) {
        return LayoutTransform{Kind::ProjectOut, {op.getAxis()}};
      })
      .Case([&](tt::BroadcastOp) {
        return LayoutTransform{Kind::ShrinkTo, shape.vec()};
      })
      .Case([&](tt::ReshapeOp) {
        return LayoutTransform{Kind::Reshape, shape.vec()};
      })
      .Case([](tt::TransOp op) {
        return LayoutTransform{Kind::Transpose, invert(op.getOrder())};
      })
      .Case([](tt::SplitOp) { return LayoutTransform{Kind::Join, {}}; })
      .Default([](Operation *) { return LayoutTransform(); });
}

LayoutTransform cm2tt::getResultTransform(Operation *op) {
  return llvm::TypeSwitch<Operation *, LayoutTransform>(op)
      .Case([](tt::ExpandDimsOp op) {
        return LayoutTransform{Kind::ExpandDims, {op.getAxis()}};
      })
      .Case([](tt::ReshapeOp op) {
        return LayoutTransform{Kind::Reshape, getShape(op.getResult()).vec()};
      })
      .Case([](tt::TransOp op) {
        return LayoutTransform{Kind::Transpose, numbersOf(op.getOrder())};
      })
      .Case([](tt::SplitOp) { return LayoutTransform{Kind::Split, {}}; })
      // The image of a broadcast has copies, which is not a good layout.
      .Default([](Operation *) { return LayoutTransform{Kind::None, {}}; });
}

//===----------------------------------------------------------------------===//
// Nodes and edges
//===----------------------------------------------------------------------===//

unsigned LayoutPlanner::addNode(Value tile) {
  return graph.addNode(getShape(tile));
}

unsigned LayoutPlanner::getNode(Value tile) {
  auto [entry, isNew] = classes.try_emplace(tile, 0);
  if (isNew)
    entry->second = addNode(tile);
  return entry->second;
}

static unsigned getBits(Value tile) {
  return std::max(tt::getElementBits(getElementTypeOrSelf(tile.getType())), 8u);
}

void LayoutPlanner::require(OpOperand &operand, unsigned node,
                            const Images &images) {
  Value tile = operand.get();
  unsigned image = table.internTransform(images.image);
  required[&operand] = {node, image};
  if (isCheap(tile))
    return addCheap(operand, node, images.image);
  LayoutEdge edge;
  edge.from = getNode(tile);
  edge.to = node;
  edge.required = image;
  if (!images.image.isSame())
    edge.inverseRequired = table.internTransform(images.inverse);
  edge.inverseDefined = 0;
  edge.bits = getBits(tile);
  // A copy to shared memory, from which the layout of its users is loaded: its
  // conversion is free.
  const bool isCopied = copies.contains(tile.getDefiningOp());
  // Not zero: of layouts that load equally well, one without a conversion.
  constexpr double copied = 0x1p-10;
  edge.weight = getWeight(tile) * (isCopied ? copied : 1);
  graph.addEdge(edge);
}

/// Whether an operation divides by a number that is not constant.
static bool isDivision(Operation *op) {
  return isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp>(
             op) &&
         !matchPattern(op->getOperand(1), m_Constant());
}

void LayoutPlanner::addCheap(OpOperand &operand, unsigned node,
                             const LayoutTransform &image) {
  auto cost = std::make_unique<DivisionCost>();
  using Transforms = SmallVector<LayoutTransform, 4>;
  SmallVector<std::pair<Value, Transforms>> pending;
  // A tile with several users counts in one layout.
  DenseSet<Value> visited;
  pending.push_back({operand.get(), {image}});
  while (!pending.empty()) {
    auto [tile, transforms] = pending.pop_back_val();
    if (!visited.insert(tile).second)
      continue;
    Operation *op = tile.getDefiningOp();
    if (isDivision(op))
      cost->add(transforms, getWeight(tile));
    for (OpOperand &inner : op->getOpOperands()) {
      if (!tt::isTile(inner.get()))
        continue;
      LayoutTransform next = getOperandTransform(inner);
      pending.push_back({inner.get(), transforms});
      if (!next.isSame())
        pending.back().second.push_back(next);
    }
  }
  if (cost->isEmpty())
    return;
  graph.addTerm(node, std::move(cost));
  divides.insert(node);
}

void LayoutPlanner::define(Value result, unsigned node, const Images &images) {
  LayoutEdge edge;
  edge.from = node;
  edge.to = getNode(result);
  edge.defined = table.internTransform(images.image);
  if (!images.image.isSame())
    edge.inverseDefined = table.internTransform(images.inverse);
  edge.bits = getBits(result);
  edge.weight = getWeight(result);
  graph.addEdge(edge);
  defined[result] = {node, edge.defined};
}

void LayoutPlanner::requireAll(Operation *op, unsigned node) {
  for (OpOperand &operand : op->getOpOperands())
    if (tt::isTile(operand.get()))
      require(operand, node);
}

//===----------------------------------------------------------------------===//
// The walk
//===----------------------------------------------------------------------===//

void LayoutPlanner::visit(Region &region) {
  if (region.hasOneBlock()) {
    for (Operation &op : region.front())
      visit(&op);
    return;
  }
  // Operands were visited before.
  for (Block *block : getBlocksSortedByDominance(region))
    for (Operation &op : *block)
      visit(&op);
}

/// Whether an operation on cheap tiles has a cheap result. It need not be
/// speculatable: it is rematerialised where it is.
bool LayoutPlanner::hasCheapResult(Operation *op) const {
  if (op->getNumResults() != 1 || op->getNumRegions() != 0 ||
      !isMemoryEffectFree(op))
    return false;
  const int64_t threads = options.numWarps * TargetInfo::warpSize;
  if (isDivision(op) && ShapedType::getNumElements(getShape(op->getResult(0))) >
                            kMaxCheapDivisions * threads)
    return false;
  if (!op->hasTrait<OpTrait::Elementwise>() &&
      !isa<arith::ConstantOp, tt::BroadcastOp, tt::ExpandDimsOp,
           tt::MakeRangeOp, tt::ReshapeOp, tt::SplatOp, tt::TransOp,
           ub::PoisonOp>(op))
    return false;
  // A pack of elements has a layout of its own.
  if (getPackAxis(op))
    return false;
  return llvm::all_of(op->getOperands(), [&](Value operand) {
    return !tt::isTile(operand) || isCheap(operand);
  });
}

void LayoutPlanner::visit(Operation *op) {
  if (isView(op))
    return;
  bool hasTileResult = llvm::any_of(op->getResults(), tt::isTile);
  if (hasTileResult && hasCheapResult(op)) {
    cheap.insert(op->getResult(0));
    return;
  }
  bool hasTile = hasTileResult || llvm::any_of(op->getOperands(), tt::isTile);
  if (visitControlFlow(op) || !hasTile)
    return;
  llvm::TypeSwitch<Operation *>(op)
      .Case<tt::LoadOp, tt::StoreOp>([&](auto access) {
        visitAccess(op, access.getPtr(), access.getMask(),
                    TargetInfo::maxVectorBits);
      })
      .Case([&](tt::AtomicRmwOp atomic) {
        visitAccess(op, atomic.getPtr(), atomic.getMask(),
                    getMaxAtomicElements(
                        atomic, options.target.getComputeCapability()));
      })
      .Case([&](tt::AtomicCasOp atomic) {
        visitAccess(op, atomic.getPtr(), Value(), /*maxElements=*/1);
      })
      .Case([&](tt::ReduceOp reduce) {
        visitReduction(op, reduce.getAxis(), /*isScan=*/false);
      })
      .Case([&](tt::ScanOp scan) {
        visitReduction(op, scan.getAxis(), /*isScan=*/true);
      })
      .Case([&](tt::MapElementwiseOp map) { visitPack(map); })
      .Case(
          [&](tt::ElementwiseInlineAsmOp assembly) { visitAssembly(assembly); })
      .Case([&](tt::DotOp dot) { visitDot(dot); })
      // It comes from shared memory, from where any layout is read.
      .Case([&](tt::DescriptorLoadOp load) { getNode(load.getResult()); })
      .Case<tt::AssertOp, tt::DescriptorReduceOp, tt::DescriptorStoreOp,
            tt::PrintOp, tt::UnsplatOp>([](auto) {
        // Any layout will do.
      })
      .Case<tt::BroadcastOp, tt::CatOp, tt::ExpandDimsOp, tt::GatherOp,
            tt::HistogramOp, tt::JoinOp, tt::ReshapeOp, tt::SplitOp,
            tt::TransOp>([&](auto) { visitShape(op); })
      .Default([&](Operation *) { visitElementwise(op); });
}

void LayoutPlanner::visitElementwise(Operation *op) {
  std::optional<unsigned> node;
  auto join = [&](Value tile) {
    unsigned other = getNode(tile);
    if (node)
      graph.unite(*node, other);
    else
      node = other;
  };
  for (Value result : op->getResults())
    if (tt::isTile(result))
      join(result);
  for (Value operand : op->getOperands())
    if (tt::isTile(operand) && !isCheap(operand))
      join(operand);
  if (!node) {
    // Only cheap operands and no result.
    for (Value operand : op->getOperands())
      if (tt::isTile(operand))
        node = addNode(operand);
  }
  graph.addWork(*node, getWeight(op->getBlock()));
  requireAll(op, *node);
}

/// Along which dimensions the addresses of neighbours differ by a multiple of
/// the size of a sector.
static SmallVector<bool> findApart(IntegerForms &forms, Value pointer) {
  auto tile = cast<RankedTensorType>(pointer.getType());
  SmallVector<bool> apart(tile.getRank(), false);
  std::optional<IntegerForm> form = forms.get(pointer);
  if (!form)
    return apart;
  auto type = cast<tt::PtrType>(tile.getElementType());
  const int64_t bits = tt::getElementBits(type.getPointeeType());
  for (unsigned dim = 0; dim < apart.size(); ++dim) {
    Polynomial stride;
    for (const auto &[monomial, coefficient] : form->sum.getTerms())
      if (std::optional<Monomial> rest = divide(monomial, {dim}))
        if (auto sum = stride.plus(Polynomial::term(coefficient, *rest)))
          stride = *sum;
    apart[dim] =
        !stride.isZero() && forms.getDivisor(stride) * bits >= kSectorBytes * 8;
  }
  return apart;
}

void LayoutPlanner::visitAccess(Operation *op, Value pointer, Value mask,
                                int64_t maxElements) {
  if (!tt::isTile(pointer))
    return;
  unsigned node = addNode(pointer);
  auto cost = std::make_unique<AccessCost>(options.axisInfo, pointer, mask,
                                           maxElements);
  cost->setWeight(getWeight(op->getBlock()));
  // Loads of a loop may become asynchronous copies of all elements.
  if (isa<tt::LoadOp>(op) && !isa<scf::ForOp>(op->getParentOp()))
    cost->setReadsOnce();
  if (isa<tt::StoreOp>(op))
    cost->setWrites();
  if (cost->isWithoutOrder())
    cost->setApart(findApart(forms, pointer));
  requireAll(op, node);
  // Addresses that divide need more than a tile's usual order gains.
  for (const ttg::LinearLayout &layout :
       cost->suggest(options.numWarps, divides.contains(node)))
    graph.addCandidate(node, table.intern(layout));
  graph.addTerm(node, std::move(cost));
  for (Value result : op->getResults())
    define(result, node);
}

void LayoutPlanner::visitReduction(Operation *op, unsigned axis, bool isScan) {
  unsigned node = addNode(op->getOperand(0));
  ReductionCost::Options reduction;
  reduction.axis = axis;
  reduction.isScan = isScan;
  for (Value operand : op->getOperands())
    reduction.bits = std::max(reduction.bits, getBits(operand));
  reduction.weight = getWeight(op->getBlock()) * op->getNumOperands();
  auto cost = std::make_unique<ReductionCost>(reduction);
  if (isScan)
    for (const ttg::LinearLayout &layout :
         cost->suggest(getShape(op->getOperand(0)), options.numWarps))
      graph.addCandidate(node, table.intern(layout));
  graph.addTerm(node, std::move(cost));
  requireAll(op, node);
  Images images;
  if (!isScan)
    images.image = {Kind::Slice, {axis}};
  for (Value result : op->getResults())
    if (tt::isTile(result))
      define(result, node, images);
}

void LayoutPlanner::visitPack(tt::MapElementwiseOp op) {
  if (op.getPack() == 1)
    return visitElementwise(op);
  unsigned node = addNode(op->getOperand(0));
  auto cost = std::make_unique<PackCost>(op.getPack());
  graph.addCandidate(node, table.intern(cost->suggest(
                               getShape(op->getOperand(0)), options.numWarps)));
  graph.addTerm(node, std::move(cost));
  requireAll(op, node);
  for (Value result : op->getResults())
    define(result, node);
}

void LayoutPlanner::visitAssembly(tt::ElementwiseInlineAsmOp op) {
  std::optional<unsigned> axis = getPackAxis(op);
  if (!axis)
    return visitElementwise(op);
  Value tile = op->getResult(0);
  unsigned node = addNode(tile);
  auto cost = std::make_unique<AsmPackCost>(op.getPackedElement(), *axis);
  graph.addCandidate(
      node, table.intern(cost->suggest(getShape(tile), options.numWarps)));
  graph.addTerm(node, std::move(cost));
  graph.addWork(node, getWeight(op->getBlock()));
  requireAll(op, node);
  for (Value result : op->getResults())
    define(result, node);
}

void LayoutPlanner::visitShape(Operation *op) {
  llvm::TypeSwitch<Operation *>(op)
      .Case<tt::JoinOp, tt::CatOp>([&](auto join) {
        unsigned node = addNode(join.getLhs());
        requireAll(op, node);
        Images images;
        images.image =
            isa<tt::JoinOp>(op)
                ? LayoutTransform{Kind::Join, {}}
                : LayoutTransform{Kind::Cat, getShape(op->getResult(0)).vec()};
        if (isa<tt::JoinOp>(op))
          images.inverse = {Kind::Split, {}};
        define(op->getResult(0), node, images);
      })
      .Case([&](tt::GatherOp gather) {
        unsigned node = getNode(gather.getResult());
        require(gather.getIndicesMutable(), node);
      })
      .Case([&](tt::HistogramOp histogram) {
        getNode(histogram.getResult());
        requireAll(op, addNode(histogram.getSrc()));
      })
      .Default([&](Operation *) {
        unsigned node = getNode(op->getResult(0));
        for (Value result : llvm::drop_begin(op->getResults())) {
          graph.unite(node, getNode(result));
        }
        OpOperand &operand = op->getOpOperand(0);
        require(operand, node,
                {getOperandTransform(operand), getResultTransform(op)});
      });
}
