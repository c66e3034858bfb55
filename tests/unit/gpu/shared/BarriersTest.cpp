// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// No hazard remains: random programs that access shared memory get their
/// barriers, are run, and every pair of accesses that conflict must have a
/// barrier in between. In straight-line code each barrier is needed.
///
/// Not here: where exactly barriers go
/// (tests/lit/gpu/shared/TTGInsertBarriers).

#include "cm2tt/Dialect/TTG/TTGOps.h"
#include "cm2tt/GPU/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/FormatVariadic.h"

#include "gtest/gtest.h"

#include <random>

using namespace mlir;
using namespace cm2tt;

/// Bytes of a tile, and buffers of each allocation.
static constexpr unsigned kTileBytes = 512, kBuffers = 3;

//===----------------------------------------------------------------------===//
// Random programs
//===----------------------------------------------------------------------===//

namespace {
/// Writes a random program: allocations that may overlap, then accesses.
class ProgramWriter {
public:
  explicit ProgramWriter(unsigned seed) : random(seed) {}
  std::string write(unsigned count, bool hasControlFlow);

private:
  unsigned pick(unsigned count) { return random() % count; }
  std::string fresh() { return "%v" + std::to_string(next++); }
  /// A view of a random buffer; numbered by a constant or a counter.
  std::string view();
  void access();
  void block(unsigned count, unsigned depth);
  void loop(unsigned count, unsigned depth);

  std::mt19937 random;
  std::string text;
  unsigned next = 0, allocations = 0;
  /// Numbers of buffers that may be used here.
  SmallVector<std::string> numbers;
};
} // namespace

std::string ProgramWriter::view() {
  std::string name = fresh();
  text += llvm::formatv("{0} = ttg.memdesc_index %a{1}[{2}] : !b -> !m\n", name,
                        pick(allocations), numbers[pick(numbers.size())]);
  return name;
}

void ProgramWriter::access() {
  switch (pick(6)) {
  case 0:
    text += llvm::formatv("ttg.local_store %x, {0} : !t -> !m\n", view());
    break;
  case 1:
  case 2: {
    std::string from = view();
    text +=
        llvm::formatv("{0} = ttg.local_load {1} : !m -> !t\n", fresh(), from);
    break;
  }
  case 3:
    text += llvm::formatv("{0} = ttg.convert_layout %x {{ttg.offset = {1} : "
                          "i32} : !t -> !s\n",
                          fresh(), 256 * pick(24));
    break;
  case 4: {
    std::string to = view(), copy = fresh();
    text +=
        llvm::formatv("{0} = ttg.async_copy %p, {1} : !p -> !m\n", copy, to);
    text += llvm::formatv("{0} = ttg.async_commit {1}\n", fresh(), copy);
    break;
  }
  case 5:
    text += llvm::formatv("ttg.async_wait {{pending = {0} : i32}\n", pick(3));
    break;
  }
}

/// A loop with two counters of buffers, that may start anywhere.
void ProgramWriter::loop(unsigned count, unsigned depth) {
  static constexpr const char *firsts[] = {"%before", "%c0", "%c1", "%c2"};
  std::string carried[] = {fresh(), fresh()}, counters[] = {fresh(), fresh()};
  text += llvm::formatv("{0}:2 = scf.for {1} = %c0 to %n{2} step %c1 "
                        "iter_args({3} = {4}, {5} = {6}) -> (i32, i32) : i32 "
                        "{{\n",
                        fresh(), fresh(), pick(2), carried[0], firsts[pick(4)],
                        carried[1], firsts[pick(4)]);
  size_t outer = numbers.size();
  for (unsigned i = 0; i < 2; ++i) {
    text += llvm::formatv("{0} = ttg.next_buffer {1} of 3\n", counters[i],
                          carried[i]);
    numbers.append(3, counters[i]);
  }
  block(count, depth + 1);
  numbers.resize(outer);
  text += llvm::formatv("scf.yield {0}, {1} : i32, i32\n}\n", counters[0],
                        counters[1]);
}

void ProgramWriter::block(unsigned count, unsigned depth) {
  for (unsigned i = 0; i < count; ++i) {
    unsigned kind = depth < 3 ? pick(8) : 0;
    if (depth > 0 && kind == 6) {
      text += llvm::formatv("scf.if %k{0} {{\n", pick(2));
      block(2, depth + 1);
      text += "} else {\n";
      block(2, depth + 1);
      text += "}\n";
    } else if (depth > 0 && kind == 7) {
      loop(count, depth);
    } else {
      access();
    }
  }
}

std::string ProgramWriter::write(unsigned count, bool hasControlFlow) {
  text = R"(
#r = #ttg.linear<{register = [], lane = [[1], [2], [4], [8], [16]], warp = [[32], [64]]}>
#s = #ttg.linear<{register = [], lane = [[32], [64], [1], [2], [4]], warp = [[8], [16]]}>
#m = #ttg.shared<{offset = [[1], [2], [4], [8], [16], [32], [64]]}>
!t = tensor<128xf32, #r>
!s = tensor<128xf32, #s>
!p = tensor<128x!tt.ptr<f32>, #r>
!m = !ttg.memdesc<128xf32, #m>
!b = !ttg.memdesc<128xf32, #m, buffers = 3>
tt.func @f(%x: !t, %p: !p, %n0: i32, %n1: i32, %k0: i1, %k1: i1) {
%before = arith.constant -1 : i32
%c0 = arith.constant 0 : i32
%c1 = arith.constant 1 : i32
%c2 = arith.constant 2 : i32
%c3 = arith.constant 3 : i32
)";
  numbers = {"%c0", "%c1", "%c2"};
  allocations = 1 + pick(3);
  for (unsigned i = 0; i < allocations; ++i)
    text += llvm::formatv("%a{0} = ttg.local_alloc {{ttg.offset = {1} : i32} : "
                          "() -> !b\n",
                          i, 512 * pick(9));
  block(count, hasControlFlow ? 1 : 0);
  return text + "tt.return\n}\n";
}

//===----------------------------------------------------------------------===//
// Running them
//===----------------------------------------------------------------------===//

namespace {
/// Runs a program with given arguments and finds hazards.
class Simulation {
public:
  /// Arguments 2 to 5 are `arguments`.
  Simulation(tt::FuncOp func, ArrayRef<int64_t> arguments) : func(func) {
    for (auto [i, value] : llvm::enumerate(arguments))
      values[func.getBody().getArgument(2 + i)] = value;
  }
  /// Whether the program, less one barrier, has no hazard.
  bool isSafe(Operation *withoutBarrier = nullptr) {
    without = withoutBarrier;
    pending.clear();
    copies.clear();
    isHazard = false;
    run(func.getBody().front());
    return !isHazard;
  }

private:
  struct Access {
    Operation *root;
    uint64_t begin, end;
    bool isWrite;
    /// The group that a copy belongs to.
    unsigned group = 0;
  };

  Access accessOf(Value view, bool isWrite);
  void touch(Access access);
  void run(Block &block);
  void run(Operation *op);
  void runLoop(scf::ForOp loop);
  void runMemory(Operation *op);

  tt::FuncOp func;
  Operation *without = nullptr;
  llvm::DenseMap<Value, int64_t> values;
  std::vector<Access> pending, copies;
  unsigned groups = 0;
  bool isHazard = false;
};
} // namespace

Simulation::Access Simulation::accessOf(Value view, bool isWrite) {
  auto index = view.getDefiningOp<ttg::MemDescIndexOp>();
  Operation *root = index.getSrc().getDefiningOp();
  uint64_t begin = root->getAttrOfType<IntegerAttr>(ttg::kOffsetAttr).getInt() +
                   kTileBytes * values.lookup(index.getIndex());
  return {root, begin, begin + kTileBytes, isWrite};
}

/// A copy on its way conflicts with all but its own tiles, which its owner
/// knows when to wait for.
void Simulation::touch(Access access) {
  auto conflicts = [&](const Access &other) {
    return (access.isWrite || other.isWrite) && access.begin < other.end &&
           other.begin < access.end;
  };
  isHazard |= llvm::any_of(pending, conflicts);
  isHazard |= llvm::any_of(copies, [&](const Access &copy) {
    return copy.root != access.root && conflicts(copy);
  });
}

void Simulation::runMemory(Operation *op) {
  if (auto store = dyn_cast<ttg::LocalStoreOp>(op)) {
    touch(accessOf(store.getDest(), true));
    pending.push_back(accessOf(store.getDest(), true));
  } else if (auto load = dyn_cast<ttg::LocalLoadOp>(op)) {
    touch(accessOf(load.getSrc(), false));
    pending.push_back(accessOf(load.getSrc(), false));
  } else if (auto copy = dyn_cast<ttg::AsyncCopyOp>(op)) {
    Access access = accessOf(copy.getDest(), true);
    touch(access);
    access.group = groups;
    copies.push_back(access);
  } else if (isa<ttg::AsyncCommitOp>(op)) {
    ++groups;
  } else if (auto wait = dyn_cast<ttg::AsyncWaitOp>(op)) {
    llvm::erase_if(copies, [&](const Access &copy) {
      bool isDone = copy.group + wait.getPending() < groups;
      if (isDone)
        pending.push_back(copy);
      return isDone;
    });
  } else if (isa<ttg::ConvertLayoutOp>(op)) {
    uint64_t begin = op->getAttrOfType<IntegerAttr>(ttg::kOffsetAttr).getInt();
    Access scratch{op, begin, begin + kTileBytes, true};
    touch(scratch);
    pending.clear();
    scratch.isWrite = false;
    pending.push_back(scratch);
  } else if (isa<gpu::BarrierOp>(op) && op != without) {
    pending.clear();
  }
}

void Simulation::runLoop(scf::ForOp loop) {
  auto carry = [&](ValueRange from) {
    SmallVector<int64_t> carried;
    for (Value value : from)
      carried.push_back(values.lookup(value));
    for (auto [to, value] : llvm::zip(loop.getRegionIterArgs(), carried))
      values[to] = value;
  };
  carry(loop.getInitArgs());
  for (int64_t i = 0; i < values.lookup(loop.getUpperBound()); ++i) {
    run(*loop.getBody());
    carry(loop.getYieldedValues());
  }
}

void Simulation::run(Operation *op) {
  APInt constant;
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return runLoop(loop);
  if (auto branch = dyn_cast<scf::IfOp>(op))
    return run(values.lookup(branch.getCondition())
                   ? branch.getThenRegion().front()
                   : branch.getElseRegion().front());
  if (matchPattern(op, m_ConstantInt(&constant)))
    values[op->getResult(0)] = constant.getSExtValue();
  else if (auto number = dyn_cast<ttg::NextBufferOp>(op))
    values[number] =
        (values.lookup(number.getCurrent()) + 1) % number.getCount();
  else
    runMemory(op);
}

void Simulation::run(Block &block) {
  for (Operation &op : block)
    run(&op);
}

//===----------------------------------------------------------------------===//
// Tests
//===----------------------------------------------------------------------===//

namespace {
struct Barriers : testing::Test {
  Barriers() {
    context.loadDialect<arith::ArithDialect, gpu::GPUDialect, scf::SCFDialect,
                        tt::TTDialect, ttg::TTGDialect>();
  }
  /// A program with its barriers.
  OwningOpRef<ModuleOp> make(const std::string &text) {
    auto module = parseSourceString<ModuleOp>(text, &context);
    PassManager passes(&context);
    passes.addPass(createTTGInsertBarriersPass());
    EXPECT_TRUE(module && succeeded(passes.run(*module)));
    return module;
  }
  static tt::FuncOp functionOf(ModuleOp module) {
    return *module.getOps<tt::FuncOp>().begin();
  }

  MLIRContext context;
};
} // namespace

TEST_F(Barriers, StraightLineCodeHasThoseThatItNeeds) {
  for (unsigned seed = 0; seed < 400; ++seed) {
    std::string text = ProgramWriter(seed).write(4 + seed % 30, false);
    auto module = make(text);
    Simulation simulation(functionOf(*module), {});
    ASSERT_TRUE(simulation.isSafe()) << text;
    module->walk([&](gpu::BarrierOp barrier) {
      EXPECT_FALSE(simulation.isSafe(barrier)) << "not needed" << text;
    });
  }
}

TEST_F(Barriers, NoHazardRemainsInLoopsAndBranches) {
  for (unsigned seed = 0; seed < 160; ++seed) {
    std::string text = ProgramWriter(seed).write(2 + seed % 5, true);
    auto module = make(text);
    for (unsigned choice = 0; choice < 16; ++choice) {
      int64_t n0 = choice & 3, n1 = 1 + 4 * (choice & 1);
      Simulation simulation(functionOf(*module),
                            {n0, n1, choice >> 2 & 1, choice >> 3 & 1});
      ASSERT_TRUE(simulation.isSafe()) << text;
    }
  }
}
