// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Results of tuning as text: writes tables, writes and reads JSON.

#include "cm2tt/Runtime/TuneResult.h"

#include "cm2tt/Lowering/PlainText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

#include <map>
#include <tuple>

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;

//===----------------------------------------------------------------------===//
// Configurations
//===----------------------------------------------------------------------===//

int64_t TuneConfig::constant(StringRef name, int64_t otherwise) const {
  for (const auto &[known, text] : constants)
    if (int64_t value; known == name && to_integer(text, value, 10))
      return value;
  return otherwise;
}

std::string TuneConfig::str() const {
  std::string text;
  raw_string_ostream os(text);
  ListSeparator space(" ");
  for (const auto &[name, value] : constants)
    os << space << name << '=' << value;
  const std::pair<StringRef, unsigned> counts[] = {
      {"warps", numWarps}, {"stages", numStages}, {"registers", maxRegisters}};
  for (auto [name, count] : counts)
    if (count)
      os << space << name << '=' << count;
  return text.empty() ? "as compiled" : text;
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

/// A time with the unit that suits it.
static std::string timeText(double milliseconds) {
  std::string text;
  raw_string_ostream os(text);
  if (milliseconds < 1)
    os << plain::format("%.2f us", 1000 * milliseconds);
  else if (milliseconds < 1000)
    os << plain::format("%.3f ms", milliseconds);
  else
    os << plain::format("%.3f s", milliseconds / 1000);
  return text;
}

/// The columns after a configuration's name.
static void printMeasurement(raw_ostream &os, const TuneResult &result,
                             const TuneMeasurement &measurement) {
  if (measurement.runs == 0) {
    // A compiler's error goes on with the source.
    os << "  pruned: " << StringRef(measurement.pruned).split('\n').first
       << '\n';
    return;
  }
  const TuneMeasurement &best = result.measurements[result.choice];
  double ratio = best.median > 0 ? measurement.median / best.median : 1;
  os << right_justify(timeText(measurement.median), 12)
     << plain::format("%8.2fx  ", ratio) << timeText(measurement.low) << " to "
     << timeText(measurement.high) << " in " << measurement.runs
     << (measurement.runs == 1 ? " run" : " runs");
  if (&measurement == &best)
    os << (result.isCertain ? "  chosen" : "  chosen, others may be as fast");
  os << '\n';
}

void TuneResult::print(raw_ostream &os) const {
  os << kernel << " on " << device << " (" << target << ")";
  if (!key.empty())
    os << " for " << join(key, ", ");
  os << ":\n";
  std::vector<const TuneMeasurement *> order;
  size_t width = 0;
  for (const TuneMeasurement &measurement : measurements) {
    order.push_back(&measurement);
    width = std::max(width, measurement.config.str().size());
  }
  const TuneMeasurement *best = &measurements[choice];
  auto rank = [&](const TuneMeasurement *measurement) {
    return std::tuple(measurement != best, measurement->runs == 0,
                      measurement->median);
  };
  stable_sort(order, [&](const TuneMeasurement *a, const TuneMeasurement *b) {
    return rank(a) < rank(b);
  });
  for (const TuneMeasurement *measurement : order) {
    os << "  " << left_justify(measurement->config.str(), width);
    printMeasurement(os, *this, *measurement);
  }
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

static constexpr StringLiteral formatName = "cm2tt-tuning";
static constexpr int64_t formatVersion = 2;

static json::Object toObject(const TuneMeasurement &measurement) {
  json::Object constants;
  for (const auto &[name, value] : measurement.config.constants)
    constants[json::fixUTF8(name)] = json::fixUTF8(value);
  json::Object object{{"constants", std::move(constants)},
                      {"warps", measurement.config.numWarps},
                      {"stages", measurement.config.numStages}};
  if (measurement.config.maxRegisters)
    object["registers"] = measurement.config.maxRegisters;
  if (measurement.runs == 0) {
    object["pruned"] = json::fixUTF8(measurement.pruned);
    return object;
  }
  object["median"] = measurement.median;
  object["low"] = measurement.low;
  object["high"] = measurement.high;
  object["runs"] = measurement.runs;
  return object;
}

static json::Object toObject(const TuneResult &result) {
  json::Array key, configurations;
  for (const std::string &part : result.key)
    key.push_back(json::fixUTF8(part));
  for (const TuneMeasurement &measurement : result.measurements)
    configurations.push_back(toObject(measurement));
  return json::Object{{"kernel", json::fixUTF8(result.kernel)},
                      {"model", result.model},
                      {"device", json::fixUTF8(result.device)},
                      {"target", result.target},
                      {"driver", result.driver},
                      {"compiler", result.compiler},
                      {"key", std::move(key)},
                      {"choice", static_cast<int64_t>(result.choice)},
                      {"certain", result.isCertain},
                      {"configurations", std::move(configurations)}};
}

std::string runtime::writeTuneResults(ArrayRef<TuneResult> results) {
  json::Array array;
  for (const TuneResult &result : results)
    array.push_back(toObject(result));
  json::Value file = json::Object{{"format", formatName},
                                  {"version", formatVersion},
                                  {"results", std::move(array)}};
  return plain::writeJson(file) + '\n';
}

// llvm::json finds these by argument-dependent lookup.
namespace cm2tt::runtime {
/// Reads an unsigned number, if it is there; llvm::json would cut off what does
/// not fit.
static bool mapCount(const json::Value &value, StringLiteral name,
                     unsigned &count, json::Path path) {
  const json::Value *member = value.getAsObject()->get(name);
  if (!member)
    return true;
  std::optional<int64_t> number = member->getAsInteger();
  if (!number || *number < 0 || *number > UINT32_MAX) {
    path.field(name).report("expected a number from 0 to 4294967295");
    return false;
  }
  count = static_cast<unsigned>(*number);
  return true;
}

static bool fromJSON(const json::Value &value, TuneMeasurement &measurement,
                     json::Path path) {
  json::ObjectMapper map(value, path);
  std::map<std::string, std::string> constants;
  TuneConfig &config = measurement.config;
  if (!map || !map.map("constants", constants) ||
      !mapCount(value, "warps", config.numWarps, path) ||
      !mapCount(value, "stages", config.numStages, path) ||
      !mapCount(value, "registers", config.maxRegisters, path) ||
      !map.mapOptional("pruned", measurement.pruned) ||
      !mapCount(value, "runs", measurement.runs, path))
    return false;
  config.constants.assign(constants.begin(), constants.end());
  if (measurement.runs == 0)
    return true;
  return map.map("median", measurement.median) &&
         map.map("low", measurement.low) && map.map("high", measurement.high);
}

static bool fromJSON(const json::Value &value, TuneResult &result,
                     json::Path path) {
  json::ObjectMapper map(value, path);
  uint64_t choice = 0;
  if (!map || !map.map("kernel", result.kernel) ||
      !map.map("model", result.model) || !map.map("device", result.device) ||
      !map.map("target", result.target) ||
      !mapCount(value, "driver", result.driver, path) ||
      !map.map("compiler", result.compiler) || !map.map("key", result.key) ||
      !map.map("choice", choice) || !map.map("certain", result.isCertain) ||
      !map.map("configurations", result.measurements))
    return false;
  if (choice >= result.measurements.size() ||
      result.measurements[choice].runs == 0) {
    path.field("choice").report("expected the index of a configuration that "
                                "was timed");
    return false;
  }
  result.choice = choice;
  return true;
}
} // namespace cm2tt::runtime

Expected<std::vector<TuneResult>> runtime::readTuneResults(StringRef text,
                                                           StringRef fileName) {
  auto failure = [&](const Twine &message) {
    return createStringError(std::make_error_code(std::errc::invalid_argument),
                             fileName + ": " + message);
  };
  Expected<json::Value> file = plain::parseJson(text);
  if (!file)
    return failure("no JSON: " + toString(file.takeError()));
  json::Path::Root root("file");
  json::ObjectMapper map(*file, root);
  std::string format;
  int64_t version = 0;
  if (!map || !map.map("format", format) || format != formatName)
    return failure("no results of tuning: expected an object with \"format\": "
                   "\"" +
                   formatName + "\"");
  if (!map.map("version", version))
    return failure(toString(root.getError()));
  if (version != formatVersion)
    return failure("results of tuning in version " + Twine(version) +
                   ": expected version " + Twine(formatVersion) +
                   "; tune again");
  std::vector<TuneResult> results;
  if (!map.map("results", results))
    return failure(toString(root.getError()));
  return results;
}
