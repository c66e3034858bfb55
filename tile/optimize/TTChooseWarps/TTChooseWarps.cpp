// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Chooses the warps of a block, and the stages of its loops, where the user
/// chose none.
///
/// **Products.** The results of the products of a loop are in registers, all at
/// the same time. A block has as few warps as leave a thread `kMostResults` of
/// these numbers, but for warp groups one for each 64 rows at most: two groups
/// that share rows read one operand twice. A loop that computes an operand has
/// up to `kMostThatCompute` warps: more groups are at different points of it.
/// With a producer, which copies ahead, a loop that multiplies what it loads
/// has as many stages as a block has shared memory for. One that computes an
/// operand, of another product or of packed numbers, or computes with the
/// results in each iteration, as with scales of blocks, gains more from a
/// second block on the multiprocessor, which multiplies meanwhile: it has the
/// stages for which two blocks have shared memory. With two products, as of
/// attention, two or three stages are the fastest, and a tile of up to 128 rows
/// has twice the results in a thread if one warp group can have them all.
///
/// **Other kernels.** If tiles are reduced, a thread has `kMostNumbers` of the
/// largest: the fewer the warps, the less they meet; half of them if a loop
/// loads tiles. Else it has `kFewNumbers`, two accesses of 16 bytes of f32.
///
/// The bounds are those of the fastest kernels of tests/bench/gpu.py on an H200
/// (docs/notebook/gpu-experiments.md).
///
/// Not here: fewer stages where shared memory does not suffice after all
/// (TTGSpecializeWarps.cpp, TTGPipelineLoops.cpp).

#include "cm2tt/Dialect/TT/TTOps.h"
#include "cm2tt/Tile/Passes.h"
#include "lowering/DotUnits.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace cm2tt;

namespace cm2tt {
#define GEN_PASS_DEF_TTCHOOSEWARPSPASS
#include "cm2tt/Tile/Passes.h.inc"
} // namespace cm2tt

/// Numbers of results of products in a thread, at most.
static constexpr int64_t kMostResults = 64;
/// Numbers of the largest tile in a thread.
static constexpr int64_t kMostNumbers = 32, kNumbersInLoop = 16,
                         kFewNumbers = 8;
/// Warps of a block: with products, without, if tiles are reduced, and if a
/// loop computes an operand of a product.
static constexpr unsigned kFewestWithProducts = 4, kMostWarps = 8,
                          kMostThatReduce = 16, kMostThatCompute = 16;
/// Results of two products in a thread, and rows of their tiles, for which one
/// warp group is the fastest.
static constexpr int64_t kMostOfTwo = 128, kMostRowsOfGroup = 128;
/// Stages of loops: that multiply what they load by warp groups, and others.
static constexpr unsigned kMostOfLoads = 8, kMostStages = 4, kUsualStages = 3;
/// Shared memory that the device reserves for a block (CUDA Programming Guide,
/// "Compute Capability 9.x"), and what barriers of rings take, at most.
static constexpr int64_t kReservedBytes = 1 << 10, kBarrierBytes = 2 << 10;
/// Bytes of tiles that an iteration loads, from which on two stages suffice.
static constexpr int64_t kLargeTiles = 32 << 10;

namespace {
/// The sizes of the tiles of a kernel, and the work on them.
struct TileWork {
  TileWork(ModuleOp module, const TargetInfo &target);

  /// The products of the loop or other block that have most results: the
  /// numbers of these, the rows of the tallest, whether all operands are as
  /// loaded, whether a unit for warp groups computes them all, and whether an
  /// iteration computes with their results.
  int64_t results = 0, rows = 0;
  bool isOfLoads = false, isOfWarpGroups = false, usesResults = false;
  /// The number of its products.
  unsigned products = 0;
  /// Bytes of the tiles that one iteration of it loads, and of the second
  /// operands that it computes.
  int64_t loaded = 0, computed = 0;
  /// Elements of the largest tile.
  int64_t largest = 0;
  /// Whether tiles are reduced, and whether a loop loads any.
  bool reduces = false, loadsInLoop = false;

private:
  void addProducts(Block &block, const TargetInfo &target);
  void addTiles(Operation *op);
};
} // namespace

static bool isLoad(Operation *op) {
  return isa<tt::LoadOp, tt::DescriptorLoadOp>(op);
}

void TileWork::addTiles(Operation *op) {
  reduces |= isa<tt::ReduceOp, tt::ScanOp>(op);
  loadsInLoop |= isLoad(op) &&
                 isa<RankedTensorType>(op->getResult(0).getType()) &&
                 op->getParentOfType<LoopLikeOpInterface>();
  auto add = [&](Type type) {
    if (auto tile = dyn_cast<RankedTensorType>(type))
      largest = std::max(largest, tile.getNumElements());
  };
  llvm::for_each(op->getOperandTypes(), add);
  llvm::for_each(op->getResultTypes(), add);
}

/// The bytes of the tiles that a block loads and that have two dimensions; rows
/// and columns are small.
static int64_t getLoadedBytes(Block &block) {
  int64_t bytes = 0;
  for (Operation &op : block) {
    auto tile = isLoad(&op)
                    ? dyn_cast<RankedTensorType>(op.getResult(0).getType())
                    : RankedTensorType();
    if (tile && tile.getRank() > 1)
      bytes +=
          tile.getNumElements() * tt::getElementBits(tile.getElementType()) / 8;
  }
  return bytes;
}

/// Whether an operand of a product of a block is loaded, perhaps transposed, or
/// comes from outside.
static bool isLoaded(Value operand, Block &block) {
  Operation *def = operand.getDefiningOp();
  while (isa_and_present<tt::TransOp>(def))
    def = def->getOperand(0).getDefiningOp();
  return !def || def->getBlock() != &block || isLoad(def);
}

/// Whether anything but the next product, or the next iteration, has the
/// result.
static bool isUsed(tt::DotOp dot) {
  return llvm::any_of(dot->getUsers(), [&](Operation *user) {
    auto next = dyn_cast<tt::DotOp>(user);
    bool isSum = next && next.getC() == dot.getD();
    return user->getBlock() == dot->getBlock() && !isSum &&
           !isa<scf::YieldOp>(user);
  });
}

/// Adds the products of a block. A product that adds to another one of the
/// block has its registers.
void TileWork::addProducts(Block &block, const TargetInfo &target) {
  int64_t numbers = 0, tallest = 0, computedBytes = 0;
  unsigned count = 0;
  bool areOfWarpGroups = true, areOfLoads = true, areUsed = false;
  for (auto dot : block.getOps<tt::DotOp>()) {
    ++count;
    Operation *before = dot.getC().getDefiningOp();
    DotTraits traits(dot);
    if (!isa_and_present<tt::DotOp>(before) || before->getBlock() != &block)
      numbers += dot.getD().getType().getNumElements();
    tallest = std::max(tallest, traits.m);
    areOfWarpGroups &= chooseDotUnit(traits, target, kFewestWithProducts) ==
                       DotUnit::WarpGroup;
    areOfLoads &= isLoaded(dot.getA(), block) && isLoaded(dot.getB(), block);
    areUsed |= isUsed(dot);
    auto b = dot.getB().getType();
    if (!isLoaded(dot.getB(), block))
      computedBytes +=
          b.getNumElements() * tt::getElementBits(b.getElementType()) / 8;
  }
  // Which unit computes them, TTDecomposeDots decides.
  for (auto dot : block.getOps<tt::DotScaledOp>()) {
    numbers += cast<RankedTensorType>(dot.getD().getType()).getNumElements();
    areOfWarpGroups = areOfLoads = false;
  }
  if (numbers <= results)
    return;
  results = numbers;
  rows = tallest;
  products = count;
  isOfLoads = areOfLoads;
  isOfWarpGroups = areOfWarpGroups;
  usesResults = areUsed;
  computed = computedBytes;
  loaded = isa_and_present<scf::ForOp>(block.getParentOp())
               ? getLoadedBytes(block)
               : 0;
}

TileWork::TileWork(ModuleOp module, const TargetInfo &target) {
  module.walk([&](Operation *op) {
    addTiles(op);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        addProducts(block, target);
  });
}

/// As few warps, a power of two from `least` on and up to `most`, as leave a
/// thread at most `numbers` of `elements`.
static unsigned chooseCount(int64_t elements, int64_t numbers, unsigned least,
                            unsigned most) {
  unsigned warps = least;
  while (2 * warps <= most && elements > numbers * warps * TargetInfo::warpSize)
    warps *= 2;
  return warps;
}

static unsigned chooseWarps(const TileWork &work) {
  constexpr int64_t kRowsOfWarp = 16;
  if (!work.results && work.reduces)
    return chooseCount(work.largest,
                       work.loadsInLoop ? kNumbersInLoop : kMostNumbers, 1,
                       kMostThatReduce);
  if (!work.results)
    return chooseCount(work.largest, kFewNumbers, 1, kMostWarps);
  unsigned most = kMostWarps;
  if (work.isOfWarpGroups)
    most = std::clamp<int64_t>(work.rows / kRowsOfWarp, kFewestWithProducts,
                               work.isOfLoads ? kMostWarps : kMostThatCompute);
  bool isAttention =
      work.isOfWarpGroups && work.products == 2 && !work.isOfLoads;
  if (isAttention && work.rows <= kMostRowsOfGroup &&
      work.results <=
          kMostOfTwo * kFewestWithProducts * int64_t(TargetInfo::warpSize))
    return kFewestWithProducts;
  return chooseCount(work.results, kMostResults, kFewestWithProducts, most);
}

static unsigned chooseStages(const TileWork &work, unsigned warps,
                             const TargetInfo &target) {
  if (!work.loaded)
    return kUsualStages;
  const int64_t fitting = target.getMaxSharedBytes() / work.loaded;
  // Room for two blocks, but not for fewer stages than usual.
  if (!work.isOfWarpGroups)
    return std::clamp<int64_t>(fitting / 2, kUsualStages, kMostStages);
  if (work.products == 2 && !work.isOfLoads)
    return work.loaded >= kLargeTiles ? 2 : kUsualStages;
  if (work.isOfLoads && !work.usesResults)
    return std::clamp<int64_t>(fitting, 2, kMostOfLoads);
  // There are no registers for two blocks.
  if (work.results > kMostResults * warps * TargetInfo::warpSize)
    return std::clamp<int64_t>(fitting, 2, kMostStages);
  const int64_t ofBlock = (target.getMaxSharedBytes() - kReservedBytes) / 2 -
                          kBarrierBytes - work.computed;
  return std::clamp<int64_t>(ofBlock / work.loaded, 2, kMostStages);
}

namespace {
struct TTChooseWarpsPass
    : cm2tt::impl::TTChooseWarpsPassBase<TTChooseWarpsPass> {
  using Base::Base;
  void runOnOperation() override;

private:
  void choose(StringRef name, unsigned given,
              llvm::function_ref<unsigned()> number);
};
} // namespace

/// Sets an attribute of the module, unless a number is given or is there.
void TTChooseWarpsPass::choose(StringRef name, unsigned given,
                               llvm::function_ref<unsigned()> number) {
  ModuleOp module = getOperation();
  if (given || module->hasAttr(name))
    return;
  unsigned chosen = number();
  module->setAttr(name, Builder(module).getI32IntegerAttr(chosen));
  auto funcs = module.getOps<tt::FuncOp>();
  if (!funcs.empty())
    emitRemark((*funcs.begin()).getLoc())
        << (name == tt::kNumWarpsAttr ? "the warps of a block, from its tiles: "
                                      : "the stages of loops, from their "
                                        "tiles: ")
        << chosen;
}

void TTChooseWarpsPass::runOnOperation() {
  std::optional<TargetInfo> gpu = TargetInfo::parse(target);
  if (!gpu || (numWarps && numStages))
    return;
  TileWork work(getOperation(), *gpu);
  choose(tt::kNumWarpsAttr, numWarps, [&] { return chooseWarps(work); });
  choose(tt::kNumStagesAttr, numStages, [&] {
    unsigned warps = tt::getNumWarps(getOperation(), numWarps);
    return chooseStages(work, warps, *gpu);
  });
}
