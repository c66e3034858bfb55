// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The files of a disk cache: what is in one, how they are named, and the lock
/// under which they come and go.
///
/// A folder has three kinds of files of ours; others are never touched, since
/// a user may name any folder:
///
///   <64 digits>.cm2tt   an entry. It is renamed into place and never written
///                       again, so that readers need no lock.
///   new-<random>.cm2tt  an entry that is being written, or was when its writer
///                       died.
///   lock.cm2tt          locked by flock, which the system takes back from a
///                       process that dies, whenever entries change; it holds
///                       the bytes of all entries, so that an insertion need
///                       not walk the folder.
///
/// Key fact: the bytes are counted before an entry is renamed into place, and
/// what is removed is subtracted after that. So who dies in between leaves a
/// count that is too high, the next walk is early, and it counts anew. The size
/// is never exceeded.

#ifndef CM2TT_RUNTIME_LIB_DISKCACHE_DISKCACHEINTERNALS_H
#define CM2TT_RUNTIME_LIB_DISKCACHE_DISKCACHEINTERNALS_H

#include "cm2tt/Runtime/DiskCache.h"

#include "llvm/Support/ErrorOr.h"

#include <chrono>
#include <utility>

namespace cm2tt::runtime::diskcache {

//===----------------------------------------------------------------------===//
// One file
//===----------------------------------------------------------------------===//

/// The most bytes of a label.
constexpr size_t maxLabelBytes = size_t(1) << 16;

/// Whether the text is what KeyBuilder makes: 64 digits of 0-9 and a-f.
bool isKey(llvm::StringRef key);

/// The whole file of an entry: a head with a checksum of everything else, the
/// label and the blob.
std::string encodeEntry(llvm::StringRef key, llvm::StringRef label,
                        llvm::StringRef blob);

/// What became of reading an entry.
enum class Outcome {
  Found,
  Missing,
  /// The file is not as it was written, or no file.
  Damaged,
  /// Another user could have put the file there.
  Untrusted,
};

/// Reads the blob of a key. A file of more than `maxBytes` counts as missing.
/// If `touch`, the file's time says that it was used, exact to a minute.
Outcome readEntry(llvm::StringRef folder, llvm::StringRef key,
                  uint64_t maxBytes, bool touch, std::string &blob);

/// The label of an entry; nothing if the file's head is damaged. The rest is
/// not looked at.
std::optional<std::string> readLabel(llvm::StringRef folder,
                                     llvm::StringRef key);

//===----------------------------------------------------------------------===//
// The folder
//===----------------------------------------------------------------------===//

/// What `errno` says.
std::error_code lastError();

/// The path of an entry.
std::string entryPath(llvm::StringRef folder, llvm::StringRef key);

/// An entry, or what a writer works on.
struct FoundFile {
  std::string name;
  /// Of an entry; else empty.
  std::string key;
  uint64_t bytes;
  /// When it was last used or written.
  llvm::sys::TimePoint<> time;
};

/// Our files but the lock; none if there is no folder.
llvm::ErrorOr<std::vector<FoundFile>> findFiles(llvm::StringRef folder);

/// Writes a new file, and makes the folder if it is missing. Gives its path.
llvm::ErrorOr<std::string> writeNewFile(llvm::StringRef folder,
                                        llvm::StringRef content);

/// The folder's lock; held as long as this lives. Not to be taken twice by one
/// thread.
class FolderLock {
public:
  /// Waits for the lock for some time at most, then fails with `timed_out`. The
  /// folder has to be there.
  static llvm::ErrorOr<FolderLock> take(llvm::StringRef folder,
                                        std::chrono::milliseconds patience);
  FolderLock(FolderLock &&other) : fd(std::exchange(other.fd, -1)) {}
  FolderLock &operator=(FolderLock &&) = delete;
  ~FolderLock();

  /// The bytes of all entries as they were counted; nothing if nobody has.
  std::optional<uint64_t> countedBytes() const;
  /// Sets them.
  std::error_code setCountedBytes(uint64_t bytes);

private:
  explicit FolderLock(int fd) : fd(fd) {}
  int fd;
};

/// What `removeFiles` did, and the first error of those that it could not
/// remove.
struct Removal {
  DiskCache::Collected collected;
  std::error_code error;
};

/// Removes entries, the least recently used first, until at most `maxBytes` are
/// left, and what writers left behind `writerAge` ago or earlier. Counts what
/// is left.
llvm::ErrorOr<Removal> removeFiles(llvm::StringRef folder, FolderLock &lock,
                                   uint64_t maxBytes,
                                   std::chrono::seconds writerAge);

/// A writer is at work for milliseconds. What is older than this, in its
/// folder, is nobody's.
constexpr std::chrono::hours abandonedAfter(1);

} // namespace cm2tt::runtime::diskcache

#endif // CM2TT_RUNTIME_LIB_DISKCACHE_DISKCACHEINTERNALS_H
