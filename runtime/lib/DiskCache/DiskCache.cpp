// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The disk cache: lookup, insertion and removal of entries, and messages about
/// failures.
///
/// Not here: the files (DiskCacheInternals.h), the options
/// (DiskCacheOptions.cpp).

#include "DiskCacheInternals.h"

#include "cm2tt/Lowering/PlainText.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/FileSystem.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace llvm;
using namespace cm2tt;
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
  if (!options.onRemark || (reported.fetch_or(bit) & bit))
    return;
  options.onRemark(text.str());
}

void DiskCache::remarkDistrust(std::error_code reason) {
  remark(Trust, "disk cache: '" + options.folder +
                    "' is not used: " + plain::reasonOf(reason) +
                    ", and the contents of a cache are executed; set "
                    "CM2TT_CACHE_DIR to a folder of your own, remove the write "
                    "permission of other users, or set CM2TT_CACHE to off");
}

std::error_code cm2tt::runtime::checkCacheFolder(StringRef path) {
  ErrorOr<CacheFolder> folder =
      CacheFolder::open(path, CacheFolder::IfMissing::Fail);
  std::error_code error = folder.getError();
  return isDistrust(error) ? error : std::error_code();
}

//===----------------------------------------------------------------------===//
// Finding
//===----------------------------------------------------------------------===//

std::optional<std::string> DiskCache::find(StringRef key) {
  if (!enabled() || !isKey(key))
    return std::nullopt;
  ErrorOr<CacheFolder> folder =
      CacheFolder::open(options.folder, CacheFolder::IfMissing::Fail);
  if (!folder) {
    if (isDistrust(folder.getError()))
      remarkDistrust(folder.getError());
    return std::nullopt;
  }
  std::string blob, name = entryName(key), path = options.folder + "/" + name;
  switch (readEntry(*folder, key, options.maxBytes, !options.readOnly, blob)) {
  case Outcome::Found:
    return blob;
  case Outcome::Missing:
    break;
  case Outcome::Damaged: {
    bool removed =
        !options.readOnly && unlinkat(folder->get(), name.c_str(), 0) == 0;
    remark(Damage, "disk cache: '" + path + "' is damaged and was " +
                       (removed ? "removed" : "not used"));
    break;
  }
  case Outcome::Untrusted:
    remark(Damage, "disk cache: '" + path +
                       "' was not used: it belongs to another user, or other "
                       "users may write to it");
    break;
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Keeping
//===----------------------------------------------------------------------===//

/// The bytes of the file that the entry has already.
static uint64_t presentBytes(const CacheFolder &folder,
                             const std::string &name) {
  struct stat status;
  return fstatat(folder.get(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0
             ? static_cast<uint64_t>(status.st_size)
             : 0;
}

/// Makes room for a file of `bytes` called `name` and counts it. Fails with
/// `file_too_large` if there is none.
static std::error_code reserve(const CacheFolder &folder, FolderLock &lock,
                               const std::string &name, uint64_t bytes,
                               uint64_t maxBytes) {
  std::optional<uint64_t> counted = lock.countedBytes();
  uint64_t present = presentBytes(folder, name);
  if (!counted || *counted < present || *counted - present + bytes > maxBytes) {
    // A tenth more goes than has to, so that the folder is walked once for as
    // many insertions. Without a count, nothing has to be removed yet.
    uint64_t wanted = std::min(maxBytes - bytes, maxBytes / 10 * 9);
    ErrorOr<Removal> removal = removeFiles(
        folder, lock, counted ? wanted : maxBytes - bytes, abandonedAfter);
    if (!removal)
      return removal.getError();
    counted = removal->collected.keptBytes;
    present = presentBytes(folder, name);
    if (*counted - present + bytes > maxBytes)
      return removal->error ? removal->error
                            : std::make_error_code(std::errc::file_too_large);
  }
  return lock.setCountedBytes(*counted - present + bytes);
}

std::error_code DiskCache::store(StringRef key, StringRef file) {
  // Longer than any insertion takes, and no time at all beside compilations.
  constexpr std::chrono::milliseconds patience(1000);
  ErrorOr<CacheFolder> folder =
      CacheFolder::open(options.folder, CacheFolder::IfMissing::Create);
  if (!folder)
    return folder.getError();
  ErrorOr<std::string> written = writeNewFile(*folder, file);
  if (!written)
    return written.getError();
  std::string name = entryName(key);
  std::error_code error;
  ErrorOr<FolderLock> lock = FolderLock::take(*folder, patience);
  if (!lock)
    error = lock.getError();
  else
    error = reserve(*folder, *lock, name, file.size(), options.maxBytes);
  if (!error && renameat(folder->get(), written->c_str(), folder->get(),
                         name.c_str()) != 0)
    error = lastError();
  if (error)
    unlinkat(folder->get(), written->c_str(), 0);
  return error;
}

void DiskCache::insert(StringRef key, StringRef blob, StringRef label) {
  if (!enabled() || options.readOnly)
    return;
  if (!isKey(key))
    return remark(Key, "disk cache: '" + key +
                           "' is not a key: expected 64 digits of KeyBuilder");
  std::string file = encodeEntry(key, label.take_front(maxLabelBytes), blob);
  if (file.size() > options.maxBytes)
    return remark(Size, "disk cache: an entry of " + Twine(file.size()) +
                            " bytes is larger than the cache may be, " +
                            Twine(options.maxBytes) +
                            "; raise CM2TT_CACHE_SIZE");
  std::error_code error = store(key, file);
  // The new file was removed, but not the folder: another process clears the
  // cache.
  bool cleared = error == std::errc::no_such_file_or_directory &&
                 sys::fs::is_directory(options.folder);
  if (!error || cleared)
    return;
  if (isDistrust(error))
    return remarkDistrust(error);
  if (error == std::errc::timed_out)
    return remark(Lock, "disk cache: nothing was kept in '" + options.folder +
                            "': another process has had its lock for a second");
  remark(Write, "disk cache: nothing can be kept in '" + options.folder +
                    "': " + plain::reasonOf(error) +
                    "; name another folder by CM2TT_CACHE_DIR, or set "
                    "CM2TT_CACHE to off or readonly");
}

//===----------------------------------------------------------------------===//
// For people
//===----------------------------------------------------------------------===//

static Error folderError(const DiskCacheOptions &options, std::error_code code,
                         const Twine &what) {
  return createStringError(code, "the disk cache '" + options.folder + "' " +
                                     what + ": " + plain::reasonOf(code));
}

/// Fails if the cache is off.
static Error checkOn(const DiskCacheOptions &options) {
  if (!options.folder.empty())
    return Error::success();
  return createStringError(inconvertibleErrorCode(),
                           options.problem.empty()
                               ? "the disk cache is disabled by CM2TT_CACHE"
                               : Twine(options.problem));
}

Expected<std::vector<DiskCache::Entry>> DiskCache::list() {
  if (Error error = checkOn(options))
    return error;
  ErrorOr<CacheFolder> folder =
      CacheFolder::open(options.folder, CacheFolder::IfMissing::Fail);
  if (folder.getError() == std::errc::no_such_file_or_directory)
    return std::vector<Entry>();
  if (!folder)
    return folderError(options, folder.getError(), "cannot be read");
  ErrorOr<std::vector<FoundFile>> files = findFiles(*folder);
  if (!files)
    return folderError(options, files.getError(), "cannot be read");
  llvm::sort(*files, [](const FoundFile &a, const FoundFile &b) {
    return std::tie(b.time, a.name) < std::tie(a.time, b.name);
  });
  std::vector<Entry> entries;
  for (const FoundFile &file : *files) {
    if (file.key.empty())
      continue;
    std::optional<std::string> label = readLabel(*folder, file.key);
    entries.push_back(
        {file.key, label.value_or(""), !label, file.bytes, file.time});
  }
  return entries;
}

Expected<DiskCache::Collected>
DiskCache::remove(uint64_t maxBytes, std::chrono::seconds writerAge,
                  std::chrono::seconds nativeAge) {
  constexpr std::chrono::seconds patience(10);
  if (Error error = checkOn(options))
    return error;
  if (options.readOnly)
    return createStringError(inconvertibleErrorCode(),
                             "the disk cache '" + options.folder +
                                 "' is not changed: CM2TT_CACHE is readonly");
  ErrorOr<CacheFolder> folder =
      CacheFolder::open(options.folder, CacheFolder::IfMissing::Fail);
  if (folder.getError() == std::errc::no_such_file_or_directory)
    return Collected();
  if (!folder)
    return folderError(options, folder.getError(), "cannot be locked");
  ErrorOr<FolderLock> lock = FolderLock::take(*folder, patience);
  if (!lock)
    return folderError(options, lock.getError(), "cannot be locked");
  ErrorOr<Removal> removal = removeFiles(*folder, *lock, maxBytes, writerAge);
  if (!removal)
    return folderError(options, removal.getError(), "cannot be cleaned up");
  DiskCache::Collected &collected = removal->collected;
  std::error_code error =
      removeNatives(*folder, nativeAge, collected.removedNativeBytes);
  if (removal->error || error)
    return folderError(options, removal->error ? removal->error : error,
                       "cannot be cleaned up");
  return collected;
}

Expected<DiskCache::Collected> DiskCache::collect(uint64_t maxBytes) {
  return remove(maxBytes, abandonedAfter, nativesKeptUnused);
}

Expected<DiskCache::Collected> DiskCache::clear() {
  return remove(0, std::chrono::seconds(0), std::chrono::seconds(0));
}
