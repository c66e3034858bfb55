// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Runtimes and devices, and the cache on disk.

#include "CApiInternals.h"

#include "llvm/Support/ErrorHandling.h"

#include <new>

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;
using namespace cm2tt::runtime::capi;

//===----------------------------------------------------------------------===//
// Runtimes
//===----------------------------------------------------------------------===//

/// Sets what the caller does not leave to the environment.
static void setOptions(const cm2tt_runtime_options &given,
                       RuntimeOptions &options) {
  if (given.cache_folder) {
    options.cache.folder = given.cache_folder;
    options.cache.problem.clear();
  }
  if (given.cache_bytes)
    options.cache.maxBytes = given.cache_bytes;
  if (given.cache_read_only)
    options.cache.readOnly = true;
  if (given.cpu_threads)
    options.cpuThreads = given.cpu_threads;
  if (given.dump_folder)
    options.dumpFolder = given.dump_folder;
  if (given.libdevice)
    options.libdevice = given.libdevice;
  if (given.reproducer_folder)
    options.reproducerFolder = given.reproducer_folder;
  if (given.no_crash_guard)
    options.crashGuard = false;
  if (given.no_line_info)
    options.lineInfo = false;
  if (given.on_remark)
    // Kernels and tuners report remarks, one at a time.
    options.onRemark =
        [tell = given.on_remark, context = given.remark_context,
         mutex = std::make_shared<std::mutex>()](const Diagnostic &diagnostic) {
          std::lock_guard<std::mutex> lock(*mutex);
          for (const cm2tt_diagnostic &one : flatten(diagnostic))
            tell(context, &one);
        };
}

cm2tt_status cm2tt_runtime_create(const cm2tt_runtime_options *options,
                                  cm2tt_runtime **runtime) {
  if (runtime)
    *runtime = nullptr;
  if (cm2tt_status status = needs(__func__, {{"runtime", runtime}}))
    return status;
  cm2tt_runtime_options given = {};
  if (options)
    if (cm2tt_status status = readStruct(__func__, "options", options, given))
      return status;
  // The shared library has a C++ library of its own: where memory is used up,
  // nothing is thrown into callers, who could not catch it.
  std::set_new_handler([] { report_bad_alloc_error("out of memory"); });
  Expected<RuntimeOptions> settings = RuntimeOptions::fromEnvironment();
  if (!settings)
    return fail(settings.takeError());
  setOptions(given, *settings);
  WordSet<Optimization> without;
  if (cm2tt_status status = readWithout(__func__, given.without, without))
    return status;
  settings->without = settings->without | without;
  Expected<std::unique_ptr<Runtime>> made = Runtime::create(*settings);
  if (!made)
    return fail(made.takeError());
  auto state = std::make_shared<State>();
  state->options = std::move(*settings);
  state->runtime = std::move(*made);
  *runtime = new cm2tt_runtime{std::move(state)};
  return CM2TT_OK;
}

void cm2tt_runtime_destroy(cm2tt_runtime *runtime) { delete runtime; }

cm2tt_status cm2tt_runtime_freeze(cm2tt_runtime *runtime) {
  if (cm2tt_status status = needs(__func__, {{"runtime", runtime}}))
    return status;
  runtime->state->runtime->freeze();
  return CM2TT_OK;
}

//===----------------------------------------------------------------------===//
// Devices
//===----------------------------------------------------------------------===//

cm2tt_device *State::handleOf(Device &device) {
  std::lock_guard<std::mutex> lock(mutex);
  for (const std::unique_ptr<cm2tt_device> &known : devices)
    if (&known->device == &device)
      return known.get();
  devices.push_back(std::unique_ptr<cm2tt_device>(new cm2tt_device{
      *this, device, device.name().str(), device.target().str()}));
  return devices.back().get();
}

/// Hands out what a runtime opened.
static cm2tt_status giveDevice(cm2tt_runtime &runtime,
                               Expected<Device &> opened,
                               cm2tt_device **device) {
  if (!opened)
    return fail(opened.takeError());
  *device = runtime.state->handleOf(*opened);
  return CM2TT_OK;
}

uint32_t cm2tt_runtime_gpus(cm2tt_runtime *runtime) {
  return runtime ? runtime->state->runtime->numGpus() : 0;
}

cm2tt_status cm2tt_runtime_device(cm2tt_runtime *runtime, uint32_t ordinal,
                                  cm2tt_device **device) {
  if (device)
    *device = nullptr;
  if (cm2tt_status status =
          needs(__func__, {{"runtime", runtime}, {"device", device}}))
    return status;
  return giveDevice(*runtime, runtime->state->runtime->device(ordinal), device);
}

cm2tt_status cm2tt_runtime_cpu(cm2tt_runtime *runtime, cm2tt_device **device) {
  if (device)
    *device = nullptr;
  if (cm2tt_status status =
          needs(__func__, {{"runtime", runtime}, {"device", device}}))
    return status;
  return giveDevice(*runtime, runtime->state->runtime->cpu(), device);
}

cm2tt_status cm2tt_device_get_properties(cm2tt_device *device,
                                         cm2tt_device_properties *properties) {
  if (cm2tt_status status =
          needs(__func__, {{"device", device}, {"properties", properties}}))
    return status;
  Expected<DeviceProperties> known = device->device.getProperties();
  if (!known)
    return fail(known.takeError());
  cm2tt_device_properties result = {};
  result.name = device->name.c_str();
  result.target = device->target.c_str();
  result.compute_major = known->computeMajor;
  result.compute_minor = known->computeMinor;
  result.processors = known->processors;
  result.shared_bytes = known->sharedBytes;
  result.memory_bytes = known->memoryBytes;
  result.free_bytes = known->freeBytes;
  result.driver_version = known->driverVersion;
  StringRef uuid = StringRef(known->uuid).take_front(sizeof(result.uuid) - 1);
  llvm::copy(uuid, result.uuid);
  return writeStruct(__func__, "properties", properties, result);
}

//===----------------------------------------------------------------------===//
// The cache on disk
//===----------------------------------------------------------------------===//

/// Another object for the runtime's cache; errors in its settings were
/// reported.
static DiskCache cacheOf(const cm2tt_runtime &runtime) {
  DiskCacheOptions options = runtime.state->options.cache;
  options.problem.clear();
  return DiskCache(std::move(options));
}

cm2tt_status cm2tt_runtime_trim_cache(cm2tt_runtime *runtime,
                                      uint64_t max_bytes,
                                      cm2tt_cache_result *result) {
  if (cm2tt_status status = needs(__func__, {{"runtime", runtime}}))
    return status;
  if (result)
    if (cm2tt_status status = checkSize(__func__, "result", *result))
      return status;
  DiskCache cache = cacheOf(*runtime);
  Expected<DiskCache::Collected> collected =
      max_bytes ? cache.collect(max_bytes) : cache.clear();
  if (!collected)
    return fail(collected.takeError());
  if (!result)
    return CM2TT_OK;
  return writeStruct(
      __func__, "result", result,
      cm2tt_cache_result{0, collected->removedEntries, collected->removedBytes,
                         collected->keptEntries, collected->keptBytes});
}

cm2tt_status cm2tt_runtime_list_cache(
    cm2tt_runtime *runtime,
    int (*visit)(void *context, const cm2tt_cache_entry *entry),
    void *context) {
  if (cm2tt_status status =
          needs(__func__, {{"runtime", runtime},
                           {"visit", reinterpret_cast<void *>(visit)}}))
    return status;
  Expected<std::vector<DiskCache::Entry>> entries = cacheOf(*runtime).list();
  if (!entries)
    return fail(entries.takeError());
  for (const DiskCache::Entry &entry : *entries) {
    cm2tt_cache_entry given = {sizeof(given), entry.key.c_str(),
                               entry.label.c_str(), entry.bytes,
                               sys::toTimeT(entry.lastUse)};
    if (visit(context, &given))
      break;
  }
  return CM2TT_OK;
}
