// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Determines the kind of a layout conversion, and plans renamings and
/// shuffles.
///
/// Not here: conversions through shared memory (LayoutConversionShared.cpp).

#include "cm2tt/Dialect/TTG/LayoutConversion.h"
#include "LayoutConversionInternals.h"
#include "cm2tt/Dialect/TTG/BitSpan.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"

#include <cassert>

using namespace cm2tt::ttg;

/// More levels of selects than this before a shuffle cost more than they save.
static constexpr unsigned kMaxSendSelects = 2;

llvm::StringRef cm2tt::ttg::stringifyConversionKind(ConversionKind kind) {
  switch (kind) {
  case ConversionKind::NoOp:
    return "no-op";
  case ConversionKind::Registers:
    return "registers";
  case ConversionKind::Shuffle:
    return "shuffle";
  case ConversionKind::Shared:
    break;
  }
  return "shared";
}

//===----------------------------------------------------------------------===//
// The pull map
//===----------------------------------------------------------------------===//

/// Finds source slots for the basis vectors of a destination, near ones first.
class SourceFinder {
public:
  explicit SourceFinder(const LinearLayout &source)
      : source(source), registers(source.getBases(InDim::Register)),
        lanes(source.getBases(InDim::Lane)), inWarp(registers),
        anywhere(registers) {
    inWarp.insert(source.getBases(InDim::Lane));
    anywhere.insert(source.getBases(InDim::Lane));
    anywhere.insert(source.getBases(InDim::Warp));
  }

  /// The packed source slot for register bit `bit`.
  uint64_t findRegister(unsigned bit, uint64_t element) const {
    llvm::ArrayRef<uint64_t> bases = source.getBases(InDim::Register);
    if (bit < bases.size() && bases[bit] == element)
      return uint64_t(1) << bit;
    return findAny(element);
  }

  /// The packed source slot for lane bit `bit`.
  uint64_t findLane(unsigned bit, uint64_t element) const {
    unsigned shift = source.getInBits(InDim::Register);
    uint64_t own = source.getBases(InDim::Lane)[bit];
    uint64_t self = uint64_t(1) << (shift + bit);
    if (auto rest = registers.express(element ^ own))
      return self | *rest;
    if (auto other = lanes.express(element))
      return *other << shift;
    return findAny(element);
  }

  /// The packed source slot for warp bit `bit`.
  uint64_t findWarp(unsigned bit, uint64_t element) const {
    unsigned shift =
        source.getInBits(InDim::Register) + source.getInBits(InDim::Lane);
    uint64_t own = source.getBases(InDim::Warp)[bit];
    uint64_t self = uint64_t(1) << (shift + bit);
    if (auto rest = registers.express(element ^ own))
      return self | *rest;
    if (auto rest = inWarp.express(element ^ own))
      return self | *rest;
    return findAny(element);
  }

private:
  uint64_t findAny(uint64_t element) const {
    // Registers were inserted first, then lanes: near slots are preferred.
    std::optional<uint64_t> slot = anywhere.express(element);
    assert(slot && "the source layout is surjective");
    return slot.value_or(0);
  }

  const LinearLayout &source;
  BitSpan registers, lanes, inWarp, anywhere;
};

/// The map D from destination slots to source slots.
static LinearLayout makePullMap(const LinearLayout &source,
                                const LinearLayout &dest) {
  SourceFinder finder(source);
  llvm::SmallVector<uint64_t> bases;
  for (auto [bit, element] : llvm::enumerate(dest.getBases(InDim::Register)))
    bases.push_back(finder.findRegister(bit, element));
  for (auto [bit, element] : llvm::enumerate(dest.getBases(InDim::Lane)))
    bases.push_back(finder.findLane(bit, element));
  for (auto [bit, element] : llvm::enumerate(dest.getBases(InDim::Warp)))
    bases.push_back(finder.findWarp(bit, element));
  llvm::SmallVector<int64_t> outSizes(kNumInDims);
  for (InDim dim : kInDims)
    outSizes[slotOutDim(dim)] = source.getInSize(dim);
  return LinearLayout::fromPacked(dest.getInBits(), bases, outSizes);
}

/// Whether D leaves the warp alone.
static bool staysInWarp(const LinearLayout &pull) {
  for (auto [index, basis] : llvm::enumerate(pull.getBases())) {
    uint64_t warp = pull.unpackIn(uint64_t(1) << index).warp;
    int64_t from = pull.unpackOut(basis)[slotOutDim(InDim::Warp)];
    if (static_cast<uint64_t>(from) != warp)
      return false;
  }
  return true;
}

/// The source register of each destination register, if D only renames.
static std::optional<llvm::SmallVector<uint32_t>>
asRegisterMap(const LinearLayout &pull) {
  unsigned registerBits = pull.getInBits(InDim::Register);
  unsigned sourceBits = pull.getOutBits(slotOutDim(InDim::Register));
  for (auto [index, slot] : llvm::enumerate(pull.getBases())) {
    if (index < registerBits
            ? slot >> sourceBits != 0
            : slot != uint64_t(1) << (index - registerBits + sourceBits))
      return std::nullopt;
  }
  llvm::SmallVector<uint32_t> map;
  for (uint64_t reg = 0; reg < uint64_t(1) << registerBits; ++reg)
    map.push_back(pull.applyPacked(reg));
  return map;
}

//===----------------------------------------------------------------------===//
// Shuffles
//===----------------------------------------------------------------------===//

namespace {
/// D taken apart, as in the comment of the header; `t` has lane bits, then
/// warp bits.
struct PullParts {
  explicit PullParts(const LinearLayout &pull);

  /// Lets thread t do round r as r + a * (u . t): repairs one exchange.
  void addExchange(unsigned registerBit, uint64_t threadBits);

  llvm::SmallVector<uint64_t> R, L; ///< Columns for register bits.
  llvm::SmallVector<uint64_t> S, M; ///< Columns for thread bits.
  llvm::SmallVector<uint64_t> A;    ///< Which rounds a thread swaps.
  unsigned laneBits;
};
} // namespace

PullParts::PullParts(const LinearLayout &pull)
    : laneBits(pull.getInBits(InDim::Lane)) {
  unsigned sourceBits = pull.getOutBits(slotOutDim(InDim::Register));
  uint64_t registerMask = (uint64_t(1) << sourceBits) - 1;
  for (auto [index, slot] : llvm::enumerate(pull.getBases())) {
    bool isRegister = index < pull.getInBits(InDim::Register);
    (isRegister ? R : S).push_back(slot & registerMask);
    (isRegister ? L : M).push_back(slot >> sourceBits);
  }
  A.assign(M.size(), 0);
}

void PullParts::addExchange(unsigned registerBit, uint64_t threadBits) {
  for (unsigned bit = 0; bit < M.size(); ++bit) {
    if ((threadBits >> bit & 1) == 0)
      continue;
    M[bit] ^= L[registerBit];
    S[bit] ^= R[registerBit];
    A[bit] ^= uint64_t(1) << registerBit;
  }
}

/// Splits the kernel of M into vectors on which S is zero and vectors whose
/// images under S are independent; returns how many the latter are. They come
/// last in `kernel`.
static unsigned splitKernel(const PullParts &parts,
                            llvm::SmallVectorImpl<uint64_t> &kernel) {
  llvm::SmallVector<uint64_t> good, bad, badImages;
  for (uint64_t vector : kernelOf(parts.M)) {
    uint64_t image = xorOfColumns(parts.S, vector);
    if (auto terms = BitSpan(badImages).express(image)) {
      good.push_back(vector ^ xorOfColumns(bad, *terms));
    } else {
      bad.push_back(vector);
      badImages.push_back(image);
    }
  }
  kernel.assign(good.begin(), good.end());
  kernel.append(bad.begin(), bad.end());
  return bad.size();
}

/// A set of thread bits whose parity is one on `kernel[index]` and zero on the
/// other kernel vectors.
static uint64_t dualBits(llvm::ArrayRef<uint64_t> kernel, unsigned index,
                         unsigned threadBits) {
  BitSpan columns;
  for (unsigned bit = 0; bit < threadBits; ++bit) {
    uint64_t column = 0;
    for (auto [row, vector] : llvm::enumerate(kernel))
      column |= (vector >> bit & 1) << row;
    columns.insert(column);
  }
  std::optional<uint64_t> bits = columns.express(uint64_t(1) << index);
  assert(bits && "kernel vectors are independent, so that rows have full rank");
  return bits.value_or(0);
}

/// Finds A of rank `maxExchanges` or less such that S = Q M has a solution.
static bool repairExchanges(PullParts &parts, unsigned maxExchanges) {
  llvm::SmallVector<uint64_t> kernel;
  unsigned numBad = splitKernel(parts, kernel);
  if (numBad > maxExchanges)
    return false;
  for (unsigned i = kernel.size() - numBad; i < kernel.size(); ++i) {
    uint64_t threadBits = dualBits(kernel, i, parts.M.size());
    BitSpan image(parts.M);
    std::optional<unsigned> chosen;
    for (auto [bit, lane] : llvm::enumerate(parts.L)) {
      if (image.contains(lane))
        continue;
      // Best is the register bit that moves the very lane bit that is missing:
      // then lanes stay where they are.
      if (!chosen || lane == threadBits)
        chosen = bit;
    }
    if (!chosen)
      return false;
    parts.addExchange(*chosen, threadBits);
  }
  return true;
}

/// The matrix Q with S = Q M, if there is one: as columns for thread bits.
static std::optional<llvm::SmallVector<uint64_t>>
solveSendSelect(const PullParts &parts) {
  for (uint64_t vector : kernelOf(parts.M))
    if (xorOfColumns(parts.S, vector) != 0)
      return std::nullopt;
  // Threads that are not sources are spanned by further unit vectors; Q is zero
  // there.
  BitSpan span(parts.M);
  unsigned threadBits = parts.M.size();
  for (unsigned bit = 0; bit < threadBits; ++bit)
    span.insert(uint64_t(1) << bit);
  llvm::SmallVector<uint64_t> select;
  for (unsigned bit = 0; bit < threadBits; ++bit) {
    uint64_t terms = span.express(uint64_t(1) << bit).value_or(0);
    select.push_back(
        xorOfColumns(parts.S, terms & ((uint64_t(1) << threadBits) - 1)));
  }
  return select;
}

/// Plans shuffles for D, which stays in the warp, if few are enough.
static std::optional<ShufflePlan> planShuffle(const LinearLayout &pull,
                                              unsigned maxExchanges) {
  PullParts parts(pull);
  if (!repairExchanges(parts, maxExchanges))
    return std::nullopt;
  auto select = solveSendSelect(parts);
  if (!select || BitSpan(*select).getDim() > kMaxSendSelects)
    return std::nullopt;
  ShufflePlan plan;
  plan.sendSelect = *select;
  plan.receiveSelect = parts.A;
  plan.isButterfly = true;
  uint64_t laneMask = (uint64_t(1) << parts.laneBits) - 1;
  for (auto [bit, thread] : llvm::enumerate(parts.M)) {
    plan.laneMap.push_back(thread & laneMask);
    plan.isButterfly &=
        (thread & laneMask) == (laneMask & (uint64_t(1) << bit));
  }
  for (uint32_t reg = 0; reg < uint32_t(1) << parts.R.size(); ++reg) {
    uint64_t laneXor = xorOfColumns(parts.L, reg);
    // The sender's number is the receiver's, mapped and moved by laneXor, which
    // Q sees too.
    uint64_t send = xorOfColumns(parts.R, reg) ^ xorOfColumns(*select, laneXor);
    plan.rounds.push_back(
        {static_cast<uint32_t>(send), static_cast<uint32_t>(laneXor), reg});
  }
  llvm::stable_sort(plan.rounds, [](const auto &a, const auto &b) {
    return a.laneXor < b.laneXor;
  });
  return plan;
}

//===----------------------------------------------------------------------===//
// The plan
//===----------------------------------------------------------------------===//

/// The number of each register of `layout` among those that are left without
/// redundant ones, that is, of the one that holds the same.
static llvm::SmallVector<uint32_t>
compactRegisters(const LinearLayout &layout, const LinearLayout &compact) {
  BitSpan span(compact.getBases(InDim::Register));
  llvm::SmallVector<uint32_t> result;
  for (int64_t reg = 0; reg < layout.getInSize(InDim::Register); ++reg)
    result.push_back(
        span.express(layout.applyPacked(static_cast<uint64_t>(reg)))
            .value_or(0));
  return result;
}

/// The first register that has each number of `compact`.
static llvm::SmallVector<uint32_t>
firstRegisters(const LinearLayout &compact, llvm::ArrayRef<uint32_t> numbers) {
  llvm::SmallVector<uint32_t> first(compact.getInSize(InDim::Register));
  for (size_t reg = numbers.size(); reg-- > 0;)
    first[numbers[reg]] = reg;
  return first;
}

TilePlan cm2tt::ttg::planTileAccess(const LinearLayout &distributed,
                                    const LinearLayout &shared,
                                    const SharedAccessOptions &options) {
  TilePlan plan;
  LinearLayout compact = distributed.removeFreeRegisters();
  plan.accesses = planSharedAccess(compact, shared, options);
  plan.elementBytes = std::max(1u, options.elementBits / 8);
  plan.keptOf = compactRegisters(distributed, compact);
  plan.kept = firstRegisters(compact, plan.keptOf);
  return plan;
}

TilePlan cm2tt::ttg::planTileAccess(const LinearLayout &distributed,
                                    const LinearLayout &shared,
                                    unsigned elementBits, bool isStore,
                                    unsigned maxVectorBits) {
  SharedAccessOptions options;
  options.elementBits = elementBits;
  options.maxVectorBits = maxVectorBits;
  options.isStore = isStore;
  return planTileAccess(distributed, shared, options);
}

std::optional<llvm::SmallVector<uint32_t>>
cm2tt::ttg::planRegisters(const LinearLayout &source,
                          const LinearLayout &dest) {
  return asRegisterMap(makePullMap(source, dest));
}

std::optional<llvm::SmallVector<uint32_t>>
cm2tt::ttg::planBroadcast(const LinearLayout &source,
                          const LinearLayout &dest) {
  // The destination's coordinates count only where the source has them.
  LinearLayout projected = dest;
  for (unsigned dim = 0; dim < dest.getRank(); ++dim)
    if (source.getOutSize(dim) != dest.getOutSize(dim))
      projected = projected.projectOut(dim).expandDims(dim);
  if (source.getInBits(InDim::Lane) != dest.getInBits(InDim::Lane) ||
      source.getInBits(InDim::Warp) != dest.getInBits(InDim::Warp) ||
      source.getOutSizes() != projected.getOutSizes())
    return std::nullopt;
  return planRegisters(source, projected);
}

ConversionPlan cm2tt::ttg::planConversion(const LinearLayout &source,
                                          const LinearLayout &dest,
                                          const ConversionOptions &options) {
  assert(source.getOutSizes() == dest.getOutSizes() && source.isSurjective() &&
         dest.isSurjective() && "layouts of tensors of one shape");
  ConversionPlan plan;
  if (auto map = planRegisters(source, dest)) {
    bool same =
        source.getInBits(InDim::Register) == dest.getInBits(InDim::Register) &&
        llvm::all_of(llvm::enumerate(*map),
                     [](auto entry) { return entry.index() == entry.value(); });
    plan.kind = same ? ConversionKind::NoOp : ConversionKind::Registers;
    plan.registerMap = std::move(*map);
    return plan;
  }
  LinearLayout from = source.removeFreeRegisters();
  LinearLayout to = dest.removeFreeRegisters();
  plan.destRegisters = compactRegisters(dest, to);
  plan.sourceRegisters = firstRegisters(from, compactRegisters(source, from));
  LinearLayout pull = makePullMap(from, to);
  bool inWarp = staysInWarp(pull);
  if (inWarp) {
    if (auto shuffle = planShuffle(pull, options.maxExchanges)) {
      plan.kind = ConversionKind::Shuffle;
      plan.shuffle = std::move(*shuffle);
      return plan;
    }
  }
  plan.kind = ConversionKind::Shared;
  plan.shared = planShared(from, to, options);
  plan.shared.isWarpLocal = inWarp && from.getFreeVariableMasks().warp == 0;
  return plan;
}

unsigned ConversionPlan::getCost(unsigned elementBits) const {
  // Issue slots: a select 1, a shuffle or a wavefront of shared memory 4 (one
  // in four cycles of what arithmetic does), a barrier of the block 32.
  unsigned words = std::max(1u, elementBits / 32);
  switch (kind) {
  case ConversionKind::NoOp:
  case ConversionKind::Registers:
    return 0;
  case ConversionKind::Shuffle: {
    unsigned selects = (1u << BitSpan(shuffle.sendSelect).getDim()) +
                       (1u << BitSpan(shuffle.receiveSelect).getDim()) - 2;
    unsigned shuffles = llvm::count_if(shuffle.rounds, [&](const auto &round) {
      return !shuffle.isButterfly || round.laneXor != 0;
    });
    return words * (selects * shuffle.rounds.size() + 4 * shuffles);
  }
  case ConversionKind::Shared:
    break;
  }
  unsigned barriers = 2 * shared.numPasses;
  return getAccessCost(shared.store, shared.elementBytes) +
         getAccessCost(shared.load, shared.elementBytes) +
         (shared.isWarpLocal ? 8 : 32) * barriers;
}
