// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Pinned memory of the host.

#include "JniSupport.h"

using namespace cm2tt::jni;

CM2TT_NATIVE(jlong, HostMemory, create)
(JNIEnv *env, jclass, jlong device, jlong bytes) {
  return createGuarded<cm2tt_host_buffer>(
      env, [&](Jni &jni, cm2tt_host_buffer **buffer) {
        const uint64_t size = jni.count(bytes, "bytes");
        if (size > static_cast<uint64_t>(INT32_MAX))
          jni.refuse("bytes is " + std::to_string(bytes) +
                     ": a ByteBuffer has at most " + std::to_string(INT32_MAX));
        jni.call(cm2tt_host_buffer_create, jni.get<cm2tt_device>(device), size,
                 buffer);
      });
}

CM2TT_NATIVE(void, HostMemory, destroy)(JNIEnv *env, jclass, jlong buffer) {
  destroyGuarded<cm2tt_host_buffer>(env, buffer);
}

CM2TT_NATIVE(jobject, HostMemory, data)
(JNIEnv *env, jclass, jlong buffer, jlong bytes) {
  return guarded<jobject>(env, [&](Jni &jni) -> jobject {
    // Memory of 0 bytes is nowhere, which a ByteBuffer cannot be.
    static char nothing;
    jni.count(bytes, "bytes");
    auto *memory = jni.need<cm2tt_host_buffer>(buffer);
    if (jni.failed())
      return nullptr;
    void *data = cm2tt_host_buffer_data(memory);
    jobject result =
        env->NewDirectByteBuffer(bytes && data ? data : &nothing, bytes);
    return jni.check() ? result : nullptr;
  });
}
