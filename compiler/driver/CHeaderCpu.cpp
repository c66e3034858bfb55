// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The C header of a kernel for a CPU: its symbol, how it is called, and a
/// function that runs all of its programs.
///
/// Not here: the same structs for C++ (HostKernel.h).

#include "CHeaderInternals.h"

#include "llvm/ADT/STLExtras.h"

using namespace cm2tt;
using llvm::StringRef;

static constexpr StringRef cpuDeclarations =
    R"(/* The kernel '@javaName@' for @target@, made by cm2tt @version@.

   Exactly one file of C or C++ (GCC or Clang) has this in front of #include:

       #define @MACRO@_IMPLEMENTATION

   To link: the kernel's object file (cm2tt --emit=obj with the same options)
   and -lm.

   Compiled for: @signature@ */

#ifndef @MACRO@_H
#define @MACRO@_H

#include <stdbool.h>
#include <stdint.h>

#ifndef CM2TT_HOST_LAUNCH
#define CM2TT_HOST_LAUNCH
/* Which programs of a grid a call runs: [begin, end), one after the other. */
typedef struct cm2tt_host_launch {
  /* Counted with x fastest: x + grid[0] * (y + grid[1] * z). */
  uint64_t begin, end;
  /* Programs along x, y, z. */
  uint32_t grid[3];
  /* 0. */
  uint32_t reserved;
  /* The kernel's scratch memory, aligned to 64, of this call alone. */
  void *scratch;
  /* Handed to the functions below. */
  void *context;
  /* An assertion failed; the kernel then returns 1 at once. */
  void (*fail)(void *context, uint32_t site, uint64_t program,
               uint64_t element);
  /* Of checked kernels only; the site UINT32_MAX is a barrier. */
  int32_t (*access)(void *context, uint32_t site, uint64_t program,
                    uint64_t element, void *address, const void *value);
} cm2tt_host_launch;
#endif

/* Scratch memory of a call, in bytes. */
#define @MACRO@_SCRATCH_BYTES @scratch@

#ifdef __cplusplus
extern "C" {
#endif

/* The kernel. arguments[i] points to the value of the i-th parameter that it
   takes, in the order of @name@_launch without those that have to be 1. Gives
   0: done; 1: an assertion failed. Threads may share out a grid by calling it
   at the same time, each with scratch memory of its own. */
int32_t @name@_programs(const cm2tt_host_launch *launch,
                        const void *const *arguments) __asm__(@symbol@);

/* Runs gridX * gridY * gridZ programs on the calling thread. Gives 0: done;
   1: an assertion failed, which standard error then tells; 2: there is no
   memory.
@comments@ */
int @name@_launch(uint32_t gridX, uint32_t gridY, uint32_t gridZ@parameters@);

#ifdef __cplusplus
}
#endif

#endif /* @MACRO@_H */
)";

static constexpr StringRef cpuFunctions = R"(
#if defined(@MACRO@_IMPLEMENTATION) && !defined(@MACRO@_IMPLEMENTED)
#define @MACRO@_IMPLEMENTED

#include <stdio.h>
#include <stdlib.h>

/* Checks what the kernel was promised about its arguments. */
#ifndef CM2TT_ASSERT
#include <assert.h>
#define CM2TT_ASSERT(condition) assert(condition)
#endif
@failure@
int @name@_launch(uint32_t gridX, uint32_t gridY, uint32_t gridZ@parameters@) {
  const void *const arguments[] = {@pointers@};
  char *memory = 0;
  int32_t result;
  cm2tt_host_launch launch = {0, 0, {0, 0, 0}, 0, 0, 0, @fail@, 0};
@promises@  launch.end = (uint64_t)gridX * gridY * gridZ;
  launch.grid[0] = gridX;
  launch.grid[1] = gridY;
  launch.grid[2] = gridZ;
@allocation@  result = @name@_programs(&launch, arguments);
  free(memory);
  return result;
}

#endif /* @MACRO@_IMPLEMENTATION */
)";

static constexpr StringRef allocation =
    R"(  memory = (char *)malloc(@MACRO@_SCRATCH_BYTES + 63);
  if (!memory)
    return 2;
  launch.scratch = memory + (64 - (uintptr_t)memory % 64) % 64;
)";

static constexpr StringRef cpuFailure = R"(
/* Says which assertion failed. */
static void @name@_fail(void *context, uint32_t site, uint64_t program,
                        uint64_t element) {
  static const char *const sites[] = {
@sites@  };
  (void)context;
  fprintf(stderr, "%s (program %llu, element %llu)\n", sites[site],
          (unsigned long long)program, (unsigned long long)element);
}
)";

/// The message of a failed assertion.
static std::string messageOf(const KernelSite &site) {
  if (site.kind != KernelSite::Kind::Assert)
    return "";
  std::string text;
  if (!site.file.empty())
    text = site.file + ":" + std::to_string(site.line) + ":" +
           std::to_string(site.column) + ": ";
  return text + "assertion failed: " + site.message;
}

std::string cm2tt::writeCpuHeader(const CKernel &kernel) {
  const KernelMetadata &metadata = kernel.metadata;
  auto asserts = [](const KernelSite &site) {
    return site.kind == KernelSite::Kind::Assert;
  };
  bool canFail = llvm::any_of(metadata.sites, asserts);
  std::string sites;
  for (const KernelSite &site : metadata.sites)
    sites += "      " + cString(messageOf(site)) + ",\n";
  Gaps gaps = commonGaps(kernel);
  gaps.emplace_back("scratch", std::to_string(metadata.scratchBytes));
  gaps.emplace_back("parameters", kernel.parameterList(""));
  gaps.emplace_back("sites", sites);
  gaps.emplace_back("failure", canFail ? fillGaps(cpuFailure, gaps) : "");
  gaps.emplace_back("fail", canFail ? kernel.name + "_fail" : "0");
  gaps.emplace_back("allocation",
                    metadata.scratchBytes ? fillGaps(allocation, gaps) : "");
  return fillGaps(cpuDeclarations, gaps) + fillGaps(cpuFunctions, gaps);
}
