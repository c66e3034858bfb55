// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Tensor descriptors. A launch gets one by the bits of an argument, an address
/// as that of a buffer is: Java holds the descriptor until the call returns.

#include "JniSupport.h"

#include <algorithm>

using namespace cm2tt::jni;

/// Copies the numbers of one array, as many as there is room for; refuses
/// another rank.
static void copyDims(Jni &jni, const std::vector<jlong> &from, size_t rank,
                     int64_t (&to)[CM2TT_MAX_RANK]) {
  if (jni.failed())
    return;
  if (from.size() != rank)
    return jni.refuse(std::to_string(from.size()) + " numbers for " +
                      std::to_string(rank) + " dimensions");
  std::copy_n(from.begin(), std::min<size_t>(rank, CM2TT_MAX_RANK), to);
}

CM2TT_NATIVE(jlong, Descriptors, create)
(JNIEnv *env, jclass, jlong address, jint type, jlongArray shape,
 jlongArray strides, jlongArray block, jboolean padsWithNaN,
 jboolean isReadOnly) {
  return createGuarded<cm2tt_tensor_descriptor>(
      env, [&](Jni &jni, cm2tt_tensor_descriptor **result) {
        std::vector<jlong> extents = jni.longs(shape, "shape");
        std::vector<jlong> steps = jni.longs(strides, "strides");
        std::vector<jlong> boxes = jni.longs(block, "block");
        cm2tt_tensor_description description = {};
        description.size = sizeof(description);
        description.address = static_cast<uint64_t>(address);
        description.type = static_cast<uint32_t>(type);
        description.rank = static_cast<uint32_t>(extents.size());
        description.pads_with_nan = padsWithNaN == JNI_TRUE;
        description.read_only = isReadOnly == JNI_TRUE;
        copyDims(jni, extents, extents.size(), description.shape);
        copyDims(jni, steps, extents.size(), description.strides);
        copyDims(jni, boxes, extents.size(), description.block);
        jni.call(cm2tt_tensor_descriptor_create, &description, result);
      });
}

CM2TT_NATIVE(void, Descriptors, destroy)
(JNIEnv *env, jclass, jlong descriptor) {
  destroyGuarded<cm2tt_tensor_descriptor>(env, descriptor);
}

CM2TT_NATIVE(jlong, Descriptors, argument)
(JNIEnv *env, jclass, jlong descriptor) {
  return guarded<jlong>(env, [&](Jni &jni) -> jlong {
    const auto *object = jni.need<cm2tt_tensor_descriptor>(descriptor);
    return jni.failed() ? 0
                        : static_cast<jlong>(cm2tt_arg_descriptor(object).bits);
  });
}
