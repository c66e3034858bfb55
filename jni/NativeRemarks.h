// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Warnings and remarks, which go to Java's loggers.

#ifndef CM2TT_JNI_NATIVEREMARKS_H
#define CM2TT_JNI_NATIVEREMARKS_H

#include "cm2tt/cm2tt.h"

namespace cm2tt::jni {

/// Hands a remark to NativeRemarks.java; a cm2tt_remark_function without a
/// context. What is thrown there is dropped.
void logRemark(void *, const cm2tt_diagnostic *diagnostic);

} // namespace cm2tt::jni

#endif // CM2TT_JNI_NATIVEREMARKS_H
