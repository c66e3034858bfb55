// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The checks of what the table says of methods, and that the table passes.
///
/// Not here: whether the pages in the tree are current (tests/Reference).

#include "cm2tt/Conversion/Reference.h"

#include "gtest/gtest.h"

using namespace cm2tt;

/// What is wrong with the overloads of an entry; nothing if nothing is.
static std::vector<std::string> check(llvm::StringLiteral overloads,
                                      unsigned minArity, unsigned maxArity,
                                      llvm::StringLiteral owner = "Triton") {
  Method method{owner,
                "f",
                minArity,
                maxArity,
                nullptr,
                nullptr,
                {overloads, "A sentence.", ""}};
  return checkReference(method);
}

using Problems = std::vector<std::string>;

TEST(Reference, TheTableIsInOrder) { EXPECT_EQ(checkReferences(), Problems()); }

TEST(Reference, GoodOverloads) {
  const Problems none;
  EXPECT_EQ(check("void f()", 0, 0), none);
  EXPECT_EQ(check("Tensor f(Number a, Number b)", 2, 2), none);
  EXPECT_EQ(check("Tensor f(Number a); Tensor f(Number a, int b)", 1, 2), none);
  EXPECT_EQ(check("Tensor f(Class<?> type, int... shape)", 1, Method::variadic),
            none);
  EXPECT_EQ(check("void f(int a, AccessOption... options)", 1, 3), none);
  EXPECT_EQ(check("<T> T f(Map<String, List<T>> m, int[] a)", 2, 2), none);
  EXPECT_EQ(check("Tensor f(Triton.CompareKind kind)", 1, 1), none);
  // A receiver counts; of the JDK's methods, some have one.
  EXPECT_EQ(check("TensorType f()", 1, 1, "Tensor"), none);
  EXPECT_EQ(check("int f()", 1, 1, "java.lang.Integer"), none);
  EXPECT_EQ(check("int f(int a)", 1, 1, "java.lang.Integer"), none);
  // Operators are written as in Java.
  EXPECT_EQ(check("a + b", 2, 2, ""), none);
}

TEST(Reference, BadOverloads) {
  for (llvm::StringLiteral overload :
       {llvm::StringLiteral("f(int a)"), llvm::StringLiteral("int f(int a"),
        llvm::StringLiteral("int f int a"), llvm::StringLiteral("int g(int a)"),
        llvm::StringLiteral("int f(int)"), llvm::StringLiteral("int f(a)"),
        llvm::StringLiteral("int f(int a b)"), llvm::StringLiteral("int f()"),
        llvm::StringLiteral("int f(int a, int b)"),
        llvm::StringLiteral("int f(int... a)"),
        llvm::StringLiteral("3 f(int a)")})
    EXPECT_EQ(check(overload, 1, 1).size(), 1u) << overload.str();
  EXPECT_EQ(check("int f(int... a, int b)", 1, Method::variadic),
            Problems{"Triton.f: 'int f(int... a, int b)' has a parameter "
                     "behind '...'"});
  EXPECT_EQ(check("int f(int a)", 1, 1, "Tensor"),
            Problems{"Tensor.f: 'int f(int a)' takes 2 arguments, which the "
                     "entry does not"});
  EXPECT_EQ(check("", 1, 1),
            Problems{"Triton.f: the reference says nothing of it"});
}

TEST(Reference, BadSummaries) {
  Method method{"Triton", "f", 0, 0, nullptr, nullptr, {"int f()", "No", ""}};
  EXPECT_EQ(checkReference(method),
            Problems{"Triton.f: the summary is not a sentence: 'No'"});
}
