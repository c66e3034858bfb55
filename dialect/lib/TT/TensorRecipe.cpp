// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Recipes of tensors as attributes.

#include "cm2tt/Dialect/TT/TensorRecipe.h"

using namespace mlir;
using namespace cm2tt::tt;

using Products = SmallVector<TensorRecipe::Product, 5>;

static ArrayAttr toAttr(Builder &builder, const Products &products) {
  SmallVector<Attribute> attrs;
  for (const TensorRecipe::Product &product : products) {
    SmallVector<int64_t> numbers = {product.factor};
    llvm::append_range(numbers, product.arguments);
    attrs.push_back(builder.getDenseI64ArrayAttr(numbers));
  }
  return builder.getArrayAttr(attrs);
}

DictionaryAttr TensorRecipe::toAttr(Builder &builder) const {
  return builder.getDictionaryAttr(
      {builder.getNamedAttr("base", builder.getI32IntegerAttr(base)),
       builder.getNamedAttr("extents", ::toAttr(builder, extents)),
       builder.getNamedAttr("strides", ::toAttr(builder, strides))});
}

/// Whether the attribute is a list of products.
static bool read(Attribute attr, Products &products) {
  auto array = dyn_cast_or_null<ArrayAttr>(attr);
  if (!array)
    return false;
  for (Attribute each : array) {
    auto numbers = dyn_cast<DenseI64ArrayAttr>(each);
    if (!numbers || numbers.empty())
      return false;
    TensorRecipe::Product &product = products.emplace_back();
    product.factor = numbers[0];
    for (int64_t argument : numbers.asArrayRef().drop_front()) {
      if (argument < 0 || argument > INT32_MAX)
        return false;
      product.arguments.push_back(static_cast<unsigned>(argument));
    }
  }
  return true;
}

std::optional<TensorRecipe> TensorRecipe::fromAttr(Attribute attr) {
  auto fields = dyn_cast_or_null<DictionaryAttr>(attr);
  if (!fields)
    return std::nullopt;
  auto base = fields.getAs<IntegerAttr>("base");
  TensorRecipe recipe;
  if (!base || !base.getType().isInteger(32) || base.getInt() < 0 ||
      !read(fields.get("extents"), recipe.extents) ||
      !read(fields.get("strides"), recipe.strides) ||
      recipe.extents.size() != recipe.strides.size())
    return std::nullopt;
  recipe.base = static_cast<unsigned>(base.getInt());
  return recipe;
}
