// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Tests of kernels that call libraries which their models name: what is in
/// them when a kernel is compiled counts, not what was in them before.

#include "KernelTesting.h"

#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;

/// Writes a library whose function `f` multiplies by a factor.
static void writeLibrary(const Twine &path, float factor) {
  LLVMContext context;
  llvm::Module library("library", context);
  Type *f32 = Type::getFloatTy(context);
  Function *function =
      Function::Create(FunctionType::get(f32, {f32}, /*isVarArg=*/false),
                       GlobalValue::ExternalLinkage, "f", library);
  IRBuilder<> builder(BasicBlock::Create(context, "entry", function));
  builder.CreateRet(
      builder.CreateFMul(function->getArg(0), ConstantFP::get(f32, factor)));
  std::error_code error;
  raw_fd_ostream os(path.str(), error);
  ASSERT_FALSE(error);
  WriteBitcodeToFile(library, os);
}

namespace {
class KernelLibraries : public testing::Test {
protected:
  void SetUp() override { library = (folder.folder + "/mine.bc").str(); }

  /// PTX of a kernel, by a runtime that knows nothing but the disk.
  std::string compile(StringRef model) {
    auto kernel = take(folder.make()->load(model, "kernel.ttir"));
    return take(kernel->compile("sm_80", "*fp32"))->image;
  }
  /// A kernel that calls `f`; `%L` in `call` is the library.
  std::string model(StringRef call, StringRef before = "") {
    std::string text = (before +
                        "tt.func public @k(%x: !tt.ptr<f32>) {\n"
                        "  %v = tt.load %x : !tt.ptr<f32>\n"
                        "  %y = " +
                        call +
                        " : (f32) -> f32\n"
                        "  tt.store %x, %y : !tt.ptr<f32>\n"
                        "  tt.return\n}\n")
                           .str();
    for (size_t at; (at = text.find("%L")) != std::string::npos;)
      text.replace(at, 2, library);
    return text;
  }
  /// Whether a library that changes changes the kernel.
  void expectWatched(const std::string &text) {
    writeLibrary(library, 3);
    std::string three = compile(text);
    EXPECT_NE(three.find("0f40400000"), std::string::npos) << text << three;
    writeLibrary(library, 5);
    std::string five = compile(text);
    EXPECT_NE(five.find("0f40A00000"), std::string::npos) << text << five;
  }

  RuntimeFolder folder;
  std::string library;
};
} // namespace

/// All of them are the same to MLIR.
TEST_F(KernelLibraries, AreReadAgainHoweverTheyAreSpelled) {
  for (StringRef attributes :
       {R"(libname = "mine", libpath = "%L", pure = true, symbol = "f")",
        R"(libname="mine",libpath="%L",pure=true,symbol="f")",
        "libname = \"mine\", libpath\n // by path\n =\n\"%L\", pure = true, "
        "symbol = \"f\"",
        R"("libname" = "mine", "libpath" = "%L", "pure" = true, symbol = "f")",
        R"(libname = "mine", "lib\70ath" = "%L", pure = true, symbol = "f")"}) {
    expectWatched(
        model(("tt.extern_elementwise %v {" + attributes + "}").str()));
    expectWatched(
        model(("\"tt.extern_elementwise\"(%v) <{" + attributes + "}>").str()));
    expectWatched(
        model(("\"tt.extern\\5felementwise\"(%v) {" + attributes + "}").str()));
  }
  expectWatched(model("tt.extern_elementwise %v {libname = \"mine\", libpath = "
                      "#path, pure = true, symbol = \"f\"}",
                      "#path = \"%L\"\n"));
}

/// A model may also say what libdevice is, on its module.
TEST_F(KernelLibraries, AreReadAgainIfTheModelSaysThatTheyAreLibdevice) {
  std::string inside =
      model(R"(tt.extern_elementwise %v {libname = "", libpath = "", )"
            R"(pure = true, symbol = "f"})");
  expectWatched("module attributes {ttg.libdevice = \"" + library + "\"} {\n" +
                inside + "}\n");
}

/// Kernels without any are kept.
TEST_F(KernelLibraries, OthersAreOnDisk) {
  std::string text =
      model(R"(math.absf %v {libpath = "%L", note = "libpath = \"x\""} )");
  text.replace(text.find(" : (f32) -> f32"), 15, " : f32");
  auto runtime = folder.make();
  auto kernel = take(runtime->load(text, "kernel.ttir"));
  EXPECT_TRUE(take(kernel->compile("sm_80", "*fp32"))->namedLibraries.empty());
  DiskCache cache(folder.options().cache);
  auto entries = take(cache.list());
  EXPECT_TRUE(any_of(entries, [](const DiskCache::Entry &entry) {
    return StringRef(entry.label).starts_with("k for sm_80");
  }));
}
