// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Links object code into this process by LLVM's JITLink.
///
/// JITLink is used without ORC's session, libraries and symbol tables: one
/// object is linked against the C library, its symbols are looked up once, and
/// no name is shared between two kernels. Linking runs on the caller's thread.
/// JITLink trusts object code, so that it is checked before: relocations
/// outside of their section are errors (CpuDeviceTest damages every byte).
///
/// Functions of the compiler's library are passed by address: half floats and
/// integers of 128 bits need them on some processors, and a statically linked
/// program does not export them.
///
/// The code is not registered with debuggers, and its unwind tables are not
/// registered, since kernels do not throw.

#include "CpuInternals.h"

#include "cm2tt/Lowering/PlainText.h"

#include "llvm/BinaryFormat/ELF.h"
#include "llvm/ExecutionEngine/JITLink/ELF_aarch64.h"
#include "llvm/ExecutionEngine/JITLink/ELF_x86_64.h"
#include "llvm/ExecutionEngine/JITLink/JITLink.h"
#include "llvm/ExecutionEngine/JITLink/JITLinkMemoryManager.h"
#include "llvm/ExecutionEngine/JITLink/aarch64.h"
#include "llvm/ExecutionEngine/JITLink/x86_64.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Process.h"

#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <dlfcn.h>

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime::cpu;

//===----------------------------------------------------------------------===//
// What code may need
//===----------------------------------------------------------------------===//

// Functions of the compiler's own library, which this program has within
// itself, so that the dynamic linker does not know it: only addresses are taken
// here. AArch64 has instructions that convert halves, and no such functions.
extern "C" {
void __divti3();
void __modti3();
void __udivti3();
void __umodti3();
#if defined(__x86_64__)
void __extendhfsf2();
void __truncdfhf2();
void __truncsfhf2();
#endif
}

/// Rounds to the nearest bfloat16, ties to even: `__truncsfbf2`, which GCC has
/// since version 13. The result's bits are the low ones of the register in
/// which a float is returned.
static float truncateToBfloat(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  bool isNaN = (bits & 0x7fffffff) > 0x7f800000;
  uint32_t result =
      isNaN ? (bits >> 16) | 0x40 : (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
  std::memcpy(&value, &result, sizeof(result));
  return value;
}

/// The address of a function of the compiler's library; null if it has none.
static void *compilerFunction(StringRef name) {
  static const std::pair<StringLiteral, void *> functions[] = {
      {"__divti3", reinterpret_cast<void *>(&__divti3)},
      {"__modti3", reinterpret_cast<void *>(&__modti3)},
      {"__truncsfbf2", reinterpret_cast<void *>(&truncateToBfloat)},
      {"__udivti3", reinterpret_cast<void *>(&__udivti3)},
      {"__umodti3", reinterpret_cast<void *>(&__umodti3)},
#if defined(__x86_64__)
      {"__extendhfsf2", reinterpret_cast<void *>(&__extendhfsf2)},
      {"__truncdfhf2", reinterpret_cast<void *>(&__truncdfhf2)},
      {"__truncsfhf2", reinterpret_cast<void *>(&__truncsfhf2)},
#endif
  };
  for (const auto &[known, address] : functions)
    if (known == name)
      return address;
  return nullptr;
}

/// `printf` of kernels: numbers have a point in every locale.
static int printPlain(const char *format, ...) {
  plain::CLocale locale;
  va_list arguments;
  va_start(arguments, format);
  int count = std::vprintf(format, arguments);
  va_end(arguments);
  return count;
}

/// The address of a function that code names; null if there is none.
static void *externalFunction(StringRef name) {
  if (void *address = compilerFunction(name))
    return address;
  if (name == "printf")
    return reinterpret_cast<void *>(&printPlain);
  std::string terminated = name.str();
  if (void *address = dlsym(RTLD_DEFAULT, terminated.c_str()))
    return address;
  // A process that computes nothing itself may have no library for it.
  static void *mathematics = dlopen("libm.so.6", RTLD_NOW | RTLD_LOCAL);
  return mathematics ? dlsym(mathematics, terminated.c_str()) : nullptr;
}

/// Whether a function of the C library takes locks: `printf`, and what the
/// compiler calls instead.
static bool mayLock(StringRef name) {
  return name.contains("print") || name.starts_with("put") ||
         name.starts_with("fput") || name.starts_with("fwrite");
}

//===----------------------------------------------------------------------===//
// Linking
//===----------------------------------------------------------------------===//

// The functions for any processor would link all of JITLink.
#if defined(__x86_64__)
namespace arch = llvm::jitlink::x86_64;
static constexpr auto makeGraph = jitlink::createLinkGraphFromELFObject_x86_64;
static constexpr auto linkGraph = jitlink::link_ELF_x86_64;
static constexpr uint16_t ourMachine = ELF::EM_X86_64;
#elif defined(__aarch64__)
namespace arch = llvm::jitlink::aarch64;
static constexpr auto makeGraph = jitlink::createLinkGraphFromELFObject_aarch64;
static constexpr auto linkGraph = jitlink::link_ELF_aarch64;
static constexpr uint16_t ourMachine = ELF::EM_AARCH64;
#else
#error "cm2tt runs kernels on x86-64 and AArch64"
#endif

/// Whether a relocation writes 8 bytes; others write 4 at most.
static bool isWide(jitlink::Edge::Kind kind) {
  switch (kind) {
  case arch::Pointer64:
  case arch::Delta64:
  case arch::NegDelta64:
#if defined(__x86_64__)
  case arch::Size64:
  case arch::Delta64FromGOT:
  case arch::RequestGOTAndTransformToDelta64:
  case arch::RequestGOTAndTransformToDelta64FromGOT:
#endif
    return true;
  default:
    return false;
  }
}

/// Fails if something outside of its section would be relocated: JITLink trusts
/// the object code.
static Error checkRelocations(jitlink::LinkGraph &graph) {
  for (const jitlink::Block *block : graph.blocks())
    for (const jitlink::Edge &edge : block->edges()) {
      if (!edge.isRelocation())
        continue;
      uint64_t end =
          uint64_t(edge.getOffset()) + (isWide(edge.getKind()) ? 8 : 4);
      if (end > block->getSize() || block->isZeroFill())
        return createStringError(inconvertibleErrorCode(),
                                 "a relocation is outside of its section");
    }
  return Error::success();
}

/// Keeps what the exported symbols need, without tables for unwinding.
static Error keepExported(jitlink::LinkGraph &graph) {
  for (jitlink::Symbol *symbol : graph.defined_symbols())
    symbol->setLive(symbol->getScope() == jitlink::Scope::Default);
  return Error::success();
}

/// Gives calls of what is far away a stub to jump through.
static Error makeStubs(jitlink::LinkGraph &graph) {
  arch::GOTTableManager addresses(graph);
  arch::PLTTableManager stubs(graph, addresses);
  jitlink::visitExistingEdges(graph, addresses, stubs);
  return Error::success();
}

/// The memory of the code.
struct ObjectCode::Memory {
  jitlink::InProcessMemoryManager manager{sys::Process::getPageSizeEstimate()};
  jitlink::JITLinkMemoryManager::FinalizedAlloc code;
};

ObjectCode::ObjectCode() : memory(std::make_unique<Memory>()) {}

ObjectCode::~ObjectCode() {
  // Unmapping memory that was mapped does not fail, and a destructor could not
  // report it.
  if (memory->code)
    consumeError(memory->manager.deallocate(std::move(memory->code)));
}

/// The interface through which JITLink calls back while it links.
class ObjectCode::Linking final : public jitlink::JITLinkContext {
public:
  /// `failure` is success until linking fails.
  Linking(ObjectCode &code, Error &failure)
      : JITLinkContext(nullptr), code(code), failure(failure) {}

  bool shouldAddDefaultTargetPasses(const Triple &) const override {
    return false;
  }
  Error modifyPassConfig(jitlink::LinkGraph &,
                         jitlink::PassConfiguration &passes) override {
    passes.PrePrunePasses.push_back(checkRelocations);
    passes.PrePrunePasses.push_back(keepExported);
    passes.PostPrunePasses.push_back(makeStubs);
    return Error::success();
  }
  jitlink::JITLinkMemoryManager &getMemoryManager() override {
    return code.memory->manager;
  }
  void notifyFailed(Error error) override {
    failure = joinErrors(std::move(failure), std::move(error));
  }
  void lookup(const LookupMap &names,
              std::unique_ptr<jitlink::JITLinkAsyncLookupContinuation>
                  continuation) override;
  Error notifyResolved(jitlink::LinkGraph &graph) override;
  void notifyFinalized(
      jitlink::JITLinkMemoryManager::FinalizedAlloc allocation) override {
    code.memory->code = std::move(allocation);
  }

private:
  ObjectCode &code;
  Error &failure;
};

void ObjectCode::Linking::lookup(
    const LookupMap &names,
    std::unique_ptr<jitlink::JITLinkAsyncLookupContinuation> continuation) {
  jitlink::AsyncLookupResult result;
  for (const auto &[name, flags] : names) {
    code.code.callsLocking |= mayLock(*name);
    void *address = externalFunction(*name);
    if (!address && flags != jitlink::SymbolLookupFlags::WeaklyReferencedSymbol)
      return continuation->run(createStringError(
          inconvertibleErrorCode(),
          "it calls '" + *name + "', which the C library does not have"));
    result[name] = {orc::ExecutorAddr::fromPtr(address),
                    JITSymbolFlags::Exported};
  }
  continuation->run(std::move(result));
}

/// Extends a range of code by a block of it. JITLink maps all code of an object
/// to one range of pages.
static void addToRange(const jitlink::Block &block, CodeRange &range) {
  uint64_t begin = block.getAddress().getValue();
  range.begin = range.end ? std::min(range.begin, begin) : begin;
  range.end = std::max<uint64_t>(range.end, begin + block.getSize());
}

Error ObjectCode::Linking::notifyResolved(jitlink::LinkGraph &graph) {
  for (const jitlink::Section &section : graph.sections())
    if ((section.getMemProt() & orc::MemProt::Exec) != orc::MemProt::None)
      for (const jitlink::Block *block : section.blocks())
        addToRange(*block, code.code);
  for (const jitlink::Symbol *symbol : graph.defined_symbols())
    if (symbol->hasName() && symbol->getScope() == jitlink::Scope::Default)
      code.symbols[*symbol->getName()] = symbol->getAddress().toPtr<void *>();
  return Error::success();
}

/// Fails unless the image begins as an object file for this processor does.
static Error checkHeader(StringRef image) {
  ELF::Elf64_Ehdr header;
  if (image.size() < sizeof(header))
    return createStringError(inconvertibleErrorCode(), "it has %zu bytes only",
                             image.size());
  std::memcpy(&header, image.data(), sizeof(header));
  if (!header.checkMagic())
    return createStringError(inconvertibleErrorCode(), "it is not an ELF file");
  if (header.getFileClass() != ELF::ELFCLASS64 ||
      header.getDataEncoding() != ELF::ELFDATA2LSB ||
      header.e_machine != ourMachine)
    return createStringError(inconvertibleErrorCode(),
                             "it is for another processor: machine %u",
                             unsigned(header.e_machine));
  if (header.e_type != ELF::ET_REL)
    return createStringError(inconvertibleErrorCode(),
                             "it is linked already: expected an object file");
  return Error::success();
}

/// Fails unless the image has a table of symbols, without which JITLink
/// crashes.
static Error checkSymbols(StringRef image) {
  ELF::Elf64_Ehdr header;
  std::memcpy(&header, image.data(), sizeof(header));
  ELF::Elf64_Shdr section;
  if (header.e_shoff > image.size() ||
      header.e_shnum > (image.size() - header.e_shoff) / sizeof(section))
    return createStringError(inconvertibleErrorCode(),
                             "it ends before its section headers");
  for (unsigned i = 0; i < header.e_shnum; ++i) {
    const char *at = image.data() + header.e_shoff + i * sizeof(section);
    std::memcpy(&section, at, sizeof(section));
    if (section.sh_type == ELF::SHT_SYMTAB)
      return Error::success();
  }
  return createStringError(inconvertibleErrorCode(), "it has no symbols");
}

/// Puts what was loaded before what is wrong with it.
static Error cannotLoad(Error reason) {
  return createStringError(inconvertibleErrorCode(),
                           "the object code cannot be loaded: " +
                               toString(std::move(reason)));
}

Expected<std::unique_ptr<ObjectCode>> ObjectCode::load(StringRef image) {
  if (Error error = checkHeader(image))
    return cannotLoad(std::move(error));
  if (Error error = checkSymbols(image))
    return cannotLoad(std::move(error));
  // A copy is aligned as the structures in it have to be.
  std::unique_ptr<MemoryBuffer> buffer =
      MemoryBuffer::getMemBufferCopy(image, "object code");
  // The graph dies within the linking, while names are still held.
  auto names = std::make_shared<orc::SymbolStringPool>();
  Expected<std::unique_ptr<jitlink::LinkGraph>> graph =
      makeGraph(buffer->getMemBufferRef(), names);
  if (!graph)
    return cannotLoad(graph.takeError());
  std::unique_ptr<ObjectCode> code(new ObjectCode);
  Error failure = Error::success();
  linkGraph(std::move(*graph), std::make_unique<Linking>(*code, failure));
  if (failure)
    return cannotLoad(std::move(failure));
  return code;
}
