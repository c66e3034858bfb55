// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Kernels at run time: a model is loaded once, and each launch compiles it for
/// what its arguments are, if nobody has before.
///
///     auto runtime = cantFail(Runtime::create());
///     Device &device = cantFail(runtime->device());
///     auto add = cantFail(runtime->load(model, "model.json"));
///     ...
///     cantFail(add->launch(device, {{grid}}, {x, y, out, n}));
///
/// What an argument is: its type; of an integer whether it is 1 or divisible by
/// 16, of a pointer whether its address is divisible by 16. All launches with
/// the same of that share compiled code, in memory and, for later processes, on
/// disk.
///
/// Everything here may be used from several threads at once.
///
/// Not here: memory, streams, events (Device.h); the cache on disk
/// (DiskCache.h).

#ifndef CM2TT_RUNTIME_KERNEL_H
#define CM2TT_RUNTIME_KERNEL_H

#include "cm2tt/Driver/Compiler.h"
#include "cm2tt/Runtime/Argument.h"
#include "cm2tt/Runtime/Device.h"
#include "cm2tt/Runtime/RuntimeOptions.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace cm2tt::runtime {

class Kernel;

/// A model cannot be compiled: it, the options or the compiler is at fault.
class CompileFailure : public llvm::ErrorInfo<CompileFailure> {
public:
  explicit CompileFailure(std::vector<Diagnostic> diagnostics)
      : diagnostics(std::move(diagnostics)) {}
  /// Writes `File.java:3:9: error: message`, a line for each.
  void log(llvm::raw_ostream &os) const override;
  std::error_code convertToErrorCode() const override;
  static char ID;

  /// All that the compiler reported.
  const std::vector<Diagnostic> diagnostics;
};

/// How a kernel is compiled, beside what its arguments say.
struct KernelOptions {
  /// The kernel's name; empty: as the model says.
  std::string kernel;
  /// Warps of a block and buffers of a pipelined loop, as in CompileOptions;
  /// fewer stages are used where shared memory does not suffice.
  unsigned numWarps = 4, numStages = 3;
  /// Registers that a thread of a GPU may use, as in CompileOptions; 0: as many
  /// as the assembler sees fit.
  unsigned maxRegisters = 0;
  /// Compile-time constants: a parameter's name and a number or boolean.
  std::vector<std::pair<std::string, std::string>> constants;
  /// Names of the parameters whose values are not looked at: neither `:16` nor
  /// `:1` is promised to the compiler.
  std::vector<std::string> unspecialized;
  /// Whether the values of any parameter are looked at.
  bool specializes = true;
};

/// One launch.
struct LaunchConfig {
  Dim3 grid;
  StreamHandle stream = 0;
  LaunchAttributes attributes = {};
};

/// A kernel, compiled. Made once, then never changed.
struct CompiledKernel {
  /// Object code for a CPU; for a GPU PTX or, if this device's driver has
  /// assembled that before and it is still on disk, the cubin.
  std::string image;
  KernelMetadata metadata;
  /// What it was compiled for: an entry for each Java parameter.
  std::string signature;
  /// The libraries that the model names and that are part of the image. With
  /// any, it is not kept on disk, since they may change.
  std::vector<std::string> namedLibraries;
};

/// What kernels share: devices, compilers, the cache on disk. Kernels keep it
/// alive, also its devices.
class Runtime {
public:
  /// Opens nothing yet: devices and compilers are made when first used. Without
  /// options, those of the environment; an error if they make no sense.
  static llvm::Expected<std::unique_ptr<Runtime>> create();
  static llvm::Expected<std::unique_ptr<Runtime>>
  create(const RuntimeOptions &options);
  ~Runtime();

  /// The GPU of that number; where there is no GPU, 0 is the CPU.
  llvm::Expected<Device &> device(unsigned ordinal = 0);
  /// The computer's own processor.
  llvm::Expected<Device &> cpu();
  /// How many GPUs there are; 0 also if there is no driver.
  unsigned numGpus();

  /// Reads a model: JSON, code-model text or MLIR. `modelName` is how errors
  /// call it. Models that were loaded with the same options, and are still
  /// used, are the same kernel.
  llvm::Expected<std::shared_ptr<Kernel>>
  load(llvm::StringRef model, llvm::StringRef modelName,
       const KernelOptions &options = {});

  /// From now on it is an error if a launch would have to compile or load code,
  /// so that none takes long by surprise. `prepare` and `compile` still do.
  void freeze();
  /// Whether that was called.
  bool isFrozen() const;
  /// What it was made with.
  const RuntimeOptions &settings() const;

private:
  struct Impl;
  friend class Kernel;
  explicit Runtime(std::shared_ptr<Impl> impl) : impl(std::move(impl)) {}

  std::shared_ptr<Impl> impl;
};

/// A kernel of a model. Devices that it was launched on have to outlive it,
/// unless they are its runtime's.
class Kernel {
public:
  ~Kernel();

  /// All parameters of the Java method.
  const std::vector<JavaParameter> &parameters() const;
  /// The indices in `parameters()` of those that a launch gives arguments to:
  /// those that neither the options nor the model make constants.
  llvm::ArrayRef<unsigned> launchParameters() const;

  /// Launches with an argument for each of `launchParameters()`. Numbers may be
  /// narrower integers than their parameter; a pointer may point to anything,
  /// unless the model came as `tt`. The first launch with arguments of a kind
  /// compiles, which is an error if the runtime is frozen or the stream records
  /// a graph. Later ones take no lock, allocate nothing and build no string.
  /// When it is done: see Device::launch.
  llvm::Error launch(Device &device, const LaunchConfig &config,
                     llvm::ArrayRef<Argument> arguments);

  /// Compiles for arguments and loads the code, so that such launches find it.
  llvm::Expected<std::shared_ptr<const CompiledKernel>>
  prepare(Device &device, llvm::ArrayRef<Argument> arguments);

  /// Compiles for a target (`sm_90a`, `cpu:znver4`) that need not be here.
  /// `signature` has an entry for each Java parameter, as `--signature`.
  llvm::Expected<std::shared_ptr<const CompiledKernel>>
  compile(llvm::StringRef target, llvm::StringRef signature);

private:
  struct Impl;
  friend class Runtime;
  explicit Kernel(std::unique_ptr<Impl> impl);

  std::unique_ptr<Impl> impl;
};

} // namespace cm2tt::runtime

#endif // CM2TT_RUNTIME_KERNEL_H
