// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The C interface of libcm2tt, for C99 and for languages that call C: it
/// compiles and launches kernels at run time. The library contains the compiler
/// and depends on the C library alone.
///
///     cm2tt_runtime *runtime;  cm2tt_device *device;  cm2tt_kernel *add;
///     if (cm2tt_runtime_create(NULL, &runtime) ||
///         cm2tt_runtime_device(runtime, 0, &device) ||
///         cm2tt_kernel_load_file(runtime, "model.json", NULL, &add))
///       fprintf(stderr, "%s\n", cm2tt_last_error());
///
/// - A function that can fail returns a status; CM2TT_OK is 0. After a failure,
///   `cm2tt_last_error` returns its text on the same thread. Results are written
///   only on success, except for handles, which become null on failure.
/// - A null pointer where a value is required is CM2TT_INVALID_ARGUMENT.
///   Destroyed handles and invalid pointers are not detected.
/// - A handle is created by one function and destroyed by its `_destroy`, which
///   accepts null. Handles may be destroyed in any order: each keeps alive what
///   it uses. Devices belong to their runtime and are not destroyed.
/// - All functions may be called from several threads at once, but a handle
///   must not be used while it is destroyed or afterwards.
/// - Strings are UTF-8 and null-terminated. They are owned by the handle that
///   they were requested from and live as long as it does.
/// - Structs that may grow begin with their size, which the caller sets to
///   `sizeof`; zero in any other member selects its default: all of them, if
///   only the size is set. No size may end inside of a member.
///
/// Within a major version of the interface, no function is removed and none
/// changes its meaning. A minor version adds functions, members at the end of
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

/// The version of the interface that this header declares. The major version is
/// part of the shared library's name: libcm2tt.so.1.
#define CM2TT_API_MAJOR 1
#define CM2TT_API_MINOR 7
/// Both versions in one number, which increases with them.
#define CM2TT_API_VERSION (CM2TT_API_MAJOR * 65536 + CM2TT_API_MINOR)

/// The version of the library's interface, as CM2TT_API_VERSION: the header
/// matches if the major versions are equal and the library's minor version is
/// not smaller.
uint32_t cm2tt_version(void);
/// The versions of the compiler and of LLVM, for display.
const char *cm2tt_version_text(void);

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

/// The result of a call.
typedef enum cm2tt_status {
  CM2TT_OK = 0,
  /// An argument is invalid: null, a range outside of a buffer, the wrong
  /// number or types of arguments, an unknown name.
  CM2TT_INVALID_ARGUMENT = 1,
  /// A model cannot be compiled, or the compiler failed. Has diagnostics.
  CM2TT_COMPILATION_FAILED = 2,
  /// The kernel needs more shared memory or registers than the device has. With
  /// fewer warps or smaller tiles, it may run.
  CM2TT_OUT_OF_RESOURCES = 3,
  /// An assertion of a kernel failed, a checked kernel had invalid accesses, or
  /// a kernel on the CPU accessed memory that is not mapped. Has diagnostics.
  CM2TT_KERNEL_FAULT = 4,
  /// Anything else: a call of the driver, a file, the system.
  CM2TT_FAILED = 5
} cm2tt_status;

/// The name of a status, such as "CM2TT_OK"; "unknown" for an unknown status.
const char *cm2tt_status_name(cm2tt_status status);

/// The error text of the last call that failed on this thread, of one or more
/// lines; "" if none failed. It lives until the next call that fails; calls
/// that succeed do not change it.
const char *cm2tt_last_error(void);

/// The severity of a diagnostic.
typedef enum cm2tt_severity {
  CM2TT_ERROR = 0,
  CM2TT_WARNING = 1,
  CM2TT_REMARK = 2,
  CM2TT_NOTE = 3
} cm2tt_severity;

/// A message of the compiler or of a kernel about a location in a Java file or
/// a model.
typedef struct cm2tt_diagnostic {
  size_t size;
  cm2tt_severity severity;
  /// From 1; 0 if unknown.
  uint32_t line, column;
  /// A note belongs to the last diagnostic before it that is not a note.
  const char *message;
  /// "" if unknown.
  const char *file;
} cm2tt_diagnostic;

/// The number of diagnostics of the error that `cm2tt_last_error` returns.
size_t cm2tt_last_error_diagnostics(void);
/// Writes one of them. Its strings live as long as the error's text.
cm2tt_status cm2tt_last_error_diagnostic(size_t index,
                                         cm2tt_diagnostic *diagnostic);

/// Receives warnings and remarks. It is called by any thread that is in a call
/// of the runtime, by one thread at a time. The diagnostic lives during the
/// call. The function must not call the runtime.
typedef void (*cm2tt_remark_function)(void *context,
                                      const cm2tt_diagnostic *diagnostic);

//===----------------------------------------------------------------------===//
// The runtime
//===----------------------------------------------------------------------===//

/// The state that kernels share: devices, compilers, the cache on disk.
typedef struct cm2tt_runtime cm2tt_runtime;
/// A GPU, or the CPU of the machine.
typedef struct cm2tt_device cm2tt_device;

/// The options of a runtime. A member that is null or 0 is read from the
/// environment (`CM2TT_CACHE_DIR`, `CM2TT_THREADS`, ...; `cm2tt --help` lists
/// the variables).
typedef struct cm2tt_runtime_options {
  size_t size;
  /// The folder of the cache on disk; "": no cache.
  const char *cache_folder;
  /// The maximum size of the cache in bytes.
  uint64_t cache_bytes;
  /// If not 0, the folder is never changed.
  uint32_t cache_read_only;
  /// The number of threads that run a kernel on the CPU.
  uint32_t cpu_threads;
  /// The folder to which the code and the metadata of each kernel are written,
  /// for inspection; "": they are not written.
  const char *dump_folder;
  /// The path of NVIDIA's libdevice.
  const char *libdevice;
  /// Receives warnings and remarks; null: warnings are written to standard
  /// error.
  cm2tt_remark_function on_remark;
  void *remark_context;
  /// Since 1.2. The folder to which the reproducer of a failure of the compiler
  /// is written; "": it is not written.
  const char *reproducer_folder;
  /// Since 1.2. If not 0, a crash of the compiler, or of a kernel on the CPU,
  /// ends the process, and no signal is handled. If 0, a crash of the compiler
  /// is CM2TT_COMPILATION_FAILED, and a kernel's access to memory that is not
  /// mapped CM2TT_KERNEL_FAULT: the first compilation or the CPU device
  /// installs handlers of faults (SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP,
  /// SIGABRT), which stay installed and pass all other faults to the handlers
  /// that the process had before. A handler that is installed later must call
  /// the previous one.
  uint32_t no_crash_guard;
  /// Since 1.3. Not 0: kernels on a GPU lack the lines of their source, which
  /// profilers and compute-sanitizer show.
  uint32_t no_line_info;
  /// Since 1.7. Optimizations that are turned off, beside those of
  /// CM2TT_WITHOUT; as in cm2tt_kernel_options.
  const char *without;
} cm2tt_runtime_options;

/// Creates a runtime. Devices are opened when they are first used. `options`
/// may be null. Fails if an option or an environment variable is invalid.
cm2tt_status cm2tt_runtime_create(const cm2tt_runtime_options *options,
                                  cm2tt_runtime **runtime);
void cm2tt_runtime_destroy(cm2tt_runtime *runtime);

/// The number of GPUs; 0 if there is no driver or `runtime` is null.
uint32_t cm2tt_runtime_gpus(cm2tt_runtime *runtime);
/// Returns the GPU with that number, counted from 0. On a machine without a
/// GPU, 0 is the CPU. The device lives until the runtime and everything that
/// was created with the device are destroyed.
cm2tt_status cm2tt_runtime_device(cm2tt_runtime *runtime, uint32_t ordinal,
                                  cm2tt_device **device);
/// Returns the CPU of the machine.
cm2tt_status cm2tt_runtime_cpu(cm2tt_runtime *runtime, cm2tt_device **device);

/// After this call, a launch that has to compile fails.
cm2tt_status cm2tt_runtime_freeze(cm2tt_runtime *runtime);

/// The entries that were removed from a cache, and those that were kept.
typedef struct cm2tt_cache_result {
  size_t size;
  uint64_t removed_entries, removed_bytes;
  uint64_t kept_entries, kept_bytes;
} cm2tt_cache_result;

/// Removes the least recently used entries of the runtime's cache on disk until
/// it has at most `max_bytes`. 0 removes all entries, and Java's copies of the
/// native libraries, which are not counted. `result` may be null. Fails if
/// there is no cache, if it is read-only, or if a file cannot be removed.
cm2tt_status cm2tt_runtime_trim_cache(cm2tt_runtime *runtime,
                                      uint64_t max_bytes,
                                      cm2tt_cache_result *result);

/// An entry of the cache on disk.
typedef struct cm2tt_cache_entry {
  size_t size;
  /// 64 hexadecimal digits.
  const char *key;
  /// A description for display.
  const char *label;
  uint64_t bytes;
  /// The time of the last use in seconds since 1970, exact to a minute.
  int64_t last_use;
} cm2tt_cache_entry;

/// Calls `visit` for each entry of the cache, the most recently used first,
/// until it returns a value other than 0. Fails if the cache is disabled or
/// cannot be read.
cm2tt_status cm2tt_runtime_list_cache(
    cm2tt_runtime *runtime,
    int (*visit)(void *context, const cm2tt_cache_entry *entry), void *context);

//===----------------------------------------------------------------------===//
// Devices
//===----------------------------------------------------------------------===//

/// The properties of a device; those that it does not have are 0.
typedef struct cm2tt_device_properties {
  size_t size;
  /// The name of the device; it lives as long as the device.
  const char *name;
  /// The target to compile for: "sm_90a", "cpu".
  const char *target;
  /// The compute capability of a GPU, such as 9 and 0.
  uint32_t compute_major, compute_minor;
  /// The multiprocessors of a GPU, or the threads that run kernels on a CPU.
  uint32_t processors;
  /// The maximum shared memory of a block in bytes.
  uint32_t shared_bytes;
  /// The size of the memory, and of its free part, in bytes.
  uint64_t memory_bytes, free_bytes;
  /// The newest version of CUDA that the driver supports: 12080 is 12.8.
  uint32_t driver_version;
  uint32_t reserved;
  /// The UUID of a GPU or of a part of one, "GPU-5a3c..."; "" for a CPU.
  char uuid[48];
} cm2tt_device_properties;

/// Writes the properties of the device that fit into `properties->size` bytes.
cm2tt_status cm2tt_device_get_properties(cm2tt_device *device,
                                         cm2tt_device_properties *properties);

//===----------------------------------------------------------------------===//
// Streams, events and graphs
//===----------------------------------------------------------------------===//

/// A queue of work. Where a function takes a stream, null is the default stream
/// of the device. Work on one stream runs in order, work on different streams
/// in any order. A failure after the call that queued the work is reported by a
/// later call.
typedef struct cm2tt_stream cm2tt_stream;
/// A point in a stream.
typedef struct cm2tt_event cm2tt_event;
/// Captured work, which can be launched as a whole any number of times. The
/// objects that it uses must outlive it.
typedef struct cm2tt_graph cm2tt_graph;

/// Creates a stream that does not wait for the default stream.
cm2tt_status cm2tt_stream_create(cm2tt_device *device, cm2tt_stream **stream);
/// Creates a handle of an existing stream, given as the driver's handle (a
/// `CUstream`). Destroying the handle does not destroy the stream. Fails if the
/// device is the CPU and has no such stream.
cm2tt_status cm2tt_stream_wrap(cm2tt_device *device, uint64_t native,
                               cm2tt_stream **stream);
/// The driver's handle of the stream; 0 for null.
uint64_t cm2tt_stream_native(const cm2tt_stream *stream);
void cm2tt_stream_destroy(cm2tt_stream *stream);

/// Waits until all work of a stream has finished.
cm2tt_status cm2tt_stream_synchronize(cm2tt_device *device,
                                      cm2tt_stream *stream);
/// Since 1.3. Whether all work of a stream has finished: writes 1 or 0.
cm2tt_status cm2tt_stream_is_done(cm2tt_device *device, cm2tt_stream *stream,
                                  int *done);
/// Called once when work has finished, with CM2TT_OK and "", or never will,
/// with CM2TT_FAILED and the reason, which lives during the call.
typedef void (*cm2tt_completion_function)(void *context, cm2tt_status status,
                                          const char *reason);
/// Since 1.3. Calls a function when the work that was queued on the stream
/// before has finished. One thread calls the functions of a device, those of
/// one stream in order. The function may call this library, but it delays the
/// others. Later work of the stream does not wait for it. Destroying the last
/// handle of the device waits for the functions. Fails during a capture.
cm2tt_status cm2tt_stream_on_completion(cm2tt_device *device,
                                        cm2tt_stream *stream,
                                        cm2tt_completion_function function,
                                        void *context);
/// Work queued on the stream after this call waits for the work that preceded
/// the event, since 1.3 one of any GPU, when it was last recorded.
cm2tt_status cm2tt_stream_wait(cm2tt_device *device, cm2tt_stream *stream,
                               const cm2tt_event *event);

cm2tt_status cm2tt_event_create(cm2tt_device *device, cm2tt_event **event);
void cm2tt_event_destroy(cm2tt_event *event);
/// Records the event at the end of a stream.
cm2tt_status cm2tt_event_record(cm2tt_event *event, cm2tt_stream *stream);
/// Since 1.3. Whether the work that preceded the event when it was last
/// recorded has finished or failed, or it never was: writes 1 or 0.
cm2tt_status cm2tt_event_is_done(const cm2tt_event *event, int *done);
/// Since 1.3. Waits for that work. Fails if the work did.
cm2tt_status cm2tt_event_synchronize(const cm2tt_event *event);
/// The time between two recorded events of one device in milliseconds, after
/// waiting for the second.
cm2tt_status cm2tt_event_elapsed(const cm2tt_event *begin,
                                 const cm2tt_event *end, double *milliseconds);

/// Begins to capture the work queued on the stream instead of running it. The
/// default stream cannot be captured.
cm2tt_status cm2tt_graph_begin(cm2tt_stream *stream);
/// Ends the capture on the thread that began it, and creates the graph.
cm2tt_status cm2tt_graph_end(cm2tt_stream *stream, cm2tt_graph **graph);
cm2tt_status cm2tt_graph_launch(cm2tt_graph *graph, cm2tt_stream *stream);
void cm2tt_graph_destroy(cm2tt_graph *graph);

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// Memory of a device.
typedef struct cm2tt_buffer cm2tt_buffer;
/// Memory of the host for asynchronous copies that do not block the caller;
/// page-locked, where the device is a GPU.
typedef struct cm2tt_host_buffer cm2tt_host_buffer;

/// Allocates; the content is undefined. 0 bytes are allowed.
cm2tt_status cm2tt_buffer_create(cm2tt_device *device, uint64_t bytes,
                                 cm2tt_buffer **buffer);
/// Since 1.3. Creates a handle of memory that the caller owns and keeps until
/// the handle is destroyed: of the GPU, or of the process if the device is the
/// CPU. On the CPU, destroying the handle waits for the work that may use it;
/// on a GPU, freeing the memory does. Fails if a GPU does not have the memory.
cm2tt_status cm2tt_buffer_wrap(cm2tt_device *device, uint64_t address,
                               uint64_t bytes, cm2tt_buffer **buffer);
/// Since 1.5. The same for memory that must not be written: calls that would do
/// so fail, and so do launches of kernels that may by cm2tt_arg_buffer.
cm2tt_status cm2tt_buffer_wrap_read_only(cm2tt_device *device, uint64_t address,
                                         uint64_t bytes, cm2tt_buffer **buffer);
/// Frees the buffer after the work that may use it has finished.
void cm2tt_buffer_destroy(cm2tt_buffer *buffer);
/// The address on the device, a multiple of 256 unless the memory was wrapped;
/// 0 for null.
uint64_t cm2tt_buffer_address(const cm2tt_buffer *buffer);
/// The size with which the buffer was created; 0 for null.
uint64_t cm2tt_buffer_bytes(const cm2tt_buffer *buffer);

/// Copies to the buffer, copies from it, or sets its bytes, starting at
/// `offset`, after all work of the default stream. The work has finished when
/// the call returns. Fails if the range exceeds the buffer. `data` may be null
/// if `bytes` is 0.
cm2tt_status cm2tt_buffer_write(cm2tt_buffer *buffer, uint64_t offset,
                                const void *data, uint64_t bytes);
cm2tt_status cm2tt_buffer_read(const cm2tt_buffer *buffer, uint64_t offset,
                               void *data, uint64_t bytes);
cm2tt_status cm2tt_buffer_fill(cm2tt_buffer *buffer, uint64_t offset,
                               uint8_t byte, uint64_t bytes);

/// The same as work on a stream. The memory of the host must not change until
/// the work has finished. Unless it is part of a host buffer, the call may wait
/// for the work.
cm2tt_status cm2tt_buffer_write_async(cm2tt_buffer *buffer, uint64_t offset,
                                      const void *data, uint64_t bytes,
                                      cm2tt_stream *stream);
cm2tt_status cm2tt_buffer_read_async(const cm2tt_buffer *buffer,
                                     uint64_t offset, void *data,
                                     uint64_t bytes, cm2tt_stream *stream);
cm2tt_status cm2tt_buffer_fill_async(cm2tt_buffer *buffer, uint64_t offset,
                                     uint8_t byte, uint64_t bytes,
                                     cm2tt_stream *stream);

/// A location in a buffer.
typedef struct cm2tt_buffer_slice {
  const cm2tt_buffer *buffer;
  /// In bytes.
  uint64_t offset;
} cm2tt_buffer_slice;

/// Copies as work on a stream. The ranges must not overlap. Since 1.3, the
/// buffers may be of two devices, at least one of them a GPU, and the stream of
/// either GPU; null is that of the destination, or of the GPU. The copy waits
/// for earlier work of its stream only; the call may wait if one is the CPU.
cm2tt_status cm2tt_buffer_copy_async(cm2tt_buffer_slice to,
                                     cm2tt_buffer_slice from, uint64_t bytes,
                                     cm2tt_stream *stream);

/// Since 1.3. Copies between buffers of the same or of different devices, and
/// runtimes, after all work of the default streams of both devices. Two GPUs
/// copy directly if they can, otherwise through memory of the host. The ranges
/// must not overlap. The copy has finished when the call returns.
cm2tt_status cm2tt_buffer_copy(cm2tt_buffer_slice to, cm2tt_buffer_slice from,
                               uint64_t bytes);

/// Allocates; the content is undefined.
cm2tt_status cm2tt_host_buffer_create(cm2tt_device *device, uint64_t bytes,
                                      cm2tt_host_buffer **buffer);
void cm2tt_host_buffer_destroy(cm2tt_host_buffer *buffer);
/// The address of the memory; null for null.
void *cm2tt_host_buffer_data(const cm2tt_host_buffer *buffer);
/// Since 1.3. The size with which it was allocated; 0 for null.
uint64_t cm2tt_host_buffer_bytes(const cm2tt_host_buffer *buffer);

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

/// The types of numbers and of the elements that pointers point to.
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

/// The name of a type in signatures, such as "fp32"; null if it is unknown.
const char *cm2tt_type_name(cm2tt_type type);

/// The value of a kernel's parameter.
typedef struct cm2tt_argument {
  /// An address, or a number in the low bytes; the other bytes are ignored.
  uint64_t bits;
  /// A cm2tt_type: the type of the number, or of the elements at the address.
  uint32_t type;
  /// 0: a number; 1: an address; since 1.3, 2: a descriptor; since 1.5, 3: the
  /// address of memory that must not be written.
  uint32_t is_pointer;
} cm2tt_argument;

/// The address of a buffer with elements of the type. If `buffer` is null,
/// every launch with the argument fails.
cm2tt_argument cm2tt_arg_buffer(const cm2tt_buffer *buffer, cm2tt_type type);
/// Any address on the device of the launch.
cm2tt_argument cm2tt_arg_pointer(uint64_t address, cm2tt_type type);
/// A number of any type, given by its bits.
cm2tt_argument cm2tt_arg_bits(uint64_t bits, cm2tt_type type);
cm2tt_argument cm2tt_arg_i1(int value);
cm2tt_argument cm2tt_arg_i32(int32_t value);
cm2tt_argument cm2tt_arg_i64(int64_t value);
cm2tt_argument cm2tt_arg_fp32(float value);
cm2tt_argument cm2tt_arg_fp64(double value);

/// Since 1.3. Fills the buffer from `offset` with `count` numbers, such as
/// cm2tt_arg_fp32(1), after all work of the default stream. The work has
/// finished when the call returns. Fails if the range exceeds the buffer, if
/// its address is not a multiple of the number's size, or `value` no number.
cm2tt_status cm2tt_buffer_fill_numbers(cm2tt_buffer *buffer, uint64_t offset,
                                       cm2tt_argument value, uint64_t count);
/// Since 1.3. The same as work on a stream.
cm2tt_status cm2tt_buffer_fill_numbers_async(cm2tt_buffer *buffer,
                                             uint64_t offset,
                                             cm2tt_argument value,
                                             uint64_t count,
                                             cm2tt_stream *stream);

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// A kernel of a model, which is compiled when needed.
typedef struct cm2tt_kernel cm2tt_kernel;
/// A compiled kernel.
typedef struct cm2tt_compiled cm2tt_compiled;

/// A compile-time constant: a parameter's name, and a boolean or a number,
/// which may be `nan`, `inf` or `-inf` where the parameter is a float or
/// double.
typedef struct cm2tt_constant {
  const char *name;
  const char *value;
} cm2tt_constant;

/// The options for compiling a kernel; the arguments determine the rest.
typedef struct cm2tt_kernel_options {
  size_t size;
  /// The kernel's name, `k` or `k(Ptr, int)`; null: the model names the kernel.
  const char *kernel;
  /// The number of warps of a block, a power of two up to 32, or 0.
  uint32_t num_warps;
  /// The number of stages of pipelined loops, or fewer that fit; 0: the
  /// compiler chooses them, and the warps, from the tiles.
  uint32_t num_stages;
  const cm2tt_constant *constants;
  size_t num_constants;
  /// The names of the parameters that are not specialised: neither that 16
  /// divides the value nor that it is 1 is used.
  const char *const *unspecialized;
  size_t num_unspecialized;
  /// If not 0, no parameter is specialised.
  uint32_t unspecialize_all;
  /// Registers that a thread of a GPU may use; 0: the assembler decides.
  uint32_t max_registers;
  /// Not 0: products and sums of tiles are rounded each, never once as an fma.
  uint32_t disable_fp_fusion;
  /// Not 0: functions of f32 keep subnormal numbers on a GPU.
  uint32_t disable_ftz;
  /// Since 1.3. Not 0: launches check each access to memory; invalid ones are
  /// not executed, and the launch fails with CM2TT_KERNEL_FAULT. The CPU checks
  /// bounds, alignment, that what is read was written, races of programs, and
  /// accesses by parameters that overlap. Memory counts as written after
  /// copies, fills, checked kernels and, if it was allocated before, any other
  /// kernel. A GPU checks bounds, except of loads in maps, and assertions; the
  /// launch waits for the kernel, and cannot be captured. Both check the use of
  /// elements that loads leave out. CM2TT_CHECK=1 checks all launches.
  uint32_t checked;
  uint32_t reserved;
  /// Since 1.7. Optimizations that are turned off, for experiments, as
  /// "persistent,split-loops", or "all"; null: none beside those of the
  /// runtime. By default the compiler applies each where it is possible and
  /// pays.
  const char *without;
} cm2tt_kernel_options;

/// Reads a model from memory: JSON, code-model text or MLIR. `name` names it in
/// errors; null: "model". `options` may be null.
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
  /// The type in Java, such as "int".
  const char *java_type;
  /// The entry of the model's signature, such as "*fp32:16"; "" if it has none.
  const char *signature;
  /// Not 0: a launch passes an argument; 0: the parameter is a constant.
  uint32_t takes_argument;
  uint32_t reserved;
} cm2tt_parameter;

/// The number of parameters of the Java method; 0 for null.
size_t cm2tt_kernel_parameters(const cm2tt_kernel *kernel);
/// Writes one of them. Its strings live as long as the kernel.
cm2tt_status cm2tt_kernel_get_parameter(const cm2tt_kernel *kernel,
                                        size_t index,
                                        cm2tt_parameter *parameter);

/// Since 1.3. Not 0 if launches of the kernel are checked, due to its options
/// or to the environment; 0 for null.
int cm2tt_kernel_is_checked(const cm2tt_kernel *kernel);

/// Extents of a grid or a cluster.
typedef struct cm2tt_dim3 {
  uint32_t x, y, z;
} cm2tt_dim3;

/// One launch.
typedef struct cm2tt_launch {
  size_t size;
  /// The number of programs along each axis, such as {n, 1, 1}. If one of them
  /// is 0, no program runs.
  cm2tt_dim3 grid;
  /// The extents of a cluster of blocks, which run at the same time; 0 means 1.
  cm2tt_dim3 cluster;
  /// Null: the default stream.
  cm2tt_stream *stream;
  /// If not 0, all blocks run at the same time, so that they may wait for one
  /// another.
  uint32_t cooperative;
  uint32_t reserved;
  /// Since 1.3. For each argument of a checked kernel, the number of bytes from
  /// the address that the kernel may access; 0: the whole buffer that contains
  /// the address, or any number if no buffer of the device does. Null: 0 for
  /// all.
  const uint64_t *extents;
} cm2tt_launch;

/// Launches the kernel with an argument for each parameter that takes one, in
/// order. The first launch with arguments of a kind compiles. The kind consists
/// of the types, of whether each integer is 1, and of whether 16 divides each
/// integer, address or descriptor. Later launches with up to 32 arguments take
/// no lock and allocate nothing. The call returns before the kernel has run,
/// except on the default stream of the CPU.
cm2tt_status cm2tt_kernel_launch(cm2tt_kernel *kernel, cm2tt_device *device,
                                 const cm2tt_launch *launch,
                                 const cm2tt_argument *arguments,
                                 size_t num_arguments);

/// Compiles for arguments and loads the code, so that launches with such
/// arguments do not compile. `compiled` may be null.
cm2tt_status cm2tt_kernel_prepare(cm2tt_kernel *kernel, cm2tt_device *device,
                                  const cm2tt_argument *arguments,
                                  size_t num_arguments,
                                  cm2tt_compiled **compiled);
/// Compiles for a target, "sm_90a" or "cpu", which this machine need not have.
/// `signature` has an entry for each parameter of the Java method:
/// "*fp32:16,*fp32,i32,1024".
cm2tt_status cm2tt_kernel_compile(cm2tt_kernel *kernel, const char *target,
                                  const char *signature,
                                  cm2tt_compiled **compiled);
/// Types the kernel for arguments, as a launch does, for a run in another
/// language that is to promote types as the compiled kernel does. The image of
/// the result is the tree of calls, as of `cm2tt --emit=calls`; it has no
/// metadata.
cm2tt_status cm2tt_kernel_type_calls(cm2tt_kernel *kernel, cm2tt_device *device,
                                     const cm2tt_argument *arguments,
                                     size_t num_arguments,
                                     cm2tt_compiled **calls);
/// Since 1.3. The number of times that code of the kernel was compiled, found
/// on disk or loaded: it increases in calls that do not find the code in
/// memory. 0 for null.
uint64_t cm2tt_kernel_builds(const cm2tt_kernel *kernel);

void cm2tt_compiled_destroy(cm2tt_compiled *compiled);
/// Writes the address and the size in bytes of the code: PTX or a cubin for a
/// GPU, an object file for a CPU. `data` and `bytes` may be null.
cm2tt_status cm2tt_compiled_image(const cm2tt_compiled *compiled,
                                  const void **data, size_t *bytes);
/// The properties of the compiled function that a launcher needs, as JSON: its
/// name, parameters, warps, shared memory; null for null.
const char *cm2tt_compiled_metadata(const cm2tt_compiled *compiled);
/// The signature that the kernel was compiled for; null for null.
const char *cm2tt_compiled_signature(const cm2tt_compiled *compiled);

//===----------------------------------------------------------------------===//
// Tuning (since 1.1)
//===----------------------------------------------------------------------===//

/// A kernel with several configurations, of which the fastest is launched. The
/// first launch with arguments of a new key measures all configurations. The
/// results are kept in memory and in a folder, and can be shipped.
///
/// The tuner does not call the caller: each launch passes the grid of each
/// configuration. A caller for which that is too slow asks for the choice and
/// launches its kernel:
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

/// The property of an argument that the choice depends on.
typedef enum cm2tt_key_kind {
  CM2TT_KEY_VALUE = 0,
  /// The value of an integer, rounded up to a power of two; 0 and negative
  /// values count as 1.
  CM2TT_KEY_POWER_OF_TWO = 1,
  /// The type of the argument; of a pointer, that of its elements.
  CM2TT_KEY_TYPE = 2
} cm2tt_key_kind;

/// A part of the key. There is one choice for each key.
typedef struct cm2tt_key_part {
  /// The name of a parameter that takes an argument.
  const char *parameter;
  /// A cm2tt_key_kind.
  uint32_t kind;
  uint32_t reserved;
} cm2tt_key_part;

/// The value of `flush_bytes` for writing no bytes before each run.
#define CM2TT_NO_FLUSH UINT64_MAX

/// The options of a tuner.
typedef struct cm2tt_tuner_options {
  size_t size;
  /// The options that all configurations share; its warps and stages are
  /// ignored, and `checked` must be 0. May be null.
  const cm2tt_kernel_options *kernel;
  /// The configurations, at least one; all have the same constants.
  const cm2tt_configuration *configurations;
  size_t num_configurations;
  /// The key, at most 16 parts; without parts, all launches on a device share
  /// one choice.
  const cm2tt_key_part *key;
  size_t num_key_parts;
  /// The names of parameters that point to memory which the kernel changes and
  /// which is restored before each run.
  const char *const *restored;
  size_t num_restored;
  /// Files with results, used where the folder has none.
  const char *const *shipped;
  size_t num_shipped;
  /// The folder of the results; null: a folder in the runtime's cache; "":
  /// results are not kept.
  const char *folder;
  /// The numbers of rounds that are not measured, of rounds before a
  /// configuration may be excluded (at least 8), and of all rounds; 0: 2, 8 and
  /// 500.
  uint32_t warmups, min_runs, max_runs;
  /// The number of threads that compile; 0: the number of CPUs, at most 16.
  uint32_t threads;
  /// No round begins later than this after the first; 0: 1000.
  double budget_milliseconds;
  /// Configurations of which none is slower than another by more than this
  /// fraction are equally good; 0: 0.01.
  double tolerance;
  /// The number of bytes that are written before each run, to replace what is
  /// in the caches; 0: 256 MiB on a GPU, none on a CPU. Or CM2TT_NO_FLUSH.
  uint64_t flush_bytes;
} cm2tt_tuner_options;

/// Creates a tuner for a model, given as to cm2tt_kernel_load.
cm2tt_status cm2tt_tuner_create(cm2tt_runtime *runtime, const char *model,
                                size_t bytes, const char *name,
                                const cm2tt_tuner_options *options,
                                cm2tt_tuner **tuner);
void cm2tt_tuner_destroy(cm2tt_tuner *tuner);

/// One launch of the chosen configuration.
typedef struct cm2tt_tuned_launch {
  size_t size;
  /// The grid of each configuration.
  const cm2tt_dim3 *grids;
  size_t num_grids;
  /// The size in bytes of each memory that is restored.
  const uint64_t *restored_bytes;
  size_t num_restored_bytes;
  /// As in cm2tt_launch.
  cm2tt_dim3 cluster;
  uint32_t cooperative;
  cm2tt_stream *stream;
} cm2tt_tuned_launch;

/// Launches the choice for these arguments. If there is none in memory, on disk
/// or shipped, tunes first, which runs the kernel many times.
cm2tt_status cm2tt_tuner_launch(cm2tt_tuner *tuner, cm2tt_device *device,
                                const cm2tt_tuned_launch *launch,
                                const cm2tt_argument *arguments,
                                size_t num_arguments);
/// Tunes even if there is a result. Later launches use the new one.
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
/// Creates a handle of the kernel as the tuner launches a configuration of it.
cm2tt_status cm2tt_tuner_kernel(const cm2tt_tuner *tuner, size_t configuration,
                                cm2tt_kernel **kernel);

/// Writes the results that determine the choice for such arguments, in the
/// format of files of results; the list is empty if there has been no such
/// launch. If `device` is null, writes all results in use. Writes at most
/// `capacity` bytes, including the terminating null, and sets `*bytes` to the
/// number of bytes of the whole text. `text` may be null if `capacity` is 0.
cm2tt_status cm2tt_tuner_results(const cm2tt_tuner *tuner, cm2tt_device *device,
                                 const cm2tt_argument *arguments,
                                 size_t num_arguments, char *text,
                                 size_t capacity, size_t *bytes);
/// Writes all results in use to a file, atomically.
cm2tt_status cm2tt_tuner_save(const cm2tt_tuner *tuner, const char *path);

#ifdef __cplusplus
} // extern "C"
#endif
#include "cm2tt_compile.h"
#include "cm2tt_descriptor.h"
#endif // CM2TT_CM2TT_H
