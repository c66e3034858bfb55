// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Measurements as a plot: a panel for each rate, n on a logarithmic axis, the
/// median as a line in a band from the slowest to the fastest tenth.

#include "BenchReport.h"

#include "cm2tt/Lowering/PlainText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::tools;

/// In pixels: the picture's width, a panel's height, and what is around it.
static constexpr double width = 720, panelHeight = 300, left = 76, right = 20,
                        top = 56, bottom = 52;

namespace {
/// A measured size in a panel: 10^9 a second.
struct Point {
  double n, median, low, high;
};

/// One panel: axes, band, line.
class Panel {
public:
  Panel(raw_ostream &os, std::vector<Point> points, double offset);
  void draw(StringRef unit);

private:
  double x(double n) const;
  double y(double value) const {
    return offset + panelHeight * (1 - value / highest);
  }
  void drawAxes(StringRef unit);
  void drawData();

  raw_ostream &os;
  std::vector<Point> points;
  /// The upper edge.
  double offset;
  /// log2 of the ends of the horizontal axis; the end of the vertical one and
  /// the distance of its lines.
  double first, last, highest, step;
};
} // namespace

/// 1, 2 or 5 times a power of ten, so that some five of it are `most`.
static double niceStep(double most) {
  double unit = std::pow(10, std::floor(std::log10(most / 5)));
  for (double factor : {1., 2., 5.})
    if (factor * unit * 6 >= most)
      return factor * unit;
  return 10 * unit;
}

Panel::Panel(raw_ostream &os, std::vector<Point> points, double offset)
    : os(os), points(std::move(points)), offset(offset) {
  double least = INFINITY, largest = 0, most = 0;
  for (const Point &point : this->points) {
    least = std::min(least, point.n);
    largest = std::max(largest, point.n);
    most = std::max(most, point.high);
  }
  first = std::floor(std::log2(least));
  last = std::max(std::ceil(std::log2(largest)), first + 1);
  step = niceStep(most > 0 ? most : 1);
  highest = step * std::max(std::ceil(most / step), 1.);
}

double Panel::x(double n) const {
  return left +
         (width - left - right) * (std::log2(n) - first) / (last - first);
}

/// A power of two as people write it: `64K`.
static std::string nameOfPower(unsigned exponent) {
  static constexpr StringRef units[] = {"", "K", "M", "G", "T", "P", "E"};
  return std::to_string(1u << exponent % 10) + units[exponent / 10].str();
}

void Panel::drawAxes(StringRef unit) {
  for (unsigned i = 0; i * step <= highest * 1.0001; ++i)
    os << plain::format("<path class=\"grid\" d=\"M%.1f %.1fH%.1f\"/>\n", left,
                        y(i * step), width - right)
       << plain::format("<text class=\"end\" x=\"%.1f\" y=\"%.1f\">%g</text>\n",
                        left - 8, y(i * step) + 4, i * step);
  // At most some twelve labels.
  unsigned every = static_cast<unsigned>((last - first) / 12) + 1;
  for (auto e = static_cast<unsigned>(first); e <= last; e += every)
    os << plain::format("<path class=\"grid\" d=\"M%.1f %.1fV%.1f\"/>\n",
                        x(std::exp2(e)), offset, offset + panelHeight)
       << plain::format("<text class=\"middle\" x=\"%.1f\" y=\"%.1f\">",
                        x(std::exp2(e)), offset + panelHeight + 18)
       << nameOfPower(e) << "</text>\n";
  os << plain::format("<path class=\"axis\" d=\"M%.1f %.1fV%.1fH%.1f\"/>\n",
                      left, offset, offset + panelHeight, width - right);
  os << plain::format("<text class=\"middle\" x=\"%.1f\" y=\"%.1f\">n</text>\n",
                      (left + width - right) / 2, offset + panelHeight + 38);
  os << plain::format("<text class=\"middle\" transform=\"translate(20 %.1f) "
                      "rotate(-90)\">",
                      offset + panelHeight / 2)
     << unit << "</text>\n";
}

void Panel::drawData() {
  os << "<path class=\"band\" d=\"";
  for (auto [i, point] : enumerate(points))
    os << plain::format("%c%.1f %.1f", i == 0 ? 'M' : 'L', x(point.n),
                        y(point.high));
  for (const Point &point : reverse(points))
    os << plain::format("L%.1f %.1f", x(point.n), y(point.low));
  os << "Z\"/>\n<path class=\"line\" d=\"";
  for (auto [i, point] : enumerate(points))
    os << plain::format("%c%.1f %.1f", i == 0 ? 'M' : 'L', x(point.n),
                        y(point.median));
  os << "\"/>\n";
  for (const Point &point : points)
    os << plain::format(
              "<circle class=\"point\" cx=\"%.1f\" cy=\"%.1f\" r=\"3\">",
              x(point.n), y(point.median))
       << plain::format("<title>n = %.0f: %.2f</title></circle>\n", point.n,
                        point.median);
}

void Panel::draw(StringRef unit) {
  drawAxes(unit);
  drawData();
}

/// Returns the text with XML's escapes.
static std::string escape(StringRef text) {
  std::string result;
  raw_string_ostream os(result);
  printHTMLEscaped(text, os);
  return result;
}

/// 10^9 a second; a shorter time is a higher rate.
static Point pointOf(const BenchRow &row, uint64_t count) {
  auto rate = [count](double milliseconds) {
    return milliseconds > 0 ? static_cast<double>(count) / (milliseconds * 1e6)
                            : 0;
  };
  return {static_cast<double>(row.n), rate(row.report.medianMilliseconds),
          rate(row.report.highMilliseconds), rate(row.report.lowMilliseconds)};
}

static constexpr StringRef styles =
    R"(<style>
text { font: 13px sans-serif; fill: #222 }
.title { font-size: 16px }
.middle { text-anchor: middle }
.end { text-anchor: end }
.grid { stroke: #ddd }
.axis { stroke: #222; fill: none }
.band { fill: #1f77b4; opacity: 0.2 }
.line { stroke: #1f77b4; stroke-width: 2; fill: none }
.point { fill: #1f77b4 }
</style>
<rect width="100%" height="100%" fill="white"/>
)";

static void drawLegend(raw_ostream &os) {
  double x = width - right - 220;
  os << plain::format("<path class=\"line\" d=\"M%.1f 40h24\"/>\n", x)
     << plain::format("<text x=\"%.1f\" y=\"44\">median</text>\n", x + 30)
     << plain::format("<path class=\"band\" d=\"M%.1f 34h24v12h-24z\"/>\n",
                      x + 96)
     << plain::format("<text x=\"%.1f\" y=\"44\">10 %% to 90 %%</text>\n",
                      x + 126);
}

std::string BenchReport::svg() const {
  std::string text;
  raw_string_ostream os(text);
  std::vector<BenchRow> sorted = rows;
  llvm::stable_sort(
      sorted, [](const BenchRow &a, const BenchRow &b) { return a.n < b.n; });
  constexpr double distance = top + panelHeight + bottom;
  double height = distance + (hasFlops() ? panelHeight + bottom + 16 : 0);
  os << plain::format(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" "
            "height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\">\n",
            width, height, width, height)
     << styles
     << plain::format("<text class=\"title\" x=\"%.1f\" y=\"24\">", left)
     << escape(title) << "</text>\n";
  drawLegend(os);
  auto draw = [&](StringRef unit, double offset, bool isFlops) {
    std::vector<Point> points;
    for (const BenchRow &row : sorted)
      points.push_back(pointOf(row, isFlops ? *row.flops : row.bytes));
    Panel(os, std::move(points), offset).draw(unit);
  };
  draw("GB/s", top, /*isFlops=*/false);
  if (hasFlops())
    draw("GFLOP/s", distance + 16, /*isFlops=*/true);
  os << "</svg>\n";
  return text;
}
