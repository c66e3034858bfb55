// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Replaces accesses by pointers by accesses by tensor descriptors, for bulk
/// tensor copies.
///
/// An access is replaced if it is proved that it is one of a box of a strided
/// tensor, which reads zero and writes nothing where the box leaves the tensor:
///
/// - its address is a parameter plus a sum of indices times strides, of which
///   one is 1; an index is the coordinate in the tile plus a first index that
///   is the same for the tile (TensorProof.cpp);
/// - its mask limits indices; other elements of a load are zero (Masks.cpp);
/// - no index is negative, and what the hardware requires to be a multiple of
///   16 bytes is one;
/// - rows that a remainder repeats are not stored (WrappedRows.cpp);
/// - it needs no order with other accesses, as bulk copies are not ordered with
///   those of threads: the kernel does not write a tensor that it loads, and
///   accesses one that it stores nowhere else; neither does another program
///   that this one waits for (OtherAccesses.cpp).
///
/// **Which accesses** (ProductAccesses.cpp). Loads of operands of matrix
/// products in loops, inside of the loop or before it. Their tiles go to shared
/// memory in any case, and one thread copies a tile without registers for
/// addresses and masks. A tile that is needed in registers would be copied
/// twice. If there is such a copy, stores of what loops of products computed,
/// too: their tiles go through shared memory to be in the order of the rows,
/// and a bulk copy needs no registers again, and runs while a persistent kernel
/// multiplies the next tiles.
///
/// **The end of a row.** The hardware writes the last 16 bytes of a row
/// together. So the extent of rows that are stored is a multiple of 16 bytes.
///
/// **Who encodes the tensor map.** The launcher, by a recipe that refers to the
/// parameters of the kernel (TensorRecipe.h), once for each set of values. Of
/// values that no tensor map has, such as a stride of 0, it launches code
/// without the descriptors.
///
/// **Multiples of 16 bytes** that are known are few: a specialisation of a
/// kernel tells, in Java and in Triton, whether 16 divides a number, but rows
/// of 1000 elements of 16 bits are such multiples, too. With
/// `assumes-multiples`, strides and extents of rows that are stored are assumed
/// to be, and launches of which one is not get code without the assumption.
///
/// Not here: descriptors in the source (TTLowerDescriptors).

#include "DescriptorBuilder.h"
#include "OtherAccesses.h"
#include "ProductAccesses.h"

#include "cm2tt/Tile/Passes.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace cm2tt;

namespace cm2tt {
#define GEN_PASS_DEF_TTDESCRIBETENSORSPASS
#include "cm2tt/Tile/Passes.h.inc"
} // namespace cm2tt

namespace {
/// Proves that accesses of one kernel are bulk copies.
class AccessProver {
public:
  struct Options {
    uint64_t maxStoreBytes;
    /// The launcher checks which numbers are multiples of 16 bytes.
    bool assumesMultiples;
  };
  AccessProver(tt::FuncOp func, const ModuleAxisInfo &axisInfo,
               const Options &options)
      : others(func), options(options), forms(axisInfo), axisInfo(axisInfo) {}

  /// The box that an access is one of; nothing, with the reason, if a condition
  /// does not hold.
  std::optional<TensorBox> prove(tt::LoadOp load, StringRef &reason);
  std::optional<TensorBox> prove(tt::StoreOp store, StringRef &reason);

  const AtomTable &getAtoms() const { return forms.getAtoms(); }

private:
  template <typename AccessOp>
  std::optional<TensorBox> proveBoxOf(AccessOp access, StringRef &reason);
  /// Whether a number of elements is a multiple of 16 bytes, as far as the
  /// launcher does not check that.
  bool isMultiple(const Polynomial &number, Value pointers);

  OtherAccesses others;
  const Options options;
  IntegerForms forms;
  const ModuleAxisInfo &axisInfo;
};
} // namespace

bool AccessProver::isMultiple(const Polynomial &number, Value pointers) {
  auto pointer = cast<tt::PtrType>(getElementTypeOrSelf(pointers));
  unsigned bits = tt::getElementBits(pointer.getPointeeType());
  bool isKnown = forms.getDivisor(number) * bits % (kCopyUnit * 8) == 0;
  return isKnown || (options.assumesMultiples && !number.getConstant());
}

/// The conditions of both loads and stores.
template <typename AccessOp>
std::optional<TensorBox> AccessProver::proveBoxOf(AccessOp access,
                                                  StringRef &reason) {
  if constexpr (std::is_same_v<AccessOp, tt::StoreOp>)
    reason = findObstacle(access, options.maxStoreBytes);
  else
    reason = findObstacle(access);
  if (reason.empty())
    reason = others.findObstacle(access);
  if (!reason.empty())
    return std::nullopt;
  std::optional<TensorBox> box =
      proveBox(access.getPtr(), access.getMask(), forms, reason);
  if (!box)
    return std::nullopt;
  if (!llvm::all_of(ArrayRef(box->dims).drop_back(), [&](const TensorDim &dim) {
        return isMultiple(dim.stride, access.getPtr());
      })) {
    reason = "a stride is not known to be a multiple of 16 bytes";
    return std::nullopt;
  }
  if (axisInfo.getProvenInfo(box->base).getDivisorOfAll() % kCopyUnit != 0) {
    reason = "the address of the tensor is not known to be a multiple of 16";
    return std::nullopt;
  }
  return box;
}

std::optional<TensorBox> AccessProver::prove(tt::LoadOp load,
                                             StringRef &reason) {
  std::optional<TensorBox> box = proveBoxOf(load, reason);
  if (!box)
    return std::nullopt;
  for (const auto &[dim, remainder] : box->remainders)
    if (!areWrappedRowsUnused(load, dim, remainder, forms)) {
      reason = "rows that a remainder repeats may be stored";
      return std::nullopt;
    }
  return box;
}

std::optional<TensorBox> AccessProver::prove(tt::StoreOp store,
                                             StringRef &reason) {
  std::optional<TensorBox> box = proveBoxOf(store, reason);
  if (!box)
    return std::nullopt;
  if (!box->remainders.empty()) {
    reason = "it stores rows that a remainder repeats";
    return std::nullopt;
  }
  // The mask may exclude them, but a bulk store must not begin there.
  auto mayBeNegative = [&](const TensorDim &dim) {
    return dim.hasLowerBound &&
           !forms.isNonNegative(dim.start, [](unsigned) { return false; });
  };
  if (llvm::any_of(box->dims, mayBeNegative)) {
    reason = "an index may be negative";
    return std::nullopt;
  }
  const std::optional<Polynomial> &extent = box->dims.back().extent;
  if (extent && !isMultiple(*extent, store.getPtr())) {
    reason = "the extent of the contiguous dimension is not known to be a "
             "multiple of 16 bytes";
    return std::nullopt;
  }
  return box;
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
/// Accesses with the boxes that they are ones of.
template <typename AccessOp>
using Boxes = SmallVector<std::pair<AccessOp, TensorBox>, 1>;

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
  template <typename AccessOp>
  Boxes<AccessOp> prove(ArrayRef<AccessOp> accesses, AccessProver &prover,
                        StringRef name);
};
} // namespace

template <typename AccessOp>
Boxes<AccessOp> TTDescribeTensorsPass::prove(ArrayRef<AccessOp> accesses,
                                             AccessProver &prover,
                                             StringRef name) {
  Boxes<AccessOp> boxes;
  for (AccessOp access : accesses) {
    StringRef reason;
    if (std::optional<TensorBox> box = prover.prove(access, reason))
      boxes.push_back({access, std::move(*box)});
    else
      access.emitRemark("the ")
          << name << " is not a bulk tensor copy: " << reason;
  }
  return boxes;
}

/// Whether the kernel loads by descriptors.
static bool loadsByDescriptor(tt::FuncOp func) {
  return func.walk([](tt::DescriptorLoadOp) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

void TTDescribeTensorsPass::describe(tt::FuncOp func,
                                     const ModuleAxisInfo &axisInfo) {
  SmallVector<tt::LoadOp> loads = findProductLoads(func);
  SmallVector<tt::StoreOp> stores = findProductStores(func);
  if (loads.empty() && stores.empty())
    return;
  // All proofs are found before the kernel changes.
  AccessProver prover(func, axisInfo, {maxStoreBytes, assumesMultiples});
  Boxes<tt::LoadOp> loaded = prove<tt::LoadOp>(loads, prover, "load");
  Boxes<tt::StoreOp> stored;
  if (!loaded.empty() || loadsByDescriptor(func))
    stored = prove<tt::StoreOp>(stores, prover, "store");
  DescriptorBuilder builder(func, prover.getAtoms());
  for (auto &[store, box] : stored)
    builder.replace(store, box);
  for (auto &[load, box] : loaded)
    builder.replace(load, box);
  described += loaded.size();
  this->stored += stored.size();
}
