// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Copies between arrays and memory of devices, in pieces of a megabyte, by the
/// JNI functions for regions, which check types and ranges. A critical (pinned)
/// array would delay the garbage collector while a copy waits for kernels.

#include "JniSupport.h"

#include <algorithm>
#include <new>

using namespace cm2tt::jni;

/// The most bytes of a piece.
static constexpr size_t pieceBytes = size_t(1) << 20;

namespace {
/// A part of an array and a part of a buffer.
struct Range {
  jlong buffer, offset;
  jarray array;
  jint first, count;
};
} // namespace

/// Refuses what is outside of the array or the buffer, before anything is
/// copied.
static bool isInside(Jni &jni, const Range &range, size_t elementBytes) {
  if (!jni.needs(range.array, "array"))
    return false;
  const jsize length = jni.env->GetArrayLength(range.array);
  if (range.first < 0 || range.count < 0 || range.first > length - range.count)
    jni.throwNew("java/lang/ArrayIndexOutOfBoundsException",
                 std::to_string(range.count) + " elements from " +
                     std::to_string(range.first) + " on of an array that has " +
                     std::to_string(length));
  const uint64_t offset = jni.count(range.offset, "offset");
  const cm2tt_buffer *buffer = jni.need<cm2tt_buffer>(range.buffer);
  if (jni.failed())
    return false;
  const uint64_t has = cm2tt_buffer_bytes(buffer);
  const uint64_t wants = range.count * elementBytes;
  if (offset > has || wants > has - offset)
    jni.refuse(std::to_string(wants) + " bytes from " + std::to_string(offset) +
               " on of a buffer that has " + std::to_string(has));
  return !jni.failed();
}

/// Calls `copy` with memory for a piece, the index of the piece's first element
/// and how many it has, for all pieces.
template <typename Element, typename Copy>
static void forPieces(Jni &jni, const Range &range, Copy copy) {
  if (!isInside(jni, range, sizeof(Element)))
    return;
  constexpr jint most = pieceBytes / sizeof(Element);
  const jint size = std::min(range.count, most);
  std::unique_ptr<Element[]> piece(new (std::nothrow) Element[size]);
  if (!piece)
    return jni.throwNew("java/lang/OutOfMemoryError",
                        "native memory to copy an array");
  for (jint left = range.count; left > 0 && !jni.failed();) {
    const jint count = std::min(most, left);
    copy(piece.get(), range.count - left, count);
    left -= count;
  }
}

/// Copies to a buffer; `get` is the JVM's function for such arrays.
template <typename Element, typename Array>
static void write(JNIEnv *env, const Range &range,
                  void (JNIEnv::*get)(Array, jsize, jsize, Element *)) {
  guarded(env, [&](Jni &jni) {
    forPieces<Element>(jni, range, [&](Element *piece, jint done, jint count) {
      (env->*get)(static_cast<Array>(range.array), range.first + done, count,
                  piece);
      if (jni.check())
        jni.call(cm2tt_buffer_write, jni.get<cm2tt_buffer>(range.buffer),
                 range.offset + done * sizeof(Element), piece,
                 count * sizeof(Element));
    });
  });
}

/// Copies from a buffer; `set` is the JVM's function for such arrays.
template <typename Element, typename Array>
static void read(JNIEnv *env, const Range &range,
                 void (JNIEnv::*set)(Array, jsize, jsize, const Element *)) {
  guarded(env, [&](Jni &jni) {
    forPieces<Element>(jni, range, [&](Element *piece, jint done, jint count) {
      jni.call(cm2tt_buffer_read, jni.get<cm2tt_buffer>(range.buffer),
               range.offset + done * sizeof(Element), piece,
               count * sizeof(Element));
      if (!jni.failed())
        (env->*set)(static_cast<Array>(range.array), range.first + done, count,
                    piece);
    });
  });
}

/// A pair of natives for arrays of a type.
#define CM2TT_ARRAYS(Name, Array)                                              \
  CM2TT_NATIVE(void, Arrays, write##Name##s)                                   \
  (JNIEnv * env, jclass, jlong buffer, jlong offset, Array array, jint first,  \
   jint count) {                                                               \
    write(env, {buffer, offset, array, first, count},                          \
          &JNIEnv::Get##Name##ArrayRegion);                                    \
  }                                                                            \
  CM2TT_NATIVE(void, Arrays, read##Name##s)                                    \
  (JNIEnv * env, jclass, jlong buffer, jlong offset, Array array, jint first,  \
   jint count) {                                                               \
    read(env, {buffer, offset, array, first, count},                           \
         &JNIEnv::Set##Name##ArrayRegion);                                     \
  }

CM2TT_ARRAYS(Byte, jbyteArray)
CM2TT_ARRAYS(Short, jshortArray)
CM2TT_ARRAYS(Int, jintArray)
CM2TT_ARRAYS(Long, jlongArray)
CM2TT_ARRAYS(Float, jfloatArray)
CM2TT_ARRAYS(Double, jdoubleArray)
