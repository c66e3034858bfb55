// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Kernels at run time, for C99 and whatever calls C: the interface of
/// libcm2tt, which has the compiler inside and needs nothing but the C library.
///
///     cm2tt_runtime *runtime;
///     cm2tt_device *device;
///     cm2tt_kernel *add;
///     if (cm2tt_runtime_create(NULL, &runtime) ||
///         cm2tt_runtime_device(runtime, 0, &device) ||
///         cm2tt_kernel_load_file(runtime, "model.json", NULL, &add))
///       fprintf(stderr, "%s\n", cm2tt_last_error());
///
/// - What can fail returns a status; CM2TT_OK is 0. What went wrong is then
///   readable on the same thread by `cm2tt_last_error`. Results are written
///   only on success, but for handles, which become null on failure.
/// - Null where something is needed is an error (CM2TT_INVALID_ARGUMENT). A
///   handle that was destroyed already, or memory that is not there, cannot be
///   noticed.
/// - Handles are made by one function and destroyed by their `_destroy`, which
///   takes null too. They may be destroyed in any order: each keeps alive what
///   it needs. Devices belong to their runtime and are not destroyed.
/// - Everything may be called from several threads at once; only that nobody
///   may use a handle while, or after, it is destroyed.
/// - Texts are UTF-8, end with a zero and belong to the library: to the handle
///   that was asked for them, and live as long.
/// - Structs that may grow begin with their size, as the caller was compiled;
///   zero in any other member is its default. `{.size = sizeof(options)}` is
///   all defaults.
///
/// Functions are never taken out of one major version of the interface, nor is
/// their meaning changed. A minor version adds functions, members at the end of
/// structs that have a size, and values of enums.
///
/// Not here: C++ (cm2tt/Runtime/Kernel.h).

#ifndef CM2TT_CM2TT_H
#define CM2TT_CM2TT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

//===----------------------------------------------------------------------===//
// Versions
//===----------------------------------------------------------------------===//

/// The interface that this header declares. The major version is that of the
/// shared library's name: libcm2tt.so.1.
#define CM2TT_API_MAJOR 1
#define CM2TT_API_MINOR 1
/// Both in one word that grows with them.
#define CM2TT_API_VERSION (CM2TT_API_MAJOR * 65536 + CM2TT_API_MINOR)

/// The interface that the library has, as CM2TT_API_VERSION: the header fits if
/// the major version is the same and the library's minor is not smaller.
uint32_t cm2tt_version(void);
/// The compiler's version and that of LLVM, for people.
const char *cm2tt_version_text(void);

//===----------------------------------------------------------------------===//
// What went wrong
//===----------------------------------------------------------------------===//

/// How a call ended.
typedef enum cm2tt_status {
  CM2TT_OK = 0,
  /// What was given makes no sense: null, a range outside of a buffer, the
  /// wrong number or types of arguments, an unknown name.
  CM2TT_INVALID_ARGUMENT = 1,
  /// A model cannot be compiled. There are diagnostics.
  CM2TT_COMPILATION_FAILED = 2,
  /// The kernel needs more of the device than there is: shared memory,
  /// registers. With fewer warps or smaller tiles, it may run.
  CM2TT_OUT_OF_RESOURCES = 3,
  /// An assertion of a kernel failed. There is a diagnostic.
  CM2TT_KERNEL_FAULT = 4,
  /// Anything else: a call of the driver, a file, the system.
  CM2TT_FAILED = 5
} cm2tt_status;

/// The name of a status, such as "CM2TT_OK"; of an unknown one, "unknown".
const char *cm2tt_status_name(cm2tt_status status);

/// What the last call of this thread that failed says, which may be several
/// lines; "" if none did. It lives until the next call that fails. Calls that
/// succeed leave it.
const char *cm2tt_last_error(void);

/// How grave a diagnostic is.
typedef enum cm2tt_severity {
  CM2TT_ERROR = 0,
  CM2TT_WARNING = 1,
  CM2TT_REMARK = 2,
  CM2TT_NOTE = 3
} cm2tt_severity;

/// What the compiler, or a kernel, says of a place in a Java file or a model.
typedef struct cm2tt_diagnostic {
  size_t size;
  cm2tt_severity severity;
  /// From 1; 0 if unknown.
  uint32_t line, column;
  /// Notes belong to the diagnostic before them that is none.
  const char *message;
  /// "" if unknown.
  const char *file;
} cm2tt_diagnostic;

/// How many diagnostics the error of `cm2tt_last_error` has.
size_t cm2tt_last_error_diagnostics(void);
/// Writes one of them, whose texts live as long as the error's.
cm2tt_status cm2tt_last_error_diagnostic(size_t index,
                                         cm2tt_diagnostic *diagnostic);

/// Told what nobody asked for: warnings, remarks. May be called from any thread
/// that is in a call of the runtime, one at a time. The diagnostic lives during
/// the call. It calls nothing of the runtime.
typedef void (*cm2tt_remark_function)(void *context,
                                      const cm2tt_diagnostic *diagnostic);

//===----------------------------------------------------------------------===//
// The runtime
//===----------------------------------------------------------------------===//

/// What kernels share: devices, compilers, the cache on disk.
typedef struct cm2tt_runtime cm2tt_runtime;
/// A GPU or the computer's processor.
typedef struct cm2tt_device cm2tt_device;

/// Choices for a whole runtime. What is null or 0 is as the environment says
/// (`CM2TT_CACHE_DIR`, `CM2TT_THREADS`, ...; `cm2tt --help` lists it).
typedef struct cm2tt_runtime_options {
  size_t size;
  /// The folder of the cache on disk; "": no cache.
  const char *cache_folder;
  /// The most bytes that it may have.
  uint64_t cache_bytes;
  /// Not 0: nothing in the folder is ever changed.
  uint32_t cache_read_only;
  /// Threads that run a kernel on the CPU.
  uint32_t cpu_threads;
  /// Where code and metadata of each kernel are written, for people; "":
  /// nowhere.
  const char *dump_folder;
  /// The file of NVIDIA's libdevice.
  const char *libdevice;
  /// Told warnings and remarks; null: warnings go to standard error.
  cm2tt_remark_function on_remark;
  void *remark_context;
} cm2tt_runtime_options;

/// Makes a runtime. Opens nothing yet. `options` may be null. Fails if they, or
/// the environment, make no sense.
cm2tt_status cm2tt_runtime_create(const cm2tt_runtime_options *options,
                                  cm2tt_runtime **runtime);
void cm2tt_runtime_destroy(cm2tt_runtime *runtime);

/// How many GPUs there are; 0 also if there is no driver, or no runtime.
uint32_t cm2tt_runtime_gpus(cm2tt_runtime *runtime);
/// The GPU of that number, counted from 0; where there is no GPU, 0 is the CPU.
/// The device lives as long as the runtime, or as anything made with it.
cm2tt_status cm2tt_runtime_device(cm2tt_runtime *runtime, uint32_t ordinal,
                                  cm2tt_device **device);
/// The computer's own processor.
cm2tt_status cm2tt_runtime_cpu(cm2tt_runtime *runtime, cm2tt_device **device);

/// From now on, a launch that would have to compile is an error.
cm2tt_status cm2tt_runtime_freeze(cm2tt_runtime *runtime);

/// What clearing a cache removed, and what it left.
typedef struct cm2tt_cache_result {
  size_t size;
  uint64_t removed_entries, removed_bytes;
  uint64_t kept_entries, kept_bytes;
} cm2tt_cache_result;

/// Removes from the runtime's cache on disk what was not used for longest,
/// until at most that many bytes are left: 0 removes all, and Java's copies of
/// the native libraries, which do not count. `result` may be null.
/// Fails if there is no cache, if it is read-only, or if something cannot be
/// removed.
cm2tt_status cm2tt_runtime_trim_cache(cm2tt_runtime *runtime,
                                      uint64_t max_bytes,
                                      cm2tt_cache_result *result);

/// An entry of the cache on disk.
typedef struct cm2tt_cache_entry {
  size_t size;
  /// 64 hexadecimal digits.
  const char *key;
  /// What it is, in words.
  const char *label;
  uint64_t bytes;
  /// In seconds since 1970, exact to a minute.
  int64_t last_use;
} cm2tt_cache_entry;

/// Calls `visit` for each entry of the cache, the last used first, until it
/// returns something else than 0. Fails if the cache is off or cannot be read.
cm2tt_status cm2tt_runtime_list_cache(
    cm2tt_runtime *runtime,
    int (*visit)(void *context, const cm2tt_cache_entry *entry), void *context);

//===----------------------------------------------------------------------===//
// Devices
//===----------------------------------------------------------------------===//

/// What a device is; numbers that it does not have are 0.
typedef struct cm2tt_device_facts {
  size_t size;
  /// The device's own name; lives as long as the device.
  const char *name;
  /// What to compile for on it: "sm_90a", "cpu".
  const char *target;
  /// The compute capability of a GPU: 9 and 0.
  uint32_t compute_major, compute_minor;
  /// Multiprocessors of a GPU, threads that run kernels on a CPU.
  uint32_t processors;
  /// The most shared memory of a block, in bytes.
  uint32_t shared_bytes;
  /// In bytes: all memory, and what is free of it now.
  uint64_t memory_bytes, free_bytes;
  /// The newest CUDA that the driver knows: 12080 is 12.8.
  uint32_t driver_version;
  uint32_t reserved;
} cm2tt_device_facts;

/// Writes what the device is, as far as `facts->size` reaches.
cm2tt_status cm2tt_device_get_facts(cm2tt_device *device,
                                    cm2tt_device_facts *facts);

//===----------------------------------------------------------------------===//
// Streams, events and graphs
//===----------------------------------------------------------------------===//

/// A queue of work. Where a function takes a stream, null is the default stream
/// of the device. Work on one stream runs in order; on different ones in any
/// order. What fails later than the call that asked for it, a later call
/// reports.
typedef struct cm2tt_stream cm2tt_stream;
/// A point in a stream.
typedef struct cm2tt_event cm2tt_event;
/// Work that was captured, to be done as a whole as often as wanted. What it
/// uses has to outlive it.
typedef struct cm2tt_graph cm2tt_graph;

/// A stream that does not wait for the default stream.
cm2tt_status cm2tt_stream_create(cm2tt_device *device, cm2tt_stream **stream);
/// A stream of somebody else, as the driver calls it: a `CUstream`. Destroying
/// the handle leaves that stream alone.
cm2tt_status cm2tt_stream_wrap(cm2tt_device *device, uint64_t native,
                               cm2tt_stream **stream);
/// As the driver calls it; 0 for null.
uint64_t cm2tt_stream_native(const cm2tt_stream *stream);
void cm2tt_stream_destroy(cm2tt_stream *stream);

/// Waits for all work of a stream.
cm2tt_status cm2tt_stream_synchronize(cm2tt_device *device,
                                      cm2tt_stream *stream);
/// What is given to the stream from now on waits for what was before the event
/// when it was recorded last.
cm2tt_status cm2tt_stream_wait(cm2tt_device *device, cm2tt_stream *stream,
                               const cm2tt_event *event);

cm2tt_status cm2tt_event_create(cm2tt_device *device, cm2tt_event **event);
void cm2tt_event_destroy(cm2tt_event *event);
/// Puts the event at the end of a stream.
cm2tt_status cm2tt_event_record(cm2tt_event *event, cm2tt_stream *stream);
/// The time between two recorded events of one device in milliseconds, after
/// waiting for the second.
cm2tt_status cm2tt_event_elapsed(const cm2tt_event *begin,
                                 const cm2tt_event *end, double *milliseconds);

/// Work given to the stream is captured from now on, in place of being done.
/// The default stream cannot.
cm2tt_status cm2tt_graph_begin(cm2tt_stream *stream);
/// Ends that, on the same thread.
cm2tt_status cm2tt_graph_end(cm2tt_stream *stream, cm2tt_graph **graph);
cm2tt_status cm2tt_graph_launch(cm2tt_graph *graph, cm2tt_stream *stream);
void cm2tt_graph_destroy(cm2tt_graph *graph);

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// Memory of a device.
typedef struct cm2tt_buffer cm2tt_buffer;
/// Memory of the host that copies on a stream need not wait for.
typedef struct cm2tt_host_buffer cm2tt_host_buffer;

/// Allocates; the content is undefined. 0 bytes are allowed.
cm2tt_status cm2tt_buffer_create(cm2tt_device *device, uint64_t bytes,
                                 cm2tt_buffer **buffer);
/// Waits for the work that may use it.
void cm2tt_buffer_destroy(cm2tt_buffer *buffer);
/// As the device calls it, a multiple of 256; 0 for null.
uint64_t cm2tt_buffer_address(const cm2tt_buffer *buffer);
/// As it was made with; 0 for null.
uint64_t cm2tt_buffer_bytes(const cm2tt_buffer *buffer);

/// Copies to, or from, or sets bytes of the buffer, from `offset` on, after all
/// work of the default stream; done when it returns. It is an error to reach
/// beyond the buffer. `data` may be null if there are no bytes.
cm2tt_status cm2tt_buffer_write(cm2tt_buffer *buffer, uint64_t offset,
                                const void *data, uint64_t bytes);
cm2tt_status cm2tt_buffer_read(const cm2tt_buffer *buffer, uint64_t offset,
                               void *data, uint64_t bytes);
cm2tt_status cm2tt_buffer_fill(cm2tt_buffer *buffer, uint64_t offset,
                               uint8_t byte, uint64_t bytes);

/// The same as work on a stream. Memory of the host stays as it is until that
/// work is done; unless it is a host buffer's, the call may wait for it.
cm2tt_status cm2tt_buffer_write_async(cm2tt_buffer *buffer, uint64_t offset,
                                      const void *data, uint64_t bytes,
                                      cm2tt_stream *stream);
cm2tt_status cm2tt_buffer_read_async(const cm2tt_buffer *buffer,
                                     uint64_t offset, void *data,
                                     uint64_t bytes, cm2tt_stream *stream);
cm2tt_status cm2tt_buffer_fill_async(cm2tt_buffer *buffer, uint64_t offset,
                                     uint8_t byte, uint64_t bytes,
                                     cm2tt_stream *stream);

/// A place in a buffer.
typedef struct cm2tt_place {
  const cm2tt_buffer *buffer;
  /// In bytes.
  uint64_t offset;
} cm2tt_place;

/// Copies inside of one device, as work on a stream. The places may not
/// overlap.
cm2tt_status cm2tt_buffer_copy_async(cm2tt_place to, cm2tt_place from,
                                     uint64_t bytes, cm2tt_stream *stream);

/// Allocates; the content is undefined.
cm2tt_status cm2tt_host_buffer_create(cm2tt_device *device, uint64_t bytes,
                                      cm2tt_host_buffer **buffer);
void cm2tt_host_buffer_destroy(cm2tt_host_buffer *buffer);
/// Where it is; null for null.
void *cm2tt_host_buffer_data(const cm2tt_host_buffer *buffer);

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

/// The types of numbers, and of what pointers point to.
typedef enum cm2tt_type {
  CM2TT_I1 = 0,
  CM2TT_I8 = 1,
  CM2TT_I16 = 2,
  CM2TT_I32 = 3,
  CM2TT_I64 = 4,
  CM2TT_U8 = 5,
  CM2TT_U16 = 6,
  CM2TT_U32 = 7,
  CM2TT_U64 = 8,
  CM2TT_FP16 = 9,
  CM2TT_BF16 = 10,
  CM2TT_FP32 = 11,
  CM2TT_FP64 = 12,
  CM2TT_FP8E4NV = 13,
  CM2TT_FP8E5 = 14
} cm2tt_type;

/// The type's name as in signatures, such as "fp32"; null if there is no such
/// type.
const char *cm2tt_type_name(cm2tt_type type);

/// A value for a kernel's parameter.
typedef struct cm2tt_argument {
  /// An address; a number's bits in the low bytes, whatever is above them.
  uint64_t bits;
  /// A cm2tt_type: the number's, or of what lies at the address.
  uint32_t type;
  /// 0: a number; 1: an address.
  uint32_t is_pointer;
} cm2tt_argument;

/// The beginning of a buffer, whose elements have the type. Of null, it is an
/// argument that every launch refuses.
cm2tt_argument cm2tt_arg_buffer(const cm2tt_buffer *buffer, cm2tt_type type);
/// Any address on the device that the kernel is launched on.
cm2tt_argument cm2tt_arg_pointer(uint64_t address, cm2tt_type type);
/// A number of any type, by its bits.
cm2tt_argument cm2tt_arg_bits(uint64_t bits, cm2tt_type type);
cm2tt_argument cm2tt_arg_i1(int value);
cm2tt_argument cm2tt_arg_i32(int32_t value);
cm2tt_argument cm2tt_arg_i64(int64_t value);
cm2tt_argument cm2tt_arg_fp32(float value);
cm2tt_argument cm2tt_arg_fp64(double value);

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// A kernel of a model, compiled whenever needed.
typedef struct cm2tt_kernel cm2tt_kernel;
/// A kernel, compiled.
typedef struct cm2tt_compiled cm2tt_compiled;

/// A compile-time constant: a parameter's name, and a boolean or a number,
/// which may be `nan`, `inf` or `-inf` where the parameter is a float or
/// double.
typedef struct cm2tt_constant {
  const char *name;
  const char *value;
} cm2tt_constant;

/// How a kernel is compiled, beside what its arguments say.
typedef struct cm2tt_kernel_options {
  size_t size;
  /// The kernel's name; null: as the model says.
  const char *kernel;
  /// Warps of a block, a power of two up to 32; 0: 4.
  uint32_t num_warps;
  /// Buffers of a pipelined loop; 0: 3. Fewer are used where shared memory does
  /// not suffice.
  uint32_t num_stages;
  const cm2tt_constant *constants;
  size_t num_constants;
  /// Names of the parameters whose values are not looked at: neither that 16
  /// divides them nor that they are 1 is used.
  const char *const *unspecialized;
  size_t num_unspecialized;
  /// Not 0: so for all parameters.
  uint32_t unspecialize_all;
  /// Registers that a thread of a GPU may use; 0: as many as the assembler sees
  /// fit.
  uint32_t max_registers;
} cm2tt_kernel_options;

/// Reads a model of so many bytes: JSON, code-model text or MLIR. `name` is how
/// errors call it; null: "model". `options` may be null.
cm2tt_status cm2tt_kernel_load(cm2tt_runtime *runtime, const char *model,
                               size_t bytes, const char *name,
                               const cm2tt_kernel_options *options,
                               cm2tt_kernel **kernel);
/// Reads a model from a file.
cm2tt_status cm2tt_kernel_load_file(cm2tt_runtime *runtime, const char *path,
                                    const cm2tt_kernel_options *options,
                                    cm2tt_kernel **kernel);
void cm2tt_kernel_destroy(cm2tt_kernel *kernel);

/// A parameter of the Java method.
typedef struct cm2tt_parameter {
  size_t size;
  const char *name;
  /// Such as "int".
  const char *java_type;
  /// What the model says to compile for, such as "*fp32:16"; "" if nothing.
  const char *signature;
  /// Not 0: a launch gives an argument for it; 0: it is a constant.
  uint32_t takes_argument;
  uint32_t reserved;
} cm2tt_parameter;

/// How many parameters the Java method has; 0 for null.
size_t cm2tt_kernel_parameters(const cm2tt_kernel *kernel);
/// Writes what one of them is; its texts live as long as the kernel.
cm2tt_status cm2tt_kernel_get_parameter(const cm2tt_kernel *kernel,
                                        size_t index,
                                        cm2tt_parameter *parameter);

/// Extents of a grid or a cluster.
typedef struct cm2tt_dim3 {
  uint32_t x, y, z;
} cm2tt_dim3;

/// One launch.
typedef struct cm2tt_launch {
  size_t size;
  /// The number of programs along each axis: {n, 1, 1} for n of them. None at
  /// all, where one of them is 0.
  cm2tt_dim3 grid;
  /// Blocks that run at the same time next to one another; 0 along an axis
  /// is 1.
  cm2tt_dim3 cluster;
  /// Null: the default stream.
  cm2tt_stream *stream;
  /// Not 0: all blocks run at the same time, so that they may wait for one
  /// another.
  uint32_t cooperative;
  uint32_t reserved;
} cm2tt_launch;

/// Launches with an argument for each parameter that takes one, in order. The
/// first launch with arguments of a kind compiles: of the same types, integers
/// that are 1 or divisible by 16 as before, addresses that are divisible by 16
/// as before. Later ones take no lock and allocate nothing, up to 32 arguments.
/// On a GPU, and on the CPU unless the stream is the default one, the kernel
/// runs after that.
cm2tt_status cm2tt_kernel_launch(cm2tt_kernel *kernel, cm2tt_device *device,
                                 const cm2tt_launch *launch,
                                 const cm2tt_argument *arguments,
                                 size_t num_arguments);

/// Compiles for arguments and loads the code, so that such launches find it.
/// `compiled` may be null.
cm2tt_status cm2tt_kernel_prepare(cm2tt_kernel *kernel, cm2tt_device *device,
                                  const cm2tt_argument *arguments,
                                  size_t num_arguments,
                                  cm2tt_compiled **compiled);
/// Compiles for a target, "sm_90a" or "cpu", that need not be here. `signature`
/// has an entry for each parameter of the Java method:
/// "*fp32:16,*fp32,i32,1024".
cm2tt_status cm2tt_kernel_compile(cm2tt_kernel *kernel, const char *target,
                                  const char *signature,
                                  cm2tt_compiled **compiled);

void cm2tt_compiled_destroy(cm2tt_compiled *compiled);
/// PTX or a cubin for a GPU, an object file for a CPU: where it is, and how
/// many bytes. Either result may be null.
cm2tt_status cm2tt_compiled_image(const cm2tt_compiled *compiled,
                                  const void **data, size_t *bytes);
/// What a launcher needs to know, as JSON: the function's name, its parameters,
/// warps, shared memory; null for null.
const char *cm2tt_compiled_metadata(const cm2tt_compiled *compiled);
/// What it was compiled for; null for null.
const char *cm2tt_compiled_signature(const cm2tt_compiled *compiled);

//===----------------------------------------------------------------------===//
// Tuning (since 1.1)
//===----------------------------------------------------------------------===//

/// A kernel with several configurations, of which the fastest is launched. It
/// is found by trying all on the first launch with arguments of a new key, and
/// kept in memory and in a folder; results can be shipped.
///
/// Nothing here calls back: who launches says with each launch what the grid of
/// each configuration is. Where that takes too long, a launch asks for the
/// choice and launches its kernel:
///
///     if (cm2tt_tuner_choice(tuner, device, arguments, 4, &choice) ||
///         choice == CM2TT_NO_CHOICE)
///       ... compute all grids, cm2tt_tuner_launch ...
///     else
///       ... compute one grid, cm2tt_kernel_launch(kernels[choice], ...) ...
typedef struct cm2tt_tuner cm2tt_tuner;

/// One way to compile a kernel.
typedef struct cm2tt_configuration {
  const cm2tt_constant *constants;
  size_t num_constants;
  /// As in cm2tt_kernel_options.
  uint32_t num_warps, num_stages;
} cm2tt_configuration;

/// What of an argument the choice depends on.
typedef enum cm2tt_key_kind {
  CM2TT_KEY_VALUE = 0,
  /// The value of an integer, rounded up to a power of two; all that is not
  /// positive is one.
  CM2TT_KEY_POWER_OF_TWO = 1,
  /// The argument's type; of a pointer, what it points to.
  CM2TT_KEY_TYPE = 2
} cm2tt_key_kind;

/// A part of the key: for each key there is a choice.
typedef struct cm2tt_key_part {
  /// The name of a parameter that a launch gives an argument to.
  const char *parameter;
  /// A cm2tt_key_kind.
  uint32_t kind;
  uint32_t reserved;
} cm2tt_key_part;

/// No bytes are written before each run.
#define CM2TT_NO_FLUSH UINT64_MAX

/// What a tuner is told.
typedef struct cm2tt_tuner_options {
  size_t size;
  /// What all configurations share; its warps and stages are not used. May be
  /// null.
  const cm2tt_kernel_options *kernel;
  /// At least one; all have the same constants.
  const cm2tt_configuration *configurations;
  size_t num_configurations;
  /// At most 16 parts; without any, one choice is for all launches on a device.
  const cm2tt_key_part *key;
  size_t num_key_parts;
  /// Parameters that point to memory which the kernel changes and which has to
  /// be as before for each run.
  const char *const *restored;
  size_t num_restored;
  /// Files with results, used where the folder has none.
  const char *const *shipped;
  size_t num_shipped;
  /// Where results are kept; null: beside the runtime's cache; "": nowhere.
  const char *folder;
  /// Rounds that do not count; rounds before a configuration is left out, at
  /// least 8, and at all; 0: 2, 8 and 500.
  uint32_t warmups, min_runs, max_runs;
  /// Threads that compile; 0: as many as there are CPUs, at most 16.
  uint32_t threads;
  /// No new round begins later than this after the first one; 0: 1000.
  double budget_milliseconds;
  /// Configurations of which none is slower than another by more than this
  /// fraction are equally good; 0: 0.01.
  double tolerance;
  /// Bytes that are written before each run, so that caches have nothing of the
  /// kernel's data; 0: 256 MiB on a GPU, none on a CPU. Or CM2TT_NO_FLUSH.
  uint64_t flush_bytes;
} cm2tt_tuner_options;

/// Makes a tuner of a model, as cm2tt_kernel_load takes it.
cm2tt_status cm2tt_tuner_create(cm2tt_runtime *runtime, const char *model,
                                size_t bytes, const char *name,
                                const cm2tt_tuner_options *options,
                                cm2tt_tuner **tuner);
void cm2tt_tuner_destroy(cm2tt_tuner *tuner);

/// One launch of whatever is chosen.
typedef struct cm2tt_tuned_launch {
  size_t size;
  /// One for each configuration.
  const cm2tt_dim3 *grids;
  size_t num_grids;
  /// How many bytes lie at each of what is restored.
  const uint64_t *restored_bytes;
  size_t num_restored_bytes;
  /// As in cm2tt_launch.
  cm2tt_dim3 cluster;
  uint32_t cooperative;
  cm2tt_stream *stream;
} cm2tt_tuned_launch;

/// Launches the choice for these arguments. If there is none yet, in memory, on
/// disk or shipped, tunes before that, which runs the kernel many times.
cm2tt_status cm2tt_tuner_launch(cm2tt_tuner *tuner, cm2tt_device *device,
                                const cm2tt_tuned_launch *launch,
                                const cm2tt_argument *arguments,
                                size_t num_arguments);
/// Tunes, whatever is known, and has later launches use the result.
cm2tt_status cm2tt_tuner_tune(cm2tt_tuner *tuner, cm2tt_device *device,
                              const cm2tt_tuned_launch *launch,
                              const cm2tt_argument *arguments,
                              size_t num_arguments);

/// There has been no launch with such arguments.
#define CM2TT_NO_CHOICE SIZE_MAX
/// Writes which configuration launches with such arguments use, or
/// CM2TT_NO_CHOICE. Takes no lock and allocates nothing.
cm2tt_status cm2tt_tuner_choice(const cm2tt_tuner *tuner, cm2tt_device *device,
                                const cm2tt_argument *arguments,
                                size_t num_arguments, size_t *choice);
/// Gives the kernel of one configuration, which launches what the tuner would.
cm2tt_status cm2tt_tuner_kernel(const cm2tt_tuner *tuner, size_t configuration,
                                cm2tt_kernel **kernel);

/// Writes why launches with such arguments use what they use: an object as
/// files of results are, whose list is empty if there has been no such launch.
/// With null for the device, all results in use. Writes at most `capacity`
/// bytes, a zero included, of `*bytes` that there are; `text` may be null if
/// `capacity` is 0.
cm2tt_status cm2tt_tuner_results(const cm2tt_tuner *tuner, cm2tt_device *device,
                                 const cm2tt_argument *arguments,
                                 size_t num_arguments, char *text,
                                 size_t capacity, size_t *bytes);
/// Writes all results in use into a file to be shipped, in one step.
cm2tt_status cm2tt_tuner_save(const cm2tt_tuner *tuner, const char *path);

#ifdef __cplusplus
} // extern "C"
#endif

#endif // CM2TT_CM2TT_H
