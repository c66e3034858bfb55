// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The descriptors that bulk tensor copies access.
///
/// A tensor map is opaque: a kernel cannot read the base of the tensor from it.
/// So a parameter is a tensor map only if bulk copies perform all of its
/// accesses.
///
/// **Rules of the hardware** (seen on an H200; otherwise the copy is an illegal
/// instruction). The last index, in bytes, is a multiple of 16. A store begins
/// at indices that are not negative. The first rule is proved here; the second
/// one is left to kernels, as it is in Triton.
///
/// Not here: the accesses by pointers (TTLowerDescriptors.cpp).

#include "TTLowerDescriptorsInternals.h"

#include "cm2tt/Dialect/TTG/TensorCopyLayouts.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace cm2tt;

/// Why a bulk copy cannot perform an access of elements of `bytes`; empty if it
/// can.
static StringRef findObstacle(Operation *access, int64_t bytes,
                              const ModuleAxisInfo &axisInfo) {
  if (isa<tt::DescriptorGatherOp, tt::DescriptorScatterOp>(access))
    return "rows are gathered or scattered";
  auto indices =
      llvm::TypeSwitch<Operation *, std::optional<OperandRange>>(access)
          .Case<tt::DescriptorLoadOp, tt::DescriptorReduceOp,
                tt::DescriptorStoreOp>([](auto op) { return op.getIndices(); })
          .Default(std::nullopt);
  if (!indices)
    return "control flow or a call passes it on";
  int64_t divisor = axisInfo.getAxisInfo(indices->back()).getDivisibility(0);
  if (divisor % std::max<int64_t>(1, kBulkCopyBytes / bytes) != 0)
    return "the last index of an access is not known to be a multiple of 16 "
           "bytes";
  return {};
}

/// Whether something is stored through a descriptor.
static bool isStored(Value desc) {
  return llvm::any_of(desc.getUsers(), [](Operation *user) {
    return isa<tt::DescriptorStoreOp, tt::DescriptorReduceOp>(user);
  });
}

/// Why bulk copies cannot access the tensor of a descriptor that the kernel
/// makes; empty if they can.
static StringRef findObstacle(tt::MakeTensorDescriptorOp make, int64_t bytes,
                              const ModuleAxisInfo &axisInfo) {
  if (make.getPadding() == tt::PaddingOption::PAD_NAN && bytes == 1)
    return "elements of 8 bits cannot be padded with NaN";
  int64_t divisor =
      axisInfo.getAxisInfo(make.getShape().back()).getDivisibility(0);
  if (isStored(make) &&
      divisor % std::max<int64_t>(1, kBulkCopyBytes / bytes) != 0)
    return "the size of rows is not known to be a multiple of 16 bytes, which "
           "stores write at once";
  return {};
}

StringRef cm2tt::findBulkObstacle(Value desc, const ModuleAxisInfo &axisInfo) {
  RankedTensorType block =
      cast<tt::TensorDescType>(desc.getType()).getSignlessBlockType();
  int64_t bits = tt::getElementBits(block);
  if (!ttg::planTensorCopy(block.getShape(), bits))
    return "the block is not a sequence of boxes of 16 bytes to 256 elements";
  StringRef why;
  if (auto make = desc.getDefiningOp<tt::MakeTensorDescriptorOp>())
    why = findObstacle(make, bits / 8, axisInfo);
  for (Operation *user : desc.getUsers())
    if (why.empty())
      why = findObstacle(user, bits / 8, axisInfo);
  return why;
}

//===----------------------------------------------------------------------===//
// Parameters
//===----------------------------------------------------------------------===//

void KeptParameters::hide(tt::FuncOp func, unsigned index) {
  BlockArgument argument = func.getArgument(index);
  OpBuilder builder = OpBuilder::atBlockBegin(&func.getBody().front());
  Type type = argument.getType();
  argument.setType(builder.getI1Type());
  auto cast = UnrealizedConversionCastOp::create(builder, argument.getLoc(),
                                                 type, argument);
  argument.replaceAllUsesExcept(cast.getResult(0), cast);
  casts.push_back(cast);
  updateType(func);
}

void KeptParameters::restore() {
  for (UnrealizedConversionCastOp cast : casts) {
    auto argument = ::cast<BlockArgument>(cast.getOperand(0));
    auto func = ::cast<tt::FuncOp>(argument.getOwner()->getParentOp());
    argument.setType(cast.getResult(0).getType());
    cast.getResult(0).replaceAllUsesWith(argument);
    cast.erase();
    updateType(func);
  }
  casts.clear();
}

void KeptParameters::updateType(tt::FuncOp func) {
  func.setFunctionType(FunctionType::get(func.getContext(),
                                         func.getBody().getArgumentTypes(),
                                         func.getFunctionType().getResults()));
}
