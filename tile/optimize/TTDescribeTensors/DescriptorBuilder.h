// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Creates the descriptors of the tensors that a kernel accesses, and these
/// accesses.

#ifndef CM2TT_TILE_OPTIMIZE_TTDESCRIBETENSORS_DESCRIPTORBUILDER_H
#define CM2TT_TILE_OPTIMIZE_TTDESCRIBETENSORS_DESCRIPTORBUILDER_H

#include "TTDescribeTensorsInternals.h"

#include "cm2tt/Dialect/TT/TensorRecipe.h"

#include "mlir/IR/Builders.h"

namespace cm2tt {

/// Creates descriptors of one kernel, parameters with recipes. Equal tensors
/// share one.
class DescriptorBuilder {
public:
  DescriptorBuilder(tt::FuncOp func, const AtomTable &atoms)
      : func(func), atoms(atoms) {}

  /// Replaces a load of a box.
  void replace(tt::LoadOp load, const TensorBox &box);
  /// Replaces a store to a box.
  void replace(tt::StoreOp store, const TensorBox &box);

private:
  /// A tensor that has a descriptor.
  struct Tensor {
    mlir::Value base;
    tt::TensorDescType type;
    /// Extents of at least 1, and strides.
    llvm::SmallVector<Polynomial, 5> extents, strides;
    mlir::Value desc;
    /// Whether there are elements along each dimension, of type i1; null if
    /// that is known.
    llvm::SmallVector<mlir::Value, 5> areFull;
  };

  Tensor &getTensor(mlir::RankedTensorType tile, const TensorBox &box);
  mlir::Value createParameter(const Tensor &tensor);
  tt::TensorRecipe::Product getProduct(const Polynomial &value) const;
  mlir::Value createIsFull(const Polynomial &extent);
  mlir::Value createSum(mlir::OpBuilder &builder, mlir::Location loc,
                        const Polynomial &sum, mlir::Type type);
  mlir::Value createProduct(mlir::OpBuilder &builder, mlir::Location loc,
                            const Monomial &monomial, int64_t coefficient,
                            mlir::Type type);
  mlir::Value createIndex(mlir::OpBuilder &builder, mlir::Location loc,
                          const Polynomial &sum);
  llvm::SmallVector<mlir::Value> createIndices(mlir::OpBuilder &builder,
                                               mlir::Location loc,
                                               const Tensor &tensor,
                                               const TensorBox &box);

  tt::FuncOp func;
  const AtomTable &atoms;
  llvm::SmallVector<Tensor, 4> tensors;
};

} // namespace cm2tt

#endif // CM2TT_TILE_OPTIMIZE_TTDESCRIBETENSORS_DESCRIPTORBUILDER_H
