// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Block names: in 2024, a number in the order in which the blocks of a model
/// are first written; since 2025, the indices of the blocks that contain a
/// block.

#include "BlockNames.h"

using namespace llvm;

namespace cm2tt::model {

BlockNames::BlockNames(const Model &model) : model(model) {
  if (model.spelling.blocks != Spelling::Blocks::Counter)
    return;
  // Each operation at the top of a text is a model of its own.
  unsigned next = 0;
  if (model.module) {
    count(*model.module, next);
    return;
  }
  for (const Operation &op : model.functions) {
    next = 0;
    count(op, next);
  }
}

/// The block that a successor goes to; null where there is none.
static const Block *targetOf(const Operation &op, const Successor &successor) {
  if (!op.parent || !op.parent->parent ||
      successor.index >= op.parent->parent->blocks.size())
    return nullptr;
  return &op.parent->parent->blocks[successor.index];
}

void BlockNames::count(const Operation &op, unsigned &next) {
  for (const Successor &successor : op.successors)
    if (const Block *target = targetOf(op, successor))
      next += numbers.try_emplace(target, next).second;
  for (const Body &body : op.bodies)
    for (const Block &block : body.blocks) {
      if (&block != &body.blocks.front())
        next += numbers.try_emplace(&block, next).second;
      for (const Operation &inner : block.operations)
        count(inner, next);
    }
}

std::string BlockNames::made(const Block &block) const {
  if (model.spelling.blocks == Spelling::Blocks::Counter)
    return "block_" + std::to_string(numbers.lookup(&block));
  const Block *outer = block.parent->parent->parent;
  std::string prefix = outer          ? made(*outer) + "_"
                       : model.module ? "block_0_"
                                      : "block_";
  return prefix + std::to_string(block.index());
}

std::string BlockNames::name(const Block &block) const {
  return block.name.empty() ? made(block) : block.name.str();
}

std::string BlockNames::name(const Operation &op,
                             const Successor &successor) const {
  if (const Block *target = targetOf(op, successor))
    return name(*target);
  if (!successor.block.empty())
    return successor.block.str();
  return "block_" + std::to_string(successor.index);
}

} // namespace cm2tt::model
