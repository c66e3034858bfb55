// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Reads files of bounded size; writes a new file beside the old one, and
/// renames it.

#include "Files.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace cm2tt;

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

static constexpr uint64_t mostInputBytes = uint64_t(256) << 20;

/// Reads to the end, wherever that is.
static llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>>
readStream(llvm::sys::fs::file_t file, llvm::StringRef name) {
  constexpr size_t chunk = 1 << 20;
  llvm::SmallString<0> text;
  for (size_t count = 1; count != 0;) {
    size_t size = text.size();
    if (size > mostInputBytes)
      return std::make_error_code(std::errc::file_too_large);
    text.resize_for_overwrite(size + chunk);
    llvm::Expected<size_t> read = llvm::sys::fs::readNativeFile(
        file, llvm::MutableArrayRef<char>(text.data() + size, chunk));
    if (!read)
      return llvm::errorToErrorCode(read.takeError());
    count = *read;
    text.truncate(size + count);
  }
  return llvm::MemoryBuffer::getMemBufferCopy(text, name);
}

llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>>
tools::readInput(llvm::StringRef path) {
  if (path == "-")
    return readStream(llvm::sys::fs::getStdinHandle(), "<stdin>");
  llvm::sys::fs::file_status status;
  if (std::error_code code = llvm::sys::fs::status(path, status))
    return code;
  if (status.type() == llvm::sys::fs::file_type::regular_file) {
    if (status.getSize() > mostInputBytes)
      return std::make_error_code(std::errc::file_too_large);
    return llvm::MemoryBuffer::getFile(path);
  }
  llvm::Expected<llvm::sys::fs::file_t> file =
      llvm::sys::fs::openNativeFileForRead(path);
  if (!file)
    return llvm::errorToErrorCode(file.takeError());
  auto buffer = readStream(*file, path);
  llvm::sys::fs::closeFile(*file);
  return buffer;
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// The path without links, the file itself perhaps not there yet; empty if its
/// folder is not, or if it is no file that keeps what is written.
static llvm::SmallString<128> realPath(llvm::StringRef path) {
  llvm::SmallString<128> real;
  llvm::sys::fs::file_status status;
  if (path.empty() || path == "-")
    return real;
  if (!llvm::sys::fs::status(path, status)) {
    if (status.type() == llvm::sys::fs::file_type::regular_file)
      (void)llvm::sys::fs::real_path(path, real);
    return real;
  }
  llvm::StringRef folder = llvm::sys::path::parent_path(path);
  if (llvm::sys::fs::real_path(folder.empty() ? "." : folder, real))
    real.clear();
  else
    llvm::sys::path::append(real, llvm::sys::path::filename(path));
  return real;
}

bool tools::isSameFile(llvm::StringRef a, llvm::StringRef b) {
  llvm::SmallString<128> first = realPath(a), second = realPath(b);
  if (first.empty() || second.empty())
    return false;
  return first == second || llvm::sys::fs::equivalent(first, second);
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

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
