// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Launches of persistent kernels: as many blocks as the GPU runs at the same
/// time, or one for each program if these are fewer. A block runs each n-th
/// program of n blocks, so that more blocks would begin when others have ended,
/// and fewer would leave multiprocessors idle.
///
/// The driver says once for each loaded kernel how many blocks a multiprocessor
/// runs. The extents of the grid are arguments of the kernel.
///
/// Not here: the loop over programs (TTMakePersistent.cpp).

#include "CudaDeviceInternals.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <limits>

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;
using namespace cm2tt::runtime::cuda;

Error CudaDevice::preparePersistent(KernelHandle &kernel,
                                    const KernelMetadata &metadata) {
  constexpr unsigned mostAxes = 3;
  if (metadata.persistentAxes > mostAxes)
    return createStringError(inconvertibleErrorCode(),
                             "kernel '%s': a grid has no %u axes",
                             metadata.name.c_str(), metadata.persistentAxes);
  int blocks = 0, processors = 0;
  if (Error error =
          api->check(api->cuOccupancyMaxActiveBlocksPerMultiprocessor(
                         &blocks, toHandle(kernel.function),
                         static_cast<int>(kernel.threads), kernel.sharedBytes),
                     "cuOccupancyMaxActiveBlocksPerMultiprocessor",
                     "kernel '" + metadata.name + "'"))
    return error;
  if (Error error = attribute(MultiprocessorCount, processors))
    return error;
  kernel.persistentAxes = metadata.persistentAxes;
  // A kernel of which no block can run fails when it is launched.
  kernel.residentBlocks =
      static_cast<uint32_t>(std::max(blocks, 1) * std::max(processors, 1));
  return Error::success();
}

Error CudaDevice::launchPersistent(const KernelHandle &kernel, const Dim3 &grid,
                                   StreamHandle stream,
                                   ArrayRef<void *> arguments,
                                   const LaunchAttributes &attributes) {
  if (!LaunchAttributes{false, attributes.cluster}.isPlain())
    return make_error<UnsuitedLaunchError>(
        LauncherFeature::PassesGrid,
        "a persistent kernel cannot be launched in clusters");
  std::array<uint32_t, 3> extents = {grid.x, grid.y, grid.z}, blocks = extents;
  uint64_t programs = 1, others = 1;
  for (unsigned axis = 0; axis < extents.size(); ++axis) {
    const bool isInLoop = axis < kernel.persistentAxes;
    uint64_t &product = isInLoop ? programs : others;
    product = SaturatingMultiply<uint64_t>(product, extents[axis]);
    if (isInLoop)
      blocks[axis] = 1;
  }
  blocks[0] = static_cast<uint32_t>(std::min<uint64_t>(
      programs, std::max<uint64_t>(
                    divideCeil(uint64_t(kernel.residentBlocks), others), 1)));
  // The loop counts in 32 bits, up to one step past its last program.
  if (programs > uint64_t(std::numeric_limits<int32_t>::max()) - blocks[0])
    return make_error<UnsuitedLaunchError>(
        LauncherFeature::PassesGrid,
        formatv(
            "grid {0}x{1}x{2} has too many programs for a persistent kernel",
            grid.x, grid.y, grid.z)
            .str());
  SmallVector<void *, 64> all(arguments);
  for (unsigned axis = 0; axis < kernel.persistentAxes; ++axis)
    all.push_back(&extents[axis]);
  const Dim3 launched{blocks[0], blocks[1], blocks[2]};
  return kernel.scratchBytes
             ? launchWithScratch(kernel, launched, stream, all, attributes)
             : queueLaunch(kernel, launched, stream, all, attributes);
}
