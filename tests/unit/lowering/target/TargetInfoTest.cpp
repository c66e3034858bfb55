// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Tests of the properties of architectures.

#include "cm2tt/Lowering/TargetInfo.h"

#include "gtest/gtest.h"

using namespace cm2tt;

TEST(TargetInfo, NamesAndCapabilities) {
  struct {
    const char *name;
    unsigned capability;
  } architectures[] = {{"sm_80", 80},   {"sm_86", 86},    {"sm_87", 87},
                       {"sm_89", 89},   {"sm_90", 90},    {"sm_90a", 90},
                       {"sm_100", 100}, {"sm_100a", 100}, {"sm_120", 120},
                       {"sm_120a", 120}};
  for (auto [name, capability] : architectures) {
    std::optional<TargetInfo> target = TargetInfo::parse(name);
    ASSERT_TRUE(target) << name;
    EXPECT_EQ(target->getName(), name);
    EXPECT_EQ(target->getComputeCapability(), capability);
  }
}

TEST(TargetInfo, WhatIsNoTarget) {
  for (const char *name : {"", "sm_", "sm_75", "sm_80a", "sm_800", "SM_80",
                           "sm_80 ", "80", "compute_80", "cpu", "sm_90b"})
    EXPECT_FALSE(TargetInfo::parse(name)) << name;
}

TEST(TargetInfo, VersionsOfPtx) {
  // Never before 7.4, which has the eviction policies of loads and stores.
  EXPECT_EQ(TargetInfo::parse("sm_80")->getPtxVersion(), 74u);
  EXPECT_EQ(TargetInfo::parse("sm_86")->getPtxVersion(), 74u);
  EXPECT_EQ(TargetInfo::parse("sm_89")->getPtxVersion(), 78u);
  EXPECT_EQ(TargetInfo::parse("sm_90")->getPtxVersion(), 80u);
  // The features of 90a came with 8.0.
  EXPECT_EQ(TargetInfo::parse("sm_90a")->getPtxVersion(), 80u);
  EXPECT_EQ(TargetInfo::parse("sm_100")->getPtxVersion(), 86u);
  EXPECT_EQ(TargetInfo::parse("sm_90a")->getFeatures(), "+ptx80");
}

TEST(TargetInfo, SharedMemoryOfABlock) {
  EXPECT_EQ(TargetInfo::parse("sm_80")->getMaxSharedBytes(), 163u * 1024);
  EXPECT_EQ(TargetInfo::parse("sm_86")->getMaxSharedBytes(), 99u * 1024);
  EXPECT_EQ(TargetInfo::parse("sm_89")->getMaxSharedBytes(), 99u * 1024);
  EXPECT_EQ(TargetInfo::parse("sm_90a")->getMaxSharedBytes(), 227u * 1024);
}
