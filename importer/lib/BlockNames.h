// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The names that Babylon's writers generate for blocks.

#ifndef CM2TT_IMPORTER_LIB_BLOCKNAMES_H
#define CM2TT_IMPORTER_LIB_BLOCKNAMES_H

#include "Model.h"
#include "llvm/ADT/DenseMap.h"

namespace cm2tt::model {

/// Names the blocks of one model in its spelling.
class BlockNames {
public:
  explicit BlockNames(const Model &model);

  /// The names that a writer generates: `block_3`, or with paths `block_0_1`.
  std::string made(const Block &block) const;
  /// The block's own name or, without one, the generated name.
  std::string name(const Block &block) const;
  /// Where a successor of `op` goes.
  std::string name(const Operation &op, const Successor &successor) const;

private:
  void count(const Operation &op, unsigned &next);

  const Model &model;
  llvm::DenseMap<const Block *, unsigned> numbers;
};

} // namespace cm2tt::model

#endif // CM2TT_IMPORTER_LIB_BLOCKNAMES_H
