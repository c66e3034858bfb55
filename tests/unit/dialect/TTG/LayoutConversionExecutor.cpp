// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Executes conversion plans: renaming, shuffles and shared memory with banks.

#include "LayoutConversionExecutor.h"

#include "cm2tt/Dialect/TTG/BitSpan.h"

#include <algorithm>
#include <map>
#include <set>

using namespace cm2tt::ttg;

Registers cm2tt::ttg::fillRegisters(const LinearLayout &layout) {
  uint64_t numRegisters = layout.getInSize(InDim::Register);
  uint64_t numThreads = (uint64_t(1) << layout.getTotalInBits()) / numRegisters;
  Registers registers(numThreads, std::vector<int64_t>(numRegisters));
  for (uint64_t thread = 0; thread < numThreads; ++thread)
    for (uint64_t reg = 0; reg < numRegisters; ++reg)
      registers[thread][reg] = layout.applyPacked(thread * numRegisters + reg);
  return registers;
}

/// Shuffles of one plan; registers are the plan's.
static Registers executeShuffle(const ShufflePlan &plan, unsigned laneBits,
                                const Registers &source) {
  uint64_t laneMask = (uint64_t(1) << laneBits) - 1;
  Registers result(source.size(),
                   std::vector<int64_t>(plan.rounds.size(), kNothing));
  for (const ShuffleRound &round : plan.rounds) {
    std::vector<int64_t> sent;
    for (uint64_t thread = 0; thread < source.size(); ++thread)
      sent.push_back(source[thread][round.sendRegister ^
                                    xorOfColumns(plan.sendSelect, thread)]);
    for (uint64_t thread = 0; thread < source.size(); ++thread) {
      uint64_t lane = plan.isButterfly ? thread & laneMask
                                       : xorOfColumns(plan.laneMap, thread);
      uint64_t from = (thread & ~laneMask) | (lane ^ round.laneXor);
      result[thread][round.receiveRegister ^
                     xorOfColumns(plan.receiveSelect, thread)] = sent[from];
    }
  }
  return result;
}

namespace {
/// One buffer of shared memory, addressed by elements, and one pass over it.
class SharedMemory {
public:
  SharedMemory(const SharedPlan &plan, unsigned laneBits,
               ExecutionCounts &counts)
      : plan(plan), laneBits(laneBits), counts(counts),
        cells(plan.bytes / plan.elementBytes, kNothing) {}

  void clear() { std::fill(cells.begin(), cells.end(), kNothing); }
  void store(const SharedAccess &access, const Registers &source);
  void load(const SharedAccess &access, Registers &result);

private:
  /// Where `thread` accesses, or nothing if it takes no part.
  std::optional<uint64_t> getAddress(const SharedAccessPlan &side,
                                     const SharedAccess &access,
                                     uint64_t thread) const;
  /// The exchanges of `thread`: its registers have numbers XOR this.
  uint32_t getExchange(const SharedAccessPlan &side, uint64_t thread) const;
  /// Matrix instructions of one warp, whose threads begin at `first`.
  void storeMatrices(const SharedAccess &access, const Registers &source,
                     uint64_t first);
  void loadMatrices(const SharedAccess &access, Registers &result,
                    uint64_t first);
  /// Calls `visit(thread, register, cell)` for each element of such an access.
  template <typename Visitor>
  void visitMatrices(const SharedAccessPlan &side, const SharedAccess &access,
                     uint64_t first, Visitor visit);
  /// Wavefronts that an access of all threads needs beyond the least.
  unsigned countConflicts(const SharedAccessPlan &side,
                          const SharedAccess &access,
                          uint64_t numThreads) const;

  const SharedPlan &plan;
  unsigned laneBits;
  ExecutionCounts &counts;
  std::vector<int64_t> cells;
};
} // namespace

std::optional<uint64_t> SharedMemory::getAddress(const SharedAccessPlan &side,
                                                 const SharedAccess &access,
                                                 uint64_t thread) const {
  uint64_t lane = thread & ((uint64_t(1) << laneBits) - 1);
  uint64_t warp = thread >> laneBits;
  if ((lane & side.redundantLanes) || (warp & side.redundantWarps))
    return std::nullopt;
  uint64_t offset = xorOfColumns(side.laneOffsets, lane) ^
                    xorOfColumns(side.warpOffsets, warp);
  return (offset ^ access.xorOffset) + access.addOffset;
}

uint32_t SharedMemory::getExchange(const SharedAccessPlan &side,
                                   uint64_t thread) const {
  uint32_t exchanged = 0;
  for (const RegisterExchange &exchange : side.exchanges)
    if (thread >> exchange.laneBit & 1)
      exchanged ^= exchange.registerBit;
  return exchanged;
}

unsigned SharedMemory::countConflicts(const SharedAccessPlan &side,
                                      const SharedAccess &access,
                                      uint64_t numThreads) const {
  unsigned bytes = side.vectorElements * plan.elementBytes;
  if (side.matrices)
    bytes = 16;
  uint64_t group = (uint64_t(1) << laneBits) / std::max(1u, bytes / 4);
  unsigned conflicts = 0;
  for (uint64_t first = 0; first < numThreads;
       first += std::max<uint64_t>(group, 1)) {
    std::map<uint64_t, std::set<uint64_t>> wordsOfBank;
    for (uint64_t thread = first; thread < first + group; ++thread) {
      auto address = getAddress(side, access, thread);
      if (!address)
        continue;
      uint64_t begin = *address * plan.elementBytes;
      // Lanes have no rows where there are fewer matrices.
      if (side.matrices && (thread & 31) >= 8 * side.matrices)
        continue;
      for (uint64_t word = begin / 4; word <= (begin + bytes - 1) / 4; ++word)
        wordsOfBank[word % 32].insert(word);
    }
    size_t worst = 1;
    for (const auto &bank : wordsOfBank)
      worst = std::max(worst, bank.second.size());
    conflicts += worst - 1;
  }
  return conflicts;
}

template <typename Visitor>
void SharedMemory::visitMatrices(const SharedAccessPlan &side,
                                 const SharedAccess &access, uint64_t first,
                                 Visitor visit) {
  uint64_t perWord = 4 / plan.elementBytes;
  for (uint64_t lane = 0; lane < 32; ++lane)
    for (uint64_t j = 0; j < side.matrices; ++j)
      for (uint64_t i = 0; i < perWord; ++i) {
        uint64_t row = lane / 4, column = lane % 4 * perWord + i;
        if (side.isTransposed)
          std::swap(row, column);
        auto address = getAddress(side, access, first + 8 * j + row);
        if (!address || *address * plan.elementBytes % 16 != 0 ||
            *address + column >= cells.size()) {
          ++counts.outOfBounds;
          continue;
        }
        visit(first + lane, access.registers[j * perWord + i],
              cells[*address + column]);
      }
}

void SharedMemory::storeMatrices(const SharedAccess &access,
                                 const Registers &source, uint64_t first) {
  visitMatrices(plan.store, access, first,
                [&](uint64_t thread, uint32_t reg, int64_t &cell) {
                  counts.clashes += cell != kNothing;
                  cell = source[thread][reg];
                });
}

void SharedMemory::loadMatrices(const SharedAccess &access, Registers &result,
                                uint64_t first) {
  visitMatrices(plan.load, access, first,
                [&](uint64_t thread, uint32_t reg, int64_t &cell) {
                  counts.uninitialised += cell == kNothing;
                  result[thread][reg] = cell;
                });
}

void SharedMemory::store(const SharedAccess &access, const Registers &source) {
  counts.storeConflicts += countConflicts(plan.store, access, source.size());
  if (plan.store.matrices) {
    for (uint64_t first = 0; first < source.size(); first += 32)
      storeMatrices(access, source, first);
    return;
  }
  for (uint64_t thread = 0; thread < source.size(); ++thread) {
    auto address = getAddress(plan.store, access, thread);
    if (!address)
      continue;
    for (size_t i = 0; i < access.registers.size(); ++i) {
      if (*address + i >= cells.size()) {
        ++counts.outOfBounds;
        continue;
      }
      int64_t &cell = cells[*address + i];
      int64_t value =
          source[thread][access.registers[i] ^ getExchange(plan.store, thread)];
      counts.clashes += cell != kNothing;
      cell = value;
    }
    counts.outOfBounds += *address % access.registers.size() != 0;
  }
}

void SharedMemory::load(const SharedAccess &access, Registers &result) {
  counts.loadConflicts += countConflicts(plan.load, access, result.size());
  if (plan.load.matrices) {
    for (uint64_t first = 0; first < result.size(); first += 32)
      loadMatrices(access, result, first);
    return;
  }
  for (uint64_t thread = 0; thread < result.size(); ++thread) {
    auto address = getAddress(plan.load, access, thread);
    for (size_t i = 0; i < access.registers.size(); ++i) {
      if (!address || *address + i >= cells.size()) {
        ++counts.outOfBounds;
        continue;
      }
      counts.uninitialised += cells[*address + i] == kNothing;
      result[thread][access.registers[i] ^ getExchange(plan.load, thread)] =
          cells[*address + i];
    }
  }
}

/// Shared memory of one plan; registers are the plan's.
static Registers executeShared(const SharedPlan &plan, unsigned laneBits,
                               const Registers &source,
                               ExecutionCounts &counts) {
  SharedMemory memory(plan, laneBits, counts);
  size_t numRegisters = plan.load.accesses.size() * plan.load.vectorElements;
  Registers result(source.size(), std::vector<int64_t>(numRegisters, kNothing));
  for (unsigned pass = 0; pass < plan.numPasses; ++pass) {
    memory.clear();
    for (const SharedAccess &access : plan.store.accesses)
      if (access.pass == pass)
        memory.store(access, source);
    for (const SharedAccess &access : plan.load.accesses)
      if (access.pass == pass)
        memory.load(access, result);
  }
  return result;
}

Registers cm2tt::ttg::executePlan(const ConversionPlan &plan,
                                  const LinearLayout &from,
                                  const Registers &source,
                                  ExecutionCounts &counts) {
  Registers result;
  if (plan.kind == ConversionKind::NoOp)
    return source;
  if (plan.kind == ConversionKind::Registers) {
    for (const auto &thread : source) {
      result.emplace_back();
      for (uint32_t reg : plan.registerMap)
        result.back().push_back(thread[reg]);
    }
    return result;
  }
  Registers compact;
  for (const auto &thread : source) {
    compact.emplace_back();
    for (uint32_t reg : plan.sourceRegisters)
      compact.back().push_back(thread[reg]);
  }
  unsigned laneBits = from.getInBits(InDim::Lane);
  Registers moved = plan.kind == ConversionKind::Shuffle
                        ? executeShuffle(plan.shuffle, laneBits, compact)
                        : executeShared(plan.shared, laneBits, compact, counts);
  for (const auto &thread : moved) {
    result.emplace_back();
    for (uint32_t reg : plan.destRegisters)
      result.back().push_back(thread[reg]);
  }
  return result;
}
