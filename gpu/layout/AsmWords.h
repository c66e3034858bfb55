// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// How `tt.elementwise_inline_asm` packs elements into the operands and results
/// of its assembly, and which elements are a pack: what is checked, planned and
/// emitted must agree on it.
///
/// Not here: checking and layouts (TTToTTG); emitting (TTGToLLVM).

#ifndef CM2TT_GPU_LAYOUT_ASMWORDS_H
#define CM2TT_GPU_LAYOUT_ASMWORDS_H

#include "cm2tt/Dialect/TTG/LinearLayout.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <string>

namespace cm2tt {

/// The words of one operand or result for one pack of elements. A word has 32
/// bits, or fewer if the pack has; of wider elements, it is one.
struct AsmWords {
  AsmWords(mlir::Type element, unsigned pack) {
    unsigned bits =
        element.isIntOrFloat() ? element.getIntOrFloatBitWidth() : 64;
    perWord = std::min(std::max(32 / bits, 1u), pack);
    isWhole = pack % perWord == 0;
    count = pack / perWord;
  }
  /// Elements of a word.
  unsigned perWord;
  /// Words of a pack.
  unsigned count;
  /// Whether the pack fills its words.
  bool isWhole;
};

/// The register bits that walk the neighbours of a pack along `axis`, wherever
/// they are: fewer than the pack has, if the tile or a thread has fewer.
inline llvm::SmallVector<unsigned>
getNeighbourBits(const ttg::LinearLayout &layout, unsigned axis,
                 unsigned pack) {
  llvm::SmallVector<unsigned> bits = layout.getConsecutiveBits(axis);
  if (bits.size() > llvm::Log2_32(pack))
    bits.resize(llvm::Log2_32(pack));
  return bits;
}

/// The constraints of an operation's assembly without the blanks that may stand
/// around each, which LLVM would read as letters.
inline std::string asmConstraints(llvm::StringRef text) {
  std::string constraints = text.str();
  llvm::erase_if(constraints, [](char c) { return llvm::isSpace(c); });
  return constraints;
}

} // namespace cm2tt

#endif // CM2TT_GPU_LAYOUT_ASMWORDS_H
