// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// `cm2tt doctor`: the devices, libraries and tools on this computer, and those
/// that cm2tt would use.
///
/// Not here: the report (DoctorReport.h).

#include "CommandLine.h"
#include "Commands.h"
#include "DoctorReport.h"

#include "cm2tt/Compiler/Compiler.h"
#include "cm2tt/Lowering/HostTarget.h"
#include "cm2tt/Lowering/Libraries.h"
#include "cm2tt/Lowering/PlainText.h"
#include "cm2tt/Lowering/Target.h"
#include "cm2tt/Runtime/CpuDevice.h"
#include "cm2tt/Runtime/CudaDevice.h"
#include "cm2tt/Runtime/DiskCache.h"
#include "cm2tt/Runtime/Environment.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;
using namespace cm2tt::tools;

static const Command doctorDescription = {
    "cm2tt doctor",
    opt::Visibility(DoctorVis),
    "say what is found on this computer and what would be used",
    "cm2tt doctor [options]",
    R"(
exit codes: 0 done, with or without a GPU, 1 something that the environment
asks for is not there, 2 the command line is at fault
)",
    0,
    "none"};

/// Bytes for people.
static std::string gibibytes(uint64_t bytes) {
  return plain::format("%.1f GiB", static_cast<double>(bytes) / (1 << 30));
}

static Section describeCompiler() {
  Section section{"compiler", {}};
  section.add("version", compilerVersion());
  section.add("build", buildIdentity());
  return section;
}

/// The features of the CPU that the code generator uses.
static json::Array abilitiesOf(const HostTarget &target) {
  json::Array abilities;
  auto add = [&](bool has, StringRef name) {
    if (has)
      abilities.push_back(name);
  };
  add(target.hasFma(), "fma");
  add(target.hasHalfConversions(), "f16 conversions");
  add(target.hasHalfArithmetic(), "f16 arithmetic");
  add(target.hasBrainConversions(), "bf16 conversions");
  add(target.hasMaskedAccess(), "masked access");
  add(target.hasMaskedByteAccess(), "masked access to bytes");
  add(target.hasMaskRegisters(), "mask registers");
  return abilities;
}

static Section describeCpu(DoctorReport &report) {
  Section section{"cpu", {}};
  Expected<HostTarget> target = HostTarget::parse("cpu");
  if (!target) {
    section.add("error", toString(target.takeError()));
    return section;
  }
  section.add("name", target->getCpu());
  if (!target->getFeatures().empty())
    section.add("features", target->getFeatures());
  section.add("vectorBits", target->getVectorBytes() * 8);
  json::Array abilities = abilitiesOf(*target);
  std::string text;
  for (const json::Value &ability : abilities)
    text += (text.empty() ? "" : ", ") + ability.getAsString()->str();
  section.add("instructions", std::move(abilities), text);
  unsigned threads = availableCpus();
  if (auto given = environmentValue("CM2TT_THREADS");
      given && (StringRef(*given).getAsInteger(10, threads) || threads < 1))
    report.problems.push_back("CM2TT_THREADS is '" + *given +
                              "': expected a number from 1");
  section.add("threads", threads);
  return section;
}

static Section describeGpu(unsigned ordinal) {
  Section section{"gpu " + std::to_string(ordinal), {}, /*isElement=*/true};
  section.add("index", ordinal);
  Expected<std::unique_ptr<Device>> device = openCudaDevice(ordinal);
  if (!device) {
    section.add("error", toString(device.takeError()));
    return section;
  }
  Expected<DeviceProperties> properties = (*device)->getProperties();
  if (!properties) {
    section.add("error", toString(properties.takeError()));
    return section;
  }
  section.add("name", properties->name);
  section.add("uuid", properties->uuid);
  section.add("target", properties->target);
  section.add("computeCapability", formatv("{0}.{1}", properties->computeMajor,
                                           properties->computeMinor)
                                       .str());
  section.add("multiprocessors", properties->processors);
  section.add("memoryBytes", properties->memoryBytes,
              gibibytes(properties->memoryBytes) + ", " +
                  gibibytes(properties->freeBytes) + " of them free");
  section.add("freeBytes", properties->freeBytes,
              gibibytes(properties->freeBytes));
  section.add("sharedBytes", properties->sharedBytes,
              std::to_string(properties->sharedBytes / 1024) + " KiB a block");
  section.add("driverVersion",
              formatv("{0}.{1}", properties->driverVersion / 1000,
                      properties->driverVersion % 1000 / 10)
                  .str(),
              formatv("CUDA {0}.{1}", properties->driverVersion / 1000,
                      properties->driverVersion % 1000 / 10)
                  .str());
  return section;
}

/// The driver, each of its GPUs, and what `--target=native` comes to.
static void describeGpus(DoctorReport &report) {
  Section driver{"driver", {}};
  std::optional<std::string> given = environmentValue("CM2TT_LIBCUDA");
  driver.add("library", given.value_or("libcuda.so.1"));
  Expected<unsigned> count = numCudaDevices();
  if (count) {
    driver.add("gpus", *count);
  } else {
    std::string reason = toString(count.takeError());
    if (given)
      report.problems.push_back(reason);
    driver.add("error", reason, "none: " + reason);
  }
  report.sections.push_back(std::move(driver));
  std::string native = "cpu";
  for (unsigned i = 0; count && i < *count; ++i) {
    Section gpu = describeGpu(i);
    for (const Fact &fact : gpu.properties)
      if (i == 0 && fact.name == "target")
        native = fact.value.getAsString()->str();
    report.sections.push_back(std::move(gpu));
  }
  Section section{"native", {}};
  section.add("target", native,
              native == "cpu" ? "cpu, as there is no GPU to use"
                              : native + ", of gpu 0");
  report.sections.push_back(std::move(section));
}

static Section describeToolkit(DoctorReport &report) {
  Section section{"toolkit", {}};
  Expected<std::string> ptxas = findAssembler("");
  if (ptxas)
    section.add("ptxas", *ptxas);
  else
    section.add("ptxas", nullptr, "none: " + toString(ptxas.takeError()));
  std::string libdevice = findLibdevice(StringRef());
  if (!libdevice.empty()) {
    section.add("libdevice", libdevice);
    return section;
  }
  section.add("libdevice", nullptr,
              ("none: looked for in " + libdevicePlaces()).str());
  if (auto given = environmentValue("CM2TT_LIBDEVICE");
      given && *given != "none")
    report.problems.push_back("CM2TT_LIBDEVICE: there is no library '" +
                              *given + "'");
  return section;
}

/// Whether files can be created in a folder, or the folder itself.
static bool isWritable(StringRef folder) {
  while (!folder.empty() && !sys::fs::exists(folder))
    folder = sys::path::parent_path(folder);
  return sys::fs::is_directory(folder) &&
         !sys::fs::access(folder, sys::fs::AccessMode::Write);
}

/// A problem if the variable names a folder that cannot be written.
static void checkFolder(DoctorReport &report, StringRef variable) {
  std::optional<std::string> folder = environmentValue(variable);
  if (!folder)
    return;
  SmallString<128> path(*folder);
  (void)sys::fs::make_absolute(path);
  if (!isWritable(path))
    report.problems.push_back(
        (variable + ": '" + *folder + "' cannot be written").str());
}

static Section describeCache(DoctorReport &report) {
  Section section{"cache", {}};
  DiskCache cache(DiskCacheOptions::fromEnvironment());
  const DiskCacheOptions &settings = cache.settings();
  // A service without a home is as it should be.
  if (!settings.problem.empty() && !settings.isUnnamed)
    report.problems.push_back(settings.problem);
  section.add("enabled", cache.enabled(),
              settings.isUnnamed ? "no: " + settings.problem : "");
  if (!cache.enabled())
    return section;
  section.add("folder", settings.folder);
  section.add("maxBytes", settings.maxBytes, gibibytes(settings.maxBytes));
  bool writable = !settings.readOnly && isWritable(settings.folder);
  section.add("writable", writable);
  if (!settings.readOnly)
    checkFolder(report, "CM2TT_CACHE_DIR");
  if (std::error_code distrust = checkCacheFolder(settings.folder))
    report.problems.push_back("the disk cache '" + settings.folder +
                              "' is not used: " + plain::reasonOf(distrust));
  Expected<std::vector<DiskCache::Entry>> entries = cache.list();
  if (!entries) {
    section.add("error", toString(entries.takeError()));
    return section;
  }
  uint64_t bytes = 0;
  for (const DiskCache::Entry &entry : *entries)
    bytes += entry.bytes;
  section.add("entries", static_cast<int64_t>(entries->size()));
  section.add("bytes", bytes);
  return section;
}

static Section describeEnvironment() {
  Section section{"environment", {}};
  for (const EnvironmentVariable &variable : environmentVariables())
    if (std::optional<std::string> value = environmentValue(variable.name))
      section.add(variable.name, *value);
  return section;
}

/// Looks at everything.
static DoctorReport examine() {
  DoctorReport report;
  report.sections.push_back(describeCompiler());
  report.sections.push_back(describeCpu(report));
  describeGpus(report);
  report.sections.push_back(describeToolkit(report));
  report.sections.push_back(describeCache(report));
  report.sections.push_back(describeEnvironment());
  checkFolder(report, "CM2TT_DUMP_DIR");
  return report;
}

/// The line that Apache Spark reads from the script of
/// `spark.{driver,worker,executor}.resource.gpu.discoveryScript`. A GPU that
/// cannot be opened is left out, so that no executor is given it.
static std::string sparkResources() {
  json::Array addresses;
  Expected<unsigned> count = numCudaDevices();
  if (!count)
    consumeError(count.takeError());
  for (unsigned i = 0; count && i < *count; ++i) {
    Expected<std::unique_ptr<Device>> device = openCudaDevice(i);
    if (device)
      addresses.push_back(std::to_string(i));
    else
      consumeError(device.takeError());
  }
  json::Value resources =
      json::Object{{"name", "gpu"}, {"addresses", std::move(addresses)}};
  return formatv("{0}\n", resources).str();
}

int tools::doctorCommand(int argc, const char *const *argv) {
  DiagnosticStyle style;
  Expected<opt::InputArgList> arguments = readArguments(
      doctorDescription, {argv + std::min(argc, 2), argv + argc}, style);
  if (!arguments)
    return tools::report(doctorDescription, arguments.takeError(), style);
  if (arguments->hasArg(OPT_help))
    return tools::report(doctorDescription, printHelp(doctorDescription),
                         style);
  if (arguments->hasArg(OPT_spark_resources)) {
    if (Error error = print(sparkResources()))
      return tools::report(doctorDescription, std::move(error), style);
    return Done;
  }
  DoctorReport found = examine();
  Error error =
      print(arguments->hasArg(OPT_json) ? found.json() : found.text());
  if (error)
    return tools::report(doctorDescription, std::move(error), style);
  return found.problems.empty() ? Done : InputFault;
}
