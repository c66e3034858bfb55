// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Scratch memory of matrix products by scalar multiply-add. See DotScratch.h.

#include "DotScratch.h"

#include "ReductionScratch.h"
#include "SharedScratchInternals.h"
#include "gpu/layout/TileLayout.h"
#include "lowering/DotUnits.h"

#include "cm2tt/Dialect/TTG/MatrixLayouts.h"
#include "cm2tt/Dialect/TTG/TTGDialect.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace cm2tt;

/// Registers for the sums and the operands of a product that is written out. A
/// thread has 255, but operands are not needed all at once; `ptxas` 12.8 spills
/// thousands of bytes where they are more than about 420.
constexpr int64_t maxRegisters = 384;
/// The same for one iteration of a loop, where operands are loaded just before
/// they are needed.
constexpr int64_t maxRegistersOfIteration = 768;
/// Elements along K of an iteration at least: one access to shared memory.
constexpr int64_t minChunk = 4;

static int64_t countRegisters(const ttg::LinearLayout &layout) {
  return layout.removeFreeRegisters().getInSize(ttg::InDim::Register);
}

ttg::LinearLayout cm2tt::makeFmaResultLayout(tt::DotOp op, unsigned numWarps) {
  ArrayRef<int64_t> shape = op.getType().getShape();
  int64_t rank = shape.size(),
          threads = int64_t(numWarps) * TargetInfo::warpSize;
  int64_t elements = op.getType().getNumElements();
  int64_t side = elements >= 16 * threads ? 4 : elements >= 4 * threads ? 2 : 1;
  ttg::BlockedLayoutOptions blocked;
  blocked.numWarps = numWarps;
  blocked.sizePerThread.assign(rank, 1);
  for (int64_t dim = rank; dim-- > 0;) {
    blocked.order.push_back(dim);
    if (dim >= rank - 2)
      blocked.sizePerThread[dim] = std::min(side, shape[dim]);
  }
  return ttg::makeBlockedLayout(shape, blocked);
}

/// Registers of a thread for its sums, and for `k` elements along K of all rows
/// and columns that these need.
static int64_t countRegisters(tt::DotOp op, const ttg::LinearLayout &result,
                              int64_t k) {
  int64_t registers = countRegisters(result);
  for (unsigned operand : {0, 1})
    registers +=
        k * countRegisters(ttg::makeFmaOperandLayout(result, operand, 1));
  return registers * std::max(1u, getElementBits(op.getType()) / 32);
}

static int64_t getK(tt::DotOp op) {
  return op.getA().getType().getShape().back();
}

/// The number of elements along K of an iteration.
static int64_t chooseChunk(tt::DotOp op) {
  int64_t chunk = getK(op);
  while (chunk > minChunk && countRegisters(op, getLayout(op.getD()), chunk) >
                                 maxRegistersOfIteration)
    chunk /= 2;
  return chunk;
}

static uint64_t getBytes(Value operand) {
  auto type = cast<RankedTensorType>(operand.getType());
  return type.getNumElements() * getScratchElementBytes(type);
}

bool cm2tt::needsFmaLoop(tt::DotOp op, const TargetInfo &target,
                         unsigned numWarps) {
  return countRegisters(op, makeFmaResultLayout(op, numWarps), getK(op)) >
             maxRegisters &&
         getBytes(op.getA()) + getBytes(op.getB()) <=
             target.getMaxSharedBytes() / 2;
}

/// The layout of an operand in which the highest `iterationBits` bits of K,
/// which are the highest of registers, count warps.
static ttg::LinearLayout moveIterationsToWarps(const ttg::LinearLayout &layout,
                                               unsigned iterationBits) {
  SmallVector<uint64_t> bases;
  ArrayRef<uint64_t> registers = layout.getBases(ttg::InDim::Register);
  llvm::append_range(bases, registers.drop_back(iterationBits));
  llvm::append_range(bases, layout.getBases(ttg::InDim::Lane));
  llvm::append_range(bases, layout.getBases(ttg::InDim::Warp));
  llvm::append_range(bases, registers.take_back(iterationBits));
  ttg::Slot bits = layout.getInBits();
  bits.reg -= iterationBits;
  bits.warp += iterationBits;
  return ttg::LinearLayout::fromPacked(bits, bases, layout.getOutSizes());
}

static FmaOperandPlan planOperand(tt::DotOp op, unsigned operand,
                                  int64_t iterations) {
  Value tile = op->getOperand(operand);
  const ttg::LinearLayout &result = getLayout(op.getD());
  const ttg::LinearLayout &source = getLayout(tile);
  int64_t k = getK(op);
  FmaOperandPlan plan;
  plan.chunk = ttg::makeFmaOperandLayout(result, operand, k / iterations);
  ttg::LinearLayout needed = moveIterationsToWarps(
      ttg::makeFmaOperandLayout(result, operand, k), llvm::Log2_64(iterations));
  ttg::ConversionOptions conversion;
  conversion.elementBits = getElementBits(tile.getType());
  conversion.scratchBytes = ~uint64_t(0); // in one pass
  unsigned passBits = 0;
  ttg::LinearLayout memory =
      ttg::makeConversionScratch(source, needed, conversion, passBits);
  assert(passBits == 0 && "there is room for all of it");
  ttg::SharedAccessOptions access;
  access.elementBits = conversion.elementBits;
  plan.load = ttg::planTileAccess(needed, memory, access);
  access.isStore = true;
  plan.store = ttg::planTileAccess(source, memory, access);
  return plan;
}

/// Whether each thread has the rows or columns of an operand that its part of
/// the result needs.
static bool hasOperand(tt::DotOp op, unsigned operand) {
  return ttg::planRegisters(
             getLayout(op->getOperand(operand)),
             ttg::makeFmaOperandLayout(getLayout(op.getD()), operand, getK(op)))
      .has_value();
}

std::optional<FmaLoopPlan> cm2tt::planFmaLoop(tt::DotOp op) {
  auto module = op->getParentOfType<ModuleOp>();
  auto target = TargetInfo::parse(ttg::getTarget(module));
  if (!target ||
      chooseDotUnit(op, *target, ttg::getNumWarps(module)) != DotUnit::Fma ||
      (hasOperand(op, 0) && hasOperand(op, 1)))
    return std::nullopt;
  FmaLoopPlan plan;
  plan.iterations = getK(op) / chooseChunk(op);
  for (unsigned operand : {0, 1}) {
    plan.operands[operand] = planOperand(op, operand, plan.iterations);
    plan.operands[operand].begin = plan.bytes;
    plan.bytes = llvm::alignTo(plan.bytes + getBytes(op->getOperand(operand)),
                               kScratchAlignment);
  }
  return plan;
}

uint64_t cm2tt::getScratch(tt::DotOp op) {
  std::optional<FmaLoopPlan> plan = planFmaLoop(op);
  return plan ? plan->bytes : 0;
}
