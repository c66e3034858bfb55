// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Transfer functions of the axis analysis for tiles and pointers.
///
/// Not here: arithmetic (TransferArith.cpp).

#include "AxisInfoInternals.h"

#include "cm2tt/Dialect/TT/TTOps.h"

#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <limits>

using namespace mlir;
using namespace cm2tt;
using Dims = AxisInfo::Dims;

int64_t cm2tt::getPointeeBytes(Type pointerType) {
  auto pointer = dyn_cast<tt::PtrType>(getElementTypeOrSelf(pointerType));
  if (!pointer)
    return 1;
  Type pointee = pointer.getPointeeType();
  if (isa<tt::PtrType>(pointee))
    return 8;
  return pointee.isIntOrFloat()
             ? std::max<int64_t>(1, pointee.getIntOrFloatBitWidth() / 8)
             : 1;
}

int64_t cm2tt::getUnit(Type type) { return getPointeeBytes(type); }

/// The info with what `from` knows of the elements as a set.
static AxisInfo withValuesOf(const AxisInfo &from, Dims contiguity,
                             Dims divisibility, Dims constancy) {
  AxisInfo info(std::move(contiguity), std::move(divisibility),
                std::move(constancy));
  info.setConstant(from.getConstant());
  info.setUpperBound(from.getUpperBound());
  info.setPresumedBound(from.getPresumedBound());
  return info;
}

//===----------------------------------------------------------------------===//
// Sources
//===----------------------------------------------------------------------===//

static AxisInfo transferMakeRange(tt::MakeRangeOp op) {
  int64_t start = static_cast<int32_t>(op.getStart());
  int64_t end = static_cast<int32_t>(op.getEnd());
  if (end - start == 1)
    return AxisInfo::ofConstant(op.getType(), start);
  AxisInfo info({end - start}, {largestDivisor(start)}, {1});
  if (start >= 0) {
    info.setUpperBound(end - 1);
    info.setPresumedBound(end - 1);
  }
  return info;
}

/// A program id or a number of programs: no driver takes a larger grid.
static AxisInfo transferGrid(Type type) {
  AxisInfo info = AxisInfo::unknown(type);
  info.setUpperBound(std::numeric_limits<int32_t>::max());
  info.setPresumedBound(kPresumedCount);
  return info;
}

/// Poison may be taken to be any number, so to be zero.
static AxisInfo transferPoison(Type type) {
  AxisInfo info = AxisInfo::unknown(type);
  Dims shape = getAxisShape(type);
  return AxisInfo(Dims(shape.size(), 1), Dims(shape.size(), kMaxDivisor),
                  shape);
}

/// Equal pointers give equal elements, unless others write between the reads.
static AxisInfo transferLoad(const TransferInput &in, tt::LoadOp op) {
  if (op.getIsVolatile())
    return AxisInfo::unknown(op.getType());
  return transferElementwise(in, op.getType());
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

static AxisInfo transferSplat(const AxisInfo &src, Type type) {
  Dims shape = getAxisShape(type);
  return withValuesOf(src, Dims(shape.size(), 1),
                      Dims(shape.size(), src.getDivisorOfAll()), shape);
}

static AxisInfo transferExpandDims(const AxisInfo &src, unsigned axis,
                                   int64_t unit) {
  Dims contiguity(src.getContiguity()), divisibility(src.getDivisibility()),
      constancy(src.getConstancy());
  contiguity.insert(contiguity.begin() + axis, 1);
  divisibility.insert(divisibility.begin() + axis, src.getDivisorOfAll(unit));
  constancy.insert(constancy.begin() + axis, 1);
  return withValuesOf(src, contiguity, divisibility, constancy);
}

static AxisInfo transferBroadcast(const AxisInfo &src, Dims from, Dims to) {
  Dims constancy(src.getConstancy());
  for (auto [dim, size] : llvm::enumerate(to))
    if (from[dim] != size)
      constancy[dim] = size;
  return withValuesOf(src, Dims(src.getContiguity()),
                      Dims(src.getDivisibility()), constancy);
}

static AxisInfo transferTrans(const AxisInfo &src, ArrayRef<int32_t> order) {
  Dims contiguity, divisibility, constancy;
  for (int32_t dim : order) {
    contiguity.push_back(src.getContiguity(dim));
    divisibility.push_back(src.getDivisibility(dim));
    constancy.push_back(src.getConstancy(dim));
  }
  return withValuesOf(src, contiguity, divisibility, constancy);
}

/// Where the bits of each dimension begin in the row-major index.
static SmallVector<unsigned> bitOffsets(ArrayRef<int64_t> shape) {
  SmallVector<unsigned> offsets(shape.size());
  unsigned offset = 0;
  for (unsigned dim = shape.size(); dim-- > 0;) {
    offsets[dim] = offset;
    offset += llvm::Log2_64(shape[dim]);
  }
  return offsets;
}

/// Sizes are powers of two, so a claim about groups is one about the lowest
/// bits of a coordinate, that is, about some bits of the row-major index.
/// Reshaping keeps the index and cuts its bits elsewhere:
///
///     4x8   index bits 4 3 | 2 1 0        constancy [1, 4]: bits 0, 1 are idle
///     16x2  index bits 4 3 2 1 | 0        constancy [2, 2]
static AxisInfo transferReshape(const AxisInfo &src, Dims from, Dims to,
                                int64_t unit) {
  SmallVector<unsigned> fromOffsets = bitOffsets(from);
  SmallVector<unsigned> toOffsets = bitOffsets(to);
  uint64_t idle = 0;
  for (unsigned dim = 0; dim < from.size(); ++dim)
    idle |= uint64_t(src.getConstancy(dim) - 1) << fromOffsets[dim];
  Dims contiguity(to.size(), 1), constancy(to.size(), 1);
  Dims divisibility(to.size(), src.getDivisorOfAll(unit));
  for (unsigned dim = 0; dim < to.size(); ++dim) {
    while (constancy[dim] < to[dim] &&
           (idle >> toOffsets[dim] & constancy[dim]) != 0)
      constancy[dim] *= 2;
    for (unsigned old = 0; old < from.size(); ++old) {
      if (from[old] == 1 || to[dim] == 1 || fromOffsets[old] != toOffsets[dim])
        continue;
      contiguity[dim] = std::min(src.getContiguity(old), to[dim]);
      divisibility[dim] =
          src.getDivisibilityOfGroups(old, contiguity[dim], unit);
    }
  }
  return withValuesOf(src, contiguity, divisibility, constancy);
}

static AxisInfo transferJoin(const TransferInput &in, Type type, bool same) {
  AxisInfo both = AxisInfo::join(in[0], in[1]);
  int64_t divisor = both.getDivisorOfAll();
  Dims contiguity(both.getContiguity()), divisibility(both.getDivisibility()),
      constancy(both.getConstancy());
  contiguity.push_back(1);
  divisibility.push_back(divisor);
  constancy.push_back(same || both.getConstant() ? 2 : 1);
  contiguity.resize(getAxisShape(type).size());
  return withValuesOf(both, contiguity, divisibility, constancy);
}

static AxisInfo transferSplit(const AxisInfo &src) {
  return withValuesOf(src, Dims(src.getContiguity().drop_back()),
                      Dims(src.getDivisibility().drop_back()),
                      Dims(src.getConstancy().drop_back()));
}

/// The elements of tiles in any order.
static AxisInfo transferAnyOrder(ArrayRef<AxisInfo> tiles, Type type,
                                 int64_t unit) {
  Dims shape = getAxisShape(type);
  int64_t divisor = kMaxDivisor;
  bool isConstant = true;
  for (const AxisInfo &tile : tiles) {
    divisor = std::min(divisor, tile.getDivisorOfAll(unit));
    isConstant &=
        tile.getConstant() && tile.getConstant() == tiles.front().getConstant();
  }
  if (isConstant)
    return AxisInfo::ofConstant(type, *tiles.front().getConstant());
  return AxisInfo(Dims(shape.size(), 1), Dims(shape.size(), divisor),
                  Dims(shape.size(), 1));
}

//===----------------------------------------------------------------------===//
// Pointers
//===----------------------------------------------------------------------===//

/// A cast between a pointer and what neighbours `from` bytes apart become, or
/// the like: contiguity counts other steps if the steps differ.
static AxisInfo transferPointerCast(const AxisInfo &src, int64_t from,
                                    int64_t to) {
  if (from == to)
    return src;
  Dims divisibility;
  for (unsigned dim = 0; dim < src.getRank(); ++dim)
    divisibility.push_back(src.getDivisibilityOfGroups(dim, 1, from));
  return AxisInfo(Dims(src.getRank(), 1), divisibility,
                  Dims(src.getConstancy()));
}

/// Whether all elements of the type are pointers to something of known size.
static bool isPlainPointer(Type type) {
  auto pointer = dyn_cast<tt::PtrType>(getElementTypeOrSelf(type));
  return pointer && !isa<RankedTensorType>(pointer.getPointeeType());
}

/// Offsets are signed. One of 32 bits or more that wraps is taken to leave the
/// array: the wrapped element would be 2^31 elements before the pointer.
static AxisInfo transferAddPtr(const TransferInput &in, tt::AddPtrOp op) {
  if (!isPlainPointer(op.getType()))
    return AxisInfo::unknown(op.getType());
  unsigned bits = getIntegerBits(op.getOffset().getType());
  AxisInfo offset =
      bits < 32 ? interpretAs(Extension::Signed, in[1], bits) : in[1];
  return transferSum(in[0], offset, getUnit(op.getType()));
}

static AxisInfo transferBitcast(const TransferInput &in, tt::BitcastOp op) {
  Type from = op.getSrc().getType(), to = op.getType();
  if (isPlainPointer(from) && isPlainPointer(to))
    return transferPointerCast(in[0], getUnit(from), getUnit(to));
  return transferElementwise(in, to);
}

std::optional<AxisInfo> cm2tt::transferTile(const TransferInput &in,
                                            unsigned index) {
  using Result = std::optional<AxisInfo>;
  Type type = in.op->getResult(index).getType();
  auto getShape = [&](unsigned operand) {
    return getAxisShape(in.op->getOperand(operand).getType());
  };
  int64_t unit = getUnit(type);
  return llvm::TypeSwitch<Operation *, Result>(in.op)
      .Case([&](tt::MakeRangeOp op) { return transferMakeRange(op); })
      .Case<tt::GetProgramIdOp, tt::GetNumProgramsOp>(
          [&](Operation *) { return transferGrid(type); })
      .Case([&](ub::PoisonOp) { return transferPoison(type); })
      .Case([&](tt::LoadOp op) { return transferLoad(in, op); })
      .Case([&](tt::SplatOp) { return transferSplat(in[0], type); })
      .Case([&](tt::UnsplatOp) { return transferSplat(in[0], type); })
      .Case([&](tt::ExpandDimsOp op) {
        return transferExpandDims(in[0], op.getAxis(), unit);
      })
      .Case([&](tt::BroadcastOp) {
        return transferBroadcast(in[0], getShape(0), getAxisShape(type));
      })
      .Case([&](tt::TransOp op) { return transferTrans(in[0], op.getOrder()); })
      .Case([&](tt::ReshapeOp op) -> Result {
        if (op.getAllowReorder())
          return transferAnyOrder(in.operands, type, unit);
        return transferReshape(in[0], getShape(0), getAxisShape(type), unit);
      })
      .Case([&](tt::JoinOp op) {
        return transferJoin(in, type, op.getLhs() == op.getRhs());
      })
      .Case([&](tt::SplitOp) { return transferSplit(in[0]); })
      .Case(
          [&](tt::CatOp) { return transferAnyOrder(in.operands, type, unit); })
      .Case([&](tt::AddPtrOp op) -> Result { return transferAddPtr(in, op); })
      .Case([&](tt::BitcastOp op) { return transferBitcast(in, op); })
      .Case([&](tt::IntToPtrOp) { return transferPointerCast(in[0], 1, unit); })
      .Case([&](tt::PtrToIntOp op) {
        return transferPointerCast(in[0], getUnit(op.getSrc().getType()), 1);
      })
      .Case<tt::ElementwiseInlineAsmOp, tt::MapElementwiseOp>([&](Operation *) {
        // Assembly may read which lane it runs on; a pack of elements need
        // not be treated alike.
        return AxisInfo::unknown(type);
      })
      .Default([&](Operation *op) -> Result {
        if (op->hasTrait<tt::KeepsElements>())
          return in[0];
        if (!in.operands.empty() && op->hasTrait<tt::SameTiles>() &&
            isMemoryEffectFree(op))
          return transferElementwise(in, type);
        return std::nullopt;
      });
}
