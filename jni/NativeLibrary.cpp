// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Versions, which the loader compares.

#include "JniSupport.h"

using namespace cm2tt::jni;

CM2TT_NATIVE(jint, Library, apiVersion)(JNIEnv *, jclass) {
  return static_cast<jint>(cm2tt_version());
}

CM2TT_NATIVE(jbyteArray, Library, versionText)(JNIEnv *env, jclass) {
  return guarded<jbyteArray>(
      env, [](Jni &jni) { return jni.newText(cm2tt_version_text()); });
}
