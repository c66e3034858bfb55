// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Tensor descriptors (cm2tt_descriptor.h).

#include "CApiInternals.h"

#include "cm2tt/Runtime/TensorDescriptor.h"

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;
using namespace cm2tt::runtime::capi;

static_assert(CM2TT_MAX_RANK == maxTensorRank);

struct cm2tt_tensor_descriptor {
  std::unique_ptr<TensorDescriptor> descriptor;
};

/// Converts a description; fails for what C++ cannot express.
static cm2tt_status describe(const char *function,
                             const cm2tt_tensor_description &given,
                             TensorDescription &description) {
  if (given.type >= numTypes)
    return invalid(function,
                   "'description': there is no type " + Twine(given.type));
  if (given.rank < 1 || given.rank > maxTensorRank)
    return invalid(function,
                   "'description': 1 to " + Twine(maxTensorRank) +
                       " dimensions are expected: " + Twine(given.rank));
  description.address = given.address;
  description.element = ElementType(given.type);
  description.shape = ArrayRef(given.shape, given.rank);
  description.strides = ArrayRef(given.strides, given.rank);
  description.block = ArrayRef(given.block, given.rank);
  description.padsWithNaN = given.pads_with_nan != 0;
  description.isReadOnly = given.read_only != 0;
  return CM2TT_OK;
}

cm2tt_status
cm2tt_tensor_descriptor_create(const cm2tt_tensor_description *description,
                               cm2tt_tensor_descriptor **descriptor) {
  if (descriptor)
    *descriptor = nullptr;
  if (cm2tt_status status = needs(
          __func__, {{"description", description}, {"descriptor", descriptor}}))
    return status;
  cm2tt_tensor_description given;
  if (cm2tt_status status =
          readStruct(__func__, "description", description, given))
    return status;
  TensorDescription read;
  if (cm2tt_status status = describe(__func__, given, read))
    return status;
  auto made = TensorDescriptor::create(read);
  if (!made)
    return fail(made.takeError());
  *descriptor = new cm2tt_tensor_descriptor{std::move(*made)};
  return CM2TT_OK;
}

void cm2tt_tensor_descriptor_destroy(cm2tt_tensor_descriptor *descriptor) {
  delete descriptor;
}

cm2tt_argument cm2tt_arg_descriptor(const cm2tt_tensor_descriptor *descriptor) {
  constexpr uint32_t isDescriptor = 2;
  if (!descriptor)
    return {0, numTypes, isDescriptor};
  const TensorDescriptor &object = *descriptor->descriptor;
  return {reinterpret_cast<uintptr_t>(&object), uint32_t(object.element()),
          isDescriptor};
}
