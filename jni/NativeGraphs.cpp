// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Graphs of captured work.

#include "JniSupport.h"

using namespace cm2tt::jni;

CM2TT_NATIVE(void, Graphs, begin)(JNIEnv *env, jclass, jlong stream) {
  guarded(env, [&](Jni &jni) {
    jni.check(cm2tt_graph_begin(from<cm2tt_stream>(stream)));
  });
}

CM2TT_NATIVE(jlong, Graphs, end)(JNIEnv *env, jclass, jlong stream) {
  return guarded<jlong>(env, [&](Jni &jni) {
    cm2tt_graph *graph = nullptr;
    jni.check(cm2tt_graph_end(from<cm2tt_stream>(stream), &graph));
    return handleOf(graph);
  });
}

CM2TT_NATIVE(void, Graphs, launch)
(JNIEnv *env, jclass, jlong graph, jlong stream) {
  guarded(env, [&](Jni &jni) {
    jni.check(cm2tt_graph_launch(from<cm2tt_graph>(graph),
                                 from<cm2tt_stream>(stream)));
  });
}

CM2TT_NATIVE(void, Graphs, destroy)(JNIEnv *, jclass, jlong graph) {
  cm2tt_graph_destroy(from<cm2tt_graph>(graph));
}
