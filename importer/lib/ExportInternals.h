// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Creates a Model from `cm`.
///
/// Not here: writing (Writers.h); the conversion to `cm` (EmitInternals.h).

#ifndef CM2TT_IMPORTER_LIB_EXPORTINTERNALS_H
#define CM2TT_IMPORTER_LIB_EXPORTINTERNALS_H

#include "Model.h"
#include "cm2tt/Dialect/CM/CMOps.h"
#include "cm2tt/Importer/Importer.h"

namespace cm2tt::model {

/// Makes a model of a module; reports what no code model has.
class Exporter {
public:
  Exporter(mlir::ModuleOp module, Model &model)
      : module(module), model(model) {}

  /// Fills the model, which is new.
  mlir::LogicalResult run();

  /// The op that an operation of the model was made of.
  static mlir::Operation *sourceOf(const Operation &op);

private:
  // Export.cpp
  void exportModuleAttributes();
  bool exportWrapper(llvm::SmallVectorImpl<Operation> &functions);
  void exportSpelling();
  void exportSignature();
  Operation exportOperation(mlir::Operation *op);
  void exportOperands(mlir::Operation *op, Operation &out);
  void exportAttributes(mlir::Operation *op, Operation &out);
  void exportOrder(mlir::Operation *op, Operation &out,
                   llvm::SmallVectorImpl<Attribute> &named);
  void exportBodies(mlir::Operation *op, Operation &out);
  llvm::ArrayRef<Block> exportBlocks(mlir::Region &region, unsigned index);
  llvm::ArrayRef<Parameter> exportParameters(mlir::Block &block);
  llvm::ArrayRef<ValueUse> exportUses(mlir::ValueRange values);
  void exportLocation(mlir::Location loc, Operation &out);

  // ExportValues.cpp
  void nameValues(mlir::Operation *function);
  llvm::StringRef idOf(mlir::Value value);
  const TypeName *type(mlir::Operation *op, mlir::Type type);
  AttributeValue value(mlir::Operation *op, mlir::Attribute attribute);
  AttributeValue integer(mlir::IntegerAttr attribute);

  mlir::ModuleOp module;
  Model &model;
  llvm::DenseMap<mlir::Value, llvm::StringRef> ids;
  llvm::DenseMap<mlir::Type, const TypeName *> types;
  bool failed = false;
};

} // namespace cm2tt::model

#endif // CM2TT_IMPORTER_LIB_EXPORTINTERNALS_H
