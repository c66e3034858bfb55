// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The algebra of lanes in tiles.

#include "LaneMap.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace cm2tt;

LaneMap LaneMap::rowMajor(ArrayRef<Value> bases, ArrayRef<int64_t> shape,
                          unsigned lanes) {
  LaneMap map(bases);
  for (auto [dim, offsets] : llvm::enumerate(map.offsets)) {
    offsets.resize(lanes);
    int64_t stride = 1;
    for (int64_t size : shape.drop_front(dim + 1))
      stride *= size;
    for (unsigned lane = 0; lane < lanes; ++lane)
      offsets[lane] = int64_t(lane) / stride % shape[dim];
  }
  return map;
}

bool LaneMap::isUniform(unsigned dim) const {
  return llvm::all_equal(offsets[dim]);
}

LaneMap LaneMap::atLane(unsigned lane) const { return slice(lane, 1); }

LaneMap LaneMap::simplified() const {
  for (unsigned dim = 0; dim < getRank(); ++dim)
    if (!isUniform(dim))
      return *this;
  return atLane(0);
}

LaneMap LaneMap::picked(ArrayRef<unsigned> lanes) const {
  LaneMap map(bases);
  for (auto [from, to] : llvm::zip_equal(offsets, map.offsets)) {
    to.clear();
    for (unsigned lane : lanes)
      to.push_back(from[lane]);
  }
  return map;
}

LaneMap LaneMap::slice(unsigned first, unsigned count) const {
  return picked(llvm::to_vector(llvm::seq(first, first + count)));
}

LaneMap LaneMap::moved(unsigned dim, int64_t steps) const {
  LaneMap map(*this);
  for (int64_t &offset : map.offsets[dim])
    offset += steps;
  return map;
}

LaneMap LaneMap::spread(unsigned dim, int64_t steps, unsigned lanes) const {
  LaneMap map = picked(SmallVector<unsigned>(lanes, 0));
  for (auto [lane, offset] : llvm::enumerate(map.offsets[dim]))
    offset += steps + int64_t(lane);
  return map;
}

LaneMap LaneMap::rebased(unsigned dim, Value base) const {
  LaneMap map(*this);
  map.bases[dim] = base;
  map.offsets[dim] = {0};
  return map;
}

LaneMap LaneMap::withoutDim(unsigned dim) const {
  LaneMap map(*this);
  map.bases.erase(map.bases.begin() + dim);
  map.offsets.erase(map.offsets.begin() + dim);
  return map;
}

LaneMap LaneMap::withDim(unsigned dim, int64_t index) const {
  LaneMap map(*this);
  map.bases.insert(map.bases.begin() + dim, Value());
  map.offsets.insert(map.offsets.begin() + dim,
                     SmallVector<int64_t, 16>(getLanes(), index));
  return map;
}

LaneMap LaneMap::clampedTo(ArrayRef<int64_t> shape) const {
  LaneMap map(*this);
  for (auto [dim, size] : llvm::enumerate(shape)) {
    if (size != 1)
      continue;
    map.bases[dim] = Value();
    map.offsets[dim].assign(getLanes(), 0);
  }
  return map;
}

LaneMap LaneMap::permuted(ArrayRef<int32_t> order) const {
  LaneMap map(*this);
  for (auto [dim, from] : llvm::enumerate(order)) {
    map.bases[from] = bases[dim];
    map.offsets[from] = offsets[dim];
  }
  return map;
}

//===----------------------------------------------------------------------===//
// Bits of indices
//===----------------------------------------------------------------------===//

static Value constant(ImplicitLocOpBuilder &builder, int64_t value) {
  return arith::ConstantOp::create(builder, builder.getI64IntegerAttr(value));
}

/// (value >> shift) & (size - 1), and nothing for what is null.
static Value extractBits(ImplicitLocOpBuilder &builder, Value value,
                         unsigned shift, int64_t size) {
  if (!value || size == 1)
    return {};
  if (shift)
    value = arith::ShRUIOp::create(builder, value, constant(builder, shift));
  return arith::AndIOp::create(builder, value, constant(builder, size - 1));
}

/// The same with other dimensions of size 1.
LaneMap LaneMap::withOtherUnits(ArrayRef<int64_t> from,
                                ArrayRef<int64_t> to) const {
  LaneMap map(SmallVector<Value>(to.size()));
  unsigned next = 0;
  for (auto [dim, size] : llvm::enumerate(to)) {
    map.offsets[dim].assign(getLanes(), 0);
    if (size == 1)
      continue;
    while (from[next] == 1)
      ++next;
    map.bases[dim] = bases[next];
    map.offsets[dim] = offsets[next++];
  }
  return map;
}

LaneMap LaneMap::reshaped(ImplicitLocOpBuilder &builder, ArrayRef<int64_t> from,
                          ArrayRef<int64_t> to) const {
  auto isWide = [](int64_t size) { return size != 1; };
  if (llvm::equal(llvm::make_filter_range(from, isWide),
                  llvm::make_filter_range(to, isWide)))
    return withOtherUnits(from, to);
  Value base = linearBase(builder, from);
  SmallVector<int64_t> linear = linearOffsets(from);
  LaneMap map(SmallVector<Value>(to.size()));
  unsigned shift = 0;
  for (unsigned dim = to.size(); dim-- > 0;) {
    map.bases[dim] = extractBits(builder, base, shift, to[dim]);
    map.offsets[dim].clear();
    for (int64_t offset : linear)
      map.offsets[dim].push_back((offset >> shift) & (to[dim] - 1));
    shift += llvm::Log2_64(to[dim]);
  }
  return map;
}

LaneMap LaneMap::wrapped(ImplicitLocOpBuilder &builder, unsigned dim,
                         int64_t size) const {
  LaneMap map(*this);
  map.bases[dim] = extractBits(builder, bases[dim], 0, size);
  for (int64_t &offset : map.offsets[dim])
    offset &= size - 1;
  return map;
}

Value LaneMap::linearBase(ImplicitLocOpBuilder &builder,
                          ArrayRef<int64_t> shape) const {
  Value sum;
  for (auto [base, size] : llvm::zip_equal(bases, shape)) {
    if (sum && size != 1)
      sum = arith::MulIOp::create(builder, sum, constant(builder, size));
    if (base)
      sum = sum ? arith::AddIOp::create(builder, sum, base).getResult() : base;
  }
  return sum;
}

SmallVector<int64_t> LaneMap::linearOffsets(ArrayRef<int64_t> shape) const {
  SmallVector<int64_t> linear(getLanes(), 0);
  for (auto [dim, size] : llvm::enumerate(shape))
    for (auto [lane, sum] : llvm::enumerate(linear))
      sum = sum * size + offsets[dim][lane];
  return linear;
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

/// Whether the offsets go up by `step` in every group of `run`.
static bool hasRuns(ArrayRef<int64_t> offsets, unsigned run, int64_t step) {
  for (size_t lane = 0; lane < offsets.size(); ++lane)
    if (offsets[lane] != offsets[lane / run * run] + int64_t(lane % run) * step)
      return false;
  return true;
}

unsigned cm2tt::getRunLength(ArrayRef<int64_t> offsets) {
  unsigned run = 1;
  while (2 * run <= offsets.size() && hasRuns(offsets, 2 * run, 1))
    run *= 2;
  return run;
}

unsigned LaneMap::getRun(unsigned dim) const {
  unsigned run = getRunLength(offsets[dim]);
  for (unsigned other = 0; other < getRank(); ++other)
    while (other != dim && !hasRuns(offsets[other], run, 0))
      run /= 2;
  return run;
}
