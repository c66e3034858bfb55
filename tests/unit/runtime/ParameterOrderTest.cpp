// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Tests of accesses by two parameters to one array, written by hand: which
/// need a barrier between them.
///
/// Not here: other faults (CheckedMemoryTest.cpp); kernels
/// (tests/java/runtime, OverlapTest).

#include "cm2tt/Runtime/CheckedMemory.h"

#include "cm2tt/Compiler/Compiler.h"
#include "cm2tt/Runtime/Device.h"

#include "gtest/gtest.h"

using namespace cm2tt;
using namespace cm2tt::runtime;

namespace {
/// Where the accesses of these tests stand in Java, in the order of the sites.
enum Line { LoadA = 10, StoreA, LoadB, StoreB, AtomicB, LoadAny, OneA, ByteB };

/// `a` are the elements from 0 to 15 of an array, `b` those from 4 to 19.
class ParameterOrderTest : public testing::Test {
protected:
  ParameterOrderTest() { begin(bufferA(), bufferB()); }

  CheckedBuffer bufferA() const { return {address(0), 64, 0, "a", 4, true}; }
  CheckedBuffer bufferB() const { return {address(4), 64, 1, "b", 4, true}; }
  void begin(const CheckedBuffer &a, const CheckedBuffer &b) {
    using Kind = KernelSite::Kind;
    sites = {{Kind::Load, 4, 0, {16}, "A.java", LoadA, 5, ""},
             {Kind::Store, 4, 0, {16}, "A.java", StoreA, 5, ""},
             {Kind::Load, 4, 1, {16}, "A.java", LoadB, 5, ""},
             {Kind::Store, 4, 1, {16}, "A.java", StoreB, 5, ""},
             {Kind::Atomic, 4, 1, {16}, "A.java", AtomicB, 5, ""},
             {Kind::Load, 4, -1, {16}, "A.java", LoadAny, 5, ""},
             {Kind::Load, 4, 0, {}, "A.java", OneA, 5, ""},
             {Kind::Store, 1, 1, {16}, "A.java", ByteB, 5, ""}};
    memory.begin(sites, {a, b});
    memory.setGrid({4, 1, 1});
  }

  uint64_t address(int64_t element) const {
    return reinterpret_cast<uint64_t>(cells) + element * 4;
  }
  /// An access to an element of the array, at an index of a tile.
  bool at(Line line, int64_t element, uint64_t index, uint64_t program = 0,
          uint64_t byte = 0) {
    uint32_t value = 7;
    auto *pointer = reinterpret_cast<void *>(address(element) + byte);
    auto kind = sites[line - LoadA].kind;
    return memory.access(line - LoadA, program, index, pointer,
                         kind == KernelSite::Kind::Store ? &value : nullptr);
  }
  /// The only report: its message and notes.
  std::vector<std::string> said() const {
    std::vector<std::string> texts;
    for (const Diagnostic &diagnostic : memory.reports()) {
      texts.push_back(diagnostic.message);
      for (const Diagnostic &note : diagnostic.notes)
        texts.push_back(note.message);
    }
    return texts;
  }

  std::vector<KernelSite> sites;
  CheckedMemory memory;
  alignas(64) uint32_t cells[20] = {};
};
} // namespace

TEST_F(ParameterOrderTest, ALoadThenAStoreAtTheSameIndex) {
  EXPECT_TRUE(at(LoadA, 5, 3));
  EXPECT_TRUE(at(StoreB, 5, 3));
  EXPECT_TRUE(at(StoreB, 5, 3));
  EXPECT_TRUE(memory.reports().empty());
}

TEST_F(ParameterOrderTest, AStoreAtAnotherIndex) {
  EXPECT_TRUE(at(LoadA, 5, 3));
  EXPECT_FALSE(at(StoreB, 5, 4));
  EXPECT_EQ(said(),
            (std::vector<std::string>{
                "store to what was loaded by 'a' at another index, without a "
                "barrier: element 1 of 'b', by program (0, 0, 0) at [4] of the "
                "tile",
                "program (0, 0, 0) loads it here, as element 5 of 'a', at [3] "
                "of the tile",
                "bytes 16 to 63 of 'a' are bytes 0 to 47 of 'b': pass memory "
                "that does not overlap, access it by one parameter only, or "
                "call Triton.debugBarrier() between the accesses"}));
}

TEST_F(ParameterOrderTest, ALoadOfAStoredElement) {
  EXPECT_TRUE(at(StoreB, 5, 3));
  EXPECT_FALSE(at(LoadA, 5, 3)) << "a loop may load it before";
  EXPECT_EQ(said().front(),
            "load of what was stored by 'b', without a barrier: element 5 of "
            "'a', by program (0, 0, 0) at [3] of the tile");
  EXPECT_EQ(said()[1], "program (0, 0, 0) stores it here, as element 1 of 'b', "
                       "at [3] of the tile");
}

TEST_F(ParameterOrderTest, TwoStores) {
  EXPECT_TRUE(at(StoreA, 5, 3));
  EXPECT_TRUE(at(StoreB, 5, 3));
  EXPECT_TRUE(at(StoreA, 6, 3));
  EXPECT_FALSE(at(StoreB, 6, 4));
  EXPECT_EQ(said().front(),
            "store to what was stored by 'a' at another index, without a "
            "barrier: element 2 of 'b', by program (0, 0, 0) at [4] of the "
            "tile");
}

TEST_F(ParameterOrderTest, SeveralLoads) {
  EXPECT_TRUE(at(LoadA, 5, 3));
  EXPECT_TRUE(at(LoadA, 5, 4));
  EXPECT_TRUE(at(LoadA, 5, 3));
  EXPECT_FALSE(at(StoreB, 5, 3));
  EXPECT_FALSE(at(StoreB, 5, 4));
}

TEST_F(ParameterOrderTest, BarriersSeparate) {
  EXPECT_TRUE(at(LoadA, 5, 3));
  memory.barrier();
  EXPECT_TRUE(at(StoreB, 5, 4));
  memory.barrier();
  EXPECT_TRUE(at(LoadA, 5, 3));
  EXPECT_FALSE(at(StoreB, 5, 4));
}

TEST_F(ParameterOrderTest, AtomicsSeparate) {
  EXPECT_TRUE(at(StoreB, 5, 3));
  EXPECT_TRUE(at(AtomicB, 6, 0));
  EXPECT_TRUE(at(LoadA, 5, 4));
  EXPECT_TRUE(at(AtomicB, 5, 0));
  EXPECT_TRUE(at(LoadA, 5, 4));
}

TEST_F(ParameterOrderTest, ProgramsAndLaunchesSeparate) {
  EXPECT_TRUE(at(LoadA, 5, 3));
  EXPECT_TRUE(at(StoreB, 5, 4, /*program=*/1));
  memory.setGrid({4, 1, 1});
  EXPECT_TRUE(at(LoadA, 5, 3, /*program=*/1));
}

TEST_F(ParameterOrderTest, OneParameterHasAnyOrder) {
  EXPECT_TRUE(at(StoreB, 5, 3));
  EXPECT_TRUE(at(LoadB, 5, 4));
  EXPECT_TRUE(at(StoreB, 5, 5));
}

TEST_F(ParameterOrderTest, PointersOfUnknownOriginHaveAnyOrder) {
  EXPECT_TRUE(at(StoreB, 5, 3));
  EXPECT_TRUE(at(LoadAny, 5, 4));
  EXPECT_TRUE(at(StoreA, 5, 3));
}

TEST_F(ParameterOrderTest, LoadsHaveAnyOrder) {
  EXPECT_TRUE(at(LoadA, 5, 3));
  EXPECT_TRUE(at(LoadB, 5, 4));
  EXPECT_TRUE(at(LoadA, 5, 5));
}

TEST_F(ParameterOrderTest, ElementsThatAreNotShared) {
  EXPECT_TRUE(at(LoadA, 3, 3));
  EXPECT_TRUE(at(StoreB, 16, 3));
  EXPECT_TRUE(at(StoreA, 3, 4));
  EXPECT_TRUE(memory.reports().empty());
}

TEST_F(ParameterOrderTest, ScalarsAreOfAllThreads) {
  EXPECT_TRUE(at(OneA, 5, 0));
  EXPECT_FALSE(at(StoreB, 5, 0));
  EXPECT_EQ(said()[1], "program (0, 0, 0) loads it here, as element 5 of 'a'");
}

TEST_F(ParameterOrderTest, PartsOfElements) {
  EXPECT_TRUE(at(ByteB, 5, 3, 0, 2));
  EXPECT_FALSE(at(LoadA, 5, 3));
  EXPECT_TRUE(at(LoadA, 6, 3));
  EXPECT_FALSE(at(ByteB, 6, 0, 0, 1));
}

TEST_F(ParameterOrderTest, BuffersThatDoNotOverlap) {
  CheckedBuffer b = bufferB();
  b.address = address(16);
  b.bytes = 16;
  begin(bufferA(), b);
  EXPECT_TRUE(at(StoreB, 16, 3));
  EXPECT_TRUE(at(StoreA, 15, 4));
  EXPECT_TRUE(at(LoadA, 15, 5));
}

TEST_F(ParameterOrderTest, BuffersOfUnknownSize) {
  CheckedBuffer b = bufferB();
  b.isBounded = false;
  b.bytes = 0;
  begin(bufferA(), b);
  EXPECT_TRUE(at(LoadA, 5, 3));
  EXPECT_TRUE(at(StoreB, 5, 4));
}
