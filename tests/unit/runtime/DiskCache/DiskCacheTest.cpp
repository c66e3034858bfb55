// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Tests of the disk cache in one process: what is found, what is damaged, what
/// is removed when, and keys.
///
/// Not here: several processes and hostile disks (DiskCacheProcessesTest.cpp).

#include "DiskCacheTesting.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <fcntl.h>
#include <set>
#include <thread>

using namespace llvm;
using namespace cm2tt::runtime;

static void writeTo(const std::string &path, StringRef content) {
  std::error_code error;
  raw_fd_ostream os(path, error);
  ASSERT_FALSE(error) << path;
  os << content;
}

static std::string contentOf(const std::string &path) {
  auto file = MemoryBuffer::getFile(path);
  return file ? (*file)->getBuffer().str() : "no file";
}

//===----------------------------------------------------------------------===//
// Finding and keeping
//===----------------------------------------------------------------------===//

using DiskCacheTest = DiskCacheFolder;

TEST_F(DiskCacheTest, FindsWhatWasKept) {
  DiskCache cache(options());
  EXPECT_FALSE(cache.find(keyOf(0)));
  for (unsigned i = 0; i < 20; ++i)
    cache.insert(keyOf(i), blobOf(i), "kernel " + std::to_string(i));
  cache.insert(keyOf(20), "", "");
  std::string large(1000000, 'x');
  cache.insert(keyOf(21), large, "large");
  DiskCache other(options());
  for (unsigned i = 0; i < 20; ++i)
    EXPECT_EQ(other.find(keyOf(i)), blobOf(i));
  EXPECT_EQ(other.find(keyOf(20)), "");
  EXPECT_EQ(other.find(keyOf(21)), large);
  EXPECT_FALSE(other.find(keyOf(22)));
  EXPECT_TRUE(remarks.empty());
}

TEST_F(DiskCacheTest, ReplacesWhatHasTheSameKey) {
  DiskCache cache(options());
  cache.insert(keyOf(1), "first", "a");
  cache.insert(keyOf(1), "second", "b");
  EXPECT_EQ(cache.find(keyOf(1)), "second");
  Expected<std::vector<DiskCache::Entry>> entries = cache.list();
  ASSERT_TRUE(static_cast<bool>(entries));
  ASSERT_EQ(entries->size(), 1u);
  EXPECT_EQ((*entries)[0].label, "b");
  EXPECT_EQ((*entries)[0].key, keyOf(1));
}

TEST_F(DiskCacheTest, TakesNoKeyThatIsNone) {
  DiskCache cache(options());
  for (StringRef key : {"", "abc", "../../../../../etc/passwd"}) {
    cache.insert(key, "blob", "");
    EXPECT_FALSE(cache.find(key));
  }
  std::string upper = StringRef(keyOf(1)).upper();
  cache.insert(upper, "blob", "");
  EXPECT_FALSE(cache.find(upper));
  EXPECT_FALSE(sys::fs::exists(folder));
  EXPECT_EQ(
      remarks,
      std::vector<std::string>{
          "disk cache: '' is not a key: expected 64 digits of KeyBuilder"});
}

TEST_F(DiskCacheTest, MakesItsFolderForTheUserWhenSomethingIsKept) {
  folder = (root + "/not/yet/there").str();
  DiskCache cache(options());
  EXPECT_FALSE(cache.find(keyOf(1)));
  EXPECT_EQ(errorOf(cache.list()), "");
  EXPECT_EQ(errorOf(cache.collect(0)), "");
  EXPECT_FALSE(sys::fs::exists(root + "/not"));
  cache.insert(keyOf(1), "blob", "");
  struct stat status;
  ASSERT_EQ(stat(folder.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0700u);
  ASSERT_EQ(stat(pathOf(keyOf(1)).c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & S_IWOTH, 0u);
  // It goes, and comes back.
  sys::fs::remove_directories(root + "/not");
  EXPECT_FALSE(cache.find(keyOf(1)));
  cache.insert(keyOf(1), "blob", "");
  EXPECT_EQ(cache.find(keyOf(1)), "blob");
}

TEST_F(DiskCacheTest, TakesAnyFolder) {
  for (StringRef name : {"with space", "%%%%%%", "{0}%s\\n", "'\"$HOME;`",
                         "line\nbreak", "\xc3\xa4\xff", "-rf"}) {
    folder = (root + "/" + name).str();
    DiskCache cache(options());
    cache.insert(keyOf(1), "blob", "label");
    EXPECT_EQ(cache.find(keyOf(1)), "blob") << name.str();
    EXPECT_EQ(errorOf(cache.clear()), "");
    EXPECT_FALSE(cache.find(keyOf(1)));
  }
  EXPECT_TRUE(remarks.empty());
}

TEST_F(DiskCacheTest, StaysWhereItIsWhenTheProcessGoes) {
  SmallString<128> before;
  ASSERT_FALSE(sys::fs::current_path(before));
  ASSERT_FALSE(sys::fs::set_current_path(root));
  folder = "relative";
  DiskCache cache(options());
  ASSERT_FALSE(sys::fs::set_current_path(before));
  cache.insert(keyOf(1), "blob", "");
  EXPECT_TRUE(sys::fs::exists(root + "/relative/" + keyOf(1) + ".cm2tt"));
}

TEST_F(DiskCacheTest, IsOffWithoutFolder) {
  folder = "";
  DiskCache cache(options());
  EXPECT_FALSE(cache.enabled());
  cache.insert(keyOf(1), "blob", "");
  EXPECT_FALSE(cache.find(keyOf(1)));
  EXPECT_EQ(errorOf(cache.list()), "the disk cache is disabled by CM2TT_CACHE");
  EXPECT_TRUE(remarks.empty());
}

TEST_F(DiskCacheTest, ServesThreads) {
  DiskCache cache(options(40000));
  std::atomic<unsigned> wrong = 0;
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < 8; ++t)
    threads.emplace_back([&, t] {
      for (unsigned i = 0; i < 200; ++i) {
        unsigned number = (i * (t + 1)) % 50;
        std::optional<std::string> found = cache.find(keyOf(number));
        if (found && *found != blobOf(number))
          ++wrong;
        if (!found)
          cache.insert(keyOf(number), blobOf(number), "");
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(wrong, 0u);
  EXPECT_TRUE(remarks.empty()) << remarks[0];
}

//===----------------------------------------------------------------------===//
// Damage
//===----------------------------------------------------------------------===//

TEST_F(DiskCacheTest, NoticesEveryFlippedBit) {
  DiskCache cache(options());
  std::string key = keyOf(5), blob = blobOf(5, 500);
  cache.insert(key, blob, "a label");
  std::string whole = contentOf(pathOf(key));
  ASSERT_GT(whole.size(), blob.size());
  size_t headBytes = whole.size() - blob.size();
  for (size_t i = 0; i < whole.size(); i += i < headBytes ? 1 : 61)
    for (unsigned bit = 0; bit < 8; ++bit) {
      std::string damaged = whole;
      damaged[i] = static_cast<char>(damaged[i] ^ (1u << bit));
      writeTo(pathOf(key), damaged);
      ASSERT_FALSE(cache.find(key)) << "bit " << bit << " of byte " << i;
      ASSERT_FALSE(sys::fs::exists(pathOf(key)));
      cache.insert(key, blob, "a label");
      ASSERT_EQ(cache.find(key), blob);
    }
  ASSERT_EQ(remarks.size(), 1u);
  EXPECT_EQ(remarks[0],
            "disk cache: '" + pathOf(key) + "' is damaged and was removed");
}

TEST_F(DiskCacheTest, NoticesWrongLengths) {
  DiskCache cache(options());
  std::string key = keyOf(6);
  cache.insert(key, "a blob of some bytes", "label");
  std::string whole = contentOf(pathOf(key));
  for (size_t length = 0; length < whole.size(); ++length) {
    writeTo(pathOf(key), StringRef(whole).take_front(length));
    ASSERT_FALSE(cache.find(key)) << length;
    ASSERT_FALSE(sys::fs::exists(pathOf(key)));
  }
  writeTo(pathOf(key), whole + "x");
  EXPECT_FALSE(cache.find(key));
  writeTo(pathOf(key), whole + std::string(whole.size(), '\0'));
  EXPECT_FALSE(cache.find(key));
  writeTo(pathOf(key), whole);
  EXPECT_TRUE(cache.find(key));
}

TEST_F(DiskCacheTest, TakesNoEntryUnderAnotherKey) {
  DiskCache cache(options());
  cache.insert(keyOf(1), "one", "");
  ASSERT_FALSE(sys::fs::rename(pathOf(keyOf(1)), pathOf(keyOf(2))));
  EXPECT_FALSE(cache.find(keyOf(2)));
  EXPECT_FALSE(cache.find(keyOf(1)));
}

TEST_F(DiskCacheTest, SurvivesWhatIsNoFile) {
  DiskCache cache(options());
  cache.insert(keyOf(0), "blob", "");
  ASSERT_FALSE(sys::fs::create_directory(pathOf(keyOf(1))));
  ASSERT_EQ(mkfifo(pathOf(keyOf(2)).c_str(), 0600), 0);
  ASSERT_EQ(symlink(pathOf(keyOf(0)).c_str(), pathOf(keyOf(3)).c_str()), 0);
  for (unsigned i = 1; i < 4; ++i) {
    EXPECT_FALSE(cache.find(keyOf(i)));
    cache.insert(keyOf(i), "blob", "");
  }
  EXPECT_EQ(cache.find(keyOf(0)), "blob");
  EXPECT_FALSE(cache.find(keyOf(1)));
  EXPECT_EQ(cache.find(keyOf(2)), "blob");
  EXPECT_EQ(cache.find(keyOf(3)), "blob");
  EXPECT_EQ(errorOf(cache.clear()), "");
}

TEST_F(DiskCacheTest, ListsDamage) {
  DiskCache cache(options());
  cache.insert(keyOf(1), "blob", "good");
  writeTo(pathOf(keyOf(2)), "no head");
  Expected<std::vector<DiskCache::Entry>> entries = cache.list();
  ASSERT_TRUE(static_cast<bool>(entries));
  ASSERT_EQ(entries->size(), 2u);
  for (const DiskCache::Entry &entry : *entries)
    EXPECT_EQ(entry.damaged, entry.key == keyOf(2));
}

//===----------------------------------------------------------------------===//
// What is removed
//===----------------------------------------------------------------------===//

/// The bytes of all files in the folder that are entries.
static uint64_t entryBytes(DiskCache &cache) {
  uint64_t bytes = 0;
  Expected<std::vector<DiskCache::Entry>> entries = cache.list();
  if (!entries) {
    ADD_FAILURE() << toString(entries.takeError());
    return 0;
  }
  for (const DiskCache::Entry &entry : *entries)
    bytes += entry.bytes;
  return bytes;
}

TEST_F(DiskCacheTest, KeepsItsSize) {
  constexpr uint64_t most = 20000;
  DiskCache cache(options(most));
  for (unsigned i = 0; i < 200; ++i) {
    cache.insert(keyOf(i), blobOf(i), "");
    ASSERT_LE(entryBytes(cache), most);
    ASSERT_TRUE(cache.find(keyOf(i)));
  }
  // It does not remove much more than it has to.
  EXPECT_GE(entryBytes(cache), most / 2);
  EXPECT_TRUE(remarks.empty());
}

TEST_F(DiskCacheTest, RemovesWhatWasNotUsedForLongest) {
  std::string blob(1000, 'b');
  DiskCache cache(options(12000));
  for (unsigned i = 0; i < 11; ++i) {
    cache.insert(keyOf(i), blob, "");
    setAge(pathOf(keyOf(i)), 3600 - static_cast<int>(i));
  }
  EXPECT_TRUE(cache.find(keyOf(0)));
  cache.insert(keyOf(11), blob, "");
  EXPECT_TRUE(cache.find(keyOf(0)));
  EXPECT_FALSE(cache.find(keyOf(1)));
  EXPECT_FALSE(cache.find(keyOf(2)));
  for (unsigned i = 4; i < 12; ++i)
    EXPECT_TRUE(cache.find(keyOf(i))) << i;
}

TEST_F(DiskCacheTest, NotesUsesToAMinute) {
  DiskCache cache(options());
  cache.insert(keyOf(1), "blob", "");
  auto ageAfterUse = [&](int before) {
    setAge(pathOf(keyOf(1)), before);
    EXPECT_TRUE(cache.find(keyOf(1)));
    struct stat status;
    EXPECT_EQ(stat(pathOf(keyOf(1)).c_str(), &status), 0);
    return time(nullptr) - status.st_mtime;
  };
  EXPECT_GE(ageAfterUse(30), 29);
  EXPECT_LE(ageAfterUse(120), 20);
  // A clock was wrong.
  EXPECT_GE(ageAfterUse(-7200), -1);
}

TEST_F(DiskCacheTest, KeepsNothingThatIsLargerThanItself) {
  DiskCache cache(options(1000));
  cache.insert(keyOf(1), "small", "");
  cache.insert(keyOf(2), std::string(1000, 'x'), "");
  EXPECT_EQ(cache.find(keyOf(1)), "small");
  EXPECT_FALSE(cache.find(keyOf(2)));
  ASSERT_EQ(remarks.size(), 1u);
  EXPECT_EQ(remarks[0], "disk cache: an entry of 1088 bytes is larger than the "
                        "cache may be, 1000; raise CM2TT_CACHE_SIZE");
}

TEST_F(DiskCacheTest, CountsAnewWhereTheCountIsLost) {
  constexpr uint64_t most = 20000;
  DiskCache cache(options(most));
  std::string count = folder + "/lock.cm2tt";
  for (unsigned i = 0; i < 60; ++i) {
    cache.insert(keyOf(i), blobOf(i), "");
    ASSERT_LE(entryBytes(cache), most);
    if (i % 3 == 0)
      writeTo(count, i % 2 ? "" : "no count at all");
    else if (i % 3 == 1)
      sys::fs::remove(count);
  }
  EXPECT_GE(entryBytes(cache), most / 2);
}

TEST_F(DiskCacheTest, CollectsWhatWritersLeft) {
  DiskCache cache(options());
  cache.insert(keyOf(1), "blob", "");
  std::string old = folder + "/new-1a-00ff.cm2tt";
  std::string young = folder + "/new-1b-00ff.cm2tt";
  std::string foreign = folder + "/new-thesis.cm2tt";
  for (const std::string &path : {old, young, foreign})
    writeTo(path, "12345");
  setAge(old, 3700);
  setAge(foreign, 3700);
  Expected<DiskCache::Collected> collected = cache.collect(1000);
  ASSERT_TRUE(static_cast<bool>(collected));
  EXPECT_EQ(collected->removedEntries, 0u);
  EXPECT_EQ(collected->removedBytes, 5u);
  EXPECT_EQ(collected->keptEntries, 1u);
  EXPECT_FALSE(sys::fs::exists(old));
  EXPECT_TRUE(sys::fs::exists(young));
  EXPECT_TRUE(sys::fs::exists(foreign));
}

TEST_F(DiskCacheTest, ClearsWhatIsItsOwn) {
  DiskCache cache(options());
  for (unsigned i = 0; i < 5; ++i)
    cache.insert(keyOf(i), blobOf(i), "");
  uint64_t bytes = entryBytes(cache);
  std::string young = folder + "/new-1b-00ff.cm2tt";
  std::string foreign = folder + "/thesis.tex";
  writeTo(young, "");
  writeTo(foreign, "");
  Expected<DiskCache::Collected> collected = cache.clear();
  ASSERT_TRUE(static_cast<bool>(collected));
  EXPECT_EQ(collected->removedEntries, 5u);
  EXPECT_EQ(collected->removedBytes, bytes);
  EXPECT_EQ(collected->keptEntries, 0u);
  EXPECT_FALSE(sys::fs::exists(young));
  EXPECT_TRUE(sys::fs::exists(foreign));
  cache.insert(keyOf(1), "blob", "");
  EXPECT_EQ(cache.find(keyOf(1)), "blob");
}

TEST_F(DiskCacheTest, ChangesNothingIfReadOnly) {
  std::string key = keyOf(1);
  DiskCache(options()).insert(key, "blob", "");
  DiskCache(options()).insert(keyOf(2), "blob", "");
  writeTo(pathOf(keyOf(2)), "damaged");
  setAge(pathOf(key), 3600);
  DiskCacheOptions readOnly = options();
  readOnly.readOnly = true;
  DiskCache cache(readOnly);
  EXPECT_EQ(cache.find(key), "blob");
  EXPECT_FALSE(cache.find(keyOf(2)));
  EXPECT_EQ(contentOf(pathOf(keyOf(2))), "damaged");
  EXPECT_EQ(remarks,
            std::vector<std::string>{"disk cache: '" + pathOf(keyOf(2)) +
                                     "' is damaged and was not used"});
  cache.insert(keyOf(3), "blob", "");
  EXPECT_FALSE(cache.find(keyOf(3)));
  EXPECT_EQ(errorOf(cache.clear()),
            "the disk cache '" + folder +
                "' is not changed: CM2TT_CACHE is readonly");
  struct stat status;
  ASSERT_EQ(stat(pathOf(key).c_str(), &status), 0);
  EXPECT_GE(time(nullptr) - status.st_mtime, 3599);
}

//===----------------------------------------------------------------------===//
// Keys
//===----------------------------------------------------------------------===//

TEST(KeyBuilder, TellsFieldsApart) {
  std::set<std::string> keys;
  auto distinct = [&](KeyBuilder &&key) {
    return keys.insert(key.finish()).second;
  };
  EXPECT_TRUE(distinct(KeyBuilder()));
  EXPECT_TRUE(distinct(std::move(KeyBuilder().add("a", "bc"))));
  EXPECT_TRUE(distinct(std::move(KeyBuilder().add("ab", "c"))));
  EXPECT_TRUE(distinct(std::move(KeyBuilder().add("a", "b").add("c", ""))));
  EXPECT_TRUE(distinct(std::move(KeyBuilder().add("c", "").add("a", "b"))));
  EXPECT_TRUE(distinct(std::move(KeyBuilder().add("a", StringRef("b\0", 2)))));
  EXPECT_TRUE(distinct(std::move(KeyBuilder().add("a", 1))));
  EXPECT_TRUE(distinct(std::move(KeyBuilder().add("a", 256))));
  EXPECT_FALSE(distinct(std::move(KeyBuilder().add("a", "bc"))));
  for (const std::string &key : keys) {
    EXPECT_EQ(key.size(), 64u);
    EXPECT_TRUE(all_of(
        key, [](char c) { return isDigit(c) || (c >= 'a' && c <= 'f'); }));
  }
}

TEST(KeyBuilder, NamesTheBuild) {
  StringRef identity = buildIdentity();
  EXPECT_EQ(identity, buildIdentity());
  auto [version, ids] = identity.split(") ");
  EXPECT_TRUE(version.contains("LLVM")) << identity.str();
  // A build ID or a hash of this test, and perhaps of LLVM's libraries.
  EXPECT_GE(ids.size(), 16u) << identity.str();
  EXPECT_FALSE(ids.contains("unknown")) << identity.str();
}

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

TEST(DiskCacheOptions, ReadsByteCounts) {
  EXPECT_EQ(parseByteCount("0"), 0u);
  EXPECT_EQ(parseByteCount("65536"), 65536u);
  EXPECT_EQ(parseByteCount("10b"), 10u);
  EXPECT_EQ(parseByteCount("64k"), 65536u);
  EXPECT_EQ(parseByteCount("64KB"), 65536u);
  EXPECT_EQ(parseByteCount("512M"), uint64_t(512) << 20);
  EXPECT_EQ(parseByteCount("2GiB"), uint64_t(2) << 30);
  EXPECT_EQ(parseByteCount("16777215T"), uint64_t(16777215) << 40);
  for (StringRef text : {"", "b", "k", "iB", "12i", "-1", "1.5G", "1 G", "1P",
                         "0x10", "16777216T", "99999999999999999999"})
    EXPECT_FALSE(parseByteCount(text)) << text.str();
}

namespace {
/// The environment, and the expected options.
struct EnvironmentCase {
  const char *mode, *folder, *size, *xdg, *home;
  const char *expectedFolder;
  uint64_t expectedBytes;
  const char *problem;
};
} // namespace

static void setOrUnset(const char *name, const char *value) {
  if (value)
    setenv(name, value, 1);
  else
    unsetenv(name);
}

TEST(DiskCacheOptions, FollowTheEnvironment) {
  constexpr uint64_t gib = uint64_t(1) << 30;
  const char *none = nullptr;
  const EnvironmentCase cases[] = {
      {none, none, none, none, "/h", "/h/.cache/cm2tt", gib, ""},
      {"on", "", "", "", "/h", "/h/.cache/cm2tt", gib, ""},
      {none, none, none, "/x", "/h", "/x/cm2tt", gib, ""},
      {none, none, none, "not/absolute", "/h", "/h/.cache/cm2tt", gib, ""},
      {none, "/c d", "10M", "/x", "/h", "/c d", 10 << 20, ""},
      {"readonly", "c", "0", none, none, "c", 0, ""},
      {"off", "/c", none, none, "/h", "", gib, ""},
      {none, none, none, none, none, "", gib,
       "the disk cache is off: none of CM2TT_CACHE_DIR, XDG_CACHE_HOME and "
       "HOME is set"},
      {none, none, "many", none, none, "", gib,
       "CM2TT_CACHE_SIZE: 'many': expected a number of bytes, as 512M"},
      {"maybe", "/c", none, none, none, "", gib,
       "CM2TT_CACHE: 'maybe': expected on, off or readonly; the disk cache is "
       "off"},
      {none, "/c", "many", none, none, "/c", gib,
       "CM2TT_CACHE_SIZE: 'many': expected a number of bytes, as 512M"},
  };
  for (const EnvironmentCase &test : cases) {
    setOrUnset("CM2TT_CACHE", test.mode);
    setOrUnset("CM2TT_CACHE_DIR", test.folder);
    setOrUnset("CM2TT_CACHE_SIZE", test.size);
    setOrUnset("XDG_CACHE_HOME", test.xdg);
    setOrUnset("HOME", test.home);
    DiskCacheOptions options = DiskCacheOptions::fromEnvironment();
    EXPECT_EQ(options.folder, test.expectedFolder);
    EXPECT_EQ(options.maxBytes, test.expectedBytes);
    EXPECT_EQ(options.problem, test.problem);
    EXPECT_EQ(options.isUnnamed,
              StringRef(test.problem).starts_with("the disk cache is off"));
    EXPECT_EQ(options.readOnly, test.mode == StringRef("readonly"));
    // The cache passes the problem on.
    std::string remark;
    options.onRemark = [&](StringRef text) { remark = text.str(); };
    DiskCache cache(options);
    EXPECT_EQ(remark, test.problem);
  }
}
