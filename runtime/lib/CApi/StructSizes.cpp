// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The members of the structs that may grow, and the sizes that callers may
/// give: those of all versions of a struct, each of which has whole members.

#include "CApiInternals.h"

#include <cstddef>

using namespace llvm;
using namespace cm2tt::runtime;
using namespace cm2tt::runtime::capi;

/// No struct is larger; what is above is no size.
constexpr size_t maxSize = 4096;

bool capi::isWhole(size_t size, ArrayRef<Member> members) {
  return size >= sizeof(size_t) && size <= maxSize &&
         none_of(members, [&](const Member &member) {
           return member.begin < size && size < member.end;
         });
}

cm2tt_status capi::invalidSize(const char *function, const char *name,
                               size_t given, size_t known) {
  if (given <= known || given > maxSize)
    return invalid(function, "the size of '" + Twine(name) + "' is " +
                                 Twine(given) + ": expected sizeof, " +
                                 Twine(known) + " in this version");
  return invalid(function, "'" + Twine(name) +
                               "' has members that this version of the library "
                               "does not know, and they are not 0: its size is "
                               "at most " +
                               Twine(known));
}

//===----------------------------------------------------------------------===//
// Tables of members
//===----------------------------------------------------------------------===//

/// Whether the members and the padding are the whole struct.
template <size_t N>
static constexpr bool areAll(const Member (&members)[N], size_t padding,
                             size_t size) {
  size_t sum = padding, end = 0;
  for (const Member &member : members) {
    if (member.begin < end)
      return false;
    end = member.end;
    sum += member.end - member.begin;
  }
  return sum == size;
}

#define MEMBER(name)                                                           \
  {offsetof(Struct, name), offsetof(Struct, name) + sizeof(Struct::name)}

ArrayRef<Member> capi::membersOf(const cm2tt_cache_result &) {
  using Struct = cm2tt_cache_result;
  static constexpr Member members[] = {
      MEMBER(size), MEMBER(removed_entries), MEMBER(removed_bytes),
      MEMBER(kept_entries), MEMBER(kept_bytes)};
  static_assert(areAll(members, /*padding=*/0, sizeof(Struct)));
  return members;
}

ArrayRef<Member> capi::membersOf(const cm2tt_device_properties &) {
  using Struct = cm2tt_device_properties;
  static constexpr Member members[] = {
      MEMBER(size),           MEMBER(name),          MEMBER(target),
      MEMBER(compute_major),  MEMBER(compute_minor), MEMBER(processors),
      MEMBER(shared_bytes),   MEMBER(memory_bytes),  MEMBER(free_bytes),
      MEMBER(driver_version), MEMBER(reserved),      MEMBER(uuid)};
  static_assert(areAll(members, /*padding=*/0, sizeof(Struct)));
  return members;
}

ArrayRef<Member> capi::membersOf(const cm2tt_diagnostic &) {
  using Struct = cm2tt_diagnostic;
  static constexpr Member members[] = {MEMBER(size),    MEMBER(severity),
                                       MEMBER(line),    MEMBER(column),
                                       MEMBER(message), MEMBER(file)};
  static_assert(areAll(members, /*padding=*/4, sizeof(Struct)));
  return members;
}

ArrayRef<Member> capi::membersOf(const cm2tt_kernel_options &) {
  using Struct = cm2tt_kernel_options;
  static constexpr Member members[] = {MEMBER(size),
                                       MEMBER(kernel),
                                       MEMBER(num_warps),
                                       MEMBER(num_stages),
                                       MEMBER(constants),
                                       MEMBER(num_constants),
                                       MEMBER(unspecialized),
                                       MEMBER(num_unspecialized),
                                       MEMBER(unspecialize_all),
                                       MEMBER(max_registers),
                                       MEMBER(disable_fp_fusion),
                                       MEMBER(disable_ftz),
                                       MEMBER(checked),
                                       MEMBER(reserved),
                                       MEMBER(without)};
  static_assert(areAll(members, /*padding=*/0, sizeof(Struct)));
  return members;
}

ArrayRef<Member> capi::membersOf(const cm2tt_launch &) {
  using Struct = cm2tt_launch;
  static constexpr Member members[] = {
      MEMBER(size),        MEMBER(grid),     MEMBER(cluster), MEMBER(stream),
      MEMBER(cooperative), MEMBER(reserved), MEMBER(extents)};
  static_assert(areAll(members, /*padding=*/0, sizeof(Struct)));
  return members;
}

ArrayRef<Member> capi::membersOf(const cm2tt_parameter &) {
  using Struct = cm2tt_parameter;
  static constexpr Member members[] = {
      MEMBER(size),      MEMBER(name),           MEMBER(java_type),
      MEMBER(signature), MEMBER(takes_argument), MEMBER(reserved)};
  static_assert(areAll(members, /*padding=*/0, sizeof(Struct)));
  return members;
}

ArrayRef<Member> capi::membersOf(const cm2tt_runtime_options &) {
  using Struct = cm2tt_runtime_options;
  static constexpr Member members[] = {
      MEMBER(size),           MEMBER(cache_folder),
      MEMBER(cache_bytes),    MEMBER(cache_read_only),
      MEMBER(cpu_threads),    MEMBER(dump_folder),
      MEMBER(libdevice),      MEMBER(on_remark),
      MEMBER(remark_context), MEMBER(reproducer_folder),
      MEMBER(no_crash_guard), MEMBER(no_line_info),
      MEMBER(without)};
  static_assert(areAll(members, /*padding=*/0, sizeof(Struct)));
  return members;
}

ArrayRef<Member> capi::membersOf(const cm2tt_tensor_description &) {
  using Struct = cm2tt_tensor_description;
  static constexpr Member members[] = {
      MEMBER(size),  MEMBER(address),       MEMBER(type),
      MEMBER(rank),  MEMBER(shape),         MEMBER(strides),
      MEMBER(block), MEMBER(pads_with_nan), MEMBER(read_only)};
  static_assert(areAll(members, /*padding=*/0, sizeof(Struct)));
  return members;
}

ArrayRef<Member> capi::membersOf(const cm2tt_tuned_launch &) {
  using Struct = cm2tt_tuned_launch;
  static constexpr Member members[] = {MEMBER(size),
                                       MEMBER(grids),
                                       MEMBER(num_grids),
                                       MEMBER(restored_bytes),
                                       MEMBER(num_restored_bytes),
                                       MEMBER(cluster),
                                       MEMBER(cooperative),
                                       MEMBER(stream)};
  static_assert(areAll(members, /*padding=*/0, sizeof(Struct)));
  return members;
}

ArrayRef<Member> capi::membersOf(const cm2tt_tuner_options &) {
  using Struct = cm2tt_tuner_options;
  static constexpr Member members[] = {MEMBER(size),
                                       MEMBER(kernel),
                                       MEMBER(configurations),
                                       MEMBER(num_configurations),
                                       MEMBER(key),
                                       MEMBER(num_key_parts),
                                       MEMBER(restored),
                                       MEMBER(num_restored),
                                       MEMBER(shipped),
                                       MEMBER(num_shipped),
                                       MEMBER(folder),
                                       MEMBER(warmups),
                                       MEMBER(min_runs),
                                       MEMBER(max_runs),
                                       MEMBER(threads),
                                       MEMBER(budget_milliseconds),
                                       MEMBER(tolerance),
                                       MEMBER(flush_bytes)};
  static_assert(areAll(members, /*padding=*/0, sizeof(Struct)));
  return members;
}
