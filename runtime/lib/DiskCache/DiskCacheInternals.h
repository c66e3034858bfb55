// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The files of a disk cache: their names, their contents, and the lock for
/// adding and removing them.
///
/// The cache has four kinds of files in its folder. Other files are never
/// changed, since a user may name any folder that no other user can write to:
///
///   <64 digits>.cm2tt   an entry. It is renamed to this name, never written
///                       again, so that readers need no lock.
///   new-<random>.cm2tt  an entry that is being written, or was when its writer
///                       died.
///   native/             Java's copies of the native libraries: a folder for
///                       each version, named by 64 digits
///                       (java/runtime/.../ExtractedLibrary.java). They are
///                       removed here, and nothing else is done to them.
///   lock.cm2tt          locked by flock, which the system takes back from a
///                       process that dies, whenever entries change; it holds
///                       the bytes of all entries, so that an insertion need
///                       not walk the folder.
///
/// Key fact: the size of an entry is added to the count before the entry is
/// renamed, and subtracted after it is removed. So a process that dies in
/// between leaves a count that is too high; the folder is listed earlier than
/// necessary, and counted again. The size is never exceeded. An eviction
/// removes a tenth of it.
///
/// The content of an entry is executed, and its checksum has no key: a user who
/// can create a file in the folder, or write to one, can run code as this user.
/// So the folder and the files have to belong to this user or root, and be
/// writable by no other user; otherwise the cache is disabled with a message.
/// Root is trusted because it can replace the program as well, and container
/// images have caches that root has filled. The folder is opened and checked
/// once for each operation, and used through its descriptor, so that renaming
/// the folders above it has no effect.

#ifndef CM2TT_RUNTIME_LIB_DISKCACHE_DISKCACHEINTERNALS_H
#define CM2TT_RUNTIME_LIB_DISKCACHE_DISKCACHEINTERNALS_H

#include "cm2tt/Runtime/DiskCache.h"

#include "llvm/Support/ErrorOr.h"

#include <chrono>
#include <sys/stat.h>
#include <system_error>
#include <utility>

namespace cm2tt::runtime::diskcache {

//===----------------------------------------------------------------------===//
// Whom to trust
//===----------------------------------------------------------------------===//

/// Why the content of a folder or file is not trusted.
enum class Distrust {
  /// It belongs to another user, who is not root.
  ForeignOwner = 1,
  /// Its group or everybody may write to it.
  WritableByOthers,
};

/// The code for it, with a text for users.
std::error_code make_error_code(Distrust reason);

/// Whether a code is one of Distrust.
bool isDistrust(std::error_code code);

/// Succeeds if only this user and root can have changed the file with that
/// status. An access control list shows in the rights of the group.
std::error_code checkTrust(const struct stat &status);

/// The open folder of a cache, which is trusted.
class CacheFolder {
public:
  enum class IfMissing { Fail, Create };

  /// Opens a folder; one that is created is the user's alone, as the XDG Base
  /// Directory Specification asks for. Fails with a Distrust if others can
  /// change what is in it.
  static llvm::ErrorOr<CacheFolder> open(llvm::StringRef path,
                                         IfMissing ifMissing);
  CacheFolder(CacheFolder &&other) : fd(std::exchange(other.fd, -1)) {}
  CacheFolder &operator=(CacheFolder &&) = delete;
  ~CacheFolder();

  /// For openat and the like; not for reading the list of files.
  int get() const { return fd; }

private:
  explicit CacheFolder(int fd) : fd(fd) {}
  int fd;
};

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

/// The outcome of reading an entry.
enum class Outcome {
  Found,
  Missing,
  /// The file is not as it was written, or no file.
  Damaged,
  /// Another user can have written the file.
  Untrusted,
};

/// Reads the blob of a key. A file of more than `maxBytes` counts as missing.
/// If `touch`, the file's time says that it was used, exact to a minute.
Outcome readEntry(const CacheFolder &folder, llvm::StringRef key,
                  uint64_t maxBytes, bool touch, std::string &blob);

/// The label of an entry; nothing if the file's head is damaged. The rest is
/// not looked at.
std::optional<std::string> readLabel(const CacheFolder &folder,
                                     llvm::StringRef key);

//===----------------------------------------------------------------------===//
// The folder
//===----------------------------------------------------------------------===//

/// The error in `errno`.
std::error_code lastError();

/// The file name of an entry.
std::string entryName(llvm::StringRef key);

/// An entry, or what a writer works on.
struct FoundFile {
  std::string name;
  /// The key of an entry; else empty.
  std::string key;
  uint64_t bytes;
  /// When it was last used or written.
  llvm::sys::TimePoint<> time;
};

/// Our files but the lock.
llvm::ErrorOr<std::vector<FoundFile>> findFiles(const CacheFolder &folder);

/// Writes a new file. Gives its name.
llvm::ErrorOr<std::string> writeNewFile(const CacheFolder &folder,
                                        llvm::StringRef content);

/// The folder's lock; held as long as this lives. Not to be taken twice by one
/// thread.
class FolderLock {
public:
  /// Waits for the lock for some time at most, then fails with `timed_out`.
  static llvm::ErrorOr<FolderLock> take(const CacheFolder &folder,
                                        std::chrono::milliseconds patience);
  FolderLock(FolderLock &&other) : fd(std::exchange(other.fd, -1)) {}
  FolderLock &operator=(FolderLock &&) = delete;
  ~FolderLock();

  /// The counted bytes of all entries; nothing if they were not counted.
  std::optional<uint64_t> countedBytes() const;
  /// Sets them.
  std::error_code setCountedBytes(uint64_t bytes);

private:
  explicit FolderLock(int fd) : fd(fd) {}
  int fd;
};

/// The result of `removeFiles`, and the first error of files that it could not
/// remove.
struct Removal {
  DiskCache::Collected collected;
  std::error_code error;
};

/// Removes entries, the least recently used first, until at most `maxBytes` are
/// left, and the files of writers that died `writerAge` ago or earlier. Counts
/// the remaining entries.
llvm::ErrorOr<Removal> removeFiles(const CacheFolder &folder, FolderLock &lock,
                                   uint64_t maxBytes,
                                   std::chrono::seconds writerAge);

/// Removes copies of native libraries that were not used for `age`, and adds
/// their bytes. Gives the first error of those that it could not remove.
std::error_code removeNatives(const CacheFolder &folder,
                              std::chrono::seconds age, uint64_t &removedBytes);

/// The time for which unused copies of native libraries are kept.
constexpr std::chrono::hours nativesKeptUnused(24 * 30);

/// A writer takes milliseconds. An older unfinished file has no writer any
/// more.
constexpr std::chrono::hours abandonedAfter(1);

} // namespace cm2tt::runtime::diskcache

#endif // CM2TT_RUNTIME_LIB_DISKCACHE_DISKCACHEINTERNALS_H
