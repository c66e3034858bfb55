// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Files with results: they are found by device and model, and replaced as a
/// whole.

#include "ResultStore.h"

#include "cm2tt/Lowering/PlainText.h"
#include "cm2tt/Runtime/Files.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <mutex>

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;
using namespace cm2tt::runtime::tuning;

Expected<std::vector<TuneResult>> tuning::readTuneFile(StringRef fileName) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> file =
      MemoryBuffer::getFile(fileName, /*IsText=*/true);
  if (!file)
    return createStringError(
        file.getError(),
        fileName + ": cannot be read: " + plain::reasonOf(file.getError()));
  return readTuneResults((*file)->getBuffer(), fileName);
}

/// Writes to what is no file, a terminal or a pipe, which cannot be replaced.
static std::error_code writeThrough(StringRef fileName, StringRef text) {
  int descriptor;
  if (std::error_code code = sys::fs::openFileForWrite(
          fileName, descriptor, sys::fs::CD_OpenExisting))
    return code;
  raw_fd_ostream os(descriptor, /*shouldClose=*/true);
  os << text;
  os.close();
  std::error_code code = os.error();
  os.clear_error();
  return code;
}

Error tuning::writeTuneFile(StringRef fileName, ArrayRef<TuneResult> results) {
  std::string text = writeTuneResults(results);
  bool isOther =
      sys::fs::exists(fileName) && !sys::fs::is_regular_file(fileName);
  std::error_code code =
      isOther ? writeThrough(fileName, text) : writeWholeFile(fileName, text);
  if (!code)
    return Error::success();
  return createStringError(inconvertibleErrorCode(),
                           fileName +
                               ": cannot be written: " + plain::reasonOf(code));
}

std::string ResultStore::pathFor(const TuneResult &result) const {
  SmallString<128> path(folder);
  sys::path::append(
      path, fileNameOf(result.device) + "-" + fileNameOf(result.target),
      fileNameOf(StringRef(result.model).take_front(16)) + ".json");
  return path.str().str();
}

std::optional<TuneResult>
ResultStore::find(const TuneResult &wanted,
                  function_ref<bool(const TuneResult &)> fits) const {
  if (folder.empty())
    return std::nullopt;
  std::string path = pathFor(wanted);
  if (!sys::fs::exists(path))
    return std::nullopt;
  Expected<std::vector<TuneResult>> results = readTuneFile(path);
  if (!results) {
    onRemark(toString(results.takeError()));
    return std::nullopt;
  }
  for (TuneResult &result : *results)
    if (fits(result))
      return std::move(result);
  return std::nullopt;
}

/// Merges a result into its file. Between processes, a lock on a file beside it
/// keeps two from losing what the other found; between threads, a mutex does,
/// since the lock is the process's.
static Error mergeInto(StringRef path, const TuneResult &result) {
  static std::mutex threads;
  std::lock_guard<std::mutex> alone(threads);
  StringRef folder = sys::path::parent_path(path);
  auto failure = [&](std::error_code code) {
    return createStringError(code, folder +
                                       ": results of tuning cannot be kept: " +
                                       plain::reasonOf(code));
  };
  if (std::error_code code = sys::fs::create_directories(folder))
    return failure(code);
  SmallString<128> lockPath(folder);
  sys::path::append(lockPath, "lock");
  int lock;
  if (std::error_code code = sys::fs::openFileForReadWrite(
          lockPath, lock, sys::fs::CD_OpenAlways, sys::fs::OF_None))
    return failure(code);
  scope_exit close([&] {
    sys::fs::file_t file = sys::fs::convertFDToNativeFile(lock);
    (void)sys::fs::closeFile(file);
  });
  // Who holds it writes a small file: if that takes longer, it is stuck, and
  // to wait would be worse than to lose a result.
  (void)sys::fs::tryLockFile(lock, std::chrono::seconds(2));
  std::vector<TuneResult> all;
  if (Expected<std::vector<TuneResult>> known = readTuneFile(path))
    all = std::move(*known);
  else // There is none, or finding has said what is wrong with it.
    consumeError(known.takeError());
  erase_if(all, [&](const TuneResult &other) {
    return other.model == result.model && other.device == result.device &&
           other.target == result.target && other.key == result.key;
  });
  all.push_back(result);
  return writeTuneFile(path, all);
}

void ResultStore::keep(const TuneResult &result) const {
  if (folder.empty() || readOnly)
    return;
  if (Error error = mergeInto(pathFor(result), result))
    onRemark(toString(std::move(error)));
}
