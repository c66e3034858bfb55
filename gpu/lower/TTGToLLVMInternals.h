// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Shared by the lowerings from `ttg` to the LLVM dialect.
///
/// Not here: what other programs may use of them (TTGToLLVM.h).

#ifndef CM2TT_GPU_LOWER_TTGTOLLVMINTERNALS_H
#define CM2TT_GPU_LOWER_TTGTOLLVMINTERNALS_H

#include "cm2tt/Dialect/TTG/LayoutConversion.h"
#include "cm2tt/Dialect/TTG/LinearLayout.h"
#include "cm2tt/GPU/TTGToLLVM.h"
#include "gpu/schedule/RegisterBudget.h"

#include "mlir/Transforms/DialectConversion.h"

namespace cm2tt {

/// The layout of a tile; its encoding must be `#ttg.linear`.
const ttg::LinearLayout &getLayout(mlir::Type tile);

/// The number of registers of a thread for the tile; 1 for a scalar.
unsigned getNumRegisters(mlir::Type type);

/// Lowers branches, also with tiles.
void populateBranchPatterns(const TileTypeConverter &converter,
                            mlir::RewritePatternSet &patterns);

/// Lowers operations that do to each register what they do to the tile, and
/// those that only rename registers.
void populateElementwisePatterns(const TileTypeConverter &converter,
                                 const LoweringContext &context,
                                 mlir::RewritePatternSet &patterns);
/// Lowers `tt.print` and `tt.assert`.
void populateDebugPatterns(const TileTypeConverter &converter,
                           const LoweringContext &context,
                           mlir::RewritePatternSet &patterns);
/// Lowers ranges, program ids, constants and splats.
void populateCreationPatterns(const TileTypeConverter &converter,
                              const LoweringContext &context,
                              mlir::RewritePatternSet &patterns);
/// Lowers `tt.expand_dims`, `tt.broadcast` and their kind.
void populateShapePatterns(const TileTypeConverter &converter,
                           mlir::RewritePatternSet &patterns);
/// Lowers loads and stores.
void populateMemoryPatterns(const TileTypeConverter &converter,
                            const LoweringContext &context,
                            mlir::RewritePatternSet &patterns);
/// Lowers atomics.
void populateAtomicPatterns(const TileTypeConverter &converter,
                            const LoweringContext &context,
                            mlir::RewritePatternSet &patterns);
/// Lowers tiles in shared memory and accesses to them.
void populateLocalMemoryPatterns(const TileTypeConverter &converter,
                                 const LoweringContext &context,
                                 mlir::RewritePatternSet &patterns);
/// Lowers copies from global to shared memory and waiting for them.
void populateAsyncCopyPatterns(const TileTypeConverter &converter,
                               const LoweringContext &context,
                               mlir::RewritePatternSet &patterns);
/// Lowers bulk tensor copies, and barriers that report their completion.
void populateTensorCopyPatterns(const TileTypeConverter &converter,
                                const LoweringContext &context,
                                mlir::RewritePatternSet &patterns);
/// Lowers the creation of tensor maps.
void populateTensorMapPatterns(const TileTypeConverter &converter,
                               const LoweringContext &context,
                               mlir::RewritePatternSet &patterns);
/// Lowers `ttg.convert_layout`.
void populateConvertLayoutPatterns(const TileTypeConverter &converter,
                                   const LoweringContext &context,
                                   mlir::RewritePatternSet &patterns);
/// Lowers `tt.dot` by `mma.sync` or by scalar multiply-add.
void populateDotPatterns(const TileTypeConverter &converter,
                         const LoweringContext &context,
                         mlir::RewritePatternSet &patterns);
/// Lowers `ttg.warp_group_dot` and waits for it.
void populateWarpGroupDotPatterns(const TileTypeConverter &converter,
                                  const LoweringContext &context,
                                  mlir::RewritePatternSet &patterns);
/// Lowers `tt.reduce`, `tt.scan`, maps that TTInlineMaps does not replace,
/// gathers and histograms: one file each.
void populateReducePatterns(const TileTypeConverter &converter,
                            const LoweringContext &context,
                            mlir::RewritePatternSet &patterns);
void populateScanPatterns(const TileTypeConverter &converter,
                          const LoweringContext &context,
                          mlir::RewritePatternSet &patterns);
void populateMapPatterns(const TileTypeConverter &converter,
                         const LoweringContext &context,
                         mlir::RewritePatternSet &patterns);
void populateGatherPatterns(const TileTypeConverter &converter,
                            const LoweringContext &context,
                            mlir::RewritePatternSet &patterns);
void populateHistogramPatterns(const TileTypeConverter &converter,
                               const LoweringContext &context,
                               mlir::RewritePatternSet &patterns);
/// Lowers `ttg.tensor_map_acquire` and `ttg.mbarrier_arrive`.
void populateProducerPatterns(const TileTypeConverter &converter,
                              const LoweringContext &context,
                              mlir::RewritePatternSet &patterns);
/// Whether the producer of a module, whose region is not lowered yet, waits for
/// the consumers.
bool waitsForConsumers(mlir::ModuleOp module);
/// Gives the producer of a module, whose region is lowered, a branch of its
/// own at the beginning of the kernel; `waits`, if it waits for the consumers.
void inlineProducer(mlir::ModuleOp module, const LoweringContext &lowering,
                    bool waits);

/// The registers of a kernel with a producer; nothing if there is no producer,
/// the target cannot move registers, or there are none to move.
std::optional<RegisterBudget> planRegisters(const LoweringContext &lowering);

/// Lowers `tt.func` and `tt.return`.
void populateFuncPatterns(const TileTypeConverter &converter,
                          const LoweringContext &context,
                          mlir::RewritePatternSet &patterns);

/// A pattern of one operation that depends on the lowering's context.
template <typename OpT> struct ContextPattern : mlir::OpConversionPattern<OpT> {
  using Base = ContextPattern;
  ContextPattern(const mlir::TypeConverter &converter,
                 mlir::MLIRContext *context, const LoweringContext &lowering)
      : mlir::OpConversionPattern<OpT>(converter, context), lowering(lowering) {
  }

  const LoweringContext &lowering;
};

//===----------------------------------------------------------------------===//
// Emitting small things
//===----------------------------------------------------------------------===//

/// Creates operations of the LLVM dialect at one location.
struct Emitter {
  mlir::OpBuilder &builder;
  mlir::Location loc;

  mlir::Value i32(int64_t value) const;
  /// The thread's number in its block: lane + 32 * warp.
  mlir::Value threadId(unsigned numWarps) const;
  mlir::Value add(mlir::Value a, mlir::Value b) const;
  /// a | b where no bit is set in both.
  mlir::Value orDisjoint(mlir::Value a, mlir::Value b) const;
  /// (value & mask) << shift, or >> -shift; what is not needed is left out.
  mlir::Value field(mlir::Value value, uint64_t mask, int shift) const;
  /// The element as an integer of `bits`, zero-extended, and back.
  mlir::Value toInteger(mlir::Value value, unsigned bits) const;
  mlir::Value fromInteger(mlir::Value value, mlir::Type type) const;
  /// The element after `map` was applied to its words of 32 bits: one for up to
  /// 32 bits, zero-extended, and two for 64 bits and for pointers.
  mlir::Value
  mapWords(mlir::Value element,
           llvm::function_ref<mlir::Value(mlir::Value word)> map) const;
  /// An address at a number of bytes from `base`, in 32 bits. Constants go
  /// last, so that instructions add them.
  mlir::Value sharedAddress(mlir::Value base, int64_t bytes) const;
  mlir::Value sharedAddress(mlir::Value base, mlir::Value bytes) const;
};

/// A linear map of the thread's number: `map` gives for each of its bits what
/// that contributes, by XOR.
mlir::Value emitThreadMap(const Emitter &emitter, mlir::Value threadId,
                          llvm::ArrayRef<uint64_t> map);

/// Ends the block before `op` with a branch to a new block if `condition`
/// holds, and to the code after `op` otherwise. The builder is in the new
/// block, which has no terminator; returns the block after it.
mlir::Block *emitBranch(mlir::ConversionPatternRewriter &rewriter,
                        mlir::Operation *op, mlir::Value condition);

/// The coordinate along `dim` of each register's element.
llvm::SmallVector<mlir::Value> emitCoordinates(const Emitter &emitter,
                                               const ttg::LinearLayout &layout,
                                               unsigned dim);

//===----------------------------------------------------------------------===//
// Shared memory (SharedAccess.cpp)
//===----------------------------------------------------------------------===//

/// Where the tiles or the scratch of `op` begin, by its `ttg.offset`; an error
/// and null if it has none.
mlir::Value sharedBase(const Emitter &emitter, const LoweringContext &lowering,
                       mlir::Operation *op);

/// Waits until all threads of the block but those of a producer are here, or of
/// the warp, if the block has but one; what they wrote to memory is seen by
/// all.
void emitBarrier(const Emitter &emitter, const LoweringContext &lowering);
/// The same of the warp.
void emitWarpBarrier(const Emitter &emitter);

/// The tile that a plan accesses, and the accessing thread.
struct SharedTile {
  /// Address of element 0.
  mlir::Value base;
  /// Emitter::threadId.
  mlir::Value threadId;
  /// The LLVM type of registers; memory contains integers of that number of
  /// bytes.
  mlir::Type elementType;
  unsigned elementBytes;
  /// Accesses of other passes are left out.
  unsigned pass = 0;
};

/// Where one access goes.
struct SharedPlace {
  /// Common to many accesses; the instruction adds `offset`, in bytes.
  mlir::Value address;
  int64_t offset;
  /// Whether this thread is the one of several that stores; null if all do.
  mlir::Value owner;
};
/// Calls `emit` for each access, in order.
void forEachSharedAccess(
    const Emitter &emitter, const SharedTile &tile,
    const ttg::SharedAccessPlan &plan,
    llvm::function_ref<void(const ttg::SharedAccess &, const SharedPlace &)>
        emit);
/// A word of these elements, as a value of `type`. Elements that were taken out
/// of a word, all and in order, are that word.
mlir::Value packWord(const Emitter &emitter,
                     llvm::ArrayRef<mlir::Value> elements, mlir::Type type);
/// The `count` elements of a word.
llvm::SmallVector<mlir::Value> unpackWord(const Emitter &emitter,
                                          mlir::Value word, mlir::Type element,
                                          unsigned count);
/// As emitSharedStore and emitSharedLoad, for plans of matrices.
void emitMatrixStore(const Emitter &emitter, const SharedTile &tile,
                     const ttg::SharedAccessPlan &plan,
                     llvm::ArrayRef<mlir::Value> registers);
void emitMatrixLoad(const Emitter &emitter, const SharedTile &tile,
                    const ttg::SharedAccessPlan &plan,
                    llvm::MutableArrayRef<mlir::Value> registers);
/// Stores registers, which are numbered as in the plan.
void emitSharedStore(const Emitter &emitter, const SharedTile &tile,
                     const ttg::SharedAccessPlan &plan,
                     llvm::ArrayRef<mlir::Value> registers);
/// Loads registers, which are numbered as in the plan.
void emitSharedLoad(const Emitter &emitter, const SharedTile &tile,
                    const ttg::SharedAccessPlan &plan,
                    llvm::MutableArrayRef<mlir::Value> registers);

} // namespace cm2tt

#endif // CM2TT_GPU_LOWER_TTGTOLLVMINTERNALS_H
