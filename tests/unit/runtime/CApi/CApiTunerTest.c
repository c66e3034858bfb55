// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Tuners: options, launches of the choice, results; null in the place of every
/// argument.
///
/// Not here: how a choice is made
/// (tests/unit/runtime/Autotuner/AutotunerTest.cpp).

#define _XOPEN_SOURCE 700

#include "CApiTesting.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { Configurations = 2 };

static const cm2tt_constant Small = {"BLOCK", "512"}, Large = {"BLOCK", "1024"};
static const char *const OutName[] = {"out", NULL};
static const cm2tt_dim3 Grids[] = {{(Elements + 511) / 512, 1, 1},
                                   {(Elements + 1023) / 1024, 1, 1}};
static const uint64_t RestoredBytes[] = {Bytes};
/// A launch of both configurations.
static const cm2tt_tuned_launch TunedLaunch = {.size = sizeof(TunedLaunch),
                                               .grids = Grids,
                                               .num_grids = Configurations,
                                               .restored_bytes = RestoredBytes,
                                               .num_restored_bytes = 1};
static const cm2tt_key_part KeyOfN[] = {{"n", CM2TT_KEY_POWER_OF_TWO, 0}};

/// Two configurations of the kernel that adds vectors, little time, no files.
static cm2tt_tuner_options
optionsOf(cm2tt_configuration configurations[Configurations]) {
  configurations[0] = (cm2tt_configuration){&Small, 1, 0, 0};
  configurations[1] = (cm2tt_configuration){&Large, 1, 2, 1};
  return (cm2tt_tuner_options){
      .size = sizeof(cm2tt_tuner_options),
      .configurations = configurations,
      .num_configurations = Configurations,
      .key = KeyOfN,
      .num_key_parts = 1,
      .restored = OutName,
      .num_restored = 1,
      .folder = "",
      .warmups = 1,
      .min_runs = 8,
      .max_runs = 9,
      .threads = 1,
      .budget_milliseconds = 1e9,
      .tolerance = 0.5,
      .flush_bytes = CM2TT_NO_FLUSH,
  };
}

/// The example's model.
static char *readModel(size_t *bytes) {
  static char text[1 << 16];
  FILE *file = fopen(vectorAdd, "r");
  CHECK(file);
  *bytes = file ? fread(text, 1, sizeof(text), file) : 0;
  if (file)
    fclose(file);
  return text;
}

static cm2tt_status make(cm2tt_runtime *runtime,
                         const cm2tt_tuner_options *options,
                         cm2tt_tuner **tuner) {
  size_t bytes;
  const char *model = readModel(&bytes);
  return cm2tt_tuner_create(runtime, model, bytes, "add.json", options, tuner);
}

static void testChoice(const char *file) {
  Setup setup = setUp(NULL);
  Addition add = makeAddition(setup.device);
  cm2tt_configuration configurations[Configurations];
  cm2tt_tuner_options options = optionsOf(configurations);
  cm2tt_tuner *tuner;
  cm2tt_kernel *kernel;
  size_t choice = 7, length;
  char text[4096];
  OK(make(setup.runtime, &options, &tuner));
  OK(cm2tt_tuner_choice(tuner, setup.device, add.arguments, 4, &choice));
  CHECK(choice == CM2TT_NO_CHOICE);
  OK(cm2tt_tuner_results(tuner, setup.device, add.arguments, 4, text,
                         sizeof(text), &length));
  CHECK(length == strlen(text) + 1 && !strstr(text, "choice"));

  OK(cm2tt_tuner_launch(tuner, setup.device, &TunedLaunch, add.arguments, 4));
  CHECK(isAdded(&add));
  OK(cm2tt_tuner_choice(tuner, setup.device, add.arguments, 4, &choice));
  CHECK(choice < Configurations);
  OK(cm2tt_tuner_tune(tuner, setup.device, &TunedLaunch, add.arguments, 4));
  OK(cm2tt_tuner_choice(tuner, setup.device, add.arguments, 4, &choice));
  // The memory is as before all runs.
  CHECK(!isAdded(&add));
  OK(cm2tt_tuner_kernel(tuner, choice, &kernel));
  add.launch.grid = Grids[choice];
  OK(cm2tt_kernel_launch(kernel, setup.device, &add.launch, add.arguments, 4));
  CHECK(isAdded(&add));
  cm2tt_kernel_destroy(kernel);

  OK(cm2tt_tuner_results(tuner, NULL, NULL, 0, text, sizeof(text), &length));
  CHECK(length == strlen(text) + 1 && strstr(text, "\"n<=8192\""));
  OK(cm2tt_tuner_results(tuner, setup.device, add.arguments, 4, text, 5,
                         &length));
  CHECK(strlen(text) == 4 && length > 100);
  OK(cm2tt_tuner_save(tuner, file));
  cm2tt_tuner_destroy(tuner);
  destroyAddition(&add);
  cm2tt_runtime_destroy(setup.runtime);
}

/// The results have fractions with points, in every locale of the process
/// (ctest `locales-c`), and the reasons of the system are in English.
static void testText(const char *file) {
  char text[4096], *number;
  FILE *saved = fopen(file, "r");
  CHECK(saved);
  text[saved ? fread(text, 1, sizeof(text) - 1, saved) : 0] = 0;
  if (saved)
    fclose(saved);
  number = strstr(text, "\"median\": ");
  CHECK(number);
  // Whole numbers have neither; what follows a comma of JSON is no digit.
  if (number)
    number += strcspn(number, ".,\n");
  CHECK(number && (*number != ',' || !isdigit((unsigned char)number[1])));
  Setup setup = setUp(NULL);
  cm2tt_kernel *kernel;
  FAILS(cm2tt_kernel_load_file(setup.runtime, "/no/such", NULL, &kernel),
        CM2TT_FAILED, "/no/such: cannot be read: No such file or directory");
  cm2tt_runtime_destroy(setup.runtime);
}

/// What was saved is used without tuning.
static void testShipped(const char *file) {
  Setup setup = setUp(NULL);
  Addition add = makeAddition(setup.device);
  cm2tt_configuration configurations[Configurations];
  cm2tt_tuner_options options = optionsOf(configurations);
  cm2tt_tuner *tuner;
  const char *files[] = {file, NULL};
  options.shipped = files;
  options.num_shipped = 1;
  OK(make(setup.runtime, &options, &tuner));
  OK(cm2tt_runtime_freeze(setup.runtime));
  add.arguments[3] = cm2tt_arg_i32(Elements * 4);
  FAILS(cm2tt_tuner_launch(tuner, setup.device, &TunedLaunch, add.arguments, 4),
        CM2TT_FAILED, "the runtime is frozen");
  cm2tt_tuner_destroy(tuner);
  files[0] = "/no/such/file";
  FAILS(make(setup.runtime, &options, &tuner), CM2TT_FAILED, "/no/such/file");
  CHECK(!tuner);
  destroyAddition(&add);
  cm2tt_runtime_destroy(setup.runtime);
}

/// Optimizations that are turned off, for all configurations.
static void testWithout(cm2tt_runtime *runtime, cm2tt_tuner_options options) {
  cm2tt_kernel_options kernel = {.size = sizeof(kernel),
                                 .without = "persistent,split-loops"};
  cm2tt_tuner *tuner;
  options.kernel = &kernel;
  OK(make(runtime, &options, &tuner));
  cm2tt_tuner_destroy(tuner);
  kernel.without = "rotate_loops";
  FAILS(make(runtime, &options, &tuner), CM2TT_INVALID_ARGUMENT,
        "'options->without': 'rotate_loops': expected all, tensor-maps, ");
}

static void testWrongOptions(cm2tt_runtime *runtime) {
  cm2tt_configuration configurations[Configurations];
  cm2tt_tuner_options options = optionsOf(configurations);
  const cm2tt_key_part strange[] = {{"n", 3, 0}}, nameless[] = {{NULL, 0, 0}};
  cm2tt_kernel_options kernel = {.size = sizeof(kernel),
                                 .num_unspecialized = 1};
  cm2tt_tuner *tuner;
#define MAKE make(runtime, &options, &tuner)
  testWithout(runtime, options);
  options.key = strange;
  FAILS(MAKE, CM2TT_INVALID_ARGUMENT, "key 'n': there is no kind 3");
  options.key = nameless;
  NEEDS(MAKE, "options->key[i].parameter");
  options.key = NULL;
  NEEDS(MAKE, "options->key");
  options.num_key_parts = 0;
  options.num_restored = 2;
  NEEDS(MAKE, "options->restored");
  options.restored = NULL;
  NEEDS(MAKE, "options->restored");
  options.num_restored = 0;
  options.num_shipped = 1;
  NEEDS(MAKE, "options->shipped");
  options.num_shipped = 0;
  options.kernel = &kernel;
  NEEDS(MAKE, "options->unspecialized");
  options.kernel = NULL;
  configurations[0].constants = NULL;
  NEEDS(MAKE, "options->constants");
  options.configurations = NULL;
  NEEDS(MAKE, "options->configurations");
  options.num_configurations = 0;
  FAILS(MAKE, CM2TT_INVALID_ARGUMENT, "expected at least one");
  options.size = 1;
  FAILS(MAKE, CM2TT_INVALID_ARGUMENT, "the size of 'options' is 1");
#undef MAKE
  NEEDS(make(NULL, &options, &tuner), "runtime");
  NEEDS(make(runtime, NULL, &tuner), "options");
  NEEDS(make(runtime, &options, NULL), "tuner");
  NEEDS(cm2tt_tuner_create(runtime, NULL, 0, NULL, &options, &tuner), "model");
}

static void testWrongCalls(Setup setup) {
  cm2tt_configuration configurations[Configurations];
  cm2tt_tuner_options options = optionsOf(configurations);
  const cm2tt_dim3 grids[Configurations] = {{1, 1, 1}, {1, 1, 1}};
  cm2tt_tuned_launch launch = {.size = sizeof(launch)};
  cm2tt_argument none = cm2tt_arg_i32(1);
  cm2tt_tuner *tuner;
  cm2tt_kernel *kernel;
  size_t choice, length;
  char text[8];
  OK(make(setup.runtime, &options, &tuner));
#define LAUNCH(tuner, device, launch)                                          \
  cm2tt_tuner_launch(tuner, device, launch, &none, 1)
#define TUNE(tuner, device, launch)                                            \
  cm2tt_tuner_tune(tuner, device, launch, &none, 1)
  NEEDS(LAUNCH(NULL, setup.device, &launch), "tuner");
  NEEDS(LAUNCH(tuner, NULL, &launch), "device");
  NEEDS(LAUNCH(tuner, setup.device, NULL), "launch");
  NEEDS(LAUNCH(tuner, setup.device, &launch), "launch->grids");
  NEEDS(TUNE(NULL, setup.device, &launch), "tuner");
  NEEDS(TUNE(tuner, NULL, &launch), "device");
  NEEDS(TUNE(tuner, setup.device, NULL), "launch");
  NEEDS(TUNE(tuner, setup.device, &launch), "launch->grids");
  launch.grids = grids;
  FAILS(LAUNCH(tuner, setup.device, &launch), CM2TT_INVALID_ARGUMENT,
        "0 grids given: expected one for each configuration");
  launch.num_grids = 2;
  launch.num_restored_bytes = 1;
  NEEDS(LAUNCH(tuner, setup.device, &launch), "launch->restored_bytes");
  NEEDS(TUNE(tuner, setup.device, &launch), "launch->restored_bytes");
  launch.restored_bytes = &(uint64_t){4};
  FAILS(LAUNCH(tuner, setup.device, &launch), CM2TT_INVALID_ARGUMENT,
        "1 argument given: expected 4");
  FAILS(TUNE(tuner, setup.device, &launch), CM2TT_INVALID_ARGUMENT,
        "1 argument given: expected 4");
  launch.size = 0;
  FAILS(LAUNCH(tuner, setup.device, &launch), CM2TT_INVALID_ARGUMENT,
        "the size of 'launch' is 0");
#undef LAUNCH
#undef TUNE
  NEEDS(cm2tt_tuner_choice(NULL, setup.device, &none, 1, &choice), "tuner");
  NEEDS(cm2tt_tuner_choice(tuner, NULL, &none, 1, &choice), "device");
  NEEDS(cm2tt_tuner_choice(tuner, setup.device, &none, 1, NULL), "choice");
  FAILS(cm2tt_tuner_choice(tuner, setup.device, &none, 1, &choice),
        CM2TT_INVALID_ARGUMENT, "1 argument given: expected 4");
  NEEDS(cm2tt_tuner_kernel(NULL, 0, &kernel), "tuner");
  NEEDS(cm2tt_tuner_kernel(tuner, 0, NULL), "kernel");
  FAILS(cm2tt_tuner_kernel(tuner, 2, &kernel), CM2TT_INVALID_ARGUMENT,
        "no configuration 2: there are 2");
  NEEDS(cm2tt_tuner_results(NULL, NULL, NULL, 0, text, 8, &length), "tuner");
  NEEDS(cm2tt_tuner_results(tuner, NULL, NULL, 0, NULL, 8, &length), "text");
  NEEDS(cm2tt_tuner_results(tuner, NULL, NULL, 0, text, 8, NULL), "bytes");
  OK(cm2tt_tuner_results(tuner, NULL, NULL, 0, NULL, 0, &length));
  NEEDS(cm2tt_tuner_save(NULL, "x"), "tuner");
  NEEDS(cm2tt_tuner_save(tuner, NULL), "path");
  CHECK(cm2tt_tuner_save(tuner, "/dev/null/x") != CM2TT_OK);
  cm2tt_tuner_destroy(tuner);
  cm2tt_tuner_destroy(NULL);
}

/// A device of another runtime is refused.
static void testOtherDevice(Setup setup) {
  Setup other = setUp(NULL);
  cm2tt_configuration configurations[Configurations];
  cm2tt_tuner_options options = optionsOf(configurations);
  cm2tt_tuner *tuner;
  size_t choice;
  OK(make(setup.runtime, &options, &tuner));
  FAILS(cm2tt_tuner_choice(tuner, other.device, NULL, 0, &choice),
        CM2TT_INVALID_ARGUMENT, "another runtime");
  cm2tt_tuner_destroy(tuner);
  cm2tt_runtime_destroy(other.runtime);
}

void testTuners(void) {
  char folder[] = "/tmp/cm2tt-c-tuner-XXXXXX";
  char file[64];
  CHECK(mkdtemp(folder));
  snprintf(file, sizeof(file), "%s/tuned.json", folder);
  Setup setup = setUp(NULL);
  testChoice(file);
  testText(file);
  testShipped(file);
  testWrongOptions(setup.runtime);
  testWrongCalls(setup);
  testOtherDevice(setup);
  cm2tt_runtime_destroy(setup.runtime);
  unlink(file);
  CHECK(rmdir(folder) == 0);
}
