// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// A compiled kernel as a C header, so that a program launches it with nothing
/// but the CUDA driver, or with the object file of a CPU's kernel.
///
/// A header, not an object file with a launcher: a C programmer has a compiler,
/// can read the code that is called, and links only `-lcuda`. A macro guards
/// the implementation, so that a program contains the image once. A parameter
/// that is specialised to 1 remains a parameter of the launch function, so that
/// all specialisations of a kernel have the same signature. The promises of a
/// signature are asserted unless `NDEBUG` is defined.
///
/// Not here: the file (tools); how a CPU's kernel is called (HostKernel.h).

#ifndef CM2TT_COMPILER_CHEADER_H
#define CM2TT_COMPILER_CHEADER_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace cm2tt {

struct KernelMetadata;

/// The header of a kernel: C99 that is C++ too, for GCC and Clang. `image` is
/// PTX or a cubin, which the header then has in it; it is not looked at for a
/// CPU. Fails if `metadata` do not say what the kernel takes, as those of input
/// in the LLVM dialect.
llvm::Expected<std::string> writeCHeader(const KernelMetadata &metadata,
                                         llvm::StringRef image);

} // namespace cm2tt

#endif // CM2TT_COMPILER_CHEADER_H
