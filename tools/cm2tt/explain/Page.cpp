// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The page of `cm2tt explain`: HTML without scripts and without other files.
///
/// Not here: pictures (Layouts.cpp, Schedule.cpp).

#include "Explain.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::tools;

/// The head. The policy forbids all that needs a network.
static constexpr StringLiteral head =
    R"(<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<style>
body { font: 15px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 82em; padding: 0 1em 4em; color: #1b1b1b; background: #fff }
h1 { font-size: 1.7em; margin: .8em 0 .2em } h2 { font-size: 1.3em; margin: 2em 0 .4em; border-bottom: 1px solid #ccc }
h3 { font-size: 1.05em; margin: 1.4em 0 .3em }
nav a { margin-right: 1em } a { color: #0b57a4 }
code, pre, .src { font: 13px/1.45 ui-monospace, monospace }
pre { background: #f6f7f9; padding: .7em; overflow: auto; max-height: 32em; margin: .4em 0 }
table { border-collapse: collapse } th, td { text-align: left; padding: .15em .8em .15em 0; vertical-align: top }
.wide { overflow-x: auto; margin: .4em 0 } #summary + table td { overflow-wrap: anywhere }
.src td { white-space: pre; padding: 0 .8em 0 0 } .src td:first-child { color: #888; text-align: right; user-select: none }
.src td.t { color: #46710e; white-space: normal; padding-left: 4em } .src tr:target { background: #fff3c4 }
.src .r td { white-space: normal; background: #eef4fb; border-left: 3px solid #4a87c7; padding: .1em .6em; color: #1b1b1b; text-align: left }
.src .w td { background: #fff5e0; border-color: #d08a00 }
.p { color: #555 } summary { cursor: pointer; margin: .5em 0 }
svg { display: block; font: 11px ui-monospace, monospace; margin: .4em 0 }
svg.cells rect { stroke: #fff } svg.cells text { text-anchor: middle } svg .s { font-size: 9px; fill: #444 }
svg .n { fill: #666 } svg line { stroke: #bbb } svg.schedule rect { stroke: #777 } svg.memory rect { stroke: #fff }
</style>
)";

static void element(raw_ostream &os, StringRef name, const Twine &text) {
  os << "<" << name << ">";
  writeEscaped(os, text.str());
  os << "</" << name << ">";
}

static void heading(raw_ostream &os, StringRef id, StringRef text) {
  os << "<h2 id=\"" << id << "\">" << text << "</h2>\n";
}

//===----------------------------------------------------------------------===//
// Summary
//===----------------------------------------------------------------------===//

static void row(raw_ostream &os, StringRef name, const Twine &value) {
  os << "<tr><th>" << name << "</th><td>";
  writeEscaped(os, value.str());
  os << "</td></tr>\n";
}

/// The lines of PTX that say how many registers threads have.
static std::string registerLines(StringRef ptx) {
  std::string result;
  SmallVector<StringRef> lines;
  ptx.split(lines, '\n');
  for (StringRef line : lines) {
    line = line.trim().rtrim(';');
    if (!line.starts_with(".maxnreg") && !line.starts_with("setmaxnreg"))
      continue;
    if (!result.empty())
      result += "; ";
    for (char c : line)
      result += c == '\t' ? ' ' : c;
  }
  return result;
}

static void writeSummary(raw_ostream &os, const Explanation &explanation) {
  const KernelMetadata &metadata = explanation.metadata;
  bool isGpu = !explanation.ttg.empty();
  heading(os, "summary", "Summary");
  os << "<table>\n";
  row(os, "Target", metadata.target);
  if (isGpu) {
    row(os, "Warps of a block",
        Twine(metadata.numWarps) + " (" + Twine(metadata.numWarps * 32) +
            " threads)");
    row(os, "Stages", Twine(metadata.numStages));
    row(os, "Shared memory", Twine(metadata.sharedBytes) + " bytes");
    std::string registers = registerLines(explanation.code);
    row(os, "Registers",
        registers.empty() ? "as many as the assembler sees fit" : registers);
    if (metadata.persistentAxes > 0)
      row(os, "Programs", "each block runs several");
  }
  row(os, "Parameters",
      join(map_range(metadata.parameters,
                     [](const KernelParameter &parameter) {
                       return parameter.name + ": " + parameter.type;
                     }),
           ", "));
  row(os, "Compiler", metadata.compiler);
  os << "</table>\n";
}

//===----------------------------------------------------------------------===//
// Source
//===----------------------------------------------------------------------===//

static void writeRemark(raw_ostream &os, const Diagnostic &remark) {
  os << "<tr class=\"r" << (remark.severity == Severity::Remark ? "" : " w")
     << "\"><td colspan=\"2\">";
  writeEscaped(os,
               (severityName(remark.severity) + ": " + remark.message).str());
  for (const Diagnostic &note : remark.notes) {
    os << "<br>";
    writeEscaped(os, (severityName(note.severity) + ": " + note.message).str());
  }
  os << "</td></tr>\n";
}

/// The remarks that are at no line of the source that is shown.
static void writeOtherRemarks(raw_ostream &os, const Explanation &explanation,
                              size_t lines) {
  os << "<table class=\"src\">\n";
  for (const Diagnostic &remark : explanation.remarks)
    if (remark.line == 0 || remark.line > lines) {
      Diagnostic placed = remark;
      if (remark.line > 0)
        placed.message =
            (remark.file + ":" + Twine(remark.line) + ": " + remark.message)
                .str();
      writeRemark(os, placed);
    }
  os << "</table>\n";
}

/// The types of the variables that a line declares.
static void writeTypes(raw_ostream &os, ArrayRef<TypedVariable> variables,
                       unsigned line) {
  bool isFirst = true;
  for (const TypedVariable &variable : variables)
    if (variable.line == line) {
      os << (isFirst ? "<tr><td></td><td class=\"t\">" : ", ");
      writeEscaped(os, variable.name + ": " + variable.type);
      isFirst = false;
    }
  if (!isFirst)
    os << "</td></tr>\n";
}

static void writeSource(raw_ostream &os, const Explanation &explanation) {
  heading(os, "source", "Source, types and remarks");
  std::vector<TypedVariable> variables = readVariables(explanation.typed);
  SmallVector<StringRef> lines;
  if (explanation.source.empty())
    os << "<p class=\"p\">The source is not beside the model.</p>\n";
  else
    StringRef(explanation.source).rtrim('\n').split(lines, '\n');
  os << "<div class=\"wide\"><table class=\"src\">\n";
  for (auto [index, line] : enumerate(lines)) {
    unsigned number = index + 1;
    os << "<tr id=\"L" << number << "\"><td>" << number << "</td><td>";
    writeEscaped(os, line.rtrim('\r'));
    os << "</td></tr>\n";
    writeTypes(os, variables, number);
    for (const Diagnostic &remark : explanation.remarks)
      if (remark.line == number)
        writeRemark(os, remark);
  }
  os << "</table></div>\n";
  writeOtherRemarks(os, explanation, lines.size());
}

//===----------------------------------------------------------------------===//
// Layouts, memory, loops
//===----------------------------------------------------------------------===//

static void writeLayout(raw_ostream &os, const ExplainedLayout &layout) {
  constexpr size_t mostUsers = 6;
  os << "<h3><code>";
  writeEscaped(os, layout.name);
  os << "</code></h3>\n<p class=\"p\">";
  for (const std::string &user : ArrayRef(layout.users).take_front(mostUsers)) {
    element(os, "code", user);
    os << " ";
  }
  if (layout.users.size() > mostUsers)
    os << "and " << layout.users.size() - mostUsers << " more";
  os << "<br>";
  if (!layout.isShared) {
    uint64_t registers = layout.layout.getInSize(ttg::InDim::Register);
    os << registers << " elements in each thread, "
       << (registers * layout.elementBits + 31) / 32 << " registers. ";
    unsigned copies =
        layout.layout.getTotalInBits() - layout.layout.getRankOfMap();
    if (copies > 0)
      os << "Each element is in " << (uint64_t(1) << copies)
         << " registers or threads; the first of them is shown. ";
  }
  os << "</p>\n<pre>";
  writeEscaped(os, layout.layout.toString());
  os << "</pre>\n<div class=\"wide\">";
  drawLayout(os, layout);
  os << "</div>\n";
}

static void writeLayouts(raw_ostream &os, const Explanation &explanation) {
  heading(os, "layouts", "Layouts");
  os << "<p>Who holds which element: <code>t</code> is the thread, "
        "<code>r</code> the register (its number among those of the tile); in "
        "shared memory, the offset in elements and <code>b</code>, the bank. "
        "Colours are warps, shades lanes; in shared memory, banks.</p>\n";
  const auto &layouts = explanation.layouts;
  if (layouts.empty())
    os << "<p>The kernel has no tiles.</p>\n";
  auto others =
      find_if(layouts, [](const auto &each) { return !each.isImportant; });
  for (const auto &layout : make_range(layouts.begin(), others))
    writeLayout(os, layout);
  if (others == layouts.end())
    return;
  os << "<details><summary>" << layouts.end() - others
     << " layouts of offsets and masks</summary>\n";
  for (const auto &layout : make_range(others, layouts.end()))
    writeLayout(os, layout);
  os << "</details>\n";
}

static void writeMemory(raw_ostream &os, const Explanation &explanation) {
  heading(os, "memory", "Shared memory");
  if (explanation.memory.empty()) {
    os << "<p>The kernel uses none.</p>\n";
    return;
  }
  os << "<div class=\"wide\">";
  drawMemory(os, explanation);
  os << "</div>\n<table><tr><th>Value</th><th>Operation</th><th>Offset</th>"
        "<th>Bytes</th></tr>\n";
  for (const ExplainedMemory &part : explanation.memory) {
    os << "<tr><td>";
    element(os, "code", part.name);
    os << "</td><td>";
    element(os, "code", part.operation);
    os << "</td><td>" << part.offset << "</td><td>";
    if (part.bytes == 0)
      os << "scratch";
    else if (part.buffers == 1)
      os << part.bytes;
    else
      os << part.bytes << " (" << part.buffers << " buffers of "
         << part.bytes / part.buffers << ")";
    os << "</td></tr>\n";
  }
  os << "</table>\n";
}

static void writeLoop(raw_ostream &os, const ExplainedLoop &loop) {
  os << "<h3>" << (loop.isProducer ? "Producer: loop" : "Loop") << " at line "
     << loop.line << " of <a href=\"#ttg\">ttg</a>";
  if (loop.depth > 0)
    os << ", inside " << loop.depth << (loop.depth == 1 ? " other" : " others");
  os << "</h3>\n";
  if (loop.carriedRegisters > 0)
    os << "<p class=\"p\">A thread carries tiles in " << loop.carriedRegisters
       << " registers from one iteration to the next.</p>\n";
  if (loop.events.empty()) {
    os << "<p class=\"p\">It neither loads, multiplies nor stores tiles.</p>\n";
    return;
  }
  os << "<div class=\"wide\">";
  drawLoop(os, loop);
  os << "</div>\n";
}

static void writeLoops(raw_ostream &os, const Explanation &explanation) {
  heading(os, "loops", "Loops");
  if (explanation.loops.empty()) {
    os << "<p>The kernel has no loop.</p>\n";
    return;
  }
  os << "<p>The operations of a loop in their order, in four iterations. A box "
        "names the iteration whose data it is about; loads that run ahead have "
        "the colour of the product that reads them later. Dashed: it goes on "
        "while what follows runs. \"wait, but 1\" leaves one unfinished. The "
        "producer runs ahead of the others as long as buffers are free.</p>\n";
  for (const ExplainedLoop &loop : explanation.loops)
    writeLoop(os, loop);
}

//===----------------------------------------------------------------------===//
// The page
//===----------------------------------------------------------------------===//

static void writeStage(raw_ostream &os, StringRef id, StringRef text) {
  if (text.empty())
    return;
  os << "<details id=\"" << id << "\"><summary><code>" << id
     << "</code></summary><pre>";
  writeEscaped(os, text);
  os << "</pre></details>\n";
}

void tools::writePage(raw_ostream &os, const Explanation &explanation) {
  bool isGpu = !explanation.ttg.empty();
  os << "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n";
  element(os, "title", explanation.metadata.name + " - cm2tt explain");
  os << "\n" << head;
  element(os, "h1", explanation.metadata.name);
  element(os, "p", explanation.inputName);
  os << "\n<nav><a href=\"#summary\">Summary</a><a href=\"#source\">Source</a>";
  if (isGpu)
    os << "<a href=\"#loops\">Loops</a><a href=\"#memory\">Shared memory</a>"
          "<a href=\"#layouts\">Layouts</a>";
  os << "<a href=\"#stages\">Stages</a></nav>\n";
  writeSummary(os, explanation);
  writeSource(os, explanation);
  if (isGpu) {
    writeLoops(os, explanation);
    writeMemory(os, explanation);
    writeLayouts(os, explanation);
  }
  heading(os, "stages", "Stages");
  writeStage(os, "typed", explanation.typed);
  writeStage(os, "tt", explanation.tt);
  writeStage(os, "ttg", explanation.ttg);
  writeStage(os, explanation.codeName, explanation.code);
  os << "</html>\n";
}
