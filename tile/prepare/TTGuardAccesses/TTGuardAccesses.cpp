// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Guards the accesses to memory of kernels for GPUs: an access out of bounds
/// is not executed, and the first one of each site is recorded in a table
/// (GuardTable.h). An assertion that fails is recorded, too, instead of ending
/// the kernel, after which a process cannot use the GPU.
///
/// Whether an address is valid is computed by arithmetic on tiles, so that the
/// mask of an access is one like any other, and loops with it can be
/// pipelined: an iteration that is started early tests its addresses, but does
/// not record faults. The faults of an access are counted by a reduction, so
/// that the code that records them is a branch, which a program without faults
/// does not take. Atomics and stores of all elements, with masks instead of the
/// branch, needed no barriers, but then products spilled registers in each
/// iteration.
///
/// A pointer may access the memory of the parameters that it comes from, and a
/// pointer of unknown origin all memory in the table, which a loop searches.
///
/// An atomic swap has no mask. For an invalid address it swaps equal zeros in
/// the sink of the table instead, so that its result is 0.
///
/// A loop that waits for a value in memory would wait for ever if it cannot
/// read it: a fault in the condition of a `scf.while` ends the loop.
///
/// Not here: the origins of pointers (PointerRoots.h); checks on CPUs, which
/// ask the runtime (TTToCPU).

#include "tile/analysis/PointerRoots.h"
#include "tile/analysis/ProgramNumber.h"

#include "cm2tt/Dialect/TT/TTOps.h"
#include "cm2tt/Tile/GuardTable.h"
#include "cm2tt/Tile/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace cm2tt;

namespace cm2tt {
#define GEN_PASS_DEF_TTGUARDACCESSESPASS
#include "cm2tt/Tile/Passes.h.inc"
} // namespace cm2tt

//===----------------------------------------------------------------------===//
// Sites
//===----------------------------------------------------------------------===//

namespace {
/// An access or an assertion of a kernel.
struct Site {
  Operation *op = nullptr;
  /// Its position among all sites of the module.
  int64_t index = 0;
  /// The origins of the pointer of an access.
  PointerRoots roots;

  bool isAssertion() const { return isa<tt::AssertOp>(op); }
  /// The pointer of an access, or the condition of an assertion.
  Value operand() const { return op->getOperand(0); }
  /// The size of an element in memory; 1 for a truth value.
  int64_t bytes() const {
    if (isAssertion())
      return 1;
    unsigned bits = tt::getElementBits(tt::getPointeeType(operand().getType()));
    return std::max(1u, bits / 8);
  }
  StringRef kind() const {
    return isAssertion()          ? "assert"
           : isa<tt::LoadOp>(op)  ? "load"
           : isa<tt::StoreOp>(op) ? "store"
                                  : "atomic";
  }
};
} // namespace

/// Whether an operation accesses memory through pointers. Block pointers and
/// descriptors are not lowered.
static bool isAccess(Operation *op) {
  return isa<tt::LoadOp, tt::StoreOp, tt::AtomicRmwOp, tt::AtomicCasOp>(op) &&
         !tt::isBlockPtr(op->getOperand(0).getType());
}

/// Whether an access is in the region of a map, which must not write memory.
static bool isInRegionOfElements(Operation *op) {
  return op->getParentOfType<tt::MapElementwiseOp>() != nullptr;
}

static ArrayRef<int64_t> shapeOf(Value value) {
  auto tile = dyn_cast<RankedTensorType>(value.getType());
  return tile ? tile.getShape() : ArrayRef<int64_t>();
}

/// The entry of `guard.sites` for a site.
static DictionaryAttr describe(const Site &site) {
  Builder builder(site.op->getContext());
  ArrayRef<unsigned> roots = site.roots.getParameters();
  int64_t parameter = roots.size() == 1 ? int64_t(roots.front()) : -1;
  NamedAttrList entry;
  entry.set("kind", builder.getStringAttr(site.kind()));
  entry.set("bytes", builder.getI64IntegerAttr(site.bytes()));
  entry.set("parameter", builder.getI64IntegerAttr(parameter));
  entry.set("shape", builder.getDenseI64ArrayAttr(shapeOf(site.operand())));
  if (auto check = dyn_cast<tt::AssertOp>(site.op))
    entry.set("message", check.getMessageAttr());
  entry.set("loc", LocationAttr(site.op->getLoc()));
  return entry.getDictionary(site.op->getContext());
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// An integer constant; a tile of it if `type` is one.
static Value emitInt(ImplicitLocOpBuilder &builder, Type type, int64_t value) {
  Type element = getElementTypeOrSelf(type);
  APInt bits = APInt(64, value, /*isSigned=*/true)
                   .sextOrTrunc(element.getIntOrFloatBitWidth());
  TypedAttr attr = builder.getIntegerAttr(element, bits);
  if (auto tile = dyn_cast<RankedTensorType>(type))
    attr = SplatElementsAttr::get(tile, Attribute(attr));
  return arith::ConstantOp::create(builder, attr);
}

static Value emitNot(ImplicitLocOpBuilder &builder, Value truth) {
  return arith::XOrIOp::create(builder, truth,
                               emitInt(builder, truth.getType(), -1));
}

/// A scalar in each element of a tile of the shape of `like`.
static Value emitSplat(ImplicitLocOpBuilder &builder, Value scalar,
                       Value like) {
  if (!isa<RankedTensorType>(like.getType()))
    return scalar;
  return tt::SplatOp::create(
      builder, tt::withElementType(like.getType(), scalar.getType()), scalar);
}

/// The zero of a type, which may be a pointer.
static Value emitZero(ImplicitLocOpBuilder &builder, Type type) {
  if (isa<tt::PtrType>(getElementTypeOrSelf(type)))
    return tt::IntToPtrOp::create(
        builder, type,
        emitInt(builder, tt::withElementType(type, builder.getI64Type()), 0));
  return arith::ConstantOp::create(builder, builder.getZeroAttr(type));
}

/// The row-major index of each element of a tile of that shape, as i32.
static Value emitElementIndex(ImplicitLocOpBuilder &builder,
                              ArrayRef<int64_t> shape) {
  auto tile = RankedTensorType::get(shape, builder.getI32Type());
  Value sum;
  int64_t stride = 1;
  for (int64_t dim = shape.size() - 1; dim >= 0; --dim) {
    int64_t extent = shape[dim];
    Value part =
        tt::MakeRangeOp::create(builder, 0, static_cast<int32_t>(extent));
    for (int64_t other = 0; other < int64_t(shape.size()); ++other)
      if (other != dim)
        part = tt::ExpandDimsOp::create(builder, part, other);
    if (stride != 1)
      part = arith::MulIOp::create(builder, part,
                                   emitInt(builder, part.getType(), stride));
    if (part.getType() != tile)
      part = tt::BroadcastOp::create(builder, tile, part);
    sum = sum ? arith::AddIOp::create(builder, sum, part) : part;
    stride *= extent;
  }
  return sum;
}

/// Combines all elements of a tile by an operation, in any order.
template <typename Op>
static Value emitReduction(ImplicitLocOpBuilder &builder, Value tile) {
  auto type = cast<RankedTensorType>(tile.getType());
  if (type.getRank() != 1)
    tile = tt::ReshapeOp::create(builder, {type.getNumElements()}, tile,
                                 /*allowReorder=*/true);
  auto reduction = tt::ReduceOp::create(builder, ValueRange(tile), 0);
  OpBuilder::InsertionGuard guard(builder);
  Type element = type.getElementType();
  Location loc = builder.getLoc();
  Block *body = builder.createBlock(&reduction.getCombineOp(), {},
                                    {element, element}, {loc, loc});
  Value combined =
      Op::create(builder, body->getArgument(0), body->getArgument(1));
  tt::ReduceReturnOp::create(builder, ValueRange(combined));
  return reduction.getResult().front();
}

//===----------------------------------------------------------------------===//
// Guards
//===----------------------------------------------------------------------===//

namespace {
/// Memory that a pointer may access: the first address and, for accesses of
/// some size, the number of addresses at which one fits.
struct ValidAddresses {
  Value begin, count;
};

/// Guards the accesses of one kernel.
class KernelGuards {
public:
  /// Adds the table to the parameters of a kernel of a module with `numSites`.
  KernelGuards(tt::FuncOp func, int64_t numSites);

  void guard(const Site &site);

private:
  void guardAssertion(const Site &site);
  Value wordAddress(ImplicitLocOpBuilder &builder, int64_t word);
  Value loadWord(ImplicitLocOpBuilder &builder, Value address);
  ValidAddresses validAddresses(unsigned parameter, int64_t bytes);
  Value program();
  Value isValid(ImplicitLocOpBuilder &builder, const Site &site, Value address);
  Value isInAnyRange(ImplicitLocOpBuilder &builder, const Site &site,
                     Value address);
  Value record(ImplicitLocOpBuilder &builder, const Site &site, Value address,
               Value isFault);
  void redirect(ImplicitLocOpBuilder &builder, tt::AtomicCasOp op, Value valid);

  GuardTable layout;
  Value table;
  /// Creates values at the beginning of the kernel, in order.
  ImplicitLocOpBuilder entry;
  llvm::DenseMap<std::pair<unsigned, int64_t>, ValidAddresses> known;
  Value programNumber, rangeCount;
};
} // namespace

KernelGuards::KernelGuards(tt::FuncOp func, int64_t numSites)
    : layout(func.getNumArguments(), numSites),
      entry(func.getLoc(), func.getContext()) {
  Type type = tt::PtrType::get(entry.getI64Type(), tt::kGlobalAddressSpace);
  auto hints = entry.getDictionaryAttr(
      entry.getNamedAttr(tt::kDivisibilityAttr, entry.getI32IntegerAttr(16)));
  unsigned position = func.getNumArguments();
  LogicalResult inserted =
      func.insertArgument(position, type, hints, func.getLoc());
  (void)inserted;
  assert(succeeded(inserted) && "an argument can be added at the end");
  table = func.getArgument(position);
  entry.setInsertionPointToStart(&func.getBody().front());
}

/// The address of a word of the table.
Value KernelGuards::wordAddress(ImplicitLocOpBuilder &builder, int64_t word) {
  return tt::AddPtrOp::create(builder, table.getType(), table,
                              emitInt(builder, builder.getI32Type(), word));
}

Value KernelGuards::loadWord(ImplicitLocOpBuilder &builder, Value address) {
  return tt::LoadOp::create(builder, address);
}

/// The number of addresses from the first of `size` bytes at which `bytes` fit.
static Value emitCount(ImplicitLocOpBuilder &builder, Value size,
                       int64_t bytes) {
  Type i64 = builder.getI64Type();
  Value fits = arith::CmpIOp::create(builder, arith::CmpIPredicate::uge, size,
                                     emitInt(builder, i64, bytes));
  Value count =
      arith::SubIOp::create(builder, size, emitInt(builder, i64, bytes - 1));
  return arith::SelectOp::create(builder, fits, count,
                                 emitInt(builder, i64, 0));
}

ValidAddresses KernelGuards::validAddresses(unsigned parameter, int64_t bytes) {
  auto [found, isNew] = known.try_emplace({parameter, bytes});
  if (!isNew)
    return found->second;
  int64_t word = layout.parameterRange(parameter);
  Value begin = loadWord(entry, wordAddress(entry, word));
  Value size = loadWord(entry, wordAddress(entry, word + 1));
  found->second = {begin, emitCount(entry, size, bytes)};
  return found->second;
}

/// The number of the program, with x as the fastest axis.
Value KernelGuards::program() {
  if (programNumber)
    return programNumber;
  programNumber = createProgramNumber(entry, entry.getLoc());
  return programNumber;
}

/// Whether an access is within the addresses, for each element.
static Value emitIsWithin(ImplicitLocOpBuilder &builder, Value address,
                          ValidAddresses valid) {
  Value offset = arith::SubIOp::create(
      builder, address, emitSplat(builder, valid.begin, address));
  return arith::CmpIOp::create(builder, arith::CmpIPredicate::ult, offset,
                               emitSplat(builder, valid.count, address));
}

/// Searches the ranges of the table for each element.
Value KernelGuards::isInAnyRange(ImplicitLocOpBuilder &builder,
                                 const Site &site, Value address) {
  Type i32 = builder.getI32Type();
  if (!rangeCount)
    rangeCount = arith::TruncIOp::create(
        entry, i32, loadWord(entry, wordAddress(entry, layout.rangeCount())));
  Value none = emitInt(
      builder, tt::withElementType(address.getType(), builder.getI1Type()), 0);
  Value zero = emitInt(builder, i32, 0), one = emitInt(builder, i32, 1);
  auto loop = scf::ForOp::create(builder, zero, rangeCount, one, none);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  Value offset =
      arith::MulIOp::create(builder, loop.getInductionVar(),
                            emitInt(builder, i32, GuardTable::rangeWords));
  Value place = tt::AddPtrOp::create(
      builder, table.getType(), wordAddress(builder, layout.range(0)), offset);
  Value begin = loadWord(builder, place);
  Value size =
      loadWord(builder, tt::AddPtrOp::create(builder, table.getType(), place,
                                             emitInt(builder, i32, 1)));
  Value isWithin = emitIsWithin(
      builder, address, {begin, emitCount(builder, size, site.bytes())});
  Value isValid =
      arith::OrIOp::create(builder, loop.getRegionIterArg(0), isWithin);
  scf::YieldOp::create(builder, isValid);
  return loop.getResult(0);
}

/// Whether an access is valid, for each element.
Value KernelGuards::isValid(ImplicitLocOpBuilder &builder, const Site &site,
                            Value address) {
  if (site.roots.getParameters().empty())
    return isInAnyRange(builder, site, address);
  Value result;
  for (unsigned parameter : site.roots.getParameters()) {
    Value isWithin =
        emitIsWithin(builder, address, validAddresses(parameter, site.bytes()));
    result =
        result ? arith::OrIOp::create(builder, result, isWithin) : isWithin;
  }
  return result;
}

namespace {
/// The faults of a site in one program, as scalars of type i64.
struct Faults {
  Value element, address;
};
} // namespace

/// The first element for which `isFault` is true.
static Faults emitFirst(ImplicitLocOpBuilder &builder, Value address,
                        Value isFault) {
  Type i64 = builder.getI64Type();
  ArrayRef<int64_t> shape = shapeOf(address);
  if (shape.empty())
    return {emitInt(builder, i64, 0), address};
  Value index = emitElementIndex(builder, shape);
  Value last = emitInt(builder, index.getType(), -1);
  Value first = emitReduction<arith::MinUIOp>(
      builder, arith::SelectOp::create(builder, isFault, index, last));
  Value isFirst =
      arith::CmpIOp::create(builder, arith::CmpIPredicate::eq, index,
                            emitSplat(builder, first, index));
  Value none = emitInt(builder, address.getType(), 0);
  Value place = emitReduction<arith::MaxUIOp>(
      builder, arith::SelectOp::create(builder, isFirst, address, none));
  return {arith::ExtUIOp::create(builder, i64, first), place};
}

/// The number of elements for which `isFault` is true, as i32.
static Value emitCountOfFaults(ImplicitLocOpBuilder &builder, Value isFault) {
  Value one = arith::ExtUIOp::create(
      builder, tt::withElementType(isFault.getType(), builder.getI32Type()),
      isFault);
  return shapeOf(isFault).empty() ? one
                                  : emitReduction<arith::AddIOp>(builder, one);
}

/// Adds the number of faults to the record of the site, which gets the first
/// one if it has none yet. Returns whether there are any, as a scalar.
Value KernelGuards::record(ImplicitLocOpBuilder &builder, const Site &site,
                           Value address, Value isFault) {
  int64_t word = layout.record(site.index);
  Type i64 = builder.getI64Type();
  Value count = emitCountOfFaults(builder, isFault);
  Value hasFaults =
      arith::CmpIOp::create(builder, arith::CmpIPredicate::ne, count,
                            emitInt(builder, count.getType(), 0));
  Value number = program();
  auto branch = scf::IfOp::create(builder, hasFaults);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  Faults faults = emitFirst(builder, address, isFault);
  Value place = wordAddress(builder, word + GuardTable::Count);
  Value added = arith::ExtUIOp::create(builder, i64, count);
  Value before = tt::AtomicRmwOp::create(
      builder, i64, tt::RMWOp::ADD, place, added, /*mask=*/Value(),
      tt::MemSemantic::RELAXED, tt::MemSyncScope::GPU);
  Value isFirst = arith::CmpIOp::create(builder, arith::CmpIPredicate::eq,
                                        before, emitInt(builder, i64, 0));
  auto store = [&](GuardTable::Word part, Value value) {
    tt::StoreOp::create(builder, wordAddress(builder, word + part), value,
                        isFirst, tt::CacheModifier::NONE);
  };
  store(GuardTable::Program, number);
  store(GuardTable::Element, faults.element);
  store(GuardTable::Address, faults.address);
  return hasFaults;
}

/// Ends the loop whose condition reads memory in which there are faults.
static void endLoop(ImplicitLocOpBuilder &builder, Operation *access,
                    Value hasFaults) {
  auto loop = dyn_cast<scf::WhileOp>(access->getParentOp());
  if (!loop || access->getParentRegion() != &loop.getBefore())
    return;
  scf::ConditionOp condition = loop.getConditionOp();
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(condition);
  condition.getConditionMutable().assign(arith::AndIOp::create(
      builder, condition.getCondition(), emitNot(builder, hasFaults)));
}

/// Lets a swap access the sink where its address is not valid.
void KernelGuards::redirect(ImplicitLocOpBuilder &builder, tt::AtomicCasOp op,
                            Value valid) {
  Value pointer = op.getPtr();
  Value sink =
      tt::BitcastOp::create(builder, getElementTypeOrSelf(pointer.getType()),
                            wordAddress(builder, layout.sink()));
  Value zero = emitZero(builder, op.getVal().getType());
  auto choose = [&](OpOperand &operand, Value other) {
    operand.set(arith::SelectOp::create(builder, valid, operand.get(), other));
  };
  choose(op.getPtrMutable(), emitSplat(builder, sink, pointer));
  choose(op.getCmpMutable(), zero);
  choose(op.getValMutable(), zero);
}

/// The mask of an access; null for none.
static Value maskOf(Operation *op) {
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case<tt::LoadOp, tt::StoreOp, tt::AtomicRmwOp>(
          [](auto access) { return access.getMask(); })
      .Default([](Operation *) { return Value(); });
}

/// Records an assertion that fails.
void KernelGuards::guardAssertion(const Site &site) {
  ImplicitLocOpBuilder builder(site.op->getLoc(), site.op);
  Value holds = site.operand();
  Value address = emitInt(
      builder, tt::withElementType(holds.getType(), builder.getI64Type()), 0);
  endLoop(builder, site.op,
          record(builder, site, address, emitNot(builder, holds)));
  site.op->erase();
}

void KernelGuards::guard(const Site &site) {
  if (site.isAssertion())
    return guardAssertion(site);
  ImplicitLocOpBuilder builder(site.op->getLoc(), site.op);
  Value address = tt::PtrToIntOp::create(
      builder,
      tt::withElementType(site.operand().getType(), builder.getI64Type()),
      site.operand());
  Value valid = isValid(builder, site, address);
  Value isFault = emitNot(builder, valid);
  Value both = valid;
  if (Value mask = maskOf(site.op)) {
    isFault = arith::AndIOp::create(builder, mask, isFault);
    both = arith::AndIOp::create(builder, mask, valid);
  }
  endLoop(builder, site.op, record(builder, site, address, isFault));
  llvm::TypeSwitch<Operation *>(site.op)
      .Case([&](tt::LoadOp op) {
        if (!op.getOther())
          op.getOtherMutable().assign(emitZero(builder, op.getType()));
        op.getMaskMutable().assign(both);
      })
      .Case<tt::StoreOp, tt::AtomicRmwOp>(
          [&](auto op) { op.getMaskMutable().assign(both); })
      .Case([&](tt::AtomicCasOp op) { redirect(builder, op, valid); });
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// The accesses and assertions of a kernel in order, numbered from `first`.
/// Warns of accesses that are not guarded.
static SmallVector<Site> findSites(tt::FuncOp func, int64_t first,
                                   const PointerRootAnalysis &analysis) {
  SmallVector<Site> sites;
  func.walk([&](Operation *op) {
    int64_t index = first + static_cast<int64_t>(sites.size());
    if (isa<tt::AssertOp>(op))
      sites.push_back({op, index, PointerRoots()});
    if (!isAccess(op))
      return;
    if (isInRegionOfElements(op)) {
      op->emitWarning("a load in a map is not checked on a GPU: expected a "
                      "load before the map, or the CPU device");
      return;
    }
    sites.push_back({op, index, analysis.getRoots(op->getOperand(0))});
  });
  return sites;
}

namespace {
struct TTGuardAccessesPass
    : cm2tt::impl::TTGuardAccessesPassBase<TTGuardAccessesPass> {
  using Base::Base;
  void runOnOperation() override {
    ModuleOp module = getOperation();
    // An input that is guarded already.
    if (module->hasAttr(kGuardSitesAttr))
      return;
    PointerRootAnalysis analysis(module);
    SmallVector<std::pair<tt::FuncOp, SmallVector<Site>>> kernels;
    SmallVector<Attribute> entries;
    for (auto func : module.getOps<tt::FuncOp>()) {
      if (!func.isPublic() || func.isExternal())
        continue;
      auto &[kernel, sites] =
          kernels.emplace_back(func, findSites(func, entries.size(), analysis));
      for (const Site &site : sites)
        entries.push_back(describe(site));
    }
    guarded += entries.size();
    module->setAttr(kGuardSitesAttr, ArrayAttr::get(&getContext(), entries));
    for (auto &[func, sites] : kernels) {
      KernelGuards guards(func, entries.size());
      for (const Site &site : sites)
        guards.guard(site);
    }
  }
};
} // namespace
