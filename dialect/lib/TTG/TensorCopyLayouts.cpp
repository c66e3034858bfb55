// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Blocks as bulk tensor copies move them.

#include "cm2tt/Dialect/TTG/TensorCopyLayouts.h"

#include "cm2tt/Dialect/TTG/MatrixLayouts.h"

#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <functional>
#include <numeric>

using namespace cm2tt::ttg;

/// The maximum size of a box along each dimension, in elements.
constexpr int64_t kMaxBox = 256;
/// The minimum length of a box's rows, and the unit of swizzles.
constexpr int64_t kMinRowBytes = 16;
/// The rows of a group of 4 warps in the result of a product (PTX ISA,
/// "Register fragments and shared memory matrix layouts" of `wgmma`).
constexpr int64_t kGroupRows = 64;
/// The number of rows of the pattern of a swizzle.
constexpr int64_t kSwizzleRows = 8;

/// The widest swizzle for rows of `rowBytes`, of which there are `rows`; 0 for
/// no swizzle.
static unsigned chooseSwizzle(int64_t rows, int64_t rowBytes) {
  if (rows < kSwizzleRows || rowBytes < 32)
    return 0;
  return std::min<int64_t>(rowBytes, 128);
}

/// Splits the block into boxes; whether that is possible.
static bool splitIntoBoxes(llvm::ArrayRef<int64_t> shape, int64_t rowElements,
                           TensorCopyPlan &plan) {
  plan.boxShape.assign(shape.begin(), shape.end());
  plan.boxShape.back() = rowElements;
  unsigned outer = 0;
  while (outer + 1 < shape.size() && shape[outer] == 1)
    ++outer;
  // So that each group of warps can store its rows.
  bool isOfGroups = plan.swizzleBytes != 0 && outer + 2 == shape.size();
  if (outer + 1 < shape.size())
    plan.boxShape[outer] =
        std::min(plan.boxShape[outer], isOfGroups ? kGroupRows : kMaxBox);
  if (llvm::any_of(plan.boxShape, [](int64_t size) { return size > kMaxBox; }))
    return false;
  for (int64_t column = 0; column < shape.back(); column += rowElements)
    for (int64_t row = 0; row < shape[outer]; row += plan.boxShape[outer]) {
      auto &box = plan.boxes.emplace_back(shape.size(), 0);
      box[outer] = row;
      box.back() = column;
      if (outer + 1 == shape.size())
        break; // A single row has no rows to split.
    }
  return true;
}

/// Chunks of `rowElements` columns without a swizzle, each with all rows.
static LinearLayout makePlainLayout(int64_t rows, int64_t columns,
                                    int64_t rowElements) {
  auto along = [](int64_t size, unsigned dim) {
    return LinearLayout::identity1D(size, InDim::Offset, 2, dim);
  };
  return along(rowElements, 1) * along(rows, 0) *
         along(columns / rowElements, 1);
}

std::optional<TensorCopyPlan>
cm2tt::ttg::planTensorCopy(llvm::ArrayRef<int64_t> shape,
                           unsigned elementBits) {
  bool isPossible = !shape.empty() && shape.size() <= 5 && elementBits >= 8 &&
                    elementBits <= 64 && llvm::all_of(shape, [](int64_t size) {
                      return size > 0 && llvm::isPowerOf2_64(size);
                    });
  int64_t elementBytes = elementBits / 8;
  if (!isPossible || shape.back() * elementBytes < kMinRowBytes)
    return std::nullopt;
  int64_t columns = shape.back();
  int64_t rows = std::accumulate(shape.begin(), shape.end() - 1, int64_t(1),
                                 std::multiplies<>());
  TensorCopyPlan plan;
  plan.swizzleBytes = chooseSwizzle(rows, columns * elementBytes);
  int64_t rowElements = plan.swizzleBytes ? plan.swizzleBytes / elementBytes
                                          : std::min(columns, kMaxBox);
  if (!splitIntoBoxes(shape, rowElements, plan))
    return std::nullopt;
  plan.layout =
      plan.swizzleBytes
          ? makeWgmmaSharedLayout({rows, columns}, {elementBits, true, 0})
          : makePlainLayout(rows, columns, rowElements);
  plan.layout = plan.layout.reshapeOuts(shape);
  if (plan.swizzleBytes)
    plan.alignment = kSwizzleRows * plan.swizzleBytes;
  return plan;
}
