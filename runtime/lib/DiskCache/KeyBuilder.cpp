// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Keys of the disk cache, and the identity of a build of cm2tt.
///
/// The linker's build ID, a hash of its output, is part of every key: it is
/// read in microseconds, an entry of an older build is never found, and there
/// is no version to maintain. As a drawback, a program that links cm2tt
/// statically starts with an empty cache after each link.

#include "cm2tt/Runtime/DiskCache.h"

#include "cm2tt/Compiler/Version.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

#include <elf.h>
#include <link.h>

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;

//===----------------------------------------------------------------------===//
// The build
//===----------------------------------------------------------------------===//

/// The description of the note that is a build ID; empty if there is none.
static ArrayRef<uint8_t> findBuildID(StringRef notes) {
  while (notes.size() >= sizeof(ElfW(Nhdr))) {
    ElfW(Nhdr) note;
    memcpy(&note, notes.data(), sizeof(note));
    uint64_t descriptionAt = sizeof(note) + alignTo(note.n_namesz, 4);
    uint64_t end = descriptionAt + alignTo(note.n_descsz, 4);
    if (end > notes.size())
      return {};
    StringRef name = notes.substr(sizeof(note), note.n_namesz);
    if (note.n_type == NT_GNU_BUILD_ID && name == StringRef("GNU", 4))
      return arrayRefFromStringRef(notes.substr(descriptionAt, note.n_descsz));
    notes = notes.drop_front(end);
  }
  return {};
}

/// Names the content of a program or library that is loaded.
static std::string identify(const dl_phdr_info &object) {
  for (const ElfW(Phdr) &header :
       ArrayRef(object.dlpi_phdr, object.dlpi_phnum)) {
    if (header.p_type != PT_NOTE)
      continue;
    auto *start =
        reinterpret_cast<const char *>(object.dlpi_addr + header.p_vaddr);
    ArrayRef<uint8_t> id = findBuildID(StringRef(start, header.p_memsz));
    if (!id.empty())
      return toHex(id, /*LowerCase=*/true);
  }
  // The program itself has no name.
  StringRef path = object.dlpi_name;
  auto file = MemoryBuffer::getFile(path.empty() ? "/proc/self/exe" : path,
                                    /*IsText=*/false,
                                    /*RequiresNullTerminator=*/false);
  if (file)
    return toHex(BLAKE3::hash<32>(arrayRefFromStringRef((*file)->getBuffer())),
                 /*LowerCase=*/true);
  // The build is unknown, so that entries of other builds are never found.
  return "unknown-" + utohexstr(sys::Process::GetRandomNumber()) +
         utohexstr(sys::Process::GetRandomNumber());
}

/// Whether the object has this code, or is LLVM or MLIR as a shared library.
static bool isPartOfUs(const dl_phdr_info &object) {
  StringRef name = sys::path::filename(object.dlpi_name);
  if (name.starts_with("libLLVM") || name.starts_with("libMLIR"))
    return true;
  auto here = reinterpret_cast<ElfW(Addr)>(&isPartOfUs);
  for (const ElfW(Phdr) &header :
       ArrayRef(object.dlpi_phdr, object.dlpi_phnum)) {
    ElfW(Addr) start = object.dlpi_addr + header.p_vaddr;
    if (header.p_type == PT_LOAD && here >= start &&
        here - start < header.p_memsz)
      return true;
  }
  return false;
}

static int addObject(dl_phdr_info *object, size_t, void *identity) {
  if (isPartOfUs(*object))
    *static_cast<std::string *>(identity) += " " + identify(*object);
  return 0; // go on
}

static std::string makeIdentity() {
  std::string identity = CM2TT_VERSION_STRING;
  dl_iterate_phdr(addObject, &identity);
  return identity;
}

StringRef runtime::buildIdentity() {
  static const std::string identity = makeIdentity();
  return identity;
}

//===----------------------------------------------------------------------===//
// Keys
//===----------------------------------------------------------------------===//

KeyBuilder::KeyBuilder() {
  // Goes up if what the same fields mean changes.
  add("format", uint64_t(1));
  add("build", buildIdentity());
}

static void addBytes(BLAKE3 &hash, StringRef bytes) {
  support::ulittle64_t size;
  size = bytes.size();
  hash.update(ArrayRef(reinterpret_cast<const uint8_t *>(&size), sizeof(size)));
  hash.update(bytes);
}

KeyBuilder &KeyBuilder::add(StringRef name, StringRef value) {
  addBytes(hash, name);
  addBytes(hash, value);
  return *this;
}

KeyBuilder &KeyBuilder::add(StringRef name, uint64_t value) {
  support::ulittle64_t bytes;
  bytes = value;
  return add(name,
             StringRef(reinterpret_cast<const char *>(&bytes), sizeof(bytes)));
}

std::string KeyBuilder::finish() {
  return toHex(hash.final<32>(), /*LowerCase=*/true);
}
