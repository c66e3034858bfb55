// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The passes that a back end of LLVM's adds to generate code, changed where
/// they would take quadratic time.
///
/// **Long blocks.** Instruction selection follows a chain of additions, and
/// two-address code a chain of uses, to its end in the block for each operation
/// of the chain. The time for straight-line code is thus quadratic. Long blocks
/// are split after the last pass over LLVM IR that would join them: each part
/// falls through to the next, and the machine code has no branch there.
///
/// **Many loops.** For each loop, loop strength reduction and machine
/// sinking visit the blocks that dominate it or that it dominates;
/// shrink-wrapping visits all blocks for each block that uses the stack. They
/// are left out if a function has many loops.
///
/// **Many uses.** Machine CSE visits all uses of a value for each instruction
/// that uses a copy of it, or computes it again. It is left out if a value has
/// many uses, or a function many loops, each of which computes the same
/// constants.
///
/// **Undefined registers.** DefineRegisters.cpp gives a value to registers that
/// are read and never written, since `ptxas` crashes for some of them.

#ifndef CM2TT_LOWERING_TARGET_CODEGENPASSES_H
#define CM2TT_LOWERING_TARGET_CODEGENPASSES_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"

#include <memory>

namespace cm2tt {

/// The properties that decide which passes generate the code of a module.
struct ModuleShape {
  explicit ModuleShape(const llvm::Module &module);

  /// Any two shapes are ordered, those for which the same passes run are equal.
  bool operator<(const ModuleShape &other) const;

  bool hasLoops, hasManyLoops, hasManyUses;
  /// Whether a block is so long that it is split.
  bool hasBlockToSplit;
  /// Whether each function is one block.
  bool isStraight;
};

/// A pass over the machine code of a GPU, after the last pass that uses live
/// intervals: no instruction reads a register that nothing writes.
std::unique_ptr<llvm::Pass> createDefineRegistersPass();

/// Takes the passes of a back end for a module and hands them on.
class CodeGenPasses : public llvm::legacy::PassManagerBase {
public:
  CodeGenPasses(llvm::legacy::PassManagerBase &passes,
                const ModuleShape &shape);

  /// Leaves out passes of the class of `pass`, which is deleted, but for the
  /// first `kept`.
  void leaveOut(llvm::Pass *pass, unsigned kept = 0);
  /// Leaves out passes that directly follow another one of the class of `pass`,
  /// which is deleted.
  void leaveOutRepeated(llvm::Pass *pass);
  /// Leaves out passes of the class whose ID this is.
  void leaveOut(const char &id) { unwanted[&id] = 0; }
  /// Adds `pass` after the first pass of the class whose ID this is. There is
  /// one such addition at a time.
  void addAfter(const char &id, std::unique_ptr<llvm::Pass> pass);
  /// Whether the pass of `addAfter` has not been added yet.
  bool hasAddition() const { return addition != nullptr; }
  void add(llvm::Pass *pass) override;

private:
  llvm::legacy::PassManagerBase &passes;
  /// The number of passes that are still added, for each class of which later
  /// ones are left out. A pass is known by the address of its class' ID. Few
  /// IDs are declared.
  llvm::SmallDenseMap<const void *, unsigned, 8> unwanted;
  /// The class of which no pass follows another; the class of the last pass.
  const void *unrepeated = nullptr, *last = nullptr;
  /// The last pass that joins blocks; null if no block is long.
  const void *lastJoining = nullptr;
  /// A pass that is still to be added, and the class which it follows.
  std::unique_ptr<llvm::Pass> addition;
  const void *beforeAddition = nullptr;
};

} // namespace cm2tt

#endif // CM2TT_LOWERING_TARGET_CODEGENPASSES_H
