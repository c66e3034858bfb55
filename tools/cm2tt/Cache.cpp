// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// `cm2tt cache`: shows and cleans up the disk cache.
///
/// Not here: the cache itself (Runtime/DiskCache.h).

#include "CommandLine.h"
#include "Commands.h"

#include "cm2tt/Compiler/Diagnostics.h"
#include "cm2tt/Lowering/PlainText.h"
#include "cm2tt/Runtime/DiskCache.h"
#include "cm2tt/Runtime/Environment.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Option/Arg.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;
using namespace cm2tt::tools;

static const Command cacheDescription = {
    "cm2tt cache",
    opt::Visibility(CacheVis),
    "show and clean up the compiled kernels that are kept on disk",
    R"(cm2tt cache [options] ls|gc|clear

ls lists the kernels, the last used first; gc removes those that were not used
for longest, what killed processes left behind, and native libraries of Java
that were not used for a month; clear removes all.)",
    R"(
exit codes: 0 done, 1 the cache is at fault, 2 the command line or the
environment is

example:
  cm2tt cache gc --max-size=100M
)",
    1,
    "ls, gc or clear"};

/// Says a number of bytes to people.
static std::string sizeText(uint64_t bytes) {
  const char *units[] = {"KiB", "MiB", "GiB", "TiB"};
  if (bytes < 1024)
    return std::to_string(bytes) + " B";
  double size = static_cast<double>(bytes) / 1024;
  unsigned unit = 0;
  for (; size >= 1024 && unit < 3; ++unit)
    size /= 1024;
  return plain::format("%.1f %s", size, units[unit]);
}

static std::string countText(uint64_t entries, uint64_t bytes) {
  return formatv("{0} {1}, {2}", entries, entries == 1 ? "entry" : "entries",
                 sizeText(bytes))
      .str();
}

/// Writes a path or label that may have any bytes.
static void writeText(json::OStream &json, StringRef name, StringRef text) {
  json.attribute(name, json::fixUTF8(text));
}

//===----------------------------------------------------------------------===//
// ls
//===----------------------------------------------------------------------===//

static void writeEntriesJson(raw_ostream &os, const DiskCacheOptions &options,
                             ArrayRef<DiskCache::Entry> entries) {
  json::OStream json(os, /*IndentSize=*/2);
  json.objectBegin();
  writeText(json, "folder", options.folder);
  json.attribute("maxBytes", options.maxBytes);
  json.attribute("readOnly", options.readOnly);
  json.attributeArray("entries", [&] {
    for (const DiskCache::Entry &entry : entries)
      json.object([&] {
        json.attribute("key", entry.key);
        writeText(json, "label", entry.label);
        json.attribute("bytes", entry.bytes);
        json.attribute("lastUse",
                       formatv("{0:%Y-%m-%dT%H:%M:%SZ}",
                               sys::toUtcTime(sys::toTimeT(entry.lastUse)))
                           .str());
        json.attribute("damaged", entry.damaged);
      });
  });
  json.objectEnd();
  os << '\n';
}

static void writeEntries(raw_ostream &os, const DiskCacheOptions &options,
                         ArrayRef<DiskCache::Entry> entries) {
  constexpr size_t keyDigits = 12;
  uint64_t bytes = 0;
  for (const DiskCache::Entry &entry : entries) {
    bytes += entry.bytes;
    os << formatv("{0:%Y-%m-%d %H:%M}  {1,10}  {2}  ", entry.lastUse,
                  sizeText(entry.bytes),
                  StringRef(entry.key).take_front(keyDigits));
    // Control characters in the file must not reach the terminal.
    printEscapedString(entry.damaged ? "(damaged)" : entry.label, os);
    os << '\n';
  }
  os << countText(entries.size(), bytes) << " of " << sizeText(options.maxBytes)
     << " in " << options.folder << '\n';
}

static Error listEntries(DiskCache &cache, bool json) {
  Expected<std::vector<DiskCache::Entry>> entries = cache.list();
  if (!entries)
    return entries.takeError();
  std::string text;
  raw_string_ostream os(text);
  if (json)
    writeEntriesJson(os, cache.settings(), *entries);
  else
    writeEntries(os, cache.settings(), *entries);
  return print(text);
}

//===----------------------------------------------------------------------===//
// gc, clear
//===----------------------------------------------------------------------===//

static Error reportRemoval(const DiskCache &cache,
                           Expected<DiskCache::Collected> collected,
                           bool json) {
  if (!collected)
    return collected.takeError();
  const std::string &folder = cache.settings().folder;
  std::string natives;
  if (collected->removedNativeBytes)
    natives = ", and Java's native libraries, " +
              sizeText(collected->removedNativeBytes);
  if (!json)
    return print("removed " +
                 countText(collected->removedEntries, collected->removedBytes) +
                 natives + "; kept " +
                 countText(collected->keptEntries, collected->keptBytes) +
                 " in " + folder + "\n");
  std::string text;
  raw_string_ostream os(text);
  json::OStream out(os, /*IndentSize=*/2);
  out.objectBegin();
  writeText(out, "folder", folder);
  out.attribute("removedEntries", collected->removedEntries);
  out.attribute("removedBytes", collected->removedBytes);
  out.attribute("keptEntries", collected->keptEntries);
  out.attribute("keptBytes", collected->keptBytes);
  out.attribute("removedNativeBytes", collected->removedNativeBytes);
  out.objectEnd();
  return print(text + "\n");
}

//===----------------------------------------------------------------------===//
// The command
//===----------------------------------------------------------------------===//

static Error printCacheHelp() {
  std::string end = "\nenvironment:\n";
  raw_string_ostream os(end);
  printEnvironmentHelp(os, "CM2TT_CACHE");
  os << cacheDescription.end;
  Command withEnvironment = cacheDescription;
  withEnvironment.end = end.c_str();
  return printHelp(withEnvironment);
}

static Error runCacheCommand(ArrayRef<const char *> arguments,
                             DiagnosticStyle &style) {
  Expected<opt::InputArgList> parsed =
      readArguments(cacheDescription, arguments, style);
  if (!parsed)
    return parsed.takeError();
  if (parsed->hasArg(OPT_help))
    return printCacheHelp();
  DiskCacheOptions options = DiskCacheOptions::fromEnvironment();
  if (!options.problem.empty())
    return usage(options.problem);
  uint64_t maxBytes = options.maxBytes;
  StringRef action = parsed->getLastArgValue(OPT_INPUT);
  if (const opt::Arg *size = parsed->getLastArg(OPT_max_size)) {
    std::optional<uint64_t> bytes = parseByteCount(size->getValue());
    if (!bytes)
      return usage(Twine("--max-size: '") + size->getValue() +
                   "': expected a number of bytes, as 512M");
    if (action != "gc")
      return usage("--max-size is for gc");
    maxBytes = *bytes;
  }
  DiskCache cache(options);
  bool json = parsed->hasArg(OPT_json);
  if (action == "ls")
    return listEntries(cache, json);
  if (action == "gc")
    return reportRemoval(cache, cache.collect(maxBytes), json);
  if (action == "clear")
    return reportRemoval(cache, cache.clear(), json);
  return usage("'" + action + "': expected " + cacheDescription.input);
}

int tools::cacheCommand(int argc, const char *const *argv) {
  DiagnosticStyle style;
  return report(cacheDescription,
                runCacheCommand(
                    ArrayRef(argv, argc).drop_front(std::min(argc, 2)), style),
                style);
}
