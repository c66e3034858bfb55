// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Reading and writing the files that the command line names.

#ifndef CM2TT_TOOLS_CM2TT_FILES_H
#define CM2TT_TOOLS_CM2TT_FILES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/ErrorOr.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>
#include <system_error>

namespace cm2tt::tools {

/// Reads a model or a module; `-` is standard input. Of what may never end,
/// such as a device, no more than a gigabyte is read: then, and for a larger
/// file, the error is `file_too_large`.
llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>>
readInput(llvm::StringRef path);

/// Whether two paths name one regular file, which need not exist. False for
/// devices, pipes, and `-`, which is standard input or output.
bool isSameFile(llvm::StringRef a, llvm::StringRef b);

/// Writes a file whole or not at all; `-` is standard output. What a link
/// names is written, not the link; devices and pipes are written as they are.
/// Gives what went wrong, if anything did.
std::error_code writeFile(llvm::StringRef path, llvm::StringRef text);

} // namespace cm2tt::tools

#endif // CM2TT_TOOLS_CM2TT_FILES_H
