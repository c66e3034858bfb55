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

CM2TT_NATIVE(jlong, Memory, wrap)
(JNIEnv *env, jclass, jlong device, jlong address, jlong bytes) {
  return createGuarded<cm2tt_buffer>(env, [&](Jni &jni, cm2tt_buffer **buffer) {
    const uint64_t size = jni.count(bytes, "bytes");
    jni.call(cm2tt_buffer_wrap, jni.get<cm2tt_device>(device),
             static_cast<uint64_t>(address), size, buffer);
  });
}

CM2TT_NATIVE(jlong, Memory, addressOfDirect)
(JNIEnv *env, jclass, jobject data, jint unit, jlong position) {
  return guarded<jlong>(env, [&](Jni &jni) {
    return static_cast<jlong>(
        reinterpret_cast<intptr_t>(jni.direct(data, unit, position, 0)));
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
(JNIEnv *env, jclass, jlong buffer, jlong offset, jobject data, jint unit,
 jlong position, jlong bytes) {
  guarded(env, [&](Jni &jni) {
    const void *source = jni.direct(data, unit, position, bytes);
    const uint64_t at = jni.count(offset, "offset");
    jni.call(cm2tt_buffer_write, jni.get<cm2tt_buffer>(buffer), at, source,
             bytes);
  });
}

CM2TT_NATIVE(void, Memory, readDirect)
(JNIEnv *env, jclass, jlong buffer, jlong offset, jobject data, jint unit,
 jlong position, jlong bytes) {
  guarded(env, [&](Jni &jni) {
    void *to = jni.direct(data, unit, position, bytes);
    const uint64_t at = jni.count(offset, "offset");
    jni.call(cm2tt_buffer_read, jni.get<cm2tt_buffer>(buffer), at, to, bytes);
  });
}

/// A number to fill with.
static cm2tt_argument numberOf(jlong bits, jint type) {
  return cm2tt_arg_bits(static_cast<uint64_t>(bits),
                        static_cast<cm2tt_type>(type));
}

CM2TT_NATIVE(void, Memory, fill)
(JNIEnv *env, jclass, jlong buffer, jlong offset, jlong bits, jint type,
 jlong elements) {
  guarded(env, [&](Jni &jni) {
    const uint64_t at = jni.count(offset, "offset");
    const uint64_t count = jni.count(elements, "elements");
    jni.call(cm2tt_buffer_fill_numbers, jni.get<cm2tt_buffer>(buffer), at,
             numberOf(bits, type), count);
  });
}

CM2TT_NATIVE(void, Memory, fillAsync)
(JNIEnv *env, jclass, jlong buffer, jlong offset, jlong bits, jint type,
 jlong elements, jlong stream) {
  guarded(env, [&](Jni &jni) {
    const uint64_t at = jni.count(offset, "offset");
    const uint64_t count = jni.count(elements, "elements");
    jni.call(cm2tt_buffer_fill_numbers_async, jni.get<cm2tt_buffer>(buffer), at,
             numberOf(bits, type), count, jni.get<cm2tt_stream>(stream));
  });
}

/// A range of a buffer that Java names; `name` is that of its offset.
static cm2tt_buffer_slice sliceOf(Jni &jni, jlong buffer, jlong offset,
                                  const char *name) {
  return {jni.get<cm2tt_buffer>(buffer), jni.count(offset, name)};
}

CM2TT_NATIVE(void, Memory, copy)
(JNIEnv *env, jclass, jlong to, jlong toOffset, jlong source, jlong fromOffset,
 jlong bytes) {
  guarded(env, [&](Jni &jni) {
    const cm2tt_buffer_slice target = sliceOf(jni, to, toOffset, "toOffset");
    const cm2tt_buffer_slice origin =
        sliceOf(jni, source, fromOffset, "fromOffset");
    jni.call(cm2tt_buffer_copy, target, origin, jni.count(bytes, "bytes"));
  });
}

CM2TT_NATIVE(void, Memory, copyAsync)
(JNIEnv *env, jclass, jlong to, jlong toOffset, jlong source, jlong fromOffset,
 jlong bytes, jlong stream) {
  guarded(env, [&](Jni &jni) {
    const cm2tt_buffer_slice target = sliceOf(jni, to, toOffset, "toOffset");
    const cm2tt_buffer_slice origin =
        sliceOf(jni, source, fromOffset, "fromOffset");
    const uint64_t size = jni.count(bytes, "bytes");
    jni.call(cm2tt_buffer_copy_async, target, origin, size,
             jni.get<cm2tt_stream>(stream));
  });
}
