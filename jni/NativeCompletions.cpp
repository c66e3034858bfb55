// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// How completions reach Java: the thread that calls them attaches to the JVM
/// with its first call, as a daemon, and detaches when it ends.

#include "NativeCompletions.h"

#include "JniSupport.h"

using namespace cm2tt::jni;

/// Written when the library is loaded, and never after that.
static JavaVM *machine;
static jclass completionsClass;
static jmethodID completeMethod;

bool cm2tt::jni::loadCompletions(JavaVM *vm, JNIEnv *env) {
  jclass found =
      env->FindClass("io/github/cm2tt/runtime/internal/NativeCompletions");
  if (!found)
    return false;
  completeMethod = env->GetStaticMethodID(found, "complete", "(J[B)V");
  completionsClass = static_cast<jclass>(env->NewGlobalRef(found));
  machine = vm;
  return completeMethod && completionsClass;
}

namespace {
/// This thread in the JVM.
class Attachment {
public:
  /// Null if the JVM does not take the thread any more.
  JNIEnv *environment() {
    JNIEnv *env = nullptr;
    if (machine->GetEnv(reinterpret_cast<void **>(&env), JNI_VERSION_10) ==
        JNI_OK)
      return env;
    char name[] = "cm2tt completions";
    JavaVMAttachArgs arguments = {JNI_VERSION_10, name, nullptr};
    isAttached = machine->AttachCurrentThreadAsDaemon(
                     reinterpret_cast<void **>(&env), &arguments) == JNI_OK;
    return isAttached ? env : nullptr;
  }
  ~Attachment() {
    if (isAttached)
      machine->DetachCurrentThread();
  }

private:
  bool isAttached = false;
};
} // namespace

/// Calls NativeCompletions.complete with the number that is the context.
static void complete(void *context, cm2tt_status status, const char *reason) {
  thread_local Attachment attachment;
  JNIEnv *env = attachment.environment();
  if (!env || env->PushLocalFrame(4))
    return;
  Jni jni(env);
  jbyteArray text = status == CM2TT_OK ? nullptr : jni.newText(reason);
  if (!jni.failed())
    env->CallStaticVoidMethod(
        completionsClass, completeMethod,
        static_cast<jlong>(reinterpret_cast<intptr_t>(context)), text);
  if (env->ExceptionCheck())
    env->ExceptionClear();
  env->PopLocalFrame(nullptr);
}

CM2TT_NATIVE(void, Completions, add)
(JNIEnv *env, jclass, jlong device, jlong stream, jlong number) {
  guarded(env, [&](Jni &jni) {
    jni.call(cm2tt_stream_on_completion, jni.get<cm2tt_device>(device),
             jni.get<cm2tt_stream>(stream), complete,
             reinterpret_cast<void *>(static_cast<intptr_t>(number)));
  });
}
