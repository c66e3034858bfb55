// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Pictures of what happens when, and of shared memory, as SVG.

#include "Explain.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::tools;

/// The iterations that are drawn.
static constexpr unsigned numIterations = 4;
static constexpr int rowHeight = 26, headHeight = 24;
static constexpr int slotWidth = 34, leastIterationWidth = 110;

/// The colour of data of an iteration: the same for its load and its product.
static std::string colorOf(unsigned iteration) {
  return ("hsl(" + Twine((iteration * 67 + 205) % 360) + ",60%,78%)").str();
}

static StringRef kindName(LoopEvent::Kind kind) {
  switch (kind) {
  case LoopEvent::Kind::Load:
    return "load";
  case LoopEvent::Kind::Product:
    return "product";
  case LoopEvent::Kind::Wait:
    return "wait";
  case LoopEvent::Kind::Store:
    return "store";
  case LoopEvent::Kind::Loop:
    return "inner loop";
  }
  llvm_unreachable("every kind is listed");
}

static void openSvg(raw_ostream &os, StringRef kind, int width, int height,
                    StringRef title) {
  os << "<svg class=\"" << kind << "\" width=\"" << width << "\" height=\""
     << height << "\" viewBox=\"0 0 " << width << " " << height
     << "\" role=\"img\">\n<title>" << title << "</title>\n";
}

/// The width of a column of labels, which have at most 7 units for a character.
static int widthOf(ArrayRef<std::string> labels) {
  size_t most = 0;
  for (const std::string &label : labels)
    most = std::max(most, label.size());
  return 7 * int(most) + 16;
}

static void drawLabel(raw_ostream &os, int y, StringRef label) {
  os << "<text x=\"6\" y=\"" << y << "\" class=\"l\">";
  writeEscaped(os, label);
  os << "</text>\n";
}

/// A box of a schedule, with the number of the iteration whose data it is
/// about.
static void drawBox(raw_ostream &os, const LoopEvent &event, int x, int y,
                    int width, unsigned iteration) {
  unsigned data = iteration + event.ahead;
  bool hasData = event.kind != LoopEvent::Kind::Wait;
  os << "<rect x=\"" << x << "\" y=\"" << y + 3 << "\" width=\"" << width
     << "\" height=\"" << rowHeight - 6 << "\" rx=\"3\" fill=\""
     << (hasData ? colorOf(data) : "#d5d5d5") << "\""
     << (event.isAsync ? " stroke-dasharray=\"4 2\"" : "") << "/>";
  if (!hasData)
    return;
  os << "<text x=\"" << x + 5 << "\" y=\"" << y + 17 << "\" class=\"b\">i";
  if (data > 0)
    os << "+" << data;
  os << "</text>\n";
}

void tools::drawLoop(raw_ostream &os, const ExplainedLoop &loop) {
  int count = loop.events.size();
  auto labels = map_to_vector(loop.events, [](const LoopEvent &event) {
    return (kindName(event.kind) + ": " + event.text).str();
  });
  int labelWidth = widthOf(labels);
  int iterationWidth = std::max(leastIterationWidth, count * slotWidth);
  int width = labelWidth + iterationWidth * int(numIterations) + 2;
  int height = headHeight + count * rowHeight + 2;
  openSvg(os, "schedule", width, height, "Iterations of the loop");
  for (unsigned iteration = 0; iteration < numIterations; ++iteration) {
    int x = labelWidth + iteration * iterationWidth;
    os << "<line x1=\"" << x << "\" y1=\"0\" x2=\"" << x << "\" y2=\"" << height
       << "\"/><text x=\"" << x + 6 << "\" y=\"16\" class=\"n\">iteration i";
    if (iteration > 0)
      os << "+" << iteration;
    os << "</text>\n";
  }
  int step = count == 0 ? 0 : iterationWidth / count;
  for (auto [index, event] : enumerate(loop.events)) {
    int y = headHeight + int(index) * rowHeight;
    drawLabel(os, y + 17, labels[index]);
    for (unsigned iteration = 0; iteration < numIterations; ++iteration) {
      int x = labelWidth + iteration * iterationWidth + int(index) * step;
      // Asynchronous work goes on in the next iteration.
      int length = event.isAsync ? iterationWidth - 4 : step - 4;
      drawBox(os, event, x + 2, y, std::min(length, width - x - 4), iteration);
    }
  }
  os << "</svg>\n";
}

void tools::drawMemory(raw_ostream &os, const Explanation &explanation) {
  constexpr int barWidth = 640;
  uint64_t total = explanation.metadata.sharedBytes;
  auto labels = map_to_vector(explanation.memory, [](const auto &part) {
    return part.name + " = " + part.operation;
  });
  int labelWidth = widthOf(labels);
  int height = int(explanation.memory.size()) * rowHeight + 2;
  openSvg(os, "memory", labelWidth + barWidth + 2, height,
          "The shared memory of a block of threads");
  for (auto [index, part] : enumerate(explanation.memory)) {
    int y = int(index) * rowHeight;
    drawLabel(os, y + 17, labels[index]);
    uint64_t bytes = part.bytes / std::max(1u, part.buffers);
    for (unsigned buffer = 0; buffer < part.buffers; ++buffer) {
      uint64_t begin = part.offset + buffer * bytes;
      int x = labelWidth + int(begin * barWidth / std::max<uint64_t>(1, total));
      int width = int(bytes * barWidth / std::max<uint64_t>(1, total));
      os << "<rect x=\"" << x << "\" y=\"" << y + 3 << "\" width=\""
         << std::max(3, width) << "\" height=\"" << rowHeight - 6
         << "\" fill=\"" << colorOf(buffer) << "\"/>";
    }
    os << "\n";
  }
  os << "</svg>\n";
}
