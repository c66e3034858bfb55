// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Lowers matrix products by scalar multiply-add: each thread sums up its part
/// of the result in the order of K.
///
/// All is written out: registers cannot be indexed, so a loop over K would have
/// to keep the operands in memory.

#include "DotInternals.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace cm2tt;

/// Whether each thread holds the rows of `a` and the columns of `b` that its
/// elements of the result need.
static bool hasFmaLayouts(const LaidOutDot &dot) {
  using ttg::InDim;
  for (InDim dim : {InDim::Lane, InDim::Warp})
    for (unsigned bit = 0; bit < dot.d.getNumBits(dim); ++bit) {
      FragmentMap::Distance d = dot.d.getDistance(dim, bit);
      if (!(dot.a.getDistance(dim, bit) ==
            FragmentMap::Distance{d.batch, d.row, 0}) ||
          !(dot.b.getDistance(dim, bit) ==
            FragmentMap::Distance{d.batch, 0, d.column}))
        return false;
    }
  for (unsigned reg = 0; reg < dot.d.getNumRegisters(); ++reg) {
    FragmentMap::Distance d = dot.d.getPlace(reg);
    for (int64_t k = 0; k < dot.a.getColumns(); ++k)
      if (!dot.a.find(d.batch, d.row, k) || !dot.b.find(d.batch, k, d.column))
        return false;
  }
  return true;
}

/// The registers of an operand in the type of the accumulator.
static SmallVector<Value> widen(const Emitter &emitter, ValueRange values,
                                Type type) {
  llvm::DenseMap<Value, Value> widened;
  return llvm::map_to_vector(values, [&](Value value) {
    if (value.getType() == type)
      return value;
    Value &result = widened[value];
    if (!result && isa<FloatType>(type))
      result = LLVM::FPExtOp::create(emitter.builder, emitter.loc, type, value);
    else if (!result)
      result = LLVM::SExtOp::create(emitter.builder, emitter.loc, type, value);
    return result;
  });
}

/// a * b + sum.
static Value multiplyAdd(const Emitter &emitter, Value a, Value b, Value sum) {
  OpBuilder &builder = emitter.builder;
  if (isa<FloatType>(sum.getType()))
    return LLVM::FMAOp::create(builder, emitter.loc, a, b, sum);
  return emitter.add(LLVM::MulOp::create(builder, emitter.loc, a, b), sum);
}

std::optional<SmallVector<Value>> cm2tt::emitFmaDot(const Emitter &emitter,
                                                    const LaidOutDot &dot) {
  if (!hasFmaLayouts(dot))
    return std::nullopt;
  Type type = dot.cValues.front().getType();
  SmallVector<Value> a = widen(emitter, dot.aValues, type);
  SmallVector<Value> b = widen(emitter, dot.bValues, type);
  SmallVector<Value> sums(dot.cValues);
  // K outside: neighbours in the code do not wait for each other.
  for (int64_t k = 0; k < dot.a.getColumns(); ++k)
    for (unsigned reg = 0; reg < sums.size(); ++reg) {
      if (dot.getFirst(reg) != reg)
        continue;
      FragmentMap::Distance d = dot.d.getPlace(reg);
      sums[reg] = multiplyAdd(emitter, a[*dot.a.find(d.batch, d.row, k)],
                              b[*dot.b.find(d.batch, k, d.column)], sums[reg]);
    }
  return dot.expandResult(sums);
}
