// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Calls the entry points of the fuzzers with what these start from (seeds/)
/// and with all findings (findings/), whichever target they are of, and checks
/// the mutators: most of what they write can be read, and some of it compiles.

#include "EntryPoints.h"
#include "ModelMutator.h"
#include "TileMutator.h"
#include "cm2tt/Compiler/Compiler.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "gtest/gtest.h"

using namespace cm2tt::fuzz;
using llvm::StringRef;

/// The files below a folder of the tree, sorted, without those that start with
/// a dot. A folder that is missing or has no files fails the test.
static std::vector<std::string> filesBelow(StringRef folder) {
  std::vector<std::string> files;
  std::error_code error;
  std::string root = (CM2TT_SOURCE_DIR "/" + folder).str();
  llvm::sys::fs::recursive_directory_iterator it(root, error), end;
  for (; it != end && !error; it.increment(error))
    if (it->type() == llvm::sys::fs::file_type::regular_file &&
        !llvm::sys::path::filename(it->path()).starts_with("."))
      files.push_back(it->path());
  EXPECT_FALSE(error) << root << ": " << error.message();
  EXPECT_FALSE(files.empty()) << "no files in " << root;
  llvm::sort(files);
  return files;
}

static std::string contents(StringRef file) {
  auto buffer = llvm::MemoryBuffer::getFile(file);
  EXPECT_TRUE(static_cast<bool>(buffer)) << "cannot read " << file.str();
  return buffer ? (*buffer)->getBuffer().str() : std::string();
}

/// Calls an entry point with each finding and each file below the folders, in
/// the parts in which lit tests take them, also with those of other forms.
static void replay(std::string (*entryPoint)(StringRef),
                   llvm::ArrayRef<StringRef> folders) {
  std::vector<std::string> files = filesBelow("tests/generators/fuzz/findings");
  for (StringRef folder : folders)
    for (std::string &file : filesBelow(folder))
      files.push_back(std::move(file));
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
  replay(readJsonModel, {"tests/cases/importer", "examples"});
}
TEST(FuzzReplay, Text) {
  replay(readTextModel, {"tests/cases/importer",
                         "tests/generators/fuzz/seeds/models", "examples"});
}
TEST(FuzzReplay, Ttir) {
  replay(compileTtir, {"tests/lit", "tests/generators/fuzz/seeds/tt"});
}
TEST(FuzzReplay, FrontEnd) {
  replay(compileModel, {"tests/cases/importer",
                        "tests/generators/fuzz/seeds/models", "examples"});
}
TEST(FuzzReplay, TtgPtx) {
  replay(compileTtirToPtx,
         {"tests/lit/lowering/target", "tests/generators/fuzz/seeds/tt"});
}
TEST(FuzzReplay, Pipeline) {
  replay(compileModelToCode,
         {"tests/generators/fuzz/seeds/models", "examples"});
}

/// The seeds are kernels that compile: a fuzzer that starts from what is
/// refused tests nothing but the refusal.
TEST(FuzzReplay, SeedsCompile) {
  cm2tt::Compiler compiler;
  cm2tt::CompileOptions options;
  options.libdevice = "none";
  options.target = "sm_90a";
  for (StringRef folder :
       {"tests/generators/fuzz/seeds/tt", "tests/generators/fuzz/seeds/models"})
    for (const std::string &file : filesBelow(folder)) {
      cm2tt::CompileResult result =
          compiler.compile(contents(file), file, options);
      EXPECT_TRUE(result.succeeded) << file;
    }
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

/// The same for kernels in `tt`: a third of the changed ones compile to PTX.
TEST(FuzzReplay, TileMutator) {
  unsigned compiled = 0, unchanged = 0, count = 0;
  cm2tt::Compiler compiler;
  cm2tt::CompileOptions options;
  options.libdevice = "none";
  options.numStages = 1;
  for (const std::string &file : filesBelow("tests/generators/fuzz/seeds/tt")) {
    std::string kernel = contents(file);
    for (unsigned seed = 1; seed <= 3; ++seed, ++count) {
      std::string mutant = mutateTiles(kernel, seed);
      EXPECT_EQ(mutant, mutateTiles(kernel, seed));
      unchanged += mutant == kernel;
      compiled += compiler.compile(mutant, "mutant", options).succeeded;
    }
  }
  RecordProperty("compiled", compiled);
  EXPECT_GT(compiled, count / 3);
  EXPECT_LT(unchanged, count / 4);
}
