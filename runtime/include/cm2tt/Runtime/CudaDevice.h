// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// NVIDIA GPUs through the CUDA driver, which is opened at run time.
///
/// Not here: the driver's functions (lib/Cuda/CudaInternals.h).

#ifndef CM2TT_RUNTIME_CUDADEVICE_H
#define CM2TT_RUNTIME_CUDADEVICE_H

#include "cm2tt/Runtime/Device.h"

#include <memory>

namespace cm2tt::runtime {

/// Opens the CUDA device `ordinal` with its primary context, which other users
/// of CUDA in the process (PyTorch, the CUDA runtime) share. The driver is
/// `$CM2TT_LIBCUDA` if that is set, else `libcuda.so.1`. It is an error if
/// there is no driver, no such device, or one older than compute capability
/// 8.0.
llvm::Expected<std::unique_ptr<Device>> openCudaDevice(unsigned ordinal = 0);

/// How many CUDA devices there are, of any compute capability; 0 is a number.
/// It is an error if there is no driver, or it cannot be used.
llvm::Expected<unsigned> numCudaDevices();

} // namespace cm2tt::runtime

#endif // CM2TT_RUNTIME_CUDADEVICE_H
