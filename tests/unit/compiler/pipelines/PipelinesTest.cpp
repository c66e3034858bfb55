// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The canonicalizations that the phases leave out are patterns of this MLIR: a
/// name that nothing has would be ignored without a word.

#include "cm2tt/Compiler/Pipelines.h"

#include "cm2tt/Compiler/Register.h"

#include "mlir/IR/Dialect.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/PatternMatch.h"

#include "llvm/ADT/StringSet.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace cm2tt;

/// The debug names of all patterns that a canonicalizer runs.
static llvm::StringSet<> canonicalizations(MLIRContext &context) {
  RewritePatternSet patterns(&context);
  for (Dialect *dialect : context.getLoadedDialects())
    dialect->getCanonicalizationPatterns(patterns);
  for (RegisteredOperationName op : context.getRegisteredOperations())
    op.getCanonicalizationPatterns(patterns, &context);
  llvm::StringSet<> names;
  for (const std::unique_ptr<RewritePattern> &pattern :
       patterns.getNativePatterns())
    names.insert(pattern->getDebugName());
  return names;
}

TEST(Pipelines, LeftOutCanonicalizationsExist) {
  DialectRegistry registry;
  registerAllDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  const llvm::StringSet<> names = canonicalizations(context);
  ASSERT_FALSE(leftOutCanonicalizations().empty());
  for (StringRef name : leftOutCanonicalizations())
    EXPECT_TRUE(names.contains(name))
        << name.str() << ": no pattern has this name; was it renamed in MLIR?";
}
