// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The content of the disk cache for kernels, as bytes: their parameters, and
/// their code with its metadata. The parameters are stored with the code, since
/// reading a model loads MLIR's dialects: a kernel in the disk cache is
/// launched in a new process without MLIR.
///
/// Not here: files and keys (DiskCache.h).

#ifndef CM2TT_RUNTIME_KERNELS_STOREDKERNEL_H
#define CM2TT_RUNTIME_KERNELS_STOREDKERNEL_H

#include "cm2tt/Runtime/Kernel.h"

#include <optional>
#include <string>
#include <vector>

namespace cm2tt::runtime::kernels {

/// A compiled kernel as bytes: the length of its metadata as JSON, that, its
/// signature likewise, and its image.
std::string writeCompiled(const CompiledKernel &compiled);
/// The kernel again; nothing if the bytes are none.
std::optional<CompiledKernel> readCompiled(llvm::StringRef bytes);

/// A kernel's parameters as JSON.
std::string writeParameters(llvm::ArrayRef<JavaParameter> parameters);
/// The parameters again; nothing if the text is none.
std::optional<std::vector<JavaParameter>> readParameters(llvm::StringRef text);

} // namespace cm2tt::runtime::kernels

#endif // CM2TT_RUNTIME_KERNELS_STOREDKERNEL_H
