// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Accesses to shared memory by `ldmatrix` and `stmatrix`: their conditions,
/// and the cost of accesses of any kind.
///
/// In terms of the bits of offsets, in elements, of a tensor's slots, a matrix
/// instruction requires:
///
///                       not transposed              transposed (16 bits)
///     row of 16 bytes   word's registers, lane 0-1  lane 2-4
///     rows of a matrix  lane 2-4                    word's register, lane 0-1
///
/// in this order in a row, and no other bit of register, lane or warp in it.
/// The rows may be anywhere. Two more register bits count matrices.
///
/// Not here: memory layouts for these instructions
/// (LayoutConversionShared.cpp).

#include "LayoutConversionInternals.h"
#include "cm2tt/Dialect/TTG/BitSpan.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace cm2tt::ttg;

/// Lane bits; bits of the four words and of the eight rows of a matrix.
static constexpr unsigned kLaneBits = 5, kWordsBits = 2, kRowsBits = 3;

/// log2 of the elements of a word, if words hold whole elements and
/// instructions have this many lanes.
static std::optional<unsigned> getWordBits(const LinearLayout &layout,
                                           unsigned elementBits,
                                           bool isTransposed) {
  unsigned logBits = getLogElementBits(elementBits);
  if (logBits > kLogWordBits || layout.getInBits(InDim::Lane) != kLaneBits ||
      (isTransposed && logBits + 1 != kLogWordBits))
    return std::nullopt;
  unsigned wordBits = kLogWordBits - logBits;
  if (layout.getInBits(InDim::Register) < wordBits)
    return std::nullopt;
  return wordBits;
}

std::optional<MatrixRows> cm2tt::ttg::findMatrixRows(const LinearLayout &layout,
                                                     unsigned elementBits,
                                                     bool isTransposed) {
  auto wordBits = getWordBits(layout, elementBits, isTransposed);
  if (!wordBits)
    return std::nullopt;
  auto registers = layout.getBases(InDim::Register).take_front(*wordBits);
  auto lanes = layout.getBases(InDim::Lane);
  MatrixRows rows;
  auto &ofWords = isTransposed ? rows.lines : rows.row;
  ofWords.append(registers.begin(), registers.end());
  ofWords.append(lanes.begin(), lanes.begin() + kWordsBits);
  auto upper = lanes.drop_front(kWordsBits);
  (isTransposed ? rows.row : rows.lines).append(upper.begin(), upper.end());
  return rows;
}

//===----------------------------------------------------------------------===//
// Plans
//===----------------------------------------------------------------------===//

namespace {
/// Finds what the bits of a tensor's slots are for a matrix instruction.
class MatrixAccessPlanner {
public:
  /// `offsets` is the map from slots to offsets, which have `passShift` bits
  /// within a pass.
  MatrixAccessPlanner(const LinearLayout &offsets, unsigned passShift,
                      unsigned wordBits, bool isTransposed)
      : registers(offsets.getBases(InDim::Register)),
        lanes(offsets.getBases(InDim::Lane)),
        warps(offsets.getBases(InDim::Warp)), isTransposed(isTransposed),
        wordBits(wordBits),
        rowBits(isTransposed ? kRowsBits : wordBits + kWordsBits),
        passShift(passShift) {}

  std::optional<SharedAccessPlan> plan();

private:
  bool findWord();
  bool leavesRowsAlone() const;
  void chooseMatrices();
  void addAccess(uint64_t others, SharedAccessPlan &plan) const;
  bool isInPass(unsigned bit) const { return registers[bit] >> passShift == 0; }

  llvm::ArrayRef<uint64_t> registers, lanes, warps;
  bool isTransposed;
  unsigned wordBits, rowBits, passShift;
  /// Register bits: of elements in a word, of matrices, and the rest.
  llvm::SmallVector<unsigned, 4> word, matrix, rest;
};
} // namespace

/// Finds the register bits of a word.
bool MatrixAccessPlanner::findWord() {
  for (unsigned i = 0; i < wordBits; ++i) {
    unsigned bit = 0;
    // Transposed, any will do, as it counts rows.
    while (bit < registers.size() &&
           (isTransposed ? !isInPass(bit) : registers[bit] != uint64_t(1) << i))
      ++bit;
    if (bit == registers.size())
      return false;
    word.push_back(bit);
  }
  return true;
}

/// Whether rows of 16 bytes are as the instruction has them.
bool MatrixAccessPlanner::leavesRowsAlone() const {
  uint64_t row = (uint64_t(1) << rowBits) - 1;
  auto isOutside = [&](uint64_t offset) { return (offset & row) == 0; };
  for (unsigned bit = 0; bit < kLaneBits; ++bit) {
    bool isInRow = isTransposed == (bit >= kWordsBits);
    unsigned place = isTransposed ? bit - kWordsBits : wordBits + bit;
    if (isInRow ? lanes[bit] != uint64_t(1) << place : !isOutside(lanes[bit]))
      return false;
  }
  for (unsigned bit = 0; bit < registers.size(); ++bit) {
    bool isInRow = !isTransposed && llvm::is_contained(word, bit);
    if (!isInRow && !isOutside(registers[bit]))
      return false;
  }
  return llvm::all_of(warps, isOutside);
}

/// Up to four matrices with what is left of registers of one pass.
void MatrixAccessPlanner::chooseMatrices() {
  for (unsigned bit = 0; bit < registers.size(); ++bit) {
    if (llvm::is_contained(word, bit))
      continue;
    bool isMatrix = matrix.size() < kLaneBits - kRowsBits && isInPass(bit);
    (isMatrix ? matrix : rest).push_back(bit);
  }
}

/// The number whose bits `bits` are those of `value`.
static uint64_t deposit(uint64_t value, llvm::ArrayRef<unsigned> bits) {
  uint64_t result = 0;
  for (auto [i, bit] : llvm::enumerate(bits))
    result |= (value >> i & 1) << bit;
  return result;
}

/// Adds the access whose registers have the bits `others` besides.
void MatrixAccessPlanner::addAccess(uint64_t others,
                                    SharedAccessPlan &plan) const {
  uint64_t offset = xorOfColumns(registers, others), threadMask = 0;
  for (uint64_t column : plan.laneOffsets)
    threadMask |= column;
  for (uint64_t column : plan.warpOffsets)
    threadMask |= column;
  uint64_t inPass = offset & ((uint64_t(1) << passShift) - 1);
  SharedAccess access = {static_cast<unsigned>(offset >> passShift),
                         inPass & threadMask,
                         inPass & ~threadMask,
                         {}};
  for (uint64_t j = 0; j < uint64_t(1) << matrix.size(); ++j)
    for (uint64_t i = 0; i < uint64_t(1) << word.size(); ++i)
      access.registers.push_back(others | deposit(j, matrix) |
                                 deposit(i, word));
  plan.accesses.push_back(std::move(access));
}

std::optional<SharedAccessPlan> MatrixAccessPlanner::plan() {
  if (!findWord() || !leavesRowsAlone())
    return std::nullopt;
  chooseMatrices();
  SharedAccessPlan plan;
  plan.matrices = 1u << matrix.size();
  plan.isTransposed = isTransposed;
  plan.vectorElements = plan.matrices << word.size();
  if (isTransposed)
    plan.laneOffsets = {registers[word.front()], lanes[0], lanes[1]};
  else
    plan.laneOffsets = {lanes[2], lanes[3], lanes[4]};
  for (unsigned i = 0; i < kLaneBits - kRowsBits; ++i)
    plan.laneOffsets.push_back(i < matrix.size() ? registers[matrix[i]] : 0);
  plan.warpOffsets.assign(warps.begin(), warps.end());
  for (uint64_t value = 0; value < uint64_t(1) << rest.size(); ++value)
    addAccess(deposit(value, rest), plan);
  llvm::stable_sort(plan.accesses,
                    [](const SharedAccess &a, const SharedAccess &b) {
                      return a.pass < b.pass;
                    });
  return plan;
}

std::optional<SharedAccessPlan> cm2tt::ttg::planMatrixAccess(
    const LinearLayout &distributed, const LinearLayout &shared,
    const SharedAccessOptions &options, bool isTransposed) {
  LinearLayout layout = distributed.removeFreeRegisters();
  auto wordBits = getWordBits(layout, options.elementBits, isTransposed);
  if (!wordBits)
    return std::nullopt;
  // All lanes and warps take part, so that copies would be stored.
  Slot free = options.isStore ? layout.getFreeVariableMasks() : Slot{};
  if (free.lane || free.warp)
    return std::nullopt;
  LinearLayout offsets = layout.invertAndCompose(shared);
  unsigned passShift = shared.getTotalInBits() - options.passBits;
  return MatrixAccessPlanner(offsets, passShift, *wordBits, isTransposed)
      .plan();
}

//===----------------------------------------------------------------------===//
// Costs
//===----------------------------------------------------------------------===//

unsigned cm2tt::ttg::getWavefrontBits(const SharedAccessPlan &plan,
                                      unsigned elementBytes) {
  if (plan.matrices)
    return kRowsBits;
  unsigned bytes = plan.vectorElements * elementBytes;
  unsigned lanes = plan.laneOffsets.size();
  return bytes > 4 ? lanes - std::min(lanes, llvm::Log2_32(bytes / 4)) : lanes;
}

bool cm2tt::ttg::isConflictFree(const SharedAccessPlan &plan,
                                unsigned elementBytes) {
  constexpr uint64_t bankMask = 31;
  unsigned lanes = getWavefrontBits(plan, elementBytes);
  // Lanes meet in a bank and not in a word if their difference does.
  BitSpan words, banks;
  for (uint64_t offset : llvm::ArrayRef(plan.laneOffsets).take_front(lanes)) {
    words.insert(offset * elementBytes / 4);
    banks.insert(offset * elementBytes / 4 & bankMask);
  }
  return words.getDim() == banks.getDim();
}

/// Whether words are made of elements, or taken apart. Neighbouring registers
/// are where words were before and will be, in vectors of global memory and
/// operands of matrix units.
static bool splitsWords(const SharedAccessPlan &plan, unsigned elementBytes) {
  if (elementBytes >= 4 || plan.accesses.empty())
    return false;
  const auto &registers = plan.accesses.front().registers;
  return registers.size() < 2 || (registers[0] ^ registers[1]) != 1;
}

bool cm2tt::ttg::isIdeal(const SharedAccessPlan &plan, unsigned elementBytes) {
  return plan.vectorElements * elementBytes >= 16 &&
         !splitsWords(plan, elementBytes);
}

unsigned cm2tt::ttg::getAccessCost(const SharedAccessPlan &plan,
                                   unsigned elementBytes) {
  // An instruction 1, each of its wavefronts 4, making a word 1.
  unsigned words = std::max(1u, plan.vectorElements * elementBytes / 4);
  unsigned perWord = splitsWords(plan, elementBytes) ? 5 : 4;
  return plan.accesses.size() * (1 + perWord * words);
}
