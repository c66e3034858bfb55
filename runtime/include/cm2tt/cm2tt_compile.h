// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The compiler without kernels and launches, and the command `cm2tt`; since
/// 1.7. cm2tt.h includes this header.
///
///     const char *const options[] = {"--target=sm_90a", "--num-warps=8"};
///     cm2tt_compiled *compiled;
///     if (cm2tt_compile(runtime, text, strlen(text), "kernel.ttir", options, 2,
///                       &compiled))
///       fprintf(stderr, "%s\n", cm2tt_last_error());

#ifndef CM2TT_CM2TT_COMPILE_H
#define CM2TT_CM2TT_COMPILE_H

#include "cm2tt.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Compiles a model, given as to cm2tt_kernel_load, as the command `cm2tt`
/// does, for who launches the code in another way: the result has an image (the
/// form that `--emit` names, by default PTX) and metadata. No cache is used.
///
/// `options` are those of the command line that concern the compiler, one in
/// each string: "--target=sm_90a", "--num-warps=8", "--no-ftz". Values follow
/// `=`. The runtime decides on crashes, reproducers and remarks. Several
/// threads compile at the same time.
cm2tt_status cm2tt_compile(cm2tt_runtime *runtime, const char *model,
                           size_t bytes, const char *name,
                           const char *const *options, size_t num_options,
                           cm2tt_compiled **compiled);
/// The identity of the compiler's code, for keys of caches: two
/// libraries whose identities are equal compile alike.
const char *cm2tt_build_identity(void);

/// The options of cm2tt_compile, a line for each: "--num-warps=\n",
/// "--no-ftz\n". Those with `=` need a value.
const char *cm2tt_compile_options(void);

/// The command `cm2tt`, with the arguments of a `main`; returns its exit code.
/// It reads and writes the standard streams and files, and is for processes
/// that do nothing else: it lets all threads share one arena of the allocator.
int cm2tt_main(int argc, const char *const *argv);

#ifdef __cplusplus
} // extern "C"
#endif

#endif // CM2TT_CM2TT_COMPILE_H
