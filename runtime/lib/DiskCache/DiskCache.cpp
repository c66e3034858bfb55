// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The disk cache: finding, keeping and removing entries, and what is said
/// about what goes wrong.
///
/// Not here: the files (DiskCacheInternals.h), the options
/// (DiskCacheOptions.cpp).

#include "DiskCacheInternals.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/FileSystem.h"

#include <sys/stat.h>
#include <unistd.h>

using namespace llvm;
using namespace cm2tt::runtime;
using namespace cm2tt::runtime::diskcache;

DiskCache::DiskCache(DiskCacheOptions given) : options(std::move(given)) {
  SmallString<128> folder(options.folder);
  // The process may change its folder.
  if (!folder.empty() && !sys::fs::make_absolute(folder))
    options.folder = folder.str().str();
  if (!options.problem.empty())
    remark(Settings, options.problem);
}

void DiskCache::remark(Reason reason, const Twine &text) {
  unsigned bit = 1u << reason;
  if (!options.onRemark || (told.fetch_or(bit) & bit))
    return;
  options.onRemark(text.str());
}

//===----------------------------------------------------------------------===//
// Finding
//===----------------------------------------------------------------------===//

std::optional<std::string> DiskCache::find(StringRef key) {
  if (!enabled() || !isKey(key))
    return std::nullopt;
  std::string blob;
  switch (readEntry(options.folder, key, options.maxBytes, !options.readOnly,
                    blob)) {
  case Outcome::Found:
    return blob;
  case Outcome::Missing:
    break;
  case Outcome::Damaged: {
    std::string path = entryPath(options.folder, key);
    bool removed = !options.readOnly && unlink(path.c_str()) == 0;
    remark(Damage, "disk cache: '" + path + "' is damaged and was " +
                       (removed ? "removed" : "not used"));
    break;
  }
  case Outcome::Untrusted:
    remark(Damage, "disk cache: '" + entryPath(options.folder, key) +
                       "' was not used: it belongs to another user, and "
                       "everybody may write to its folder");
    break;
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Keeping
//===----------------------------------------------------------------------===//

/// The bytes of the file that the entry has already.
static uint64_t presentBytes(const std::string &path) {
  struct stat status;
  return lstat(path.c_str(), &status) == 0
             ? static_cast<uint64_t>(status.st_size)
             : 0;
}

/// Makes room for a file of `bytes` at `path` and counts it. Fails with
/// `file_too_large` if there is none.
static std::error_code reserve(StringRef folder, FolderLock &lock,
                               const std::string &path, uint64_t bytes,
                               uint64_t maxBytes) {
  std::optional<uint64_t> counted = lock.countedBytes();
  uint64_t present = presentBytes(path);
  if (!counted || *counted < present || *counted - present + bytes > maxBytes) {
    // A tenth more goes than has to, so that the folder is walked once for as
    // many insertions. Nobody has counted: nothing has to go yet.
    uint64_t wanted = std::min(maxBytes - bytes, maxBytes / 10 * 9);
    ErrorOr<Removal> removal = removeFiles(
        folder, lock, counted ? wanted : maxBytes - bytes, abandonedAfter);
    if (!removal)
      return removal.getError();
    counted = removal->collected.keptBytes;
    present = presentBytes(path);
    if (*counted - present + bytes > maxBytes)
      return removal->error ? removal->error
                            : std::make_error_code(std::errc::file_too_large);
  }
  return lock.setCountedBytes(*counted - present + bytes);
}

std::error_code DiskCache::store(StringRef key, StringRef file) {
  // Longer than any insertion takes, and no time at all beside compilations.
  constexpr std::chrono::milliseconds patience(1000);
  ErrorOr<std::string> written = writeNewFile(options.folder, file);
  if (!written)
    return written.getError();
  std::string path = entryPath(options.folder, key);
  std::error_code error;
  ErrorOr<FolderLock> lock = FolderLock::take(options.folder, patience);
  if (!lock)
    error = lock.getError();
  else
    error = reserve(options.folder, *lock, path, file.size(), options.maxBytes);
  if (!error && rename(written->c_str(), path.c_str()) != 0)
    error = lastError();
  if (error)
    unlink(written->c_str());
  return error;
}

void DiskCache::insert(StringRef key, StringRef blob, StringRef label) {
  if (!enabled() || options.readOnly)
    return;
  if (!isKey(key))
    return remark(Key, "disk cache: '" + key +
                           "' is no key: expected 64 digits of KeyBuilder's");
  std::string file = encodeEntry(key, label.take_front(maxLabelBytes), blob);
  if (file.size() > options.maxBytes)
    return remark(Size, "disk cache: an entry of " + Twine(file.size()) +
                            " bytes is larger than the cache may be, " +
                            Twine(options.maxBytes) +
                            "; raise CM2TT_CACHE_SIZE");
  std::error_code error = store(key, file);
  // The new file is gone, but not the folder: somebody clears the cache.
  bool cleared = error == std::errc::no_such_file_or_directory &&
                 sys::fs::is_directory(options.folder);
  if (!error || cleared)
    return;
  if (error == std::errc::timed_out)
    return remark(Lock, "disk cache: nothing was kept in '" + options.folder +
                            "': another process has had its lock for a second");
  remark(Write, "disk cache: nothing can be kept in '" + options.folder +
                    "': " + error.message() +
                    "; name another folder by CM2TT_CACHE_DIR, or set "
                    "CM2TT_CACHE to off or readonly");
}

//===----------------------------------------------------------------------===//
// For people
//===----------------------------------------------------------------------===//

static Error folderError(const DiskCacheOptions &options, std::error_code code,
                         const Twine &what) {
  return createStringError(code, "the disk cache '" + options.folder + "' " +
                                     what + ": " + code.message());
}

/// Fails if the cache is off.
static Error checkOn(const DiskCacheOptions &options) {
  if (!options.folder.empty())
    return Error::success();
  return createStringError(inconvertibleErrorCode(),
                           options.problem.empty()
                               ? "the disk cache is off: CM2TT_CACHE says so"
                               : Twine(options.problem));
}

Expected<std::vector<DiskCache::Entry>> DiskCache::list() {
  if (Error error = checkOn(options))
    return error;
  ErrorOr<std::vector<FoundFile>> files = findFiles(options.folder);
  if (!files)
    return folderError(options, files.getError(), "cannot be read");
  llvm::sort(*files, [](const FoundFile &a, const FoundFile &b) {
    return std::tie(b.time, a.name) < std::tie(a.time, b.name);
  });
  std::vector<Entry> entries;
  for (const FoundFile &file : *files) {
    if (file.key.empty())
      continue;
    std::optional<std::string> label = readLabel(options.folder, file.key);
    entries.push_back(
        {file.key, label.value_or(""), !label, file.bytes, file.time});
  }
  return entries;
}

Expected<DiskCache::Collected>
DiskCache::remove(uint64_t maxBytes, std::chrono::seconds writerAge) {
  constexpr std::chrono::seconds patience(10);
  if (Error error = checkOn(options))
    return error;
  if (options.readOnly)
    return createStringError(inconvertibleErrorCode(),
                             "the disk cache '" + options.folder +
                                 "' is not changed: CM2TT_CACHE is readonly");
  ErrorOr<FolderLock> lock = FolderLock::take(options.folder, patience);
  if (lock.getError() == std::errc::no_such_file_or_directory)
    return Collected();
  if (!lock)
    return folderError(options, lock.getError(), "cannot be locked");
  ErrorOr<Removal> removal =
      removeFiles(options.folder, *lock, maxBytes, writerAge);
  if (!removal)
    return folderError(options, removal.getError(), "cannot be cleaned up");
  if (removal->error)
    return folderError(options, removal->error, "cannot be cleaned up");
  return removal->collected;
}

Expected<DiskCache::Collected> DiskCache::collect(uint64_t maxBytes) {
  return remove(maxBytes, abandonedAfter);
}

Expected<DiskCache::Collected> DiskCache::clear() {
  return remove(0, std::chrono::seconds(0));
}
