// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Replaces tensor descriptors by pointers and masks.
///
/// A descriptor becomes the tensor's base, extents, strides and padding; see
/// the pass (Passes.td) for their types, which are the parameters of a kernel
/// that gets a descriptor. Operations that pass a descriptor on pass these.
///
/// The rules of descriptors help the layouts: the last stride is 1 and is not
/// read, and other strides are multiples of 16 bytes.
///
/// Not here: block pointers (TTLowerBlockPointers); addresses and masks
/// (BlockAccess.h).

#include "TTLowerDescriptorsInternals.h"
#include "cm2tt/Dialect/TT/TTDialect.h"
#include "cm2tt/Tile/AxisInfo.h"
#include "cm2tt/Tile/Passes.h"
#include "tile/prepare/BlockAccess.h"
#include "tile/prepare/StructuralConversion.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace cm2tt;

namespace cm2tt {
#define GEN_PASS_DEF_TTLOWERDESCRIPTORSPASS
#include "cm2tt/Tile/Passes.h.inc"
} // namespace cm2tt

//===----------------------------------------------------------------------===//
// The values of a descriptor
//===----------------------------------------------------------------------===//

/// The base, then extents, strides, and whether the padding is NaN.
static std::optional<LogicalResult>
convertDescriptor(tt::TensorDescType type, SmallVectorImpl<Type> &types) {
  MLIRContext *context = type.getContext();
  types.push_back(tt::getDescBaseType(type));
  types.append(2 * type.getBlockType().getRank(),
               IntegerType::get(context, 64));
  types.push_back(IntegerType::get(context, 1));
  return success();
}

/// Marks accesses of a descriptor whose base and strides may be no multiples of
/// 16 bytes. Kernels get such descriptors as parameters: their attribute
/// `tt.divisibility` is 1.
static constexpr StringLiteral unalignedAttr = "tt.unaligned";

/// Divides all strides of an aligned descriptor but the last, in elements.
static int64_t getStrideDivisor(tt::TensorDescType type) {
  return std::max<int64_t>(1, kBulkCopyBytes /
                                  getPointeeBytes(tt::getDescBaseType(type)));
}

namespace {
/// The values of a descriptor that an operation accesses.
struct Descriptor {
  /// The descriptor is the first operand of an access.
  Descriptor(Operation *access, ValueRange values)
      : type(cast<tt::TensorDescType>(access->getOperand(0).getType())),
        values(values),
        strideDivisor(access->hasAttr(unalignedAttr) ? 1
                                                     : getStrideDivisor(type)) {
  }

  /// The block at `offsets`, of type i64 or a tile of it.
  TensorBlock blockAt(OpBuilder &builder, Location loc,
                      ArrayRef<Value> offsets) const {
    size_t rank = type.getBlockType().getRank();
    TensorBlock block{values.front(), llvm::to_vector(values.slice(1, rank)),
                      llvm::to_vector(values.slice(1 + rank, rank)),
                      llvm::to_vector(offsets), strideDivisor};
    block.strides.back() = arith::ConstantIntOp::create(builder, loc, 1, 64);
    return block;
  }
  Type getElementType() const {
    return type.getSignlessBlockType().getElementType();
  }

  tt::TensorDescType type;
  ValueRange values;
  int64_t strideDivisor;
};

/// Accesses the block of a descriptor as the tile of an operation.
struct DescriptorAccess : BlockAccess {
  DescriptorAccess(OpBuilder &builder, Location loc, const Descriptor &desc,
                   ArrayRef<Value> offsets, Value tile)
      : DescriptorAccess(builder, loc, desc, offsets,
                         cast<RankedTensorType>(tile.getType()).getShape()) {}
  DescriptorAccess(OpBuilder &builder, Location loc, const Descriptor &desc,
                   ArrayRef<Value> offsets, ArrayRef<int64_t> tileShape)
      : BlockAccess(builder, loc, desc.blockAt(builder, loc, offsets),
                    desc.type.getBlockType().getShape(), tileShape),
        desc(desc), pointers(createPointers()),
        mask(createMask(llvm::to_vector(
            llvm::seq<int32_t>(0, desc.type.getBlockType().getRank())))) {}

  Value createOther() {
    return createPadding(desc.getElementType(), desc.values.back());
  }

  Descriptor desc;
  Value pointers, mask;
};
} // namespace

/// A number or a tile of integers, as i64.
static Value extend(OpBuilder &builder, Location loc, Value value) {
  Type i64 = builder.getI64Type();
  if (getElementTypeOrSelf(value) == i64)
    return value;
  return arith::ExtSIOp::create(
      builder, loc, tt::withElementType(value.getType(), i64), value);
}

/// The indices of a block as numbers of 64 bits.
static SmallVector<Value> extend(OpBuilder &builder, Location loc,
                                 ArrayRef<ValueRange> indices) {
  return llvm::map_to_vector(indices, [&](ValueRange index) {
    return extend(builder, loc, index.front());
  });
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

namespace {
struct MakeTensorDescriptorOpLowering
    : OpConversionPattern<tt::MakeTensorDescriptorOp> {
  using Base::Base;
  LogicalResult
  matchAndRewrite(tt::MakeTensorDescriptorOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    SmallVector<Value> values{adaptor.getBase().front()};
    llvm::append_range(values, extend(rewriter, loc, adaptor.getShape()));
    for (ValueRange stride : adaptor.getStrides())
      values.push_back(stride.front());
    bool isNaN = op.getPadding() == tt::PaddingOption::PAD_NAN;
    values.push_back(arith::ConstantIntOp::create(rewriter, loc, isNaN, 1));
    rewriter.replaceOpWithMultiple(op, {values});
    return success();
  }
};

struct DescriptorLoadOpLowering : OpConversionPattern<tt::DescriptorLoadOp> {
  using Base::Base;
  LogicalResult
  matchAndRewrite(tt::DescriptorLoadOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    DescriptorAccess access(rewriter, loc, {op, adaptor.getDesc()},
                            extend(rewriter, loc, adaptor.getIndices()),
                            op.getResult());
    rewriter.replaceOpWithNewOp<tt::LoadOp>(op, access.pointers, access.mask,
                                            access.createOther(), op.getCache(),
                                            op.getEvict());
    return success();
  }
};

struct DescriptorStoreOpLowering : OpConversionPattern<tt::DescriptorStoreOp> {
  using Base::Base;
  LogicalResult
  matchAndRewrite(tt::DescriptorStoreOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    DescriptorAccess access(rewriter, loc, {op, adaptor.getDesc()},
                            extend(rewriter, loc, adaptor.getIndices()),
                            op.getSrc());
    rewriter.replaceOpWithNewOp<tt::StoreOp>(
        op, access.pointers, adaptor.getSrc().front(), access.mask,
        tt::CacheModifier::NONE);
    return success();
  }
};

struct DescriptorReduceOpLowering
    : OpConversionPattern<tt::DescriptorReduceOp> {
  using Base::Base;
  LogicalResult
  matchAndRewrite(tt::DescriptorReduceOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    DescriptorAccess access(rewriter, loc, {op, adaptor.getDesc()},
                            extend(rewriter, loc, adaptor.getIndices()),
                            op.getSrc());
    Type element = access.desc.type.getBlockType().getElementType();
    createReduction(rewriter, loc,
                    {op.getKind(), element.isUnsignedInteger(), access.pointers,
                     adaptor.getSrc().front(), access.mask,
                     access.desc.values.front()});
    rewriter.eraseOp(op);
    return success();
  }
};

struct DescriptorGatherOpLowering
    : OpConversionPattern<tt::DescriptorGatherOp> {
  using Base::Base;
  LogicalResult
  matchAndRewrite(tt::DescriptorGatherOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    SmallVector<Value> offsets =
        extend(rewriter, loc, {adaptor.getXOffsets(), adaptor.getYOffset()});
    DescriptorAccess access(rewriter, loc, {op, adaptor.getDesc()}, offsets,
                            op.getResult());
    rewriter.replaceOpWithNewOp<tt::LoadOp>(op, access.pointers, access.mask,
                                            access.createOther());
    return success();
  }
};

struct DescriptorScatterOpLowering
    : OpConversionPattern<tt::DescriptorScatterOp> {
  using Base::Base;
  LogicalResult
  matchAndRewrite(tt::DescriptorScatterOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    SmallVector<Value> offsets =
        extend(rewriter, loc, {adaptor.getXOffsets(), adaptor.getYOffset()});
    DescriptorAccess access(rewriter, loc, {op, adaptor.getDesc()}, offsets,
                            op.getSrc());
    rewriter.replaceOpWithNewOp<tt::StoreOp>(
        op, access.pointers, adaptor.getSrc().front(), access.mask,
        tt::CacheModifier::NONE);
    return success();
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Parameters
//===----------------------------------------------------------------------===//

/// The location of a parameter that is a part of the descriptor at `loc`: named
/// `x.base` if that is named `x`.
static Location nameOf(Location loc, StringRef part) {
  auto name = dyn_cast<NameLoc>(loc);
  if (!name)
    return loc;
  return NameLoc::get(StringAttr::get(loc.getContext(),
                                      name.getName().str() + "." + part.str()),
                      name.getChildLoc());
}

/// Names the parameters that the descriptor at `index` consists of, and says
/// what divides them. Returns the index of the next parameter.
static unsigned describeParameters(tt::FuncOp func, unsigned index,
                                   tt::TensorDescType type, bool isAligned) {
  Builder builder(func.getContext());
  unsigned rank = type.getBlockType().getRank();
  auto describe = [&](const Twine &name, int64_t divisor) {
    if (divisor > 1 && isAligned)
      func.setArgAttr(index, tt::kDivisibilityAttr,
                      builder.getI32IntegerAttr(divisor));
    if (!func.isExternal()) {
      BlockArgument argument = func.getArgument(index);
      argument.setLoc(nameOf(argument.getLoc(), name.str()));
    }
    ++index;
  };
  describe("base", kBulkCopyBytes);
  for (unsigned dim = 0; dim < rank; ++dim)
    describe("shape" + Twine(dim), 1);
  for (unsigned dim = 0; dim < rank; ++dim)
    describe("stride" + Twine(dim),
             dim + 1 < rank ? getStrideDivisor(type) : 1);
  describe("nan", 1);
  return index;
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

static bool isDescriptorAccess(Operation *op) {
  return isa<tt::MakeTensorDescriptorOp, tt::DescriptorGatherOp,
             tt::DescriptorLoadOp, tt::DescriptorReduceOp,
             tt::DescriptorScatterOp, tt::DescriptorStoreOp>(op);
}

/// Whether an operation defines, uses or declares a descriptor.
static bool hasDescriptor(Operation *op) {
  auto contains = [](TypeRange types) {
    return llvm::any_of(types, llvm::IsaPred<tt::TensorDescType>);
  };
  if (auto func = dyn_cast<tt::FuncOp>(op))
    return contains(func.getArgumentTypes()) || contains(func.getResultTypes());
  return contains(op->getOperandTypes()) || contains(op->getResultTypes());
}

/// Whether a parameter of a kernel says that it is an unaligned descriptor.
static bool isUnaligned(tt::FuncOp func, unsigned index) {
  auto divisor =
      func.getArgAttrOfType<IntegerAttr>(index, tt::kDivisibilityAttr);
  return func.isPublic() && divisor &&
         isa<tt::TensorDescType>(func.getArgumentTypes()[index]) &&
         divisor.getInt() % kBulkCopyBytes != 0;
}

/// The kernel of which a value is a parameter; null for all other values.
static tt::FuncOp kernelOf(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  auto func =
      argument
          ? dyn_cast_or_null<tt::FuncOp>(argument.getOwner()->getParentOp())
          : tt::FuncOp();
  bool isParameter =
      func && func.isPublic() && argument.getOwner()->isEntryBlock();
  return isParameter ? func : tt::FuncOp();
}

/// Whether a value is such a parameter.
static bool isUnaligned(Value desc) {
  tt::FuncOp func = kernelOf(desc);
  return func && isUnaligned(func, cast<BlockArgument>(desc).getArgNumber());
}

namespace {
/// The parameters of a kernel before they are converted.
struct Parameters {
  explicit Parameters(tt::FuncOp func)
      : func(func), types(llvm::to_vector(func.getArgumentTypes())) {
    for (unsigned index = 0; index < types.size(); ++index)
      areAligned.push_back(!isUnaligned(func, index));
  }

  tt::FuncOp func;
  SmallVector<Type> types;
  SmallVector<bool> areAligned;
};
} // namespace

/// Checks an operation that has a descriptor.
static LogicalResult check(Operation *op) {
  if (auto func = dyn_cast<tt::FuncOp>(op))
    return checkParameters(func);
  if (auto make = dyn_cast<tt::MakeTensorDescriptorOp>(op))
    return checkDescriptor(make);
  if (isDescriptorAccess(op))
    return checkNoLayout(op);
  if (isStructural(op))
    return success();
  return op->emitError("'")
         << op->getName() << "' is not supported for tensor descriptors";
}

namespace {
struct TTLowerDescriptorsPass
    : cm2tt::impl::TTLowerDescriptorsPassBase<TTLowerDescriptorsPass> {
  using Base::Base;
  void runOnOperation() override {
    bulk.clear();
    unaligned.clear();
    bool isUsed = false;
    WalkResult walked = getOperation().walk([&](Operation *op) {
      if (!hasDescriptor(op))
        return WalkResult::advance();
      isUsed = true;
      lowered += isDescriptorAccess(op) && !isa<tt::MakeTensorDescriptorOp>(op);
      return failed(check(op)) ? WalkResult::interrupt()
                               : WalkResult::advance();
    });
    if (walked.wasInterrupted())
      return signalPassFailure();
    if (isUsed && failed(lower()))
      signalPassFailure();
  }

  /// Decides which descriptors bulk copies access: all of a set, or none.
  void decide() {
    llvm::MapVector<Value, StringRef> obstacles;
    DescriptorSets(getOperation()).forEach([&](ArrayRef<Value> descs) {
      StringRef obstacle;
      if (llvm::any_of(descs, [](Value desc) { return isUnaligned(desc); })) {
        unaligned.insert(descs.begin(), descs.end());
        obstacle = "the base or a stride may be no multiple of 16 bytes";
      } else if (!tensorMaps) {
        obstacle = "there are no tensor maps";
      } else {
        obstacle = findBulkObstacle(descs, createsTensorMaps,
                                    getAnalysis<ModuleAxisInfo>());
      }
      if (obstacle.empty())
        bulk.insert(descs.begin(), descs.end());
      else
        for (Value desc : descs)
          obstacles[desc] = obstacle;
    });
    report(obstacles);
  }

  /// Reports descriptors that kernels get or create, in their order.
  void report(const llvm::MapVector<Value, StringRef> &obstacles) {
    auto reportAt = [&](Operation *op, Value desc) {
      auto found = obstacles.find(desc);
      if (found != obstacles.end())
        op->emitRemark("tensor descriptors are accessed by pointers with "
                       "masks, not by bulk tensor copies: ")
            << found->second;
    };
    getOperation().walk<WalkOrder::PreOrder>([&](Operation *op) {
      auto func = dyn_cast<tt::FuncOp>(op);
      if (func && func.isPublic() && !func.isExternal())
        for (BlockArgument argument : func.getArguments())
          reportAt(op, argument);
      if (auto make = dyn_cast<tt::MakeTensorDescriptorOp>(op))
        reportAt(op, make.getResult());
    });
  }

  LogicalResult lower() {
    decide();
    KeptDescriptors::hide(getOperation(), bulk);
    markUnaligned();
    SmallVector<Parameters> kernels;
    for (auto func : getOperation().getOps<tt::FuncOp>())
      if (func.isPublic())
        kernels.push_back(Parameters(func));
    if (failed(convert()))
      return failure();
    KeptDescriptors::restore(getOperation());
    for (const Parameters &kernel : kernels) {
      unsigned index = 0;
      for (auto [type, isAligned] : llvm::zip(kernel.types, kernel.areAligned))
        if (auto desc = dyn_cast<tt::TensorDescType>(type))
          index = describeParameters(kernel.func, index, desc, isAligned);
        else
          ++index;
    }
    return success();
  }

  /// Marks accesses of descriptors that may be unaligned.
  void markUnaligned() {
    getOperation().walk([&](Operation *op) {
      if (isDescriptorAccess(op) && !isa<tt::MakeTensorDescriptorOp>(op) &&
          unaligned.contains(op->getOperand(0)))
        op->setAttr(unalignedAttr, UnitAttr::get(&getContext()));
    });
  }

  /// Whether bulk copies access the descriptor of an access, or one that is
  /// created.
  static bool isKept(Operation *op) {
    Value desc = isa<tt::MakeTensorDescriptorOp>(op) ? op->getResult(0)
                                                     : op->getOperand(0);
    return KeptDescriptors::isHidden(desc.getType());
  }

  LogicalResult convert() {
    TypeConverter converter;
    converter.addConversion([](Type type) { return type; });
    converter.addConversion(convertDescriptor);
    RewritePatternSet patterns(&getContext());
    ConversionTarget target(getContext());
    populateStructuralConversion(converter, patterns, target);
    patterns.add<DescriptorGatherOpLowering, DescriptorLoadOpLowering,
                 DescriptorReduceOpLowering, DescriptorScatterOpLowering,
                 DescriptorStoreOpLowering, MakeTensorDescriptorOpLowering>(
        converter, &getContext());
    target.addIllegalOp<tt::DescriptorGatherOp, tt::DescriptorScatterOp>();
    target.addDynamicallyLegalOp<tt::DescriptorLoadOp, tt::DescriptorReduceOp,
                                 tt::DescriptorStoreOp,
                                 tt::MakeTensorDescriptorOp>(isKept);
    return applyPartialConversion(getOperation(), target, std::move(patterns));
  }

  /// The descriptors that bulk copies access.
  llvm::DenseSet<Value> bulk;
  /// The descriptors whose base and strides may be no multiples of 16 bytes.
  llvm::DenseSet<Value> unaligned;
};
} // namespace
