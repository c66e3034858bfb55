// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The two functions of glibc that are newer than 2.34 and that what is linked
/// into our programs and libraries calls: with these definitions, hidden in
/// each, they run where Debian's static LLVM and GCC's unwinder would not.
///
/// They have the contracts of glibc's, and their names for the linker alone:
/// headers of a newer glibc declare functions of these names, with other
/// attributes.
///
/// Not here: the check that nothing else is newer
/// (tests/release/check_glibc.py).

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <ctime>
#include <link.h>
#include <sys/random.h>
#include <unistd.h>

#define HIDDEN extern "C" __attribute__((visibility("hidden")))

/// The result of `_dl_find_object`: `struct dl_find_object` of <dlfcn.h>, of
/// all processors but one that is not supported.
struct FoundObject {
  unsigned long long flags;
  void *mapStart;
  void *mapEnd;
  struct link_map *linkMap;
  void *ehFrame;
  unsigned long long reserved[7];
};

/// A random number (glibc 2.36). LLVM names temporary files by it, and
/// tries others if there is one, so that a system without such numbers
/// suffices.
HIDDEN uint32_t randomNumber() __asm__("arc4random");
HIDDEN uint32_t randomNumber() {
  uint32_t result;
  ssize_t count;
  do
    count = getrandom(&result, sizeof(result), 0);
  while (count < 0 && errno == EINTR);
  if (count == sizeof(result))
    return result;
  static std::atomic<uint64_t> calls{0};
  timespec now = {};
  clock_gettime(CLOCK_MONOTONIC, &now);
  uint64_t state = static_cast<uint64_t>(now.tv_nsec) ^
                   static_cast<uint64_t>(getpid()) << 32 ^
                   ++calls * 0x9e3779b97f4a7c15;
  return static_cast<uint32_t>((state * 0xff51afd7ed558ccd) >> 32);
}

namespace {
/// An address, and the object that contains it.
struct Search {
  uintptr_t address;
  FoundObject *result;
};
} // namespace

/// Fills in the result if the object has the address, and stops then.
static int findInObject(dl_phdr_info *info, size_t, void *data) {
  auto *search = static_cast<Search *>(data);
  bool isFound = false;
  uintptr_t first = UINTPTR_MAX, last = 0;
  void *ehFrame = nullptr;
  for (size_t i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr) &header = info->dlpi_phdr[i];
    uintptr_t start = info->dlpi_addr + header.p_vaddr;
    uintptr_t end = start + header.p_memsz;
    if (header.p_type == PT_GNU_EH_FRAME)
      ehFrame = reinterpret_cast<void *>(start);
    if (header.p_type != PT_LOAD)
      continue;
    first = start < first ? start : first;
    last = end > last ? end : last;
    isFound |= search->address >= start && search->address < end;
  }
  if (!isFound)
    return 0;
  *search->result = {};
  search->result->mapStart = reinterpret_cast<void *>(first);
  search->result->mapEnd = reinterpret_cast<void *>(last);
  search->result->ehFrame = ehFrame;
  return 1;
}

/// The loaded object that has an address (glibc 2.35); 0 if there is one. The
/// unwinder of GCC 12 and newer reads the tables of the functions by it; it
/// does not read the link map, which is null.
HIDDEN int findObject(void *address,
                      FoundObject *result) __asm__("_dl_find_object");
HIDDEN int findObject(void *address, FoundObject *result) {
  Search search = {reinterpret_cast<uintptr_t>(address), result};
  return dl_iterate_phdr(findInObject, &search) == 1 ? 0 : -1;
}
