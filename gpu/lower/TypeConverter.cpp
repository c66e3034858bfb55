// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The conversion of tiles and pointers to LLVM types.

#include "TTGToLLVMInternals.h"

#include "cm2tt/Dialect/TT/TTTypes.h"
#include "cm2tt/Dialect/TTG/TTGAttrs.h"
#include "cm2tt/Dialect/TTG/TTGTypes.h"

#include "mlir/Dialect/LLVMIR/LLVMTypes.h"

using namespace mlir;
using namespace cm2tt;

const ttg::LinearLayout &cm2tt::getLayout(Type tile) {
  return cast<ttg::LinearAttr>(cast<RankedTensorType>(tile).getEncoding())
      .getLayout();
}

unsigned cm2tt::getNumRegisters(Type type) {
  if (!isa<RankedTensorType>(type))
    return 1;
  return getLayout(type).getInSize(ttg::InDim::Register);
}

/// Numbers of type `index` have 32 bits.
static LowerToLLVMOptions getLoweringOptions(MLIRContext *context) {
  LowerToLLVMOptions options(context);
  options.overrideIndexBitwidth(32);
  return options;
}

TileTypeConverter::TileTypeConverter(MLIRContext *context)
    : LLVMTypeConverter(context, getLoweringOptions(context)) {
  addConversion([](tt::PtrType pointer) -> Type {
    return LLVM::LLVMPointerType::get(pointer.getContext(),
                                      pointer.getAddressSpace());
  });
  // The address of the tile; buffers are consecutive.
  addConversion([](ttg::MemDescType memory) -> Type {
    return LLVM::LLVMPointerType::get(memory.getContext(),
                                      TargetInfo::sharedSpace);
  });
  // The generic address of its tensor map.
  addConversion([](tt::TensorDescType descriptor) -> Type {
    return LLVM::LLVMPointerType::get(descriptor.getContext());
  });
  // Tokens order operations, which are in order already.
  addConversion([](ttg::TokenType,
                   SmallVectorImpl<Type> &) -> std::optional<LogicalResult> {
    return success();
  });
  addConversion(
      [this](RankedTensorType tile,
             SmallVectorImpl<Type> &types) -> std::optional<LogicalResult> {
        Type element = convertType(tile.getElementType());
        if (!element || !isa_and_nonnull<ttg::LinearAttr>(tile.getEncoding()))
          return failure();
        types.append(getNumRegisters(tile), element);
        return success();
      });
}
