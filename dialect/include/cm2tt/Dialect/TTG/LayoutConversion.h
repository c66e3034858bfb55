// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The plan of a conversion of a tensor from one distributed layout to another:
/// the register renamings, shuffles and shared-memory accesses. It is complete,
/// so that a lowering only has to emit it.
///
/// **Idea.** Every destination slot *pulls* from a source slot that holds its
/// element: the map D = source^-1 o destination. The form of D determines what
/// must be emitted. With r, t for the bits of register and thread (lane bits
/// first, then warp bits):
///
///     D(r, t) = (R r + S t,  L r + M t)         + is XOR
///
///  - M is the identity, L and S are zero: every thread has what it needs, in
///    register R r. Nothing, or renaming.
///  - D leaves the warp alone: shuffles. In round r a thread wants register
///    R r + S t of thread L r + M t. The *sender* names the register that it
///    sends, so S t must be a function Q of the sender: S = Q M.
///  - If there is no such Q, two receivers ask one sender for two registers at
///    once (a lane bit and a register bit change places). Let thread t do its
///    rounds in another order, r + A t: that replaces M by M + L A and S by
///    S + R A, and an A of rank one repairs one such exchange.
///
///     lane bit 0 <-> register bit 0:    R = S = L = M:   2 registers, 2 lanes
///       round 0: lane t sends register t,     keeps it;  t is dst register t
///       round 1: lane t sends register 1 - t, to 1 - t;  t gets register 1 - t
///
///  - Otherwise through shared memory, swizzled so that neither the stores nor
///    the loads of a warp meet in a bank.
///
/// Not here: emitting (the lowering to LLVM), linear algebra (LinearLayout.h).

#ifndef CM2TT_DIALECT_TTG_LAYOUTCONVERSION_H
#define CM2TT_DIALECT_TTG_LAYOUTCONVERSION_H

#include "cm2tt/Dialect/TTG/LinearLayout.h"

namespace cm2tt::ttg {

/// The means by which a conversion moves data.
enum class ConversionKind { NoOp, Registers, Shuffle, Shared };

/// "no-op", "registers", "shuffle" or "shared".
llvm::StringRef stringifyConversionKind(ConversionKind kind);

/// The options of the planner.
struct ConversionOptions {
  /// The element's width; a power of two. Below 8 bits, shared memory holds
  /// bytes.
  unsigned elementBits = 32;
  /// The widest access to shared memory.
  unsigned maxVectorBits = 128;
  /// The maximum number of lane bits that are exchanged with register bits by
  /// shuffles; each doubles the number of selects.
  unsigned maxExchanges = 1;
  /// Shared memory beyond which a conversion is done in several passes.
  uint64_t scratchBytes = uint64_t(32) * 1024;
  /// Whether there are `ldmatrix` and `stmatrix`.
  bool hasMatrixLoads = false;
  bool hasMatrixStores = false;
};

/// One round of shuffles. See ShufflePlan.
struct ShuffleRound {
  /// Register to send is sendRegister ^ (sendSelect * thread).
  uint32_t sendRegister;
  /// Lane to receive from is laneXor ^ (laneMap * thread).
  uint32_t laneXor;
  /// The received value is register receiveRegister ^ (receiveSelect * thread).
  uint32_t receiveRegister;
};

/// Moves data inside of warps. In each round every thread takes one of its
/// source registers, chosen by its own number, and receives what another lane
/// took. A thread's number has the lane in its low bits, then the warp; the
/// columns belong to its bits. Rounds with equal `laneXor` are neighbours and
/// may be packed into one word if the elements are small.
struct ShufflePlan {
  llvm::SmallVector<ShuffleRound> rounds;
  llvm::SmallVector<uint64_t> sendSelect;
  llvm::SmallVector<uint64_t> receiveSelect;
  llvm::SmallVector<uint64_t> laneMap;
  /// Whether laneMap is the identity on lanes: a butterfly shuffle by laneXor,
  /// and none in rounds where that is zero.
  bool isButterfly = false;
};

/// One access to shared memory, of neighbouring elements. See SharedAccessPlan.
struct SharedAccess {
  /// The pass it belongs to.
  unsigned pass;
  /// The first element is at (threadOffset ^ xorOffset) + addOffset; accesses
  /// with equal xorOffset may share one address. In elements.
  uint64_t xorOffset;
  uint64_t addOffset;
  /// Which registers, in the order of their offsets.
  llvm::SmallVector<uint32_t, 4> registers;
};

/// Lanes that move other registers than their neighbours in an access, so that
/// they do not meet in a bank: where bit `laneBit` of the lane is one, register
/// r ^ registerBit in place of r.
struct RegisterExchange {
  unsigned laneBit;
  uint32_t registerBit;
};

/// How a distributed tensor is stored to or loaded from shared memory.
///
/// Where `matrices` is not zero, accesses are `ldmatrix` or `stmatrix`. Then
/// lane 8 j + i has the address of row i, 16 bytes, of matrix j, so that
/// laneOffsets are those of rows, and a register holds a word, 32 bits, of each
/// matrix: lane 4 i + j has word j of row i; transposed, element i of rows 2 j
/// and 2 j + 1. (PTX ISA, "ldmatrix".)
struct SharedAccessPlan {
  /// 8x8 matrices of 16 bits in each access: 1, 2 or 4, or 0 for accesses by
  /// single threads.
  unsigned matrices = 0;
  bool isTransposed = false;
  /// Elements in each access.
  unsigned vectorElements = 1;
  /// The contribution (XOR) of each bit of lane and warp to threadOffset, in
  /// elements. Those of lanes contain what exchanges of registers add.
  llvm::SmallVector<uint64_t> laneOffsets;
  llvm::SmallVector<uint64_t> warpOffsets;
  /// None for matrices. No two have a lane bit in common.
  llvm::SmallVector<RegisterExchange, 1> exchanges;
  /// A thread need only store if these bits of its lane and warp are zero: the
  /// others hold copies.
  uint64_t redundantLanes = 0;
  uint64_t redundantWarps = 0;
  /// The accesses, those of the first pass first.
  llvm::SmallVector<SharedAccess> accesses;
};

/// Moves data through shared memory: for each pass, all stores, a barrier, all
/// loads, and a barrier before the next pass.
struct SharedPlan {
  /// From offset bits to coordinates. The highest log2(numPasses) offset bits
  /// count passes: they address nothing.
  LinearLayout layout;
  unsigned numPasses = 1;
  /// Bytes of an element in memory, and of the buffer.
  unsigned elementBytes = 4;
  uint64_t bytes = 0;
  /// Whether no warp reads what another wrote, so that a barrier of the warp is
  /// enough.
  bool isWarpLocal = false;
  SharedAccessPlan store;
  SharedAccessPlan load;
};

/// The whole plan. Registers in it are numbered without redundant ones:
/// `sourceRegisters` names the source register of each, `destRegisters` says
/// which of them each destination register is.
struct ConversionPlan {
  ConversionKind kind = ConversionKind::NoOp;
  llvm::SmallVector<uint32_t> sourceRegisters;
  llvm::SmallVector<uint32_t> destRegisters;
  /// For NoOp and Registers: the source register of each destination register,
  /// in the tensors' own numbers.
  llvm::SmallVector<uint32_t> registerMap;
  /// For Shuffle.
  ShufflePlan shuffle;
  /// For Shared.
  SharedPlan shared;

  /// An estimate in issue slots of a warp, to compare plans with.
  unsigned getCost(unsigned elementBits) const;
};

/// Plans the conversion from `source` to `dest`, two surjective distributed
/// layouts of tensors of one shape over the same lanes and warps.
ConversionPlan planConversion(const LinearLayout &source,
                              const LinearLayout &dest,
                              const ConversionOptions &options = {});

/// The source register of each destination register, if every thread already
/// holds all it needs, in registers that do not depend on the thread.
std::optional<llvm::SmallVector<uint32_t>>
planRegisters(const LinearLayout &source, const LinearLayout &dest);

/// As planRegisters for a broadcast: `source` has size 1 where `dest` is
/// larger.
std::optional<llvm::SmallVector<uint32_t>>
planBroadcast(const LinearLayout &source, const LinearLayout &dest);

/// The options of planSharedAccess.
struct SharedAccessOptions {
  /// The element's width; a power of two.
  unsigned elementBits = 32;
  /// The widest access.
  unsigned maxVectorBits = 128;
  /// A store leaves out threads that hold copies; a load is done by all.
  bool isStore = false;
  /// The number of the highest offset bits that count passes.
  unsigned passBits = 0;
  /// Whether accesses may be `ldmatrix` (or `stmatrix`), where that makes them
  /// fewer.
  bool useMatrices = false;
  /// Whether lanes may exchange registers where they would meet in a bank: the
  /// emitter selects registers by the lane. A select takes an issue slot, a
  /// wavefront that it saves takes four.
  bool exchangeRegisters = false;
};

/// Plans how a tensor of layout `distributed` is stored to or loaded from
/// memory of layout `shared` (bijective, offset bits), in the widest accesses
/// that there are. Registers are numbered without redundant ones.
SharedAccessPlan planSharedAccess(const LinearLayout &distributed,
                                  const LinearLayout &shared,
                                  const SharedAccessOptions &options);

/// How a whole tile is stored to or loaded from shared memory.
struct TilePlan {
  SharedAccessPlan accesses;
  /// Bytes of an element in memory; fewer bits than 8 take one.
  unsigned elementBytes = 1;
  /// The registers that are not redundant, as accesses number them.
  llvm::SmallVector<uint32_t> kept;
  /// For each register of the tile, the number of that which holds the same.
  llvm::SmallVector<uint32_t> keptOf;
};

/// As planSharedAccess, for a layout that may have redundant registers.
TilePlan planTileAccess(const LinearLayout &distributed,
                        const LinearLayout &shared,
                        const SharedAccessOptions &options);
TilePlan planTileAccess(const LinearLayout &distributed,
                        const LinearLayout &shared, unsigned elementBits,
                        bool isStore, unsigned maxVectorBits = 128);

/// Plans the same with `ldmatrix` (or `stmatrix`), transposing or not, if these
/// can do all of it: if each row of 16 bytes of a matrix is contiguous in
/// memory. Elements of 16 bits may be transposed.
std::optional<SharedAccessPlan>
planMatrixAccess(const LinearLayout &distributed, const LinearLayout &shared,
                 const SharedAccessOptions &options, bool isTransposed);

/// The layout of the scratch memory for a conversion from `source` to `dest`:
/// neither stores nor loads in vectors have bank conflicts. Its highest
/// `passBits` offset bits are such that every register belongs to one pass.
LinearLayout makeConversionScratch(const LinearLayout &source,
                                   const LinearLayout &dest,
                                   const ConversionOptions &options,
                                   unsigned &passBits);

} // namespace cm2tt::ttg

#endif // CM2TT_DIALECT_TTG_LAYOUTCONVERSION_H
