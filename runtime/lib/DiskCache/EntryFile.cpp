// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The file of one entry of a disk cache. A checksum (BLAKE3 of head, label and
/// blob, with the key in the head) detects damage.
///
/// Files are read, not mapped: truncating a mapped file would end the process,
/// and callers need a string in any case.

#include "DiskCacheInternals.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/Errno.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace llvm;
using namespace cm2tt::runtime;
using namespace cm2tt::runtime::diskcache;

using Digest = BLAKE3Result<32>;

namespace {
/// The head of a file; label and blob follow.
struct Head {
  char magic[8];
  support::ulittle32_t version;
  support::ulittle32_t labelBytes;
  support::ulittle64_t blobBytes;
  uint8_t key[32];
  /// BLAKE3 of all bytes before and after it.
  uint8_t checksum[32];
};
} // namespace

static_assert(sizeof(Head) == 88, "the format of files has no padding");

// A byte above 127 and both ends of lines, so that transfers as text show.
static constexpr char magic[] = "\x8c"
                                "cm2tt\r\n";
static constexpr uint32_t formatVersion = 1;
static constexpr size_t checkedHeadBytes = offsetof(Head, checksum);

bool diskcache::isKey(StringRef key) {
  return key.size() == 64 && all_of(key, [](char c) {
           return isDigit(c) || (c >= 'a' && c <= 'f');
         });
}

//===----------------------------------------------------------------------===//
// Bytes
//===----------------------------------------------------------------------===//

static Digest checksumOf(StringRef file) {
  BLAKE3 hash;
  hash.update(file.take_front(checkedHeadBytes));
  hash.update(file.drop_front(sizeof(Head)));
  return hash.final<32>();
}

std::string diskcache::encodeEntry(StringRef key, StringRef label,
                                   StringRef blob) {
  Head head;
  std::string rawKey = fromHex(key);
  memcpy(head.magic, magic, sizeof(head.magic));
  head.version = formatVersion;
  head.labelBytes = static_cast<uint32_t>(label.size());
  head.blobBytes = blob.size();
  memcpy(head.key, rawKey.data(), sizeof(head.key));
  memset(head.checksum, 0, sizeof(head.checksum));
  std::string file;
  file.reserve(sizeof(head) + label.size() + blob.size());
  file.append(reinterpret_cast<const char *>(&head), sizeof(head));
  file.append(label.begin(), label.end());
  file.append(blob.begin(), blob.end());
  Digest checksum = checksumOf(file);
  memcpy(file.data() + checkedHeadBytes, checksum.data(), checksum.size());
  return file;
}

/// Whether `start`, at least a head, begins the file of that key which has
/// `fileBytes` bytes.
static bool isHead(StringRef start, StringRef key, uint64_t fileBytes) {
  Head head;
  memcpy(&head, start.data(), sizeof(head));
  uint64_t rest = fileBytes - sizeof(head);
  return StringRef(head.magic, sizeof(head.magic)) == magic &&
         head.version == formatVersion && head.labelBytes <= rest &&
         head.blobBytes == rest - head.labelBytes &&
         toHex(head.key, /*LowerCase=*/true) == key;
}

static size_t labelBytesOf(StringRef start) {
  return support::endian::read32le(start.data() + offsetof(Head, labelBytes));
}

static bool isIntact(StringRef file, StringRef key) {
  if (file.size() < sizeof(Head) || !isHead(file, key, file.size()))
    return false;
  Digest checksum = checksumOf(file);
  return memcmp(file.data() + checkedHeadBytes, checksum.data(),
                checksum.size()) == 0;
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

namespace {
/// An open file, or -1.
struct OpenFile {
  OpenFile(const CacheFolder &folder, StringRef key)
      // No waiting for the writer of a pipe, no way out of the folder.
      : fd(sys::RetryAfterSignal(
            -1, openat, folder.get(), entryName(key).c_str(),
            O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)) {}
  OpenFile(const OpenFile &) = delete;
  ~OpenFile() {
    if (fd >= 0)
      close(fd);
  }
  const int fd;
};
} // namespace

/// Reads `bytes` bytes from the start; fewer if there are no more.
static std::string readStart(int fd, size_t bytes) {
  std::string text(bytes, '\0');
  size_t done = 0;
  while (done < bytes) {
    ssize_t count = sys::RetryAfterSignal(-1, pread, fd, text.data() + done,
                                          bytes - done, done);
    if (count <= 0)
      break;
    done += static_cast<size_t>(count);
  }
  text.resize(done);
  return text;
}

/// Sets the time of a use, unless a minute has not passed since the last one: a
/// kernel that every process of a cluster starts is not written by each.
static void noteUse(int fd, const struct stat &status) {
  constexpr time_t exactTo = 60;
  time_t age = time(nullptr) - status.st_mtime;
  // Negative if a clock was wrong.
  if (age < 0 || age >= exactTo)
    (void)futimens(fd, nullptr);
}

Outcome diskcache::readEntry(const CacheFolder &folder, StringRef key,
                             uint64_t maxBytes, bool touch, std::string &blob) {
  OpenFile file(folder, key);
  if (file.fd < 0)
    return errno == ELOOP ? Outcome::Damaged : Outcome::Missing;
  struct stat status;
  if (fstat(file.fd, &status) != 0)
    return Outcome::Missing;
  if (!S_ISREG(status.st_mode))
    return Outcome::Damaged;
  if (checkTrust(status))
    return Outcome::Untrusted;
  if (static_cast<uint64_t>(status.st_size) > maxBytes)
    return Outcome::Missing;
  blob = readStart(file.fd, static_cast<size_t>(status.st_size));
  if (!isIntact(blob, key))
    return Outcome::Damaged;
  if (touch)
    noteUse(file.fd, status);
  blob.erase(0, sizeof(Head) + labelBytesOf(blob));
  return Outcome::Found;
}

std::optional<std::string> diskcache::readLabel(const CacheFolder &folder,
                                                StringRef key) {
  OpenFile file(folder, key);
  struct stat status;
  if (file.fd < 0 || fstat(file.fd, &status) != 0 || !S_ISREG(status.st_mode))
    return std::nullopt;
  std::string start = readStart(file.fd, sizeof(Head) + maxLabelBytes);
  if (start.size() < sizeof(Head) ||
      !isHead(start, key, static_cast<uint64_t>(status.st_size)))
    return std::nullopt;
  size_t labelBytes = labelBytesOf(start);
  if (labelBytes > start.size() - sizeof(Head))
    return std::nullopt;
  return start.substr(sizeof(Head), labelBytes);
}
