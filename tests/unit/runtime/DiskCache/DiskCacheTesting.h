// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Folders and processes for tests of the disk cache.

#ifndef CM2TT_TESTS_UNIT_DISKCACHETESTING_H
#define CM2TT_TESTS_UNIT_DISKCACHETESTING_H

#include "cm2tt/Runtime/DiskCache.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"

#include "gtest/gtest.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace cm2tt::runtime {

/// A folder that goes with the test, and a cache in it.
class DiskCacheFolder : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("cm2tt-cache", root));
    folder = (root + "/cache").str();
  }
  void TearDown() override { llvm::sys::fs::remove_directories(root); }

  /// Options for a cache in `folder` whose remarks go to `remarks`.
  DiskCacheOptions options(uint64_t maxBytes = uint64_t(1) << 30) {
    DiskCacheOptions result;
    result.folder = folder;
    result.maxBytes = maxBytes;
    result.onRemark = [this](llvm::StringRef text) {
      remarks.push_back(text.str());
    };
    return result;
  }

  /// The file of an entry.
  std::string pathOf(llvm::StringRef key) const {
    return folder + "/" + key.str() + ".cm2tt";
  }

  /// Sets a file's time to `seconds` before now.
  static void setAge(const std::string &path, int seconds) {
    timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    now.tv_sec -= seconds;
    timespec times[] = {now, now};
    ASSERT_EQ(utimensat(AT_FDCWD, path.c_str(), times, 0), 0) << path;
  }

  llvm::SmallString<128> root;
  std::string folder;
  std::vector<std::string> remarks;
};

/// A key for each number.
inline std::string keyOf(unsigned number) {
  return KeyBuilder().add("number", number).finish();
}

/// A blob that follows from its number, from `least` bytes to some 3000 more.
inline std::string blobOf(unsigned number, unsigned least = 0) {
  std::string blob(least + number * 7919 % 3001, '\0');
  uint32_t state = number * 2654435761u + 1;
  for (char &byte : blob) {
    state = state * 1664525u + 1013904223u;
    byte = static_cast<char>(state >> 24);
  }
  return blob;
}

/// The message of an error; empty if there is none.
template <typename T> std::string errorOf(llvm::Expected<T> value) {
  return value ? "" : llvm::toString(value.takeError());
}

/// Runs `body` in a process of its own, which then ends; gives its id.
inline pid_t startProcess(llvm::function_ref<bool()> body) {
  pid_t child = fork();
  if (child == 0)
    _exit(body() ? 0 : 1);
  return child;
}

/// Whether the process's body was true; false if it was killed.
inline bool succeeds(pid_t child) {
  int status;
  return waitpid(child, &status, 0) == child && WIFEXITED(status) &&
         WEXITSTATUS(status) == 0;
}

} // namespace cm2tt::runtime

#endif // CM2TT_TESTS_UNIT_DISKCACHETESTING_H
