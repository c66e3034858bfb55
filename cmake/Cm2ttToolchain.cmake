# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Finds LLVM and MLIR 22 and sets the options that all of cm2tt is compiled
# with. Not here: how a library or a tool is declared (AddCm2tt.cmake).

set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET default)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(PROJECT_IS_TOP_LEVEL AND NOT CMAKE_BUILD_TYPE
    AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")

find_package(MLIR REQUIRED CONFIG HINTS /usr/lib/llvm-22/lib/cmake/mlir)
if(NOT LLVM_VERSION_MAJOR EQUAL 22)
  message(FATAL_ERROR "cm2tt needs LLVM and MLIR 22, found "
    "${LLVM_PACKAGE_VERSION} in ${LLVM_DIR}; install llvm-22-dev and "
    "libmlir-22-dev, or set MLIR_DIR")
endif()
message(STATUS "MLIR ${LLVM_PACKAGE_VERSION} in ${MLIR_DIR}")
find_package(nlohmann_json 3.11 REQUIRED)

list(APPEND CMAKE_MODULE_PATH "${MLIR_CMAKE_DIR}" "${LLVM_CMAKE_DIR}")
include(TableGen)
include(AddLLVM)
include(AddMLIR)

# Debian's static MLIR libraries name the shared libLLVM as what they need. A
# target with the property CM2TT_STATIC_LLVM links LLVM's static components
# instead, and the archives of zlib and Zstandard, which not every system has. For
# all others, also those of a project that adds cm2tt as a subfolder, nothing
# changes.
find_library(CM2TT_ZLIB NAMES libz.a REQUIRED)
find_library(CM2TT_ZSTD NAMES libzstd.a REQUIRED)
set(static "$<BOOL:$<TARGET_PROPERTY:CM2TT_STATIC_LLVM>>")
get_target_property(needs LLVMSupport INTERFACE_LINK_LIBRARIES)
list(TRANSFORM needs REPLACE "^ZLIB::ZLIB$"
  "$<IF:${static},${CM2TT_ZLIB},ZLIB::ZLIB>")
list(TRANSFORM needs REPLACE "^zstd::libzstd_shared$"
  "$<IF:${static},${CM2TT_ZSTD},zstd::libzstd_shared>")
# A solver that these libraries do not call; it has a path of Debian's.
list(TRANSFORM needs REPLACE "^(.*/libz3\\.so)$" "$<$<NOT:${static}>:\\1>")
set_target_properties(LLVMSupport PROPERTIES
  INTERFACE_LINK_LIBRARIES "${needs}")
foreach(lib IN LISTS MLIR_EXPORTED_TARGETS)
  if(TARGET ${lib})
    get_target_property(needs ${lib} INTERFACE_LINK_LIBRARIES)
    list(TRANSFORM needs REPLACE "^LLVM$"
      "$<$<NOT:$<BOOL:$<TARGET_PROPERTY:CM2TT_STATIC_LLVM>>>:LLVM>")
    if(needs)
      set_target_properties(${lib} PROPERTIES INTERFACE_LINK_LIBRARIES
        "${needs}")
    endif()
  endif()
endforeach()

include_directories(SYSTEM ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS})
separate_arguments(CM2TT_LLVM_DEFINITIONS NATIVE_COMMAND
  "${LLVM_DEFINITIONS}")
add_definitions(${CM2TT_LLVM_DEFINITIONS})
add_compile_options(-fno-exceptions -ffunction-sections -fdata-sections
  -fno-semantic-interposition -Wall -Wextra)
if(CM2TT_WERROR)
  add_compile_options(-Werror)
endif()
if(CM2TT_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    message(FATAL_ERROR "CM2TT_FUZZ needs clang, found "
      "${CMAKE_CXX_COMPILER_ID}; tests/generators/fuzz/run.py sets up such a build")
  endif()
  # Assertions, also those of LLVM's headers, are part of what is looked for.
  add_compile_options(-O1 -gline-tables-only -UNDEBUG -D_GLIBCXX_ASSERTIONS
    -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize=vptr,function
    -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
endif()
if(CM2TT_SANITIZE)
  add_compile_options(-fsanitize=${CM2TT_SANITIZE} -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${CM2TT_SANITIZE})
endif()
add_link_options(-fuse-ld=lld -B${LLVM_TOOLS_BINARY_DIR} -Wl,--gc-sections)
# Functions of equal code become one: an eighth of the compiler. Data keep their
# addresses, which MLIR's TypeIDs are; LLVM compares addresses of no such functions.
# AddressSanitizer names the function that a report is about.
if(NOT CM2TT_FUZZ AND NOT CM2TT_SANITIZE)
  add_link_options(-Wl,--icf=all)
endif()

set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib")
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib")
