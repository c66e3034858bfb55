// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The memory of a stack with a reserve, and the addresses of the C library.

#include "GuardedStack.h"

#include "LargeStack.h"

#include <algorithm>
#include <cstdint>
#include <dlfcn.h>
#include <link.h>
#include <sys/mman.h>
#include <ucontext.h>

using namespace cm2tt;

/// The largest page size of the supported processors.
static constexpr size_t pageBytes = size_t(64) << 10;
/// Sufficient for the handlers of a host.
static constexpr size_t alternateBytes = size_t(256) << 10;
static constexpr size_t reserveBytes = size_t(1) << 20;
static constexpr size_t pieceBytes = pageBytes;

static constexpr size_t alternateAt = pageBytes;
static constexpr size_t reserveAt = alternateAt + alternateBytes + pageBytes;
static constexpr size_t stackAt = reserveAt + reserveBytes;
static constexpr size_t wholeBytes = stackAt + largeStackBytes;

//===----------------------------------------------------------------------===//
// The C library
//===----------------------------------------------------------------------===//

namespace {
/// Addresses of code.
struct AddressRange {
  uintptr_t begin = 0, end = 0;
};
} // namespace

/// Replaces the address in `result` by the range of its segment.
static int findSegment(dl_phdr_info *object, size_t, void *result) {
  AddressRange &range = *static_cast<AddressRange *>(result);
  for (unsigned i = 0; i < object->dlpi_phnum; ++i) {
    const ElfW(Phdr) &segment = object->dlpi_phdr[i];
    const uintptr_t begin = object->dlpi_addr + segment.p_vaddr;
    if (segment.p_type != PT_LOAD || range.begin - begin >= segment.p_memsz)
      continue;
    range = {begin, begin + segment.p_memsz};
    return 1;
  }
  return 0;
}

/// The code of the library that defines `malloc`: the C library or a
/// replacement. Empty if it is not found.
static AddressRange findAllocator() {
  AddressRange range;
  range.begin = reinterpret_cast<uintptr_t>(dlsym(RTLD_DEFAULT, "malloc"));
  return range.begin && dl_iterate_phdr(findSegment, &range) ? range
                                                             : AddressRange();
}

/// The same; the first call is not in a signal handler.
static const AddressRange &allocator() {
  static const AddressRange range = findAllocator();
  return range;
}

/// The address of the instruction that faulted; 0 on other processors.
static uintptr_t instructionOf(const void *context) {
#if defined(__x86_64__)
  return static_cast<const ucontext_t *>(context)->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
  return static_cast<const ucontext_t *>(context)->uc_mcontext.pc;
#else
  (void)context;
  return 0;
#endif
}

//===----------------------------------------------------------------------===//
// The stack
//===----------------------------------------------------------------------===//

bool GuardedStack::allocate(pthread_attr_t &attributes) {
  (void)allocator();
  void *memory =
      mmap(nullptr, wholeBytes, PROT_NONE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (memory == MAP_FAILED)
    return false;
  whole = static_cast<char *>(memory);
  lowest = whole + stackAt;
  if (!mprotect(whole + alternateAt, alternateBytes, PROT_READ | PROT_WRITE) &&
      !mprotect(lowest, largeStackBytes, PROT_READ | PROT_WRITE) &&
      !pthread_attr_setstack(&attributes, lowest, largeStackBytes))
    return true;
  release();
  return false;
}

void GuardedStack::release() { munmap(whole, wholeBytes); }

void GuardedStack::installAlternate() {
  stack_t stack = {};
  stack.ss_sp = whole + alternateAt;
  stack.ss_size = alternateBytes;
  sigaltstack(&stack, &before);
}

void GuardedStack::restoreAlternate() { sigaltstack(&before, nullptr); }

bool GuardedStack::isAlternate(const void *address) const {
  const char *byte = static_cast<const char *>(address);
  return byte >= whole + alternateAt &&
         byte < whole + alternateAt + alternateBytes;
}

bool GuardedStack::grow(const siginfo_t *info, const void *context) {
  if (!info || !context || info->si_signo != SIGSEGV || info->si_code <= 0)
    return false;
  const uintptr_t instruction = instructionOf(context);
  if (instruction < allocator().begin || instruction >= allocator().end)
    return false;
  char *address = static_cast<char *>(info->si_addr);
  if (address < whole + reserveAt || address >= lowest)
    return false;
  char *next =
      std::max(whole + reserveAt,
               lowest - ((lowest - address) / pieceBytes + 1) * pieceBytes);
  if (mprotect(next, lowest - next, PROT_READ | PROT_WRITE))
    return false;
  lowest = next;
  return true;
}

void GuardedStack::dropBelow(const void *frame) {
  const auto end = reinterpret_cast<uintptr_t>(frame) / pageBytes * pageBytes;
  const auto begin = reinterpret_cast<uintptr_t>(lowest);
  if (end > begin)
    madvise(lowest, end - begin, MADV_DONTNEED);
}
