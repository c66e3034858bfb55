// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The shapes and types of the units for matrix products (PTX ISA, "Warp Level
/// Matrix Multiply-Accumulate Instructions" and "Asynchronous Warpgroup Level
/// Matrix Multiply-Accumulate Instructions").

#include "DotUnits.h"

using namespace mlir;
using namespace cm2tt;

DotTraits::DotTraits(tt::DotOp op) {
  RankedTensorType aType = op.getA().getType(), dType = op.getD().getType();
  rank = dType.getRank();
  m = dType.getDimSize(rank - 2);
  n = dType.getDimSize(rank - 1);
  k = aType.getDimSize(rank - 1);
  a = aType.getElementType();
  b = op.getB().getType().getElementType();
  accumulator = dType.getElementType();
  precision = op.getInputPrecision();
  maxNumImpreciseAcc = op.getMaxNumImpreciseAcc();
}

bool cm2tt::isMatrixFloat8(Type type) {
  return isa<Float8E4M3FNType, Float8E5M2Type>(type);
}

/// Whether the units for matrices of `target` know the types. Those of
/// operands may differ only where both are 8-bit floats.
static bool hasMatrixTypes(const DotTraits &dot, const TargetInfo &target) {
  Type a = dot.a, d = dot.accumulator;
  if (isMatrixFloat8(a) && isMatrixFloat8(dot.b))
    return target.getComputeCapability() >= 89 && (d.isF32() || d.isF16());
  if (a != dot.b)
    return false;
  if (a.isF16())
    return d.isF32() || d.isF16();
  if (a.isF32())
    return d.isF32() && dot.precision == tt::InputPrecision::TF32;
  return (a.isBF16() && d.isF32()) || (a.isInteger(8) && d.isInteger(32)) ||
         (a.isF64() && d.isF64());
}

/// Bits of a row of an operand that one instruction takes.
static constexpr int64_t kInstructionRowBits = 256;

/// `wgmma` has 64 rows; its sums of 8-bit floats have few bits, which the
/// product must allow. sm_90 alone does not have it: it is a feature of sm_90a.
static bool isForWarpGroup(const DotTraits &dot, const TargetInfo &target,
                           unsigned numWarps) {
  if (target.getName() != "sm_90a" || dot.rank != 2 || numWarps % 4 != 0)
    return false;
  bool isImprecise = isMatrixFloat8(dot.a) && dot.accumulator.isF32();
  if (dot.a.isF64() || (isImprecise && dot.maxNumImpreciseAcc < 32))
    return false;
  return dot.m % 64 == 0 && dot.n % 8 == 0;
}

/// `mma.sync` has 8-bit floats with sums of f32.
static bool isForWarp(const DotTraits &dot) {
  if (isMatrixFloat8(dot.a) && !dot.accumulator.isF32())
    return false;
  return dot.m >= 16 && dot.n >= 8;
}

DotUnit cm2tt::chooseDotUnit(const DotTraits &dot, const TargetInfo &target,
                             unsigned numWarps) {
  int64_t bits = dot.a.getIntOrFloatBitWidth();
  if (!hasMatrixTypes(dot, target) || dot.k * bits < kInstructionRowBits)
    return DotUnit::Fma;
  if (isForWarpGroup(dot, target, numWarps))
    return DotUnit::WarpGroup;
  return isForWarp(dot) ? DotUnit::Warp : DotUnit::Fma;
}

DotUnit cm2tt::chooseDotUnit(tt::DotOp op, const TargetInfo &target,
                             unsigned numWarps) {
  return chooseDotUnit(DotTraits(op), target, numWarps);
}
