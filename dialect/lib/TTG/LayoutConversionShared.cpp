// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Conversions through shared memory: the swizzled layout of the buffer and
/// the accesses to it.
///
/// The elements form a vector space; the buffer's layout is a basis of it, one
/// vector per offset bit. From the lowest bit to the highest:
///
///     vector   registers on both sides: one access moves all of them
///     word     fills 32 bits where the vector is narrower; registers of one
///              side if possible, which then has wider accesses
///     bank     which of the 32 banks
///     segment  which line of 128 bytes
///     pass     registers on both sides, done one after the other
///
/// Two lanes of a wavefront have a bank conflict if their difference is in the
/// span of vector, word and segment but not of vector and word. So there are no
/// conflicts if the segments' span S meets the spans of the storing lanes P and
/// of the loading lanes Q only in zero. Two subspaces of equal dimension have a
/// common complement: with P = C + X and Q = C + Y, C their intersection, take
/// the vectors outside of P + Q and the sums x_i + y_i. Those sums are the
/// swizzle.
///
/// Vector and pass bits must not depend on the thread, so they are chosen
/// outside of the span of all lanes and warps of both sides.
///
/// For a side that uses `ldmatrix` or `stmatrix` (LayoutConversionMatrix.cpp)
/// the vector is a row of a matrix, of which lanes have parts. The other bits
/// of that side must not touch it: they are the complement that all else is
/// seen along. The wavefronts of that side are the rows of a matrix.

#include "LayoutConversionInternals.h"
#include "cm2tt/Dialect/TTG/BitSpan.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <cassert>

using namespace cm2tt::ttg;
using Vectors = llvm::SmallVector<uint64_t, 16>;

/// log2 of the banks of shared memory.
static constexpr unsigned kLogBanks = 5;

/// The vectors of `candidates`, in order, that are independent of `fixed` and
/// of each other.
static Vectors extend(llvm::ArrayRef<uint64_t> fixed,
                      llvm::ArrayRef<uint64_t> candidates) {
  BitSpan span(fixed);
  Vectors chosen;
  for (uint64_t vector : candidates)
    if (span.reduce(vector) != 0 && span.insert(vector))
      chosen.push_back(vector);
  return chosen;
}

/// All vectors of several lists.
static Vectors concat(std::initializer_list<llvm::ArrayRef<uint64_t>> lists) {
  Vectors all;
  for (llvm::ArrayRef<uint64_t> list : lists)
    all.append(list.begin(), list.end());
  return all;
}

/// The parts of `vectors` along `basis` if the space is split in `kernel` and
/// `basis`; a basis of what they span.
static Vectors project(llvm::ArrayRef<uint64_t> vectors,
                       llvm::ArrayRef<uint64_t> kernel,
                       llvm::ArrayRef<uint64_t> basis) {
  BitSpan span(concat({kernel, basis}));
  Vectors parts;
  for (uint64_t vector : vectors) {
    uint64_t terms = span.express(vector).value_or(0);
    parts.push_back(xorOfColumns(basis, terms >> kernel.size()));
  }
  return extend({}, parts);
}

namespace {
/// One side of the conversion: the basis vectors of its slots.
struct Side {
  Side(const LinearLayout &layout, bool storesOnce);

  /// The lanes that access memory in one wavefront, if each moves `bits` bits.
  llvm::ArrayRef<uint64_t> wavefront(unsigned logBits) const {
    unsigned wide = logBits > kLogWordBits ? logBits - kLogWordBits : 0;
    unsigned count = kLogBanks > wide ? kLogBanks - wide : 0;
    return llvm::ArrayRef(lanes).take_front(
        std::min<size_t>(count, lanes.size()));
  }

  llvm::ArrayRef<uint64_t> registers;
  Vectors lanes;   ///< Zero where a lane bit only makes copies.
  Vectors threads; ///< Those of lanes and warps.
};

/// Chooses the basis of the buffer's layout, part by part.
class ScratchBuilder {
public:
  ScratchBuilder(const LinearLayout &source, const LinearLayout &dest,
                 const ConversionOptions &options);
  /// Has rows of matrices, of the loading or of the storing side. Returns
  /// whether the other bits of that side leave the rows alone.
  bool setMatrixRows(const MatrixRows &rows, bool isStore);
  LinearLayout build();
  unsigned getPassBits() const { return pass.size(); }

private:
  void chooseVectorAndPass();
  void chooseWord();
  void chooseBankAndSegment();
  /// The vectors of the lanes, or rows, of a wavefront of `side`, each of
  /// 2^logBits bits.
  llvm::ArrayRef<uint64_t> wavefront(const Side &side, unsigned logBits) const;

  const LinearLayout &source, &dest;
  Side store, load;
  const ConversionOptions &options;
  unsigned totalBits;
  unsigned logElementBits;
  /// A basis of the space, to complete others with.
  Vectors everything;
  Vectors vector, word, bank, segment, pass;
  /// Registers of both sides that could be passes and are not.
  Vectors spare;
  /// Rows of matrices, and the side that has them.
  const MatrixRows *matrix = nullptr;
  bool isMatrixStore = false;
  /// The number of vectors of `word` that each side has in registers.
  unsigned storeWords = 0, loadWords = 0;
};
} // namespace

Side::Side(const LinearLayout &layout, bool storesOnce)
    : registers(layout.getBases(InDim::Register)) {
  Slot free = layout.getFreeVariableMasks();
  auto add = [&](InDim dim, Vectors &to) {
    for (auto [bit, basis] : llvm::enumerate(layout.getBases(dim)))
      to.push_back(storesOnce && (free[dim] >> bit & 1) ? 0 : basis);
  };
  add(InDim::Lane, lanes);
  threads = lanes;
  add(InDim::Warp, threads);
}

unsigned cm2tt::ttg::getLogElementBits(unsigned elementBits) {
  return llvm::Log2_32(std::max(8u, elementBits));
}

ScratchBuilder::ScratchBuilder(const LinearLayout &source,
                               const LinearLayout &dest,
                               const ConversionOptions &options)
    : source(source), dest(dest), store(source, /*storesOnce=*/true),
      load(dest, /*storesOnce=*/false), options(options),
      totalBits(source.getTotalOutBits()),
      logElementBits(getLogElementBits(options.elementBits)) {
  Vectors units;
  for (unsigned bit = 0; bit < totalBits; ++bit)
    units.push_back(uint64_t(1) << bit);
  everything = concat(
      {store.threads, load.threads, store.registers, load.registers, units});
}

bool ScratchBuilder::setMatrixRows(const MatrixRows &rows, bool isStore) {
  matrix = &rows;
  isMatrixStore = isStore;
  Vectors others;
  for (uint64_t basis : (isStore ? source : dest).getBases())
    if (!llvm::is_contained(rows.row, basis))
      others.push_back(basis);
  if (extend(others, rows.row).size() != rows.row.size())
    return false;
  const Side &other = isStore ? load : store;
  everything = concat({others, other.threads, other.registers, everything});
  return true;
}

void ScratchBuilder::chooseVectorAndPass() {
  Vectors threads = concat({store.threads, load.threads});
  if (matrix)
    threads.append(matrix->row.begin(), matrix->row.end());
  Vectors shared =
      extend(threads, intersectSpans(store.registers, load.registers));
  unsigned maxBits = llvm::Log2_32(std::max(options.maxVectorBits, 1u));
  unsigned room = maxBits > logElementBits ? maxBits - logElementBits : 0;
  size_t width = matrix ? 0 : std::min<size_t>(room, shared.size());
  vector.assign(shared.begin(), shared.begin() + width);
  if (matrix)
    vector.assign(matrix->row.begin(), matrix->row.end());
  unsigned logBytes = totalBits + logElementBits - 3;
  size_t passes = 0;
  while (width + passes < shared.size() &&
         (uint64_t(1) << (logBytes - passes)) > options.scratchBytes)
    ++passes;
  pass.assign(shared.begin() + width, shared.begin() + width + passes);
  spare.assign(shared.begin() + width + passes, shared.end());
}

void ScratchBuilder::chooseWord() {
  unsigned filled = logElementBits + vector.size();
  size_t needed = filled < kLogWordBits ? kLogWordBits - filled : 0;
  Vectors fixed = concat({vector, pass});
  Vectors rest = extend(fixed, everything);
  // Registers of one side, such that its threads have no part in them.
  auto candidates = [&](const Side &side) {
    Vectors parts = project(side.registers, fixed, rest);
    return extend(side.threads, parts);
  };
  Vectors ofStore = candidates(store), ofLoad = candidates(load);
  bool storeIsBetter = ofStore.size() >= std::min(needed, ofLoad.size());
  Vectors &chosen = storeIsBetter ? ofStore : ofLoad;
  chosen.resize(std::min(needed, chosen.size()));
  (storeIsBetter ? storeWords : loadWords) = chosen.size();
  // Fill the word with what lanes may share.
  Vectors filler = extend(
      chosen,
      concat({intersectSpans(store.lanes, load.lanes), store.lanes, rest}));
  filler.resize(std::min(needed - chosen.size(), filler.size()));
  word = concat({chosen, filler});
}

llvm::ArrayRef<uint64_t> ScratchBuilder::wavefront(const Side &side,
                                                   unsigned logBits) const {
  if (!matrix)
    return side.wavefront(logBits);
  if (&side == (isMatrixStore ? &store : &load))
    return matrix->lines;
  // The part of a row that this side has in registers.
  BitSpan registers(side.registers);
  unsigned bits = logElementBits;
  for (uint64_t basis : matrix->row) {
    if (!registers.contains(basis))
      break;
    ++bits;
  }
  return side.wavefront(bits);
}

void ScratchBuilder::chooseBankAndSegment() {
  Vectors fixed = concat({vector, pass, word});
  // The threads of the side that moves words first: they get no part in them.
  const Side &first = loadWords > 0 ? load : store;
  Vectors rest = matrix ? extend(fixed, everything)
                        : extend(fixed, concat({first.threads, everything}));
  unsigned filled = logElementBits + vector.size();
  Vectors p = project(wavefront(store, filled + storeWords), fixed, rest);
  Vectors q = project(wavefront(load, filled + loadWords), fixed, rest);
  Vectors common(intersectSpans(p, q));
  Vectors x = extend(common, p), y = extend(common, q);
  Vectors candidates =
      extend(concat({p, y}), concat({project(spare, fixed, rest), rest}));
  for (size_t i = 0; i < std::min(x.size(), y.size()); ++i)
    candidates.push_back(x[i] ^ y[i]);
  // A line has room for the banks times what each holds of wider accesses.
  unsigned line = kLogWordBits + kLogBanks;
  unsigned inLine =
      std::max(filled + static_cast<unsigned>(word.size()), kLogWordBits);
  size_t bankBits = line > inLine ? line - inLine : 0;
  size_t segments = rest.size() > bankBits ? rest.size() - bankBits : 0;
  segment.assign(candidates.begin(),
                 candidates.begin() + std::min(segments, candidates.size()));
  bank = extend(segment, concat({common, x, y, rest}));
}

LinearLayout ScratchBuilder::build() {
  chooseVectorAndPass();
  chooseWord();
  chooseBankAndSegment();
  Vectors basis = concat({vector, word, bank, segment, pass});
  assert(basis.size() == totalBits && BitSpan(basis).getDim() == totalBits &&
         "the parts split the space");
  return LinearLayout::fromPacked({0, 0, 0, totalBits}, basis,
                                  source.getOutSizes());
}

LinearLayout cm2tt::ttg::makeConversionScratch(const LinearLayout &source,
                                               const LinearLayout &dest,
                                               const ConversionOptions &options,
                                               unsigned &passBits) {
  ScratchBuilder builder(source, dest, options);
  LinearLayout layout = builder.build();
  passBits = builder.getPassBits();
  return layout;
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

/// log2 of the widest access: the lowest offset bits that registers walk and
/// that no thread bit moves.
static unsigned findVectorBits(llvm::ArrayRef<uint64_t> registers,
                               uint64_t threadMask, unsigned maxBits) {
  BitSpan span(registers);
  unsigned bits = 0;
  while (bits < maxBits && (threadMask >> bits & 1) == 0 &&
         span.contains(uint64_t(1) << bits))
    ++bits;
  return bits;
}

/// Computes the offset that each lane and warp bit adds; returns all bits that
/// they reach.
static uint64_t setThreadOffsets(const LinearLayout &offsets, const Slot &free,
                                 SharedAccessPlan &plan) {
  uint64_t threadMask = 0;
  auto offsetsOf = [&](InDim dim) {
    llvm::SmallVector<uint64_t> result;
    for (auto [bit, offset] : llvm::enumerate(offsets.getBases(dim))) {
      result.push_back(free[dim] >> bit & 1 ? 0 : offset);
      threadMask |= result.back();
    }
    return result;
  };
  plan.laneOffsets = offsetsOf(InDim::Lane);
  plan.warpOffsets = offsetsOf(InDim::Warp);
  plan.redundantLanes = free.lane;
  plan.redundantWarps = free.warp;
  return threadMask;
}

/// Lets lanes of one wavefront that meet in a bank move other registers, in
/// other banks. `registers`: the offset of each bit of the register's number.
///
/// For instance, a matrix unit's result of fp32 goes to rows of 32 that are
/// swizzled for bulk copies (addresses XOR 4 times the row). By pairs, half a
/// warp stores 8 columns of 4 rows: columns 0..3 of row 1 meet 4..7 of row 0.
/// If odd rows store what is 16 columns away, none do.
static void exchangeRegisters(llvm::ArrayRef<uint64_t> registers,
                              unsigned elementBytes, SharedAccessPlan &plan) {
  auto wordOf = [&](uint64_t offset) { return offset * elementBytes / 4; };
  auto bankOf = [&](uint64_t offset) {
    return wordOf(offset) & ((1u << kLogBanks) - 1);
  };
  BitSpan words, banks;
  llvm::SmallVector<unsigned> meeting;
  unsigned lanes = getWavefrontBits(plan, elementBytes);
  for (unsigned bit = 0; bit < lanes; ++bit) {
    uint64_t offset = plan.laneOffsets[bit];
    if (words.insert(wordOf(offset)) && !banks.insert(bankOf(offset)))
      meeting.push_back(bit);
  }
  for (unsigned bit : meeting)
    for (auto [reg, offset] : llvm::enumerate(registers)) {
      if (offset % plan.vectorElements != 0 ||
          !banks.insert(bankOf(plan.laneOffsets[bit] ^ offset)))
        continue;
      plan.laneOffsets[bit] ^= offset;
      plan.exchanges.push_back({bit, uint32_t(1) << reg});
      break;
    }
}

/// As planSharedAccess, by accesses of single threads.
static SharedAccessPlan planThreadAccess(const LinearLayout &distributed,
                                         const LinearLayout &shared,
                                         const SharedAccessOptions &options) {
  LinearLayout layout = distributed.removeFreeRegisters();
  LinearLayout offsets = layout.invertAndCompose(shared);
  SharedAccessPlan plan;
  Slot free = options.isStore ? layout.getFreeVariableMasks() : Slot{};
  uint64_t threadMask = setThreadOffsets(offsets, free, plan);
  unsigned maxBits = llvm::Log2_32(std::max(options.maxVectorBits, 1u));
  unsigned logBits = getLogElementBits(options.elementBits);
  auto registers = offsets.getBases(InDim::Register);
  unsigned vectorBits = findVectorBits(
      registers, threadMask, maxBits > logBits ? maxBits - logBits : 0);
  plan.vectorElements = 1u << vectorBits;
  if (options.exchangeRegisters) {
    assert(options.passBits == 0 && "registers of one pass are exchanged");
    exchangeRegisters(registers, std::max(1u, options.elementBits / 8), plan);
    for (uint64_t offset : plan.laneOffsets)
      threadMask |= offset;
  }
  unsigned passShift = shared.getTotalInBits() - options.passBits;
  // Register numbers of the access that begins at each offset.
  llvm::SmallVector<std::pair<uint64_t, uint32_t>> byOffset;
  for (uint32_t reg = 0; reg < uint32_t(1) << registers.size(); ++reg)
    byOffset.push_back({xorOfColumns(registers, reg), reg});
  llvm::sort(byOffset);
  for (auto [offset, reg] : byOffset) {
    if (offset % plan.vectorElements == 0) {
      uint64_t inPass = offset & ((uint64_t(1) << passShift) - 1);
      plan.accesses.push_back({static_cast<unsigned>(offset >> passShift),
                               inPass & threadMask,
                               inPass & ~threadMask,
                               {}});
    }
    plan.accesses.back().registers.push_back(reg);
  }
  return plan;
}

SharedAccessPlan
cm2tt::ttg::planSharedAccess(const LinearLayout &distributed,
                             const LinearLayout &shared,
                             const SharedAccessOptions &options) {
  SharedAccessPlan plan = planThreadAccess(distributed, shared, options);
  if (!options.useMatrices)
    return plan;
  for (bool isTransposed : {false, true}) {
    if (plan.accesses.size() == 1)
      break;
    auto matrices =
        planMatrixAccess(distributed, shared, options, isTransposed);
    if (matrices && matrices->accesses.size() < plan.accesses.size())
      plan = std::move(*matrices);
  }
  return plan;
}

//===----------------------------------------------------------------------===//
// The plan
//===----------------------------------------------------------------------===//

/// Plans both sides for memory that a builder has chosen.
static SharedPlan planAccesses(ScratchBuilder &builder,
                               const LinearLayout &source,
                               const LinearLayout &dest,
                               const ConversionOptions &options) {
  SharedPlan plan;
  plan.layout = builder.build();
  unsigned passBits = builder.getPassBits();
  plan.numPasses = 1u << passBits;
  plan.elementBytes = std::max(1u, options.elementBits / 8);
  plan.bytes = (plan.elementBytes << plan.layout.getTotalInBits()) >> passBits;
  SharedAccessOptions access;
  access.elementBits = options.elementBits;
  access.maxVectorBits = options.maxVectorBits;
  access.passBits = passBits;
  access.isStore = true;
  access.useMatrices = options.hasMatrixStores;
  plan.store = planSharedAccess(source, plan.layout, access);
  access.isStore = false;
  access.useMatrices = options.hasMatrixLoads;
  plan.load = planSharedAccess(dest, plan.layout, access);
  return plan;
}

static unsigned getCost(const SharedPlan &plan) {
  return getAccessCost(plan.store, plan.elementBytes) +
         getAccessCost(plan.load, plan.elementBytes);
}

/// Replaces `best` if a memory layout for the matrix instructions of one side
/// is better.
static void tryMatrixRows(const LinearLayout &source, const LinearLayout &dest,
                          const ConversionOptions &options, SharedPlan &best) {
  for (bool isStore : {false, true})
    for (bool isTransposed : {false, true}) {
      if (!(isStore ? options.hasMatrixStores : options.hasMatrixLoads))
        continue;
      auto rows = findMatrixRows(isStore ? source : dest, options.elementBits,
                                 isTransposed);
      ScratchBuilder builder(source, dest, options);
      if (!rows || !builder.setMatrixRows(*rows, isStore))
        continue;
      SharedPlan plan = planAccesses(builder, source, dest, options);
      if (isConflictFree(plan.store, plan.elementBytes) &&
          isConflictFree(plan.load, plan.elementBytes) &&
          plan.numPasses <= best.numPasses && getCost(plan) < getCost(best))
        best = std::move(plan);
    }
}

SharedPlan cm2tt::ttg::planShared(const LinearLayout &source,
                                  const LinearLayout &dest,
                                  const ConversionOptions &options) {
  // Vectors of registers that both sides have are as good as matrices, and more
  // often possible.
  ConversionOptions plain = options;
  plain.hasMatrixLoads = plain.hasMatrixStores = false;
  ScratchBuilder builder(source, dest, plain);
  SharedPlan plan = planAccesses(builder, source, dest, plain);
  if (!isIdeal(plan.store, plan.elementBytes) ||
      !isIdeal(plan.load, plan.elementBytes))
    tryMatrixRows(source, dest, options, plan);
  return plan;
}
