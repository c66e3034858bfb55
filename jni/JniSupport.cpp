// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Shared by the native methods.

#include "JniSupport.h"

#include <cstring>
#include <new>

using namespace cm2tt::jni;

//===----------------------------------------------------------------------===//
// Texts
//===----------------------------------------------------------------------===//

TextList::TextList(std::vector<std::string> given)
    : texts(std::make_unique<const std::vector<std::string>>(std::move(given))),
      null(false) {
  for (const std::string &text : *texts)
    pointers.push_back(text.c_str());
}

const char *const *TextList::get() const {
  return pointers.empty() ? nullptr : pointers.data();
}

//===----------------------------------------------------------------------===//
// Exceptions
//===----------------------------------------------------------------------===//

bool Jni::check() {
  thrown = thrown || env->ExceptionCheck();
  return !thrown;
}

void Jni::throwNew(const char *type, const std::string &message) {
  if (thrown)
    return;
  if (jclass exception = env->FindClass(type))
    env->ThrowNew(exception, message.c_str());
  // If the class is not found, the JVM's own exception suffices.
  thrown = true;
}

void Jni::refuse(const std::string &message) {
  throwNew("java/lang/IllegalArgumentException", message);
}

void Jni::refuseHandle(jlong handle, const char *name) {
  refuse(std::string(name) + ": " + std::to_string(handle) +
         " is no handle of a " + name + " that lives");
}

void cm2tt::jni::refuseBlock(Jni &jni, jlong handle, jint arguments) {
  const LaunchBlock *block = jni.need<LaunchBlock>(handle);
  if (jni.failed())
    return;
  if (static_cast<uint32_t>(arguments) > block->capacity)
    return jni.refuse(std::to_string(arguments) +
                      " arguments: the block has room for " +
                      std::to_string(block->capacity));
  jni.get<cm2tt_stream>(reinterpret_cast<intptr_t>(block->launch.stream));
}

const cm2tt_argument *cm2tt::jni::argumentsOf(Jni &jni, jlong block,
                                              jint arguments) {
  BlockView view;
  if (block && !readBlock(block, arguments, view))
    refuseBlock(jni, block, arguments);
  return view.arguments;
}

bool Jni::needs(jobject object, const char *name) {
  if (!object)
    throwNew("java/lang/NullPointerException", std::string(name) + " is null");
  return !thrown;
}

uint64_t Jni::count(jlong number, const char *name) {
  if (number < 0)
    refuse(std::string(name) + " is " + std::to_string(number) +
           ": expected 0 or more");
  return static_cast<uint64_t>(number);
}

/// The exception that Java makes of the last error.
static jthrowable makeException(Jni &jni, cm2tt_status status) {
  std::vector<const char *> texts;
  std::vector<jint> numbers;
  const size_t count = cm2tt_last_error_diagnostics();
  for (size_t i = 0; i < count; ++i) {
    cm2tt_diagnostic diagnostic = {};
    diagnostic.size = sizeof(diagnostic);
    if (cm2tt_last_error_diagnostic(i, &diagnostic))
      continue;
    texts.insert(texts.end(), {diagnostic.message, diagnostic.file});
    numbers.insert(numbers.end(), {static_cast<jint>(diagnostic.severity),
                                   static_cast<jint>(diagnostic.line),
                                   static_cast<jint>(diagnostic.column)});
  }
  jbyteArray message = jni.newText(cm2tt_last_error());
  jobjectArray javaTexts = jni.newTexts(texts);
  jintArray javaNumbers = jni.newInts(numbers);
  if (jni.failed())
    return nullptr;
  JNIEnv *env = jni.env;
  jclass errors =
      env->FindClass("io/github/cm2tt/runtime/internal/NativeErrors");
  if (!jni.check())
    return nullptr;
  jmethodID make = env->GetStaticMethodID(
      errors, "of", "(I[B[[B[I)Ljava/lang/RuntimeException;");
  if (!jni.check())
    return nullptr;
  jobject exception = env->CallStaticObjectMethod(
      errors, make, static_cast<jint>(status), message, javaTexts, javaNumbers);
  return jni.check() ? static_cast<jthrowable>(exception) : nullptr;
}

void Jni::check(cm2tt_status status) {
  if (status == CM2TT_OK || thrown)
    return;
  if (jthrowable exception = makeException(*this, status))
    env->Throw(exception);
  thrown = true;
}

void cm2tt::jni::raise(JNIEnv *env, cm2tt_status status) {
  Jni(env).check(status);
}

//===----------------------------------------------------------------------===//
// From Java
//===----------------------------------------------------------------------===//

jsize Jni::length(jarray array, const char *name) {
  return !thrown && needs(array, name) ? env->GetArrayLength(array) : 0;
}

Bytes Jni::bytes(jbyteArray array, const char *name) {
  Bytes result;
  const jsize size = length(array, name);
  if (thrown)
    return result;
  result.data.reset(new (std::nothrow) char[size + 1]);
  if (!result.data) {
    throwNew("java/lang/OutOfMemoryError", std::string(name) + ": " +
                                               std::to_string(size) +
                                               " bytes of native memory");
    return result;
  }
  env->GetByteArrayRegion(array, 0, size,
                          reinterpret_cast<jbyte *>(result.data.get()));
  result.data[size] = 0;
  result.size = size;
  check();
  return result;
}

Text Jni::text(jbyteArray array, const char *name, Null null) {
  if (!array && null == Null::Allowed)
    return Text();
  Bytes read = bytes(array, name);
  if (thrown)
    return Text();
  if (std::memchr(read.data.get(), 0, read.size)) {
    refuse(std::string(name) + " has a zero byte: expected text");
    return Text();
  }
  return Text(std::string(read.data.get(), read.size));
}

TextList Jni::texts(jobjectArray array, const char *name, Null null) {
  if (!array && null == Null::Allowed)
    return TextList();
  const jsize size = length(array, name);
  std::vector<std::string> result;
  for (jsize i = 0; i < size && !thrown; ++i) {
    jobject element = env->GetObjectArrayElement(array, i);
    if (!check())
      break;
    // The array is a byte[][], as the native is declared.
    Text one = text(static_cast<jbyteArray>(element), name, Null::Refused);
    if (!thrown)
      result.emplace_back(one.get());
    env->DeleteLocalRef(element);
  }
  return thrown ? TextList() : TextList(std::move(result));
}

std::vector<jint> Jni::ints(jintArray array, const char *name) {
  std::vector<jint> result(length(array, name));
  if (!thrown && !result.empty())
    env->GetIntArrayRegion(array, 0, result.size(), result.data());
  return result;
}

std::vector<jlong> Jni::longs(jlongArray array, const char *name) {
  std::vector<jlong> result(length(array, name));
  if (!thrown && !result.empty())
    env->GetLongArrayRegion(array, 0, result.size(), result.data());
  return result;
}

std::vector<jdouble> Jni::doubles(jdoubleArray array, const char *name) {
  std::vector<jdouble> result(length(array, name));
  if (!thrown && !result.empty())
    env->GetDoubleArrayRegion(array, 0, result.size(), result.data());
  return result;
}

void *Jni::direct(jobject buffer, jint unit, jlong position, jlong bytes) {
  if (thrown || !needs(buffer, "data"))
    return nullptr;
  const jlong capacity = unit * env->GetDirectBufferCapacity(buffer);
  char *data = static_cast<char *>(env->GetDirectBufferAddress(buffer));
  // A direct buffer without any bytes may be nowhere.
  if (capacity < 0 || (!data && capacity > 0)) {
    refuse("data is not a direct buffer: expected "
           "ByteBuffer.allocateDirect(...)");
    return nullptr;
  }
  if (position < 0 || bytes < 0 || position > capacity - bytes) {
    refuse("bytes " + std::to_string(position) + " to " +
           std::to_string(position + bytes) + " of a buffer that has " +
           std::to_string(capacity));
    return nullptr;
  }
  return data + position;
}

//===----------------------------------------------------------------------===//
// To Java
//===----------------------------------------------------------------------===//

jbyteArray Jni::newBytes(const void *data, size_t size) {
  if (thrown)
    return nullptr;
  if (size > static_cast<size_t>(INT32_MAX)) {
    throwNew("java/lang/OutOfMemoryError", std::to_string(size) +
                                               " bytes: an array has at most " +
                                               std::to_string(INT32_MAX));
    return nullptr;
  }
  jbyteArray array = env->NewByteArray(static_cast<jsize>(size));
  if (!check())
    return nullptr;
  env->SetByteArrayRegion(array, 0, static_cast<jsize>(size),
                          static_cast<const jbyte *>(data));
  return array;
}

jbyteArray Jni::newText(const char *text) {
  return text ? newBytes(text, std::strlen(text)) : nullptr;
}

jobjectArray Jni::newTexts(const std::vector<const char *> &texts) {
  if (thrown)
    return nullptr;
  jclass type = env->FindClass("[B");
  if (!check())
    return nullptr;
  jobjectArray array =
      env->NewObjectArray(static_cast<jsize>(texts.size()), type, nullptr);
  if (!check())
    return nullptr;
  for (size_t i = 0; i < texts.size(); ++i) {
    jbyteArray element = newText(texts[i]);
    if (thrown)
      return nullptr;
    env->SetObjectArrayElement(array, static_cast<jsize>(i), element);
    if (!check())
      return nullptr;
    env->DeleteLocalRef(element);
  }
  return array;
}

jlongArray Jni::newLongs(const std::vector<jlong> &numbers) {
  if (thrown)
    return nullptr;
  jlongArray array = env->NewLongArray(static_cast<jsize>(numbers.size()));
  if (!check())
    return nullptr;
  env->SetLongArrayRegion(array, 0, static_cast<jsize>(numbers.size()),
                          numbers.data());
  return array;
}

jintArray Jni::newInts(const std::vector<jint> &numbers) {
  if (thrown)
    return nullptr;
  jintArray array = env->NewIntArray(static_cast<jsize>(numbers.size()));
  if (!check())
    return nullptr;
  env->SetIntArrayRegion(array, 0, static_cast<jsize>(numbers.size()),
                         numbers.data());
  return array;
}
