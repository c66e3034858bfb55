// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Creates `cm` from a Model.
///
/// Not here: reading (Readers.h); the reverse conversion (ExportInternals.h).

#ifndef CM2TT_IMPORTER_LIB_EMITINTERNALS_H
#define CM2TT_IMPORTER_LIB_EMITINTERNALS_H

#include "BlockNames.h"
#include "LineTable.h"
#include "Model.h"
#include "cm2tt/Dialect/CM/CMOps.h"
#include "cm2tt/Importer/Importer.h"

#include "mlir/IR/Diagnostics.h"

namespace cm2tt::model {

/// Where things stand: in Java, and in the input.
class LocationBuilder {
public:
  /// For the main file of `sources`.
  LocationBuilder(llvm::SourceMgr &sources, mlir::MLIRContext *context,
                  const Model &model);

  /// The location in the input; its start for an invalid one.
  mlir::FileLineColLoc input(llvm::SMLoc loc) const;
  /// The location of an operation, given its parent's (null for none).
  mlir::Location of(const Operation &op, mlir::LocationAttr parent) const;
  /// The location of a parameter of an operation's body.
  mlir::Location of(const Parameter &param, mlir::Location parent) const;

private:
  mlir::FileLineColLoc java(const Operation &op,
                            mlir::LocationAttr parent) const;
  mlir::Location fuse(mlir::FileLineColLoc place, llvm::StringRef name,
                      llvm::SMLoc loc, mlir::StringAttr tag) const;

  mlir::MLIRContext *context;
  const Model &model;
  mlir::StringAttr file;
  /// The four tags: every operation has one.
  mlir::StringAttr ownTag, ownFileTag, inheritedTag, inputTag;
  LineTable lines;
};

/// Makes MLIR's types and attributes of a model's.
class ValueEmitter {
public:
  explicit ValueEmitter(mlir::MLIRContext *context) : context(context) {}

  /// A type of any level; null for one that `cm` cannot hold.
  mlir::Type type(const TypeName *type);
  /// A value; numbers are of type `type` if it is given and holds such. Null
  /// if a type in it is one that `cm` cannot hold.
  mlir::Attribute attribute(const AttributeValue &value,
                            mlir::Type type = nullptr);

private:
  mlir::Attribute reference(const Reference &reference);
  mlir::Attribute integer(int64_t value, mlir::Type type);

  mlir::MLIRContext *context;
  llvm::DenseMap<const TypeName *, mlir::Type> types;
};

/// Makes a module. Goes on after an error as far as that makes sense; the first
/// `maxErrors` errors are reported.
class Emitter {
public:
  Emitter(const Model &model, const LocationBuilder &locations,
          mlir::MLIRContext *context)
      : model(model), locations(locations), context(context), values(context),
        blockNames(model) {}

  /// The module, verified; null after an error.
  mlir::OwningOpRef<mlir::ModuleOp> emit(const ImportOptions &options);

private:
  /// A value's definition in the function at hand.
  struct Definition {
    const Operation *op = nullptr;
    llvm::SMLoc loc;
    const TypeName *type = nullptr;
    mlir::Value value;
    /// The placeholder for the value until it is created; null if there is
    /// none.
    mlir::Operation *placeholder = nullptr;
  };
  /// An operation that is being created.
  struct OpBuildState {
    const Operation &op;
    mlir::OperationState &state;
    /// The blocks of the enclosing body; empty for a function.
    llvm::ArrayRef<mlir::Block *> blocks;
  };

  // Emit.cpp: operations, bodies, blocks.
  mlir::Operation *emitOperation(const Operation &op, mlir::LocationAttr parent,
                                 llvm::ArrayRef<mlir::Block *> blocks);
  void emitOperands(OpBuildState &build);
  void emitSuccessors(OpBuildState &build);
  void emitAttributes(OpBuildState &build);
  void emitNamed(OpBuildState &build);
  void emitBodies(OpBuildState &build);
  void emitBlocks(const Operation &op, const Body &body, mlir::Region &region,
                  mlir::Location loc);
  void emitOrder(OpBuildState &build);
  void emitBlockNames(OpBuildState &build);
  mlir::Type emitType(const Operation &op, const TypeName *type,
                      llvm::SMLoc loc);

  // EmitChecks.cpp: what is checked in the model's own words.
  void checkCounts(const OpBuildState &build);
  void checkArguments(const Operation &op, const Successor &successor,
                      mlir::Block &block);
  void checkTerminators(const Block &block);
  void checkDominance(mlir::Operation *function);
  void checkUnique(mlir::ModuleOp module);
  void checkSignature(mlir::ModuleOp module);
  bool verify(mlir::ModuleOp module);

  // EmitScopes.cpp: ids, functions.
  mlir::Operation *emitFunction(const Operation &op, mlir::LocationAttr parent);
  void declare(const Operation &op);
  void declare(llvm::StringRef id, const Definition &definition);
  void define(llvm::StringRef id, mlir::Value value);
  mlir::Value use(const Operation &op, const ValueUse &use);
  mlir::Operation *makePlaceholder(mlir::Type type);

  // EmitModule.cpp: the module and its attributes.
  void emitModuleAttributes(mlir::ModuleOp module,
                            const ImportOptions &options);
  mlir::DictionaryAttr emitSpelling();
  mlir::Attribute emitWrapper(const Operation &op);
  void emitSignature(mlir::ModuleOp module, const ImportOptions &options);

  /// Starts an error about an operation, at its location in Java if it has one,
  /// with a note at `loc` (invalid: the operation's) in the input. It is
  /// abandoned, and takes messages and notes all the same, if there were
  /// enough.
  mlir::InFlightDiagnostic error(const Operation &op, llvm::SMLoc loc = {});
  /// Attaches the note that says where in the input an operation stands.
  void attachPlace(mlir::Diagnostic &diagnostic, const Operation &op,
                   llvm::SMLoc loc) const;

  const Model &model;
  const LocationBuilder &locations;
  mlir::MLIRContext *context;
  ValueEmitter values;
  BlockNames blockNames;
  llvm::DenseMap<llvm::StringRef, Definition> definitions;
  std::vector<mlir::Operation *> placeholders;
  /// The placeholders of values that are defined by now.
  llvm::DenseMap<mlir::Value, mlir::Value> replaced;
  llvm::DenseMap<const Operation *, mlir::LocationAttr> locationOf;
  llvm::DenseMap<mlir::Attribute, const Operation *> operationAt;
  unsigned errors = 0;
  bool failed = false;
};

} // namespace cm2tt::model

#endif // CM2TT_IMPORTER_LIB_EMITINTERNALS_H
