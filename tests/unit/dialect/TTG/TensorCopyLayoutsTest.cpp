// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Blocks of bulk tensor copies against the addresses that the PTX ISA gives
/// ("Tensor swizzling modes"): a box is in row-major order, and bits 7 and up
/// of an address are XORed to bits 4 and up.

#include "cm2tt/Dialect/TTG/TensorCopyLayouts.h"
#include "cm2tt/Dialect/TTG/MatrixLayouts.h"

#include "gtest/gtest.h"

using namespace cm2tt::ttg;
using Shape = llvm::SmallVector<int64_t, 5>;

/// The address that the hardware computes for an address without a swizzle.
static uint64_t swizzle(uint64_t address, unsigned swizzleBytes) {
  uint64_t mask = swizzleBytes ? swizzleBytes / 16 - 1 : 0;
  return address ^ ((address >> 7 & mask) << 4);
}

/// Calls `visit` with all coordinates below `shape`, in row-major order.
static void forEach(llvm::ArrayRef<int64_t> shape,
                    llvm::function_ref<void(const Shape &)> visit) {
  Shape at(shape.size(), 0);
  while (true) {
    visit(at);
    unsigned dim = shape.size();
    while (dim > 0 && ++at[dim - 1] == shape[dim - 1])
      at[--dim] = 0;
    if (dim == 0)
      return;
  }
}

/// Whether each element is where the copies of the plan write it.
static void checkAddresses(llvm::ArrayRef<int64_t> shape, unsigned bits) {
  std::optional<TensorCopyPlan> plan = planTensorCopy(shape, bits);
  ASSERT_TRUE(plan.has_value());
  uint64_t address = 0, bytes = bits / 8;
  for (const auto &box : plan->boxes) {
    EXPECT_EQ(address % 128, 0u);
    forEach(plan->boxShape, [&](const Shape &at) {
      Slot slot;
      slot.offset = swizzle(address, plan->swizzleBytes) / bytes;
      LinearLayout::Coords coords = plan->layout.apply(slot);
      for (unsigned dim = 0; dim < shape.size(); ++dim)
        ASSERT_EQ(coords[dim], box[dim] + at[dim])
            << plan->layout.toString() << ", byte " << address;
      address += bytes;
    });
  }
  EXPECT_EQ(address, (uint64_t(1) << plan->layout.getTotalOutBits()) * bytes);
  // A swizzle's pattern repeats after 8 rows, where a block may begin.
  EXPECT_EQ(plan->alignment, plan->swizzleBytes ? 8 * plan->swizzleBytes : 128);
}

TEST(TensorCopyLayoutsTest, AddressesAreThoseOfTheHardware) {
  for (unsigned bits : {8u, 16u, 32u, 64u})
    for (const Shape &shape :
         {Shape{64}, Shape{512}, Shape{1, 64}, Shape{4, 64}, Shape{8, 64},
          Shape{64, 32}, Shape{128, 64}, Shape{16, 256}, Shape{512, 16},
          Shape{256, 128}, Shape{1, 512, 16}, Shape{2, 16, 32}, Shape{2, 4, 64},
          Shape{2, 2, 4, 32}, Shape{2, 1, 4, 2, 64}})
      checkAddresses(shape, bits);
}

TEST(TensorCopyLayoutsTest, RowsAreAsLongAsTheSwizzle) {
  std::optional<TensorCopyPlan> plan = planTensorCopy({128, 128}, 16);
  ASSERT_TRUE(plan.has_value());
  EXPECT_EQ(plan->swizzleBytes, 128u);
  EXPECT_EQ(plan->boxShape, (Shape{64, 64}));
  EXPECT_EQ(plan->boxes.size(), 4u);
  EXPECT_EQ(planTensorCopy({64, 16}, 16)->swizzleBytes, 32u);
  EXPECT_EQ(planTensorCopy({64, 8}, 16)->swizzleBytes, 0u);
  EXPECT_EQ(planTensorCopy({4, 64}, 16)->swizzleBytes, 0u);
}

TEST(TensorCopyLayoutsTest, LongDimensionsAreSeveralBoxes) {
  std::optional<TensorCopyPlan> plan = planTensorCopy({512, 64}, 16);
  ASSERT_TRUE(plan.has_value());
  EXPECT_EQ(plan->boxShape, (Shape{64, 64}));
  EXPECT_EQ(plan->boxes[1], (Shape{64, 0}));
  plan = planTensorCopy({512, 8}, 16);
  ASSERT_TRUE(plan.has_value());
  EXPECT_EQ(plan->boxShape, (Shape{256, 8}));
  EXPECT_EQ(plan->boxes[1], (Shape{256, 0}));
}

/// A group of warps stores its rows of a result alone.
TEST(TensorCopyLayoutsTest, BoxesHaveTheRowsOfAGroup) {
  std::optional<TensorCopyPlan> plan = planTensorCopy({1, 128, 64}, 32);
  ASSERT_TRUE(plan.has_value());
  EXPECT_EQ(plan->boxShape, (Shape{1, 64, 32}));
  EXPECT_EQ(plan->boxes[1], (Shape{0, 64, 0}));
  EXPECT_EQ(plan->boxes[2], (Shape{0, 0, 32}));
  EXPECT_EQ(planTensorCopy({128, 64}, 16)->boxShape, (Shape{64, 64}));
  EXPECT_EQ(planTensorCopy({128, 2, 64}, 32)->boxShape, (Shape{128, 2, 32}));
}

/// One copy is an operand of products.
TEST(TensorCopyLayoutsTest, MatricesAreOperandsOfWgmma) {
  for (unsigned operand : {0u, 1u}) {
    std::optional<TensorCopyPlan> plan = planTensorCopy({64, 128}, 16);
    ASSERT_TRUE(plan.has_value());
    EXPECT_EQ(plan->layout,
              makeWgmmaSharedLayout({64, 128}, {16, operand == 0, operand}));
  }
}

TEST(TensorCopyLayoutsTest, BlocksThatBulkCopiesCannotMove) {
  EXPECT_FALSE(planTensorCopy({64, 4}, 16));     // rows of 8 bytes
  EXPECT_FALSE(planTensorCopy({4, 512, 16}, 8)); // a box would not be in order
  EXPECT_FALSE(planTensorCopy({64, 64}, 4));
  EXPECT_FALSE(planTensorCopy({48, 64}, 16));
  EXPECT_FALSE(planTensorCopy({}, 16));
  EXPECT_FALSE(planTensorCopy({2, 2, 2, 2, 2, 64}, 16));
}
