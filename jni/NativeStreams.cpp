// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Streams and events.

#include "JniSupport.h"

using namespace cm2tt::jni;

CM2TT_NATIVE(jlong, Streams, create)(JNIEnv *env, jclass, jlong device) {
  return guarded<jlong>(env, [&](Jni &jni) {
    cm2tt_stream *stream = nullptr;
    jni.check(cm2tt_stream_create(from<cm2tt_device>(device), &stream));
    return handleOf(stream);
  });
}

CM2TT_NATIVE(jlong, Streams, wrap)
(JNIEnv *env, jclass, jlong device, jlong address) {
  return guarded<jlong>(env, [&](Jni &jni) {
    cm2tt_stream *stream = nullptr;
    jni.check(cm2tt_stream_wrap(from<cm2tt_device>(device),
                                static_cast<uint64_t>(address), &stream));
    return handleOf(stream);
  });
}

CM2TT_NATIVE(jlong, Streams, address)(JNIEnv *env, jclass, jlong stream) {
  return guarded<jlong>(env, [&](Jni &jni) -> jlong {
    if (!stream)
      jni.refuse("stream is 0");
    return static_cast<jlong>(cm2tt_stream_native(from<cm2tt_stream>(stream)));
  });
}

CM2TT_NATIVE(void, Streams, destroy)(JNIEnv *, jclass, jlong stream) {
  cm2tt_stream_destroy(from<cm2tt_stream>(stream));
}

CM2TT_NATIVE(void, Streams, synchronize)
(JNIEnv *env, jclass, jlong device, jlong stream) {
  guarded(env, [&](Jni &jni) {
    jni.check(cm2tt_stream_synchronize(from<cm2tt_device>(device),
                                       from<cm2tt_stream>(stream)));
  });
}

CM2TT_NATIVE(void, Streams, waitFor)
(JNIEnv *env, jclass, jlong device, jlong stream, jlong event) {
  guarded(env, [&](Jni &jni) {
    jni.check(cm2tt_stream_wait(from<cm2tt_device>(device),
                                from<cm2tt_stream>(stream),
                                from<cm2tt_event>(event)));
  });
}

CM2TT_NATIVE(jlong, Streams, createEvent)(JNIEnv *env, jclass, jlong device) {
  return guarded<jlong>(env, [&](Jni &jni) {
    cm2tt_event *event = nullptr;
    jni.check(cm2tt_event_create(from<cm2tt_device>(device), &event));
    return handleOf(event);
  });
}

CM2TT_NATIVE(void, Streams, destroyEvent)(JNIEnv *, jclass, jlong event) {
  cm2tt_event_destroy(from<cm2tt_event>(event));
}

CM2TT_NATIVE(void, Streams, record)
(JNIEnv *env, jclass, jlong event, jlong stream) {
  guarded(env, [&](Jni &jni) {
    jni.check(cm2tt_event_record(from<cm2tt_event>(event),
                                 from<cm2tt_stream>(stream)));
  });
}

CM2TT_NATIVE(jdouble, Streams, elapsed)
(JNIEnv *env, jclass, jlong begin, jlong end) {
  return guarded<jdouble>(env, [&](Jni &jni) {
    double milliseconds = 0;
    jni.check(cm2tt_event_elapsed(from<cm2tt_event>(begin),
                                  from<cm2tt_event>(end), &milliseconds));
    return milliseconds;
  });
}
