// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The loads of a loop that become asynchronous, and the stages of all
/// operations.
///
/// Loads are found backwards from products. A load at level 0 feeds a product;
/// one at level 1 computes the address of such a load, and so on. The levels
/// share the stages before the last evenly. Operations that an early load needs
/// run in its stage, in the previous iteration too if the loop carries the
/// value.
///
/// A load stays in its iteration if the loop may write what it reads
/// (MemoryOrder.h), and so does a load whose address it computes.
///
/// Unlike in FlashAttention-3, the last product of a chain has no stage of its
/// own: TTGRotateLoops does that on demand, with registers counted and the
/// waits where `ptxas` leaves them. Without both, attention is slower
/// (docs/notebook/gpu-experiments.md).
///
/// Not here: changing the loop (AsyncLoads.cpp, Expand.cpp).

#include "PipelineLoopsInternals.h"

#include "cm2tt/Dialect/TTG/MatrixLayouts.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace cm2tt;

uint64_t LoopSchedule::getBytes() const {
  uint64_t bytes = 0;
  for (const PipelinedLoad &load : loads)
    bytes += load.getBytes();
  return bytes;
}

namespace {
/// Plans one loop.
class SchedulePlanner {
public:
  SchedulePlanner(scf::ForOp loop, unsigned numStages,
                  const PipelineAnalyses &analyses,
                  SmallVectorImpl<KeptLoad> *kept)
      : loop(loop), axisInfo(analyses.axisInfo), order(analyses.order),
        kept(kept) {
    schedule.numStages = numStages;
  }
  std::optional<LoopSchedule> plan();

private:
  bool canSpread();
  void findLoads();
  void visit(Value value, unsigned level);
  Operation *findObstacle(Operation *load);
  void keepOrder();
  void chooseLoads();
  ttg::MemDescType chooseMemory(Operation *op) const;
  ttg::SharedAttr chooseLayout(tt::LoadOp load) const;
  bool assignSlices();
  bool assign(Operation *root, unsigned stage);
  void loadFragmentsAhead();
  bool collectPure(Operation *load, llvm::SetVector<Operation *> &slice);
  void loadSmallTilesAhead();
  void pushOperands(Operation *op, SmallVectorImpl<Operation *> &pending);
  void setUseStages();

  scf::ForOp loop;
  const ModuleAxisInfo &axisInfo;
  const MemoryOrder &order;
  SmallVectorImpl<KeptLoad> *kept;
  LoopSchedule schedule;
  /// Loads, in the order found, and the deepest level at which each is met.
  llvm::MapVector<Operation *, unsigned> levels;
  llvm::DenseSet<std::pair<Operation *, unsigned>> visited;
};
} // namespace

//===----------------------------------------------------------------------===//
// Whether a loop is pipelined
//===----------------------------------------------------------------------===//

/// Inner loops are pipelined instead; operations that all threads perform
/// together, or with visible effects, cannot be reordered with it. MLIR expands
/// no loop over numbers without a sign.
bool SchedulePlanner::canSpread() {
  if (schedule.numStages < 2 || loop.getUnsignedCmp())
    return false;
  Operation *terminator = loop.getBody()->getTerminator();
  for (Value yielded : terminator->getOperands()) {
    Operation *def = yielded.getDefiningOp();
    if (!def || def->getBlock() != loop.getBody())
      return false; // MLIR's expansion requires all values to be computed in
                    // the same iteration
  }
  return !loop.getBody()
              ->walk([](Operation *op) {
                bool isObstacle =
                    isa<LoopLikeOpInterface, gpu::BarrierOp, tt::AssertOp,
                        tt::PrintOp, tt::CallOp, ttg::AsyncCopyOp>(op);
                return isObstacle ? WalkResult::interrupt()
                                  : WalkResult::advance();
              })
              .wasInterrupted();
}

//===----------------------------------------------------------------------===//
// Loads
//===----------------------------------------------------------------------===//

static bool isLoad(Operation *op) {
  return isa_and_present<tt::LoadOp, tt::DescriptorLoadOp>(op);
}

void SchedulePlanner::visit(Value value, unsigned level) {
  SmallVector<std::pair<Value, unsigned>> pending{{value, level}};
  while (!pending.empty()) {
    auto [current, at] = pending.pop_back_val();
    Operation *def = current.getDefiningOp();
    if (!def || def->getBlock() != loop.getBody() ||
        !visited.insert({def, at}).second)
      continue;
    unsigned next = at;
    if (isLoad(def)) {
      unsigned &deepest = levels[def];
      deepest = std::max(deepest, at);
      if (++next >= schedule.numStages)
        continue;
    }
    for (Value operand : def->getOperands())
      pending.push_back({operand, next});
  }
}

void SchedulePlanner::findLoads() {
  loop.getBody()->walk([&](Operation *op) {
    if (!isa<ttg::WarpGroupDotOp, tt::DotOp>(op))
      return;
    visit(op->getOperand(0), 0);
    visit(op->getOperand(1), 0);
  });
  // On demand, other loops are pipelined as well, for any users of their loads.
  if (!levels.empty() || !loop->hasAttr("tt.num_stages"))
    return;
  for (Operation &op : *loop.getBody())
    if (!isLoad(&op))
      for (Value operand : op.getOperands())
        if (isLoad(operand.getDefiningOp()))
          visit(operand, 0);
}

/// An operation of the loop that a load, or one that computes its address,
/// must not pass; null if there is none.
Operation *SchedulePlanner::findObstacle(Operation *load) {
  SmallVector<Operation *> pending{load};
  llvm::DenseSet<Operation *> seen;
  while (!pending.empty()) {
    Operation *op = pending.pop_back_val();
    if (!seen.insert(op).second)
      continue;
    Operation *obstacle = nullptr;
    op->walk([&](Operation *inner) {
      if (!obstacle && isLoad(inner))
        obstacle = order.findObstacle(loop, inner->getOperand(0));
    });
    if (obstacle)
      return obstacle;
    pushOperands(op, pending);
  }
  return nullptr;
}

/// Drops the loads that must stay in their iteration.
void SchedulePlanner::keepOrder() {
  levels.remove_if([&](const auto &entry) {
    Operation *obstacle = findObstacle(entry.first);
    if (obstacle && kept && chooseMemory(entry.first))
      kept->push_back({entry.first, obstacle});
    return obstacle != nullptr;
  });
}

/// The dimensions of a tile, the one that threads walk first.
static SmallVector<unsigned> orderOf(const ttg::LinearLayout &layout) {
  SmallVector<unsigned> order;
  for (unsigned dim = layout.getRank(); dim-- > 0;)
    order.push_back(dim);
  llvm::stable_sort(order, [&](unsigned a, unsigned b) {
    return layout.getNumConsecutive(a) > layout.getNumConsecutive(b);
  });
  return order;
}

/// Whether the result is the operand of products, transposed or not.
static bool feedsWarpDot(Operation *op) {
  return llvm::all_of(op->getUsers(), [](Operation *user) {
    return isa<tt::DotOp, ttg::WarpGroupDotOp>(user) ||
           (isa<tt::TransOp>(user) && feedsWarpDot(user));
  });
}

/// The layout of the fragments that products take of a loaded tile, as one of
/// that tile, if `user` is the first of the conversion and the transposition
/// between them.
static std::optional<ttg::LinearLayout> getFragments(Operation *user) {
  auto trans = dyn_cast<tt::TransOp>(user);
  if (trans && trans->hasOneUse())
    user = *trans->getUsers().begin();
  auto convert = dyn_cast<ttg::ConvertLayoutOp>(user);
  if (!convert || !feedsWarpDot(convert))
    return std::nullopt;
  ttg::LinearLayout layout = ttg::getLayoutAttr(convert.getType()).getLayout();
  if (!trans)
    return layout;
  SmallVector<unsigned> inverse(trans.getOrder().size());
  for (auto [index, dim] : llvm::enumerate(trans.getOrder()))
    inverse[dim] = index;
  return layout.transposeOuts(inverse);
}

/// A layout of memory from which fragments are loaded well. Words whose
/// neighbours in memory are not in neighbouring lanes cannot be loaded as
/// matrices.
static ttg::LinearLayout
makeFragmentMemory(ArrayRef<int64_t> shape, unsigned bits,
                   ArrayRef<unsigned> order,
                   const ttg::LinearLayout &fragments) {
  bool isAcross =
      bits == 32 && fragments.getBasis(ttg::InDim::Lane, 0)[order.front()] == 0;
  return ttg::makeLdmatrixSharedLayout(shape, bits, order, isAcross ? 2 : 1);
}

/// The layout of the buffers: that of the memory that its users make of it,
/// which must agree; one that fragments are loaded from well; or a plain one.
ttg::SharedAttr SchedulePlanner::chooseLayout(tt::LoadOp load) const {
  auto type = cast<RankedTensorType>(load.getType());
  ttg::SharedAttr memory;
  std::optional<ttg::LinearLayout> fragments;
  for (Operation *user : load->getUsers()) {
    if (auto alloc = dyn_cast<ttg::LocalAllocOp>(user)) {
      ttg::SharedAttr wanted = alloc.getType().getLayout();
      if (memory && memory != wanted)
        return {};
      memory = wanted;
    }
    if (!fragments)
      fragments = getFragments(user);
  }
  if (memory)
    return memory;
  SmallVector<unsigned> order = orderOf(ttg::getLayoutAttr(type).getLayout());
  unsigned bits = tt::getElementBits(type.getElementType());
  ttg::LinearLayout layout =
      fragments ? makeFragmentMemory(type.getShape(), bits, order, *fragments)
                : ttg::makeSharedLayout(type.getShape(), order);
  return ttg::SharedAttr::get(load.getContext(), layout);
}

bool cm2tt::hasOther(Operation *op) {
  auto load = dyn_cast<tt::LoadOp>(op);
  Value other = load ? load.getOther() : Value();
  return other && !matchPattern(other, m_PosZeroFloat()) &&
         !matchPattern(other, m_Zero());
}

/// Whether the zeros that a copy writes where the mask is false can be used, or
/// can be replaced in registers.
static bool canReplaceOther(tt::LoadOp load) {
  if (!hasOther(load))
    return true;
  return llvm::none_of(load->getUsers(), [](Operation *user) {
    return isa<ttg::LocalAllocOp>(user);
  });
}

/// A buffer of a load; null if the load cannot become a copy.
ttg::MemDescType SchedulePlanner::chooseMemory(Operation *op) const {
  if (auto load = dyn_cast<tt::DescriptorLoadOp>(op))
    return chooseBulkMemory(load);
  auto load = cast<tt::LoadOp>(op);
  auto type = dyn_cast<RankedTensorType>(load.getType());
  if (!type || load.getIsVolatile() || !canReplaceOther(load))
    return {};
  ttg::SharedAttr layout = chooseLayout(load);
  if (!layout)
    return {};
  auto memory = ttg::MemDescType::get(load.getContext(), type.getShape(),
                                      type.getElementType(), layout, 1);
  if (!getAsyncCopyBytes(load.getPtr(), load.getMask(), memory, axisInfo))
    return {};
  return memory;
}

void SchedulePlanner::chooseLoads() {
  std::optional<unsigned> deepest;
  for (auto &[op, level] : levels) {
    ttg::MemDescType memory = chooseMemory(op);
    if (!memory)
      continue;
    deepest = std::max(deepest.value_or(0), level);
    schedule.loads.push_back({op, level, 0, memory});
  }
  if (!deepest)
    return;
  unsigned last = schedule.getLastStage(), latency = last / (*deepest + 1);
  llvm::erase_if(schedule.loads, [&](PipelinedLoad &load) {
    unsigned ahead = (load.stage + 1) * latency;
    load.stage = last - std::min(ahead, last);
    return latency == 0;
  });
}

//===----------------------------------------------------------------------===//
// Stages
//===----------------------------------------------------------------------===//

/// Adds the operations of the body that compute the operands of `op`, in this
/// iteration or the one before.
void SchedulePlanner::pushOperands(Operation *op,
                                   SmallVectorImpl<Operation *> &pending) {
  llvm::SetVector<Value> used;
  op->walk([&](Operation *inner) {
    used.insert(inner->operand_begin(), inner->operand_end());
  });
  for (Value value : used) {
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      if (argument.getOwner() != loop.getBody() ||
          argument == loop.getInductionVar())
        continue;
      value = loop.getTiedLoopYieldedValue(argument)->get();
    }
    Operation *def = value.getDefiningOp();
    if (def && def->getBlock() == loop.getBody())
      pending.push_back(def);
  }
}

/// Puts `root` and what it needs in `stage`, where that is not earlier already.
bool SchedulePlanner::assign(Operation *root, unsigned stage) {
  SmallVector<Operation *> pending{root};
  while (!pending.empty()) {
    Operation *op = pending.pop_back_val();
    if (schedule.early.count(op))
      continue;
    bool isLater = op != root && llvm::any_of(schedule.loads, [&](auto &load) {
                     return load.load == op && load.stage > stage;
                   });
    bool canMove = isMemoryEffectFree(op) || isLoad(op);
    if (isLater || !canMove || isa<tt::DotOp, ttg::WarpGroupDotOp>(op))
      return false;
    schedule.early[op] = stage;
    pushOperands(op, pending);
  }
  return true;
}

bool SchedulePlanner::assignSlices() {
  llvm::stable_sort(schedule.loads, [](const auto &a, const auto &b) {
    return a.stage < b.stage;
  });
  for (PipelinedLoad &load : schedule.loads)
    if (!assign(load.load, load.stage))
      return false;
  return true;
}

/// The rest of the 255 of a thread is for addresses and masks: 62 in a product
/// of 128x256x32 by 8 warps.
constexpr unsigned kMaxRegisters = 192;

static unsigned countRegisters(RankedTensorType tile) {
  return 1u << ttg::getLayoutAttr(tile).getLayout().getInBits(
             ttg::InDim::Register);
}

/// A product of warp groups runs asynchronously until the end of its iteration.
/// If its first operand is in registers, loaded from shared memory as words,
/// the fragments of the next iteration are loaded meanwhile. These take the
/// same registers again; where that is too many, ptxas spills.
void SchedulePlanner::loadFragmentsAhead() {
  unsigned last = schedule.getLastStage();
  for (Operation &op : *loop.getBody()) {
    auto dot = dyn_cast<ttg::WarpGroupDotOp>(op);
    auto a = dot ? dyn_cast<RankedTensorType>(dot.getA().getType())
                 : RankedTensorType();
    if (!a || !a.getElementType().isF32() ||
        countRegisters(dot.getType()) + 2 * countRegisters(a) > kMaxRegisters)
      continue;
    // The operations from the load to the product.
    SmallVector<Operation *, 2> moves;
    Operation *def = dot.getA().getDefiningOp();
    while (isa_and_present<tt::TransOp, ttg::ConvertLayoutOp>(def) &&
           def->hasOneUse()) {
      moves.push_back(def);
      def = def->getOperand(0).getDefiningOp();
    }
    bool isAhead =
        def && llvm::any_of(schedule.loads, [&](auto &load) {
          return load.load == def && !load.isBulk() && load.stage + 1 < last;
        });
    if (!isAhead || !def->hasOneUse())
      continue;
    for (Operation *move : moves)
      schedule.early[move] = last - 1;
  }
}

/// Adds a load and what computes its operands, in this iteration or the one
/// before; false if that is more than numbers.
bool SchedulePlanner::collectPure(Operation *load,
                                  llvm::SetVector<Operation *> &slice) {
  SmallVector<Operation *> pending{load};
  while (!pending.empty()) {
    Operation *op = pending.pop_back_val();
    if (!slice.insert(op))
      continue;
    bool isNumber = isPure(op) && !isa<tt::DotOp, ttg::WarpGroupDotOp>(op);
    if (op != load && !isNumber)
      return false;
    pushOperands(op, pending);
  }
  return true;
}

/// Registers of a thread for the loads of the next iteration.
constexpr unsigned kMaxRegistersAhead = 8;

/// A load that cannot be a copy, such as that of the scales of packed weights,
/// would be waited for in each iteration. If its tile is small, it starts an
/// iteration ahead, and the loop carries it in registers.
void SchedulePlanner::loadSmallTilesAhead() {
  unsigned last = schedule.getLastStage(), registers = 0;
  for (auto load : loop.getBody()->getOps<tt::LoadOp>()) {
    auto tile = dyn_cast<RankedTensorType>(load.getType());
    unsigned bits = tt::getElementBits(getElementTypeOrSelf(load.getType()));
    unsigned needed =
        llvm::divideCeil(bits * (tile ? countRegisters(tile) : 1), 32);
    llvm::SetVector<Operation *> slice;
    if (load.getIsVolatile() || schedule.early.count(load) ||
        registers + needed > kMaxRegistersAhead || findObstacle(load) ||
        !collectPure(load, slice))
      continue;
    registers += needed;
    for (Operation *op : slice)
      schedule.early.try_emplace(op, last - 1);
  }
}

void SchedulePlanner::setUseStages() {
  for (PipelinedLoad &load : schedule.loads) {
    load.useStage = schedule.getLastStage();
    for (Operation *user : load.load->getUsers())
      load.useStage =
          std::min(load.useStage, schedule.getStage(findInBody(loop, user)));
  }
  // A wait for a bulk copy of an iteration that does not exist would not end:
  // only the last stage does not run for those.
  llvm::erase_if(schedule.loads, [&](const PipelinedLoad &load) {
    return load.useStage <= load.stage ||
           (load.isBulk() && load.useStage != schedule.getLastStage());
  });
  // Other tiles are loaded from their buffers into registers.
  schedule.feedsWarpGroups =
      llvm::any_of(schedule.loads, [](const PipelinedLoad &load) {
        return llvm::any_of(load.load->getUsers(),
                            llvm::IsaPred<ttg::LocalAllocOp>);
      });
}

std::optional<LoopSchedule> SchedulePlanner::plan() {
  if (!canSpread())
    return std::nullopt;
  findLoads();
  keepOrder();
  chooseLoads();
  if (schedule.loads.empty() || !assignSlices())
    return std::nullopt;
  loadFragmentsAhead();
  loadSmallTilesAhead();
  setUseStages();
  if (schedule.loads.empty())
    return std::nullopt;
  return std::move(schedule);
}

std::optional<LoopSchedule>
cm2tt::planSchedule(scf::ForOp loop, unsigned numStages,
                    const PipelineAnalyses &analyses,
                    SmallVectorImpl<KeptLoad> *kept) {
  return SchedulePlanner(loop, numStages, analyses, kept).plan();
}
