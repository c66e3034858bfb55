// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The data that `cm2tt explain` shows of a kernel, and the steps to them and
/// to a page.
///
/// Not here: the command (../ExplainCommand.cpp).

#ifndef CM2TT_TOOLS_CM2TT_EXPLAIN_EXPLAIN_H
#define CM2TT_TOOLS_CM2TT_EXPLAIN_EXPLAIN_H

#include "cm2tt/Compiler/Compiler.h"
#include "cm2tt/Dialect/TTG/LinearLayout.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <string>
#include <vector>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace cm2tt::tools {

/// A layout of tiles, with the values that have it.
struct ExplainedLayout {
  /// The name in the text of `ttg`: `#linear1`.
  std::string name;
  ttg::LinearLayout layout;
  /// Whether the tiles are in shared memory.
  bool isShared = false;
  /// Whether an operation that accesses memory, multiplies, reduces or converts
  /// takes or returns such a tile.
  bool isImportant = false;
  /// The bits of an element, the largest one of the users.
  unsigned elementBits = 0;
  /// Tiles that have it: `%x = tt.load: 128x64xf16`; those of important
  /// operations are the first ones.
  std::vector<std::string> users;
  size_t numImportant = 0;
};

/// A part of the shared memory of a block of threads.
struct ExplainedMemory {
  std::string name;
  /// The operation that owns it.
  std::string operation;
  uint64_t offset = 0;
  /// The size of all buffers; 0: unknown, scratch of an operation.
  uint64_t bytes = 0;
  /// The number of tiles, one after the other.
  unsigned buffers = 1;
};

/// An operation of a loop that its schedule is about.
struct LoopEvent {
  enum class Kind { Load, Product, Wait, Store, Loop } kind = Kind::Load;
  std::string text;
  /// The number of iterations after this one whose data are loaded.
  unsigned ahead = 0;
  /// Whether it goes on while later operations run.
  bool isAsync = false;
};

/// A loop with its schedule.
struct ExplainedLoop {
  /// The number of loops around it.
  unsigned depth = 0;
  /// Whether the producer runs it.
  bool isProducer = false;
  /// The line in the text of `ttg`, from 1.
  unsigned line = 0;
  /// Registers of 32 bits with which each thread carries tiles to the next
  /// iteration.
  unsigned carriedRegisters = 0;
  std::vector<LoopEvent> events;
};

/// A kernel in all its stages.
struct Explanation {
  /// The command line without the names of files.
  std::string inputName;
  KernelMetadata metadata;
  /// The source in Java, or the input in MLIR; empty if it was not found.
  std::string sourceName, source;
  /// The texts of stages; empty where there is no such stage.
  std::string typed, tt, ttg, code;
  /// The name of the last stage: `ptx`, `asm`.
  std::string codeName;
  /// The remarks and warnings of the compilation.
  std::vector<Diagnostic> remarks;
  std::vector<ExplainedLayout> layouts;
  std::vector<ExplainedMemory> memory;
  std::vector<ExplainedLoop> loops;
};

/// Reads layouts, memory and loops from the text of `ttg`.
void readModule(Explanation &explanation);

/// A name and a type of abstract interpretation, at a line of the source.
struct TypedVariable {
  unsigned line = 0;
  std::string name, type;
};
/// The variables of a code model from its text with types.
std::vector<TypedVariable> readVariables(llvm::StringRef typed);
/// The file that a code model, as text, says that it is from; empty if none.
std::string readSourceName(llvm::StringRef typed);

/// Writes a text as HTML that shows it, in valid UTF-8.
void writeEscaped(llvm::raw_ostream &os, llvm::StringRef text);

/// Draws a layout: the holder of each element of a corner of the tile, and the
/// warps of the whole tile.
void drawLayout(llvm::raw_ostream &os, const ExplainedLayout &layout);
/// Draws which part of shared memory is whose.
void drawMemory(llvm::raw_ostream &os, const Explanation &explanation);
/// Draws four iterations of a loop.
void drawLoop(llvm::raw_ostream &os, const ExplainedLoop &loop);

/// Writes the page, which needs no other file.
void writePage(llvm::raw_ostream &os, const Explanation &explanation);

} // namespace cm2tt::tools

#endif // CM2TT_TOOLS_CM2TT_EXPLAIN_EXPLAIN_H
