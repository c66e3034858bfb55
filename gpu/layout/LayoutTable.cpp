// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Layouts by number.

#include "LayoutTable.h"

#include "cm2tt/Dialect/TTG/LayoutConversion.h"

#include "llvm/ADT/STLExtras.h"

using namespace cm2tt;
using ttg::LinearLayout;

/// The layout of the source of a broadcast to `layout`.
static LinearLayout shrinkTo(LinearLayout layout,
                             llvm::ArrayRef<int64_t> shape) {
  for (auto [dim, extent] : llvm::enumerate(shape))
    if (extent == 1 && layout.getOutSize(dim) != 1)
      layout = layout.shrinkToOne(dim);
  return layout;
}

/// Two tiles of one layout, concatenated along the first dimension.
static LinearLayout concatenate(const LinearLayout &layout,
                                llvm::ArrayRef<int64_t> shape) {
  LinearLayout flat =
      layout.flattenOuts() * LinearLayout::identity1D(2, ttg::InDim::Register,
                                                      /*rank=*/1,
                                                      /*outDim=*/0);
  return flat.reshapeOuts(shape);
}

std::optional<LinearLayout>
LayoutTransform::of(const LinearLayout &layout) const {
  switch (kind) {
  case Kind::Same:
    return layout;
  case Kind::ExpandDims:
    return layout.expandDims(numbers.front());
  case Kind::ProjectOut:
    return layout.projectOut(numbers.front());
  case Kind::ShrinkTo:
    return shrinkTo(layout, numbers);
  case Kind::Transpose: {
    llvm::SmallVector<unsigned> permutation(numbers.begin(), numbers.end());
    return layout.transposeOuts(permutation);
  }
  case Kind::Reshape:
    return layout.reshapeOuts(numbers);
  case Kind::Slice:
    return layout.slice(numbers.front());
  case Kind::Join:
    return layout.join();
  case Kind::Split:
    return layout.split();
  case Kind::Cat:
    return concatenate(layout, numbers);
  case Kind::None:
    break;
  }
  return std::nullopt;
}

LayoutId LayoutTable::intern(const LinearLayout &layout) {
  auto [entry, isNew] = ids.try_emplace(layout, layouts.size());
  if (isNew)
    layouts.push_back(layout);
  return entry->second;
}

unsigned LayoutTable::internTransform(const LayoutTransform &image) {
  auto [entry, isNew] = imageIds.try_emplace(image, images.size());
  if (isNew)
    images.push_back(image);
  return entry->second;
}

std::optional<LayoutId> LayoutTable::apply(unsigned image, LayoutId layout) {
  if (image == 0)
    return layout;
  auto [entry, isNew] = applied.try_emplace({image, layout});
  if (!isNew)
    return entry->second;
  std::optional<LinearLayout> result = images[image].of(get(layout));
  if (result)
    entry->second = intern(*result);
  return entry->second;
}

double LayoutTable::getConversionCost(LayoutId from, LayoutId to,
                                      unsigned bits) {
  if (from == to)
    return 0;
  uint64_t pair = static_cast<uint64_t>(from) << 32 | to;
  auto [entry, isNew] = costs.try_emplace({pair, bits}, 0.0);
  if (!isNew)
    return entry->second;
  ttg::ConversionOptions options;
  options.elementBits = bits;
  // At least something, so that equal layouts are preferred.
  entry->second = std::max(
      0.5, static_cast<double>(
               ttg::planConversion(get(from), get(to), options).getCost(bits)));
  return entry->second;
}
