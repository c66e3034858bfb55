// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Versions of bytecode: what is written, upgraded and refused, of a dialect
/// that is created with any number of steps.

#include "cm2tt/Dialect/BytecodeVersion.h"

#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace cm2tt;

namespace {
/// A dialect that has had `Steps` versions before.
template <unsigned Steps> struct AgedDialect : Dialect {
  explicit AgedDialect(MLIRContext *context)
      : Dialect(getDialectNamespace(), context,
                TypeID::get<AgedDialect<Steps>>()) {
    allowUnknownOperations();
    static const VersionedBytecode::UpgradeStep steps[] = {
        // To version 2: an attribute is added.
        +[](Operation *root) {
          Builder builder(root->getContext());
          root->walk([&](Operation *op) {
            if (op->getName().getStringRef() == "aged.op")
              op->setAttr("aged.added", builder.getUnitAttr());
          });
          return success();
        },
        // To version 3: nothing that is stored differs.
        nullptr,
        // To version 4: this operation has no counterpart.
        +[](Operation *root) -> LogicalResult {
          return root->emitError("cannot be upgraded");
        }};
    addInterface(std::make_unique<VersionedBytecode>(
        this, llvm::ArrayRef(steps).take_front(Steps)));
  }
  static StringRef getDialectNamespace() { return "aged"; }
};

/// Parses text or bytecode where the dialect has some version; the module as
/// text, or the first error.
template <unsigned Steps>
std::string read(StringRef input, std::string *bytecode = nullptr) {
  MLIRContext context;
  context.loadDialect<AgedDialect<Steps>>();
  std::string text;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    if (text.empty())
      text = diagnostic.str();
    return success();
  });
  OwningOpRef<ModuleOp> module =
      parseSourceString<ModuleOp>(input, ParserConfig(&context));
  if (!module)
    return text;
  llvm::raw_string_ostream stream(text);
  module->print(stream);
  if (bytecode) {
    llvm::raw_string_ostream bytes(*bytecode);
    EXPECT_TRUE(succeeded(writeBytecodeToFile(*module, bytes)));
  }
  return text;
}

constexpr const char *source = "\"aged.op\"() : () -> ()";
} // namespace

TEST(BytecodeVersion, CurrentVersionIsReadAsItWasWritten) {
  std::string bytecode;
  std::string text = read<2>(source, &bytecode);
  EXPECT_EQ(text.find("aged.added"), std::string::npos);
  EXPECT_EQ(read<2>(bytecode), text);
}

TEST(BytecodeVersion, OlderVersionsAreUpgraded) {
  std::string first, second;
  read<0>(source, &first);
  read<1>(source, &second);
  EXPECT_NE(read<1>(first).find("aged.added"), std::string::npos);
  EXPECT_NE(read<2>(first).find("aged.added"), std::string::npos);
  EXPECT_EQ(read<2>(second).find("aged.added"), std::string::npos);
}

TEST(BytecodeVersion, StepThatFailsIsAnError) {
  std::string first, last;
  read<0>(source, &first);
  EXPECT_EQ(read<3>(first), "cannot be upgraded");
}

TEST(BytecodeVersion, NewerVersionIsRefused) {
  std::string third;
  read<2>(source, &third);
  EXPECT_EQ(read<1>(third),
            "bytecode of dialect 'aged' has version 3, expected at most 2");
}
