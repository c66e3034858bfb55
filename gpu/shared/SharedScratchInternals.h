// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The scratch memory of each operation that may have some: one function an
/// operation, in its family's file.

#ifndef CM2TT_GPU_SHARED_SHAREDSCRATCHINTERNALS_H
#define CM2TT_GPU_SHARED_SHAREDSCRATCHINTERNALS_H

#include "SharedScratch.h"
#include "cm2tt/Dialect/TT/TTOps.h"

namespace cm2tt {

/// AtomicScratch.cpp
uint64_t getScratch(tt::AtomicRmwOp op);
uint64_t getScratch(tt::AtomicCasOp op);
/// ConversionScratch.cpp
uint64_t getScratch(ttg::ConvertLayoutOp op);
/// DotScratch.cpp
uint64_t getScratch(tt::DotOp op);

/// ReductionScratch.cpp
uint64_t getScratch(tt::GatherOp op);
uint64_t getScratch(tt::HistogramOp op);
uint64_t getScratch(tt::ReduceOp op);
uint64_t getScratch(tt::ScanOp op);

} // namespace cm2tt

#endif // CM2TT_GPU_SHARED_SHAREDSCRATCHINTERNALS_H
