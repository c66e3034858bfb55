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
  return createGuarded<cm2tt_buffer>(env, [&](Jni &jni, cm2tt_buffer **buffer) {
    const uint64_t size = jni.count(bytes, "bytes");
    jni.call(cm2tt_buffer_create, jni.get<cm2tt_device>(device), size, buffer);
  });
}

CM2TT_NATIVE(void, Memory, destroy)(JNIEnv *env, jclass, jlong buffer) {
  destroyGuarded<cm2tt_buffer>(env, buffer);
}

CM2TT_NATIVE(jlong, Memory, address)(JNIEnv *env, jclass, jlong buffer) {
  return guarded<jlong>(env, [&](Jni &jni) -> jlong {
    auto *object = jni.need<cm2tt_buffer>(buffer);
    return jni.failed() ? 0 : static_cast<jlong>(cm2tt_buffer_address(object));
  });
}

CM2TT_NATIVE(void, Memory, writeDirect)
(JNIEnv *env, jclass, jlong buffer, jlong offset, jobject data, jint position,
 jint bytes) {
  guarded(env, [&](Jni &jni) {
    const void *source = jni.direct(data, position, bytes);
    const uint64_t at = jni.count(offset, "offset");
    jni.call(cm2tt_buffer_write, jni.get<cm2tt_buffer>(buffer), at, source,
             bytes);
  });
}

CM2TT_NATIVE(void, Memory, readDirect)
(JNIEnv *env, jclass, jlong buffer, jlong offset, jobject data, jint position,
 jint bytes) {
  guarded(env, [&](Jni &jni) {
    void *to = jni.direct(data, position, bytes);
    const uint64_t at = jni.count(offset, "offset");
    jni.call(cm2tt_buffer_read, jni.get<cm2tt_buffer>(buffer), at, to, bytes);
  });
}

CM2TT_NATIVE(void, Memory, writeDirectAsync)
(JNIEnv *env, jclass, jlong buffer, jlong offset, jobject data, jint position,
 jint bytes, jlong stream) {
  guarded(env, [&](Jni &jni) {
    const void *source = jni.direct(data, position, bytes);
    const uint64_t at = jni.count(offset, "offset");
    jni.call(cm2tt_buffer_write_async, jni.get<cm2tt_buffer>(buffer), at,
             source, bytes, jni.get<cm2tt_stream>(stream));
  });
}

CM2TT_NATIVE(void, Memory, readDirectAsync)
(JNIEnv *env, jclass, jlong buffer, jlong offset, jobject data, jint position,
 jint bytes, jlong stream) {
  guarded(env, [&](Jni &jni) {
    void *to = jni.direct(data, position, bytes);
    const uint64_t at = jni.count(offset, "offset");
    jni.call(cm2tt_buffer_read_async, jni.get<cm2tt_buffer>(buffer), at, to,
             bytes, jni.get<cm2tt_stream>(stream));
  });
}

CM2TT_NATIVE(void, Memory, fill)
(JNIEnv *env, jclass, jlong buffer, jlong offset, jbyte value, jlong bytes) {
  guarded(env, [&](Jni &jni) {
    const uint64_t at = jni.count(offset, "offset");
    const uint64_t size = jni.count(bytes, "bytes");
    jni.call(cm2tt_buffer_fill, jni.get<cm2tt_buffer>(buffer), at,
             static_cast<uint8_t>(value), size);
  });
}

CM2TT_NATIVE(void, Memory, fillAsync)
(JNIEnv *env, jclass, jlong buffer, jlong offset, jbyte value, jlong bytes,
 jlong stream) {
  guarded(env, [&](Jni &jni) {
    const uint64_t at = jni.count(offset, "offset");
    const uint64_t size = jni.count(bytes, "bytes");
    jni.call(cm2tt_buffer_fill_async, jni.get<cm2tt_buffer>(buffer), at,
             static_cast<uint8_t>(value), size, jni.get<cm2tt_stream>(stream));
  });
}

CM2TT_NATIVE(void, Memory, copyAsync)
(JNIEnv *env, jclass, jlong to, jlong toOffset, jlong source, jlong fromOffset,
 jlong bytes, jlong stream) {
  guarded(env, [&](Jni &jni) {
    const cm2tt_buffer_slice target = {jni.get<cm2tt_buffer>(to),
                                       jni.count(toOffset, "toOffset")};
    const cm2tt_buffer_slice origin = {jni.get<cm2tt_buffer>(source),
                                       jni.count(fromOffset, "fromOffset")};
    const uint64_t size = jni.count(bytes, "bytes");
    jni.call(cm2tt_buffer_copy_async, target, origin, size,
             jni.get<cm2tt_stream>(stream));
  });
}
