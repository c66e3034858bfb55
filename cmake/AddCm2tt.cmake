# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# How cm2tt's libraries, tools and tests are declared, and how they are
# installed. Not here: compiler options and where LLVM is (Cm2ttToolchain).

include(GNUInstallDirs)

# The folders with public headers, below include/. tests/style/includes.py says which
# of them a folder may include; never one after it.
set(CM2TT_AREAS dialect importer lowering tile language gpu cpu compiler runtime)

# add_cm2tt_library(NAME source... [DEPENDS target...] [LINK_LIBS lib...])
# A static library of cm2tt, exported as cm2tt::NAME without its prefix Cm2tt. It
# reuses the headers of the target that cm2tt_precompiled_headers names.
function(add_cm2tt_library name)
  cmake_parse_arguments(ARG "" "" "DEPENDS;LINK_LIBS" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
  target_link_libraries(${name} PUBLIC ${ARG_LINK_LIBS})
  # Users of the library see the public headers; its sources also those of other
  # folders that are not installed, by their paths from here.
  foreach(area IN LISTS CM2TT_AREAS)
    target_include_directories(${name} PUBLIC
      "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/${area}/include>"
      "$<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/${area}/include>")
  endforeach()
  target_include_directories(${name} PUBLIC
    "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>"
    PRIVATE "${PROJECT_SOURCE_DIR}")
  cm2tt_reuse_headers(${name})
  string(REGEX REPLACE "^Cm2tt" "" exported "${name}")
  set_target_properties(${name} PROPERTIES EXPORT_NAME ${exported})
  add_library(cm2tt::${exported} ALIAS ${name})
  # For users of the package (cm2ttConfig); in this build, the toolchain adds
  # it.
  target_link_libraries(${name} PUBLIC "$<INSTALL_INTERFACE:cm2tt::LLVM>")
  set_property(GLOBAL APPEND PROPERTY CM2TT_LIBRARIES ${name})
  install(TARGETS ${name} EXPORT cm2ttTargets
    ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
endfunction()

# add_cm2tt_passes(NAME)
# The passes that include/cm2tt/NAME/Passes.td of the folder declares, for libraries
# of the folder and its subfolders: the target Cm2ttNAMEPassesIncGen generates
# Passes.h.inc.
macro(add_cm2tt_passes name)
  foreach(area IN LISTS CM2TT_AREAS)
    include_directories("${PROJECT_SOURCE_DIR}/${area}/include")
  endforeach()
  file(MAKE_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}/include/cm2tt/${name}")
  set(LLVM_TARGET_DEFINITIONS include/cm2tt/${name}/Passes.td)
  mlir_tablegen(include/cm2tt/${name}/Passes.h.inc -gen-pass-decls
    -name Cm2tt${name})
  add_public_tablegen_target(Cm2tt${name}PassesIncGen)
  set(cm2tt_passes Cm2tt${name}PassesIncGen)
endmacro()

# add_cm2tt_pass_library(NAME source... LINK_LIBS lib...)
# A library of passes of the last add_cm2tt_passes.
function(add_cm2tt_pass_library name)
  add_cm2tt_library(${name} ${ARGN} MLIRPass DEPENDS ${cm2tt_passes})
endfunction()

# use_cm2tt_precompiled_headers()
# The targets that the folder declares after it, and those of its subfolders, reuse
# the headers that are most of what their files parse: 9 of 13 s of a lowering (GCC
# 12, 2026-11-27). A file includes what it uses all the same, and compiles without
# CM2TT_PRECOMPILE_HEADERS.
macro(use_cm2tt_precompiled_headers)
  if(CM2TT_PRECOMPILE_HEADERS)
    set(cm2tt_precompiled_headers Cm2ttHeaders)
  endif()
endmacro()
# cm2tt_reuse_headers(TARGET)
# What the above does to each target.
function(cm2tt_reuse_headers name)
  if(cm2tt_precompiled_headers)
    target_precompile_headers(${name} REUSE_FROM ${cm2tt_precompiled_headers})
  endif()
endfunction()
if(CM2TT_PRECOMPILE_HEADERS)
  set(empty "${PROJECT_BINARY_DIR}/Headers.cpp")
  file(CONFIGURE OUTPUT "${empty}" CONTENT "")
  add_library(Cm2ttHeaders OBJECT "${empty}")
  # No library: those of the dialects reuse the headers, too.
  target_include_directories(Cm2ttHeaders PRIVATE
    "${PROJECT_SOURCE_DIR}/dialect/include"
    "${PROJECT_BINARY_DIR}/dialect/include")
  add_dependencies(Cm2ttHeaders Cm2ttTTIncGen Cm2ttTTGIncGen)
  target_precompile_headers(Cm2ttHeaders PRIVATE
    <cm2tt/Dialect/TTG/TTGOps.h>
    <cm2tt/Dialect/TT/TTOps.h>
    <llvm/ADT/TypeSwitch.h>
    <mlir/Dialect/Arith/IR/Arith.h>
    <mlir/Dialect/LLVMIR/LLVMDialect.h>
    <mlir/Dialect/Math/IR/Math.h>
    <mlir/Dialect/SCF/IR/SCF.h>
    <mlir/IR/Matchers.h>
    <mlir/Pass/Pass.h>
    <mlir/Transforms/DialectConversion.h>)
endif()

# add_cm2tt_tool(NAME source... LINK_LIBS lib... COMPONENTS component...)
# A program in build/bin. It links cm2tt, MLIR and the named LLVM components
# statically, so that it runs where none of them is installed.
function(add_cm2tt_tool name)
  cmake_parse_arguments(ARG "NO_INSTALL" "" "LINK_LIBS;COMPONENTS" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  llvm_map_components_to_libnames(llvm_libs ${ARG_COMPONENTS})
  target_link_libraries(${name} PRIVATE ${ARG_LINK_LIBS} ${llvm_libs}
    Cm2ttOldGlibc)
  target_link_options(${name} PRIVATE -static-libstdc++ -static-libgcc)
  set_target_properties(${name} PROPERTIES CM2TT_STATIC_LLVM ON)
  cm2tt_reuse_headers(${name})
  if(cm2tt_precompiled_headers)
    # As the headers are compiled, in place of -fPIE.
    target_compile_options(${name} PRIVATE -fPIC)
  endif()
  if(NOT ARG_NO_INSTALL)
    install(TARGETS ${name} DESTINATION "${CMAKE_INSTALL_BINDIR}")
  endif()
endfunction()

# add_cm2tt_plugin(NAME source... USES library)
# A plugin in build/lib of what the library registers, for programs that have MLIR
# as a shared library. Declared after all of cm2tt's libraries.
#
# It links those by file, without what they name: the plugin has to take MLIR
# from its host. A second copy of MLIR inside of it would have TypeIDs of its
# own, by which no cast to an upstream type or interface would succeed.
function(add_cm2tt_plugin name)
  cmake_parse_arguments(ARG "" "USES" "" ${ARGN})
  add_library(${name} MODULE ${ARG_UNPARSED_ARGUMENTS})
  set_target_properties(${name} PROPERTIES PREFIX "")
  target_include_directories(${name} PRIVATE
    "$<TARGET_PROPERTY:${ARG_USES},INTERFACE_INCLUDE_DIRECTORIES>")
  get_property(libraries GLOBAL PROPERTY CM2TT_LIBRARIES)
  list(TRANSFORM libraries REPLACE "(.+)" "$<TARGET_FILE:\\1>"
    OUTPUT_VARIABLE files)
  list(JOIN files "," group)
  target_link_libraries(${name} PRIVATE "$<LINK_GROUP:RESCAN,${group}>")
  add_dependencies(${name} ${libraries})
  install(TARGETS ${name} DESTINATION "${CMAKE_INSTALL_LIBDIR}/cm2tt")
endfunction()

# install_cm2tt_package()
# Headers, table-gen sources, generated headers and the CMake package. Called
# once, after every library was declared.
function(install_cm2tt_package)
  include(CMakePackageConfigHelpers)
  foreach(area IN LISTS CM2TT_AREAS)
    foreach(root "${PROJECT_SOURCE_DIR}" "${PROJECT_BINARY_DIR}")
      install(DIRECTORY "${root}/${area}/include/"
        DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
        FILES_MATCHING PATTERN "*.h" PATTERN "*.td" PATTERN "*.inc"
        PATTERN "*.def"
        PATTERN "CMakeFiles" EXCLUDE)
    endforeach()
  endforeach()
  set(folder "${CMAKE_INSTALL_LIBDIR}/cmake/cm2tt")
  # The folder on the system of a user, not that of a sysroot.
  string(REPLACE "${CMAKE_FIND_ROOT_PATH}/usr/" "/usr/" CM2TT_MLIR_HINT
    "${MLIR_DIR}")
  install(EXPORT cm2ttTargets NAMESPACE cm2tt:: DESTINATION "${folder}")
  install(EXPORT cm2ttSharedTargets NAMESPACE cm2tt:: DESTINATION "${folder}"
    COMPONENT c)
  configure_package_config_file(
    "${PROJECT_SOURCE_DIR}/cmake/cm2ttConfig.cmake.in"
    "${PROJECT_BINARY_DIR}/cm2ttConfig.cmake"
    INSTALL_DESTINATION "${folder}"
    PATH_VARS CMAKE_INSTALL_INCLUDEDIR CMAKE_INSTALL_LIBDIR)
  write_basic_package_version_file(
    "${PROJECT_BINARY_DIR}/cm2ttConfigVersion.cmake"
    COMPATIBILITY SameMinorVersion)
  install(FILES "${PROJECT_SOURCE_DIR}/LICENSE"
    "${PROJECT_SOURCE_DIR}/CHANGELOG.md"
    DESTINATION "${CMAKE_INSTALL_DOCDIR}")
  install(FILES "${PROJECT_SOURCE_DIR}/examples/babylon/vector-add/model.json"
    DESTINATION "${CMAKE_INSTALL_DOCDIR}/examples" RENAME vector-add.json)
  install(FILES "${PROJECT_BINARY_DIR}/cm2ttConfig.cmake"
    "${PROJECT_BINARY_DIR}/cm2ttConfigVersion.cmake"
    DESTINATION "${folder}" COMPONENT c)
endfunction()
