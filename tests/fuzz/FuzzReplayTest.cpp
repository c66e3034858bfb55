// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Calls the entry points of the fuzzers with what these start from and with
/// all that they ever found (findings/<target>), and checks the mutator of
/// models: what it makes is mostly read, and some of it compiled.

#include "EntryPoints.h"
#include "ModelMutator.h"
#include "cm2tt/Driver/Compiler.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "gtest/gtest.h"

using namespace cm2tt::fuzz;
using llvm::StringRef;

/// The files below a folder of the tree, sorted; those that start with a dot
/// are none.
static std::vector<std::string> filesBelow(StringRef folder) {
  std::vector<std::string> files;
  std::error_code error;
  std::string root = (CM2TT_SOURCE_DIR "/" + folder).str();
  llvm::sys::fs::recursive_directory_iterator it(root, error), end;
  for (; it != end && !error; it.increment(error))
    if (it->type() == llvm::sys::fs::file_type::regular_file &&
        !llvm::sys::path::filename(it->path()).starts_with("."))
      files.push_back(it->path());
  llvm::sort(files);
  return files;
}

static std::string contents(StringRef file) {
  auto buffer = llvm::MemoryBuffer::getFile(file);
  return buffer ? (*buffer)->getBuffer().str() : std::string();
}

/// Gives an entry point every file below the folders, in the parts in which lit
/// tests take them, also such as are not of its form.
static void replay(std::string (*entryPoint)(StringRef), StringRef target,
                   llvm::ArrayRef<StringRef> folders) {
  std::vector<std::string> files =
      filesBelow(("tests/fuzz/findings/" + target).str());
  for (StringRef folder : folders)
    for (std::string &file : filesBelow(folder))
      files.push_back(std::move(file));
  EXPECT_GT(files.size(), 10u);
  for (const std::string &file : files) {
    SCOPED_TRACE(file);
    std::string text = contents(file);
    llvm::SmallVector<StringRef> parts;
    StringRef(text).split(parts, "// -----\n");
    for (StringRef part : parts)
      EXPECT_EQ(entryPoint(part), "") << part.str();
  }
}

TEST(FuzzReplay, Json) {
  replay(readJsonModel, "FuzzJson", {"tests/Importer", "examples"});
}
TEST(FuzzReplay, Text) {
  replay(readTextModel, "FuzzText", {"tests/Importer", "examples"});
}
TEST(FuzzReplay, Ttir) {
  replay(compileTtir, "FuzzTtir",
         {"tests/Conversion", "tests/Dialect", "tests/Target"});
}
TEST(FuzzReplay, FrontEnd) {
  replay(compileModel, "FuzzFrontEnd",
         {"tests/Importer", "tests/fuzz/seeds", "examples"});
}

/// Changed models are treated well, and are worth the time of a fuzzer: most
/// of them can be read, some are kernels still, and few are as they were.
TEST(FuzzReplay, ModelMutator) {
  std::string model =
      contents(CM2TT_SOURCE_DIR "/examples/babylon/vector-add/model.cm");
  unsigned readable = 0, compiled = 0, unchanged = 0;
  constexpr unsigned count = 300;
  cm2tt::Compiler compiler;
  for (unsigned seed = 1; seed <= count; ++seed) {
    std::string mutant =
        seed % 4 ? mutateModel(model, seed) : crossModels(model, model, seed);
    EXPECT_EQ(mutant, seed % 4 ? mutateModel(model, seed)
                               : crossModels(model, model, seed));
    EXPECT_EQ(compileModel(mutant), "") << mutant;
    unchanged += mutant == model;
    cm2tt::CompileOptions options;
    options.stage = cm2tt::Stage::CM;
    readable += compiler.compile(mutant, "mutant", options).succeeded;
    options.stage = cm2tt::Stage::TT;
    compiled += compiler.compile(mutant, "mutant", options).succeeded;
  }
  RecordProperty("readable", readable);
  RecordProperty("compiled", compiled);
  EXPECT_GT(readable, count / 3);
  EXPECT_GT(compiled, count / 10);
  EXPECT_LT(unchanged, count / 4);
}
