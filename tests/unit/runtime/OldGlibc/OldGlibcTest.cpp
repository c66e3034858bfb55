// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The functions that stand in for those of a newer glibc.

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

/// As in OldGlibc.cpp.
struct FoundObject {
  unsigned long long flags;
  void *mapStart, *mapEnd, *linkMap, *ehFrame;
  unsigned long long reserved[7];
};
#define HIDDEN extern "C" __attribute__((visibility("hidden")))
HIDDEN uint32_t randomNumber() __asm__("arc4random");
HIDDEN int findObject(void *address,
                      FoundObject *result) __asm__("_dl_find_object");

static int counter = 0;
static const char text[] = "read only";
static void function() { ++counter; }

/// Whether the address is in an object that has tables for the unwinder, and
/// contains it.
static bool isFound(const void *address) {
  FoundObject found = {};
  if (findObject(const_cast<void *>(address), &found) != 0)
    return false;
  EXPECT_LE(found.mapStart, address);
  EXPECT_GT(found.mapEnd, address);
  EXPECT_NE(found.ehFrame, nullptr);
  return true;
}

TEST(OldGlibc, FindsCodeAndDataOfTheProgram) {
  EXPECT_TRUE(isFound(reinterpret_cast<void *>(&function)));
  EXPECT_TRUE(isFound(&counter));
  EXPECT_TRUE(isFound(text));
}

TEST(OldGlibc, FindsLibraries) {
  FoundObject own, libc;
  EXPECT_TRUE(isFound(reinterpret_cast<void *>(&malloc)));
  ASSERT_EQ(findObject(reinterpret_cast<void *>(&malloc), &libc), 0);
  ASSERT_EQ(findObject(&counter, &own), 0);
  EXPECT_NE(own.ehFrame, libc.ehFrame);
}

TEST(OldGlibc, FindsNothingElse) {
  int local;
  auto heap = std::make_unique<int>(1);
  EXPECT_FALSE(isFound(&local));
  EXPECT_FALSE(isFound(heap.get()));
  EXPECT_FALSE(isFound(nullptr));
  EXPECT_FALSE(isFound(reinterpret_cast<void *>(UINTPTR_MAX)));
  FoundObject untouched = {};
  untouched.flags = 7;
  EXPECT_EQ(findObject(heap.get(), &untouched), -1);
  EXPECT_EQ(untouched.flags, 7u);
}

TEST(OldGlibc, UnwindsExceptions) {
  // Thrown here, in libstdc++ and in another thread.
  EXPECT_THROW(throw std::runtime_error("x"), std::runtime_error);
  EXPECT_THROW(std::string().at(1), std::out_of_range);
  std::vector<std::thread> threads;
  std::atomic<int> caught{0};
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      for (int n = 0; n < 100; ++n)
        try {
          std::vector<int>().at(n);
        } catch (const std::out_of_range &) {
          ++caught;
        }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(caught, 400);
}

TEST(OldGlibc, RandomNumbersDiffer) {
  std::set<uint32_t> numbers;
  uint32_t ones = 0, zeros = 0;
  for (int i = 0; i < 1000; ++i) {
    uint32_t number = randomNumber();
    numbers.insert(number);
    ones |= number;
    zeros |= ~number;
  }
  EXPECT_GT(numbers.size(), 990u);
  EXPECT_EQ(ones, UINT32_MAX);
  EXPECT_EQ(zeros, UINT32_MAX);
}
