// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Pinned memory of the host, and its copies on streams.

#include "JniSupport.h"

using namespace cm2tt::jni;

CM2TT_NATIVE(jlong, HostMemory, create)
(JNIEnv *env, jclass, jlong device, jlong bytes) {
  return createGuarded<cm2tt_host_buffer>(
      env, [&](Jni &jni, cm2tt_host_buffer **buffer) {
        const uint64_t size = jni.count(bytes, "bytes");
        jni.call(cm2tt_host_buffer_create, jni.get<cm2tt_device>(device), size,
                 buffer);
      });
}

CM2TT_NATIVE(void, HostMemory, destroy)(JNIEnv *env, jclass, jlong buffer) {
  destroyGuarded<cm2tt_host_buffer>(env, buffer);
}

/// The address of a range of pinned memory; null if there is no such range,
/// which is an exception.
static char *rangeOf(Jni &jni, jlong buffer, jlong first, jlong bytes) {
  auto *memory = jni.need<cm2tt_host_buffer>(buffer);
  const uint64_t begin = jni.count(first, "first");
  const uint64_t size = jni.count(bytes, "bytes");
  if (jni.failed())
    return nullptr;
  const uint64_t all = cm2tt_host_buffer_bytes(memory);
  if (begin > all || size > all - begin) {
    jni.refuse(std::to_string(size) + " bytes from " + std::to_string(begin) +
               " on, but the host buffer has " + std::to_string(all));
    return nullptr;
  }
  return static_cast<char *>(cm2tt_host_buffer_data(memory)) + begin;
}

CM2TT_NATIVE(jlong, HostMemory, address)(JNIEnv *env, jclass, jlong buffer) {
  return guarded<jlong>(env, [&](Jni &jni) {
    return static_cast<jlong>(
        reinterpret_cast<intptr_t>(rangeOf(jni, buffer, 0, 0)));
  });
}

CM2TT_NATIVE(jobject, HostMemory, data)
(JNIEnv *env, jclass, jlong buffer, jlong first, jlong bytes) {
  return guarded<jobject>(env, [&](Jni &jni) -> jobject {
    char *data = rangeOf(jni, buffer, first, bytes);
    if (bytes > INT32_MAX)
      jni.refuse("bytes is " + std::to_string(bytes) +
                 ": a ByteBuffer has at most " + std::to_string(INT32_MAX));
    if (jni.failed())
      return nullptr;
    jobject result = env->NewDirectByteBuffer(data, bytes);
    return jni.check() ? result : nullptr;
  });
}

CM2TT_NATIVE(void, HostMemory, writeAsync)
(JNIEnv *env, jclass, jlong to, jlong offset, jlong buffer, jlong first,
 jlong bytes, jlong stream) {
  guarded(env, [&](Jni &jni) {
    const void *data = rangeOf(jni, buffer, first, bytes);
    const uint64_t at = jni.count(offset, "offset");
    jni.call(cm2tt_buffer_write_async, jni.get<cm2tt_buffer>(to), at, data,
             bytes, jni.get<cm2tt_stream>(stream));
  });
}

CM2TT_NATIVE(void, HostMemory, readAsync)
(JNIEnv *env, jclass, jlong source, jlong offset, jlong buffer, jlong first,
 jlong bytes, jlong stream) {
  guarded(env, [&](Jni &jni) {
    void *data = rangeOf(jni, buffer, first, bytes);
    const uint64_t at = jni.count(offset, "offset");
    jni.call(cm2tt_buffer_read_async, jni.get<cm2tt_buffer>(source), at, data,
             bytes, jni.get<cm2tt_stream>(stream));
  });
}
