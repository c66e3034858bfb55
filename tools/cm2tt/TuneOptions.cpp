// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Reads the options of `cm2tt tune`.

#include "TuneOptions.h"

#include "CommandLine.h"
#include "Expression.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Option/Arg.h"

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::tools;
using namespace cm2tt::runtime;

/// More than anybody waits for.
static constexpr size_t mostConfigs = 10000;

/// Applies one value of --tune to a configuration.
static Error apply(StringRef text, StringRef name, StringRef value,
                   TuneConfig &config) {
  unsigned *number = name == "num-warps"       ? &config.numWarps
                     : name == "num-stages"    ? &config.numStages
                     : name == "max-registers" ? &config.maxRegisters
                                               : nullptr;
  if (!number) {
    config.constants.emplace_back(name, value);
    return Error::success();
  }
  // Which numbers make sense, the compiler says; others are pruned.
  if (value.getAsInteger(10, *number))
    return usage("--tune: '" + text + "': '" + value + "' is not a number");
  return Error::success();
}

/// Multiplies the configurations by the values of `NAME=A,B,...`.
static Error addValues(StringRef text, std::vector<TuneConfig> &configs) {
  auto [name, list] = text.split('=');
  SmallVector<StringRef> values;
  list.split(values, ',');
  if (name.empty() ||
      any_of(values, [](StringRef value) { return value.empty(); }))
    return usage("--tune: '" + text + "': expected NAME=A,B,...");
  if (configs.size() * values.size() > mostConfigs)
    return usage("--tune: more than " + Twine(mostConfigs) + " combinations");
  std::vector<TuneConfig> all;
  for (const TuneConfig &config : configs)
    for (StringRef value : values) {
      all.push_back(config);
      if (Error error = apply(text, name, value, all.back()))
        return error;
    }
  configs = std::move(all);
  return Error::success();
}

static Error readConfigs(const opt::ArgList &arguments, TuneOptions &options) {
  TuneConfig first;
  first.numWarps = options.run.compile.numWarps;
  first.numStages = options.run.compile.numStages;
  first.maxRegisters = options.run.compile.maxRegisters;
  options.configs = {first};
  std::vector<StringRef> names;
  for (const opt::Arg *arg : arguments.filtered(OPT_tune)) {
    StringRef text = arg->getValue(), name = text.split('=').first;
    if (is_contained(names, name))
      return usage("--tune: '" + name + "' is given twice");
    names.push_back(name);
    if (Error error = addValues(text, options.configs))
      return error;
  }
  for (TuneConfig &config : options.configs)
    sort(config.constants);
  return Error::success();
}

static Error readKey(StringRef text, TuneOptions &options) {
  auto [name, how] = text.split(':');
  TuneKeyPart part{name.str()};
  if (how == "pow2")
    part.by = TuneKeyPart::By::PowerOfTwo;
  else if (how == "type")
    part.by = TuneKeyPart::By::Type;
  else if (name != text)
    return usage("--key: '" + text +
                 "': expected NAME, NAME:pow2 or NAME:type");
  options.key.push_back(std::move(part));
  return Error::success();
}

Error tools::readTuneOptions(const opt::ArgList &arguments,
                             TuneOptions &options) {
  if (Error error = readSharedOptions(arguments, options.run))
    return error;
  if (StringRef(options.run.target).starts_with("sm_"))
    return usage("--target: '" + options.run.target +
                 "': a kernel is tuned for the device that is here: expected "
                 "native or cpu");
  for (OptionID needed : {OPT_tune, OPT_grid})
    if (!arguments.hasArg(needed))
      return usage("no " + optionName(needed) + " is given");
  if (Error error = readConfigs(arguments, options))
    return error;
  for (const opt::Arg *arg : arguments.filtered(OPT_key))
    if (Error error = readKey(arg->getValue(), options))
      return error;
  options.restored = arguments.getAllArgValues(OPT_restore);
  options.grid = arguments.getLastArgValue(OPT_grid).str();
  options.output = arguments.getLastArgValue(OPT_output).str();
  if (Error error = checkOutput("-o", options.output, inputFiles(options.run)))
    return error;
  return readNumber(arguments, OPT_budget, 1, 1000000,
                    options.budgetMilliseconds);
}

/// The names that formulas may use.
static SmallVector<Variable> variablesFor(const TuneOptions &options,
                                          const TuneConfig &config,
                                          const RunArguments &arguments) {
  SmallVector<Variable> variables;
  auto addText = [&](StringRef name, StringRef text) {
    if (int64_t value; to_integer(text, value, 10))
      variables.push_back({name, value});
  };
  for (const auto &[name, text] : config.constants)
    addText(name, text);
  for (const auto &[name, text] : options.run.request.constants)
    addText(name, text);
  for (const RunArgument &argument : arguments.values)
    if (argument.kind == RunArgument::Kind::Scalar &&
        isInteger(argument.scalar.type))
      variables.push_back({argument.name, argument.scalar.asInteger()});
  return variables;
}

Expected<Dim3> tools::gridFor(const TuneOptions &options,
                              const TuneConfig &config,
                              const RunArguments &arguments) {
  SmallVector<Variable> variables = variablesFor(options, config, arguments);
  StringRef rest = options.grid;
  auto failure = [&](const Twine &message) {
    return usage("--grid: '" + options.grid + "': " + message);
  };
  Dim3 grid;
  for (uint32_t *extent : {&grid.x, &grid.y, &grid.z}) {
    Expected<int64_t> value = evaluateFront(rest, variables);
    if (!value)
      return failure(toString(value.takeError()));
    if (*value < 1 || *value > INT32_MAX)
      return failure("an extent is " + Twine(*value) + " for " + config.str() +
                     ": expected 1 to 2147483647");
    *extent = static_cast<uint32_t>(*value);
    if (!rest.consume_front(","))
      break;
  }
  if (!rest.empty())
    return failure("expected at most three formulas with commas between them, "
                   "not '" +
                   rest + "'");
  return grid;
}
