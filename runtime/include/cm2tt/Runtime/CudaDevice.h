// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// NVIDIA GPUs, by the CUDA driver, which is loaded at run time.
///
/// Not here: the driver's functions (lib/Cuda/CudaInternals.h).

#ifndef CM2TT_RUNTIME_CUDADEVICE_H
#define CM2TT_RUNTIME_CUDADEVICE_H

#include "cm2tt/Runtime/Device.h"

#include <memory>

namespace cm2tt::runtime {

/// Opens the CUDA device `ordinal` with its primary context, which other users
/// of CUDA in the process (PyTorch, the CUDA runtime) share. The driver is
/// `$CM2TT_LIBCUDA` if that is set, else `libcuda.so.1`. Fails if there is no
/// driver or no such device, or if the compute capability of the device is less
/// than 8.0.
llvm::Expected<std::unique_ptr<Device>> openCudaDevice(unsigned ordinal = 0);

/// The number of CUDA devices of any compute capability, which may be 0. Fails
/// if there is no driver, or if the driver cannot be used.
llvm::Expected<unsigned> numCudaDevices();

} // namespace cm2tt::runtime

#endif // CM2TT_RUNTIME_CUDADEVICE_H
