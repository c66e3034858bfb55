// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// A folder of blobs by key, for what is dear to compute: compiled kernels,
/// results of tuning. Processes share it, and any of them may be killed at any
/// moment, the disk be full, read-only or missing: then a blob is not found or
/// not kept, and nothing else happens.
///
/// Not here: what is in a blob and of what its key is made (Kernels).

#ifndef CM2TT_RUNTIME_DISKCACHE_H
#define CM2TT_RUNTIME_DISKCACHE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/Chrono.h"
#include "llvm/Support/Error.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

namespace cm2tt::runtime {

/// Where a cache is and how large it may become.
struct DiskCacheOptions {
  /// The folder; it is made when the first blob is kept. Empty: no cache.
  std::string folder;
  /// The most bytes that all entries' files have together.
  uint64_t maxBytes = uint64_t(1) << 30;
  /// Whether nothing in the folder is ever changed.
  bool readOnly = false;
  /// What is wrong with the environment, or empty. The cache passes it on as
  /// its first remark.
  std::string problem;
  /// Told, in one line, why blobs are not kept or not used: each reason once
  /// for a cache. May be called by any thread that uses the cache.
  std::function<void(llvm::StringRef)> onRemark;

  /// What CM2TT_CACHE, CM2TT_CACHE_DIR, CM2TT_CACHE_SIZE, XDG_CACHE_HOME and
  /// HOME say. A value that makes no sense is a `problem`; the default, or for
  /// the folder no cache, is in its place.
  static DiskCacheOptions fromEnvironment();
};

/// Reads a number of bytes: `65536`, or with a unit of powers of 1024: `64k`,
/// `512M`, `2GiB`. Nothing if it is none.
std::optional<uint64_t> parseByteCount(llvm::StringRef text);

/// Success if a cache may be in that folder: it is not there yet, or it belongs
/// to this user or root and nobody else may write to it. Else the reason.
std::error_code checkCacheFolder(llvm::StringRef path);

/// The cache. A folder or file that another user owns or may write to is not
/// used, as the content is run; there is a remark then. Any number of threads
/// and processes may use one folder at once; finding takes no lock.
class DiskCache {
public:
  /// What is known of one entry.
  struct Entry {
    std::string key;
    /// What `insert` was told about the blob.
    std::string label;
    /// Whether the beginning of the file is not as it was written. The rest is
    /// looked at by finding only.
    bool damaged = false;
    /// The size of its file.
    uint64_t bytes = 0;
    /// Exact to a minute: finding does not write more often.
    llvm::sys::TimePoint<> lastUse;
  };
  /// What was removed, and what is left.
  struct Collected {
    uint64_t removedEntries = 0, removedBytes = 0;
    uint64_t keptEntries = 0, keptBytes = 0;
    /// Of Java's copies of the native libraries, which do not count as entries.
    uint64_t removedNativeBytes = 0;
  };

  /// Touches no file.
  explicit DiskCache(DiskCacheOptions options);

  /// Whether there is a folder.
  bool enabled() const { return !options.folder.empty(); }
  /// As given; the folder's path is absolute.
  const DiskCacheOptions &settings() const { return options; }

  /// The blob of a key, which KeyBuilder made. A file that is not exactly as it
  /// was written is removed and counts as none.
  std::optional<std::string> find(llvm::StringRef key);

  /// Keeps a blob, in place of what has the same key; where the size is
  /// exceeded, what was not used for longest goes. `label` is for people who
  /// list the cache, at most 64 KiB. If the blob cannot be kept, there is a
  /// remark.
  void insert(llvm::StringRef key, llvm::StringRef blob, llvm::StringRef label);

  /// All entries, the last used first; none if there is no folder. Fails if
  /// the folder cannot be read, or if the cache is off.
  llvm::Expected<std::vector<Entry>> list();

  /// Removes what was not used for longest until at most so many bytes are
  /// left, and what killed processes left behind; Java's copies of the native
  /// libraries that were not used for a month, too. Fails if the cache is off
  /// or read-only, or if something cannot be removed.
  llvm::Expected<Collected> collect(uint64_t maxBytes);

  /// Removes all entries, and all of Java's copies of the native libraries;
  /// programs that have loaded them are not disturbed. Files that no cache made
  /// stay. Fails as `collect`.
  llvm::Expected<Collected> clear();

private:
  /// The reasons for remarks.
  enum Reason : unsigned { Settings, Write, Lock, Size, Damage, Key, Trust };

  /// Passes on the first text of each reason.
  void remark(Reason reason, const llvm::Twine &text);
  /// Says why the folder is not trusted.
  void remarkDistrust(std::error_code reason);
  /// Puts a whole file into its place.
  std::error_code store(llvm::StringRef key, llvm::StringRef file);
  /// Removes entries, what writers left that long ago, and copies of libraries
  /// that were not used for that long.
  llvm::Expected<Collected> remove(uint64_t maxBytes,
                                   std::chrono::seconds writerAge,
                                   std::chrono::seconds nativeAge);

  DiskCacheOptions options;
  /// A bit for each reason that was told.
  std::atomic<unsigned> told = 0;
};

/// Makes a key of everything that a blob depends on. Fields are told apart
/// whatever bytes they have, and this build of cm2tt is one of them: after an
/// update, nothing of the old one is found.
class KeyBuilder {
public:
  KeyBuilder();

  /// Adds a field. The order counts.
  KeyBuilder &add(llvm::StringRef name, llvm::StringRef value);
  KeyBuilder &add(llvm::StringRef name, uint64_t value);

  /// The key: 64 hexadecimal digits of BLAKE3. Nothing may be added afterwards.
  std::string finish();

private:
  llvm::BLAKE3 hash;
};

/// Names the build of cm2tt and of the LLVM and MLIR that run in this process:
/// the version, then the linkers' build IDs of the programs and libraries that
/// have their code, or, of one without, a hash of its content.
/// A program that links cm2tt statically is such a build: it finds what it kept
/// until it is linked anew. One that uses cm2tt as a shared library finds it
/// until that changes.
llvm::StringRef buildIdentity();

} // namespace cm2tt::runtime

#endif // CM2TT_RUNTIME_DISKCACHE_H
