// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Graphs of captured work.

#include "JniSupport.h"

using namespace cm2tt::jni;

CM2TT_NATIVE(void, Graphs, begin)(JNIEnv *env, jclass, jlong stream) {
  guarded(env, [&](Jni &jni) {
    jni.call(cm2tt_graph_begin, jni.get<cm2tt_stream>(stream));
  });
}

CM2TT_NATIVE(jlong, Graphs, end)(JNIEnv *env, jclass, jlong stream) {
  return createGuarded<cm2tt_graph>(env, [&](Jni &jni, cm2tt_graph **graph) {
    jni.call(cm2tt_graph_end, jni.get<cm2tt_stream>(stream), graph);
  });
}

CM2TT_NATIVE(void, Graphs, launch)
(JNIEnv *env, jclass, jlong graph, jlong stream) {
  guarded(env, [&](Jni &jni) {
    jni.call(cm2tt_graph_launch, jni.get<cm2tt_graph>(graph),
             jni.get<cm2tt_stream>(stream));
  });
}

CM2TT_NATIVE(void, Graphs, destroy)(JNIEnv *env, jclass, jlong graph) {
  destroyGuarded<cm2tt_graph>(env, graph);
}
