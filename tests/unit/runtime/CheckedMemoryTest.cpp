// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Tests of the accesses that checked memory allows and of its messages, with
/// accesses written by hand.
///
/// Not here: checked kernels (tests/lit/tools/run_check_*.test).

#include "cm2tt/Runtime/CheckedMemory.h"

#include "cm2tt/Compiler/Compiler.h"
#include "cm2tt/Runtime/Device.h"

#include "gtest/gtest.h"

#include <cstring>
#include <random>

using namespace cm2tt;
using namespace cm2tt::runtime;

namespace {
/// Where the accesses of these tests stand in Java.
enum Line { LoadX = 10, StoreX, AtomicX, LoadAny, Assertion };

/// A grid of 4 by 3 by 2 programs on `x` and `y`, which are in one array.
class CheckedMemoryTest : public testing::Test {
protected:
  CheckedMemoryTest() { start(); }

  /// Begins with 8 floats of `x` in front of 4 of `y`.
  void start(bool initialised = true, unsigned bytes = 4) {
    CheckedBuffer x = {address(0), 32, 0, "x", 4, initialised};
    CheckedBuffer y = {address(8), 16, 2, "y", 4, true};
    begin({x, y}, bytes);
  }
  void begin(std::vector<CheckedBuffer> buffers, unsigned bytes = 4) {
    using Kind = KernelSite::Kind;
    sites = {{Kind::Load, bytes, 0, {2, 8}, "A.java", LoadX, 5, ""},
             {Kind::Store, bytes, 0, {2, 8}, "A.java", StoreX, 5, ""},
             {Kind::Atomic, bytes, 0, {}, "A.java", AtomicX, 5, ""},
             {Kind::Load, bytes, -1, {8}, "A.java", LoadAny, 5, ""},
             {Kind::Assert, 1, -1, {4, 4}, "A.java", Assertion, 5, "too far"},
             {Kind::Assert, 1, -1, {}, "A.java", Assertion, 5, "odd"}};
    memory.begin(sites, buffers);
    memory.setGrid({4, 3, 2});
  }

  uint64_t address(int64_t element) const {
    return reinterpret_cast<uint64_t>(cells + 8) + element * 4;
  }
  bool at(Line line, uint64_t program, int64_t byte, const void *value) {
    auto *pointer = reinterpret_cast<void *>(address(0) + byte);
    return memory.access(line - LoadX, program, 9, pointer, value);
  }
  bool load(int64_t element, uint64_t program = 0) {
    return at(LoadX, program, element * 4, nullptr);
  }
  /// Stores as a kernel does: only if it may.
  bool store(int64_t element, uint32_t value, uint64_t program = 0) {
    bool may = at(StoreX, program, element * 4, &value);
    if (may)
      cells[8 + element] = value;
    return may;
  }
  bool atomic(int64_t element, uint64_t program = 0) {
    return at(AtomicX, program, element * 4, nullptr);
  }
  bool loadAny(int64_t element) { return at(LoadAny, 0, element * 4, nullptr); }

  /// All reports as lines, notes indented, without remedies.
  std::string said() const {
    std::string text;
    auto append = [&](const Diagnostic &diagnostic) {
      text +=
          std::to_string(diagnostic.line) + ": " + diagnostic.message + "\n";
    };
    for (const Diagnostic &diagnostic : memory.reports()) {
      EXPECT_EQ(diagnostic.severity, Severity::Error);
      EXPECT_EQ(diagnostic.file, "A.java");
      EXPECT_EQ(diagnostic.column, 5u);
      append(diagnostic);
      for (const Diagnostic &note : diagnostic.notes) {
        EXPECT_EQ(note.severity, Severity::Note);
        if (&note == &diagnostic.notes.back())
          continue;
        EXPECT_EQ(note.file, "A.java");
        text += "  ";
        append(note);
      }
    }
    return text;
  }

  /// The remedies of all reports.
  std::vector<std::string> remedies() const {
    std::vector<std::string> texts;
    for (const Diagnostic &diagnostic : memory.reports()) {
      EXPECT_EQ(diagnostic.notes.back().file, "");
      texts.push_back(diagnostic.notes.back().message);
    }
    return texts;
  }

  std::vector<KernelSite> sites;
  CheckedMemory memory;
  alignas(64) uint32_t cells[32] = {};
};
} // namespace

TEST_F(CheckedMemoryTest, GoodAccesses) {
  for (int element = 0; element < 8; ++element) {
    EXPECT_TRUE(load(element));
    EXPECT_TRUE(store(element, 3));
    EXPECT_TRUE(atomic(element));
  }
  EXPECT_TRUE(loadAny(11));
  EXPECT_EQ(said(), "");
  EXPECT_EQ(memory.accesses(), 25u);
}

TEST_F(CheckedMemoryTest, WithoutBuffersNothingIsAllowed) {
  CheckedMemory none;
  EXPECT_EQ(none.accesses(), 0u);
  EXPECT_TRUE(none.reports().empty());
  begin({});
  EXPECT_FALSE(memory.access(0, 0, 0, reinterpret_cast<void *>(16), nullptr));
  EXPECT_EQ(said(), "10: load outside of all buffers, at address 0x10, by "
                    "program (0, 0, 0) at [0, 0] of the tile\n");
}

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

TEST_F(CheckedMemoryTest, BeforeABuffer) {
  EXPECT_FALSE(load(-1));
  EXPECT_EQ(said(), "10: load out of bounds: element -1 of 'x', which has 8, "
                    "by program (0, 0, 0) at [1, 1] of the tile\n");
}

TEST_F(CheckedMemoryTest, InTheNextBuffer) {
  uint32_t before = cells[17];
  EXPECT_FALSE(store(9, 77, 23));
  EXPECT_EQ(cells[17], before);
  EXPECT_EQ(said(), "11: store out of bounds: element 9 of 'x', which has 8 "
                    "(the address is that of element 1 of 'y'), by program "
                    "(3, 2, 1) at [1, 1] of the tile\n");
}

TEST_F(CheckedMemoryTest, AtomicsBehindTheLastBuffer) {
  EXPECT_FALSE(atomic(12, 4));
  EXPECT_EQ(said(), "12: atomic out of bounds: element 12 of 'x', which has 8, "
                    "by program (0, 1, 0)\n");
}

TEST_F(CheckedMemoryTest, SitesOfNoParameter) {
  EXPECT_TRUE(loadAny(3));
  EXPECT_FALSE(loadAny(13));
  EXPECT_EQ(said(), "13: load outside of all buffers, at element 5 of 'y', "
                    "which has 4, by program (0, 0, 0) at [1] of the tile\n");
}

TEST_F(CheckedMemoryTest, ReportsOfKernelsThatDoNotAsk) {
  memory.report(0, 23, 9, address(9), 300);
  memory.report(3, 0, 1, address(9), 1);
  EXPECT_EQ(said(),
            "10: load out of bounds: element 9 of 'x', which has 8 (the "
            "address is that of element 1 of 'y'), by program (3, 2, "
            "1) at [1, 1] of the tile, and 299 more like it\n"
            "13: load outside of the buffers of the pointer, at "
            "element 1 of 'y', by program (0, 0, 0) at [1] of the "
            "tile\n");
  EXPECT_EQ(memory.accesses(), 0u);
}

TEST_F(CheckedMemoryTest, AssertionsOfKernelsThatDoNotAsk) {
  memory.report(4, 23, 9, 0, 3);
  memory.report(5, 1, 0, 0, 1);
  memory.report(5, 2, 0, 0, 1);
  EXPECT_EQ(said(), "14: assertion failed: too far: in program (3, 2, 1), "
                    "element [2, 1], and 2 more like it\n"
                    "14: assertion failed: odd: in program (1, 0, 0), and 1 "
                    "more like it\n");
}

TEST_F(CheckedMemoryTest, FarFromAllBuffers) {
  EXPECT_FALSE(memory.access(3, 0, 2, nullptr, nullptr));
  EXPECT_EQ(said(), "13: load outside of all buffers, at address 0x0, by "
                    "program (0, 0, 0) at [2] of the tile\n");
}

TEST_F(CheckedMemoryTest, AtTheEndsOfTheAddressSpace) {
  // The last byte, and addresses that would wrap around after it.
  for (uint64_t address : {~uint64_t(0), ~uint64_t(0) - 3})
    EXPECT_FALSE(
        memory.access(3, 0, 0, reinterpret_cast<void *>(address), nullptr));
  EXPECT_FALSE(at(LoadX, 0, INT64_MIN, nullptr));
  EXPECT_EQ(memory.reports().size(), 2u);
}

TEST_F(CheckedMemoryTest, PartlyOutOfBounds) {
  EXPECT_FALSE(at(LoadX, 0, 30, nullptr));
  EXPECT_EQ(said(), "10: load out of bounds: bytes 30 to 33 of 'x', which has "
                    "32, by program (0, 0, 0) at [1, 1] of the tile\n");
}

TEST_F(CheckedMemoryTest, BuffersWithoutElements) {
  begin({{address(0), 0, 0, "x", 4, true}});
  EXPECT_FALSE(load(0));
  EXPECT_EQ(said(), "10: load out of bounds: element 0 of 'x', which has 0, by "
                    "program (0, 0, 0) at [1, 1] of the tile\n");
}

TEST_F(CheckedMemoryTest, BuffersThatEndInPartOfAnElement) {
  begin({{address(0), 6, 0, "x", 4, false}}, 1);
  uint8_t value = 1;
  EXPECT_TRUE(at(StoreX, 0, 5, &value));
  EXPECT_TRUE(at(LoadX, 0, 5, nullptr));
  EXPECT_FALSE(at(LoadX, 0, 4, nullptr));
  EXPECT_FALSE(at(LoadX, 0, 6, nullptr));
  EXPECT_EQ(said(), "10: load of uninitialised memory: byte 4 of 'x', by "
                    "program (0, 0, 0) at [1, 1] of the tile\n"
                    "10: load out of bounds: byte 6 of 'x', which has 6, by "
                    "program (0, 0, 0) at [1, 1] of the tile\n");
}

TEST_F(CheckedMemoryTest, Misaligned) {
  EXPECT_FALSE(at(LoadX, 0, 6, nullptr));
  EXPECT_EQ(said(), "10: load of 4 bytes is misaligned: at bytes 6 to 9 of "
                    "'x', by program (0, 0, 0) at [1, 1] of the tile\n");
}

//===----------------------------------------------------------------------===//
// What nothing has written
//===----------------------------------------------------------------------===//

TEST_F(CheckedMemoryTest, LoadsOfWhatNothingHasWritten) {
  start(/*initialised=*/false);
  EXPECT_TRUE(store(3, 1));
  EXPECT_TRUE(load(3, 1));
  EXPECT_FALSE(load(4, 1));
  EXPECT_EQ(said(), "10: load of uninitialised memory: element 4 of 'x', "
                    "by program (1, 0, 0) at [1, 1] of the tile\n");
}

TEST_F(CheckedMemoryTest, AtomicsOnWhatNothingHasWrittenAreDone) {
  start(/*initialised=*/false);
  EXPECT_TRUE(atomic(2));
  EXPECT_TRUE(atomic(2));
  EXPECT_TRUE(load(2));
  EXPECT_EQ(said(), "12: atomic of uninitialised memory: element 2 of "
                    "'x', by program (0, 0, 0)\n");
}

TEST_F(CheckedMemoryTest, WhatIsWrittenStaysSoInTheNextLaunch) {
  start(/*initialised=*/false);
  EXPECT_TRUE(store(3, 1));
  memory.setGrid({1, 1, 1});
  EXPECT_TRUE(load(3));
  EXPECT_FALSE(load(2));
}

TEST_F(CheckedMemoryTest, PartsOfElements) {
  start(/*initialised=*/false, 2);
  uint16_t value = 1;
  EXPECT_TRUE(at(StoreX, 0, 6, &value));
  EXPECT_TRUE(at(LoadX, 0, 6, nullptr));
  EXPECT_FALSE(at(LoadX, 0, 4, nullptr));
  EXPECT_EQ(said(), "10: load of uninitialised memory: bytes 4 to 5 of "
                    "'x', by program (0, 0, 0) at [1, 1] of the tile\n");
}

TEST_F(CheckedMemoryTest, ElementsOfWhichPartsWereWritten) {
  start(/*initialised=*/false);
  EXPECT_TRUE(store(1, 7));
  sites[1].bytes = 2;
  CheckedBuffer x = {address(0), 32, 0, "x", 4, false};
  memory.begin(sites, x);
  uint16_t value = 1;
  EXPECT_TRUE(at(StoreX, 0, 4, &value));
  EXPECT_FALSE(load(1));
  EXPECT_TRUE(at(StoreX, 0, 6, &value));
  EXPECT_TRUE(load(1));
}

TEST_F(CheckedMemoryTest, WholeElementsThatAreReadInParts) {
  CheckedBuffer x = {address(0), 32, 0, "x", 4, false};
  begin({x});
  sites[0].bytes = 1;
  memory.begin(sites, x);
  EXPECT_TRUE(store(1, 7));
  for (int byte = 4; byte < 8; ++byte)
    EXPECT_TRUE(at(LoadX, 0, byte, nullptr)) << byte;
  EXPECT_FALSE(at(LoadX, 0, 3, nullptr));
  EXPECT_FALSE(at(LoadX, 0, 8, nullptr));
}

TEST_F(CheckedMemoryTest, BuffersThatOverlap) {
  // `y` is the middle of `x` and has content, which `x` has not.
  begin(
      {{address(0), 32, 0, "x", 4, false}, {address(2), 16, 2, "y", 4, true}});
  EXPECT_FALSE(load(1));
  EXPECT_TRUE(load(2));
  EXPECT_TRUE(load(5));
  EXPECT_FALSE(load(6));
  EXPECT_EQ(memory.reports().size(), 1u);
}

//===----------------------------------------------------------------------===//
// Several programs
//===----------------------------------------------------------------------===//

TEST_F(CheckedMemoryTest, ProgramsThatStoreDifferentValues) {
  EXPECT_TRUE(store(3, 1, 0));
  EXPECT_TRUE(store(3, 2, 0));
  EXPECT_TRUE(store(3, 2, 1));
  EXPECT_FALSE(store(3, 3, 5));
  EXPECT_EQ(cells[11], 2u);
  EXPECT_EQ(said(), "11: store of another value than that of program (0, 0, "
                    "0): element 3 of 'x', by program (1, 1, 0) at [1, 1] of "
                    "the tile\n"
                    "  11: program (0, 0, 0) stores to it here\n");
}

TEST_F(CheckedMemoryTest, ProgramsThatStoreToPartsOfElements) {
  start(/*initialised=*/true, 1);
  uint8_t value = 1;
  EXPECT_TRUE(at(StoreX, 0, 4, &value));
  EXPECT_TRUE(at(StoreX, 1, 5, &value));
  EXPECT_FALSE(at(StoreX, 1, 4, &value));
  EXPECT_EQ(said(), "11: store of another value than that of program (0, 0, "
                    "0): byte 4 of 'x', by program (1, 0, 0) at [1, 1] of the "
                    "tile\n"
                    "  11: program (0, 0, 0) stores to it here\n");
}

TEST_F(CheckedMemoryTest, LaunchesDoNotRace) {
  EXPECT_TRUE(store(3, 1, 0));
  EXPECT_TRUE(atomic(4, 0));
  memory.setGrid({4, 3, 2});
  EXPECT_TRUE(store(3, 2, 1));
  EXPECT_TRUE(store(4, 2, 1));
  EXPECT_EQ(said(), "");
}

TEST_F(CheckedMemoryTest, AtomicsOfManyPrograms) {
  for (int program = 0; program < 24; ++program)
    EXPECT_TRUE(atomic(3, program));
  EXPECT_EQ(said(), "");
}

TEST_F(CheckedMemoryTest, StoresToWhatOthersUpdate) {
  EXPECT_TRUE(atomic(3, 0));
  EXPECT_FALSE(store(3, 0, 1));
  EXPECT_EQ(said(), "11: store without an atomic to what program (0, 0, 0) "
                    "updates by one: element 3 of 'x', by program (1, 0, 0) at "
                    "[1, 1] of the tile\n"
                    "  12: program (0, 0, 0) updates it here by an atomic\n");
}

TEST_F(CheckedMemoryTest, UpdatesOfWhatOthersStoreAreDone) {
  EXPECT_TRUE(store(3, 0, 0));
  EXPECT_TRUE(atomic(3, 1));
  EXPECT_EQ(said(), "12: atomic to what program (0, 0, 0) stores to without "
                    "one: element 3 of 'x', by program (1, 0, 0)\n"
                    "  11: program (0, 0, 0) stores to it here\n");
}

TEST_F(CheckedMemoryTest, AStoreIsNotHiddenByItsProgramsAtomics) {
  EXPECT_TRUE(store(3, 0, 0));
  EXPECT_TRUE(atomic(3, 0));
  EXPECT_TRUE(atomic(3, 1));
  EXPECT_TRUE(atomic(3, 2));
  EXPECT_EQ(said(), "12: atomic to what program (0, 0, 0) stores to without "
                    "one: element 3 of 'x', by program (1, 0, 0)\n"
                    "  11: program (0, 0, 0) stores to it here\n");
}

TEST_F(CheckedMemoryTest, ALockOrdersStores) {
  for (uint64_t program : {0, 1, 2}) {
    EXPECT_TRUE(atomic(0, program)); // Takes it.
    EXPECT_TRUE(store(3, program, program));
    EXPECT_TRUE(atomic(0, program)); // Gives it back.
  }
  EXPECT_EQ(said(), "");
}

TEST_F(CheckedMemoryTest, AFlagOrdersStores) {
  EXPECT_TRUE(store(3, 1, 0));
  EXPECT_TRUE(atomic(0, 0)); // Sets it.
  EXPECT_TRUE(atomic(0, 1)); // Waits for it.
  EXPECT_TRUE(store(3, 2, 1));
  EXPECT_EQ(said(), "");
}

TEST_F(CheckedMemoryTest, TheLastProgramMayResetItsCounter) {
  EXPECT_TRUE(atomic(0, 0));
  EXPECT_TRUE(atomic(0, 1));
  EXPECT_TRUE(store(0, 0, 1));
  EXPECT_EQ(said(), "");
}

TEST_F(CheckedMemoryTest, AtomicsThatOrderNothing) {
  // Only before both stores; then only on elements that the others do not use.
  EXPECT_TRUE(atomic(0, 0));
  EXPECT_TRUE(store(3, 1, 0));
  EXPECT_TRUE(atomic(0, 1));
  EXPECT_FALSE(store(3, 2, 1));
  EXPECT_TRUE(store(4, 1, 2));
  EXPECT_TRUE(atomic(1, 2));
  EXPECT_TRUE(atomic(2, 3));
  EXPECT_FALSE(store(4, 2, 3));
}

//===----------------------------------------------------------------------===//
// Many faults
//===----------------------------------------------------------------------===//

TEST_F(CheckedMemoryTest, OthersAreCounted) {
  for (int element = 8; element < 3080; ++element)
    EXPECT_FALSE(load(element % 64 + 32));
  EXPECT_FALSE(store(8, 0));
  EXPECT_FALSE(at(LoadX, 0, 6, nullptr));
  EXPECT_EQ(said(), "10: load out of bounds: element 40 of 'x', which has 8, "
                    "by program (0, 0, 0) at [1, 1] of the tile, and 3071 more "
                    "like it\n"
                    "11: store out of bounds: element 8 of 'x', which has 8 "
                    "(the address is that of element 0 of 'y'), by program "
                    "(0, 0, 0) at [1, 1] of the tile\n"
                    "10: load of 4 bytes is misaligned: at bytes 6 to 9 of "
                    "'x', by program (0, 0, 0) at [1, 1] of the tile\n");
  EXPECT_EQ(memory.accesses(), 3074u);
}

TEST_F(CheckedMemoryTest, SitesAtOnePlaceInJavaAreOne) {
  sites.assign(3, sites[0]);
  sites.push_back(sites[0]);
  sites[2].line = sites[3].line = 0;
  CheckedBuffer x = {address(0), 32, 0, "x", 4, true};
  memory.begin(sites, x);
  for (int site = 0; site < 4; ++site)
    EXPECT_FALSE(memory.access(site, 0, 0, nullptr, nullptr));
  // Sites without a location in Java are never merged.
  EXPECT_EQ(memory.reports().size(), 3u);
}

TEST_F(CheckedMemoryTest, RandomAccessesAsByteByByte) {
  struct Byte {
    bool written;
    int64_t program;
  };
  std::mt19937 random(1);
  auto upTo = [&](unsigned n) { return random() % n; };
  for (int round = 0; round < 200; ++round) {
    auto *bytes = reinterpret_cast<uint8_t *>(cells);
    uint64_t size = 33 + upTo(64), begin = reinterpret_cast<uint64_t>(cells);
    sites.clear();
    for (unsigned width : {1, 2, 4, 8})
      for (auto kind : {KernelSite::Kind::Load, KernelSite::Kind::Store})
        sites.push_back({kind, width, -1, {}, "A.java", 1, width, ""});
    bool initialised = upTo(2);
    unsigned unit = 1u << upTo(4);
    CheckedBuffer x = {begin, size, 0, "x", unit, initialised};
    memory.begin(sites, x);
    memory.setGrid({1u << 20, 1, 1});
    std::vector<Byte> expected(size, {initialised, -1});
    for (int64_t program = 0; program < 100; ++program)
      for (int i = 0; i < 4; ++i) {
        unsigned site = upTo(8), width = sites[site].bytes;
        uint64_t offset = upTo(size / width) * width;
        uint8_t value[8];
        bool may = true, isStore = site % 2;
        for (unsigned k = 0; k < width; ++k) {
          value[k] = upTo(50) == 0;
          Byte &byte = expected[offset + k];
          bool other = byte.program >= 0 && byte.program != program;
          may &=
              isStore ? !other || value[k] == bytes[offset + k] : byte.written;
        }
        ASSERT_EQ(memory.access(site, program, 0, bytes + offset,
                                isStore ? value : nullptr),
                  may);
        for (unsigned k = 0; k < width && may && isStore; ++k) {
          Byte &byte = expected[offset + k];
          // Who was first with a value stays it, as far as units go.
          if (byte.program < 0)
            byte.program = program;
          byte.written = true;
          bytes[offset + k] = value[k];
        }
      }
  }
}

TEST_F(CheckedMemoryTest, ALargeBufferCostsWhatIsWritten) {
  // The memory is accessed through the shadow only, so it need not exist.
  begin({{uint64_t(1) << 40, uint64_t(1) << 36, 0, "x", 4, false}});
  for (uint64_t i = 0; i < 1000; ++i) {
    auto *pointer = reinterpret_cast<void *>((uint64_t(1) << 40) + (i << 26));
    uint32_t value = 0;
    EXPECT_TRUE(memory.access(1, 0, 0, pointer, &value));
    EXPECT_TRUE(memory.access(0, 0, 0, pointer, nullptr));
  }
  EXPECT_EQ(said(), "");
}

//===----------------------------------------------------------------------===//
// What callers get besides reports
//===----------------------------------------------------------------------===//

TEST_F(CheckedMemoryTest, EachKindOfFaultHasARemedy) {
  CheckedBuffer x = {address(0), 32, 0, "x", 4, false};
  begin({x});
  EXPECT_FALSE(load(8));
  EXPECT_FALSE(at(LoadX, 0, 6, nullptr));
  EXPECT_FALSE(load(0));
  EXPECT_TRUE(store(3, 1, 0));
  EXPECT_FALSE(store(3, 2, 1));
  EXPECT_TRUE(atomic(3, 1));
  EXPECT_EQ(
      remedies(),
      (std::vector<std::string>{
          "access elements of the buffer only: pass a mask, such as "
          "offsets.lt(n), or a larger buffer",
          "pass an address, and offsets in elements, that are multiples of the "
          "size of an element",
          "write the memory before the launch, by a copy or a fill, or pass a "
          "mask",
          "store to each element by one program only, or use atomics",
          "use atomics for all accesses of programs to an element that others "
          "write"}));
}

TEST_F(CheckedMemoryTest, PartsThatWereWritten) {
  CheckedBuffer x = {address(0), 32, 0, "x", 4, false};
  x.written = {{address(1), address(3)}, {address(6), address(6) + 2}};
  begin({x});
  EXPECT_TRUE(load(1));
  EXPECT_TRUE(load(2));
  EXPECT_FALSE(load(3));
  EXPECT_FALSE(load(6));
  EXPECT_TRUE(store(4, 1));
  EXPECT_TRUE(store(3, 1));
  std::vector<MemoryRange> parts = memory.written(0);
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_EQ(parts[0].begin, address(1));
  EXPECT_EQ(parts[0].end, address(5));
  EXPECT_EQ(parts[1].begin, address(6));
  EXPECT_EQ(parts[1].end, address(6) + 2);
}

TEST_F(CheckedMemoryTest, BuffersOfUnknownSize) {
  CheckedBuffer x = {address(0), 0, 0, "x", 4, true};
  x.isBounded = false;
  CheckedBuffer y = {address(8), 16, 2, "y", 4, false};
  begin({x, y});
  EXPECT_TRUE(load(7));
  EXPECT_TRUE(load(-1000));
  EXPECT_TRUE(loadAny(-1000));
  EXPECT_FALSE(load(8)) << "nothing has written y";
  EXPECT_TRUE(memory.written(0).empty());
  EXPECT_EQ(said(), "10: load of uninitialised memory: element 0 of 'y', by "
                    "program (0, 0, 0) at [1, 1] of the tile\n");
}

TEST_F(CheckedMemoryTest, BuffersThatAreNoArguments) {
  begin({{address(0), 32, 0, "x", 4, true}, {address(8), 16, -1, "", 4, true}});
  EXPECT_FALSE(load(9));
  EXPECT_TRUE(loadAny(9));
  EXPECT_EQ(said(), "10: load out of bounds: element 9 of 'x', which has 8 "
                    "(the address is that of element 1 of a buffer that is not "
                    "an argument), by program (0, 0, 0) at [1, 1] of the "
                    "tile\n");
}
