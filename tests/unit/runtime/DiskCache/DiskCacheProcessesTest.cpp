// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Tests of the disk cache among processes that are killed, stop or work at
/// once, and on disks that are full, read-only or not there.

#include "DiskCacheTesting.h"

#include "llvm/Support/raw_ostream.h"

#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <random>
#include <sched.h>
#include <sys/file.h>
#include <sys/mount.h>
#include <sys/resource.h>

using namespace llvm;
using namespace cm2tt::runtime;

using DiskCacheProcesses = DiskCacheFolder;

/// The number of keys and blobs of a test.
static constexpr unsigned keyCount = 64;

/// Whether each key is not found or has its blob.
static bool isSound(DiskCache &cache) {
  for (unsigned i = 0; i < keyCount; ++i) {
    std::optional<std::string> found = cache.find(keyOf(i));
    if (found && *found != blobOf(i, 2000))
      return false;
  }
  return true;
}

/// Whether no file in the folder is one that a writer did not finish.
static bool hasNoLeftovers(const std::string &folder) {
  std::error_code error;
  for (sys::fs::directory_iterator it(folder, error), end; it != end && !error;
       it.increment(error))
    if (StringRef(it->path()).contains("/new-"))
      return false;
  return !error;
}

/// The bytes of all entries; those of 1 TiB if the cache cannot be listed.
static uint64_t bytesIn(DiskCache &cache) {
  Expected<std::vector<DiskCache::Entry>> entries = cache.list();
  if (!entries) {
    consumeError(entries.takeError());
    return uint64_t(1) << 40;
  }
  uint64_t bytes = 0;
  for (const DiskCache::Entry &entry : *entries)
    bytes += entry.bytes;
  return bytes;
}

/// Inserts until the time is over, and finds; whether all that it found was
/// right.
static bool work(DiskCache &cache, unsigned seed,
                 std::chrono::milliseconds time) {
  std::minstd_rand random(seed);
  auto end = std::chrono::steady_clock::now() + time;
  while (std::chrono::steady_clock::now() < end) {
    unsigned number = random() % keyCount;
    std::optional<std::string> found = cache.find(keyOf(number));
    if (found && *found != blobOf(number, 2000))
      return false;
    cache.insert(keyOf(number), blobOf(number, 2000), "label");
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Killed, stopped, at once
//===----------------------------------------------------------------------===//

TEST_F(DiskCacheProcesses, AKilledWriterHarmsNobody) {
  // Half of the numbers fit: writers evict all the time.
  constexpr uint64_t most = 100000;
  std::minstd_rand random(1);
  DiskCache cache(options(most));
  for (unsigned round = 0; round < 100; ++round) {
    pid_t writer = startProcess(
        [&] { return work(cache, round + 1, std::chrono::seconds(60)); });
    ASSERT_GT(writer, 0);
    usleep(random() % 10000);
    kill(writer, SIGKILL);
    EXPECT_FALSE(succeeds(writer));
    ASSERT_TRUE(isSound(cache)) << round;
    ASSERT_LE(bytesIn(cache), most) << round;
    unsigned number = random() % keyCount;
    cache.insert(keyOf(number), blobOf(number, 2000), "label");
    ASSERT_TRUE(cache.find(keyOf(number))) << round;
  }
  EXPECT_TRUE(remarks.empty()) << remarks[0];
  // Their files are removed in time.
  std::error_code error;
  for (sys::fs::directory_iterator it(folder, error), end; it != end && !error;
       it.increment(error))
    setAge(it->path(), 7200);
  EXPECT_EQ(errorOf(cache.collect(0)), "");
  for (sys::fs::directory_iterator it(folder, error), end; it != end && !error;
       it.increment(error))
    EXPECT_EQ(it->path(), folder + "/lock.cm2tt");
}

TEST_F(DiskCacheProcesses, WorkAtOnce) {
  constexpr uint64_t most = 100000;
  constexpr std::chrono::seconds time(1);
  pid_t workers[3];
  for (unsigned i = 0; i < 3; ++i)
    workers[i] = startProcess([&] {
      DiskCache cache(options(most));
      return work(cache, i + 1, time) && remarks.empty();
    });
  DiskCache cache(options(most));
  EXPECT_TRUE(work(cache, 4, time));
  for (pid_t worker : workers)
    EXPECT_TRUE(succeeds(worker));
  EXPECT_TRUE(isSound(cache));
  EXPECT_LE(bytesIn(cache), most);
  EXPECT_GE(bytesIn(cache), most / 2);
  EXPECT_TRUE(remarks.empty()) << remarks[0];
}

TEST_F(DiskCacheProcesses, OneThatClearsDisturbsNobody) {
  pid_t cleaner = startProcess([&] {
    DiskCache cache(options());
    for (unsigned i = 0; i < 300; ++i)
      if (!errorOf(cache.clear()).empty())
        return false;
    return true;
  });
  DiskCache cache(options());
  EXPECT_TRUE(work(cache, 1, std::chrono::milliseconds(300)));
  EXPECT_TRUE(succeeds(cleaner));
  EXPECT_TRUE(remarks.empty()) << remarks[0];
}

/// Takes the folder's lock, as a process does that then hangs.
static int takeLock(const std::string &folder) {
  int lock = open((folder + "/lock.cm2tt").c_str(), O_RDWR | O_CLOEXEC);
  EXPECT_EQ(flock(lock, LOCK_EX | LOCK_NB), 0);
  return lock;
}

TEST_F(DiskCacheProcesses, AStoppedOneStopsNobody) {
  DiskCache cache(options());
  cache.insert(keyOf(1), "blob", "");
  int lock = takeLock(folder);
  cache.insert(keyOf(2), "blob", "");
  EXPECT_EQ(cache.find(keyOf(1)), "blob");
  EXPECT_FALSE(cache.find(keyOf(2)));
  ASSERT_EQ(remarks.size(), 1u);
  EXPECT_EQ(remarks[0], "disk cache: nothing was kept in '" + folder +
                            "': another process has had its lock for a second");
  EXPECT_TRUE(hasNoLeftovers(folder));
  close(lock);
  cache.insert(keyOf(2), "blob", "");
  EXPECT_EQ(cache.find(keyOf(2)), "blob");
}

TEST_F(DiskCacheProcesses, ADeadOneLeavesNothingLocked) {
  DiskCache cache(options());
  cache.insert(keyOf(1), "blob", "");
  int pipes[2];
  ASSERT_EQ(pipe(pipes), 0);
  pid_t owner = startProcess([&] {
    takeLock(folder);
    char ready = 1;
    return write(pipes[1], &ready, 1) == 1 && pause() == 0;
  });
  char ready;
  ASSERT_EQ(read(pipes[0], &ready, 1), 1);
  kill(owner, SIGKILL);
  EXPECT_FALSE(succeeds(owner));
  cache.insert(keyOf(2), "blob", "");
  EXPECT_EQ(cache.find(keyOf(2)), "blob");
  EXPECT_TRUE(remarks.empty());
  close(pipes[0]);
  close(pipes[1]);
}

//===----------------------------------------------------------------------===//
// Disks
//===----------------------------------------------------------------------===//

/// Whether nothing is kept, nothing is found, and there is one remark with
/// `reason`, however often it is tried.
static bool keepsNothing(const DiskCacheOptions &options,
                         std::vector<std::string> &remarks, StringRef reason) {
  DiskCache cache(options);
  for (unsigned i = 0; i < 3; ++i) {
    cache.insert(keyOf(i), blobOf(i, 2000), "");
    if (cache.find(keyOf(i)))
      return false;
  }
  bool isTold = remarks.size() == 1 && StringRef(remarks[0]).contains(reason);
  for (const std::string &remark : remarks)
    if (!isTold)
      errs() << remark << '\n';
  return isTold;
}

TEST_F(DiskCacheProcesses, FoldersThatCannotBe) {
  std::string file = (root + "/file").str();
  {
    std::error_code error;
    raw_fd_ostream os(file, error);
    ASSERT_FALSE(error);
  }
  folder = file;
  EXPECT_TRUE(keepsNothing(
      options(), remarks,
      "disk cache: nothing can be kept in '" + folder +
          "': Not a directory; name another folder by CM2TT_CACHE_DIR, or set "
          "CM2TT_CACHE to off or readonly"));
  remarks.clear();
  folder = file + "/below";
  EXPECT_TRUE(keepsNothing(options(), remarks, "Not a directory"));
  remarks.clear();
  folder = "/proc/cm2tt";
  EXPECT_TRUE(keepsNothing(options(), remarks, "No such file or directory"));
  remarks.clear();
  folder = (root + "/" + std::string(300, 'x')).str();
  EXPECT_TRUE(keepsNothing(options(), remarks, "File name too long"));
}

static constexpr uid_t nobody = 65534;

/// Lets the process be a user without rights; fails if it cannot.
static bool becomeNobody() {
  return geteuid() != 0 || (setresgid(nobody, nobody, nobody) == 0 &&
                            setresuid(nobody, nobody, nobody) == 0);
}

TEST_F(DiskCacheProcesses, AFolderWithoutRights) {
  ASSERT_EQ(chmod(root.c_str(), 0755), 0);
  DiskCache(options()).insert(keyOf(10), "blob", "");
  ASSERT_EQ(chmod(folder.c_str(), 0555), 0);
  pid_t reader = startProcess([&] {
    return becomeNobody() &&
           keepsNothing(options(), remarks, "Permission denied") &&
           DiskCache(options()).find(keyOf(10)) == "blob";
  });
  EXPECT_TRUE(succeeds(reader));
  // Nor may it be read.
  ASSERT_EQ(chmod(folder.c_str(), 0000), 0);
  reader = startProcess([&] {
    return becomeNobody() && !DiskCache(options()).find(keyOf(10)) &&
           keepsNothing(options(), remarks, "Permission denied") &&
           !errorOf(DiskCache(options()).list()).empty();
  });
  EXPECT_TRUE(succeeds(reader));
  ASSERT_EQ(chmod(folder.c_str(), 0700), 0);
}

/// The folder can be written to, but what is in it cannot be found.
TEST_F(DiskCacheProcesses, AFolderThatMayNotBeListed) {
  ASSERT_EQ(chmod(root.c_str(), 0755), 0);
  ASSERT_FALSE(sys::fs::create_directory(folder));
  ASSERT_EQ(chown(folder.c_str(), geteuid() ? geteuid() : nobody, -1), 0);
  pid_t process = startProcess([&] {
    DiskCache cache(options());
    if (!becomeNobody() || chmod(folder.c_str(), 0300) != 0)
      return false;
    std::string expected = "the disk cache '" + folder +
                           "' cannot be cleaned up: Permission denied";
    return errorOf(cache.collect(0)) == expected &&
           errorOf(cache.clear()) == expected;
  });
  EXPECT_TRUE(succeeds(process));
  ASSERT_EQ(chmod(folder.c_str(), 0700), 0);
}

TEST_F(DiskCacheProcesses, ALockThatIsNoFile) {
  ASSERT_FALSE(sys::fs::create_directories(folder + "/lock.cm2tt", true,
                                           sys::fs::owner_all));
  ASSERT_EQ(chmod(folder.c_str(), 0700), 0);
  EXPECT_EQ(errorOf(DiskCache(options()).clear()),
            "the disk cache '" + folder + "' cannot be locked: Is a directory");
}

/// Whether the folder is not used: nothing is found, nothing is kept, there is
/// one remark with `reason`, and `cm2tt cache` reports it as an error.
static bool isDistrusted(const DiskCacheOptions &options,
                         std::vector<std::string> &remarks, StringRef reason) {
  remarks.clear();
  DiskCache cache(options);
  auto says = [&](StringRef text) { return text.contains(reason); };
  return keepsNothing(
             options, remarks,
             "disk cache: '" + options.folder +
                 "' is not used: " + reason.str() +
                 ", and the contents of a cache are executed; set "
                 "CM2TT_CACHE_DIR to a folder of your own, remove the write "
                 "permission of other users, or set CM2TT_CACHE to off") &&
         !cache.find(keyOf(1)) && says(errorOf(cache.list())) &&
         says(errorOf(cache.collect(0))) && says(errorOf(cache.clear())) &&
         says(checkCacheFolder(options.folder).message());
}

TEST_F(DiskCacheProcesses, AFolderThatOthersMayWriteToIsNotUsed) {
  EXPECT_FALSE(checkCacheFolder(folder));
  DiskCache(options()).insert(keyOf(1), "blob", "");
  EXPECT_FALSE(checkCacheFolder(folder));
  for (mode_t mode : {01777, 0777, 0707, 0770, 0720}) {
    ASSERT_EQ(chmod(folder.c_str(), mode), 0);
    EXPECT_TRUE(
        isDistrusted(options(), remarks, "other users may write to it"));
  }
  for (mode_t mode : {0755, 0700}) {
    ASSERT_EQ(chmod(folder.c_str(), mode), 0);
    EXPECT_EQ(DiskCache(options()).find(keyOf(1)), "blob");
  }
}

/// Another user creates a folder, which this user's CM2TT_CACHE_DIR names.
TEST_F(DiskCacheProcesses, AFolderOfAnotherUserIsNotUsed) {
  if (geteuid() != 0)
    GTEST_SKIP() << "only root can make folders of other users";
  DiskCache(options()).insert(keyOf(1), "blob", "");
  for (mode_t mode : {0755, 0555}) {
    ASSERT_EQ(chown(folder.c_str(), nobody, nobody), 0);
    ASSERT_EQ(chmod(folder.c_str(), mode), 0);
    EXPECT_TRUE(isDistrusted(options(), remarks, "it belongs to another user"));
    // Nor through a link of this user's.
    std::string link = (root + "/link").str(), target = folder;
    unlink(link.c_str());
    ASSERT_EQ(symlink(folder.c_str(), link.c_str()), 0);
    folder = link;
    EXPECT_TRUE(isDistrusted(options(), remarks, "it belongs to another user"));
    folder = target;
  }
  // Folders of root are everybody's.
  ASSERT_EQ(chmod(root.c_str(), 0755), 0);
  ASSERT_EQ(chown(folder.c_str(), 0, 0), 0);
  ASSERT_EQ(chmod(folder.c_str(), 0755), 0);
  EXPECT_TRUE(succeeds(startProcess([&] {
    return becomeNobody() && DiskCache(options()).find(keyOf(1)) == "blob";
  })));
}

TEST_F(DiskCacheProcesses, AFileThatOthersMayWriteToIsNotUsed) {
  DiskCache cache(options());
  cache.insert(keyOf(1), "blob", "");
  for (mode_t mode : {0664, 0646}) {
    ASSERT_EQ(chmod(pathOf(keyOf(1)).c_str(), mode), 0);
    EXPECT_FALSE(cache.find(keyOf(1)));
  }
  EXPECT_EQ(remarks,
            std::vector<std::string>{
                "disk cache: '" + pathOf(keyOf(1)) +
                "' was not used: it belongs to another user, or other users "
                "may write to it"});
  // It is replaced, and by a file with other rights.
  cache.insert(keyOf(1), "blob", "");
  EXPECT_EQ(cache.find(keyOf(1)), "blob");
}

TEST_F(DiskCacheProcesses, AFileOfAnotherUserIsNotUsed) {
  if (geteuid() != 0)
    GTEST_SKIP() << "only root can make files of other users";
  DiskCache cache(options());
  cache.insert(keyOf(1), "blob", "");
  ASSERT_EQ(chown(pathOf(keyOf(1)).c_str(), nobody, nobody), 0);
  EXPECT_FALSE(cache.find(keyOf(1)));
  ASSERT_EQ(remarks.size(), 1u);
  EXPECT_NE(remarks[0].find("belongs to another user"), std::string::npos);
  cache.insert(keyOf(1), "blob", "");
  EXPECT_EQ(cache.find(keyOf(1)), "blob");
}

/// Puts a file system of a few pages there for this process alone. Fails where
/// the system does not let it.
static bool mountSmallDisk(const std::string &path) {
  return unshare(geteuid() ? CLONE_NEWUSER | CLONE_NEWNS : CLONE_NEWNS) == 0 &&
         mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
         mount("tmpfs", path.c_str(), "tmpfs", 0, "size=64k,mode=700") == 0;
}

TEST_F(DiskCacheProcesses, AFullDiskAndOneThatIsReadOnly) {
  ASSERT_FALSE(sys::fs::create_directory(folder));
  if (!succeeds(startProcess([&] { return mountSmallDisk(folder); })))
    GTEST_SKIP() << "no file system can be mounted here";
  pid_t process = startProcess([&] {
    if (!mountSmallDisk(folder))
      return false;
    DiskCache cache(options());
    for (unsigned i = 0; i < keyCount; ++i)
      cache.insert(keyOf(i), blobOf(i, 2000), "");
    bool isTold = remarks.size() == 1 &&
                  StringRef(remarks[0]).contains("No space left on device");
    if (!isTold || !cache.find(keyOf(0)) || !isSound(cache) ||
        !hasNoLeftovers(folder))
      return false;
    // There is room again.
    Expected<DiskCache::Collected> collected = cache.collect(20000);
    if (!collected || collected->keptBytes > 20000)
      return false;
    cache.insert(keyOf(1), blobOf(1, 2000), "");
    if (!cache.find(keyOf(1)) || mount(nullptr, folder.c_str(), nullptr,
                                       MS_REMOUNT | MS_RDONLY, nullptr) != 0)
      return false;
    remarks.clear();
    DiskCache readOnly(options());
    readOnly.insert(keyOf(keyCount), "blob", "");
    return readOnly.find(keyOf(1)) == blobOf(1, 2000) && remarks.size() == 1 &&
           StringRef(remarks[0]).contains("Read-only file system");
  });
  EXPECT_TRUE(succeeds(process));
}

TEST_F(DiskCacheProcesses, ALimitOfFileSizes) {
  pid_t process = startProcess([&] {
    rlimit limit = {1000, 1000};
    DiskCache cache(options());
    if (setrlimit(RLIMIT_FSIZE, &limit) != 0)
      return false;
    cache.insert(keyOf(1), "small", "");
    cache.insert(keyOf(2), blobOf(2, 2000), "");
    return cache.find(keyOf(1)) == "small" && !cache.find(keyOf(2)) &&
           remarks.size() == 1 &&
           StringRef(remarks[0]).contains("File too large");
  });
  EXPECT_TRUE(succeeds(process));
}
