// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The implementation of a runtime and its kernels.

#ifndef CM2TT_RUNTIME_KERNELS_KERNELSINTERNALS_H
#define CM2TT_RUNTIME_KERNELS_KERNELSINTERNALS_H

#include "Binding.h"
#include "CompilerPool.h"
#include "LaunchTable.h"
#include "OnceMap.h"

#include "cm2tt/Runtime/DiskCache.h"
#include "cm2tt/Runtime/Kernel.h"

#include <atomic>
#include <mutex>

namespace cm2tt::runtime {

namespace kernels {
class LaunchMaps;

/// A compiled kernel on a device, ready to be launched. Never changed.
struct LoadedKernel {
  std::shared_ptr<const CompiledKernel> compiled;
  Device *device = nullptr;
  Module module;
  KernelHandle handle;
  /// The abilities of the launcher that the code may need.
  WordSet<LauncherFeature> launcher;

  /// Sets what each parameter of the compiled kernel gets, after `compiled`.
  void setPlaces(llvm::SmallVector<ParameterPlace> all);

  /// Launches it with arguments that it was compiled for.
  llvm::Error launch(const LaunchConfig &config,
                     llvm::ArrayRef<Argument> arguments) const;
  /// Fails, as `launch` does, if values of the arguments do not suit the code.
  llvm::Error checkValues(llvm::ArrayRef<Argument> arguments) const;

private:
  /// Fails with UnsuitedLaunchError if a value must be above 0 and is not.
  llvm::Error checkPositive(llvm::ArrayRef<Argument> arguments) const;
  /// Launches it with descriptors among the arguments. Encodes the maps that
  /// were not encoded before.
  llvm::Error launchWithDescriptors(const LaunchConfig &config,
                                    llvm::ArrayRef<Argument> arguments) const;
  /// Finds the values of all parameters.
  llvm::Error collect(llvm::ArrayRef<Argument> arguments,
                      llvm::SmallVectorImpl<void *> &values,
                      LaunchMaps &maps) const;
  llvm::Expected<const void *> valueOf(const ParameterPlace &place,
                                       const Argument &argument) const;
  /// Launches it with the extents of `config`, which are those of arguments.
  llvm::Error launchWithExtents(const LaunchConfig &config,
                                llvm::ArrayRef<Argument> arguments) const;

  /// For each parameter of the compiled kernel, the index of its argument.
  llvm::SmallVector<unsigned> places;
  /// The same with the parts of descriptors; empty for a kernel without
  /// descriptors.
  llvm::SmallVector<ParameterPlace> parts;
  /// The number of maps that are encoded from several arguments.
  size_t numTensors = 0;
  /// The parameters whose values must be above 0.
  llvm::SmallVector<unsigned, 1> positive;
};
} // namespace kernels

/// The shared part of a runtime; kernels keep it alive.
struct Runtime::Impl {
  explicit Impl(const RuntimeOptions &options);

  /// The cache's options, with its remarks on the way to the user.
  DiskCacheOptions cacheOptions();
  /// Tells the user.
  void report(const Diagnostic &diagnostic);
  /// Reports a message without a location to the user.
  void remark(Severity severity, const llvm::Twine &message);
  /// Sets the options that are those of the runtime.
  void setOptions(CompileOptions &compileOptions) const;
  /// Reports the warnings and remarks of a compilation; returns its failure.
  llvm::Error take(CompileResult &result, llvm::StringRef modelName);
  /// Compiles with one of the compilers. The result has no signature.
  llvm::Expected<std::shared_ptr<CompiledKernel>>
  compileNow(llvm::StringRef model, llvm::StringRef modelName,
             const CompileOptions &compileOptions);
  /// Writes the reproducer of a failure, and adds a note about it.
  void keepReproducer(CompileResult &result, llvm::StringRef modelName) const;
  /// Writes an image and its metadata into the dump folder, if there is one.
  void dump(const CompiledKernel &compiled);

  llvm::Expected<Device &> openCpu();
  llvm::Expected<Device &> openGpu(unsigned ordinal);
  unsigned countGpus();

  const RuntimeOptions options;
  /// Held while a message is reported to the user; the cache reports
  /// immediately.
  std::mutex reporting;
  DiskCache cache;
  kernels::CompilerPool compilers;
  std::atomic<bool> isFrozen{false};

  /// Held while devices are opened.
  std::mutex opening;
  std::unique_ptr<Device> cpu;
  std::vector<std::unique_ptr<Device>> gpus;
  std::optional<unsigned> gpuCount;

  /// Held while `loaded` is used: kernels by model and options.
  std::mutex loading;
  llvm::StringMap<std::weak_ptr<Kernel>> loaded;
};

/// A kernel's inside. Members that die later are used by those that die first.
struct Kernel::Impl {
  using Compiled = std::shared_ptr<const CompiledKernel>;

  /// A request to compile: all parts of a key on disk.
  struct Request {
    llvm::StringRef target, signature;
    unsigned numStages;
    WordSet<LauncherFeature> launcher;

    /// Tells requests apart, also those of several devices.
    std::string name() const;
    std::string name(const Device &device) const;
  };

  Impl(std::shared_ptr<Runtime::Impl> runtime, llvm::StringRef model,
       llvm::StringRef modelName, const KernelOptions &options)
      : runtime(std::move(runtime)), model(model), modelName(modelName),
        options(options),
        isChecked(options.checked || this->runtime->options.checksLaunches) {}

  /// Reads the parameters; the rest of construction.
  llvm::Error read();

  /// The options of the compiler.
  CompileOptions compileOptions(const Request &request) const;
  /// The key on disk; nothing if the code may depend on what is not in it.
  std::optional<std::string> diskKey(const Request &request) const;
  /// The blob of the key, if there is one that can be read.
  Compiled findOnDisk(const std::optional<std::string> &key);
  void keepOnDisk(const std::optional<std::string> &key,
                  const CompiledKernel &compiled);

  /// Compiles, or waits for who does, or finds it in memory or on disk.
  llvm::Expected<Compiled> compile(const Request &request);
  llvm::Expected<Compiled> compileNow(const Request &request);
  /// Returns the tree of calls as the image.
  llvm::Expected<Compiled> typeCalls(llvm::StringRef signature);

  using Loaded = std::shared_ptr<const kernels::LoadedKernel>;
  /// The first request for a target and a signature.
  Request requestFor(llvm::StringRef target, llvm::StringRef signature) const;
  /// Compiles and loads; code that needs less if the device says that it lacks
  /// resources.
  llvm::Expected<const kernels::LoadedKernel *> loadFor(Device &device,
                                                        Request request);
  llvm::Expected<Loaded> loadNow(Device &device, const Request &request);
  llvm::Expected<Loaded> loadImage(Device &device, const Request &request,
                                   Compiled compiled);
  /// Changes the request that failed with `error` to one for code that needs
  /// less of a device, and says so to the user. Returns whether there is one.
  bool needLess(const llvm::Error &error, Request &request);

  /// The kernel of a launch that the table does not know yet.
  llvm::Expected<const kernels::LoadedKernel *>
  loadFirst(Device &device, const LaunchConfig &config,
            llvm::ArrayRef<Argument> arguments, const kernels::LaunchKey &key);
  /// The way of such a launch.
  llvm::Error launchFirst(Device &device, const LaunchConfig &config,
                          llvm::ArrayRef<Argument> arguments,
                          const kernels::LaunchKey &key);
  /// Loads code that suits what a launch of `kernel` failed for with an
  /// UnsuitedLaunchError, or returns the error if now is no time to compile it.
  llvm::Expected<const kernels::LoadedKernel *>
  loadPlainer(StreamHandle stream, const kernels::LoadedKernel &kernel,
              llvm::Error error);
  /// The way of a launch that failed: with code that needs less of its launcher
  /// or of the device, if that may help.
  llvm::Error launchAgain(const LaunchConfig &config,
                          llvm::ArrayRef<Argument> arguments,
                          const kernels::LaunchKey &key,
                          const kernels::LoadedKernel &failed,
                          llvm::Error error);
  /// Fails if now is no time to compile.
  llvm::Error checkMayCompile(Device &device, StreamHandle stream,
                              llvm::StringRef signature) const;

  const std::shared_ptr<Runtime::Impl> runtime;
  const std::string model, modelName;
  const KernelOptions options;
  /// Whether launches are checked.
  const bool isChecked;
  /// Stands for the model and the kernel's name in keys.
  std::string modelKey;
  std::vector<JavaParameter> parameters;
  kernels::Binding binding;
  kernels::OnceMap<const CompiledKernel> compiled;
  kernels::OnceMap<const kernels::LoadedKernel> loaded;
  kernels::LaunchTable table;
  /// The number of times that code was compiled, found on disk or loaded.
  std::atomic<uint64_t> numBuilds = 0;
};

} // namespace cm2tt::runtime

#endif // CM2TT_RUNTIME_KERNELS_KERNELSINTERNALS_H
