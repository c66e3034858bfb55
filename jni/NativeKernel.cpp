// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Kernels, launches and compiled code.
///
/// A launch is a block of native memory that Java writes, a `cm2tt_launch` and
/// its arguments, so that the native method calls no function of the JVM
/// (docs/launch-cost.md). The library allocates the block, which has a handle
/// and a length, as all other objects. Addresses in the arguments are not
/// checked: a kernel accesses them without bounds.

#include "JniSupport.h"

#include <cstddef>

using namespace cm2tt::jni;

// NativeKernel.java writes blocks by these numbers.
static_assert(offsetof(cm2tt_launch, size) == 0 &&
              offsetof(cm2tt_launch, grid) == 8 &&
              offsetof(cm2tt_launch, cluster) == 20 &&
              offsetof(cm2tt_launch, stream) == 32 &&
              offsetof(cm2tt_launch, cooperative) == 40 &&
              offsetof(cm2tt_launch, extents) == 48 &&
              sizeof(cm2tt_launch) == 56 && sizeof(cm2tt_argument) == 16 &&
              offsetof(cm2tt_argument, bits) == 0 &&
              offsetof(cm2tt_argument, type) == 8 &&
              offsetof(cm2tt_argument, is_pointer) == 12);

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// Pairs of names and values.
static std::vector<cm2tt_constant> pairUp(Jni &jni, const TextList &names,
                                          const TextList &values) {
  std::vector<cm2tt_constant> constants;
  if (names.size() != values.size())
    jni.refuse(std::to_string(names.size()) + " names and " +
               std::to_string(values.size()) + " values of constants");
  for (size_t i = 0; i < names.size() && !jni.failed(); ++i)
    constants.push_back({names[i], values[i]});
  return constants;
}

// The parameters are the members of an options struct.
CM2TT_NATIVE(jlong, Kernel, load)
(JNIEnv *env, jclass, jlong runtime, jbyteArray model, jbyteArray name,
 jbyteArray kernel, jint warps, jint stages, jint maxRegisters,
 jboolean fpFusion, jboolean ftz, jobjectArray constantNames,
 jobjectArray constantValues, jobjectArray unspecialized,
 jboolean unspecializeAll, jboolean checked, jbyteArray without) {
  return createGuarded<cm2tt_kernel>(env, [&](Jni &jni, cm2tt_kernel **result) {
    Bytes code = jni.bytes(model, "model");
    Text modelName = jni.text(name, "name", Null::Refused);
    Text kernelName = jni.text(kernel, "kernel", Null::Allowed);
    Text off = jni.text(without, "without", Null::Allowed);
    TextList names = jni.texts(constantNames, "constantNames", Null::Refused);
    TextList values =
        jni.texts(constantValues, "constantValues", Null::Refused);
    TextList general = jni.texts(unspecialized, "unspecialized", Null::Refused);
    std::vector<cm2tt_constant> constants = pairUp(jni, names, values);
    cm2tt_kernel_options options = {};
    options.size = sizeof(options);
    options.kernel = kernelName.get();
    options.num_warps = static_cast<uint32_t>(jni.count(warps, "warps"));
    options.num_stages = static_cast<uint32_t>(jni.count(stages, "stages"));
    options.max_registers =
        static_cast<uint32_t>(jni.count(maxRegisters, "maxRegisters"));
    options.disable_fp_fusion = fpFusion != JNI_TRUE;
    options.disable_ftz = ftz != JNI_TRUE;
    options.constants = constants.data();
    options.num_constants = constants.size();
    options.unspecialized = general.get();
    options.num_unspecialized = general.size();
    options.unspecialize_all = unspecializeAll == JNI_TRUE;
    options.checked = checked == JNI_TRUE;
    options.without = off.get();
    jni.call(cm2tt_kernel_load, jni.get<cm2tt_runtime>(runtime),
             code.data.get(), code.size, modelName.get(), &options, result);
  });
}

CM2TT_NATIVE(void, Kernel, destroy)(JNIEnv *env, jclass, jlong kernel) {
  destroyGuarded<cm2tt_kernel>(env, kernel);
}

CM2TT_NATIVE(jboolean, Kernel, isChecked)(JNIEnv *env, jclass, jlong kernel) {
  return guarded<jboolean>(env, [&](Jni &jni) -> jboolean {
    const cm2tt_kernel *what = jni.need<cm2tt_kernel>(kernel);
    return !jni.failed() && cm2tt_kernel_is_checked(what) != 0;
  });
}

/// Calls `use` with each parameter of a kernel.
template <typename Use>
static void forParameters(Jni &jni, jlong handle, Use use) {
  const cm2tt_kernel *kernel = jni.need<cm2tt_kernel>(handle);
  const size_t count = jni.failed() ? 0 : cm2tt_kernel_parameters(kernel);
  for (size_t i = 0; i < count && !jni.failed(); ++i) {
    cm2tt_parameter parameter = {};
    parameter.size = sizeof(parameter);
    jni.call(cm2tt_kernel_get_parameter, kernel, i, &parameter);
    if (!jni.failed())
      use(i, parameter);
  }
}

CM2TT_NATIVE(jobjectArray, Kernel, parameters)
(JNIEnv *env, jclass, jlong kernel) {
  return guarded<jobjectArray>(env, [&](Jni &jni) {
    std::vector<const char *> texts;
    forParameters(jni, kernel, [&](size_t, const cm2tt_parameter &parameter) {
      texts.insert(texts.end(),
                   {parameter.name, parameter.java_type, parameter.signature});
    });
    return jni.newTexts(texts);
  });
}

CM2TT_NATIVE(jintArray, Kernel, launchParameters)
(JNIEnv *env, jclass, jlong kernel) {
  return guarded<jintArray>(env, [&](Jni &jni) {
    std::vector<jint> indices;
    forParameters(jni, kernel,
                  [&](size_t index, const cm2tt_parameter &parameter) {
                    if (parameter.takes_argument)
                      indices.push_back(static_cast<jint>(index));
                  });
    return jni.newInts(indices);
  });
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

CM2TT_NATIVE(jlong, Kernel, createBlock)(JNIEnv *env, jclass, jint arguments) {
  return guarded<jlong>(env, [&](Jni &jni) -> jlong {
    const uint64_t capacity = jni.count(arguments, "arguments");
    if (jni.failed())
      return 0;
    LaunchBlock *block = createBlock(capacity);
    if (!block)
      jni.throwNew("java/lang/OutOfMemoryError", "native memory for a launch");
    return jni.give(block);
  });
}

CM2TT_NATIVE(jobject, Kernel, blockData)(JNIEnv *env, jclass, jlong block) {
  return guarded<jobject>(env, [&](Jni &jni) -> jobject {
    auto *object = jni.need<LaunchBlock>(block);
    if (jni.failed())
      return nullptr;
    jobject result = env->NewDirectByteBuffer(
        &object->launch,
        static_cast<jlong>(sizeof(cm2tt_launch) +
                           object->capacity * sizeof(cm2tt_argument)));
    return jni.check() ? result : nullptr;
  });
}

CM2TT_NATIVE(void, Kernel, destroyBlock)(JNIEnv *env, jclass, jlong block) {
  destroyGuarded<LaunchBlock>(env, block);
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

/// A launch that the fast way does not take: throws, or has the C interface say
/// what is null.
static void launchSlowly(JNIEnv *env, jlong kernel, jlong device, jlong block,
                         jint arguments) {
  guarded(env, [&](Jni &jni) {
    auto *what = jni.get<cm2tt_kernel>(kernel);
    auto *where = jni.get<cm2tt_device>(device);
    BlockView view;
    const bool hasBlock = readBlock(block, arguments, view);
    if (block && !hasBlock)
      refuseBlock(jni, block, arguments);
    jni.call(cm2tt_kernel_launch, what, where,
             hasBlock ? &view.launch : nullptr, view.arguments,
             countOf(arguments));
  });
}

// A launch takes some hundred nanoseconds: nothing here asks the JVM anything
// unless it fails, and the C interface checks what there is to check.
CM2TT_NATIVE(void, Kernel, launch)
(JNIEnv *env, jclass, jlong kernel, jlong device, jlong block, jint arguments) {
  auto *what = find<cm2tt_kernel>(kernel);
  auto *where = find<cm2tt_device>(device);
  BlockView view;
  if (__builtin_expect(!what || !where || !readBlock(block, arguments, view),
                       0))
    return launchSlowly(env, kernel, device, block, arguments);
  cm2tt_status status = cm2tt_kernel_launch(what, where, &view.launch,
                                            view.arguments, countOf(arguments));
  if (__builtin_expect(status != CM2TT_OK, 0))
    raise(env, status);
}

CM2TT_NATIVE(jlong, Kernel, builds)(JNIEnv *env, jclass, jlong kernel) {
  return guarded<jlong>(env, [&](Jni &jni) -> jlong {
    const cm2tt_kernel *object = jni.need<cm2tt_kernel>(kernel);
    return jni.failed() ? 0 : static_cast<jlong>(cm2tt_kernel_builds(object));
  });
}

CM2TT_NATIVE(void, Kernel, launchChecked)
(JNIEnv *env, jclass, jlong kernel, jlong device, jlong block, jint arguments,
 jlongArray extents) {
  guarded(env, [&](Jni &jni) {
    std::vector<jlong> bytes = jni.longs(extents, "extents");
    const auto *what = jni.need<cm2tt_kernel>(kernel);
    auto *where = jni.need<cm2tt_device>(device);
    BlockView view;
    if (!jni.failed() && !readBlock(block, arguments, view))
      refuseBlock(jni, block, arguments);
    if (!jni.failed() && bytes.size() != countOf(arguments))
      jni.refuse(std::to_string(bytes.size()) + " extents for " +
                 std::to_string(arguments) + " arguments");
    if (jni.failed())
      return;
    view.launch.extents = reinterpret_cast<const uint64_t *>(bytes.data());
    jni.call(cm2tt_kernel_launch, const_cast<cm2tt_kernel *>(what), where,
             &view.launch, view.arguments, countOf(arguments));
  });
}

CM2TT_NATIVE(jlong, Kernel, prepare)
(JNIEnv *env, jclass, jlong kernel, jlong device, jlong block, jint arguments) {
  return createGuarded<cm2tt_compiled>(
      env, [&](Jni &jni, cm2tt_compiled **compiled) {
        const cm2tt_argument *given = argumentsOf(jni, block, arguments);
        jni.call(cm2tt_kernel_prepare, jni.get<cm2tt_kernel>(kernel),
                 jni.get<cm2tt_device>(device), given, countOf(arguments),
                 compiled);
      });
}

CM2TT_NATIVE(jlong, Kernel, typeCalls)
(JNIEnv *env, jclass, jlong kernel, jlong device, jlong block, jint arguments) {
  return createGuarded<cm2tt_compiled>(env, [&](Jni &jni,
                                                cm2tt_compiled **calls) {
    const cm2tt_argument *given = argumentsOf(jni, block, arguments);
    jni.call(cm2tt_kernel_type_calls, jni.get<cm2tt_kernel>(kernel),
             jni.get<cm2tt_device>(device), given, countOf(arguments), calls);
  });
}

//===----------------------------------------------------------------------===//
// What was compiled
//===----------------------------------------------------------------------===//

CM2TT_NATIVE(jlong, Kernel, compile)
(JNIEnv *env, jclass, jlong kernel, jbyteArray target, jbyteArray signature) {
  return createGuarded<cm2tt_compiled>(
      env, [&](Jni &jni, cm2tt_compiled **compiled) {
        Text where = jni.text(target, "target", Null::Refused);
        Text what = jni.text(signature, "signature", Null::Refused);
        jni.call(cm2tt_kernel_compile, jni.get<cm2tt_kernel>(kernel),
                 where.get(), what.get(), compiled);
      });
}

CM2TT_NATIVE(void, Kernel, destroyCompiled)(JNIEnv *env, jclass,
                                            jlong compiled) {
  destroyGuarded<cm2tt_compiled>(env, compiled);
}

CM2TT_NATIVE(jbyteArray, Kernel, image)(JNIEnv *env, jclass, jlong compiled) {
  return guarded<jbyteArray>(env, [&](Jni &jni) {
    const void *data = nullptr;
    size_t size = 0;
    jni.call(cm2tt_compiled_image, jni.get<cm2tt_compiled>(compiled), &data,
             &size);
    return jni.newBytes(data, size);
  });
}

CM2TT_NATIVE(jobjectArray, Kernel, compiledTexts)
(JNIEnv *env, jclass, jlong compiled) {
  return guarded<jobjectArray>(env, [&](Jni &jni) -> jobjectArray {
    const cm2tt_compiled *what = jni.need<cm2tt_compiled>(compiled);
    if (jni.failed())
      return nullptr;
    return jni.newTexts(
        {cm2tt_compiled_metadata(what), cm2tt_compiled_signature(what)});
  });
}
