// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Shared by the lowerings of matrix products by `mma.sync` and by scalar
/// multiply-add: registers found by the coordinates of their elements.

#ifndef CM2TT_GPU_LOWER_DOTINTERNALS_H
#define CM2TT_GPU_LOWER_DOTINTERNALS_H

#include "TTGToLLVMInternals.h"
#include "gpu/shared/DotScratch.h"

#include "cm2tt/Dialect/TT/TTOps.h"

namespace cm2tt {

/// Which register of thread 0 holds which element of a matrix, or of a batch of
/// them. In other threads everything is moved by the same distance, so that a
/// product of these registers is one there too, if lanes and warps fit.
class FragmentMap {
public:
  explicit FragmentMap(const ttg::LinearLayout &layout);

  /// The register of an element; coordinates beyond the matrix wrap, as rows of
  /// a small one are held several times. Nothing if thread 0 does not have it.
  std::optional<unsigned> find(int64_t batch, int64_t row,
                               int64_t column) const;

  /// A distance between two threads.
  struct Distance {
    int64_t batch, row, column;
    bool operator==(const Distance &other) const {
      return batch == other.batch && row == other.row && column == other.column;
    }
  };
  /// How far bit `bit` of the lane or the warp moves elements.
  Distance getDistance(ttg::InDim dim, unsigned bit) const;
  /// Where register `reg` of thread 0 is.
  Distance getPlace(unsigned reg) const;

  /// Sizes: bits of a dimension of threads, registers, rows and columns.
  unsigned getNumBits(ttg::InDim dim) const { return layout.getInBits(dim); }
  unsigned getNumRegisters() const {
    return layout.getInSize(ttg::InDim::Register);
  }
  int64_t getRows() const { return layout.getOutSize(layout.getRank() - 2); }
  int64_t getColumns() const { return layout.getOutSize(layout.getRank() - 1); }

private:
  Distance unpack(llvm::ArrayRef<int64_t> coords) const;

  const ttg::LinearLayout &layout;
  llvm::DenseMap<uint64_t, unsigned> registers;
};

/// A product with layouts, its operands as registers.
struct LaidOutDot {
  LaidOutDot(tt::DotOp op, mlir::ValueRange aValues, mlir::ValueRange bValues,
             mlir::ValueRange cValues);

  /// The registers of the result from what is found by the first register that
  /// holds each element.
  llvm::SmallVector<mlir::Value>
  expandResult(llvm::ArrayRef<mlir::Value> byFirstRegister) const;
  /// The register of thread 0 that stands for all with the element of `reg`.
  unsigned getFirst(unsigned reg) const;

  tt::DotOp op;
  mlir::Location loc;
  FragmentMap a, b, d;
  mlir::ValueRange aValues, bValues, cValues;
};

/// Lowers a product whose layouts are those of `mma.sync`; nothing if they are
/// not. Returns the result's registers.
std::optional<llvm::SmallVector<mlir::Value>> emitMmaDot(const Emitter &emitter,
                                                         const LaidOutDot &dot);

/// Lowers a product each of whose threads holds the rows and columns of its
/// part of the result; nothing if one does not.
std::optional<llvm::SmallVector<mlir::Value>> emitFmaDot(const Emitter &emitter,
                                                         const LaidOutDot &dot);

/// Lowers a product whose operands go through shared memory. Returns the
/// result's registers; none after an error.
llvm::SmallVector<mlir::Value>
emitFmaLoop(mlir::ConversionPatternRewriter &rewriter, const LaidOutDot &dot,
            const FmaLoopPlan &plan, const LoweringContext &lowering);

} // namespace cm2tt

#endif // CM2TT_GPU_LOWER_DOTINTERNALS_H
