// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The home of the device interface's virtual table.

#include "cm2tt/Runtime/Device.h"

cm2tt::runtime::Device::~Device() = default;
