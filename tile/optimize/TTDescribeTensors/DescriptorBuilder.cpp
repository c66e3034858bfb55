// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Creates the descriptors of the tensors that a kernel accesses, and these
/// accesses.
///
/// **No elements.** A tensor map cannot have an extent of 0. An extent that is
/// not positive becomes 1, and the first index of a box is then one outside of
/// the tensor, so that the box is outside, as the mask says: a load is zero,
/// and a store writes nothing.
///
/// Extents and strides have parameters and constants only, so that the launcher
/// creates the descriptors.

#include "DescriptorBuilder.h"

#include "cm2tt/Dialect/TT/TensorRecipe.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace cm2tt;

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

static Value createConstant(OpBuilder &builder, Location loc, int64_t value,
                            Type type) {
  return arith::ConstantOp::create(builder, loc,
                                   builder.getIntegerAttr(type, value));
}

/// The integer with a type, sign-extended or truncated.
static Value convert(OpBuilder &builder, Location loc, Value value, Type type) {
  Type from = value.getType();
  if (from == type)
    return value;
  if (isa<IndexType>(from))
    return arith::IndexCastOp::create(builder, loc, type, value);
  if (from.getIntOrFloatBitWidth() < type.getIntOrFloatBitWidth())
    return arith::ExtSIOp::create(builder, loc, type, value);
  return arith::TruncIOp::create(builder, loc, type, value);
}

static Value multiply(OpBuilder &builder, Location loc, Value left,
                      Value right) {
  return left ? builder.createOrFold<arith::MulIOp>(loc, left, right) : right;
}

/// How far the counter of a loop has advanced.
static Value createAdvance(OpBuilder &builder, Location loc, scf::ForOp loop,
                           Type type) {
  Value counter = convert(builder, loc, loop.getInductionVar(), type);
  if (matchPattern(loop.getLowerBound(), m_Zero()))
    return counter;
  return arith::SubIOp::create(
      builder, loc, counter, convert(builder, loc, loop.getLowerBound(), type));
}

Value DescriptorBuilder::createProduct(OpBuilder &builder, Location loc,
                                       const Monomial &monomial,
                                       int64_t coefficient, Type type) {
  Value product;
  for (unsigned atom : monomial) {
    scf::ForOp loop = atoms.asIteration(atom);
    if (!loop) {
      product = multiply(builder, loc, product,
                         convert(builder, loc, atoms.asValue(atom), type));
      continue;
    }
    Value advance = createAdvance(builder, loc, loop, type);
    APInt step;
    std::optional<int64_t> part;
    if (matchPattern(loop.getStep(), m_ConstantInt(&step)))
      part = divideExactly(coefficient, step.getSExtValue());
    if (part && step.isStrictlyPositive())
      coefficient = *part;
    else
      advance = builder.createOrFold<arith::DivSIOp>(
          loc, advance, convert(builder, loc, loop.getStep(), type));
    product = multiply(builder, loc, product, advance);
  }
  if (coefficient == 1 && product)
    return product;
  return multiply(builder, loc, product,
                  createConstant(builder, loc, coefficient, type));
}

Value DescriptorBuilder::createSum(OpBuilder &builder, Location loc,
                                   const Polynomial &sum, Type type) {
  Value result;
  for (const auto &[monomial, coefficient] : sum.getTerms()) {
    Value product = createProduct(builder, loc, monomial, coefficient, type);
    result = result ? builder.createOrFold<arith::AddIOp>(loc, result, product)
                    : product;
  }
  return result ? result : createConstant(builder, loc, 0, type);
}

/// An index of type i32. One that 32 bits cannot have is outside of the tensor.
Value DescriptorBuilder::createIndex(OpBuilder &builder, Location loc,
                                     const Polynomial &sum) {
  bool isNarrow = llvm::all_of(sum.getTerms(), [](const auto &term) {
    return llvm::isInt<32>(term.second);
  });
  isNarrow &= sum.allAtoms([&](unsigned atom) {
    scf::ForOp loop = atoms.asIteration(atom);
    Value value = loop ? loop.getInductionVar() : atoms.asValue(atom);
    return value.getType().isInteger() &&
           value.getType().getIntOrFloatBitWidth() <= 32;
  });
  if (isNarrow)
    return createSum(builder, loc, sum, builder.getI32Type());
  Type wide = builder.getI64Type();
  Value index = createSum(builder, loc, sum, wide);
  Value outside =
      createConstant(builder, loc, llvm::alignDown(kUnlimited, 64), wide);
  index = arith::MinSIOp::create(builder, loc, index, outside);
  return arith::TruncIOp::create(builder, loc, builder.getI32Type(), index);
}

//===----------------------------------------------------------------------===//
// Descriptors
//===----------------------------------------------------------------------===//

/// The recipe of an extent or a stride.
tt::TensorRecipe::Product
DescriptorBuilder::getProduct(const Polynomial &value) const {
  tt::TensorRecipe::Product product;
  if (value.isZero()) {
    product.factor = 0;
    return product;
  }
  const auto &[monomial, coefficient] = *value.getTerms().begin();
  product.factor = coefficient;
  for (unsigned atom : monomial)
    product.arguments.push_back(
        llvm::cast<BlockArgument>(atoms.asValue(atom)).getArgNumber());
  return product;
}

Value DescriptorBuilder::createParameter(const Tensor &tensor) {
  tt::TensorRecipe recipe;
  auto base = llvm::cast<BlockArgument>(tensor.base);
  recipe.base = base.getArgNumber();
  for (const Polynomial &extent : tensor.extents)
    recipe.extents.push_back(getProduct(extent));
  for (const Polynomial &stride : tensor.strides)
    recipe.strides.push_back(getProduct(stride));
  Builder builder(func.getContext());
  unsigned index = func.getNumArguments();
  (void)func.insertArgument(index, tensor.type,
                            builder.getDictionaryAttr(builder.getNamedAttr(
                                tt::kTensorRecipeAttr, recipe.toAttr(builder))),
                            base.getLoc());
  return func.getArgument(index);
}

/// Whether an extent is positive.
Value DescriptorBuilder::createIsFull(const Polynomial &extent) {
  if (std::optional<int64_t> known = extent.getConstant(); known && *known > 0)
    return {};
  OpBuilder builder = OpBuilder::atBlockBegin(&func.getBody().front());
  Location loc = func.getLoc();
  Type wide = builder.getI64Type();
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::sgt,
                               createSum(builder, loc, extent, wide),
                               createConstant(builder, loc, 0, wide));
}

DescriptorBuilder::Tensor &DescriptorBuilder::getTensor(RankedTensorType tile,
                                                        const TensorBox &box) {
  Tensor tensor;
  tensor.base = box.base;
  SmallVector<int64_t> block;
  for (const TensorDim &dim : box.dims) {
    block.push_back(dim.size);
    tensor.strides.push_back(dim.stride);
    tensor.extents.push_back(
        dim.extent.value_or(Polynomial::constant(kUnlimited)));
  }
  tensor.type = tt::TensorDescType::get(
      RankedTensorType::get(block, tile.getElementType()));
  for (Tensor &known : tensors)
    if (known.base == tensor.base && known.type == tensor.type &&
        known.strides == tensor.strides && known.extents == tensor.extents)
      return known;
  for (const Polynomial &extent : tensor.extents)
    tensor.areFull.push_back(createIsFull(extent));
  tensor.desc = createParameter(tensor);
  return tensors.emplace_back(std::move(tensor));
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

/// The first index of a box along each dimension.
SmallVector<Value> DescriptorBuilder::createIndices(OpBuilder &builder,
                                                    Location loc,
                                                    const Tensor &tensor,
                                                    const TensorBox &box) {
  SmallVector<Value> indices;
  for (auto [dim, isFull] : llvm::zip_equal(box.dims, tensor.areFull)) {
    Value index = createIndex(builder, loc, dim.start);
    // Any multiple of 16 bytes that is not 0.
    if (isFull)
      index = arith::SelectOp::create(
          builder, loc, isFull, index,
          createConstant(builder, loc, kCopyUnit, builder.getI32Type()));
    indices.push_back(index);
  }
  return indices;
}

/// The tile has the dimensions of the box but those with a single index, in
/// another order: dimension `d` of the tile is number `order[d]` of these.
static SmallVector<int32_t> getOrder(const TensorBox &box, unsigned rank) {
  SmallVector<int32_t> order(rank);
  int32_t number = 0;
  for (const TensorDim &dim : box.dims)
    if (dim.tileDim)
      order[*dim.tileDim] = number++;
  return order;
}

void DescriptorBuilder::replace(tt::LoadOp load, const TensorBox &box) {
  auto type = llvm::cast<RankedTensorType>(load.getType());
  const Tensor &tensor = getTensor(type, box);
  OpBuilder builder(load);
  Location loc = load.getLoc();
  SmallVector<Value> indices = createIndices(builder, loc, tensor, box);
  SmallVector<int32_t> order = getOrder(box, type.getRank());
  SmallVector<int64_t> shape(order.size());
  for (auto [dim, number] : llvm::enumerate(order))
    shape[number] = type.getDimSize(dim);
  Value tile = tt::DescriptorLoadOp::create(
      builder, loc, RankedTensorType::get(shape, type.getElementType()),
      tensor.desc, indices, load.getCache(), load.getEvict());
  if (!llvm::is_sorted(order))
    tile = tt::TransOp::create(builder, loc, type, tile, order);
  load.replaceAllUsesWith(tile);
  load.erase();
}

void DescriptorBuilder::replace(tt::StoreOp store, const TensorBox &box) {
  Value tile = store.getValue();
  auto type = llvm::cast<RankedTensorType>(tile.getType());
  const Tensor &tensor = getTensor(type, box);
  OpBuilder builder(store);
  Location loc = store.getLoc();
  SmallVector<Value> indices = createIndices(builder, loc, tensor, box);
  SmallVector<int32_t> inverse(type.getRank());
  SmallVector<int64_t> shape(type.getRank());
  for (auto [dim, number] : llvm::enumerate(getOrder(box, type.getRank()))) {
    inverse[number] = static_cast<int32_t>(dim);
    shape[number] = type.getDimSize(dim);
  }
  if (!llvm::is_sorted(inverse))
    tile = tt::TransOp::create(
        builder, loc, RankedTensorType::get(shape, type.getElementType()), tile,
        inverse);
  tt::DescriptorStoreOp::create(builder, loc, tensor.desc, tile, indices);
  store.erase();
}
