// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Tensor descriptors as arguments of kernels; cm2tt.h includes this header.
///
///     cm2tt_tensor_description description = {sizeof(description)};
///     description.address = cm2tt_buffer_address(buffer);
///     description.type = CM2TT_FP16;
///     description.rank = 2;
///     description.shape[0] = m, description.shape[1] = k;
///     description.strides[0] = k, description.strides[1] = 1;
///     description.block[0] = 64, description.block[1] = 32;
///     cm2tt_tensor_descriptor *a;
///     if (cm2tt_tensor_descriptor_create(&description, &a)) ...
///     arguments[0] = cm2tt_arg_descriptor(a);
///
/// On GPUs from sm_90 on, bulk tensor copies access the tensor if 16 bytes
/// divide the address, all strides but the last, and the size of a row, if no
/// extent is 0, and if the kernel permits it. Otherwise pointers do.

#ifndef CM2TT_CM2TT_DESCRIPTOR_H
#define CM2TT_CM2TT_DESCRIPTOR_H

#include "cm2tt.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The most dimensions of a tensor.
#define CM2TT_MAX_RANK 5

/// A tensor in memory, which kernels access by blocks. It does not change, and
/// keeps what was encoded for launches. It belongs to no device.
typedef struct cm2tt_tensor_descriptor cm2tt_tensor_descriptor;

/// The description of a tensor. The numbers of each array are those of the
/// dimensions, the contiguous one last; further ones are ignored.
typedef struct cm2tt_tensor_description {
  size_t size;
  /// The address of the first element, a multiple of the element's size, in
  /// memory that outlives all launches with the descriptor.
  uint64_t address;
  /// A cm2tt_type other than CM2TT_I1: the type of the elements.
  uint32_t type;
  /// The number of dimensions, 1 to CM2TT_MAX_RANK.
  uint32_t rank;
  /// The extents in elements, 0 to 2^31 - 1.
  int64_t shape[CM2TT_MAX_RANK];
  /// The distances of neighbours in elements, not negative; the last one is 1.
  int64_t strides[CM2TT_MAX_RANK];
  /// The extents of a block: powers of two, of at most 2^20 elements, with rows
  /// of 16 bytes or more.
  int64_t block[CM2TT_MAX_RANK];
  /// Not 0: elements outside of the tensor are read as NaN; 0: as zero.
  uint32_t pads_with_nan;
  /// Since 1.5. Not 0: the memory must not be written, and launches of kernels
  /// that may write it by this descriptor fail.
  uint32_t read_only;
} cm2tt_tensor_description;

/// Since 1.3. Creates a descriptor. Fails with CM2TT_INVALID_ARGUMENT if the
/// description is invalid.
cm2tt_status
cm2tt_tensor_descriptor_create(const cm2tt_tensor_description *description,
                               cm2tt_tensor_descriptor **descriptor);
/// Since 1.3. Launches that were queued with it are not affected.
void cm2tt_tensor_descriptor_destroy(cm2tt_tensor_descriptor *descriptor);

/// Since 1.3. A descriptor as the argument of a call, which it has to outlive.
/// If `descriptor` is null, every launch with the argument fails.
cm2tt_argument cm2tt_arg_descriptor(const cm2tt_tensor_descriptor *descriptor);

#ifdef __cplusplus
} // extern "C"
#endif

#endif // CM2TT_CM2TT_DESCRIPTOR_H
