// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Lines and columns of positions in a text, each found in logarithmic time.
///
/// llvm::SourceMgr searches backwards for the start of the line at each
/// location, which takes quadratic time for JSON on one line.

#ifndef CM2TT_IMPORTER_LIB_LINETABLE_H
#define CM2TT_IMPORTER_LIB_LINETABLE_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/SMLoc.h"

namespace cm2tt::model {

/// Knows where the lines of one text start.
class LineTable {
public:
  explicit LineTable(llvm::StringRef text) : starts{text.begin()} {
    for (const char &c : text)
      if (c == '\n')
        starts.push_back(&c + 1);
  }

  /// Line and column, both from 1, in bytes. An invalid position is the start.
  std::pair<unsigned, unsigned> lookup(llvm::SMLoc loc) const {
    if (!loc.isValid())
      return {1, 1};
    const char *const *after = llvm::upper_bound(starts, loc.getPointer());
    return {unsigned(after - starts.begin()),
            unsigned(loc.getPointer() - after[-1]) + 1};
  }

private:
  llvm::SmallVector<const char *> starts;
};

} // namespace cm2tt::model

#endif // CM2TT_IMPORTER_LIB_LINETABLE_H
