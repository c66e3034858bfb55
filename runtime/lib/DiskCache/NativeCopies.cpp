// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Removes the copies of the native libraries that Java makes in the folder of
/// a disk cache.
///
/// Not here: how they are created and checked
/// (java/runtime/.../ExtractedLibrary.java).

#include "DiskCacheInternals.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Errno.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace llvm;
using namespace cm2tt::runtime;
using namespace cm2tt::runtime::diskcache;

/// Calls `use` with the name of each file in a folder and the folder's
/// descriptor. Nothing if there is no such folder.
static std::error_code
forFiles(int parent, const char *name,
         function_ref<std::error_code(int, const char *)> use) {
  // No way out of the parent.
  int fd =
      sys::RetryAfterSignal(-1, openat, parent, name,
                            O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
  if (fd < 0)
    return errno == ENOENT || errno == ENOTDIR || errno == ELOOP
               ? std::error_code()
               : lastError();
  DIR *directory = fdopendir(fd);
  if (!directory) {
    std::error_code error = lastError();
    close(fd);
    return error;
  }
  std::error_code first;
  errno = 0;
  while (const dirent *found = readdir(directory)) {
    std::error_code error = use(fd, found->d_name);
    if (!first)
      first = error;
    errno = 0;
  }
  if (!first && errno)
    first = lastError();
  closedir(directory);
  return first;
}

/// Removes a file of a version, if it is one that the runtime creates.
static std::error_code removeFile(int version, const char *name,
                                  uint64_t &removedBytes) {
  struct stat status;
  if (!StringRef(name).starts_with("libcm2tt") ||
      fstatat(version, name, &status, AT_SYMLINK_NOFOLLOW) != 0 ||
      !S_ISREG(status.st_mode))
    return {};
  if (unlinkat(version, name, 0) != 0)
    return errno == ENOENT ? std::error_code() : lastError();
  removedBytes += static_cast<uint64_t>(status.st_size);
  return {};
}

/// Removes a folder; one that has files of others stays.
static std::error_code removeFolder(int parent, const char *name) {
  if (unlinkat(parent, name, AT_REMOVEDIR) == 0 || errno == ENOENT ||
      errno == ENOTEMPTY || errno == EEXIST)
    return {};
  return lastError();
}

std::error_code diskcache::removeNatives(const CacheFolder &folder,
                                         std::chrono::seconds age,
                                         uint64_t &removedBytes) {
  const time_t latest = time(nullptr) - age.count();
  std::error_code error = forFiles(
      folder.get(), "native",
      [&](int natives, const char *name) -> std::error_code {
        struct stat status;
        // Who uses a version sets its time.
        if (!isKey(name) ||
            fstatat(natives, name, &status, AT_SYMLINK_NOFOLLOW) != 0 ||
            !S_ISDIR(status.st_mode) || status.st_mtime > latest)
          return {};
        std::error_code failure =
            forFiles(natives, name, [&](int version, const char *file) {
              return removeFile(version, file, removedBytes);
            });
        return failure ? failure : removeFolder(natives, name);
      });
  struct stat status;
  if (error || fstatat(folder.get(), "native", &status, AT_SYMLINK_NOFOLLOW) ||
      !S_ISDIR(status.st_mode))
    return error;
  return removeFolder(folder.get(), "native");
}
