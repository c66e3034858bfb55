// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Tensor descriptors: their rules, and the maps that were encoded for them.

#include "cm2tt/Runtime/TensorDescriptor.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

#include <limits>

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;

/// Bulk tensor copies move units of this size.
static constexpr int64_t unitBytes = 16;
/// Triton's bound on the elements of a tile.
static constexpr int64_t maxTileElements = int64_t(1) << 20;
/// The strides of a tensor map have fewer bytes.
static constexpr int64_t strideBound = int64_t(1) << 40;
/// Indices are ints.
static constexpr int64_t maxExtent = std::numeric_limits<int32_t>::max();

/// `64x32`.
static std::string shapeText(ArrayRef<int64_t> shape) {
  return join(map_range(shape, [](int64_t n) { return std::to_string(n); }),
              "x");
}

static Error refuse(const Twine &message) {
  return createStringError(std::make_error_code(std::errc::invalid_argument),
                           "a tensor descriptor " + message);
}

static Error checkBlock(const TensorDescription &given) {
  int64_t count = 1, bytes = elementBytes(given.element);
  for (int64_t extent : given.block) {
    if (extent < 1 || extent > maxTileElements || !isPowerOf2_64(extent))
      return refuse("has a block of " + shapeText(given.block) +
                    ": expected powers of two");
    count *= extent;
    if (count > maxTileElements)
      return refuse("has a block of " + shapeText(given.block) +
                    ": expected at most " + Twine(maxTileElements) +
                    " elements");
  }
  if (given.block.back() * bytes < unitBytes)
    return refuse("has a block with rows of " +
                  Twine(given.block.back() * bytes) + " bytes: expected " +
                  Twine(unitBytes) + " or more");
  return Error::success();
}

static Error checkTensor(const TensorDescription &given) {
  for (int64_t extent : given.shape)
    if (extent < 0 || extent > maxExtent)
      return refuse("has an extent of " + Twine(extent) +
                    ": expected 0 to 2^31 - 1");
  for (int64_t stride : given.strides)
    if (stride < 0)
      return refuse("has a stride of " + Twine(stride) +
                    ": expected no negative one");
  if (given.strides.back() != 1)
    return refuse("has a last stride of " + Twine(given.strides.back()) +
                  ": expected 1");
  if (given.address % elementBytes(given.element))
    return refuse("begins at 0x" + utohexstr(given.address) +
                  ": expected a multiple of the size of an element");
  return Error::success();
}

static Error check(const TensorDescription &given) {
  const size_t rank = given.shape.size();
  if (rank < 1 || rank > maxTensorRank)
    return refuse("has " + Twine(rank) + " dimensions: expected 1 to " +
                  Twine(maxTensorRank));
  if (given.strides.size() != rank || given.block.size() != rank)
    return refuse("has " + Twine(rank) + " extents, " +
                  Twine(given.strides.size()) + " strides and a block of " +
                  Twine(given.block.size()) + ": expected one number");
  if (given.element == ElementType::I1)
    return refuse("has truth values as elements: expected numbers");
  if (given.padsWithNaN && isInteger(given.element))
    return refuse("pads " + elementTypeName(given.element) +
                  " with NaN: expected floating-point numbers");
  if (Error error = checkBlock(given))
    return error;
  return checkTensor(given);
}

Expected<std::unique_ptr<TensorDescriptor>>
TensorDescriptor::create(const TensorDescription &given) {
  if (Error error = check(given))
    return error;
  std::unique_ptr<TensorDescriptor> result(new TensorDescriptor());
  result->base = given.address;
  result->elementType = given.element;
  result->numDims = static_cast<unsigned>(given.shape.size());
  copy(given.shape, result->extents.begin());
  copy(given.strides, result->steps.begin());
  copy(given.block, result->blockShape.begin());
  result->isNaN = given.padsWithNaN;
  result->readOnly = given.isReadOnly;
  result->aligned = result->findAligned();
  // Powers of two up to 2^20, each by its exponent and one.
  for (int64_t extent : given.block)
    result->number = result->number << 5 | (Log2_64(extent) + 1);
  return result;
}

TensorDescriptor::~TensorDescriptor() {
  for (const Encoded *each = maps.load(); each;) {
    const Encoded *next = each->next;
    delete each;
    each = next;
  }
}

bool TensorDescriptor::findAligned() const {
  const int64_t bytes = elementBytes(elementType);
  if (base % unitBytes || extents[numDims - 1] * bytes % unitBytes)
    return false;
  for (int64_t stride : strides().drop_back())
    if (stride == 0 || stride >= strideBound / bytes ||
        stride * bytes % unitBytes)
      return false;
  return all_of(shape(), [](int64_t extent) { return extent > 0; });
}

Expected<const TensorMap *>
TensorDescriptor::getMap(const TensorMapRecipe &recipe,
                         function_ref<Error(TensorMap &)> encode) const {
  if (const TensorMap *known = findMap(recipe))
    return known;
  auto made = std::make_unique<Encoded>();
  made->recipe = recipe;
  if (Error error = encode(made->map))
    return error;
  // Two threads may encode the same; both maps are right.
  made->next = maps.load(std::memory_order_relaxed);
  Encoded *entry = made.release();
  while (!maps.compare_exchange_weak(
      entry->next, entry, std::memory_order_release, std::memory_order_relaxed))
    ;
  return &entry->map;
}

std::string TensorDescriptor::typeName() const {
  return ("tensordesc<" + elementTypeName(elementType) + "[" +
          shapeText(block()) + "]>")
      .str();
}
