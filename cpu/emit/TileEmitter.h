// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Emits the code of one function: the lowered values so far, and the elements
/// of tiles where they are needed.
///
/// Not here: which loop computes what (FusionPlan.h), loops (TileLoops.cpp).

#ifndef CM2TT_LIB_TTTOCPU_TILEEMITTER_H
#define CM2TT_LIB_TTTOCPU_TILEEMITTER_H

#include "cpu/plan/FusionPlan.h"
#include "cpu/plan/LaneMap.h"

#include "cm2tt/Lowering/HostTarget.h"
#include "cm2tt/Tile/AxisInfo.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace cm2tt {

/// A site of the kernel that can fail at run time; see KernelSite.
struct Site {
  /// As in KernelSite::Kind, in lower case.
  llvm::StringRef kind;
  mlir::Operation *op;
  /// The position of the parameter that the pointer comes from, or -1.
  int64_t parameter;
};

/// The options and the state of the lowering of a function.
struct CpuLowering {
  const HostTarget &target;
  const ModuleAxisInfo &axisInfo;
  /// Whether accesses to the user's memory are checked one by one.
  bool isChecked;
  /// Collects the sites that can fail.
  std::vector<Site> &sites;
};

/// The values that the function receives besides its arguments.
struct ProgramValues {
  mlir::Value launch, scratch, program;
  mlir::Value ids[3], sizes[3];
};

/// Emits the code of one function.
class TileEmitter {
public:
  TileEmitter(mlir::ImplicitLocOpBuilder &builder, const FusionPlan &plan,
              const CpuLowering &lowering)
      : builder(builder), plan(plan), lowering(lowering) {}

  mlir::ImplicitLocOpBuilder &builder;
  const FusionPlan &plan;
  const CpuLowering &lowering;
  ProgramValues program;

  /// The lowered value of a scalar.
  mlir::Value getScalar(mlir::Value scalar) const;
  void setScalar(mlir::Value scalar, mlir::Value made) {
    scalars[scalar] = made;
  }

  /// The elements of a tile at the lanes of `map`; one value where all lanes
  /// surely have the same. A scalar is itself.
  mlir::Value evaluate(mlir::Value value, const LaneMap &map);
  /// The same, as a vector of all lanes.
  mlir::Value evaluateAll(mlir::Value value, const LaneMap &map);

  /// Starts the body of a loop over a tile, whose lanes are `map`. Values that
  /// were evaluated before are forgotten.
  void enterBody(const TileLoop &loop, const LaneMap &map);
  /// The index in a tile with the same number of elements as the loop's, in the
  /// same row-major order.
  const LaneMap &ownMap(llvm::ArrayRef<int64_t> shape);

  /// Elements of a tile in scratch memory.
  mlir::Value readTile(BufferId buffer, const LaneMap &map);
  void writeTile(BufferId buffer, const LaneMap &map, mlir::Value value);
  /// Where a tile begins.
  mlir::Value getAddress(BufferId buffer);

  /// The elements that a load, of a tile or a scalar, reads.
  mlir::Value emitLoadOp(tt::LoadOp op, const LaneMap &map);
  void emitStoreOp(tt::StoreOp op, const LaneMap &map);

  /// In checked code, asks the runtime whether an element may be accessed, and
  /// adds the answer to its mask; `value` is the value that a store writes. All
  /// are scalars or null.
  mlir::Value emitCheck(mlir::Operation *op, const LaneMap &map,
                        mlir::Value pointer, mlir::Value mask,
                        mlir::Value value);
  /// In checked code, tells the runtime that the program has passed a barrier.
  void emitBarrier();
  /// Says that an assertion failed, and leaves the function.
  void emitFailure(mlir::Operation *op, const LaneMap &map);
  /// A field of HostLaunch, at an offset in bytes.
  mlir::Value loadLaunchField(int64_t bytes, mlir::Type type);

private:
  mlir::Value evaluateOp(mlir::Value value, const LaneMap &map);
  mlir::Value evaluateShape(mlir::Operation *op, mlir::Value value,
                            const LaneMap &map);
  mlir::Value evaluateJoin(tt::JoinOp op, const LaneMap &map);
  mlir::Value evaluateCat(tt::CatOp op, const LaneMap &map);
  mlir::Value evaluateGather(tt::GatherOp op, const LaneMap &map);
  mlir::Value evaluateElementwise(mlir::Operation *op, mlir::Value value,
                                  const LaneMap &map);
  mlir::Value emitMakeRange(tt::MakeRangeOp op, const LaneMap &map);
  mlir::Value emitIsOdd(const LaneMap &map, unsigned dim, int64_t bit);
  LaneMap reshape(const LaneMap &map, llvm::ArrayRef<int64_t> from,
                  llvm::ArrayRef<int64_t> to);
  unsigned findRun(mlir::Value pointer, const LaneMap &map) const;
  bool isConstantOver(mlir::Value value, const LaneMap &map) const;
  mlir::Value elementIndex(mlir::Operation *op, const LaneMap &map);
  /// The first operands of a call of HostLaunch::access, up to the program, and
  /// the call.
  llvm::SmallVector<mlir::Value> beginAccess(uint32_t site);
  mlir::Value callAccess(mlir::ValueRange operands);
  unsigned getSite(mlir::Operation *op);

  llvm::DenseMap<mlir::Value, mlir::Value> scalars;
  const TileLoop *loop = nullptr;
  /// The known values in the current body.
  struct Known {
    LaneMap map;
    mlir::Value value;
  };
  llvm::DenseMap<mlir::Value, llvm::SmallVector<Known, 1>> known;
  /// The loop's own indices, by shape; the loop's shape first.
  std::vector<std::pair<llvm::SmallVector<int64_t>, LaneMap>> own;
  llvm::DenseMap<mlir::Operation *, unsigned> siteNumbers;
};

/// Fields of HostLaunch (Driver/HostKernel.h), in bytes from its beginning.
struct LaunchLayout {
  static constexpr int64_t begin = 0, end = 8, grid = 16, scratch = 32,
                           context = 40, fail = 48, access = 56;
  /// HostLaunch::barrier.
  static constexpr uint32_t barrierSite = UINT32_MAX;
};
/// Marks a call after which the function returns 1: CpuFunction.cpp.
constexpr llvm::StringLiteral kLeavesAttr = "cpu.leaves";

/// Creates the blocks of a function: those of `from` in `into`, whose first
/// block exists and has the builder at its end. A return becomes one of 0.
void emitFunctionBody(TileEmitter &emitter, mlir::Region &from,
                      mlir::Region &into);
/// Emits a loop over a tile, and its operations.
void emitTileLoop(TileEmitter &emitter, const TileLoop &loop);
/// Calls `body` for each element of a tile, at a map of one lane.
void emitElementLoop(TileEmitter &emitter, llvm::ArrayRef<int64_t> shape,
                     llvm::function_ref<void(const LaneMap &)> body);
/// Copies a tile in scratch memory, unless both are one.
void emitTileCopy(TileEmitter &emitter, BufferId from, BufferId to);
/// Emits all steps of a block.
void emitBlock(TileEmitter &emitter, mlir::Block &block);
/// A scalar operation, or one on whole tiles.
void emitOperation(TileEmitter &emitter, mlir::Operation *op);

/// One element, or the lanes of a vector, of an operation for whose sake there
/// is a loop: a store, an atomic, an assertion.
void emitRoot(TileEmitter &emitter, mlir::Operation *op, const LaneMap &map);
/// A constant of a number, or of a tile's elements, which are equal.
mlir::Value emitConstant(mlir::ImplicitLocOpBuilder &builder,
                         mlir::Attribute value);
/// Runs the blocks of a region in place; the region's arguments are set.
llvm::SmallVector<mlir::Value, 2> emitBlocksInPlace(TileEmitter &emitter,
                                                    mlir::Region &region);

/// Operations on whole tiles, each in a file of its family.
void emitDot(TileEmitter &emitter, tt::DotOp op);
void emitScan(TileEmitter &emitter, tt::ScanOp op);
void emitHistogram(TileEmitter &emitter, tt::HistogramOp op);
void emitMap(TileEmitter &emitter, tt::MapElementwiseOp op);
void emitPrint(TileEmitter &emitter, tt::PrintOp op);
/// One element of an atomic operation; the result is what was there.
mlir::Value emitAtomic(TileEmitter &emitter, mlir::Operation *op,
                       const LaneMap &map);

} // namespace cm2tt

#endif // CM2TT_LIB_TTTOCPU_TILEEMITTER_H
