// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Streams and events.

#include "JniSupport.h"

using namespace cm2tt::jni;

CM2TT_NATIVE(jlong, Streams, create)(JNIEnv *env, jclass, jlong device) {
  return createGuarded<cm2tt_stream>(env, [&](Jni &jni, cm2tt_stream **stream) {
    jni.call(cm2tt_stream_create, jni.get<cm2tt_device>(device), stream);
  });
}

CM2TT_NATIVE(jlong, Streams, wrap)
(JNIEnv *env, jclass, jlong device, jlong address) {
  return createGuarded<cm2tt_stream>(env, [&](Jni &jni, cm2tt_stream **stream) {
    jni.call(cm2tt_stream_wrap, jni.get<cm2tt_device>(device),
             static_cast<uint64_t>(address), stream);
  });
}

CM2TT_NATIVE(jlong, Streams, address)(JNIEnv *env, jclass, jlong stream) {
  return guarded<jlong>(env, [&](Jni &jni) -> jlong {
    auto *object = jni.need<cm2tt_stream>(stream);
    return jni.failed() ? 0 : static_cast<jlong>(cm2tt_stream_native(object));
  });
}

CM2TT_NATIVE(void, Streams, destroy)(JNIEnv *env, jclass, jlong stream) {
  destroyGuarded<cm2tt_stream>(env, stream);
}

CM2TT_NATIVE(void, Streams, synchronize)
(JNIEnv *env, jclass, jlong device, jlong stream) {
  guarded(env, [&](Jni &jni) {
    jni.call(cm2tt_stream_synchronize, jni.get<cm2tt_device>(device),
             jni.get<cm2tt_stream>(stream));
  });
}

CM2TT_NATIVE(jboolean, Streams, isDone)
(JNIEnv *env, jclass, jlong device, jlong stream) {
  return guarded<jboolean>(env, [&](Jni &jni) -> jboolean {
    int done = 0;
    jni.call(cm2tt_stream_is_done, jni.get<cm2tt_device>(device),
             jni.get<cm2tt_stream>(stream), &done);
    return done != 0;
  });
}

CM2TT_NATIVE(jboolean, Streams, isEventDone)
(JNIEnv *env, jclass, jlong event) {
  return guarded<jboolean>(env, [&](Jni &jni) -> jboolean {
    int done = 0;
    jni.call(cm2tt_event_is_done, jni.get<cm2tt_event>(event), &done);
    return done != 0;
  });
}

CM2TT_NATIVE(void, Streams, synchronizeEvent)
(JNIEnv *env, jclass, jlong event) {
  guarded(env, [&](Jni &jni) {
    jni.call(cm2tt_event_synchronize, jni.get<cm2tt_event>(event));
  });
}

CM2TT_NATIVE(void, Streams, waitFor)
(JNIEnv *env, jclass, jlong device, jlong stream, jlong event) {
  guarded(env, [&](Jni &jni) {
    jni.call(cm2tt_stream_wait, jni.get<cm2tt_device>(device),
             jni.get<cm2tt_stream>(stream), jni.get<cm2tt_event>(event));
  });
}

CM2TT_NATIVE(jlong, Streams, createEvent)(JNIEnv *env, jclass, jlong device) {
  return createGuarded<cm2tt_event>(env, [&](Jni &jni, cm2tt_event **event) {
    jni.call(cm2tt_event_create, jni.get<cm2tt_device>(device), event);
  });
}

CM2TT_NATIVE(void, Streams, destroyEvent)(JNIEnv *env, jclass, jlong event) {
  destroyGuarded<cm2tt_event>(env, event);
}

CM2TT_NATIVE(void, Streams, record)
(JNIEnv *env, jclass, jlong event, jlong stream) {
  guarded(env, [&](Jni &jni) {
    jni.call(cm2tt_event_record, jni.get<cm2tt_event>(event),
             jni.get<cm2tt_stream>(stream));
  });
}

CM2TT_NATIVE(jdouble, Streams, elapsed)
(JNIEnv *env, jclass, jlong begin, jlong end) {
  return guarded<jdouble>(env, [&](Jni &jni) {
    double milliseconds = 0;
    jni.call(cm2tt_event_elapsed, jni.get<cm2tt_event>(begin),
             jni.get<cm2tt_event>(end), &milliseconds);
    return milliseconds;
  });
}
