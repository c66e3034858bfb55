// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Memory of devices.
///
/// Not here: arrays (NativeArrays.cpp), pinned memory (NativeHostMemory.cpp).

#include "JniSupport.h"

using namespace cm2tt::jni;

CM2TT_NATIVE(jlong, Memory, create)
(JNIEnv *env, jclass, jlong device, jlong bytes) {
  return guarded<jlong>(env, [&](Jni &jni) -> jlong {
    const uint64_t size = jni.count(bytes, "bytes");
    cm2tt_buffer *buffer = nullptr;
    if (!jni.failed())
      jni.check(cm2tt_buffer_create(from<cm2tt_device>(device), size, &buffer));
    return handleOf(buffer);
  });
}

CM2TT_NATIVE(void, Memory, destroy)(JNIEnv *, jclass, jlong buffer) {
  cm2tt_buffer_destroy(from<cm2tt_buffer>(buffer));
}

CM2TT_NATIVE(jlong, Memory, address)(JNIEnv *env, jclass, jlong buffer) {
  return guarded<jlong>(env, [&](Jni &jni) -> jlong {
    if (!buffer)
      jni.refuse("buffer is 0");
    return static_cast<jlong>(cm2tt_buffer_address(from<cm2tt_buffer>(buffer)));
  });
}

CM2TT_NATIVE(void, Memory, writeDirect)
(JNIEnv *env, jclass, jlong buffer, jlong offset, jobject data, jint position,
 jint bytes) {
  guarded(env, [&](Jni &jni) {
    const void *source = jni.direct(data, position, bytes);
    const uint64_t at = jni.count(offset, "offset");
    if (!jni.failed())
      jni.check(
          cm2tt_buffer_write(from<cm2tt_buffer>(buffer), at, source, bytes));
  });
}

CM2TT_NATIVE(void, Memory, readDirect)
(JNIEnv *env, jclass, jlong buffer, jlong offset, jobject data, jint position,
 jint bytes) {
  guarded(env, [&](Jni &jni) {
    void *to = jni.direct(data, position, bytes);
    const uint64_t at = jni.count(offset, "offset");
    if (!jni.failed())
      jni.check(cm2tt_buffer_read(from<cm2tt_buffer>(buffer), at, to, bytes));
  });
}

CM2TT_NATIVE(void, Memory, writeDirectAsync)
(JNIEnv *env, jclass, jlong buffer, jlong offset, jobject data, jint position,
 jint bytes, jlong stream) {
  guarded(env, [&](Jni &jni) {
    const void *source = jni.direct(data, position, bytes);
    const uint64_t at = jni.count(offset, "offset");
    if (!jni.failed())
      jni.check(cm2tt_buffer_write_async(from<cm2tt_buffer>(buffer), at, source,
                                         bytes, from<cm2tt_stream>(stream)));
  });
}

CM2TT_NATIVE(void, Memory, readDirectAsync)
(JNIEnv *env, jclass, jlong buffer, jlong offset, jobject data, jint position,
 jint bytes, jlong stream) {
  guarded(env, [&](Jni &jni) {
    void *to = jni.direct(data, position, bytes);
    const uint64_t at = jni.count(offset, "offset");
    if (!jni.failed())
      jni.check(cm2tt_buffer_read_async(from<cm2tt_buffer>(buffer), at, to,
                                        bytes, from<cm2tt_stream>(stream)));
  });
}

CM2TT_NATIVE(void, Memory, fill)
(JNIEnv *env, jclass, jlong buffer, jlong offset, jbyte value, jlong bytes) {
  guarded(env, [&](Jni &jni) {
    const uint64_t at = jni.count(offset, "offset");
    const uint64_t size = jni.count(bytes, "bytes");
    if (!jni.failed())
      jni.check(cm2tt_buffer_fill(from<cm2tt_buffer>(buffer), at,
                                  static_cast<uint8_t>(value), size));
  });
}

CM2TT_NATIVE(void, Memory, fillAsync)
(JNIEnv *env, jclass, jlong buffer, jlong offset, jbyte value, jlong bytes,
 jlong stream) {
  guarded(env, [&](Jni &jni) {
    const uint64_t at = jni.count(offset, "offset");
    const uint64_t size = jni.count(bytes, "bytes");
    if (!jni.failed())
      jni.check(cm2tt_buffer_fill_async(from<cm2tt_buffer>(buffer), at,
                                        static_cast<uint8_t>(value), size,
                                        from<cm2tt_stream>(stream)));
  });
}

CM2TT_NATIVE(void, Memory, copyAsync)
(JNIEnv *env, jclass, jlong to, jlong toOffset, jlong source, jlong fromOffset,
 jlong bytes, jlong stream) {
  guarded(env, [&](Jni &jni) {
    const cm2tt_place target = {from<cm2tt_buffer>(to),
                                jni.count(toOffset, "toOffset")};
    const cm2tt_place origin = {from<cm2tt_buffer>(source),
                                jni.count(fromOffset, "fromOffset")};
    const uint64_t size = jni.count(bytes, "bytes");
    if (!jni.failed())
      jni.check(cm2tt_buffer_copy_async(target, origin, size,
                                        from<cm2tt_stream>(stream)));
  });
}

CM2TT_NATIVE(jlong, Memory, blockAddress)
(JNIEnv *env, jclass, jobject block) {
  return guarded<jlong>(
      env, [&](Jni &jni) { return handleOf(jni.direct(block, 0, 0)); });
}
