// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Tensor maps for bulk tensor copies: the host encodes those of arguments, and
/// kernels create others in memory that a launch allocates.
///
/// Their memory is a stream-ordered allocation of a pool, so that launches on
/// several streams never share it, and a graph owns the memory of the launches
/// that it has captured. The pool keeps what was freed for later launches.
///
/// Not here: which kernels need maps (KernelMetadata).

#include "CudaDeviceInternals.h"

#include "cm2tt/Runtime/TensorDescriptor.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;
using namespace cm2tt::runtime::cuda;

//===----------------------------------------------------------------------===//
// Maps of arguments
//===----------------------------------------------------------------------===//

/// CUtensorMapDataType. Copies move bytes: types that maps lack are integers of
/// their size.
static int dataTypeOf(ElementType type) {
  switch (type) {
  case ElementType::I1:
  case ElementType::I8:
  case ElementType::U8:
  case ElementType::FP8E4NV:
  case ElementType::FP8E5:
    return 0;
  case ElementType::I16:
  case ElementType::U16:
    return 1;
  case ElementType::U32:
    return 2;
  case ElementType::I32:
    return 3;
  case ElementType::U64:
    return 4;
  case ElementType::I64:
    return 5;
  case ElementType::FP16:
    return 6;
  case ElementType::FP32:
    return 7;
  case ElementType::FP64:
    return 8;
  case ElementType::BF16:
    return 9;
  }
  llvm_unreachable("every type is listed");
}

/// CUtensorMapSwizzle.
static int swizzleOf(unsigned bytes) {
  return bytes == 128 ? 3 : bytes == 64 ? 2 : bytes == 32 ? 1 : 0;
}

/// A tensor in errors.
static std::string describe(const TensorDescriptor &descriptor) {
  std::string text = descriptor.typeName() + " at 0x" +
                     utohexstr(descriptor.address(), /*LowerCase=*/true) +
                     ", shape ";
  for (int64_t extent : descriptor.shape())
    text += std::to_string(extent) + " ";
  text += "and strides";
  for (int64_t stride : descriptor.strides())
    text += " " + std::to_string(stride);
  return text;
}

Error CudaDevice::encodeTensorMap(const TensorDescriptor &descriptor,
                                  const TensorMapRecipe &recipe,
                                  TensorMap &map) {
  if (Error error = activate())
    return error;
  const unsigned rank = descriptor.rank();
  const unsigned bytes = elementBytes(recipe.element);
  if (recipe.rank != rank || bytes != elementBytes(descriptor.element()))
    return createStringError(inconvertibleErrorCode(),
                             "the kernel expects another map of " +
                                 descriptor.typeName());
  // As the driver has them: dimensions from the contiguous one on, and strides
  // in bytes, without that of the first.
  std::array<uint64_t, maxTensorRank> shape = {}, strides = {};
  std::array<uint32_t, maxTensorRank> box = {}, steps = {1, 1, 1, 1, 1};
  for (unsigned dim = 0; dim < rank; ++dim) {
    const unsigned from = rank - 1 - dim;
    shape[dim] = static_cast<uint64_t>(descriptor.extent(from));
    box[dim] = recipe.box[from];
    if (dim > 0)
      strides[dim - 1] = static_cast<uint64_t>(descriptor.stride(from)) * bytes;
  }
  void *address =
      reinterpret_cast<void *>(static_cast<uintptr_t>(descriptor.address()));
  Result result = api->cuTensorMapEncodeTiled(
      map.bytes, dataTypeOf(recipe.element), rank, address, shape.data(),
      strides.data(), box.data(), steps.data(), /*interleave=*/0,
      swizzleOf(recipe.swizzleBytes), /*promotion=*/0,
      /*fill=*/descriptor.padsWithNaN());
  if (LLVM_LIKELY(result == Success))
    return Error::success();
  return api->check(result, "cuTensorMapEncodeTiled", describe(descriptor));
}

//===----------------------------------------------------------------------===//
// Memory for the maps that a kernel creates
//===----------------------------------------------------------------------===//

Expected<Handle> CudaDevice::scratchPool() {
  std::lock_guard<std::mutex> lock(poolMutex);
  if (pool)
    return pool;
  PoolProperties properties;
  properties.location = id;
  Handle made = nullptr;
  if (Error error = api->check(api->cuMemPoolCreate(&made, &properties),
                               "cuMemPoolCreate"))
    return error;
  uint64_t all = UINT64_MAX;
  if (Error error = api->check(
          api->cuMemPoolSetAttribute(made, PoolReleaseThreshold, &all),
          "cuMemPoolSetAttribute")) {
    api->cuMemPoolDestroy(made);
    return error;
  }
  return pool = made;
}

Error CudaDevice::launchWithScratch(const KernelHandle &kernel,
                                    const Dim3 &grid, StreamHandle stream,
                                    ArrayRef<void *> arguments,
                                    const LaunchAttributes &attributes) {
  Expected<Handle> from = scratchPool();
  if (!from)
    return from.takeError();
  const uint64_t bytes =
      uint64_t(grid.x) * grid.y * grid.z * kernel.scratchBytes;
  Address scratch = 0;
  if (Error error = api->check(api->cuMemAllocFromPoolAsync(
                                   &scratch, bytes, *from, toHandle(stream)),
                               "cuMemAllocFromPoolAsync",
                               Twine(bytes) + " bytes for tensor maps"))
    return error;
  SmallVector<void *, 64> all(arguments);
  all.push_back(&scratch);
  Error launched = queueLaunch(kernel, grid, stream, all, attributes);
  Error freed = api->check(api->cuMemFreeAsync(scratch, toHandle(stream)),
                           "cuMemFreeAsync");
  if (!launched)
    return freed;
  consumeError(std::move(freed));
  return launched;
}
