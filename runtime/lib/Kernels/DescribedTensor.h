// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// A tensor whose pointer, extents and strides are arguments of a launch, and
/// whose map the kernel takes as a further parameter
/// (KernelParameter::recipe). Maps are kept by these values, so that a launch
/// with values of a recent one encodes nothing and allocates nothing.
///
/// Not here: descriptors as arguments (TensorDescriptor.h).

#ifndef CM2TT_RUNTIME_KERNELS_DESCRIBEDTENSOR_H
#define CM2TT_RUNTIME_KERNELS_DESCRIBEDTENSOR_H

#include "cm2tt/Runtime/Argument.h"

#include "llvm/ADT/SmallVector.h"

#include <mutex>
#include <vector>

namespace cm2tt::runtime::kernels {

/// One tensor of a loaded kernel, on one device.
class DescribedTensor {
public:
  /// A constant times integers, by the indices of their arguments.
  struct Product {
    int64_t factor = 1;
    llvm::SmallVector<unsigned, 2> arguments;
  };
  /// Where the values are.
  struct Recipe {
    /// The name of the pointer's parameter, for errors.
    std::string name;
    /// The index of the pointer's argument.
    unsigned base = 0;
    /// One for each dimension of the map.
    llvm::SmallVector<Product, 5> extents, strides;
    TensorMapRecipe map;
    /// Whether the kernel stores to it.
    bool isStored = false;
  };

  explicit DescribedTensor(Recipe recipe) : recipe(std::move(recipe)) {}

  /// Copies the map for these arguments to `map`. Fails, with
  /// UnsuitedLaunchError, for a tensor that breaks a rule of tensor maps.
  llvm::Error getMap(Device &device, llvm::ArrayRef<Argument> arguments,
                     TensorMap &map);

private:
  /// The address, the extents and the strides.
  struct Values {
    uint64_t address = 0;
    std::array<int64_t, maxTensorRank> extents = {}, strides = {};

    bool operator==(const Values &other) const {
      return address == other.address && extents == other.extents &&
             strides == other.strides;
    }
  };
  struct Encoded {
    Values values;
    TensorMap map;
  };

  llvm::Error evaluate(llvm::ArrayRef<Argument> arguments,
                       Values &values) const;
  llvm::Error encode(Device &device, const Values &values,
                     TensorMap &map) const;
  /// The message, for values that break the rule which a launcher with the
  /// feature checks.
  llvm::Error error(LauncherFeature feature, const llvm::Twine &message) const;

  const Recipe recipe;
  /// Held while `encoded` is used.
  std::mutex mutex;
  std::vector<Encoded> encoded;
  /// The entry that is replaced next, once there are as many as are kept.
  size_t oldest = 0;
};

} // namespace cm2tt::runtime::kernels

#endif // CM2TT_RUNTIME_KERNELS_DESCRIBEDTENSOR_H
