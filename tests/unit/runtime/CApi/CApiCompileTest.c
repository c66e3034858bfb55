// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Compiling without a kernel: options of the command line, results, errors.
///
/// Not here: many threads and the command (tests/python).

#include "CApiTesting.h"

static const char tile[] =
    "tt.func public @scale(%out: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {\n"
    "  %at = tt.make_range {end = 256 : i32, start = 0 : i32} : "
    "tensor<256xi32>\n"
    "  %to = tt.splat %out : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>\n"
    "  %ps = tt.addptr %to, %at : tensor<256x!tt.ptr<f32>>, tensor<256xi32>\n"
    "  %x = tt.load %ps : tensor<256x!tt.ptr<f32>>\n"
    "  %y = arith.mulf %x, %x : tensor<256xf32>\n"
    "  tt.store %ps, %y : tensor<256x!tt.ptr<f32>>\n"
    "  tt.return\n"
    "}\n";

static cm2tt_runtime *runtime;

/// Compiles with up to three options; the rest is null.
static cm2tt_status compileWith(const char *first, const char *second,
                                const char *third, cm2tt_compiled **compiled) {
  const char *const options[] = {first, second, third};
  const size_t count = !first ? 0 : !second ? 1 : !third ? 2 : 3;
  return cm2tt_compile(runtime, tile, strlen(tile), NULL, options, count,
                       compiled);
}

/// Whether the image of a compilation has one text, and the metadata another.
static int gives(const char *first, const char *second, const char *third,
                 const char *text, const char *fact) {
  cm2tt_compiled *compiled;
  const void *data = NULL;
  size_t bytes = 0;
  if (compileWith(first, second, third, &compiled) != CM2TT_OK)
    return 0;
  OK(cm2tt_compiled_image(compiled, &data, &bytes));
  CHECK(strlen(data) == bytes && !*cm2tt_compiled_signature(compiled));
  const int result = strstr(data, text) != NULL &&
                     strstr(cm2tt_compiled_metadata(compiled), fact) != NULL;
  cm2tt_compiled_destroy(compiled);
  return result;
}

static void testOptions(void) {
  CHECK(gives(NULL, NULL, NULL, ".target sm_80", "\"numStages\": 3"));
  CHECK(gives("--target=sm_90a", NULL, NULL, ".target sm_90a", "\"sm_90a\""));
  CHECK(gives("--num-warps=8", NULL, NULL, ".reqntid 256", "\"numWarps\": 8"));
  CHECK(gives("--num-warps=8", "--num-warps=2", NULL, ".reqntid 64",
              "\"numWarps\": 2"));
  CHECK(gives("--num-stages=1", NULL, NULL, ".entry", "\"numStages\": 1"));
  CHECK(gives("--max-registers=64", NULL, NULL, ".maxnreg 64", "scale"));
  CHECK(gives("--emit=tt", NULL, NULL, "tt.func public @scale", ""));
  CHECK(gives("--emit=tt", "--tt-version=3.9", NULL, "tt.func", ""));
  CHECK(gives("--emit=ttg", NULL, NULL, "#ttg.linear", "scale"));
  CHECK(gives("--emit=llvm", "--target=cpu", NULL, "define", "\"cpu"));
  CHECK(gives("--kernel=scale", "--libdevice=none", NULL, ".entry", "scale"));
  CHECK(gives("--no-fp-fusion", "--no-ftz", "--no-line-info", "mul", "scale"));
  CHECK(gives("--launcher=tensor-maps", "--launcher=recipes,grid",
              "--without=persistent", ".entry", "scale"));
  CHECK(strstr(cm2tt_compile_options(), "--num-warps=\n"));
  CHECK(strstr(cm2tt_compile_options(), "--no-ftz\n"));
  CHECK(!strstr(cm2tt_compile_options(), "---"));
  CHECK(*cm2tt_build_identity());
}

static void testErrors(void) {
  cm2tt_compiled *compiled;
  const struct {
    const char *option, *error;
  } rows[] = {
      {"--none", "cm2tt_compile: unknown option '--none'"},
      {"--none=1", "unknown option '--none=1'"},
      {"", "unknown option ''"},
      {"--", "unknown option '--'"},
      {"--=1", "unknown option '--=1'"},
      {"-num-warps=4", "unknown option '-num-warps=4'"},
      {"num-warps=4", "unknown option 'num-warps=4'"},
      {"model.json", "unknown option 'model.json'"},
      {"--num-warps", "'--num-warps' needs a value"},
      {"--emit", "'--emit' needs a value"},
      {"--num-warps=", "--num-warps: '': expected a number"},
      {"--num-warps=4x", "--num-warps: '4x': expected a number"},
      {"--num-stages=-1", "--num-stages: '-1': expected a number"},
      {"--num-warps=99999999999", "expected a number"},
      {"--no-ftz=1", "'--no-ftz=1': expected no value"},
      {"--no-ftz=", "'--no-ftz=': expected no value"},
      {"--emit=header", "--emit: 'header': there is no such stage"},
      {"--launcher=me",
       "--launcher: 'me': expected all, tensor-maps, recipes, grid, "
       "values or early"},
      {"--without", "'--without' needs a value"},
  };
  for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); ++i) {
    FAILS(compileWith("--target=sm_90a", rows[i].option, NULL, &compiled),
          CM2TT_INVALID_ARGUMENT, rows[i].error);
    CHECK(!compiled);
  }
  FAILS(compileWith("--target=sm_1", NULL, NULL, &compiled),
        CM2TT_COMPILATION_FAILED, "sm_1");
  FAILS(compileWith("--num-warps=3", NULL, NULL, &compiled),
        CM2TT_COMPILATION_FAILED, "the number of warps must be a power of two");
  FAILS(compileWith("--emit=obj", NULL, NULL, &compiled),
        CM2TT_COMPILATION_FAILED, "'obj' is a stage of CPUs");
  FAILS(cm2tt_compile(runtime, "tt.func @f(", 11, "a.ttir", NULL, 0, &compiled),
        CM2TT_COMPILATION_FAILED, "a.ttir:1:11: error: ");
  CHECK(cm2tt_last_error_diagnostics() == 1);
  FAILS(cm2tt_compile(runtime, "", 0, NULL, NULL, 0, &compiled),
        CM2TT_COMPILATION_FAILED, "model");
}

static void testArguments(void) {
  const char *const none[] = {NULL};
  cm2tt_compiled *compiled;
  NEEDS(cm2tt_compile(NULL, tile, 1, NULL, NULL, 0, &compiled), "runtime");
  NEEDS(cm2tt_compile(runtime, NULL, 1, NULL, NULL, 0, &compiled), "model");
  NEEDS(cm2tt_compile(runtime, tile, 1, NULL, NULL, 0, NULL), "compiled");
  NEEDS(cm2tt_compile(runtime, tile, 1, NULL, NULL, 1, &compiled), "options");
  NEEDS(cm2tt_compile(runtime, tile, 1, NULL, none, 1, &compiled),
        "options[i]");
  FAILS(cm2tt_compile(runtime, tile, (size_t)-1, NULL, NULL, 0, &compiled),
        CM2TT_INVALID_ARGUMENT, "a model of 18446744073709551615 bytes");
}

/// The command itself is tested by tests/lit/tools.
static void testCommand(void) {
  const char *const unknown[] = {"cm2tt", "--color=never", "--none"};
  const char *const absent[] = {"cm2tt", "cache", "--none"};
  CHECK(cm2tt_main(3, unknown) == 2);
  CHECK(cm2tt_main(3, absent) == 2);
}

void testCompile(void) {
  Setup setup = setUp(NULL);
  runtime = setup.runtime;
  testOptions();
  testErrors();
  testArguments();
  testCommand();
  cm2tt_runtime_destroy(runtime);
}
