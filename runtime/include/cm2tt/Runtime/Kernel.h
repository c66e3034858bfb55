// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Kernels at run time: a model is loaded once, and a launch compiles it for
/// the kind of its arguments, unless that was compiled before.
///
///     auto runtime = cantFail(Runtime::create());
///     Device &device = cantFail(runtime->device());
///     auto add = cantFail(runtime->load(model, "model.json"));
///     ...
///     cantFail(add->launch(device, {{grid}}, {x, y, out, n}));
///
/// The kind of an argument consists of its type, of whether an integer is 1 or
/// divisible by 16, and of whether an address is divisible by 16. All launches
/// with arguments of the same kinds share compiled code, in memory and, for
/// later processes, on disk.
///
/// All functions may be called from several threads at once.
///
/// Not here: memory, streams, events (Device.h); the cache on disk
/// (DiskCache.h).

#ifndef CM2TT_RUNTIME_KERNEL_H
#define CM2TT_RUNTIME_KERNEL_H

#include "cm2tt/Compiler/Compiler.h"
#include "cm2tt/Runtime/Argument.h"
#include "cm2tt/Runtime/Device.h"
#include "cm2tt/Runtime/RuntimeOptions.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace cm2tt::runtime {

class Kernel;

/// A model cannot be compiled, due to an error in the model, the options or the
/// compiler.
class CompileFailure : public llvm::ErrorInfo<CompileFailure> {
public:
  explicit CompileFailure(std::vector<Diagnostic> diagnostics,
                          bool isInternal = false)
      : diagnostics(std::move(diagnostics)), isInternal(isInternal) {}
  /// Writes `File.java:3:9: error: message`, a line for each.
  void log(llvm::raw_ostream &os) const override;
  std::error_code convertToErrorCode() const override;
  static char ID;

  /// All diagnostics of the compiler.
  const std::vector<Diagnostic> diagnostics;
  /// Whether the failure is one of the compiler, such as a crash, and not of
  /// the model. The kernel is then not compiled again for such arguments: later
  /// calls fail with the same error.
  const bool isInternal;
};

/// The options for compiling a kernel; the arguments determine the rest.
struct KernelOptions {
  /// The kernel's name, `k` or, if several have it, `k(Ptr, int)`; empty: the
  /// kernel that the model names.
  std::string kernel;
  /// The number of warps of a block and of stages of pipelined loops, as in
  /// CompileOptions; 0: the compiler chooses. Fewer stages are used where
  /// shared memory does not suffice.
  unsigned numWarps = 0, numStages = 0;
  /// Registers that a thread of a GPU may use, as in CompileOptions; 0: as many
  /// as the assembler sees fit.
  unsigned maxRegisters = 0;
  /// Whether a product and a sum of tiles may be rounded once, as one fma.
  bool fpFusion = true;
  /// Whether functions of f32 take subnormal numbers for 0 on a GPU.
  bool ftz = true;
  /// Optimizations that are turned off, beside those of the runtime.
  WordSet<Optimization> without;
  /// Whether launches are checked: invalid accesses are not executed and are
  /// reported as KernelFault. CheckedMemory.h lists their kinds on the CPU; on
  /// a GPU they are those out of bounds.
  bool checked = false;
  /// Compile-time constants: a parameter's name and a number or boolean.
  std::vector<std::pair<std::string, std::string>> constants;
  /// The names of the parameters that are not specialised: neither `:16` nor
  /// `:1` is promised to the compiler.
  std::vector<std::string> unspecialized;
  /// Whether any parameter is specialised.
  bool specializes = true;
};

/// One launch.
struct LaunchConfig {
  Dim3 grid;
  StreamHandle stream = 0;
  /// Its `extents` are those of the arguments.
  LaunchAttributes attributes = {};
};

/// A compiled kernel, which does not change.
struct CompiledKernel {
  /// Object code for a CPU. For a GPU, PTX, or the cubin if the driver of this
  /// device has assembled it before and it is still on disk.
  std::string image;
  KernelMetadata metadata;
  /// The signature that it was compiled for: an entry for each Java parameter.
  std::string signature;
  /// The libraries that the model names and that are part of the image. If
  /// there are any, the kernel is not kept on disk, since they may change.
  std::vector<std::string> namedLibraries;
};

/// The state that kernels share: devices, compilers, the cache on disk. Kernels
/// keep it alive, including its devices.
class Runtime {
public:
  /// Creates a runtime. Devices and compilers are created when they are first
  /// used. Without options, those of the environment are used; fails if they
  /// are invalid.
  static llvm::Expected<std::unique_ptr<Runtime>> create();
  static llvm::Expected<std::unique_ptr<Runtime>>
  create(const RuntimeOptions &options);
  ~Runtime();

  /// The GPU with that number. On a machine without a GPU, 0 is the CPU.
  llvm::Expected<Device &> device(unsigned ordinal = 0);
  /// The CPU of the machine.
  llvm::Expected<Device &> cpu();
  /// The number of GPUs; 0 if there is no driver.
  unsigned numGpus();

  /// Reads a model: JSON, code-model text or MLIR. `modelName` is the name of
  /// the model in errors. Loading a model again with the same options returns
  /// the same kernel while it is in use.
  llvm::Expected<std::shared_ptr<Kernel>>
  load(llvm::StringRef model, llvm::StringRef modelName,
       const KernelOptions &options = {});

  /// Compiles a model once, for who launches it in other ways, to the stage
  /// that the options name. Crashes and reproducers are treated as the
  /// runtime's options say. Nothing is kept, in memory or on disk.
  llvm::Expected<std::shared_ptr<const CompiledKernel>>
  compile(llvm::StringRef model, llvm::StringRef modelName,
          const CompileOptions &options);

  /// After this call, a launch that has to compile or load code fails, so that
  /// no launch is unexpectedly slow. `prepare` and `compile` still compile.
  void freeze();
  /// Whether `freeze` was called.
  bool isFrozen() const;
  /// The options with which the runtime was created.
  const RuntimeOptions &settings() const;

private:
  struct Impl;
  friend class Kernel;
  explicit Runtime(std::shared_ptr<Impl> impl) : impl(std::move(impl)) {}

  std::shared_ptr<Impl> impl;
};

/// A kernel of a model. The devices that it was launched on must outlive it,
/// unless they belong to its runtime.
class Kernel {
public:
  ~Kernel();

  /// All parameters of the Java method.
  const std::vector<JavaParameter> &parameters() const;
  /// The indices in `parameters()` of the parameters that take an argument:
  /// those that neither the options nor the model make constants.
  llvm::ArrayRef<unsigned> launchParameters() const;
  /// Whether launches are checked, due to the options of the kernel or of the
  /// runtime.
  bool isChecked() const;

  /// Launches the kernel with an argument for each of `launchParameters()`. An
  /// integer may be narrower than its parameter; a pointer may point to
  /// elements of any type, unless the model is `tt`. The first launch with
  /// arguments of a kind compiles, which fails if the runtime is frozen or the
  /// stream captures a graph. Later launches take no lock, allocate nothing and
  /// build no string. Device::launch states when the kernel has run.
  llvm::Error launch(Device &device, const LaunchConfig &config,
                     llvm::ArrayRef<Argument> arguments);

  /// Compiles for arguments and loads the code, so that launches with such
  /// arguments do not compile.
  llvm::Expected<std::shared_ptr<const CompiledKernel>>
  prepare(Device &device, llvm::ArrayRef<Argument> arguments);

  /// Types the kernel for arguments, as a launch does. The image of the result
  /// is its tree of calls as JSON (CallTree.h), which a run on the JVM follows.
  /// It is not kept.
  llvm::Expected<std::shared_ptr<const CompiledKernel>>
  typeCalls(Device &device, llvm::ArrayRef<Argument> arguments);

  /// Compiles for a target (`sm_90a`, `cpu:znver4`), which this machine need
  /// not have. `signature` has an entry for each Java parameter, as
  /// `--signature` has. Fails with UsageError for an unknown target or a
  /// malformed entry.
  llvm::Expected<std::shared_ptr<const CompiledKernel>>
  compile(llvm::StringRef target, llvm::StringRef signature);

  /// The number of times that code was compiled, found on disk or loaded. It
  /// increases in calls that do not find the code in memory.
  uint64_t numBuilds() const;

private:
  struct Impl;
  friend class Runtime;
  explicit Kernel(std::unique_ptr<Impl> impl);

  std::unique_ptr<Impl> impl;
};

} // namespace cm2tt::runtime

#endif // CM2TT_RUNTIME_KERNEL_H
