// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// A folder that maps keys to blobs, for results that are expensive to compute:
/// compiled kernels, results of tuning. Processes share it. If a process is
/// killed, or the disk is full, read-only or missing, a blob is not found or
/// not kept, and nothing else happens.
///
/// Not here: the content of blobs and the components of their keys (Kernels).

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

/// The folder and the size of a cache.
struct DiskCacheOptions {
  /// The folder; it is created when the first blob is kept. Empty: no cache.
  std::string folder;
  /// The maximum size of the files of all entries in bytes.
  uint64_t maxBytes = uint64_t(1) << 30;
  /// Whether the folder is never changed.
  bool readOnly = false;
  /// The error in an environment variable, or empty. The cache reports it as
  /// its first remark.
  std::string problem;
  /// Whether `problem` is that no variable names a folder: nothing is wrong,
  /// but there is no cache.
  bool isUnnamed = false;
  /// Receives the reason, in one line, if blobs are not kept or not used; each
  /// reason once for a cache. It is called by any thread that uses the cache.
  std::function<void(llvm::StringRef)> onRemark;

  /// The options given by CM2TT_CACHE, CM2TT_CACHE_DIR, CM2TT_CACHE_SIZE,
  /// XDG_CACHE_HOME and HOME. An invalid value sets `problem` and is replaced
  /// by the default; if it is the folder, there is no cache.
  static DiskCacheOptions fromEnvironment();
};

/// Parses a number of bytes: `65536`, or with a unit, a power of 1024: `64k`,
/// `512M`, `2GiB`. Returns nothing for other texts.
std::optional<uint64_t> parseByteCount(llvm::StringRef text);

/// Success if the folder can contain a cache: it does not exist, or it is owned
/// by this user or root and no other user may write to it. Otherwise the
/// reason.
std::error_code checkCacheFolder(llvm::StringRef path);

/// The cache. A folder or file that another user owns or may write to is not
/// used, as its content is executed; the cache reports a remark instead. Any
/// number of threads and processes may use one folder at once; `find` takes no
/// lock.
class DiskCache {
public:
  /// The properties of an entry.
  struct Entry {
    std::string key;
    /// The label passed to `insert`.
    std::string label;
    /// Whether the beginning of the file is not as it was written. Only `find`
    /// verifies the rest.
    bool damaged = false;
    /// The size of its file.
    uint64_t bytes = 0;
    /// The time of the last use, with a resolution of a minute: `find` does not
    /// write more often.
    llvm::sys::TimePoint<> lastUse;
  };
  /// The entries that were removed, and those that were kept.
  struct Collected {
    uint64_t removedEntries = 0, removedBytes = 0;
    uint64_t keptEntries = 0, keptBytes = 0;
    /// The size of Java's copies of the native libraries, which do not count as
    /// entries.
    uint64_t removedNativeBytes = 0;
  };

  /// Accesses no file.
  explicit DiskCache(DiskCacheOptions options);

  /// Whether there is a folder.
  bool enabled() const { return !options.folder.empty(); }
  /// The options of the constructor, with an absolute path of the folder.
  const DiskCacheOptions &settings() const { return options; }

  /// Returns the blob of a key that KeyBuilder computed. A file that differs
  /// from what was written is removed and not returned.
  std::optional<std::string> find(llvm::StringRef key);

  /// Keeps a blob, replacing one with the same key. If the cache exceeds its
  /// size, the least recently used entries are removed. `label` is shown when
  /// the cache is listed; it has at most 64 KiB. If the blob cannot be kept,
  /// the cache reports a remark.
  void insert(llvm::StringRef key, llvm::StringRef blob, llvm::StringRef label);

  /// All entries, the most recently used first; none if there is no folder.
  /// Fails if the folder cannot be read, or if the cache is disabled.
  llvm::Expected<std::vector<Entry>> list();

  /// Removes the least recently used entries until the cache has at most
  /// `maxBytes`, files left by killed processes, and Java's copies of the
  /// native libraries that were not used for a month. Fails if the cache is
  /// disabled or read-only, or if a file cannot be removed.
  llvm::Expected<Collected> collect(uint64_t maxBytes);

  /// Removes all entries, and all of Java's copies of the native libraries;
  /// programs that have loaded them keep running. Files that a cache did not
  /// create are kept. Fails in the same cases as `collect`.
  llvm::Expected<Collected> clear();

private:
  /// The reasons for remarks.
  enum Reason : unsigned { Settings, Write, Lock, Size, Damage, Key, Trust };

  /// Reports the first text of each reason.
  void remark(Reason reason, const llvm::Twine &text);
  /// Reports why the folder is not trusted.
  void remarkDistrust(std::error_code reason);
  /// Writes the file of an entry atomically.
  std::error_code store(llvm::StringRef key, llvm::StringRef file);
  /// Removes entries, files that writers left longer than `writerAge` ago, and
  /// copies of libraries that were not used for `nativeAge`.
  llvm::Expected<Collected> remove(uint64_t maxBytes,
                                   std::chrono::seconds writerAge,
                                   std::chrono::seconds nativeAge);

  DiskCacheOptions options;
  /// A bit for each reason that was reported.
  std::atomic<unsigned> reported = 0;
};

/// Computes the key of all values that a blob depends on. Different fields give
/// different keys for any bytes. The build of cm2tt is a field: after an
/// update, no older blob is found.
class KeyBuilder {
public:
  KeyBuilder();

  /// Adds a field. The key depends on the order.
  KeyBuilder &add(llvm::StringRef name, llvm::StringRef value);
  KeyBuilder &add(llvm::StringRef name, uint64_t value);

  /// Returns the key: 64 hexadecimal digits of BLAKE3. No field may be added
  /// afterwards.
  std::string finish();

private:
  llvm::BLAKE3 hash;
};

/// Identifies the build of cm2tt, LLVM and MLIR in this process: the version,
/// then the build IDs of the programs and libraries that contain their code, or
/// a hash of the content of one without a build ID. A program that links cm2tt
/// statically is such a build: it finds its blobs until it is linked again. A
/// program that uses cm2tt as a shared library finds them until the library
/// changes.
llvm::StringRef buildIdentity();

} // namespace cm2tt::runtime

#endif // CM2TT_RUNTIME_DISKCACHE_H
