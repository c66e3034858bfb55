// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Shared by lowerings of accesses to global memory: the grouping of the
/// registers of a tile into accesses, and their inline assembly. PTX has
/// predicated accesses, LLVM IR does not, and NVPTX lowers LLVM's masked loads
/// to branches.
///
/// Not here: how wide an access may be (AxisInfo.h).

#ifndef CM2TT_GPU_LOWER_MEMORYACCESS_H
#define CM2TT_GPU_LOWER_MEMORYACCESS_H

#include "TTGToLLVMInternals.h"

namespace cm2tt {

/// How the registers of an access are grouped, and cut into machine words.
struct AccessPlan {
  /// The registers of each access, in the order of memory.
  llvm::SmallVector<llvm::SmallVector<unsigned>> groups;
  /// For each register, the one whose access it shares the element with.
  llvm::SmallVector<unsigned> sameAs;
  /// Bits of an element in memory, of a word, and words of one access.
  unsigned elementBits, wordBits, words;
};

/// Emits accesses of one operation.
struct AccessEmitter : Emitter {
  AccessEmitter(mlir::OpBuilder &builder, mlir::Location loc,
                const AccessPlan &plan)
      : Emitter{builder, loc}, plan(plan) {}

  mlir::Type getWordType() const {
    return builder.getIntegerType(plan.wordBits);
  }
  /// The letter of the words in constraints of inline assembly.
  llvm::StringRef getWordConstraint() const {
    return plan.wordBits == 64 ? "l" : plan.wordBits == 32 ? "r" : "h";
  }
  /// `.v4.b32`, with what is left of a word that is less than 16 bits.
  std::string getTypeSuffix() const;

  /// Converts an element to the integer in memory, and back.
  mlir::Value toBits(mlir::Value element) const;
  mlir::Value fromBits(mlir::Value bits, mlir::Type type) const;
  /// Elements as words, the first in the lowest bits, and back.
  llvm::SmallVector<mlir::Value>
  pack(llvm::ArrayRef<mlir::Value> elements) const;
  llvm::SmallVector<mlir::Value> unpack(llvm::ArrayRef<mlir::Value> words,
                                        mlir::Type element) const;

  const AccessPlan &plan;
};

/// How an access through these pointers can be widened; a scalar's cannot.
VectorAccess vectorAccess(const LoweringContext &lowering, mlir::Value pointer,
                          mlir::Value mask);

/// Groups the registers of a tile for accesses of `access.elements` elements;
/// of a scalar, its one register.
AccessPlan planAccess(mlir::Type tile, VectorAccess access);

/// The address of each group of a plan, of the `pointers` that registers hold.
/// Groups in one contiguous part of memory have addresses that differ by a
/// constant, which the instruction adds: they take the registers of one.
llvm::SmallVector<mlir::Value> groupAddresses(const AccessEmitter &emitter,
                                              const LoweringContext &lowering,
                                              mlir::Value pointer,
                                              mlir::ValueRange pointers);

/// Whether this thread is the one that stores what several hold: its redundant
/// lane and warp bits are zero. Null if none are redundant.
mlir::Value emitOwnership(const Emitter &emitter, mlir::Type tile,
                          unsigned numWarps);

/// Inline assembly under construction: operands are numbered results first.
struct Assembly {
  std::string text, constraints;
  llvm::SmallVector<mlir::Value> operands;
  unsigned numResults = 0;

  /// Adds a result and returns its name: `$0`.
  std::string result(llvm::StringRef constraint) {
    append("=" + constraint.str());
    return "$" + std::to_string(numResults++);
  }
  /// Adds an operand, after all results, and returns its name.
  std::string operand(llvm::StringRef constraint, mlir::Value value) {
    append(constraint.str());
    operands.push_back(value);
    return "$" + std::to_string(numResults + operands.size() - 1);
  }

private:
  void append(const std::string &constraint) {
    constraints += (constraints.empty() ? "" : ",") + constraint;
  }
};

/// `{$0, $1}`, or `$0` alone.
std::string wordList(llvm::ArrayRef<std::string> names);

/// Runs assembly whose results are words.
llvm::SmallVector<mlir::Value> emitAssembly(const AccessEmitter &emitter,
                                            const Assembly &assembly);

} // namespace cm2tt

#endif // CM2TT_GPU_LOWER_MEMORYACCESS_H
