// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Index arithmetic: the coordinates of the elements in the registers of a
/// thread.

#include "TTGToLLVMInternals.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace cm2tt;

Value Emitter::i32(int64_t value) const {
  return LLVM::ConstantOp::create(builder, loc, builder.getI32Type(), value);
}

Value Emitter::threadId(unsigned numWarps) const {
  auto range = LLVM::ConstantRangeAttr::get(builder.getContext(), 32, 0,
                                            numWarps * TargetInfo::warpSize);
  return NVVM::ThreadIdXOp::create(builder, loc, builder.getI32Type(), range);
}

Value Emitter::add(Value a, Value b) const {
  return LLVM::AddOp::create(builder, loc, a, b);
}

Value Emitter::orDisjoint(Value a, Value b) const {
  return LLVM::OrOp::create(builder, loc, a, b, /*isDisjoint=*/true);
}

Value Emitter::field(Value value, uint64_t mask, int shift) const {
  value = LLVM::AndOp::create(builder, loc, value, i32(mask));
  if (shift > 0)
    return LLVM::ShlOp::create(builder, loc, value, i32(shift));
  if (shift < 0)
    return LLVM::LShrOp::create(builder, loc, value, i32(-shift));
  return value;
}

/// Invariant: the bits of the fields are XORed; fields that touch no common
/// bit are combined by a disjoint or, which address arithmetic can see through.
///
///   map = {4, 8, 16, 32, 64, 128, 256}   (7 bits of thread number)
/// =>
///   (tid & 127) << 2
Value cm2tt::emitThreadMap(const Emitter &emitter, Value threadId,
                           ArrayRef<uint64_t> map) {
  // A bit of the thread's number moves by some distance to each output bit
  // that it flips; bits that move equally far move together.
  std::map<int, uint64_t> masks;
  for (auto [bit, basis] : llvm::enumerate(map))
    for (uint64_t rest = basis; rest; rest &= rest - 1)
      masks[llvm::countr_zero(rest) - static_cast<int>(bit)] |= uint64_t(1)
                                                                << bit;
  Value sum;
  uint64_t used = 0;
  for (auto [shift, mask] : masks) {
    Value part = emitter.field(threadId, mask, shift);
    uint64_t bits = shift >= 0 ? mask << shift : mask >> -shift;
    if (!sum)
      sum = part;
    else if (used & bits)
      sum = LLVM::XOrOp::create(emitter.builder, emitter.loc, sum, part);
    else
      sum = emitter.orDisjoint(sum, part);
    used |= bits;
  }
  return sum ? sum : emitter.i32(0);
}

SmallVector<Value> cm2tt::emitCoordinates(const Emitter &emitter,
                                          const ttg::LinearLayout &layout,
                                          unsigned dim) {
  using ttg::InDim;
  SmallVector<uint64_t> map;
  uint64_t threadBits = 0;
  for (InDim in : {InDim::Lane, InDim::Warp})
    for (unsigned bit = 0; bit < layout.getInBits(in); ++bit) {
      map.push_back(layout.getBasis(in, bit)[dim]);
      threadBits |= map.back();
    }
  // Without its range, LLVM keeps the mask of the thread's number. `ptxas` then
  // keeps coordinates in registers: it reads the bare number again for each use
  // in a loop, and computes them again, which took 5 % of the instructions of a
  // sine of each element (sm_90a, ptxas 12.8, 2026-11-30).
  Value thread = NVVM::ThreadIdXOp::create(emitter.builder, emitter.loc,
                                           emitter.builder.getI32Type());
  Value base = emitThreadMap(emitter, thread, map);

  SmallVector<Value> coordinates;
  llvm::SmallDenseMap<int64_t, Value> known;
  for (int64_t reg = 0; reg < layout.getInSize(InDim::Register); ++reg) {
    ttg::Slot slot;
    slot.reg = reg;
    int64_t offset = layout.apply(slot)[dim];
    Value &value = known[offset];
    if (!value)
      value = offset == 0 ? base
              : (threadBits & offset)
                  ? LLVM::XOrOp::create(emitter.builder, emitter.loc, base,
                                        emitter.i32(offset))
                        .getResult()
                  : emitter.orDisjoint(base, emitter.i32(offset));
    coordinates.push_back(value);
  }
  return coordinates;
}
