// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Represents tiles whose extents are not powers of two by larger ones, as
/// layouts and vectors need. TTPadTilesInternals.h explains how.
///
/// First, the types of all values change, in place. Then each operation that
/// depends on elements of the padding excludes them, with the shapes that its
/// operands and results had before.
///
/// Not here: block pointers and descriptors, which have been lowered.

#include "TTPadTilesInternals.h"

#include "cm2tt/Tile/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "llvm/ADT/TypeSwitch.h"

#include <set>

using namespace mlir;
using namespace cm2tt;
using namespace cm2tt::pad;

namespace cm2tt {
#define GEN_PASS_DEF_TTPADTILESPASS
#include "cm2tt/Tile/Passes.h.inc"
} // namespace cm2tt

/// The shape of a tile; empty for other types.
static Shape shapeOf(Type type) {
  auto tile = dyn_cast<RankedTensorType>(type);
  return tile ? Shape(tile.getShape()) : Shape();
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

/// The constant with zeros in the padding, or with its one value everywhere.
static void padConstant(const PaddedOp &padded, arith::ConstantOp op) {
  auto type = cast<RankedTensorType>(op.getType());
  auto elements = dyn_cast<DenseElementsAttr>(op.getValue());
  if (!elements)
    return;
  if (elements.isSplat()) {
    op.setValueAttr(elements.resizeSplat(type));
    return;
  }
  const Shape &shape = padded.results[0];
  Attribute zero = Builder(op).getZeroAttr(type.getElementType());
  SmallVector<Attribute> values(type.getNumElements(), zero);
  for (auto [number, value] :
       llvm::enumerate(elements.getValues<Attribute>())) {
    int64_t rest = number, place = 0, stride = 1;
    for (size_t dim = shape.size(); dim-- > 0;) {
      place += rest % shape[dim] * stride;
      rest /= shape[dim];
      stride *= type.getDimSize(dim);
    }
    values[place] = value;
  }
  op.setValueAttr(DenseElementsAttr::get(type, values));
}

/// Extends the range, whose padding may exceed 32 bits.
static void padRange(Context &context, tt::MakeRangeOp op) {
  int64_t start = static_cast<int32_t>(op.getStart());
  int64_t end = start + op.getType().getDimSize(0);
  if (end <= std::numeric_limits<int32_t>::max()) {
    op.setEnd(static_cast<uint32_t>(end));
    return;
  }
  ImplicitLocOpBuilder builder(op.getLoc(), op);
  Value index = createCoordinates(builder, op.getType().getShape(), 0);
  context.replace(op, withConstant<arith::AddIOp>(builder, index, start));
}

//===----------------------------------------------------------------------===//
// Effects
//===----------------------------------------------------------------------===//

/// Masks an operation whose first operand has the shape of its mask.
template <typename OpT>
static void addMask(Context &context, const PaddedOp &padded, OpT op) {
  Value inside = context.masks.get(op.getLoc(), padded.operands[0]);
  if (!inside)
    return;
  ImplicitLocOpBuilder builder(op.getLoc(), op);
  if (Value mask = op.getMask())
    inside = arith::AndIOp::create(builder, mask, inside);
  op.getMaskMutable().assign(inside);
}

/// The padding accesses the memory of elements of the program, without a
/// change: it replaces what is there by the same.
static void padCas(Context &context, const PaddedOp &padded,
                   tt::AtomicCasOp op) {
  const Shape &shape = padded.operands[0];
  Value inside = context.masks.get(op.getLoc(), shape);
  if (!inside)
    return;
  ImplicitLocOpBuilder builder(op.getLoc(), op);
  op.getPtrMutable().assign(repeatLast(builder, op.getPtr(), shape));
  op.getValMutable().assign(
      arith::SelectOp::create(builder, inside, op.getVal(), op.getCmp()));
}

/// The padding waits for the values of elements of the program.
static void padPoll(const PaddedOp &padded, tt::AtomicPollOp op) {
  const Shape &shape = padded.operands[0];
  if (!needsPadding(shape))
    return;
  ImplicitLocOpBuilder builder(op.getLoc(), op);
  op.getPtrMutable().assign(repeatLast(builder, op.getPtr(), shape));
  op.getExpectedMutable().assign(repeatLast(builder, op.getExpected(), shape));
}

/// The padding is as asserted.
static void padAssert(Context &context, const PaddedOp &padded,
                      tt::AssertOp op) {
  Value inside = context.masks.get(op.getLoc(), padded.operands[0]);
  ImplicitLocOpBuilder builder(op.getLoc(), op);
  Value isTrue =
      createConstant(builder, inside.getType(), builder.getBoolAttr(true));
  op.getConditionMutable().assign(
      arith::SelectOp::create(builder, inside, op.getCondition(), isTrue));
}

/// Only the elements of the program are printed.
static void padPrint(const PaddedOp &padded, tt::PrintOp op) {
  Builder builder(op);
  SmallVector<Attribute> shapes;
  for (const Shape &shape : padded.operands)
    shapes.push_back(builder.getDenseI64ArrayAttr(shape));
  op.setShapesAttr(builder.getArrayAttr(shapes));
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// Excludes the padding from what an operation does. Others than these compute
/// each element from elements that are in the padding if it is, and have no
/// effect; or they pass values on.
static void excludePadding(Context &context, const PaddedOp &padded) {
  TypeSwitch<Operation *>(padded.op)
      .Case([&](arith::ConstantOp op) { padConstant(padded, op); })
      .Case([&](tt::MakeRangeOp op) { padRange(context, op); })
      .Case<tt::LoadOp, tt::StoreOp, tt::AtomicRmwOp, tt::AtomicLoadOp,
            tt::AtomicStoreOp, tt::HistogramOp>(
          [&](auto op) { addMask(context, padded, op); })
      .Case([&](tt::AtomicCasOp op) { padCas(context, padded, op); })
      .Case([&](tt::AtomicPollOp op) { padPoll(padded, op); })
      .Case([&](tt::AssertOp op) { padAssert(context, padded, op); })
      .Case([&](tt::PrintOp op) { padPrint(padded, op); })
      .Case([&](tt::ReduceOp op) { padReduce(context, padded, op); })
      .Case([&](tt::ScanOp op) { padScan(context, padded, op); })
      .Case([&](tt::DotOp op) { padDot(context, padded, op); })
      .Case([&](tt::DotScaledOp op) { padDotScaled(context, padded, op); })
      .Case([&](tt::MapElementwiseOp op) { padMap(context, padded, op); })
      .Case([&](tt::ReshapeOp op) { padReshape(context, padded, op); })
      .Case([&](tt::GatherOp op) { padGather(context, op); })
      .Case([&](tt::CatOp op) { padCat(context, padded, op); });
}

/// Whether `op` does for each element what may have an effect that no mask
/// prevents.
static bool isForeignEffect(Operation *op) {
  if (auto assembly = dyn_cast<tt::ElementwiseInlineAsmOp>(op))
    return !assembly.getPure();
  auto call = dyn_cast<tt::ExternElementwiseOp>(op);
  return call && !call.getPure();
}

/// A shape as messages have it: 96x80.
static std::string nameOf(ArrayRef<int64_t> shape) {
  std::string name;
  llvm::raw_string_ostream os(name);
  llvm::interleave(shape, os, "x");
  return name;
}

namespace {
struct TTPadTilesPass : cm2tt::impl::TTPadTilesPassBase<TTPadTilesPass> {
  using Base::Base;
  void runOnOperation() override {
    reported.clear();
    SmallVector<tt::FuncOp> funcs;
    for (auto func : getOperation().getOps<tt::FuncOp>()) {
      if (!func.isExternal())
        splitReductions(func);
      funcs.push_back(func);
    }
    for (tt::FuncOp func : funcs)
      if (failed(padFunction(func)))
        return signalPassFailure();
  }

  LogicalResult padFunction(tt::FuncOp func) {
    SmallVector<PaddedOp> ops;
    WalkResult walked = func.getBody().walk<WalkOrder::PreOrder>(
        [&](Operation *op) { return collect(op, ops); });
    if (walked.wasInterrupted())
      return failure();
    changeTypes(func);
    if (func.isExternal())
      return success();
    Context context{Masks(func), {}};
    for (const PaddedOp &padded : ops)
      excludePadding(context, padded);
    for (Operation *op : llvm::reverse(context.replaced))
      op->erase();
    padded += ops.size();
    return success();
  }

  /// Lists an operation that has a tile with padding.
  WalkResult collect(Operation *op, SmallVectorImpl<PaddedOp> &ops) {
    auto isPadded = [](Type type) { return getPaddedType(type) != type; };
    if (llvm::none_of(op->getOperandTypes(), isPadded) &&
        llvm::none_of(op->getResultTypes(), isPadded))
      return WalkResult::advance();
    if (isForeignEffect(op)) {
      op->emitError("'")
          << op->getName()
          << "' with side effects is not supported for a tile whose "
             "dimensions are not powers of two: "
          << op->getResultTypes().front();
      return WalkResult::interrupt();
    }
    PaddedOp listed{op, {}, {}};
    for (Type type : op->getOperandTypes())
      listed.operands.push_back(shapeOf(type));
    for (Type type : op->getResultTypes())
      listed.results.push_back(shapeOf(type));
    remarkOn(listed);
    ops.push_back(std::move(listed));
    return WalkResult::advance();
  }

  /// Reports the first tile of a shape in a line that has padding along more
  /// dimensions than the tiles that it is computed from. Tiles of one value
  /// are not: they accompany others.
  void remarkOn(const PaddedOp &listed) {
    if (isa<tt::SplatOp, arith::ConstantOp>(listed.op))
      return;
    auto countPadded = [](ArrayRef<int64_t> shape) {
      return llvm::count_if(
          shape, [](int64_t size) { return !llvm::isPowerOf2_64(size); });
    };
    int64_t known = 0;
    for (const Shape &shape : listed.operands)
      known = std::max<int64_t>(known, countPadded(shape));
    Location loc = listed.op->getLoc();
    auto place = loc->findInstanceOf<FileLineColLoc>();
    for (const Shape &shape : listed.results) {
      if (countPadded(shape) <= known)
        continue;
      if (!reported
               .insert({place ? place.getFilename().str() : "",
                        place ? place.getLine() : 0, shape})
               .second)
        continue;
      Shape rounded = roundUp(shape);
      double used = 1;
      for (auto [size, all] : llvm::zip_equal(shape, rounded))
        used *= double(size) / double(all);
      emitRemark(loc) << "a tile of " << nameOf(shape) << " is padded to "
                      << nameOf(rounded) << ": "
                      << static_cast<int>(100 * (1 - used) + 0.5)
                      << " % of the elements are idle";
    }
  }

  /// Gives all values of a function the types that represent theirs.
  void changeTypes(tt::FuncOp func) {
    auto change = [](Value value) {
      value.setType(getPaddedType(value.getType()));
    };
    auto changeArguments = [&](Region &region) {
      for (Block &block : region)
        llvm::for_each(block.getArguments(), change);
    };
    changeArguments(func.getBody());
    func.getBody().walk([&](Operation *op) {
      llvm::for_each(op->getResults(), change);
      llvm::for_each(op->getRegions(), changeArguments);
    });
    auto toPadded = [](TypeRange types) {
      return llvm::map_to_vector(types, getPaddedType);
    };
    func.setFunctionType(FunctionType::get(&getContext(),
                                           toPadded(func.getArgumentTypes()),
                                           toPadded(func.getResultTypes())));
  }

  /// File, line and shape of each remark.
  std::set<std::tuple<std::string, unsigned, Shape>> reported;
};
} // namespace
