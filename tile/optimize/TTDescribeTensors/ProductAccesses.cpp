// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Finds the loads of operands of products and the stores of their results.
///
/// Stores in the loop of the product stay stores by pointers: as a bulk copy,
/// each would wait until the previous one is written.
///
/// Not here: addresses and masks (TensorProof.cpp, Masks.cpp).

#include "ProductAccesses.h"

#include "TTDescribeTensorsInternals.h"

#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace cm2tt;

/// A store of less does not gain by a copy of one thread.
static constexpr int64_t kMinStoreBytes = 2048;
static constexpr unsigned kMinStoreBits = 16;

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

SmallVector<tt::LoadOp> cm2tt::findProductLoads(tt::FuncOp func) {
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
// Stores of results
//===----------------------------------------------------------------------===//

/// Whether an operation is in a loop that does not contain another one.
static bool isInLoopWithout(Operation *op, Operation *other) {
  auto loop = op->getParentOfType<LoopLikeOpInterface>();
  return loop && !loop->isAncestor(other);
}

/// The values from which the elements of a result are computed, each from the
/// element at the same position.
static SmallVector<Value> getSources(OpResult result) {
  Operation *op = result.getOwner();
  unsigned number = result.getResultNumber();
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return {loop.getYieldedValues()[number]};
  if (auto branch = dyn_cast<scf::IfOp>(op))
    return {branch.thenYield().getOperand(number),
            branch.elseYield().getOperand(number)};
  if (isConversion(op) || op->hasTrait<OpTrait::Elementwise>())
    return SmallVector<Value>(op->getOperands());
  return {};
}

/// Whether a store is one of the result of a product.
static bool storesProduct(tt::StoreOp store) {
  SmallVector<Value> pending{store.getValue()};
  llvm::DenseSet<Value> seen;
  while (!pending.empty()) {
    auto result = dyn_cast<OpResult>(pending.pop_back_val());
    if (!result || !isa<RankedTensorType>(result.getType()) ||
        !seen.insert(result).second)
      continue;
    if (isa<tt::DotOp>(result.getOwner()) &&
        isInLoopWithout(result.getOwner(), store))
      return true;
    pending.append(getSources(result));
  }
  return false;
}

SmallVector<tt::StoreOp> cm2tt::findProductStores(tt::FuncOp func) {
  SmallVector<tt::StoreOp> stores;
  func.walk([&](tt::StoreOp store) {
    if (storesProduct(store))
      stores.push_back(store);
  });
  return stores;
}

//===----------------------------------------------------------------------===//
// Obstacles
//===----------------------------------------------------------------------===//

/// The obstacles of tiles, and of caches. Other modifiers and all policies are
/// hints, which asynchronous copies do without (AsyncCopy.cpp).
template <typename AccessOp>
static StringRef findCommonObstacle(AccessOp access) {
  auto type = dyn_cast<RankedTensorType>(access.getPtr().getType());
  if (!type || type.getEncoding() || type.getRank() < 2 ||
      type.getRank() > kMaxRank || llvm::is_contained(type.getShape(), 1))
    return "the tile does not have 2 to 5 dimensions of more than 1 element";
  if (access.getCache() == tt::CacheModifier::CV ||
      access.getCache() == tt::CacheModifier::WT)
    return "it goes past the caches";
  return {};
}

StringRef cm2tt::findObstacle(tt::LoadOp load) {
  if (StringRef reason = findCommonObstacle(load); !reason.empty())
    return reason;
  if (load.getIsVolatile())
    return "it is volatile";
  Value other = load.getOther();
  if (other && !matchPattern(other, m_Zero()) &&
      !matchPattern(other, m_PosZeroFloat()))
    return "elements that the mask excludes are not zero";
  return {};
}

StringRef cm2tt::findObstacle(tt::StoreOp store, uint64_t maxBytes) {
  if (StringRef reason = findCommonObstacle(store); !reason.empty())
    return reason;
  auto type = cast<RankedTensorType>(store.getValue().getType());
  unsigned bits = tt::getElementBits(type.getElementType());
  if (bits < kMinStoreBits)
    return "elements have less than 16 bits";
  const int64_t bytes = type.getNumElements() * bits / 8;
  if (bytes < kMinStoreBytes)
    return "the tile has less than 2048 bytes";
  if (static_cast<uint64_t>(bytes) > maxBytes)
    return "the tile would take the shared memory of operands";
  return {};
}
