// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Shared by the native methods: reading arguments of Java, creating results,
/// and exceptions.
///
/// Throwing an exception only sets a mark: the code after it still runs, and
/// may call hardly any function of the JVM. So while an exception is pending,
/// all functions here do nothing and return empty values; native methods check
/// `failed` before they call the C interface.
///
/// Exceptions are created in Java (NativeErrors), from the text of the error,
/// its status and its diagnostics as arrays: one call of the JVM instead of
/// dozens.
///
/// Not here: what a handle is (Handles.h).

#ifndef CM2TT_JNI_JNISUPPORT_H
#define CM2TT_JNI_JNISUPPORT_H

#include "Handles.h"

#include <memory>
#include <string>
#include <vector>

/// The native that is `name` of the class Native`type`.
#define CM2TT_NATIVE(result, type, name)                                       \
  extern "C" JNIEXPORT result JNICALL                                          \
      Java_io_github_cm2tt_runtime_internal_Native##type##_##name

namespace cm2tt::jni {

/// A copy of an array of bytes.
struct Bytes {
  std::unique_ptr<char[]> data;
  size_t size = 0;
};

/// A text, or null.
class Text {
public:
  Text() = default;
  explicit Text(std::string text) : text(std::move(text)), exists(true) {}
  /// Returns the text as a C string.
  const char *get() const { return exists ? text.c_str() : nullptr; }

private:
  std::string text;
  bool exists = false;
};

/// Texts, or null.
class TextList {
public:
  TextList() = default;
  explicit TextList(std::vector<std::string> texts);
  /// As C has them: null without any.
  const char *const *get() const;
  size_t size() const { return pointers.size(); }
  const char *operator[](size_t index) const { return pointers[index]; }
  /// Whether Java gave null.
  bool isNull() const { return null; }

private:
  /// Never changed, as `pointers` has what is inside.
  std::unique_ptr<const std::vector<std::string>> texts;
  std::vector<const char *> pointers;
  bool null = true;
};

/// Whether null is an error.
enum class Null { Refused, Allowed };

/// The JVM, in one call of a native.
class Jni {
public:
  explicit Jni(JNIEnv *env) : env(env) {}

  /// Whether an exception is pending.
  bool failed() const { return thrown; }
  /// Asks the JVM, after a call that can throw.
  bool check();

  /// Throws IllegalArgumentException. The text is ASCII.
  void refuse(const std::string &message);
  /// Throws the exception for what the C interface said, unless that is OK.
  void check(cm2tt_status status);
  /// Throws an exception of a class such as "java/lang/Error", with an ASCII
  /// text.
  void throwNew(const char *type, const std::string &message);
  /// Refuses null; whether there is something.
  bool needs(jobject object, const char *name);
  /// A number that must not be negative, of the name.
  uint64_t count(jlong number, const char *name);

  /// The object of a handle; null for 0, which the C interface refuses unless
  /// it allows null. Refuses a handle of no living object.
  template <typename T> T *get(jlong handle) {
    T *object = find<T>(handle);
    if (!object && handle)
      refuseHandle(handle, HandleTraits<T>::name);
    return object;
  }
  /// The same, but 0 is refused, too.
  template <typename T> T *need(jlong handle) {
    if (!handle)
      refuse(std::string(HandleTraits<T>::name) + " is 0");
    return get<T>(handle);
  }
  /// A handle for an object, which is destroyed if no handle is free; 0 for
  /// null.
  template <typename T> jlong give(T *object) {
    if (!object)
      return 0;
    const jlong handle = HandleTable::get().add(HandleTraits<T>::kind, object);
    if (!handle) {
      HandleTraits<T>::destroy(object);
      throwNew("java/lang/OutOfMemoryError", "too many native objects");
    }
    return handle;
  }
  /// Ends a handle and destroys its object. 0 does nothing.
  template <typename T> void destroy(jlong handle) {
    auto *object = static_cast<T *>(
        HandleTable::get().remove(handle, HandleTraits<T>::kind));
    if (object)
      HandleTraits<T>::destroy(object);
    else if (handle)
      refuseHandle(handle, HandleTraits<T>::name);
  }
  /// Calls a function of the C interface, unless an exception is pending, and
  /// throws what it says. The arguments are read before that.
  template <typename Function, typename... Arguments>
  void call(Function function, Arguments... arguments) {
    if (!thrown)
      check(function(arguments...));
  }

  Bytes bytes(jbyteArray array, const char *name);
  /// UTF-8 without zero bytes.
  Text text(jbyteArray array, const char *name, Null null);
  TextList texts(jobjectArray array, const char *name, Null null);
  /// All of an array of numbers, which must not be null.
  std::vector<jint> ints(jintArray array, const char *name);
  std::vector<jlong> longs(jlongArray array, const char *name);
  std::vector<jdouble> doubles(jdoubleArray array, const char *name);
  /// The address of a part of a direct buffer, whose elements have `unit`
  /// bytes; null with an exception pending.
  void *direct(jobject buffer, jint unit, jlong position, jlong bytes);

  jbyteArray newBytes(const void *data, size_t size);
  jbyteArray newText(const char *text);
  /// Texts, of which null becomes null.
  jobjectArray newTexts(const std::vector<const char *> &texts);
  jlongArray newLongs(const std::vector<jlong> &numbers);
  jintArray newInts(const std::vector<jint> &numbers);

  JNIEnv *const env;

private:
  /// Refuses a handle that is not 0.
  void refuseHandle(jlong handle, const char *name);
  /// The length of an array, which must not be null.
  jsize length(jarray array, const char *name);

  bool thrown = false;
};

/// Throws the exception for an error of the C interface.
void raise(JNIEnv *env, cm2tt_status status);

/// A native's body: what it gives, or 0 if an exception is pending.
template <typename Result, typename Body>
Result guarded(JNIEnv *env, Body body) {
  Jni jni(env);
  Result result = body(jni);
  return jni.failed() ? Result() : result;
}

/// The same without a result.
template <typename Body> void guarded(JNIEnv *env, Body body) {
  Jni jni(env);
  body(jni);
}

/// A native that creates an object: `create` writes it, and Java gets its
/// handle.
template <typename T, typename Create>
jlong createGuarded(JNIEnv *env, Create create) {
  return guarded<jlong>(env, [&](Jni &jni) {
    T *object = nullptr;
    create(jni, &object);
    return jni.give(object);
  });
}

/// The native `destroy` of a type.
template <typename T> void destroyGuarded(JNIEnv *env, jlong handle) {
  guarded(env, [&](Jni &jni) { jni.destroy<T>(handle); });
}

/// Converts a number of arguments to C: a negative one becomes too large.
inline size_t countOf(jint arguments) { return static_cast<size_t>(arguments); }

/// A block as the C interface takes it.
struct BlockView {
  cm2tt_launch launch = {};
  const cm2tt_argument *arguments = nullptr;
};

/// Reads a block with that many arguments, and has the launch's stream, which
/// Java wrote as a handle, be an address. False if one of these is wrong. Asks
/// the JVM nothing.
inline bool readBlock(jlong handle, jint arguments, BlockView &view) {
  const LaunchBlock *block = find<LaunchBlock>(handle);
  if (!block || static_cast<uint32_t>(arguments) > block->capacity)
    return false;
  view.launch = block->launch;
  view.arguments = block->arguments;
  if (!view.launch.stream)
    return true;
  view.launch.stream =
      find<cm2tt_stream>(reinterpret_cast<intptr_t>(view.launch.stream));
  return view.launch.stream;
}
/// Refuses what `readBlock` did not take.
void refuseBlock(Jni &jni, jlong handle, jint arguments);
/// The arguments in a block; null for 0.
const cm2tt_argument *argumentsOf(Jni &jni, jlong block, jint arguments);

} // namespace cm2tt::jni

#endif // CM2TT_JNI_JNISUPPORT_H
