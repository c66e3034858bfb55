# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# cmake -P WriteChecksums.cmake FILE...
# Writes FILE.md5, FILE.sha1 and so on for each file: those that Maven compares.

foreach(index RANGE 3 ${CMAKE_ARGC})
  set(file "${CMAKE_ARGV${index}}")
  if(file)
    foreach(kind md5 sha1 sha256 sha512)
      string(TOUPPER ${kind} algorithm)
      file(${algorithm} "${file}" hash)
      file(WRITE "${file}.${kind}" "${hash}")
    endforeach()
  endif()
endforeach()
