// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Lowers scans, level by level from the lowest bits of the coordinate to the
/// highest: on each, the totals of the groups below are scanned, which gives
/// the prefix of each group. The prefix of an element is combined first and
/// applied to the element once, at the end.
///
///   level 0, registers   a b c d   ->  a ab abc abcd, total abcd
///   level 1, lanes       totals T0 T1 T2 ...  ->  T0 T0T1 ...; the prefix
///                        of lane 1: T0, of lane 2: T0T1
///   level 2, warps       likewise, through scratch memory
///
/// Elements are combined in their order, or with `reverse` from the last to the
/// first; the earlier element is the left operand.
///
/// Not here: plans (ReductionPlan.h).

#include "ReduceInternals.h"

#include "gpu/shared/ReductionScratch.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace cm2tt;

namespace {
/// The prefix of a group: empty if there are no elements, or if `valid` does
/// not hold.
struct Prefix {
  Elements elements;
  /// Null if there always is something.
  Value valid;
};

/// Emits one scan. Groups are named by their register, the bits of levels below
/// being zero.
class ScanEmitter {
public:
  ScanEmitter(tt::ScanOp op, const ttg::ScanPlan &plan,
              const LoweringContext &lowering,
              ConversionPatternRewriter &rewriter)
      : op(op), plan(plan), lowering(lowering), rewriter(rewriter),
        region(op, rewriter, lowering),
        exchange(rewriter, op.getLoc(), lowering.numWarps),
        isReverse(op.getReverse()), prefixes(plan.levels.size()) {}

  void begin(ArrayRef<ValueRange> operands);
  LogicalResult scanLevels();
  void applyPrefixes();
  void replace();

private:
  void scanRegisters(unsigned level);
  void scanLanes(unsigned level);
  LogicalResult scanWarps(unsigned level);

  Elements fromNeighbour(const Elements &elements, const ttg::ScanLevel &level,
                         unsigned bit, Value &valid);
  Value neighbourLane(uint64_t mask, uint64_t step, Value &valid);
  void storeTotals(const ttg::ScanLevel &level, Value base);
  SmallVector<Elements> loadTotals(const ttg::ScanLevel &level, Value base,
                                   uint32_t group);
  Value getPlace(Value base, ArrayRef<uint64_t> offsets, unsigned operand);
  int64_t getOffset(const ttg::ScanLevel &level, uint32_t group,
                    unsigned operand);

  Elements select(Value condition, const Elements &a, const Elements &b);
  Prefix join(const Prefix &outer, const Prefix &inner);
  bool hasLevelAbove(unsigned level) { return level + 1 < plan.levels.size(); }
  unsigned getBytes(unsigned operand) {
    return getScratchElementBytes(op.getSrcs()[operand].getType());
  }

  tt::ScanOp op;
  const ttg::ScanPlan &plan;
  const LoweringContext &lowering;
  ConversionPatternRewriter &rewriter;
  RegionEmitter region;
  ExchangeEmitter exchange;
  bool isReverse;
  /// Where the scratch memory of each operand begins, in bytes.
  SmallVector<uint64_t> places;
  /// Each register's element, scanned on the lowest level.
  SmallVector<Elements> scanned;
  /// The groups of the level at hand, and their totals by register.
  SmallVector<uint32_t> groups;
  SmallVector<Elements> totals;
  /// By level and register, what stands in front within the level.
  SmallVector<llvm::SmallDenseMap<uint32_t, Prefix>> prefixes;
};
} // namespace

void ScanEmitter::begin(ArrayRef<ValueRange> operands) {
  places = placeOperands(op.getSrcs().getTypes(), plan.scratchSize);
  totals.resize(plan.sameAs.size());
  for (auto [reg, same] : llvm::enumerate(plan.sameAs)) {
    if (reg != same)
      continue;
    groups.push_back(reg);
    totals[reg] = region.fromRegisters(operands, reg);
  }
  scanned = totals;
}

Elements ScanEmitter::select(Value condition, const Elements &a,
                             const Elements &b) {
  Elements chosen;
  for (auto [x, y] : llvm::zip_equal(a, b))
    chosen.push_back(
        LLVM::SelectOp::create(rewriter, op.getLoc(), condition, x, y));
  return chosen;
}

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

/// The registers along a level, in the order of the scan.
static SmallVector<uint32_t> registersAlong(const ttg::ScanLevel &level,
                                            bool isReverse) {
  SmallVector<uint32_t> along{0};
  for (unsigned bit : level.bits)
    for (size_t i = 0, size = along.size(); i < size; ++i)
      along.push_back(along[i] | 1u << bit);
  if (isReverse)
    std::reverse(along.begin(), along.end());
  return along;
}

void ScanEmitter::scanRegisters(unsigned level) {
  SmallVector<uint32_t> along = registersAlong(plan.levels[level], isReverse);
  llvm::erase_if(groups, [mask = plan.levels[level].mask()](uint32_t group) {
    return (group & mask) != 0;
  });
  for (uint32_t group : groups) {
    Elements running;
    for (uint32_t reg : along) {
      uint32_t member = group | reg;
      prefixes[level][member] = {running, {}};
      running = running.empty() ? totals[member]
                                : region.combine(running, totals[member],
                                                 /*contracts=*/level == 0);
      if (level == 0)
        scanned[member] = running;
    }
    totals[group] = running;
  }
}

//===----------------------------------------------------------------------===//
// Lanes
//===----------------------------------------------------------------------===//

/// The lane that stands `step` in front, counted in the bits of `mask` only:
/// borrows and carries pass through the others.
Value ScanEmitter::neighbourLane(uint64_t mask, uint64_t step, Value &valid) {
  Location loc = op.getLoc();
  uint64_t others = (TargetInfo::warpSize - 1) & ~mask;
  Value own = exchange.lane(0, others), moved;
  if (isReverse) {
    Value filled = exchange.lane(others, 0);
    moved = exchange.add(filled, exchange.i32(step));
    Value left = LLVM::XOrOp::create(rewriter, loc, own, exchange.i32(mask));
    own = left;
  } else {
    moved = exchange.add(own, exchange.i32(-int64_t(step)));
  }
  if (!valid)
    valid = LLVM::ICmpOp::create(rewriter, loc, LLVM::ICmpPredicate::uge, own,
                                 exchange.i32(step));
  return exchange.orDisjoint(exchange.field(moved, mask, 0),
                             exchange.lane(0, mask));
}

/// The elements of the group that is 2^n lanes along the axis in front, `bit`
/// being the lane bit that counts so; `valid` says whether there is one.
Elements ScanEmitter::fromNeighbour(const Elements &elements,
                                    const ttg::ScanLevel &level, unsigned bit,
                                    Value &valid) {
  unsigned first = level.bits.front(), last = level.bits.back();
  Elements received;
  if (last - first + 1 != level.bits.size()) {
    Value lane = neighbourLane(level.mask(), uint64_t(1) << bit, valid);
    for (Value element : elements)
      received.push_back(exchange.shuffle(element, NVVM::ShflKind::idx, lane));
    return received;
  }
  // Lanes that differ in higher bits only are segments of the shuffle.
  int segments = (32 - (2 << last)) << 8;
  for (Value element : elements)
    received.push_back(exchange.shuffleValid(
        element, isReverse ? NVVM::ShflKind::down : NVVM::ShflKind::up,
        1 << bit, isReverse ? segments | 31 : segments, valid));
  return received;
}

/// In each of log2(n) rounds, a lane combines what it has with what the lane
/// 1, 2, 4 ... in front has.
void ScanEmitter::scanLanes(unsigned level) {
  const ttg::ScanLevel &lanes = plan.levels[level];
  for (uint32_t group : groups) {
    Elements &total = totals[group];
    for (unsigned bit : lanes.bits) {
      Value valid;
      Elements front = fromNeighbour(total, lanes, bit, valid);
      total = select(valid, region.combine(front, total), total);
    }
    if (level == 0) {
      scanned[group] = total;
    } else {
      Prefix &prefix = prefixes[level][group];
      prefix.elements =
          fromNeighbour(total, lanes, lanes.bits.front(), prefix.valid);
    }
    // Warps take the total from the last lane; other levels need it in all.
    if (!hasLevelAbove(level) || plan.levels[level + 1].dim == ttg::InDim::Warp)
      continue;
    uint64_t mask = lanes.mask();
    Value last = isReverse ? exchange.lane(0, mask) : exchange.lane(mask, 0);
    for (Value &element : total)
      element = exchange.shuffle(element, NVVM::ShflKind::idx, last);
  }
}

//===----------------------------------------------------------------------===//
// Warps
//===----------------------------------------------------------------------===//

Value ScanEmitter::getPlace(Value base, ArrayRef<uint64_t> offsets,
                            unsigned operand) {
  auto map = llvm::map_to_vector(
      offsets, [&](uint64_t offset) { return offset * getBytes(operand); });
  return exchange.sharedAddress(base,
                                emitThreadMap(exchange, exchange.thread, map));
}

int64_t ScanEmitter::getOffset(const ttg::ScanLevel &level, uint32_t group,
                               unsigned operand) {
  return places[operand] +
         (level.partialsBegin + level.partials.getOffset(group)) *
             getBytes(operand);
}

void ScanEmitter::storeTotals(const ttg::ScanLevel &level, Value base) {
  Value isOwner = exchange.threadHas(level.lastLanes | level.copyThreads,
                                     isReverse ? 0 : level.lastLanes);
  SmallVector<uint64_t> offsets;
  for (auto [group, number] : llvm::zip_equal(level.partials.groupOffsets,
                                              level.partials.partialNumbers))
    offsets.push_back(group | number);
  for (unsigned i = 0; i < op.getNumOperands(); ++i) {
    Value place = getPlace(base, offsets, i);
    for (uint32_t group : groups)
      exchange.store(totals[group][i], place, getOffset(level, group, i),
                     isOwner);
  }
}

/// The totals of all warps along the axis, in the order of the scan.
SmallVector<Elements> ScanEmitter::loadTotals(const ttg::ScanLevel &level,
                                              Value base, uint32_t group) {
  SmallVector<Elements> loaded(level.partials.count);
  for (unsigned i = 0; i < op.getNumOperands(); ++i) {
    SmallVector<Value> values =
        exchange.load(totals[group][i].getType(),
                      getPlace(base, level.partials.groupOffsets, i),
                      getOffset(level, group, i), level.partials.count);
    for (auto [elements, value] : llvm::zip_equal(loaded, values))
      elements.push_back(value);
  }
  if (isReverse)
    std::reverse(loaded.begin(), loaded.end());
  return loaded;
}

/// Every thread combines the totals of all warps and keeps what is in front of
/// its own.
LogicalResult ScanEmitter::scanWarps(unsigned level) {
  Location loc = op.getLoc();
  const ttg::ScanLevel &warps = plan.levels[level];
  Value base = sharedBase(exchange, lowering, op);
  if (!base)
    return failure();
  storeTotals(warps, base);
  emitBarrier(exchange, lowering);
  unsigned count = warps.partials.count;
  Value number =
      emitThreadMap(exchange, exchange.thread, warps.partials.partialNumbers);
  if (isReverse)
    number =
        LLVM::XOrOp::create(rewriter, loc, number, exchange.i32(count - 1));
  SmallVector<Value> isBehind;
  for (unsigned i = 0; i + 1 < count; ++i)
    isBehind.push_back(LLVM::ICmpOp::create(
        rewriter, loc, LLVM::ICmpPredicate::ugt, number, exchange.i32(i)));
  for (uint32_t group : groups) {
    SmallVector<Elements> list = loadTotals(warps, base, group);
    Elements running = list.front(), front = running, own = totals[group];
    for (unsigned i = 1; i + 1 < count; ++i) {
      running = region.combine(running, list[i]);
      front = select(isBehind[i], running, front);
    }
    prefixes[level][group] = {front, isBehind.front()};
    if (hasLevelAbove(level))
      totals[group] = region.combine(running, list.back());
    if (level == 0)
      scanned[group] =
          select(isBehind.front(), region.combine(front, own), own);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// All levels
//===----------------------------------------------------------------------===//

LogicalResult ScanEmitter::scanLevels() {
  for (unsigned level = 0; level < plan.levels.size(); ++level) {
    switch (plan.levels[level].dim) {
    case ttg::InDim::Register:
      scanRegisters(level);
      break;
    case ttg::InDim::Lane:
      scanLanes(level);
      break;
    case ttg::InDim::Warp:
      if (failed(scanWarps(level)))
        return failure();
      break;
    case ttg::InDim::Offset:
      llvm_unreachable("tiles in registers have no offsets");
    }
  }
  return success();
}

/// Joins the prefix of a group of groups with that of a group in it.
Prefix ScanEmitter::join(const Prefix &outer, const Prefix &inner) {
  if (outer.elements.empty())
    return inner;
  if (inner.elements.empty())
    return outer;
  Prefix joined{region.combine(outer.elements, inner.elements), {}};
  if (inner.valid)
    joined.elements = select(inner.valid, joined.elements, outer.elements);
  if (outer.valid)
    joined.elements = select(outer.valid, joined.elements, inner.elements);
  if (inner.valid && outer.valid)
    joined.valid =
        LLVM::OrOp::create(rewriter, op.getLoc(), inner.valid, outer.valid);
  return joined;
}

void ScanEmitter::applyPrefixes() {
  // From the highest level down; what a level has no entry for is a member of
  // the group with its register bits zero.
  uint32_t below = 0;
  for (const ttg::ScanLevel &level : plan.levels)
    if (level.dim == ttg::InDim::Register)
      below |= level.mask();
  llvm::SmallDenseMap<uint32_t, Prefix> front;
  for (unsigned level = plan.levels.size(); level-- > 1;) {
    uint32_t mask = plan.levels[level].dim == ttg::InDim::Register
                        ? plan.levels[level].mask()
                        : 0;
    llvm::SmallDenseMap<uint32_t, Prefix> next;
    for (uint32_t reg = 0; reg < plan.sameAs.size(); ++reg)
      if (auto found = prefixes[level].find(reg);
          found != prefixes[level].end())
        next[reg] = join(front.lookup(reg & ~mask), found->second);
    front = std::move(next);
    below &= ~mask;
  }
  for (auto [reg, same] : llvm::enumerate(plan.sameAs)) {
    if (reg != same || plan.levels.size() < 2)
      continue;
    Prefix prefix = front.lookup(reg & ~below);
    if (prefix.elements.empty())
      continue;
    Elements combined = region.combine(prefix.elements, scanned[reg]);
    scanned[reg] =
        prefix.valid ? select(prefix.valid, combined, scanned[reg]) : combined;
  }
}

void ScanEmitter::replace() {
  SmallVector<SmallVector<Value>> results(op.getNumResults());
  for (auto [i, type] : llvm::enumerate(op.getResultTypes()))
    for (uint32_t same : plan.sameAs)
      results[i].push_back(region.toLLVM(scanned[same][i], type));
  rewriter.replaceOpWithMultiple(op, std::move(results));
}

namespace {
struct ScanOpLowering : ContextPattern<tt::ScanOp> {
  using Base::Base;
  LogicalResult
  matchAndRewrite(tt::ScanOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    std::optional<ttg::ScanPlan> plan = planScan(op);
    if (!plan)
      return rewriter.notifyMatchFailure(
          op, "the layout does not keep the axis apart");
    ScanEmitter emitter(op, *plan, lowering, rewriter);
    emitter.begin(adaptor.getOperands());
    if (failed(emitter.scanLevels()))
      return failure();
    emitter.applyPrefixes();
    emitter.replace();
    return success();
  }
};
} // namespace

void cm2tt::populateScanPatterns(const TileTypeConverter &converter,
                                 const LoweringContext &context,
                                 RewritePatternSet &patterns) {
  patterns.add<ScanOpLowering>(converter, patterns.getContext(), context);
}
