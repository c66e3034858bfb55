// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// A tensor in the memory of a device, as an argument of a kernel that accesses
/// it by blocks.
///
/// A kernel takes it as a *tensor map* (CUtensorMap), from which bulk tensor
/// copies read, or as its base, extents, strides and padding. A descriptor that
/// satisfies the rules of tensor maps is `isAligned`; kernels are specialised
/// for that, as for addresses that 16 divides:
///
/// - 16 bytes divide the base, all strides but the last, and a row,
/// - no extent is 0, and none exceeds 2^31 - 1, the range of indices,
/// - strides are positive and have fewer than 2^40 bytes.
///
/// 16 bytes need not divide a row for hardware that only reads. A bulk copy
/// writes the last 16 bytes of a row together, though, and the host does not
/// know whether a kernel writes.
///
/// A descriptor does not change, and keeps the maps that were encoded for it,
/// so that a second launch encodes nothing.
///
/// Not here: encoding (Device::encodeTensorMap).

#ifndef CM2TT_RUNTIME_TENSORDESCRIPTOR_H
#define CM2TT_RUNTIME_TENSORDESCRIPTOR_H

#include "cm2tt/Runtime/ElementType.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

#include <array>
#include <atomic>
#include <memory>
#include <string>

namespace cm2tt::runtime {

/// The most dimensions of a tensor.
inline constexpr unsigned maxTensorRank = 5;

/// How a kernel expects the map of a tensor.
struct TensorMapRecipe {
  /// The type of the elements, of which maps do not know all.
  ElementType element = ElementType::FP32;
  unsigned rank = 0;
  /// The extents of a box in elements, the contiguous dimension last.
  std::array<uint32_t, maxTensorRank> box = {};
  /// 128, 64, 32, or 0 without a swizzle.
  unsigned swizzleBytes = 0;

  bool operator==(const TensorMapRecipe &other) const {
    return element == other.element && rank == other.rank && box == other.box &&
           swizzleBytes == other.swizzleBytes;
  }
};

/// The bytes of an encoded map, aligned as the driver requires.
struct alignas(64) TensorMap {
  char bytes[128] = {};
};

/// The tensor and the block of a descriptor; `shape`, `strides` and `block`
/// have one length, the rank.
struct TensorDescription {
  /// The address of the first element.
  uint64_t address = 0;
  ElementType element = ElementType::FP32;
  /// The extents of the tensor in elements.
  llvm::ArrayRef<int64_t> shape;
  /// The distances of neighbours along each dimension in elements.
  llvm::ArrayRef<int64_t> strides;
  /// The extents of a block.
  llvm::ArrayRef<int64_t> block;
  /// Whether elements outside of the tensor are read as NaN, not as zero.
  bool padsWithNaN = false;
  /// Whether the memory must not be written.
  bool isReadOnly = false;
};

class TensorDescriptor {
public:
  /// Fails with std::errc::invalid_argument for a rank other than 1 to 5, an
  /// extent that is negative or exceeds 2^31 - 1, a negative stride, a last
  /// stride other than 1, an address that is not a multiple of the element's
  /// size, a block that is not of powers of two, has more than 2^20 elements or
  /// a row of fewer than 16 bytes, elements that are truth values, and padding
  /// with NaN for integers.
  static llvm::Expected<std::unique_ptr<TensorDescriptor>>
  create(const TensorDescription &description);
  ~TensorDescriptor();
  TensorDescriptor(const TensorDescriptor &) = delete;
  TensorDescriptor &operator=(const TensorDescriptor &) = delete;

  ElementType element() const { return elementType; }
  unsigned rank() const { return numDims; }
  llvm::ArrayRef<int64_t> shape() const { return {extents.data(), numDims}; }
  llvm::ArrayRef<int64_t> strides() const { return {steps.data(), numDims}; }
  llvm::ArrayRef<int64_t> block() const { return {blockShape.data(), numDims}; }
  bool padsWithNaN() const { return isNaN != 0; }
  /// Whether the memory must not be written: launches of kernels that may write
  /// it fail.
  bool isReadOnly() const { return readOnly; }
  /// Whether it satisfies the rules of tensor maps that depend on the tensor.
  bool isAligned() const { return aligned; }
  /// The shape of the block as a number; equal for equal shapes only.
  uint64_t blockNumber() const { return number; }

  /// The values that kernels without a map take, of type i64 but for the last
  /// one, an i1. They live as long as the descriptor.
  const uint64_t &address() const { return base; }
  const int64_t &extent(unsigned dim) const { return extents[dim]; }
  const int64_t &stride(unsigned dim) const { return steps[dim]; }
  const uint8_t &nan() const { return isNaN; }

  /// The map that was encoded for a recipe, or null. Takes no lock.
  const TensorMap *findMap(const TensorMapRecipe &recipe) const {
    for (const Encoded *known = maps.load(std::memory_order_acquire); known;
         known = known->next)
      if (known->recipe == recipe)
        return &known->map;
    return nullptr;
  }
  /// The map of that recipe, which `encode` writes at the first call. Returns
  /// its error.
  llvm::Expected<const TensorMap *>
  getMap(const TensorMapRecipe &recipe,
         llvm::function_ref<llvm::Error(TensorMap &)> encode) const;

  /// Its type in signatures, without a promise: `tensordesc<fp16[64x32]>`.
  std::string typeName() const;

private:
  struct Encoded {
    TensorMapRecipe recipe;
    TensorMap map;
    const Encoded *next = nullptr;
  };

  TensorDescriptor() = default;
  bool findAligned() const;

  uint64_t base = 0;
  ElementType elementType = ElementType::FP32;
  unsigned numDims = 0;
  std::array<int64_t, maxTensorRank> extents = {}, steps = {}, blockShape = {};
  uint8_t isNaN = 0;
  bool aligned = false, readOnly = false;
  uint64_t number = 0;
  /// Entries are added in front, and freed with the descriptor.
  mutable std::atomic<const Encoded *> maps{nullptr};
};

} // namespace cm2tt::runtime

#endif // CM2TT_RUNTIME_TENSORDESCRIPTOR_H
