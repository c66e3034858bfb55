// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The version that MLIR bytecode has of each dialect of cm2tt.
///
/// Bytecode stores the properties of an operation by position, so that a file
/// of one version cannot be read as one of another. A change of a stored form
/// raises the number of its dialect, adds a step to `upgrade`, and keeps a file
/// of the version before in `tests/lit/dialect/<Dialect>/Inputs`. A file
/// without a version is older than versions and has the form of version 1.

#ifndef CM2TT_DIALECT_BYTECODEVERSION_H
#define CM2TT_DIALECT_BYTECODEVERSION_H

#include "mlir/Bytecode/BytecodeImplementation.h"
#include "mlir/IR/Dialect.h"

#include <memory>

namespace cm2tt {

/// The number of a dialect's version, as bytecode stores it.
struct BytecodeVersion : mlir::DialectVersion {
  explicit BytecodeVersion(uint64_t number) : number(number) {}
  uint64_t number;
};

/// Writes the current version of a dialect, and upgrades what has an older one.
class VersionedBytecode : public mlir::BytecodeDialectInterface {
public:
  /// Changes the operations of a file, from its version to the next; null: no
  /// operation differs. Failure after an error.
  using UpgradeStep = mlir::LogicalResult (*)(mlir::Operation *root);

  /// The current version is one more than the number of steps; step i upgrades
  /// from version i + 1. The steps outlive the dialect.
  VersionedBytecode(mlir::Dialect *dialect,
                    llvm::ArrayRef<UpgradeStep> steps = {})
      : BytecodeDialectInterface(dialect), steps(steps) {}

  void writeVersion(mlir::DialectBytecodeWriter &writer) const override {
    writer.writeVarInt(steps.size() + 1);
  }

  /// Null, after an error, for a version that this cm2tt does not know.
  std::unique_ptr<mlir::DialectVersion>
  readVersion(mlir::DialectBytecodeReader &reader) const override {
    uint64_t number;
    if (failed(reader.readVarInt(number)))
      return nullptr;
    if (number >= 1 && number <= steps.size() + 1)
      return std::make_unique<BytecodeVersion>(number);
    reader.emitError() << "bytecode of dialect '"
                       << getDialect()->getNamespace() << "' has version "
                       << number << ", expected at most " << steps.size() + 1;
    return nullptr;
  }

  mlir::LogicalResult
  upgradeFromVersion(mlir::Operation *root,
                     const mlir::DialectVersion &version) const override {
    uint64_t number = static_cast<const BytecodeVersion &>(version).number;
    for (UpgradeStep step : steps.drop_front(number - 1))
      if (step && failed(step(root)))
        return mlir::failure();
    return mlir::success();
  }

private:
  llvm::ArrayRef<UpgradeStep> steps;
};

} // namespace cm2tt

#endif // CM2TT_DIALECT_BYTECODEVERSION_H
