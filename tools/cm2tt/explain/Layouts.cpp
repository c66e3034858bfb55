// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Pictures of layouts, as SVG: a corner of the tile with the thread and the
/// register, or the offset in shared memory, of each element, and the whole
/// tile in the colours of warps or banks.

#include "Explain.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::tools;
using ttg::InDim;
using ttg::LinearLayout;
using ttg::Slot;

/// The elements of the corner that is drawn.
static constexpr int64_t mostRows = 16, mostColumns = 32;
/// The samples of the whole tile along a dimension, and their size in pixels.
static constexpr int64_t mostSamples = 64;
static constexpr int sampleSize = 4;
static constexpr int cellWidth = 36, cellHeight = 28, margin = 34;
static constexpr unsigned lanesOfWarp = 32, numBanks = 32, bytesOfBank = 4;

namespace {
/// Finds who holds an element of the last two dimensions of a tile.
class Holder {
public:
  explicit Holder(const ExplainedLayout &explained)
      : explained(explained), inverse(explained.layout.pseudoinvert()) {}

  int64_t rows() const {
    unsigned rank = explained.layout.getRank();
    return rank < 2 ? 1 : explained.layout.getOutSize(rank - 2);
  }
  int64_t columns() const {
    unsigned rank = explained.layout.getRank();
    return rank < 1 ? 1 : explained.layout.getOutSize(rank - 1);
  }
  Slot find(int64_t row, int64_t column) const {
    const LinearLayout &layout = explained.layout;
    LinearLayout::Coords coords(layout.getRank(), 0);
    if (coords.size() >= 2)
      coords[coords.size() - 2] = row;
    if (!coords.empty())
      coords.back() = column;
    return layout.unpackIn(inverse.applyPacked(layout.packOut(coords)));
  }
  /// The bank of shared memory.
  unsigned bank(const Slot &slot) const {
    uint64_t bytes = std::max(1u, explained.elementBits / 8);
    return slot.offset * bytes / bytesOfBank % numBanks;
  }
  /// The colour of the warp, or of the bank.
  std::string color(const Slot &slot, bool shadesLanes) const {
    if (explained.isShared)
      return ("hsl(" + Twine(bank(slot) * 360 / numBanks) + ",60%,80%)").str();
    unsigned warps = explained.layout.getInSize(InDim::Warp);
    unsigned light = 90;
    if (shadesLanes)
      light -= slot.lane % lanesOfWarp * 25 / lanesOfWarp;
    return ("hsl(" + Twine((slot.warp * 360 / warps + 210) % 360) + ",55%," +
            Twine(light) + "%)")
        .str();
  }

private:
  const ExplainedLayout &explained;
  LinearLayout inverse;
};
} // namespace

static void text(raw_ostream &os, int x, int y, StringRef kind,
                 const Twine &value) {
  os << "<text x=\"" << x << "\" y=\"" << y << "\"";
  if (!kind.empty())
    os << " class=\"" << kind << "\"";
  os << ">" << value << "</text>";
}

/// An element of the corner.
static void drawCell(raw_ostream &os, const ExplainedLayout &explained,
                     const Holder &holder, int64_t row, int64_t column) {
  int x = margin + column * cellWidth, y = margin + row * cellHeight;
  Slot slot = holder.find(row, column);
  os << "<rect x=\"" << x << "\" y=\"" << y << "\" width=\"" << cellWidth
     << "\" height=\"" << cellHeight << "\" fill=\""
     << holder.color(slot, /*shadesLanes=*/true) << "\"/>";
  int middle = x + cellWidth / 2;
  if (explained.isShared) {
    text(os, middle, y + 12, "", Twine(slot.offset));
    text(os, middle, y + 23, "s", "b" + Twine(holder.bank(slot)));
  } else {
    text(os, middle, y + 12, "",
         "t" + Twine(slot.warp * lanesOfWarp + slot.lane));
    text(os, middle, y + 23, "s", "r" + Twine(slot.reg));
  }
  os << "\n";
}

/// The corner of the tile, with coordinates at the sides.
static void drawCorner(raw_ostream &os, const ExplainedLayout &explained,
                       const Holder &holder) {
  int64_t rows = std::min(holder.rows(), mostRows);
  int64_t columns = std::min(holder.columns(), mostColumns);
  int width = margin + columns * cellWidth + 1;
  int height = margin + rows * cellHeight + 1;
  os << "<svg class=\"cells\" width=\"" << width << "\" height=\"" << height
     << "\" viewBox=\"0 0 " << width << " " << height << "\" role=\"img\">\n"
     << "<title>The holder of each element of a corner of the tile</title>\n";
  for (int64_t column = 0; column < columns; ++column)
    text(os, margin + column * cellWidth + cellWidth / 2, margin - 8, "n",
         Twine(column));
  for (int64_t row = 0; row < rows; ++row)
    text(os, margin / 2, margin + row * cellHeight + cellHeight / 2 + 4, "n",
         Twine(row));
  os << "\n";
  for (int64_t row = 0; row < rows; ++row)
    for (int64_t column = 0; column < columns; ++column)
      drawCell(os, explained, holder, row, column);
  os << "</svg>\n";
}

/// The whole tile; neighbours of one colour are one rectangle.
static void drawWhole(raw_ostream &os, const Holder &holder) {
  int64_t rows = std::min(holder.rows(), mostSamples);
  int64_t columns = std::min(holder.columns(), mostSamples);
  int64_t rowStep = holder.rows() / rows,
          columnStep = holder.columns() / columns;
  // A tile of one row is no line.
  int height = rows == 1 ? 4 * sampleSize : sampleSize;
  os << "<svg class=\"whole\" width=\"" << columns * sampleSize
     << "\" height=\"" << rows * height << "\" viewBox=\"0 0 "
     << columns * sampleSize << " " << rows * height << "\" role=\"img\">\n"
     << "<title>The whole tile of " << holder.rows() << " by "
     << holder.columns() << " elements</title>\n";
  for (int64_t row = 0; row < rows; ++row)
    for (int64_t column = 0, next; column < columns; column = next) {
      auto colorAt = [&](int64_t at) {
        return holder.color(holder.find(row * rowStep, at * columnStep),
                            /*shadesLanes=*/false);
      };
      std::string color = colorAt(column);
      for (next = column + 1; next < columns && colorAt(next) == color;)
        ++next;
      os << "<rect x=\"" << column * sampleSize << "\" y=\"" << row * height
         << "\" width=\"" << (next - column) * sampleSize << "\" height=\""
         << height << "\" fill=\"" << color << "\"/>";
    }
  os << "\n</svg>\n";
}

void tools::drawLayout(raw_ostream &os, const ExplainedLayout &explained) {
  Holder holder(explained);
  drawCorner(os, explained, holder);
  if (holder.rows() > mostRows || holder.columns() > mostColumns)
    drawWhole(os, holder);
}
