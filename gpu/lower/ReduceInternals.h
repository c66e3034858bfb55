// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Shared by reductions, scans and maps: regions on scalars, and the exchange
/// of elements between lanes and between warps.
///
/// Not here: plans (ReductionPlan.h, ReductionScratch.h).

#ifndef CM2TT_GPU_LOWER_REDUCEINTERNALS_H
#define CM2TT_GPU_LOWER_REDUCEINTERNALS_H

#include "TTGToLLVMInternals.h"

#include "cm2tt/Dialect/TTG/ReductionPlan.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

namespace cm2tt {

/// One element of each operand. Elements are numbers of LLVM's types; pointers
/// are integers.
using Elements = llvm::SmallVector<mlir::Value, 2>;

/// Emits copies of a region that computes with scalars.
class RegionEmitter {
public:
  /// Operations are emitted before `op`, which has this region only.
  RegionEmitter(mlir::Operation *op, mlir::ConversionPatternRewriter &rewriter,
                const LoweringContext &lowering)
      : op(op), rewriter(rewriter), fpFusion(lowering.fpFusion) {}

  /// Returns the results of the region for these elements. A product and a sum
  /// may become one operation if `contracts`, unless the module forbids it;
  /// what all lanes must compute alike may not.
  Elements emit(llvm::ArrayRef<mlir::Value> arguments, bool contracts);
  /// Applies the region to the preceding and to the following elements.
  Elements combine(const Elements &left, const Elements &right,
                   bool contracts = false);
  /// Combines a list in a fixed order: four running combinations, of every
  /// fourth element each, then pairs of these.
  Elements combineAll(llvm::ArrayRef<Elements> list, bool contracts = false);

  /// The elements of a register, from the converted operands, and back.
  Elements fromRegisters(llvm::ArrayRef<mlir::ValueRange> operands,
                         unsigned reg);
  mlir::Value toLLVM(mlir::Value element, mlir::Type type);

private:
  llvm::SmallVector<mlir::Value>
  emitBlock(llvm::ArrayRef<mlir::Value> arguments, bool contracts);
  llvm::SmallVector<mlir::Value>
  emitBlocks(llvm::ArrayRef<mlir::Value> arguments, bool contracts);
  mlir::Value toScalar(mlir::Value element, mlir::Type type);
  mlir::Value fromScalar(mlir::Value scalar);

  mlir::Operation *op;
  mlir::ConversionPatternRewriter &rewriter;
  bool fpFusion;
};

/// Exchanges elements between threads.
struct ExchangeEmitter : Emitter {
  ExchangeEmitter(mlir::OpBuilder &builder, mlir::Location loc,
                  unsigned numWarps)
      : Emitter{builder, loc}, numWarps(numWarps), thread(threadId(numWarps)) {}

  /// A shuffle of any element; `clamp` as in PTX.
  mlir::Value shuffle(mlir::Value element, mlir::NVVM::ShflKind kind,
                      mlir::Value lane, int clamp = 31) const;
  /// As shuffle, up or down; `valid` says, if it is null, whether there is such
  /// a lane.
  mlir::Value shuffleValid(mlir::Value element, mlir::NVVM::ShflKind kind,
                           int distance, int clamp, mlir::Value &valid) const;
  /// The thread's number within its warp, with bits of `set` or less those of
  /// `cleared`.
  mlir::Value lane(uint64_t set, uint64_t cleared) const;
  /// Whether bits of `mask` of the thread's number are those of `value`; null
  /// for no bits.
  mlir::Value threadHas(uint64_t mask, uint64_t value) const;

  /// An index shifted to the left by a number of bits.
  mlir::Value shiftLeft(mlir::Value value, unsigned bits) const;

  /// Stores an element at `offset` bytes from `address`, if `predicate` is null
  /// or holds.
  void store(mlir::Value element, mlir::Value address, int64_t offset,
             mlir::Value predicate) const;
  /// Loads `count` neighbours of a type at `offset` bytes from `address`.
  llvm::SmallVector<mlir::Value> load(mlir::Type type, mlir::Value address,
                                      int64_t offset, unsigned count) const;

  unsigned numWarps;
  /// The thread's number in its block.
  mlir::Value thread;

private:
  mlir::Value shuffleWord(mlir::Value word, mlir::NVVM::ShflKind kind,
                          mlir::Value lane, int clamp,
                          mlir::Value *valid) const;
  mlir::Value shuffleWords(mlir::Value element, mlir::NVVM::ShflKind kind,
                           mlir::Value lane, int clamp,
                           mlir::Value *valid) const;
};

} // namespace cm2tt

#endif // CM2TT_GPU_LOWER_REDUCEINTERNALS_H
