// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Sorting along an axis with the index of each element, the lesser index first
/// of equal elements.
///
/// Where a key and an index fit into one integer, that is sorted: with the key
/// above, it has the order of both. So 16-bit elements of up to 65536 along the
/// axis become 32-bit integers, other ones of up to 32 bits 64-bit integers.
/// The network moves keys of 64 bits and indices side by side.
///
/// Not here: the network (SortNetwork.cpp).

#include "SortInternals.h"

#include "cm2tt/Dialect/TT/TTOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace cm2tt;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// A record of the elements and their indices, or the indices alone.
template <bool withValue>
static FailureOr<AbsType> typeOfIndexedSort(ArrayRef<AbsType> args,
                                            const SortOptions &options,
                                            EmitError) {
  SmallVector<int64_t> shape(args[0].getShape());
  shape[options.axis] = options.count;
  MLIRContext *context = args[0].getType().getContext();
  AbsType index = AbsType::tile(shape, IntegerType::get(context, 32));
  if (!withValue)
    return index;
  return recordType(valueIndexRecord,
                    {AbsType::tile(shape, args[0].getElementType()), index});
}

//===----------------------------------------------------------------------===//
// Keys with indices
//===----------------------------------------------------------------------===//

namespace {
/// A key in the upper half of an integer and an index in the lower one, which
/// is inverted if the order descends.
class PackedKeys {
public:
  /// For a type of at most 32 bits, and an axis of that extent.
  PackedKeys(TileBuilder &builder, Type element, int64_t extent,
             bool descending)
      : builder(builder), element(element),
        half(element.getIntOrFloatBitWidth() <= 16 && extent <= 1 << 16 ? 16
                                                                        : 32),
        descending(descending) {}

  Value pack(Value keys, int64_t axis);
  /// The elements and the indices.
  Results unpack(Value packed);

private:
  /// Whether the keys need all bits of a half and are not negative.
  bool isUnsigned() const {
    return half == 16 && element.isUnsignedInteger(16);
  }
  /// The lower half, inverted if the order descends.
  Value invert(Value indices) {
    if (!descending)
      return indices;
    return builder.create<arith::XOrIOp>(
        indices, builder.constantInt(indices.getType(),
                                     llvm::maskTrailingOnes<uint64_t>(half)));
  }

  TileBuilder &builder;
  Type element;
  /// The bits of an index.
  unsigned half;
  bool descending;
};
} // namespace

Value PackedKeys::pack(Value keys, int64_t axis) {
  Value indices = indicesAlong(
      builder, cast<RankedTensorType>(keys.getType()).getShape(), axis);
  if (half == 32) {
    Type wide = withElement(keys.getType(), builder.builder.getI64Type());
    keys = builder.create<arith::ExtSIOp>(wide, keys);
    indices = builder.create<arith::ExtUIOp>(wide, indices);
  }
  keys = builder.create<arith::ShLIOp>(
      keys, builder.constantInt(keys.getType(), half));
  if (isUnsigned())
    keys = buildUnsignedOrder(builder, keys);
  return builder.create<arith::OrIOp>(keys, invert(indices));
}

Results PackedKeys::unpack(Value packed) {
  Type type = packed.getType();
  Type narrow = withElement(type, builder.builder.getI32Type());
  // Narrow keys get their upper bits from the index, and lose them again.
  Value keys = isUnsigned() ? buildUnsignedOrder(builder, packed) : packed;
  keys = builder.create<arith::ShRSIOp>(keys, builder.constantInt(type, half));
  Value indices = packed;
  if (half == 32) {
    keys = builder.create<arith::TruncIOp>(narrow, keys);
    indices = builder.create<arith::TruncIOp>(narrow, indices);
  } else {
    indices = builder.create<arith::AndIOp>(
        indices,
        builder.constantInt(type, llvm::maskTrailingOnes<uint64_t>(half)));
  }
  Results both = buildElements(builder, keys, element);
  both.push_back(invert(indices));
  return both;
}

//===----------------------------------------------------------------------===//
// Builders
//===----------------------------------------------------------------------===//

/// The elements that the network leaves and their indices.
static Results finish(TileBuilder &builder, ArrayRef<TypedOperand> args,
                      const SortOptions &options,
                      function_ref<void(BitonicNetwork &)> sort) {
  Type element = args[0].type.getElementType();
  SmallVector<int64_t> shape(args[0].type.getShape());
  PackedKeys packed(builder, element, shape[options.axis], options.descending);
  shape[options.axis] = options.count;
  Value keys = buildKeys(builder, args[0]);
  if (element.getIntOrFloatBitWidth() > 32) {
    BitonicNetwork network(builder, keys, options.axis, options.descending,
                           /*withIndices=*/true);
    sort(network);
    Results both = network.finish(shape);
    both[0] = buildElements(builder, both[0], element);
    return both;
  }
  BitonicNetwork network(builder, packed.pack(keys, options.axis), options.axis,
                         options.descending);
  sort(network);
  return packed.unpack(network.finish(shape).front());
}

static Results buildSortWithIndices(TileBuilder &builder,
                                    ArrayRef<TypedOperand> args,
                                    const SortOptions &options, AbsType) {
  return finish(builder, args, options,
                [](BitonicNetwork &network) { network.sort(); });
}

static Results buildArgsort(TileBuilder &builder, ArrayRef<TypedOperand> args,
                            const SortOptions &options, AbsType result) {
  return buildSortWithIndices(builder, args, options, result).back();
}

static Results buildTopkWithIndices(TileBuilder &builder,
                                    ArrayRef<TypedOperand> args,
                                    const SortOptions &options, AbsType) {
  return finish(builder, args, options,
                [&](BitonicNetwork &network) { network.keep(options.count); });
}

ArrayRef<Method> cm2tt::getIndexedSortMethods() {
  static constexpr Method methods[] = {
#include "IndexedSort.inc"
  };
  return methods;
}
