// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Plans of functions, written out step by step: one line for each loop over a
/// tile, operation and copy. Values are named by their locations; a capital
/// letter is a buffer, and tiles with the same letter are merged.
///
/// Not here: the code of loops (tests/lit/cpu/lower/TTToCPU).

#include "cpu/plan/FusionPlan.h"

#include "cm2tt/Dialect/TT/TTDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/raw_ostream.h"

#include "gtest/gtest.h"

#include <map>
#include <string>

using namespace mlir;
using namespace cm2tt;

namespace {
/// Writes a plan as text.
class PlanWriter {
public:
  explicit PlanWriter(const FusionPlan &plan) : plan(plan) {}
  void writeBlock(Block &block, unsigned depth);
  std::string text;

private:
  void writeLoop(const TileLoop &loop);
  void writeOperation(Operation *op, unsigned depth);
  /// The letter of a buffer.
  std::string getPlace(BufferId buffer) {
    buffer = plan.getScratch().find(buffer);
    return {
        letters.try_emplace(buffer, char('A' + letters.size())).first->second};
  }

  const FusionPlan &plan;
  std::map<BufferId, char> letters;
};

struct FusionPlanTest : testing::Test {
  FusionPlanTest() {
    context.loadDialect<arith::ArithDialect, cf::ControlFlowDialect,
                        math::MathDialect, scf::SCFDialect, tt::TTDialect>();
  }
  /// The plan of a function of this body, in which there are arguments a, b
  /// and n, a range r of 1024, and tiles of pointers pa, pb to both arguments.
  std::string planOf(StringRef body);

  MLIRContext context;
};
} // namespace

static std::string nameOf(Location loc, StringRef otherwise) {
  auto name = dyn_cast<NameLoc>(loc);
  return (name ? name.getName().getValue() : otherwise).str();
}

static std::string nameOf(Operation *op) {
  StringRef kind = op->getName().stripDialect();
  std::string name = nameOf(op->getLoc(), "");
  return name.empty() ? kind.str() : (kind + " " + name).str();
}

static std::string nameOf(Value value) { return nameOf(value.getLoc(), "?"); }

void PlanWriter::writeLoop(const TileLoop &loop) {
  text += "loop";
  for (auto [dim, size] : llvm::enumerate(loop.shape))
    text += (dim ? "x" : " ") + std::to_string(size);
  if (loop.axis)
    text += " along " + std::to_string(*loop.axis);
  if (loop.isScalar)
    text += " by ones";
  for (Value value : loop.read)
    text += ", read " + nameOf(value) + " " + getPlace(*plan.getBuffer(value));
  for (Operation *root : loop.roots)
    text += ", " + nameOf(root);
  for (auto [value, buffer] : loop.spilled)
    text += ", keep " + nameOf(value) + " " + getPlace(buffer);
}

void PlanWriter::writeOperation(Operation *op, unsigned depth) {
  text += nameOf(op);
  for (OpOperand &operand : op->getOpOperands())
    if (std::optional<BufferId> buffer = plan.getBuffer(operand);
        buffer && getRole(op) == Role::Materialized)
      text += " " + getPlace(*buffer);
  if (getRole(op) == Role::Materialized)
    for (Value made : op->getResults())
      if (isTile(made.getType()))
        text += " -> " + getPlace(*plan.getBuffer(made));
  if (getRole(op) != Role::ControlFlow)
    return;
  for (Region &region : op->getRegions())
    for (Block &block : region) {
      text += " {\n";
      writeBlock(block, depth + 1);
      text += std::string(2 * depth, ' ') + "}";
    }
}

void PlanWriter::writeBlock(Block &block, unsigned depth) {
  for (const Step &step : plan.of(&block).steps) {
    // Constants and terminators say nothing.
    if (step.op && (getRole(step.op) == Role::Scalar ||
                    getRole(step.op) == Role::Terminator))
      continue;
    text += std::string(2 * depth, ' ');
    if (step.loop)
      writeLoop(*step.loop);
    else if (step.op)
      writeOperation(step.op, depth);
    else
      text += "copy " + getPlace(step.copy->first) + " to " +
              getPlace(step.copy->second);
    text += "\n";
  }
}

std::string FusionPlanTest::planOf(StringRef body) {
  std::string source = R"(
    !tile = tensor<1024xf32>
    !pointers = tensor<1024x!tt.ptr<f32>>
    tt.func public @f(%a: !tt.ptr<f32>, %b: !tt.ptr<f32>, %n: i32) {
      %r = tt.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
      %ta = tt.splat %a : !tt.ptr<f32> -> !pointers
      %pa = tt.addptr %ta, %r : !pointers, tensor<1024xi32>
      %tb = tt.splat %b : !tt.ptr<f32> -> !pointers
      %pb = tt.addptr %tb, %r : !pointers, tensor<1024xi32>
      %zero = arith.constant 0 : i32
      %one = arith.constant 1 : i32
  )" + body.str() + "\n tt.return\n }\n";
  auto module = parseSourceString<ModuleOp>(source, &context);
  if (!module)
    return "not parsed";
  auto func = *module->getOps<tt::FuncOp>().begin();
  FusionPlan plan(func);
  PlanWriter writer(plan);
  for (Block &block : func.getBody())
    writer.writeBlock(block, 0);
  return writer.text;
}

//===----------------------------------------------------------------------===//
// What is fused
//===----------------------------------------------------------------------===//

TEST_F(FusionPlanTest, whatIsCheapIsMadeWhereItIsNeeded) {
  EXPECT_EQ(planOf(R"(
    %x = tt.load %pa : !pointers
    %y = arith.addf %x, %x : !tile
    tt.store %pb, %y : !pointers loc("y"))"),
            "loop 1024, store y\n");
}

TEST_F(FusionPlanTest, aSoftmaxHasThreeLoops) {
  EXPECT_EQ(planOf(R"(
    %x = tt.load %pa : !pointers loc("x")
    %max = "tt.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%l: f32, %e: f32):
      %c = arith.maxnumf %l, %e : f32
      tt.reduce.return %c : f32
    }) : (!tile) -> f32 loc("max")
    %m = tt.splat %max : f32 -> !tile
    %d = arith.subf %x, %m : !tile
    %e = math.exp %d : !tile loc("e")
    %sum = "tt.reduce"(%e) <{axis = 0 : i32}> ({
    ^bb0(%l: f32, %o: f32):
      %c = arith.addf %l, %o : f32
      tt.reduce.return %c : f32
    }) : (!tile) -> f32 loc("sum")
    %s = tt.splat %sum : f32 -> !tile
    %q = arith.divf %e, %s : !tile
    tt.store %pb, %q : !pointers loc("q"))"),
            "loop 1024 along 0, reduce max, keep x A\n"
            "loop 1024 along 0, read x A, reduce sum, keep e B\n"
            "loop 1024, read e B, store q\n");
}

TEST_F(FusionPlanTest, twoSumsOfOneTileShareALoop) {
  EXPECT_EQ(planOf(R"(
    %x = tt.load %pa : !pointers
    %s = "tt.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%l: f32, %e: f32):
      %c = arith.addf %l, %e : f32
      tt.reduce.return %c : f32
    }) : (!tile) -> f32 loc("sum")
    %y = arith.mulf %x, %x : !tile
    %t = "tt.reduce"(%y) <{axis = 0 : i32}> ({
    ^bb0(%l: f32, %e: f32):
      %c = arith.addf %l, %e : f32
      tt.reduce.return %c : f32
    }) : (!tile) -> f32 loc("squares")
    tt.store %b, %s : !tt.ptr<f32>
    tt.store %a, %t : !tt.ptr<f32>)"),
            "loop 1024 along 0, reduce sum, reduce squares\n");
}

TEST_F(FusionPlanTest, whatIsTransposedIsKeptBefore) {
  EXPECT_EQ(planOf(R"(
    %m = tt.reshape %pa : !pointers -> tensor<32x32x!tt.ptr<f32>>
    %o = tt.reshape %pb : !pointers -> tensor<32x32x!tt.ptr<f32>>
    %x = tt.load %m : tensor<32x32x!tt.ptr<f32>> loc("x")
    %t = tt.trans %x {order = array<i32: 1, 0>} : tensor<32x32xf32> -> tensor<32x32xf32>
    tt.store %o, %t : tensor<32x32x!tt.ptr<f32>> loc("t"))"),
            "loop 32x32, keep x A\n"
            "loop 32x32, read x A, store t\n");
}

TEST_F(FusionPlanTest, whatIsReshapedStaysInItsLoop) {
  EXPECT_EQ(planOf(R"(
    %o = tt.reshape %pb : !pointers -> tensor<32x32x!tt.ptr<f32>>
    %x = tt.load %pa : !pointers loc("x")
    %t = tt.reshape %x : !tile -> tensor<32x32xf32>
    tt.store %o, %t : tensor<32x32x!tt.ptr<f32>> loc("t"))"),
            "loop 32x32, store t\n");
}

TEST_F(FusionPlanTest, assertionsTakeOneElementAtATime) {
  EXPECT_EQ(planOf(R"(
    %x = tt.load %pa : !pointers loc("x")
    %y = arith.constant dense<0.0> : !tile
    %c = arith.cmpf ogt, %x, %y : !tile
    tt.assert %c, "positive" : tensor<1024xi1>
    tt.store %pb, %x : !pointers)"),
            "loop 1024 by ones, assert, keep x A\n"
            "loop 1024, read x A, store\n");
}

//===----------------------------------------------------------------------===//
// Loads and stores in order
//===----------------------------------------------------------------------===//

TEST_F(FusionPlanTest, storesToTwoArgumentsShareALoop) {
  EXPECT_EQ(planOf(R"(
    %x = tt.load %pa : !pointers
    tt.store %pb, %x : !pointers loc("first")
    tt.store %pa, %x : !pointers loc("second"))"),
            "loop 1024, store first, store second\n");
}

TEST_F(FusionPlanTest, storesToOneArgumentElsewhereKeepTheirOrder) {
  EXPECT_EQ(planOf(R"(
    %x = arith.constant dense<1.0> : !tile
    %next = tt.addptr %a, %one : !tt.ptr<f32>, i32
    %t = tt.splat %next : !tt.ptr<f32> -> !pointers
    %moved = tt.addptr %t, %r : !pointers, tensor<1024xi32>
    tt.store %pa, %x : !pointers loc("first")
    tt.store %moved, %x : !pointers loc("second"))"),
            "loop 1024, store first\n"
            "loop 1024, store second\n");
}

TEST_F(FusionPlanTest, aLoadFromWhereTheStoreGoesSharesItsLoop) {
  EXPECT_EQ(planOf(R"(
    %x = tt.load %pa : !pointers
    %y = arith.addf %x, %x : !tile
    tt.store %pa, %y : !pointers loc("y"))"),
            "loop 1024, store y\n");
}

TEST_F(FusionPlanTest, aLoadFromElsewhereInTheArgumentComesBefore) {
  EXPECT_EQ(planOf(R"(
    %next = tt.addptr %a, %one : !tt.ptr<f32>, i32
    %t = tt.splat %next : !tt.ptr<f32> -> !pointers
    %moved = tt.addptr %t, %r : !pointers, tensor<1024xi32>
    %x = tt.load %moved : !pointers loc("x")
    tt.store %pa, %x : !pointers loc("y"))"),
            "loop 1024, keep x A\n"
            "loop 1024, read x A, store y\n");
}

TEST_F(FusionPlanTest, aLoadBehindAStoreSeesIt) {
  EXPECT_EQ(planOf(R"(
    %x = arith.constant dense<1.0> : !tile
    tt.store %pa, %x : !pointers loc("first")
    %y = tt.load %pa : !pointers
    tt.store %pb, %y : !pointers loc("second"))"),
            "loop 1024, store first\n"
            "loop 1024, store second\n");
}

TEST_F(FusionPlanTest, aLoadThatIsWantedLaterIsDoneBeforeTheStore) {
  EXPECT_EQ(planOf(R"(
    %x = tt.load %pa : !pointers loc("x")
    %y = arith.constant dense<1.0> : !tile
    tt.store %pa, %y : !pointers loc("first")
    tt.store %pb, %x : !pointers loc("second"))"),
            "loop 1024, keep x A\n"
            "loop 1024, read x A, store first, store second\n");
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

TEST_F(FusionPlanTest, aSumOverALoopIsAddedInPlace) {
  EXPECT_EQ(planOf(R"(
    %init = arith.constant dense<0.0> : !tile loc("init")
    %s = scf.for %i = %zero to %n step %one iter_args(%acc = %init) -> (!tile) : i32 {
      %x = tt.load %pa : !pointers
      %y = arith.addf %acc, %x : !tile loc("y")
      scf.yield %y : !tile
    } loc("s")
    tt.store %pb, %s : !pointers)"),
            "loop 1024, keep init A\n"
            "for s {\n"
            "  loop 1024, read ? A, keep y A\n"
            "}\n"
            "loop 1024, read s A, store\n");
}

TEST_F(FusionPlanTest, tilesThatChangePlacesAreCopiedApart) {
  EXPECT_EQ(planOf(R"(
    %x = arith.constant dense<0.0> : !tile loc("x")
    %y = arith.constant dense<1.0> : !tile loc("y")
    %s:2 = scf.for %i = %zero to %n step %one iter_args(%u = %x, %v = %y) -> (!tile, !tile) : i32 {
      scf.yield %v, %u : !tile, !tile
    } loc("s")
    tt.store %pb, %s#0 : !pointers)"),
            "loop 1024, keep x A, keep y B\n"
            "for s {\n"
            "  copy B to C\n"
            "  copy A to D\n"
            "  copy C to A\n"
            "  copy D to B\n"
            "}\n"
            "loop 1024, read s A, store\n");
}

TEST_F(FusionPlanTest, whatIsReadTransposedIsNotOverwritten) {
  EXPECT_EQ(planOf(R"(
    %init = arith.constant dense<0.0> : tensor<32x32xf32> loc("init")
    %s = scf.for %i = %zero to %n step %one iter_args(%acc = %init) -> (tensor<32x32xf32>) : i32 {
      %t = tt.trans %acc {order = array<i32: 1, 0>} : tensor<32x32xf32> -> tensor<32x32xf32>
      %y = arith.addf %t, %acc : tensor<32x32xf32> loc("y")
      scf.yield %y : tensor<32x32xf32>
    } loc("s")
    %o = tt.reshape %pb : !pointers -> tensor<32x32x!tt.ptr<f32>>
    tt.store %o, %s : tensor<32x32x!tt.ptr<f32>>)"),
            "loop 32x32, keep init A\n"
            "for s {\n"
            "  loop 32x32, read ? A, keep y B\n"
            "  copy B to A\n"
            "}\n"
            "loop 32x32, read s A, store\n");
}

TEST_F(FusionPlanTest, bothBranchesWriteTheResult) {
  EXPECT_EQ(planOf(R"(
    %c = arith.cmpi slt, %n, %one : i32
    %x = tt.load %pa : !pointers loc("x")
    %s = scf.if %c -> (!tile) {
      %y = arith.addf %x, %x : !tile loc("y")
      scf.yield %y : !tile
    } else {
      scf.yield %x : !tile
    } loc("s")
    tt.store %pb, %s : !pointers)"),
            "loop 1024, keep x A\n"
            "if s {\n"
            "  loop 1024, read x A, keep y B\n"
            "} {\n"
            "  copy A to B\n"
            "}\n"
            "loop 1024, read s B, store\n");
}

TEST_F(FusionPlanTest, aProductIsAddedToItsAccumulator) {
  EXPECT_EQ(planOf(R"(
    %m = tt.reshape %pa : !pointers -> tensor<32x32x!tt.ptr<f32>>
    %init = arith.constant dense<0.0> : tensor<32x32xf32> loc("init")
    %s = scf.for %i = %zero to %n step %one iter_args(%acc = %init) -> (tensor<32x32xf32>) : i32 {
      %x = tt.load %m : tensor<32x32x!tt.ptr<f32>> loc("x")
      %d = tt.dot %x, %x, %acc, inputPrecision = ieee : tensor<32x32xf32> * tensor<32x32xf32> -> tensor<32x32xf32> loc("d")
      scf.yield %d : tensor<32x32xf32>
    } loc("s")
    tt.store %m, %s : tensor<32x32x!tt.ptr<f32>>)"),
            "loop 32x32, keep init A\n"
            "for s {\n"
            "  loop 32x32, keep x B\n"
            "  dot d B B A -> A\n"
            "}\n"
            "loop 32x32, read s A, store\n");
}
