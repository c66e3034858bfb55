// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Kernels, launches and compiled code.
///
/// Not here: arguments (Arguments.cpp).

#include "CApiInternals.h"

#include "cm2tt/Lowering/PlainText.h"

#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;
using namespace cm2tt::runtime::capi;

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

cm2tt_status
capi::readConstants(const char *function, const cm2tt_constant *constants,
                    size_t count,
                    std::vector<std::pair<std::string, std::string>> &result) {
  if (count)
    if (cm2tt_status status =
            needs(function, {{"options->constants", constants}}))
      return status;
  for (size_t i = 0; i < count; ++i) {
    const cm2tt_constant &constant = constants[i];
    if (cm2tt_status status =
            needs(function, {{"options->constants[i].name", constant.name},
                             {"options->constants[i].value", constant.value}}))
      return status;
    result.emplace_back(constant.name, constant.value);
  }
  return CM2TT_OK;
}

cm2tt_status capi::readWithout(const char *function, const char *text,
                               WordSet<Optimization> &without) {
  Expected<WordSet<Optimization>> read =
      WordSet<Optimization>::parse(text ? text : "");
  if (!read)
    return invalid(function,
                   "'options->without': " + toString(read.takeError()));
  without = *read;
  return CM2TT_OK;
}

cm2tt_status capi::readKernelOptions(const char *function,
                                     const cm2tt_kernel_options *from,
                                     KernelOptions &options) {
  if (!from)
    return CM2TT_OK;
  cm2tt_kernel_options given;
  if (cm2tt_status status = readStruct(function, "options", from, given))
    return status;
  if (given.kernel)
    options.kernel = given.kernel;
  options.numWarps = given.num_warps;
  options.numStages = given.num_stages;
  options.maxRegisters = given.max_registers;
  options.fpFusion = !given.disable_fp_fusion;
  options.ftz = !given.disable_ftz;
  options.checked = given.checked != 0;
  if (given.reserved)
    return invalid(function, "'options->reserved' is not 0");
  if (cm2tt_status status =
          readWithout(function, given.without, options.without))
    return status;
  options.specializes = !given.unspecialize_all;
  if (given.num_unspecialized)
    if (cm2tt_status status =
            needs(function, {{"options->unspecialized", given.unspecialized}}))
      return status;
  for (size_t i = 0; i < given.num_unspecialized; ++i) {
    const char *name = given.unspecialized[i];
    if (cm2tt_status status =
            needs(function, {{"options->unspecialized[i]", name}}))
      return status;
    options.unspecialized.emplace_back(name);
  }
  return readConstants(function, given.constants, given.num_constants,
                       options.constants);
}

/// Hands out the kernel of a model.
static cm2tt_status giveKernel(cm2tt_runtime &runtime, StringRef model,
                               StringRef name, const KernelOptions &options,
                               cm2tt_kernel **kernel) {
  Expected<std::shared_ptr<Kernel>> loaded =
      runtime.state->runtime->load(model, name, options);
  if (!loaded)
    return fail(loaded.takeError());
  *kernel = new cm2tt_kernel{runtime.state, std::move(*loaded)};
  return CM2TT_OK;
}

cm2tt_status cm2tt_kernel_load(cm2tt_runtime *runtime, const char *model,
                               size_t bytes, const char *name,
                               const cm2tt_kernel_options *options,
                               cm2tt_kernel **kernel) {
  KernelOptions settings;
  if (kernel)
    *kernel = nullptr;
  if (cm2tt_status status =
          needs(__func__,
                {{"runtime", runtime}, {"model", model}, {"kernel", kernel}}))
    return status;
  if (bytes > PTRDIFF_MAX)
    return invalid(__func__, "a model of " + Twine(bytes) + " bytes");
  if (cm2tt_status status = readKernelOptions(__func__, options, settings))
    return status;
  return giveKernel(*runtime, StringRef(model, bytes), name ? name : "model",
                    settings, kernel);
}

cm2tt_status cm2tt_kernel_load_file(cm2tt_runtime *runtime, const char *path,
                                    const cm2tt_kernel_options *options,
                                    cm2tt_kernel **kernel) {
  KernelOptions settings;
  if (kernel)
    *kernel = nullptr;
  if (cm2tt_status status = needs(
          __func__, {{"runtime", runtime}, {"path", path}, {"kernel", kernel}}))
    return status;
  if (cm2tt_status status = readKernelOptions(__func__, options, settings))
    return status;
  ErrorOr<std::unique_ptr<MemoryBuffer>> file = MemoryBuffer::getFile(path);
  if (!file)
    return fail(createStringError(
        inconvertibleErrorCode(),
        Twine(path) + ": cannot be read: " + plain::reasonOf(file.getError())));
  return giveKernel(*runtime, (*file)->getBuffer(), path, settings, kernel);
}

void cm2tt_kernel_destroy(cm2tt_kernel *kernel) { delete kernel; }

uint64_t cm2tt_kernel_builds(const cm2tt_kernel *kernel) {
  return kernel ? kernel->kernel->numBuilds() : 0;
}

size_t cm2tt_kernel_parameters(const cm2tt_kernel *kernel) {
  return kernel ? kernel->kernel->parameters().size() : 0;
}

cm2tt_status cm2tt_kernel_get_parameter(const cm2tt_kernel *kernel,
                                        size_t index,
                                        cm2tt_parameter *parameter) {
  if (cm2tt_status status =
          needs(__func__, {{"kernel", kernel}, {"parameter", parameter}}))
    return status;
  const std::vector<JavaParameter> &all = kernel->kernel->parameters();
  if (index >= all.size())
    return invalid(__func__, "no parameter " + Twine(index) +
                                 ": the kernel has " + Twine(all.size()) +
                                 ", counted from 0");
  cm2tt_parameter result = {};
  result.name = all[index].name.c_str();
  result.java_type = all[index].type.c_str();
  result.signature = all[index].signature.c_str();
  result.takes_argument =
      is_contained(kernel->kernel->launchParameters(), index);
  return writeStruct(__func__, "parameter", parameter, result);
}

int cm2tt_kernel_is_checked(const cm2tt_kernel *kernel) {
  return kernel && kernel->kernel->isChecked();
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

cm2tt_status capi::invalidDevice(const char *function,
                                 const cm2tt_device &device) {
  return invalid(function, "the device '" + Twine(device.name) +
                               "' is one of another runtime than the kernel's");
}

cm2tt_status cm2tt_kernel_launch(cm2tt_kernel *kernel, cm2tt_device *device,
                                 const cm2tt_launch *launch,
                                 const cm2tt_argument *arguments,
                                 size_t num_arguments) {
  if (cm2tt_status status =
          needs(__func__,
                {{"kernel", kernel}, {"device", device}, {"launch", launch}}))
    return status;
  if (cm2tt_status status = checkDevice(__func__, *kernel->state, *device))
    return status;
  cm2tt_launch given;
  if (cm2tt_status status = readStruct(__func__, "launch", launch, given))
    return status;
  if (given.reserved)
    return invalid(__func__, "'launch->reserved' is not 0");
  LaunchConfig config;
  if (cm2tt_status status =
          nativeStream(__func__, *device, given.stream, config.stream))
    return status;
  config.grid = {given.grid.x, given.grid.y, given.grid.z};
  config.attributes = readAttributes(given);
  if (LLVM_UNLIKELY(given.extents != nullptr))
    config.attributes.extents = {given.extents, num_arguments};
  Values values;
  if (cm2tt_status status =
          readArguments(__func__, arguments, num_arguments, values))
    return status;
  return statusOf(kernel->kernel->launch(device->device, config, values));
}

//===----------------------------------------------------------------------===//
// Compiled kernels
//===----------------------------------------------------------------------===//

cm2tt_status
capi::giveCompiled(Expected<std::shared_ptr<const CompiledKernel>> made,
                   cm2tt_compiled **compiled) {
  if (!made)
    return fail(made.takeError());
  if (!compiled)
    return CM2TT_OK;
  std::string metadata = (*made)->metadata.toJson();
  *compiled = new cm2tt_compiled{std::move(*made), std::move(metadata)};
  return CM2TT_OK;
}

/// Checks the device of a kernel, and reads arguments for it.
static cm2tt_status readFor(const char *function, const cm2tt_kernel &kernel,
                            const cm2tt_device &device,
                            const cm2tt_argument *arguments, size_t count,
                            Values &values) {
  if (cm2tt_status status = checkDevice(function, *kernel.state, device))
    return status;
  return readArguments(function, arguments, count, values);
}

cm2tt_status cm2tt_kernel_prepare(cm2tt_kernel *kernel, cm2tt_device *device,
                                  const cm2tt_argument *arguments,
                                  size_t num_arguments,
                                  cm2tt_compiled **compiled) {
  if (compiled)
    *compiled = nullptr;
  if (cm2tt_status status =
          needs(__func__, {{"kernel", kernel}, {"device", device}}))
    return status;
  Values values;
  if (cm2tt_status status =
          readFor(__func__, *kernel, *device, arguments, num_arguments, values))
    return status;
  return giveCompiled(kernel->kernel->prepare(device->device, values),
                      compiled);
}

cm2tt_status cm2tt_kernel_compile(cm2tt_kernel *kernel, const char *target,
                                  const char *signature,
                                  cm2tt_compiled **compiled) {
  if (compiled)
    *compiled = nullptr;
  if (cm2tt_status status = needs(__func__, {{"kernel", kernel},
                                             {"target", target},
                                             {"signature", signature},
                                             {"compiled", compiled}}))
    return status;
  return giveCompiled(kernel->kernel->compile(target, signature), compiled);
}

cm2tt_status cm2tt_kernel_type_calls(cm2tt_kernel *kernel, cm2tt_device *device,
                                     const cm2tt_argument *arguments,
                                     size_t num_arguments,
                                     cm2tt_compiled **calls) {
  if (calls)
    *calls = nullptr;
  if (cm2tt_status status = needs(
          __func__, {{"kernel", kernel}, {"device", device}, {"calls", calls}}))
    return status;
  Values values;
  if (cm2tt_status status =
          readFor(__func__, *kernel, *device, arguments, num_arguments, values))
    return status;
  return giveCompiled(kernel->kernel->typeCalls(device->device, values), calls);
}

void cm2tt_compiled_destroy(cm2tt_compiled *compiled) { delete compiled; }

cm2tt_status cm2tt_compiled_image(const cm2tt_compiled *compiled,
                                  const void **data, size_t *bytes) {
  if (cm2tt_status status = needs(__func__, {{"compiled", compiled}}))
    return status;
  if (data)
    *data = compiled->compiled->image.data();
  if (bytes)
    *bytes = compiled->compiled->image.size();
  return CM2TT_OK;
}

const char *cm2tt_compiled_metadata(const cm2tt_compiled *compiled) {
  return compiled ? compiled->metadata.c_str() : nullptr;
}

const char *cm2tt_compiled_signature(const cm2tt_compiled *compiled) {
  return compiled ? compiled->compiled->signature.c_str() : nullptr;
}
