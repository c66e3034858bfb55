// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Checks the rules of tensor descriptors that operands and types show. They
/// are those of bulk tensor copies and hold on every target, so that a kernel
/// that compiles for one compiles for all.
///
/// A block may have more than 256 elements in a dimension: it is several boxes.
///
/// Not here: rules on ranks and types of one operation, which its verifier
/// checks.

#include "TTLowerDescriptorsInternals.h"

#include "cm2tt/Tile/AxisInfo.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace cm2tt;

using ErrorBuilder = function_ref<InFlightDiagnostic()>;

/// The most dimensions of a tensor that bulk tensor copies access.
static constexpr int64_t maxRank = 5;

/// The value of a constant integer.
static std::optional<int64_t> getConstant(Value value) {
  APInt constant;
  if (!matchPattern(value, m_ConstantInt(&constant)))
    return std::nullopt;
  return constant.getSExtValue();
}

static LogicalResult checkBlock(tt::TensorDescType type, ErrorBuilder error) {
  RankedTensorType block = type.getBlockType();
  if (block.getRank() < 1 || block.getRank() > maxRank)
    return error() << "a descriptor of blocks of rank " << block.getRank()
                   << ", 1 to " << maxRank << " expected: " << type;
  int64_t bytes =
      block.getShape().back() * getPointeeBytes(tt::getDescBaseType(type));
  if (bytes < kBulkCopyBytes)
    return error() << "a descriptor of blocks with rows of " << bytes
                   << " bytes, at least " << kBulkCopyBytes
                   << " expected: " << type;
  return success();
}

LogicalResult cm2tt::checkDescriptor(tt::MakeTensorDescriptorOp op) {
  auto error = [&] { return op.emitError(); };
  if (failed(checkBlock(op.getType(), error)))
    return failure();
  int64_t bytes = getPointeeBytes(op.getBase().getType());
  unsigned last = op.getStrides().size() - 1;
  for (auto [dim, value] : llvm::enumerate(op.getStrides())) {
    std::optional<int64_t> stride = getConstant(value);
    if (!stride)
      continue;
    if (dim == last && *stride != 1)
      return error() << "a descriptor with a last stride of " << *stride
                     << ", 1 expected";
    if (dim != last && *stride * bytes % kBulkCopyBytes != 0)
      return error() << "a descriptor whose stride " << dim << " is "
                     << *stride * bytes << " bytes, a multiple of "
                     << kBulkCopyBytes << " expected";
  }
  return success();
}

LogicalResult cm2tt::checkParameters(tt::FuncOp func) {
  if (!func.isPublic())
    return success();
  for (auto [index, type] : llvm::enumerate(func.getArgumentTypes())) {
    auto desc = dyn_cast<tt::TensorDescType>(type);
    auto error = [&, index = index] {
      return func.emitError("parameter ") << index << " is ";
    };
    if (desc && failed(checkBlock(desc, error)))
      return failure();
  }
  return success();
}
