// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Replaces loads by pointers by loads from tensor descriptors, for bulk tensor
/// copies.
///
/// A load is replaced if it is proved that it reads a box of a strided tensor,
/// and zero where the box leaves the tensor:
///
/// - its address is a parameter plus a sum of indices times strides, of which
///   one is 1; an index is the coordinate in the tile plus a first index that
///   is the same for the tile (TensorProof.cpp);
/// - its mask limits indices, and other elements are zero (Masks.cpp);
/// - no index is negative, and what the hardware requires to be a multiple of
///   16 bytes is one;
/// - rows that a remainder repeats are not stored (WrappedRows.cpp);
/// - the kernel does not write the tensor, and no other program does that this
///   one waits for, as bulk copies are not ordered with the accesses of threads.
///
/// **Which loads.** Those of operands of matrix products in loops, inside of
/// the loop or before it. Their tiles go to shared memory in any case, and one
/// thread copies a tile without registers for addresses and masks. A tile that
/// is needed in registers would be copied twice.
///
/// **Who encodes the tensor map.** The launcher, by a recipe that refers to the
/// parameters of the kernel (TensorRecipe.h), once for each set of values; or
/// the kernel, in each program, for launchers that know no recipes.
///
/// Not here: descriptors in the source (TTLowerDescriptors).

#include "DescriptorBuilder.h"

#include "../Support/PointerRoots.h"
#include "cm2tt/Conversion/Passes.h"

#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace cm2tt;

namespace cm2tt {
#define GEN_PASS_DEF_TTDESCRIBETENSORSPASS
#include "cm2tt/Conversion/Passes.h.inc"
} // namespace cm2tt

//===----------------------------------------------------------------------===//
// Loads of operands
//===----------------------------------------------------------------------===//

/// Whether an operation changes the type or the order of the elements of a tile
/// only.
static bool isConversion(Operation *op) {
  return isa<tt::TransOp, tt::FpToFpOp, tt::BitcastOp, arith::ExtFOp,
             arith::TruncFOp, arith::SIToFPOp, arith::UIToFPOp, arith::ExtSIOp,
             arith::ExtUIOp>(op);
}

/// The loads of the operands of products in loops, in their order.
static SmallVector<tt::LoadOp> findLoads(tt::FuncOp func) {
  llvm::SetVector<Operation *> needed;
  func.walk([&](tt::DotOp dot) {
    if (!dot->getParentOfType<LoopLikeOpInterface>())
      return;
    for (Value operand : {dot.getA(), dot.getB()}) {
      Operation *op = operand.getDefiningOp();
      while (op && isConversion(op))
        op = op->getOperand(0).getDefiningOp();
      if (isa_and_nonnull<tt::LoadOp>(op))
        needed.insert(op);
    }
  });
  SmallVector<tt::LoadOp> loads;
  func.walk([&](tt::LoadOp load) {
    if (needed.contains(load))
      loads.push_back(load);
  });
  return loads;
}

//===----------------------------------------------------------------------===//
// Other accesses
//===----------------------------------------------------------------------===//

namespace {
/// The tensors that a kernel writes, and where it may wait for other programs.
class Writes {
public:
  explicit Writes(tt::FuncOp func);
  /// Why a load may have to be ordered with writes; empty if not.
  StringRef findObstacle(tt::LoadOp load) const;

private:
  PointerRootAnalysis roots;
  SmallVector<Value> written;
  SmallVector<Operation *> waits;
};
} // namespace

/// Whether an operation has effects that concern neither global memory that the
/// kernel reads nor other programs.
static bool cannotWait(Operation *op) {
  return isa<tt::LoadOp, tt::DescriptorLoadOp, tt::DescriptorGatherOp,
             tt::AssertOp, tt::PrintOp>(op) ||
         op->getName().getStringRef() == "llvm.intr.assume";
}

Writes::Writes(tt::FuncOp func) : roots(func) {
  func.walk([&](Operation *op) {
    if (cannotWait(op))
      return;
    if (auto store = dyn_cast<tt::StoreOp>(op))
      written.push_back(store.getPtr());
    else if (isa<tt::DescriptorStoreOp, tt::DescriptorReduceOp,
                 tt::DescriptorScatterOp>(op))
      written.push_back(op->getOperand(0));
    else if (isa<tt::AtomicRmwOp, tt::AtomicCasOp>(op)) {
      written.push_back(op->getOperand(0));
      // A program that does not know what was there waits for nothing.
      if (!op->use_empty())
        waits.push_back(op);
    } else if (op->getNumRegions() == 0 && !isMemoryEffectFree(op) &&
               !op->hasTrait<OpTrait::IsTerminator>()) {
      waits.push_back(op);
    }
  });
}

/// Whether `op` may run before `load` does.
static bool mayPrecede(Operation *op, Operation *load) {
  for (Operation *parent = load->getParentOp(); parent;
       parent = parent->getParentOp())
    if (isa<LoopLikeOpInterface>(parent) && parent->isAncestor(op))
      return true;
  Block *block = load->getBlock();
  for (; block; block = block->getParentOp()->getBlock()) {
    Operation *after = block->findAncestorOpInBlock(*op);
    if (after)
      return !block->findAncestorOpInBlock(*load)->isBeforeInBlock(after);
  }
  return true;
}

StringRef Writes::findObstacle(tt::LoadOp load) const {
  PointerRoots own = roots.getRoots(load.getPtr());
  for (Value pointer : written)
    if (PointerRoots::mayAlias(own, roots.getRoots(pointer)))
      return "the kernel writes the tensor";
  for (Operation *op : waits)
    if (mayPrecede(op, load))
      return "the program may wait for another one before";
  return {};
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// Why a load is not one by a bulk copy, for any address.
static StringRef findObstacle(tt::LoadOp load) {
  auto type = dyn_cast<RankedTensorType>(load.getType());
  if (!type || type.getEncoding() || type.getRank() < 2 ||
      type.getRank() > kMaxRank || llvm::is_contained(type.getShape(), 1))
    return "the tile does not have 2 to 5 dimensions of more than 1 element";
  if (load.getIsVolatile())
    return "it is volatile";
  if (load.getCache() != tt::CacheModifier::NONE ||
      load.getEvict() != tt::EvictionPolicy::NORMAL)
    return "it has a hint for the cache";
  Value other = load.getOther();
  if (other && !matchPattern(other, m_Zero()) &&
      !matchPattern(other, m_PosZeroFloat()))
    return "elements that the mask excludes are not zero";
  return {};
}

namespace {
struct TTDescribeTensorsPass
    : cm2tt::impl::TTDescribeTensorsPassBase<TTDescribeTensorsPass> {
  using Base::Base;
  void runOnOperation() override {
    const auto &axisInfo = getAnalysis<ModuleAxisInfo>();
    for (auto func : getOperation().getOps<tt::FuncOp>())
      if (func.isPublic() && !func.isExternal() &&
          SymbolTable::symbolKnownUseEmpty(func, getOperation()))
        describe(func, axisInfo);
  }

private:
  void describe(tt::FuncOp func, const ModuleAxisInfo &axisInfo);
  std::optional<TensorBox> prove(tt::LoadOp load, const Writes &writes,
                                 const ModuleAxisInfo &axisInfo,
                                 LinearForms &forms, StringRef &reason);
};
} // namespace

std::optional<TensorBox>
TTDescribeTensorsPass::prove(tt::LoadOp load, const Writes &writes,
                             const ModuleAxisInfo &axisInfo, LinearForms &forms,
                             StringRef &reason) {
  reason = findObstacle(load);
  if (reason.empty())
    reason = writes.findObstacle(load);
  if (!reason.empty())
    return std::nullopt;
  std::optional<TensorBox> box = proveBox(load, forms, reason);
  if (!box)
    return std::nullopt;
  if (axisInfo.getAxisInfo(box->base).getDivisorOfAll() % kCopyUnit != 0) {
    reason = "the address of the tensor is not known to be a multiple of 16";
    return std::nullopt;
  }
  for (const auto &[dim, wrap] : box->wraps)
    if (!areWrappedRowsUnused(load, dim, wrap, forms)) {
      reason = "rows that a remainder repeats may be stored";
      return std::nullopt;
    }
  return box;
}

void TTDescribeTensorsPass::describe(tt::FuncOp func,
                                     const ModuleAxisInfo &axisInfo) {
  SmallVector<tt::LoadOp> loads = findLoads(func);
  if (loads.empty())
    return;
  Writes writes(func);
  LinearForms forms(axisInfo);
  // All proofs are found before the kernel changes.
  SmallVector<std::pair<tt::LoadOp, TensorBox>, 1> boxes;
  for (tt::LoadOp load : loads) {
    StringRef reason;
    if (std::optional<TensorBox> box =
            prove(load, writes, axisInfo, forms, reason))
      boxes.push_back({load, std::move(*box)});
    else if (remarks)
      load.emitRemark("the load is not a bulk tensor copy: ") << reason;
  }
  DescriptorBuilder builder(func, forms.getAtoms(), byLauncher);
  for (auto &[load, box] : boxes)
    builder.replace(load, box);
  described += boxes.size();
}
