// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The rows of a tile that each group of warps has.
///
/// With a linear layout, the number of a group is in the bits of warps from the
/// third on. Each must be one bit of the row that nothing else changes.

#include "GroupStores.h"

#include "cm2tt/Dialect/TTG/TensorCopyLayouts.h"
#include "cm2tt/Tile/PersistentKernel.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace cm2tt;

std::optional<GroupRows> GroupRows::of(ttg::TensorStoreOp store) {
  auto bits = store->getAttrOfType<DenseI64ArrayAttr>(kOfGroupAttr);
  if (!bits)
    return std::nullopt;
  return GroupRows{SmallVector<int64_t, 3>(bits.asArrayRef())};
}

void GroupRows::mark(ttg::LocalAllocOp source, ttg::TensorStoreOp store) const {
  Builder builder(store->getContext());
  Attribute rows = builder.getDenseI64ArrayAttr(bits);
  source->setAttr(kOfGroupAttr, rows);
  store->setAttr(kOfGroupAttr, rows);
}

bool cm2tt::runsOnceInProgram(Operation *op) {
  for (Operation *parent = op->getParentOp(); !isa<tt::FuncOp>(parent);
       parent = parent->getParentOp())
    if (!parent->hasAttr(kProgramsAttr) && !isa<scf::IfOp>(parent))
      return false;
  return op->getParentOfType<tt::FuncOp>().getBody().hasOneBlock();
}

unsigned GroupRows::getGroup(int64_t row) const {
  unsigned group = 0;
  for (auto [number, bit] : llvm::enumerate(bits))
    group |= static_cast<unsigned>((row & bit) != 0) << number;
  return group;
}

std::optional<GroupRows> cm2tt::findGroupRows(RankedTensorType tile,
                                              tt::TensorDescType desc) {
  auto encoding = dyn_cast_or_null<ttg::LinearAttr>(tile.getEncoding());
  RankedTensorType block = desc.getSignlessBlockType();
  auto plan = ttg::planTensorCopy(block.getShape(), tt::getElementBits(block));
  auto isOne = [](int64_t size) { return size == 1; };
  if (!encoding || tile.getRank() != 2 || !plan ||
      !llvm::all_of(block.getShape().drop_back(2), isOne))
    return std::nullopt;
  const ttg::LinearLayout &layout = encoding.getLayout();
  constexpr unsigned bitsInGroup = llvm::ConstantLog2<kWarpsOfGroup>();
  int64_t boxRows = *(plan->boxShape.end() - 2);
  GroupRows rows;
  int64_t ofGroups = 0, ofOthers = 0;
  for (ttg::InDim in : ttg::kInDims)
    for (unsigned bit = 0; bit < layout.getInBits(in); ++bit) {
      auto basis = layout.getBasis(in, bit);
      if (in != ttg::InDim::Warp || bit < bitsInGroup) {
        ofOthers |= basis[0];
        continue;
      }
      if (!llvm::isPowerOf2_64(basis[0]) || basis[1] != 0 ||
          basis[0] < boxRows || (ofGroups & basis[0]) != 0)
        return std::nullopt;
      ofGroups |= basis[0];
      rows.bits.push_back(basis[0]);
    }
  if (rows.bits.empty() || (ofGroups & ofOthers) != 0)
    return std::nullopt;
  return rows;
}
