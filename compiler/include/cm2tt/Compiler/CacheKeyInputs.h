// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The inputs of a compilation besides the model, the options and the compiler
/// itself, for the keys of caches.
///
/// Not here: the identity of the build of the compiler (Runtime/DiskCache.h).

#ifndef CM2TT_COMPILER_CACHEKEYINPUTS_H
#define CM2TT_COMPILER_CACHEKEYINPUTS_H

#include "cm2tt/Compiler/Compiler.h"

#include <string>

namespace cm2tt {

/// Names it: for `cpu`, this computer's processor and its features; for a GPU,
/// the file of libdevice, its size and when it was written. Libraries that the
/// input names are known after compiling: CompileResult::namedLibraries. Makes
/// no MLIR context.
std::string getCacheKeyInputs(const CompileOptions &options);

} // namespace cm2tt

#endif // CM2TT_COMPILER_CACHEKEYINPUTS_H
