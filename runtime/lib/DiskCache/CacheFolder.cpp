// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The folder of a disk cache: its permissions, its files, its lock and
/// evictions.
///
/// There is no fsync. A killed process loses nothing that it wrote; after a
/// power failure the checksum detects a damaged entry, which is compiled again.
/// Waiting for the disk would take longer than compiling.
///
/// Not here: the contents of a file (EntryFile.cpp).

#include "DiskCacheInternals.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/xxhash.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

using namespace llvm;
using namespace cm2tt::runtime;
using namespace cm2tt::runtime::diskcache;

static constexpr StringLiteral suffix = ".cm2tt";
static constexpr StringLiteral newPrefix = "new-";
static constexpr StringLiteral lockName = "lock.cm2tt";

// Never writable by others, for any umask: the content is executed. Others may
// read, since root may fill a cache for all users.
static constexpr mode_t fileMode = 0644;

std::error_code diskcache::lastError() {
  return std::error_code(errno, std::generic_category());
}

std::string diskcache::entryName(StringRef key) { return (key + suffix).str(); }

//===----------------------------------------------------------------------===//
// Whom to trust
//===----------------------------------------------------------------------===//

namespace {
/// The texts of Distrust.
class DistrustCategory : public std::error_category {
public:
  const char *name() const noexcept override { return "cm2tt.distrust"; }
  std::string message(int reason) const override {
    return reason == static_cast<int>(Distrust::ForeignOwner)
               ? "it belongs to another user"
               : "other users may write to it";
  }
};
} // namespace

static const std::error_category &distrustCategory() {
  static const DistrustCategory category;
  return category;
}

std::error_code diskcache::make_error_code(Distrust reason) {
  return {static_cast<int>(reason), distrustCategory()};
}

bool diskcache::isDistrust(std::error_code code) {
  return code.category() == distrustCategory();
}

std::error_code diskcache::checkTrust(const struct stat &status) {
  // Files of root are trusted: root can replace this program as well, and
  // container images have caches that root has filled.
  if (status.st_uid != geteuid() && status.st_uid != 0)
    return make_error_code(Distrust::ForeignOwner);
  // Also in a folder that is sticky: everybody may add files to it.
  if (status.st_mode & (S_IWGRP | S_IWOTH))
    return make_error_code(Distrust::WritableByOthers);
  return {};
}

static int openFolder(StringRef path) {
#ifdef O_PATH
  // Files can be found in a folder that may not be read.
  constexpr int access = O_PATH;
#else
  constexpr int access = O_RDONLY;
#endif
  return sys::RetryAfterSignal(-1, ::open, path.str().c_str(),
                               access | O_DIRECTORY | O_CLOEXEC);
}

ErrorOr<CacheFolder> CacheFolder::open(StringRef path, IfMissing ifMissing) {
  CacheFolder folder(openFolder(path));
  if (folder.fd < 0 && errno == ENOENT && ifMissing == IfMissing::Create) {
    if (std::error_code error = sys::fs::create_directories(
            path, /*IgnoreExisting=*/true, sys::fs::owner_all))
      return error;
    folder.fd = openFolder(path);
  }
  struct stat status;
  if (folder.fd < 0 || fstat(folder.fd, &status) != 0)
    return lastError();
  if (std::error_code error = checkTrust(status))
    return error;
  return folder;
}

CacheFolder::~CacheFolder() {
  if (fd >= 0)
    close(fd);
}

//===----------------------------------------------------------------------===//
// Finding files
//===----------------------------------------------------------------------===//

static sys::TimePoint<> timeOf(const struct stat &status) {
  return sys::toTimePoint(status.st_mtim.tv_sec,
                          static_cast<uint32_t>(status.st_mtim.tv_nsec));
}

/// Whether the file is one of ours but the lock; sets all but size and time.
static bool isOurs(StringRef name, FoundFile &file) {
  StringRef stem = name;
  if (!stem.consume_back(suffix))
    return false;
  bool isEntry = isKey(stem);
  file.name = name.str();
  file.key = isEntry ? stem.str() : std::string();
  return isEntry || (stem.consume_front(newPrefix) && all_of(stem, [](char c) {
                       return isHexDigit(c) || c == '-';
                     }));
}

ErrorOr<std::vector<FoundFile>>
diskcache::findFiles(const CacheFolder &folder) {
  std::vector<FoundFile> files;
  int fd = sys::RetryAfterSignal(-1, openat, folder.get(), ".",
                                 O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *directory = fd < 0 ? nullptr : fdopendir(fd);
  if (!directory) {
    std::error_code error = lastError();
    if (fd >= 0)
      close(fd);
    return error;
  }
  scope_exit closing([&] { closedir(directory); });
  errno = 0;
  while (const dirent *found = readdir(directory)) {
    FoundFile file;
    struct stat status;
    // A file may have gone meanwhile.
    if (isOurs(found->d_name, file) &&
        fstatat(fd, found->d_name, &status, AT_SYMLINK_NOFOLLOW) == 0 &&
        S_ISREG(status.st_mode)) {
      file.bytes = static_cast<uint64_t>(status.st_size);
      file.time = timeOf(status);
      files.push_back(std::move(file));
    }
    errno = 0;
  }
  if (errno)
    return lastError();
  return files;
}

//===----------------------------------------------------------------------===//
// Writing files
//===----------------------------------------------------------------------===//

static std::error_code writeAll(int fd, StringRef content) {
  // Beyond the process's limit, to write would end the process by a signal.
  rlimit limit;
  if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY &&
      content.size() > limit.rlim_cur)
    return std::make_error_code(std::errc::file_too_large);
  while (!content.empty()) {
    ssize_t count =
        sys::RetryAfterSignal(-1, write, fd, content.data(), content.size());
    if (count < 0)
      return lastError();
    content = content.drop_front(static_cast<size_t>(count));
  }
  return {};
}

/// A name that no other thread, process or computer takes.
static std::string newName() {
  return formatv("{0}{1:x-}-{2:x-8}{3:x-8}{4}", newPrefix, getpid(),
                 sys::Process::GetRandomNumber(),
                 sys::Process::GetRandomNumber(), suffix)
      .str();
}

ErrorOr<std::string> diskcache::writeNewFile(const CacheFolder &folder,
                                             StringRef content) {
  // LLVM's temporary files are not used: they take over the process's signals,
  // and replace % in the folder's name.
  std::string name = newName();
  int fd =
      sys::RetryAfterSignal(-1, openat, folder.get(), name.c_str(),
                            O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, fileMode);
  if (fd < 0)
    return lastError();
  std::error_code error = writeAll(fd, content);
  // Some file systems say only now that the disk is full.
  if (close(fd) != 0 && !error && errno != EINTR)
    error = lastError();
  if (!error)
    return name;
  unlinkat(folder.get(), name.c_str(), 0);
  return error;
}

//===----------------------------------------------------------------------===//
// The lock and the count
//===----------------------------------------------------------------------===//

namespace {
/// The content of the lock file.
struct Count {
  support::ulittle64_t bytes;
  /// A hash of the previous field, to detect writes of other programs.
  support::ulittle64_t check;
};
} // namespace

static uint64_t checkOf(const Count &count) {
  return xxh3_64bits(
      ArrayRef(reinterpret_cast<const uint8_t *>(&count.bytes), 8));
}

ErrorOr<FolderLock> FolderLock::take(const CacheFolder &folder,
                                     std::chrono::milliseconds patience) {
  int fd = sys::RetryAfterSignal(
      -1, openat, folder.get(), lockName.data(),
      O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, fileMode);
  if (fd < 0)
    return lastError();
  FolderLock lock(fd);
  auto end = std::chrono::steady_clock::now() + patience;
  // No waiting in the system: a process that was stopped while it had the lock
  // would stop every other.
  std::chrono::microseconds pause(50);
  while (flock(fd, LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK && errno != EINTR)
      return lastError();
    if (std::chrono::steady_clock::now() >= end)
      return std::make_error_code(std::errc::timed_out);
    std::this_thread::sleep_for(pause);
    pause = std::min(pause * 2, std::chrono::microseconds(5000));
  }
  return lock;
}

FolderLock::~FolderLock() {
  if (fd < 0)
    return;
  // Not only by closing: a process that was forked meanwhile has the file, too.
  flock(fd, LOCK_UN);
  close(fd);
}

std::optional<uint64_t> FolderLock::countedBytes() const {
  Count count;
  ssize_t read = sys::RetryAfterSignal(-1, pread, fd, &count, sizeof(count), 0);
  if (read != sizeof(count) || count.check != checkOf(count))
    return std::nullopt;
  return count.bytes;
}

std::error_code FolderLock::setCountedBytes(uint64_t bytes) {
  Count count;
  count.bytes = bytes;
  count.check = checkOf(count);
  ssize_t written =
      sys::RetryAfterSignal(-1, pwrite, fd, &count, sizeof(count), 0);
  if (written == sizeof(count))
    return {};
  return written < 0 ? lastError() : std::make_error_code(std::errc::io_error);
}

//===----------------------------------------------------------------------===//
// Removing files
//===----------------------------------------------------------------------===//

ErrorOr<Removal> diskcache::removeFiles(const CacheFolder &folder,
                                        FolderLock &lock, uint64_t maxBytes,
                                        std::chrono::seconds writerAge) {
  ErrorOr<std::vector<FoundFile>> files = findFiles(folder);
  if (!files)
    return files.getError();
  llvm::sort(*files, [](const FoundFile &a, const FoundFile &b) {
    return std::tie(a.time, a.name) < std::tie(b.time, b.name);
  });
  Removal result;
  DiskCache::Collected &collected = result.collected;
  for (const FoundFile &file : *files)
    if (!file.key.empty())
      collected.keptBytes += file.bytes;
  auto abandoned = std::chrono::system_clock::now() - writerAge;
  for (const FoundFile &file : *files) {
    bool isEntry = !file.key.empty();
    bool goes =
        isEntry ? collected.keptBytes > maxBytes : file.time <= abandoned;
    if (goes && unlinkat(folder.get(), file.name.c_str(), 0) != 0 &&
        errno != ENOENT) {
      result.error = lastError();
      goes = false;
    }
    collected.removedBytes += goes ? file.bytes : 0;
    collected.removedEntries += goes && isEntry;
    collected.keptEntries += !goes && isEntry;
    if (goes && isEntry)
      collected.keptBytes -= file.bytes;
  }
  if (std::error_code error = lock.setCountedBytes(collected.keptBytes))
    return error;
  return result;
}
