// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Writing files: beside the old one, then renamed.

#include "OutputFile.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace cm2tt;

/// Writes to an open stream; gives what went wrong, which LLVM's streams would
/// otherwise end the process for.
static std::error_code writeStream(llvm::raw_fd_ostream &os,
                                   llvm::StringRef text) {
  os << text;
  os.flush();
  std::error_code code = os.error();
  os.clear_error();
  return code;
}

/// Writes beside the file and renames, so that it is there whole or not at all.
static std::error_code replaceFile(llvm::StringRef path, llvm::StringRef text) {
  auto file = llvm::sys::fs::TempFile::create(
      path + ".%%%%%%", llvm::sys::fs::all_read | llvm::sys::fs::all_write);
  if (!file)
    return llvm::errorToErrorCode(file.takeError());
  llvm::raw_fd_ostream os(file->FD, /*shouldClose=*/false);
  std::error_code code = writeStream(os, text);
  llvm::Error error = code ? file->discard() : file->keep(path);
  std::error_code kept = llvm::errorToErrorCode(std::move(error));
  return code ? code : kept;
}

std::error_code tools::writeFile(llvm::StringRef path, llvm::StringRef text) {
  std::error_code code;
  llvm::sys::fs::file_status status;
  bool exists = path != "-" && !llvm::sys::fs::status(path, status);
  llvm::SmallString<128> real(path);
  if (path == "-") {
    code = writeStream(llvm::outs(), text);
  } else if (exists &&
             status.type() != llvm::sys::fs::file_type::regular_file) {
    llvm::raw_fd_ostream os(path, code);
    if (!code)
      code = writeStream(os, text);
  } else {
    if (exists)
      code = llvm::sys::fs::real_path(path, real);
    if (!code)
      code = replaceFile(real, text);
  }
  return code;
}
