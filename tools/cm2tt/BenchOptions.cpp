// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Reads the options of `cm2tt bench` and evaluates them for a size.

#include "BenchOptions.h"

#include "CommandLine.h"
#include "Expression.h"

#include "cm2tt/Runtime/SignatureEntry.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Option/Arg.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::tools;

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

/// More than anybody waits for.
static constexpr size_t mostSizes = 10000;

static Error badSizes(StringRef part, const Twine &message) {
  return createStringError(inconvertibleErrorCode(),
                           "'" + part + "': " + message);
}

/// Reads a number with a unit from 1.
static Expected<int64_t> parseSize(StringRef part, StringRef text) {
  Expected<int64_t> value = evaluate(text, 0);
  if (!value)
    return badSizes(part, toString(value.takeError()));
  if (*value < 1)
    return badSizes(part, "a size is 1 or more: " + Twine(*value));
  return value;
}

/// Applies a step to a size; returns false if the result has more than 64 bits.
static bool step(bool times, int64_t by, int64_t &size) {
  return times ? !MulOverflow(size, by, size) : !AddOverflow(size, by, size);
}

/// Adds `FROM:TO[:STEP]`.
static Error addRange(StringRef part, std::vector<int64_t> &sizes) {
  SmallVector<StringRef, 4> fields;
  part.split(fields, ':');
  StringRef by = fields.size() > 2 ? fields[2] : "x2";
  bool times = by.consume_front("x");
  if (fields.size() > 3 || fields.size() < 2 ||
      (!times && !by.consume_front("+")))
    return badSizes(part, "expected FROM:TO, FROM:TO:xN or FROM:TO:+N");
  Expected<int64_t> from = parseSize(part, fields[0]);
  if (!from)
    return from.takeError();
  Expected<int64_t> to = parseSize(part, fields[1]);
  if (!to)
    return to.takeError();
  Expected<int64_t> amount = parseSize(part, by);
  if (!amount)
    return amount.takeError();
  if (times && *amount == 1)
    return badSizes(part, "times 1 never ends");
  if (*from > *to)
    return badSizes(part, "it ends before it begins");
  int64_t size = *from;
  do {
    if (sizes.size() == mostSizes)
      return badSizes(part, "more than " + Twine(mostSizes) + " sizes");
    sizes.push_back(size);
  } while (step(times, *amount, size) && size <= *to);
  return Error::success();
}

Expected<std::vector<int64_t>> tools::parseSizes(StringRef text) {
  std::vector<int64_t> sizes;
  for (StringRef part : split(text, ',')) {
    if (part.contains(':')) {
      if (Error error = addRange(part, sizes))
        return error;
      continue;
    }
    Expected<int64_t> size = parseSize(part, part);
    if (!size)
      return size.takeError();
    sizes.push_back(*size);
  }
  return sizes;
}

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

Error tools::readBenchOptions(const opt::ArgList &arguments,
                              BenchOptions &options) {
  if (Error error = readSharedOptions(arguments, options.run))
    return error;
  for (OptionID needed : {OPT_sizes, OPT_grid})
    if (!arguments.hasArg(needed))
      return usage("no " + optionName(needed) + " is given");
  Expected<std::vector<int64_t>> sizes =
      parseSizes(arguments.getLastArgValue(OPT_sizes));
  if (!sizes)
    return usage("--sizes: " + toString(sizes.takeError()));
  options.sizes = std::move(*sizes);
  options.grid = arguments.getLastArgValue(OPT_grid).str();
  if (const opt::Arg *bytes = arguments.getLastArg(OPT_bytes))
    options.bytes = bytes->getValue();
  if (const opt::Arg *flops = arguments.getLastArg(OPT_flops))
    options.flops = flops->getValue();
  options.csv = arguments.hasArg(OPT_csv);
  if (Error error =
          readNumber(arguments, OPT_repeat, 1, 1000000, options.repeat))
    return error;
  // Errors in formulas are reported before anything is compiled.
  for (int64_t n : options.sizes)
    if (Expected<BenchSize> size = sizeFor(options, n); !size)
      return size.takeError();
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Formulas
//===----------------------------------------------------------------------===//

/// Which formula is wrong.
static Error formulaError(OptionID option, StringRef text, Error error) {
  return usage(optionName(option) + ": '" + text +
               "': " + toString(std::move(error)));
}

/// Computes `NxM` and drops it from the front of the text.
static Expected<std::string> shapeFront(StringRef &text, int64_t n) {
  std::string shape;
  while (true) {
    StringRef place = text;
    Expected<int64_t> extent = evaluateFront(text, n);
    if (!extent)
      return extent.takeError();
    if (*extent < 0)
      return createStringError(inconvertibleErrorCode(),
                               "an extent is negative: " + Twine(*extent) +
                                   ", of " + place.drop_back(text.size()));
    shape += std::to_string(*extent);
    if (!text.consume_front("x"))
      return shape;
    shape += 'x';
  }
}

/// Whether a number or a word is to be left as it is: no formula is spelled as
/// a constant of an enum, a class, a string or null.
static bool isLiteral(StringRef text) {
  double number = 0;
  return text.empty() || text == "true" || text == "false" ||
         runtime::isConstantEntry(text) || !text.getAsDouble(number);
}

/// Computes the formulas of an argument.
static Expected<std::string> argumentFor(StringRef text, int64_t n) {
  if (text.starts_with("@") || isLiteral(text))
    return text.str();
  auto [form, rest] = text.split(':');
  if (form == "descriptor") {
    // Its first part is a block, whose extents are constants of the kernel.
    for (auto [part, next] = rest.split(':'); !next.empty();
         std::tie(part, next) = next.split(':'))
      if (!next.starts_with("shape=") && !next.starts_with("padding=")) {
        Expected<std::string> buffer = argumentFor(next, n);
        if (!buffer)
          return buffer;
        return text.drop_back(next.size()).str() + *buffer;
      }
    return text.str();
  }
  if (form == "empty" || form == "zeros" || form == "random") {
    auto [type, shape] = rest.split(':');
    Expected<std::string> extents = shapeFront(shape, n);
    if (!extents)
      return extents.takeError();
    // The rest is a seed, or an error of its own.
    return (form + ":" + type + ":" + *extents + shape).str();
  }
  Expected<int64_t> value = evaluate(text, n);
  if (!value)
    return value.takeError();
  return std::to_string(*value);
}

/// Computes the grid.
static Error gridFor(const BenchOptions &options, BenchSize &size) {
  StringRef text = options.grid;
  SmallVector<std::string, 3> extents;
  do {
    Expected<int64_t> extent = evaluateFront(text, size.n);
    if (!extent)
      return formulaError(OPT_grid, options.grid, extent.takeError());
    extents.push_back(std::to_string(*extent));
  } while (text.consume_front(","));
  if (!text.empty())
    return usage("--grid: '" + options.grid + "': '" + text +
                 "' after the formula");
  if (Error error = readGrid(join(extents, ","), options.run, size.grid))
    return usage(toString(std::move(error)) + ", where n is " + Twine(size.n));
  return Error::success();
}

/// Computes --bytes or --flops.
static Error countFor(OptionID option, const std::optional<std::string> &text,
                      int64_t n, std::optional<int64_t> &result) {
  if (!text)
    return Error::success();
  Expected<int64_t> value = evaluate(*text, n);
  if (!value)
    return formulaError(option, *text, value.takeError());
  if (*value < 0)
    return usage(optionName(option) + ": '" + *text +
                 "' is negative where n is " + Twine(n));
  result = *value;
  return Error::success();
}

Expected<BenchSize> tools::sizeFor(const BenchOptions &options, int64_t n) {
  BenchSize size;
  size.n = n;
  size.request.signature = options.run.request.signature;
  if (Error error = gridFor(options, size))
    return error;
  for (const std::string &text : options.run.request.arguments) {
    Expected<std::string> argument = argumentFor(text, n);
    if (!argument)
      return formulaError(OPT_arg, text, argument.takeError());
    size.request.arguments.push_back(std::move(*argument));
  }
  for (const auto &[name, text] : options.run.request.constants) {
    Expected<std::string> value = argumentFor(text, n);
    if (!value)
      return formulaError(OPT_constant, name + "=" + text, value.takeError());
    size.request.constants.emplace_back(name, std::move(*value));
  }
  if (Error error = countFor(OPT_bytes, options.bytes, n, size.bytes))
    return error;
  if (Error error = countFor(OPT_flops, options.flops, n, size.flops))
    return error;
  return size;
}
