// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Runtimes, devices and the cache on disk.

#include "JniSupport.h"
#include "NativeRemarks.h"

#include <algorithm>
#include <mutex>

using namespace cm2tt::jni;

//===----------------------------------------------------------------------===//
// Handles of devices
//===----------------------------------------------------------------------===//

namespace {
/// The handles of all devices. A device lives as long as its runtime, or
/// longer, and is given out under one handle, which ends with the runtime's.
class DeviceHandles {
public:
  jlong give(Jni &jni, jlong runtime, cm2tt_device *device) {
    std::lock_guard<std::mutex> lock(mutex);
    for (const Known &one : known)
      if (one.device == device && one.runtime == runtime)
        return one.handle;
    const jlong handle = device ? jni.give(device) : 0;
    if (handle)
      known.push_back({runtime, device, handle});
    return handle;
  }
  void end(jlong runtime) {
    std::lock_guard<std::mutex> lock(mutex);
    auto isOfRuntime = [&](const Known &one) {
      if (one.runtime != runtime)
        return false;
      HandleTable::get().remove(one.handle, HandleTraits<cm2tt_device>::kind);
      return true;
    };
    known.erase(std::remove_if(known.begin(), known.end(), isOfRuntime),
                known.end());
  }

private:
  struct Known {
    jlong runtime;
    cm2tt_device *device;
    jlong handle;
  };
  std::mutex mutex;
  /// As many as a process has runtimes and devices: a few.
  std::vector<Known> known;
};
} // namespace

/// Never destroyed, as threads of the JVM may run longer.
static DeviceHandles &deviceHandles() {
  static auto *handles = new DeviceHandles;
  return *handles;
}

//===----------------------------------------------------------------------===//
// Runtimes
//===----------------------------------------------------------------------===//

CM2TT_NATIVE(jlong, Runtime, create)
(JNIEnv *env, jclass, jbyteArray cacheFolder, jlong cacheBytes,
 jboolean readOnly, jint cpuThreads, jbyteArray dumpFolder,
 jbyteArray libdevice, jbyteArray reproducerFolder, jboolean noCrashGuard,
 jboolean noLineInfo) {
  return guarded<jlong>(env, [&](Jni &jni) -> jlong {
    Text cache = jni.text(cacheFolder, "cacheFolder", Null::Allowed);
    Text dump = jni.text(dumpFolder, "dumpFolder", Null::Allowed);
    Text device = jni.text(libdevice, "libdevice", Null::Allowed);
    Text reproducers =
        jni.text(reproducerFolder, "reproducerFolder", Null::Allowed);
    cm2tt_runtime_options options = {};
    options.size = sizeof(options);
    options.cache_folder = cache.get();
    options.cache_bytes = jni.count(cacheBytes, "cacheBytes");
    options.cache_read_only = readOnly == JNI_TRUE;
    options.cpu_threads =
        static_cast<uint32_t>(jni.count(cpuThreads, "cpuThreads"));
    options.dump_folder = dump.get();
    options.libdevice = device.get();
    options.on_remark = logRemark;
    options.reproducer_folder = reproducers.get();
    options.no_crash_guard = noCrashGuard == JNI_TRUE;
    options.no_line_info = noLineInfo == JNI_TRUE;
    cm2tt_runtime *runtime = nullptr;
    jni.call(cm2tt_runtime_create, &options, &runtime);
    return jni.give(runtime);
  });
}

CM2TT_NATIVE(void, Runtime, destroy)(JNIEnv *env, jclass, jlong runtime) {
  guarded(env, [&](Jni &jni) {
    if (jni.get<cm2tt_runtime>(runtime))
      deviceHandles().end(runtime);
    jni.destroy<cm2tt_runtime>(runtime);
  });
}

CM2TT_NATIVE(jint, Runtime, gpus)(JNIEnv *env, jclass, jlong runtime) {
  return guarded<jint>(env, [&](Jni &jni) -> jint {
    auto *object = jni.need<cm2tt_runtime>(runtime);
    return jni.failed() ? 0 : static_cast<jint>(cm2tt_runtime_gpus(object));
  });
}

CM2TT_NATIVE(jlong, Runtime, device)
(JNIEnv *env, jclass, jlong runtime, jint ordinal) {
  return guarded<jlong>(env, [&](Jni &jni) -> jlong {
    const uint64_t number = jni.count(ordinal, "ordinal");
    cm2tt_device *device = nullptr;
    jni.call(cm2tt_runtime_device, jni.get<cm2tt_runtime>(runtime),
             static_cast<uint32_t>(number), &device);
    return deviceHandles().give(jni, runtime, device);
  });
}

CM2TT_NATIVE(jlong, Runtime, cpu)(JNIEnv *env, jclass, jlong runtime) {
  return guarded<jlong>(env, [&](Jni &jni) -> jlong {
    cm2tt_device *device = nullptr;
    jni.call(cm2tt_runtime_cpu, jni.get<cm2tt_runtime>(runtime), &device);
    return deviceHandles().give(jni, runtime, device);
  });
}

CM2TT_NATIVE(void, Runtime, freeze)(JNIEnv *env, jclass, jlong runtime) {
  guarded(env, [&](Jni &jni) {
    jni.call(cm2tt_runtime_freeze, jni.get<cm2tt_runtime>(runtime));
  });
}

//===----------------------------------------------------------------------===//
// The cache
//===----------------------------------------------------------------------===//

CM2TT_NATIVE(jlongArray, Runtime, trimCache)
(JNIEnv *env, jclass, jlong runtime, jlong maxBytes) {
  return guarded<jlongArray>(env, [&](Jni &jni) -> jlongArray {
    cm2tt_cache_result result = {};
    result.size = sizeof(result);
    const uint64_t bytes = jni.count(maxBytes, "maxBytes");
    jni.call(cm2tt_runtime_trim_cache, jni.get<cm2tt_runtime>(runtime), bytes,
             &result);
    return jni.newLongs({static_cast<jlong>(result.removed_entries),
                         static_cast<jlong>(result.removed_bytes),
                         static_cast<jlong>(result.kept_entries),
                         static_cast<jlong>(result.kept_bytes)});
  });
}

namespace {
/// The entries of a cache.
struct Listing {
  std::vector<std::string> texts;
  std::vector<jlong> numbers;
};
} // namespace

/// Adds an entry to the listing that is the context.
static int addEntry(void *context, const cm2tt_cache_entry *entry) {
  Listing &listing = *static_cast<Listing *>(context);
  listing.texts.emplace_back(entry->key);
  listing.texts.emplace_back(entry->label);
  listing.numbers.push_back(static_cast<jlong>(entry->bytes));
  listing.numbers.push_back(entry->last_use);
  return 0;
}

CM2TT_NATIVE(jobjectArray, Runtime, listCache)
(JNIEnv *env, jclass, jlong runtime, jobjectArray numbers) {
  return guarded<jobjectArray>(env, [&](Jni &jni) -> jobjectArray {
    if (!jni.needs(numbers, "numbers"))
      return nullptr;
    Listing listing;
    jni.call(cm2tt_runtime_list_cache, jni.get<cm2tt_runtime>(runtime),
             addEntry, &listing);
    jlongArray javaNumbers = jni.newLongs(listing.numbers);
    if (jni.failed())
      return nullptr;
    env->SetObjectArrayElement(numbers, 0, javaNumbers);
    if (!jni.check())
      return nullptr;
    TextList texts(std::move(listing.texts));
    return jni.newTexts({texts.get(), texts.get() + texts.size()});
  });
}

//===----------------------------------------------------------------------===//
// Devices
//===----------------------------------------------------------------------===//

/// Asks a device what it is.
static cm2tt_device_properties readProperties(Jni &jni, jlong device) {
  cm2tt_device_properties properties = {};
  properties.size = sizeof(properties);
  jni.call(cm2tt_device_get_properties, jni.get<cm2tt_device>(device),
           &properties);
  return properties;
}

CM2TT_NATIVE(jlongArray, Runtime, deviceNumbers)
(JNIEnv *env, jclass, jlong device) {
  return guarded<jlongArray>(env, [&](Jni &jni) {
    const cm2tt_device_properties properties = readProperties(jni, device);
    return jni.newLongs({properties.compute_major, properties.compute_minor,
                         properties.processors, properties.shared_bytes,
                         static_cast<jlong>(properties.memory_bytes),
                         static_cast<jlong>(properties.free_bytes),
                         properties.driver_version});
  });
}

CM2TT_NATIVE(jobjectArray, Runtime, deviceTexts)
(JNIEnv *env, jclass, jlong device) {
  return guarded<jobjectArray>(env, [&](Jni &jni) {
    const cm2tt_device_properties properties = readProperties(jni, device);
    return jni.newTexts({properties.name, properties.target, properties.uuid});
  });
}
