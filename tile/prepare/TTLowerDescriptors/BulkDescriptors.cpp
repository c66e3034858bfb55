// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The descriptors that bulk tensor copies access.
///
/// A tensor map is opaque: a kernel cannot read the base of the tensor from it.
/// So a parameter is a tensor map only if bulk copies perform all of its
/// accesses. Branches, loops, selects and calls pass the address of a map on:
/// the same holds for all descriptors that may meet in a value. They have one
/// type, which determines everything that a copy has to know of the map.
///
/// **Rules of the hardware** (seen on an H200; otherwise the copy is an illegal
/// instruction). The last index, in bytes, is a multiple of 16. A store begins
/// at indices that are not negative. The first rule is proved here; the second
/// one is left to kernels, as it is in Triton.
///
/// Not here: the accesses by pointers (TTLowerDescriptors.cpp).

#include "TTLowerDescriptorsInternals.h"

#include "cm2tt/Dialect/TTG/TensorCopyLayouts.h"
#include "tile/prepare/StructuralConversion.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace cm2tt;

//===----------------------------------------------------------------------===//
// Values that may be one descriptor
//===----------------------------------------------------------------------===//

static bool isDescriptor(Value value) {
  return isa<tt::TensorDescType>(value.getType());
}

DescriptorSets::DescriptorSets(ModuleOp module) {
  module.walk([&](Operation *op) {
    addValues(op);
    if (auto branches = dyn_cast<RegionBranchOpInterface>(op))
      addRegions(branches);
    else if (auto branch = dyn_cast<BranchOpInterface>(op))
      addBranch(branch);
    else if (auto select = dyn_cast<arith::SelectOp>(op))
      for (Value choice : {select.getTrueValue(), select.getFalseValue()})
        connect(choice, select.getResult());
    else if (auto call = dyn_cast<tt::CallOp>(op))
      addCall(call);
  });
}

void DescriptorSets::addValues(Operation *op) {
  auto add = [&](Value value) {
    if (isDescriptor(value))
      sets.insert(value);
  };
  llvm::for_each(op->getResults(), add);
  for (Region &region : op->getRegions())
    for (Block &block : region)
      llvm::for_each(block.getArguments(), add);
}

void DescriptorSets::connect(Value from, Value to) {
  if (from && isDescriptor(from))
    sets.unionSets(from, to);
}

void DescriptorSets::addRegions(RegionBranchOpInterface op) {
  RegionBranchSuccessorMapping mapping;
  op.getSuccessorOperandInputMapping(mapping);
  for (auto &[operand, inputs] : mapping)
    for (Value input : inputs)
      connect(operand->get(), input);
}

void DescriptorSets::addBranch(BranchOpInterface branch) {
  for (auto [index, next] : llvm::enumerate(branch->getSuccessors())) {
    SuccessorOperands operands = branch.getSuccessorOperands(index);
    for (BlockArgument argument : next->getArguments())
      connect(operands[argument.getArgNumber()], argument);
  }
}

/// The function with a body that is called; null if there is none.
static tt::FuncOp findCallee(tt::CallOp call) {
  auto callee = SymbolTable::lookupNearestSymbolFrom<tt::FuncOp>(
      call, call.getCalleeAttr());
  return callee && !callee.isExternal() ? callee : tt::FuncOp();
}

void DescriptorSets::addCall(tt::CallOp call) {
  tt::FuncOp callee = findCallee(call);
  if (!callee)
    return;
  for (auto [operand, argument] :
       llvm::zip_equal(call.getOperands(), callee.getArguments()))
    connect(operand, argument);
  if (!llvm::any_of(call.getResultTypes(), llvm::IsaPred<tt::TensorDescType>))
    return;
  callee.walk([&](tt::ReturnOp end) {
    for (auto [operand, result] :
         llvm::zip_equal(end.getOperands(), call.getResults()))
      connect(operand, result);
  });
}

//===----------------------------------------------------------------------===//
// Obstacles
//===----------------------------------------------------------------------===//

/// Whether bulk copies combine elements of that type only if they are unsigned
/// (found on an H200: with a map of signed elements, the instruction is
/// illegal).
static bool requiresUnsigned(tt::DescriptorReduceOp op) {
  switch (op.getKind()) {
  case tt::DescriptorReduceKind::INC:
  case tt::DescriptorReduceKind::DEC:
    return true;
  case tt::DescriptorReduceKind::MIN:
  case tt::DescriptorReduceKind::MAX:
    return false;
  default:
    return tt::getElementBits(op.getSrc().getType().getElementType()) == 64;
  }
}

/// Why a bulk copy cannot perform a use of elements of `bytes`; empty if it
/// can, or if the descriptor is only passed on.
static StringRef findObstacle(Operation *user, int64_t bytes,
                              const ModuleAxisInfo &axisInfo) {
  if (isa<tt::DescriptorGatherOp, tt::DescriptorScatterOp>(user))
    return "rows are gathered or scattered";
  auto reduce = dyn_cast<tt::DescriptorReduceOp>(user);
  if (reduce && requiresUnsigned(reduce)) {
    auto type = cast<tt::TensorDescType>(reduce.getDesc().getType());
    Type element = type.getBlockType().getElementType();
    if (isa<IntegerType>(element) && !element.isUnsignedInteger())
      return "the reduction is one of unsigned integers only";
  }
  auto call = dyn_cast<tt::CallOp>(user);
  if (call && !findCallee(call))
    return "a function without a body gets it";
  auto indices =
      llvm::TypeSwitch<Operation *, std::optional<OperandRange>>(user)
          .Case<tt::DescriptorLoadOp, tt::DescriptorReduceOp,
                tt::DescriptorStoreOp>([](auto op) { return op.getIndices(); })
          .Default(std::nullopt);
  if (!indices)
    return {};
  int64_t divisor = axisInfo.getProvenInfo(indices->back()).getDivisibility(0);
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
/// creates; empty if they can.
static StringRef findObstacle(tt::MakeTensorDescriptorOp make, bool isStored,
                              int64_t bytes, const ModuleAxisInfo &axisInfo) {
  if (make.getPadding() == tt::PaddingOption::PAD_NAN && bytes == 1)
    return "elements of 8 bits cannot be padded with NaN";
  int64_t divisor =
      axisInfo.getProvenInfo(make.getShape().back()).getDivisibility(0);
  if (isStored && divisor % std::max<int64_t>(1, kBulkCopyBytes / bytes) != 0)
    return "the size of rows is not known to be a multiple of 16 bytes, which "
           "stores write at once";
  return {};
}

StringRef cm2tt::findBulkObstacle(ArrayRef<Value> descs, bool canCreate,
                                  const ModuleAxisInfo &axisInfo) {
  RankedTensorType block =
      cast<tt::TensorDescType>(descs.front().getType()).getSignlessBlockType();
  int64_t bits = tt::getElementBits(block);
  if (!ttg::planTensorCopy(block.getShape(), bits))
    return "the block is not a sequence of boxes of 16 bytes to 256 elements";
  bool areStored = llvm::any_of(descs, isStored);
  StringRef why;
  for (Value desc : descs) {
    auto make = desc.getDefiningOp<tt::MakeTensorDescriptorOp>();
    if (make && !canCreate)
      return "the target cannot create tensor maps";
    if (make && why.empty())
      why = findObstacle(make, areStored, bits / 8, axisInfo);
    for (Operation *user : desc.getUsers())
      if (why.empty())
        why = findObstacle(user, bits / 8, axisInfo);
  }
  return why;
}

//===----------------------------------------------------------------------===//
// Descriptors that stay
//===----------------------------------------------------------------------===//

/// Changes the types of values and of the functions that have them.
static void changeTypes(ModuleOp module, function_ref<Type(Value)> change) {
  module.walk([&](Operation *op) {
    for (Value result : op->getResults())
      result.setType(change(result));
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (BlockArgument argument : block.getArguments())
          argument.setType(change(argument));
  });
  // A function has the result types of its operation `tt.return`.
  for (auto func : module.getOps<tt::FuncOp>()) {
    if (func.isExternal())
      continue;
    SmallVector<Type> results(func.getResultTypes());
    func.walk([&](tt::ReturnOp end) {
      results.assign(end.getOperandTypes().begin(),
                     end.getOperandTypes().end());
    });
    func.setFunctionType(FunctionType::get(
        func.getContext(), func.getBody().getArgumentTypes(), results));
  }
}

void KeptDescriptors::hide(ModuleOp module,
                           const llvm::DenseSet<Value> &descs) {
  changeTypes(module, [&](Value value) -> Type {
    return descs.contains(value)
               ? TupleType::get(value.getContext(), value.getType())
               : value.getType();
  });
}

bool KeptDescriptors::isHidden(Type type) {
  auto tuple = dyn_cast<TupleType>(type);
  return tuple && tuple.size() == 1 &&
         isa<tt::TensorDescType>(tuple.getType(0));
}

void KeptDescriptors::restore(ModuleOp module) {
  changeTypes(module, [](Value value) {
    return isHidden(value.getType())
               ? cast<TupleType>(value.getType()).getType(0)
               : value.getType();
  });
}
