// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Names of files that contain names from models, and atomic writes.
///
/// Names of kernels, devices and targets are input: a kernel may be called
/// `../../escaped`. Each path that contains such a name is built by
/// `fileNameOf`.
///
/// Not here: the files of the disk cache (DiskCache.h).

#ifndef CM2TT_RUNTIME_FILES_H
#define CM2TT_RUNTIME_FILES_H

#include "llvm/ADT/StringRef.h"

#include <string>
#include <system_error>

namespace cm2tt::runtime {

/// The maximum size of a result of `fileNameOf`: two results, a hash and a
/// suffix fit into one file name on every file system.
constexpr size_t maxFileNameBytes = 96;

/// A file name, or a part of one, for any text. Letters, digits, `_`, `-` and
/// `.` are kept, except for a dot or a hyphen at the beginning; a space becomes
/// `+`; each other byte becomes `=` and two hexadecimal digits. The result has
/// no separator of folders, is neither empty nor hidden nor an option, and
/// differs for different texts: a long one ends in `==` and 32 digits of its
/// BLAKE3.
std::string fileNameOf(llvm::StringRef name);

/// Writes a new file beside `path` and renames it to `path`: a reader sees the
/// whole old file or the whole new one, and a symbolic link at `path` is
/// replaced, not followed. On failure, `path` is unchanged.
std::error_code writeWholeFile(llvm::StringRef path, llvm::StringRef content);

} // namespace cm2tt::runtime

#endif // CM2TT_RUNTIME_FILES_H
