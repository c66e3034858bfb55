// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Tuners: their options, launches of their choices, and their results.
///
/// A tuner takes grids, not a function: each launch passes one for every
/// configuration, or the caller asks for the choice and launches its kernel.
/// Tuning never calls back into another language.

#include "CApiInternals.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;
using namespace cm2tt::runtime::capi;

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

/// Calls `add` with each of `count` things, which have to be there.
template <typename T>
static cm2tt_status readList(const char *function, const char *name,
                             const T *list, size_t count,
                             function_ref<cm2tt_status(const T &)> add) {
  if (count)
    if (cm2tt_status status = needs(function, {{name, list}}))
      return status;
  for (size_t i = 0; i < count; ++i)
    if (cm2tt_status status = add(list[i]))
      return status;
  return CM2TT_OK;
}

/// Appends texts, which have to be there.
static cm2tt_status readTexts(const char *function, const char *name,
                              const char *const *texts, size_t count,
                              function_ref<void(const char *)> add) {
  return readList<const char *>(
      function, name, texts, count, [&](const char *const &text) {
        cm2tt_status status = needs(function, {{name, text}});
        if (!status)
          add(text);
        return status;
      });
}

static cm2tt_status readConfigurations(const char *function,
                                       const cm2tt_tuner_options &given,
                                       TunerOptions &options) {
  return readList<cm2tt_configuration>(
      function, "options->configurations", given.configurations,
      given.num_configurations, [&](const cm2tt_configuration &one) {
        TuneConfig config;
        config.numWarps = one.num_warps;
        config.numStages = one.num_stages;
        cm2tt_status status = readConstants(
            function, one.constants, one.num_constants, config.constants);
        options.configs.push_back(std::move(config));
        return status;
      });
}

static cm2tt_status readKey(const char *function,
                            const cm2tt_tuner_options &given,
                            TunerOptions &options) {
  return readList<cm2tt_key_part>(
      function, "options->key", given.key, given.num_key_parts,
      [&](const cm2tt_key_part &part) {
        if (cm2tt_status status = needs(
                function, {{"options->key[i].parameter", part.parameter}}))
          return status;
        if (part.kind > CM2TT_KEY_TYPE || part.reserved)
          return invalid(function, "key '" + Twine(part.parameter) +
                                       "': there is no kind " +
                                       Twine(part.kind) +
                                       ", or 'reserved' is not 0");
        options.key.push_back({part.parameter, TuneKeyPart::By(part.kind)});
        return CM2TT_OK;
      });
}

/// Sets what is not 0.
static void readTiming(const cm2tt_tuner_options &given, TuneTiming &timing) {
  if (given.warmups)
    timing.warmups = given.warmups;
  if (given.min_runs)
    timing.minRuns = given.min_runs;
  if (given.max_runs)
    timing.maxRuns = given.max_runs;
  if (given.budget_milliseconds != 0)
    timing.budgetMilliseconds = given.budget_milliseconds;
  if (given.tolerance != 0)
    timing.tolerance = given.tolerance;
  if (given.flush_bytes)
    timing.flushBytes =
        given.flush_bytes == CM2TT_NO_FLUSH ? 0 : given.flush_bytes;
}

/// Reads the options except for the receiver of remarks.
static cm2tt_status readTunerOptions(const char *function,
                                     const cm2tt_tuner_options *from,
                                     TunerOptions &options) {
  cm2tt_tuner_options given;
  if (cm2tt_status status = readStruct(function, "options", from, given))
    return status;
  if (cm2tt_status status =
          readKernelOptions(function, given.kernel, options.kernel))
    return status;
  if (cm2tt_status status = readConfigurations(function, given, options))
    return status;
  if (cm2tt_status status = readKey(function, given, options))
    return status;
  if (cm2tt_status status = readTexts(
          function, "options->restored", given.restored, given.num_restored,
          [&](const char *name) { options.restored.push_back({name, {}}); }))
    return status;
  if (cm2tt_status status = readTexts(
          function, "options->shipped", given.shipped, given.num_shipped,
          [&](const char *file) { options.shipped.push_back(file); }))
    return status;
  if (given.folder)
    options.folder = given.folder;
  options.threads = given.threads;
  readTiming(given, options.timing);
  return CM2TT_OK;
}

cm2tt_status cm2tt_tuner_create(cm2tt_runtime *runtime, const char *model,
                                size_t bytes, const char *name,
                                const cm2tt_tuner_options *options,
                                cm2tt_tuner **tuner) {
  TunerOptions settings;
  if (tuner)
    *tuner = nullptr;
  if (cm2tt_status status = needs(__func__, {{"runtime", runtime},
                                             {"model", model},
                                             {"options", options},
                                             {"tuner", tuner}}))
    return status;
  if (bytes > PTRDIFF_MAX)
    return invalid(__func__, "a model of " + Twine(bytes) + " bytes");
  if (cm2tt_status status = readTunerOptions(__func__, options, settings))
    return status;
  if (runtime->state->options.onRemark)
    settings.onRemark = [state = runtime->state](StringRef text) {
      Diagnostic warning;
      warning.severity = Severity::Warning;
      warning.message = text.str();
      state->options.onRemark(warning);
    };
  Expected<std::unique_ptr<Autotuner>> made = Autotuner::create(
      *runtime->state->runtime, StringRef(model, bytes),
      name ? StringRef(name) : StringRef("model"), std::move(settings));
  if (!made)
    return fail(made.takeError());
  *tuner = new cm2tt_tuner{runtime->state, std::move(*made)};
  return CM2TT_OK;
}

void cm2tt_tuner_destroy(cm2tt_tuner *tuner) { delete tuner; }

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

/// More configurations than anybody tries.
static constexpr size_t maxGrids = size_t(1) << 20;

/// A launch with its C++ objects.
struct ReadLaunch {
  TunedCall call;
  SmallVector<Dim3, 16> grids;
  Values values;
};

/// Reads a launch but for its arguments.
static cm2tt_status readTuned(const char *function, const cm2tt_tuner &tuner,
                              const cm2tt_device &device,
                              const cm2tt_tuned_launch *from,
                              ReadLaunch &result) {
  cm2tt_tuned_launch given;
  if (cm2tt_status status = checkDevice(function, *tuner.state, device))
    return status;
  if (cm2tt_status status = readStruct(function, "launch", from, given))
    return status;
  if (cm2tt_status status = needs(function, {{"launch->grids", given.grids}}))
    return status;
  if (given.num_restored_bytes)
    if (cm2tt_status status =
            needs(function, {{"launch->restored_bytes", given.restored_bytes}}))
      return status;
  // Anything else is not worth being read.
  if (given.num_grids == 0 || given.num_grids > maxGrids)
    return invalid(function, Twine(given.num_grids) +
                                 " grids given: expected one for each "
                                 "configuration");
  for (const cm2tt_dim3 &grid : ArrayRef(given.grids, given.num_grids))
    result.grids.push_back({grid.x, grid.y, grid.z});
  result.call.grids = result.grids;
  result.call.restoredBytes =
      ArrayRef(given.restored_bytes, given.num_restored_bytes);
  result.call.attributes = readAttributes(given);
  return nativeStream(function, device, given.stream, result.call.stream);
}

namespace {
/// The arguments of a call that launches, as C has them.
struct GivenLaunch {
  const cm2tt_tuner *tuner;
  const cm2tt_device *device;
  const cm2tt_tuned_launch *launch;
  const cm2tt_argument *arguments;
  size_t numArguments;
};
} // namespace

/// Reads a launch and calls `perform` with it.
static cm2tt_status
withLaunch(const char *function, const GivenLaunch &given,
           function_ref<Error(const ReadLaunch &)> perform) {
  ReadLaunch read;
  if (cm2tt_status status = needs(function, {{"tuner", given.tuner},
                                             {"device", given.device},
                                             {"launch", given.launch}}))
    return status;
  if (cm2tt_status status =
          readTuned(function, *given.tuner, *given.device, given.launch, read))
    return status;
  if (cm2tt_status status = readArguments(function, given.arguments,
                                          given.numArguments, read.values))
    return status;
  return statusOf(perform(read));
}

cm2tt_status cm2tt_tuner_launch(cm2tt_tuner *tuner, cm2tt_device *device,
                                const cm2tt_tuned_launch *launch,
                                const cm2tt_argument *arguments,
                                size_t num_arguments) {
  auto perform = [&](const ReadLaunch &read) {
    return tuner->tuner->launch(device->device, read.values, read.call);
  };
  return withLaunch(__func__, {tuner, device, launch, arguments, num_arguments},
                    perform);
}

cm2tt_status cm2tt_tuner_tune(cm2tt_tuner *tuner, cm2tt_device *device,
                              const cm2tt_tuned_launch *launch,
                              const cm2tt_argument *arguments,
                              size_t num_arguments) {
  auto perform = [&](const ReadLaunch &read) {
    return tuner->tuner->tune(device->device, read.values, read.call)
        .takeError();
  };
  return withLaunch(__func__, {tuner, device, launch, arguments, num_arguments},
                    perform);
}

cm2tt_status cm2tt_tuner_choice(const cm2tt_tuner *tuner, cm2tt_device *device,
                                const cm2tt_argument *arguments,
                                size_t num_arguments, size_t *choice) {
  Values values;
  if (cm2tt_status status = needs(
          __func__, {{"tuner", tuner}, {"device", device}, {"choice", choice}}))
    return status;
  if (cm2tt_status status = checkDevice(__func__, *tuner->state, *device))
    return status;
  if (cm2tt_status status =
          readArguments(__func__, arguments, num_arguments, values))
    return status;
  Expected<std::optional<size_t>> found =
      tuner->tuner->choice(device->device, values);
  if (!found)
    return fail(found.takeError());
  *choice = found->value_or(CM2TT_NO_CHOICE);
  return CM2TT_OK;
}

cm2tt_status cm2tt_tuner_kernel(const cm2tt_tuner *tuner, size_t configuration,
                                cm2tt_kernel **kernel) {
  if (kernel)
    *kernel = nullptr;
  if (cm2tt_status status =
          needs(__func__, {{"tuner", tuner}, {"kernel", kernel}}))
    return status;
  Expected<std::shared_ptr<Kernel>> loaded =
      tuner->tuner->kernel(configuration);
  if (!loaded)
    return fail(loaded.takeError());
  *kernel = new cm2tt_kernel{tuner->state, std::move(*loaded)};
  return CM2TT_OK;
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

cm2tt_status cm2tt_tuner_results(const cm2tt_tuner *tuner, cm2tt_device *device,
                                 const cm2tt_argument *arguments,
                                 size_t num_arguments, char *text,
                                 size_t capacity, size_t *bytes) {
  if (cm2tt_status status =
          needs(__func__, {{"tuner", tuner}, {"bytes", bytes}}))
    return status;
  if (capacity)
    if (cm2tt_status status = needs(__func__, {{"text", text}}))
      return status;
  std::vector<TuneResult> results;
  if (device) {
    Values values;
    if (cm2tt_status status = checkDevice(__func__, *tuner->state, *device))
      return status;
    if (cm2tt_status status =
            readArguments(__func__, arguments, num_arguments, values))
      return status;
    if (auto result = tuner->tuner->explain(device->device, values))
      results.push_back(std::move(*result));
  } else {
    results = tuner->tuner->results();
  }
  std::string json = writeTuneResults(results);
  *bytes = json.size() + 1;
  if (capacity) {
    const size_t kept = std::min(capacity - 1, json.size());
    std::memcpy(text, json.data(), kept);
    text[kept] = 0;
  }
  return CM2TT_OK;
}

cm2tt_status cm2tt_tuner_save(const cm2tt_tuner *tuner, const char *path) {
  if (cm2tt_status status = needs(__func__, {{"tuner", tuner}, {"path", path}}))
    return status;
  return statusOf(tuner->tuner->save(path));
}
