# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The toolchain of CMake for aarch64, by Debian's cross-compiler g++-aarch64-linux-gnu:
#
#   tools/sysroot build-sysroot
#   cmake -S . -B build-aarch64 -G Ninja -DCM2TT_BUILD_TESTS=OFF
#     --toolchain cmake/aarch64-linux-gnu.cmake -DCM2TT_SYSROOT=$PWD/build-sysroot
#
# CM2TT_SYSROOT has LLVM's libraries for aarch64, and links to the programs of this
# computer, TableGen among them. libc is that of the cross-compiler.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CM2TT_SYSROOT "" CACHE PATH "The folder that tools/sysroot made")
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES CM2TT_SYSROOT)
set(CMAKE_FIND_ROOT_PATH "${CM2TT_SYSROOT}")
set(MLIR_DIR "${CM2TT_SYSROOT}/usr/lib/llvm-22/lib/cmake/mlir")
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
# Runs the program for its manual pages.
find_program(CM2TT_QEMU NAMES qemu-aarch64-static qemu-aarch64)
if(CM2TT_QEMU)
  set(CMAKE_CROSSCOMPILING_EMULATOR
    "${CM2TT_QEMU}" -L /usr/aarch64-linux-gnu)
endif()
