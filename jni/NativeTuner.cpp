// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Tuners. Tuning does not call back: Java passes the grids of all
/// configurations, or asks for the choice and launches its kernel with one
/// grid.

#include "JniSupport.h"

using namespace cm2tt::jni;

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

namespace {
/// A tuner's options, and what they point to.
struct TunerSettings {
  TextList shared, general, names, values, keys, restored, shipped;
  std::vector<cm2tt_constant> sharedConstants, constants;
  std::vector<cm2tt_configuration> configurations;
  std::vector<cm2tt_key_part> keyParts;
  cm2tt_kernel_options kernel = {};
  cm2tt_tuner_options options = {};
};
} // namespace

/// Makes the configurations of the constants' names and values, and of numbers
/// of warps and stages.
static void setConfigurations(Jni &jni, const std::vector<jint> &shapes,
                              TunerSettings &settings) {
  const size_t names = settings.names.size(), count = shapes.size() / 2;
  if (shapes.size() % 2 || settings.values.size() != names * count)
    return jni.refuse(std::to_string(count) + " configurations of " +
                      std::to_string(names) + " constants each, " +
                      std::to_string(settings.values.size()) + " values");
  for (size_t i = 0; i < names * count; ++i)
    settings.constants.push_back(
        {settings.names[i % names], settings.values[i]});
  for (size_t i = 0; i < count; ++i) {
    settings.configurations.push_back(
        {settings.constants.data() + i * names, names,
         static_cast<uint32_t>(jni.count(shapes[2 * i], "warps")),
         static_cast<uint32_t>(jni.count(shapes[2 * i + 1], "stages"))});
  }
}

/// Makes what all configurations share, and the key.
static void setShared(Jni &jni, const std::vector<jint> &kinds,
                      TunerSettings &settings) {
  if (settings.shared.size() % 2 || kinds.size() != settings.keys.size())
    return jni.refuse("a constant without a value, or a key without a kind");
  for (size_t i = 0; i < settings.shared.size(); i += 2)
    settings.sharedConstants.push_back(
        {settings.shared[i], settings.shared[i + 1]});
  for (size_t i = 0; i < kinds.size(); ++i)
    settings.keyParts.push_back(
        {settings.keys[i], static_cast<uint32_t>(kinds[i]), 0});
}

/// A number of a list, as an integer from 0 on.
static uint64_t integer(Jni &jni, double number, double most) {
  if (number >= 0 && number <= most)
    return static_cast<uint64_t>(number);
  jni.refuse("timing has " + std::to_string(number) + ": expected 0 to " +
             std::to_string(most));
  return 0;
}

/// Sets how long and how well is measured.
static void setTiming(Jni &jni, const std::vector<jdouble> &timing,
                      cm2tt_tuner_options &options) {
  constexpr double mostRuns = 1e9, mostBytes = 1e15;
  if (timing.size() != 7)
    return jni.refuse(std::to_string(timing.size()) +
                      " numbers in timing: expected 7");
  options.warmups = integer(jni, timing[0], mostRuns);
  options.min_runs = integer(jni, timing[1], mostRuns);
  options.max_runs = integer(jni, timing[2], mostRuns);
  options.budget_milliseconds = timing[3];
  options.tolerance = timing[4];
  if (timing[5] == 0)
    options.flush_bytes = CM2TT_NO_FLUSH;
  else if (timing[5] > 0)
    options.flush_bytes = integer(jni, timing[5], mostBytes);
  options.threads = integer(jni, timing[6], mostRuns);
}

/// Has the options point to all of it.
static void setOptions(TunerSettings &settings) {
  cm2tt_kernel_options &kernel = settings.kernel;
  kernel.size = sizeof(kernel);
  kernel.constants = settings.sharedConstants.data();
  kernel.num_constants = settings.sharedConstants.size();
  kernel.unspecialized = settings.general.get();
  kernel.num_unspecialized = settings.general.size();
  kernel.unspecialize_all = settings.general.isNull();
  cm2tt_tuner_options &options = settings.options;
  options.size = sizeof(options);
  options.kernel = &kernel;
  options.configurations = settings.configurations.data();
  options.num_configurations = settings.configurations.size();
  options.key = settings.keyParts.data();
  options.num_key_parts = settings.keyParts.size();
  options.restored = settings.restored.get();
  options.num_restored = settings.restored.size();
  options.shipped = settings.shipped.get();
  options.num_shipped = settings.shipped.size();
}

// The parameters are the members of an options struct.
CM2TT_NATIVE(jlong, Tuner, create)
(JNIEnv *env, jclass, jlong runtime, jbyteArray model, jbyteArray name,
 jbyteArray kernel, jbyteArray folder, jobjectArray shared,
 jobjectArray unspecialized, jint maxRegisters, jboolean fpFusion, jboolean ftz,
 jbyteArray without, jobjectArray names, jobjectArray values, jintArray shapes,
 jobjectArray keys, jintArray keyKinds, jobjectArray restored,
 jobjectArray shipped, jdoubleArray timing) {
  return createGuarded<cm2tt_tuner>(env, [&](Jni &jni, cm2tt_tuner **tuner) {
    TunerSettings settings;
    Bytes code = jni.bytes(model, "model");
    Text modelName = jni.text(name, "name", Null::Refused);
    Text kernelName = jni.text(kernel, "kernel", Null::Allowed);
    Text folderName = jni.text(folder, "folder", Null::Allowed);
    settings.shared = jni.texts(shared, "shared", Null::Refused);
    settings.general = jni.texts(unspecialized, "unspecialized", Null::Allowed);
    settings.names = jni.texts(names, "names", Null::Refused);
    settings.values = jni.texts(values, "values", Null::Refused);
    Text off = jni.text(without, "without", Null::Allowed);
    settings.keys = jni.texts(keys, "keys", Null::Refused);
    settings.restored = jni.texts(restored, "restored", Null::Refused);
    settings.shipped = jni.texts(shipped, "shipped", Null::Refused);
    setConfigurations(jni, jni.ints(shapes, "shapes"), settings);
    setShared(jni, jni.ints(keyKinds, "keyKinds"), settings);
    setOptions(settings);
    settings.kernel.kernel = kernelName.get();
    settings.kernel.max_registers =
        static_cast<uint32_t>(jni.count(maxRegisters, "maxRegisters"));
    settings.kernel.disable_fp_fusion = fpFusion != JNI_TRUE;
    settings.kernel.disable_ftz = ftz != JNI_TRUE;
    settings.kernel.without = off.get();
    settings.options.folder = folderName.get();
    if (timing)
      setTiming(jni, jni.doubles(timing, "timing"), settings.options);
    jni.call(cm2tt_tuner_create, jni.get<cm2tt_runtime>(runtime),
             code.data.get(), code.size, modelName.get(), &settings.options,
             tuner);
  });
}

CM2TT_NATIVE(void, Tuner, destroy)(JNIEnv *env, jclass, jlong tuner) {
  destroyGuarded<cm2tt_tuner>(env, tuner);
}

CM2TT_NATIVE(jlong, Tuner, kernel)
(JNIEnv *env, jclass, jlong tuner, jint configuration) {
  return createGuarded<cm2tt_kernel>(env, [&](Jni &jni, cm2tt_kernel **kernel) {
    const uint64_t index = jni.count(configuration, "configuration");
    jni.call(cm2tt_tuner_kernel, jni.get<cm2tt_tuner>(tuner), index, kernel);
  });
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

/// A choice that the fast way does not take, as for NativeKernel.launch.
static jint chooseSlowly(JNIEnv *env, jlong tuner, jlong device, jlong block,
                         jint arguments) {
  return guarded<jint>(env, [&](Jni &jni) -> jint {
    auto *what = jni.get<cm2tt_tuner>(tuner);
    auto *where = jni.get<cm2tt_device>(device);
    const cm2tt_argument *given = argumentsOf(jni, block, arguments);
    size_t choice = CM2TT_NO_CHOICE;
    jni.call(cm2tt_tuner_choice, what, where, given, countOf(arguments),
             &choice);
    return choice == CM2TT_NO_CHOICE ? -1 : static_cast<jint>(choice);
  });
}

// As for NativeKernel.launch: nothing is asked of the JVM unless it fails.
CM2TT_NATIVE(jint, Tuner, choice)
(JNIEnv *env, jclass, jlong tuner, jlong device, jlong block, jint arguments) {
  const auto *what = find<cm2tt_tuner>(tuner);
  auto *where = find<cm2tt_device>(device);
  BlockView view;
  if (__builtin_expect(!what || !where || !readBlock(block, arguments, view),
                       0))
    return chooseSlowly(env, tuner, device, block, arguments);
  size_t choice = CM2TT_NO_CHOICE;
  cm2tt_status status = cm2tt_tuner_choice(what, where, view.arguments,
                                           countOf(arguments), &choice);
  if (__builtin_expect(status != CM2TT_OK, 0))
    raise(env, status);
  return choice == CM2TT_NO_CHOICE ? -1 : static_cast<jint>(choice);
}

namespace {
/// A launch with a grid for each configuration.
struct TunedCall {
  std::vector<cm2tt_dim3> grids;
  std::vector<jlong> restored;
  cm2tt_tuned_launch launch = {};
};

/// cm2tt_tuner_launch or cm2tt_tuner_tune.
using TunedFunction = cm2tt_status (*)(cm2tt_tuner *, cm2tt_device *,
                                       const cm2tt_tuned_launch *,
                                       const cm2tt_argument *, size_t);
} // namespace

/// Reads a launch but for its arguments.
static void readCall(Jni &jni, const cm2tt_launch &shape, jintArray grids,
                     jlongArray restoredBytes, TunedCall &call) {
  std::vector<jint> extents = jni.ints(grids, "grids");
  call.restored = jni.longs(restoredBytes, "restoredBytes");
  if (extents.size() % 3)
    jni.refuse(std::to_string(extents.size()) +
               " extents of grids: expected x, y and z for each configuration");
  for (jint extent : extents)
    jni.count(extent, "an extent of a grid");
  for (jlong bytes : call.restored)
    jni.count(bytes, "a number of restored bytes");
  if (jni.failed())
    return;
  for (size_t i = 0; i < extents.size(); i += 3)
    call.grids.push_back({static_cast<uint32_t>(extents[i]),
                          static_cast<uint32_t>(extents[i + 1]),
                          static_cast<uint32_t>(extents[i + 2])});
  call.launch.size = sizeof(call.launch);
  call.launch.grids = call.grids.data();
  call.launch.num_grids = call.grids.size();
  call.launch.restored_bytes =
      reinterpret_cast<const uint64_t *>(call.restored.data());
  call.launch.num_restored_bytes = call.restored.size();
  call.launch.cluster = shape.cluster;
  call.launch.cooperative = shape.cooperative;
  call.launch.stream = shape.stream;
}

/// Launches or tunes.
static void callTuner(JNIEnv *env, TunedFunction function, jlong tuner,
                      jlong device, jlong block, jint arguments,
                      jintArray grids, jlongArray restoredBytes) {
  guarded(env, [&](Jni &jni) {
    TunedCall call;
    BlockView view;
    if (!readBlock(block, arguments, view))
      refuseBlock(jni, block, arguments);
    readCall(jni, view.launch, grids, restoredBytes, call);
    jni.call(function, jni.get<cm2tt_tuner>(tuner),
             jni.get<cm2tt_device>(device), &call.launch, view.arguments,
             countOf(arguments));
  });
}

CM2TT_NATIVE(void, Tuner, launch)
(JNIEnv *env, jclass, jlong tuner, jlong device, jlong block, jint arguments,
 jintArray grids, jlongArray restoredBytes) {
  callTuner(env, cm2tt_tuner_launch, tuner, device, block, arguments, grids,
            restoredBytes);
}

CM2TT_NATIVE(void, Tuner, tune)
(JNIEnv *env, jclass, jlong tuner, jlong device, jlong block, jint arguments,
 jintArray grids, jlongArray restoredBytes) {
  callTuner(env, cm2tt_tuner_tune, tuner, device, block, arguments, grids,
            restoredBytes);
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

CM2TT_NATIVE(jbyteArray, Tuner, results)
(JNIEnv *env, jclass, jlong tuner, jlong device, jlong block, jint arguments) {
  return guarded<jbyteArray>(env, [&](Jni &jni) {
    const cm2tt_argument *given = argumentsOf(jni, block, arguments);
    std::vector<char> text;
    // Another thread may tune between the calls, so that the text grows.
    for (size_t bytes = 1; bytes > text.size() && !jni.failed();) {
      text.resize(bytes == 1 ? 0 : bytes);
      jni.call(cm2tt_tuner_results, jni.get<cm2tt_tuner>(tuner),
               jni.get<cm2tt_device>(device), given, countOf(arguments),
               text.data(), text.size(), &bytes);
    }
    return jni.newText(text.empty() ? "" : text.data());
  });
}

CM2TT_NATIVE(void, Tuner, save)
(JNIEnv *env, jclass, jlong tuner, jbyteArray fileName) {
  guarded(env, [&](Jni &jni) {
    Text path = jni.text(fileName, "fileName", Null::Refused);
    jni.call(cm2tt_tuner_save, jni.get<cm2tt_tuner>(tuner), path.get());
  });
}
