// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Passes remarks to Java from any thread. A thread that the JVM did not create
/// cannot find classes, which are found when the library is loaded.

#include "NativeRemarks.h"

#include "JniSupport.h"
#include "NativeCompletions.h"

using namespace cm2tt::jni;

/// Written when the library is loaded, and never after that.
static JavaVM *logMachine;
static jclass remarksClass;
static jmethodID logMethod;

extern "C" JNIEXPORT jint JNICALL JNI_OnLoad(JavaVM *vm, void *) {
  JNIEnv *env = nullptr;
  if (vm->GetEnv(reinterpret_cast<void **>(&env), JNI_VERSION_10) != JNI_OK)
    return JNI_ERR;
  jclass found =
      env->FindClass("io/github/cm2tt/runtime/internal/NativeRemarks");
  if (!found)
    return JNI_ERR;
  logMethod = env->GetStaticMethodID(found, "log", "(III[B[B)V");
  remarksClass = static_cast<jclass>(env->NewGlobalRef(found));
  if (!logMethod || !remarksClass)
    return JNI_ERR;
  logMachine = vm;
  return loadCompletions(vm, env) ? JNI_VERSION_10 : JNI_ERR;
}

/// Calls NativeRemarks.log on a thread that the JVM knows.
static void logHere(JNIEnv *env, const cm2tt_diagnostic &diagnostic) {
  if (env->ExceptionCheck())
    return;
  if (env->PushLocalFrame(8))
    return env->ExceptionClear();
  Jni jni(env);
  jbyteArray message = jni.newText(diagnostic.message);
  jbyteArray file = jni.newText(diagnostic.file);
  if (!jni.failed())
    env->CallStaticVoidMethod(
        remarksClass, logMethod, static_cast<jint>(diagnostic.severity),
        static_cast<jint>(diagnostic.line),
        static_cast<jint>(diagnostic.column), message, file);
  if (env->ExceptionCheck())
    env->ExceptionClear();
  env->PopLocalFrame(nullptr);
}

void cm2tt::jni::logRemark(void *, const cm2tt_diagnostic *diagnostic) {
  JNIEnv *env = nullptr;
  const jint known =
      logMachine->GetEnv(reinterpret_cast<void **>(&env), JNI_VERSION_10);
  if (known == JNI_OK)
    return logHere(env, *diagnostic);
  if (known != JNI_EDETACHED ||
      logMachine->AttachCurrentThreadAsDaemon(reinterpret_cast<void **>(&env),
                                              nullptr) != JNI_OK)
    return;
  logHere(env, *diagnostic);
  logMachine->DetachCurrentThread();
}
