// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Maps of tensors that are described by arguments.

#include "DescribedTensor.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

#include <optional>

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;
using namespace cm2tt::runtime::kernels;

/// The number of maps that are kept for each tensor of a kernel.
static constexpr size_t maxEncoded = 64;

/// The driver requires both (CUDA Driver API, cuTensorMapEncodeTiled).
static constexpr int64_t unitBytes = 16;
static constexpr int64_t strideLimit = int64_t(1) << 40;

Error DescribedTensor::error(LauncherFeature feature,
                             const Twine &message) const {
  return make_error<UnsuitedLaunchError>(
      feature, ("parameter '" + recipe.name + "': " + message).str());
}

/// The value of a product; nothing if 64 bits cannot have it.
static std::optional<int64_t> valueOf(const DescribedTensor::Product &product,
                                      ArrayRef<Argument> arguments) {
  int64_t value = product.factor;
  for (unsigned index : product.arguments)
    if (MulOverflow(value, static_cast<int64_t>(arguments[index].bits), value))
      return std::nullopt;
  return value;
}

Error DescribedTensor::evaluate(ArrayRef<Argument> arguments,
                                Values &values) const {
  // The signature promises that it is a multiple of 16.
  values.address = arguments[recipe.base].bits;
  const unsigned rank = recipe.map.rank;
  const int64_t bytes = elementBytes(recipe.map.element);
  for (unsigned dim = 0; dim < rank; ++dim) {
    std::optional<int64_t> extent = valueOf(recipe.extents[dim], arguments);
    if (!extent || *extent > INT32_MAX)
      return error(LauncherFeature::PassesRecipes,
                   "a tensor has an extent of more than 2147483647 elements");
    values.extents[dim] = std::max<int64_t>(*extent, 1);
    std::optional<int64_t> stride = valueOf(recipe.strides[dim], arguments);
    const bool isLast = dim + 1 == rank;
    const bool isStride =
        isLast ? stride == 1
               : stride && *stride > 0 && *stride < strideLimit / bytes;
    if (!isStride || (!isLast && *stride * bytes % unitBytes))
      return error(isStride ? LauncherFeature::ChecksValues
                            : LauncherFeature::PassesRecipes,
                   "a stride is " + Twine(stride.value_or(INT64_MAX)) +
                       " elements: a positive multiple of 16 bytes expected "
                       "for bulk tensor copies, of less than 2^40 bytes");
    const bool isRow = isLast && recipe.isStored && *extent > 0 &&
                       !recipe.extents[dim].arguments.empty();
    if (isRow && *extent * bytes % unitBytes)
      return error(LauncherFeature::ChecksValues,
                   "a row has " + Twine(*extent) +
                       " elements: a multiple of 16 bytes expected for bulk "
                       "tensor copies to it");
    values.strides[dim] = *stride;
  }
  return Error::success();
}

Error DescribedTensor::encode(Device &device, const Values &values,
                              TensorMap &map) const {
  const unsigned rank = recipe.map.rank;
  SmallVector<int64_t, maxTensorRank> block(
      ArrayRef(recipe.map.box).take_front(rank));
  TensorDescription description;
  description.address = values.address;
  description.element = recipe.map.element;
  description.shape = ArrayRef(values.extents).take_front(rank);
  description.strides = ArrayRef(values.strides).take_front(rank);
  description.block = block;
  Expected<std::unique_ptr<TensorDescriptor>> made =
      TensorDescriptor::create(description);
  if (!made)
    return made.takeError();
  return device.encodeTensorMap(**made, recipe.map, map);
}

Error DescribedTensor::getMap(Device &device, ArrayRef<Argument> arguments,
                              TensorMap &map) {
  Values values;
  if (Error error = evaluate(arguments, values))
    return error;
  std::lock_guard<std::mutex> lock(mutex);
  auto known = find_if(
      encoded, [&](const Encoded &entry) { return entry.values == values; });
  if (known != encoded.end()) {
    map = known->map;
    return Error::success();
  }
  if (Error error = encode(device, values, map))
    return error;
  if (encoded.size() < maxEncoded) {
    encoded.push_back({values, map});
    return Error::success();
  }
  encoded[oldest] = {values, map};
  oldest = (oldest + 1) % maxEncoded;
  return Error::success();
}
