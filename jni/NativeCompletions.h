// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Completions, which call Java from threads of the library.

#ifndef CM2TT_JNI_NATIVECOMPLETIONS_H
#define CM2TT_JNI_NATIVECOMPLETIONS_H

#include <jni.h>

namespace cm2tt::jni {

/// Finds the class that native code calls, when the library is loaded. False
/// with an exception pending.
bool loadCompletions(JavaVM *vm, JNIEnv *env);

} // namespace cm2tt::jni

#endif // CM2TT_JNI_NATIVECOMPLETIONS_H
