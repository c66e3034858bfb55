// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Writing what the command line names.

#ifndef CM2TT_TOOLS_CM2TT_OUTPUTFILE_H
#define CM2TT_TOOLS_CM2TT_OUTPUTFILE_H

#include "llvm/ADT/StringRef.h"

#include <system_error>

namespace cm2tt::tools {

/// Writes a file whole or not at all; `-` is standard output. What a link
/// names is written, not the link; devices and pipes are written as they are.
/// Gives what went wrong, if anything did.
std::error_code writeFile(llvm::StringRef path, llvm::StringRef text);

} // namespace cm2tt::tools

#endif // CM2TT_TOOLS_CM2TT_OUTPUTFILE_H
