// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The importer by files: every input of
/// tests/cases/importer/{Json,Text}/Models is read into `cm` and written again.
/// Where a file NAME.expected stands beside an input, reading it must give
/// exactly these diagnostics; any other input must come out as it went in, but
/// for spacing. With CM2TT_WRITE_EXPECTED in the environment the files
/// NAME.expected are rewritten.

#include "cm2tt/Importer/Importer.h"
#include "cm2tt/Dialect/CM/CMDialect.h"

#include "mlir/IR/AsmState.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

#include <cstdlib>
#include <random>

using namespace mlir;

namespace {

/// The first position in a file that a location names.
std::string getPlace(Location loc) {
  auto place = loc->findInstanceOf<FileLineColLoc>();
  if (!place)
    return "unknown";
  return place.getFilename().str() + ":" + std::to_string(place.getLine()) +
         ":" + std::to_string(place.getColumn());
}

/// A diagnostic and its notes, a line each, as the tools print them.
std::string print(const Diagnostic &diagnostic) {
  StringRef severity = diagnostic.getSeverity() == DiagnosticSeverity::Error
                           ? "error"
                           : "warning";
  std::string text = getPlace(diagnostic.getLocation()) + ": " +
                     severity.str() + ": " + diagnostic.str() + "\n";
  for (const Diagnostic &note : diagnostic.getNotes())
    text += getPlace(note.getLocation()) + ": note: " + note.str() + "\n";
  return text;
}

/// A context that collects diagnostics.
struct Reader {
  MLIRContext context{MLIRContext::Threading::DISABLED};
  std::string diagnostics;
  ScopedDiagnosticHandler handler{&context, [this](Diagnostic &diagnostic) {
                                    diagnostics += print(diagnostic);
                                    return success();
                                  }};

  /// Imports a text under the given name; the suffix says the form.
  OwningOpRef<ModuleOp> import(StringRef text, StringRef name,
                               const cm2tt::ImportOptions &options = {}) {
    llvm::SourceMgr sources;
    sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(text, name),
                               llvm::SMLoc());
    return name.ends_with(".json")
               ? cm2tt::importJson(sources, &context, options)
               : cm2tt::importText(sources, &context, options);
  }
};

/// Exports in the form that the suffix says.
std::string exportAs(ModuleOp module, StringRef name) {
  std::string text;
  llvm::raw_string_ostream os(text);
  LogicalResult written = name.ends_with(".json")
                              ? cm2tt::exportJson(module, os)
                              : cm2tt::exportText(module, os);
  return succeeded(written) ? text : "not written";
}

/// A text without the spaces outside of strings and without comments.
std::string withoutSpaces(StringRef text) {
  std::string out;
  bool inString = false;
  for (size_t i = 0; i < text.size(); ++i) {
    if (!inString && text.substr(i).starts_with("// ")) {
      i = std::min(text.find('\n', i), text.size());
      continue;
    }
    if (text[i] == '"')
      inString = !inString;
    if (inString && text[i] == '\\')
      out += text[i++];
    if (inString || !llvm::isSpace(text[i]))
      out += text[i];
  }
  return out;
}

/// A file's contents; empty if there is none.
std::string contents(const Twine &path) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  return buffer ? (*buffer)->getBuffer().str() : std::string();
}

/// The inputs of a folder, sorted.
std::vector<std::string> inputsOf(StringRef folder) {
  std::vector<std::string> files;
  std::error_code error;
  llvm::sys::fs::directory_iterator it(folder, error), end;
  for (; it != end && !error; it.increment(error))
    if (!StringRef(it->path()).ends_with(".expected"))
      files.push_back(it->path());
  llvm::sort(files);
  return files;
}

/// Whether any op has the location that says nothing.
bool hasUnknownLocation(ModuleOp module) {
  return module
      .walk([](Operation *op) {
        return isa<UnknownLoc>(op->getLoc()) ? WalkResult::interrupt()
                                             : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Checks a good input: it comes out as it went in, also through MLIR's text.
void checkRoundTrip(StringRef file) {
  Reader reader;
  std::string input = contents(file);
  StringRef name = llvm::sys::path::filename(file);
  OwningOpRef<ModuleOp> module = reader.import(input, name);
  ASSERT_TRUE(module) << reader.diagnostics;
  EXPECT_EQ(reader.diagnostics, "");
  EXPECT_FALSE(hasUnknownLocation(*module));
  EXPECT_EQ(withoutSpaces(exportAs(*module, name)), withoutSpaces(input));

  std::string printed;
  llvm::raw_string_ostream os(printed);
  module->print(os, OpPrintingFlags().enableDebugInfo());
  OwningOpRef<ModuleOp> parsed =
      parseSourceString<ModuleOp>(printed, ParserConfig(&reader.context));
  ASSERT_TRUE(parsed) << reader.diagnostics << printed;
  EXPECT_EQ(withoutSpaces(exportAs(*parsed, name)), withoutSpaces(input));
}

/// Checks a bad input: the diagnostics are those expected.
void checkDiagnostics(StringRef file, StringRef expected) {
  Reader reader;
  StringRef name = llvm::sys::path::filename(file);
  OwningOpRef<ModuleOp> module = reader.import(contents(file), name);
  bool isError = expected.contains("error: ");
  EXPECT_EQ(!module, isError);
  EXPECT_EQ(reader.diagnostics, expected);
}

/// Writes the diagnostics that reading an input gives beside it, if it gives
/// any: for who changes messages, who then reviews the difference.
void writeExpected(StringRef file) {
  Reader reader;
  reader.import(contents(file), llvm::sys::path::filename(file));
  if (reader.diagnostics.empty())
    return;
  std::error_code error;
  llvm::raw_fd_ostream(file.str() + ".expected", error) << reader.diagnostics;
}

/// Checks every input of a folder.
void checkFolder(StringRef folder) {
  std::vector<std::string> files = inputsOf(
      (Twine(CM2TT_SOURCE_DIR "/tests/cases/importer/") + folder).str());
  EXPECT_FALSE(files.empty());
  for (const std::string &file : files) {
    SCOPED_TRACE(file);
    if (std::getenv("CM2TT_WRITE_EXPECTED"))
      writeExpected(file);
    std::string expected = contents(Twine(file) + ".expected");
    if (expected.empty())
      checkRoundTrip(file);
    else
      checkDiagnostics(file, expected);
  }
}

/// A kernel of the article on Triton in Java (openjdk/babylon-docs,
/// site/articles/triton.md): the text that it printed in 2024 (at eb049ce),
/// that of 2026 (at 312f3a4, with other line numbers), and the same model in
/// JSON, which was written for this test.
TEST(Importer, KernelOfBabylon) {
  for (const char *file :
       {"Json/Inputs/add_kernel2.json", "Text/Inputs/add_kernel2.cm",
        "Text/Inputs/add_kernel2-2026.cm"}) {
    SCOPED_TRACE(file);
    checkRoundTrip(
        (Twine(CM2TT_SOURCE_DIR "/tests/cases/importer/") + file).str());
  }
}

TEST(Importer, Json) { checkFolder("Json/Models"); }

TEST(Importer, Text) { checkFolder("Text/Models"); }

/// Nested as deeply as readers allow: no stage runs out of stack.
TEST(Importer, Nesting) {
  std::string text = "func @\"f\" ()void -> {\n";
  constexpr unsigned depth = 255;
  for (unsigned i = 0; i < depth; ++i)
    text += "java.block ()void -> {\n";
  for (unsigned i = 0; i < depth; ++i)
    text += "yield;\n};\n";
  text += "return;\n};\n";
  Reader reader;
  OwningOpRef<ModuleOp> module = reader.import(text, "deep.cm");
  ASSERT_TRUE(module) << reader.diagnostics;
  EXPECT_EQ(withoutSpaces(exportAs(*module, "deep.cm")), withoutSpaces(text));
}

/// The command line overrides the input.
TEST(Importer, Options) {
  std::string text = "//! kernel: \"g\"\n//! signature: \"i32\"\n"
                     "func @\"f\" (%0 : int, %1 : int)void -> { return; };\n"
                     "func @\"g\" (%0 : int)void -> { return; };\n";
  Reader reader;
  EXPECT_TRUE(reader.import(text, "a.cm")) << reader.diagnostics;
  cm2tt::ImportOptions options;
  options.kernel = "f";
  options.signature = "i32:16,64";
  OwningOpRef<ModuleOp> module = reader.import(text, "a.cm", options);
  ASSERT_TRUE(module) << reader.diagnostics;
  EXPECT_EQ(reader.diagnostics, "");
  EXPECT_EQ((*module)->getAttrOfType<StringAttr>("cm.kernel").getValue(), "f");
  EXPECT_EQ((*module)->getAttrOfType<ArrayAttr>("cm.signature").size(), 2u);
  options.signature = "i32,,";
  EXPECT_FALSE(reader.import(text, "a.cm", options));
  EXPECT_EQ(reader.diagnostics,
            "unknown: error: entry 1 of the signature is empty\n");
}

/// Comments follow the ops that define values.
TEST(Importer, Comments) {
  Reader reader;
  OwningOpRef<ModuleOp> module = reader.import(
      "func @\"f\" (%0 : int)void -> { %1 : int = neg %0; return; };", "a.cm");
  ASSERT_TRUE(module) << reader.diagnostics;
  std::string text;
  llvm::raw_string_ostream os(text);
  ASSERT_TRUE(
      succeeded(cm2tt::exportText(*module, os, [](Value value, StringRef id) {
        return isa<OpResult>(value) ? "of " + id.str() : std::string();
      })));
  EXPECT_NE(text.find("neg %0;  // of %1\n"), std::string::npos) << text;
}

/// Modules that the importer has not created are written, or there is an error.
TEST(Importer, ForeignModules) {
  Reader reader;
  reader.context.loadDialect<cm2tt::cm::CMDialect>();
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(
      R"(cm.func "f" body (%n: i32) -> i32 {
           %0 = cm.add %n, %n : i32
           cm.return %0 : i32
         })",
      ParserConfig(&reader.context));
  ASSERT_TRUE(module) << reader.diagnostics;
  EXPECT_EQ(withoutSpaces(exportAs(*module, "a.cm")),
            withoutSpaces("func @\"f\" (%0 : java.type:\"int\")"
                          "java.type:\"int\" -> { %1 : java.type:\"int\" ="
                          " add %0 %0; return %1; };"));
  module =
      parseSourceString<ModuleOp>("module {}", ParserConfig(&reader.context));
  EXPECT_NE(exportAs(*module, "a.json"), "not written");
  module = parseSourceString<ModuleOp>(
      R"(cm.func "f" body (%n: vector<4xi32>) -> none { cm.return })",
      ParserConfig(&reader.context));
  ASSERT_TRUE(module);
  EXPECT_EQ(exportAs(*module, "a.json"), "not written");
  EXPECT_NE(reader.diagnostics.find(
                "error: no type of a code model: 'vector<4xi32>'"),
            std::string::npos)
      << reader.diagnostics;
}

/// From text to JSON and back nothing is lost of what today's form has.
TEST(Importer, FormsConvert) {
  for (const char *file : {"good_statements.cm", "new_form.cm"}) {
    SCOPED_TRACE(file);
    std::string text = contents(
        Twine(CM2TT_SOURCE_DIR "/tests/cases/importer/Text/Models/") + file);
    Reader reader;
    OwningOpRef<ModuleOp> fromText = reader.import(text, "a.cm");
    ASSERT_TRUE(fromText) << reader.diagnostics;
    std::string json = exportAs(*fromText, "a.json");
    OwningOpRef<ModuleOp> fromJson = reader.import(json, "a.json");
    ASSERT_TRUE(fromJson) << reader.diagnostics << json;
    EXPECT_EQ(withoutSpaces(exportAs(*fromJson, "a.cm")), withoutSpaces(text));
  }
}

/// A large model on one line takes time in proportion to its size.
TEST(Importer, OneLongLine) {
  std::string text = "func @\"f\" (%0 : int)void -> { ";
  for (unsigned i = 1; i <= 50000; ++i)
    text += "%" + std::to_string(i) + " : int = neg %" + std::to_string(i - 1) +
            "; ";
  text += "return; };";
  Reader reader;
  EXPECT_TRUE(reader.import(text, "long.cm")) << reader.diagnostics;
}

/// The same for JSON.
TEST(Importer, OneLongLineOfJson) {
  std::string text = R"({"codeModel":1,"functions":[{"op":"func","value":"f",)"
                     R"("bodies":[{"parameters":[{"id":"%0","type":"int"}],)"
                     R"("result":"void","blocks":[{"operations":[)";
  for (unsigned i = 1; i <= 50000; ++i)
    text += R"({"op":"neg","id":"%)" + std::to_string(i) +
            R"(","type":"int","operands":["%)" + std::to_string(i - 1) +
            R"("]},)";
  text += R"({"op":"return"}]}]}]}]})";
  Reader reader;
  EXPECT_TRUE(reader.import(text, "long.json")) << reader.diagnostics;
}

/// 100 functions of 100 operations that are wrong, all on one line.
std::string manyTimes(StringRef operation) {
  std::string text;
  for (unsigned f = 0; f < 100; ++f) {
    text += "func @\"f" + std::to_string(f) + "\" (%a : boolean)void -> { ";
    for (unsigned i = 0; i < 100; ++i)
      text +=
          "%" + std::to_string(i) + " : boolean = " + operation.str() + "; ";
    text += "return; }; ";
  }
  return text;
}

/// Who makes thousands of errors reads the first ones: no more are given,
/// whichever part of the importer finds them.
TEST(Importer, ErrorsHaveALimit) {
  for (StringRef operation :
       {"not %nowhere", "not %99", "frob %a", "not %a %a"}) {
    SCOPED_TRACE(operation.str());
    Reader reader;
    EXPECT_FALSE(reader.import(manyTimes(operation), "many.cm"));
    EXPECT_EQ(StringRef(reader.diagnostics).count(": error: "), 20u)
        << reader.diagnostics;
  }
}

/// The lines of a text, each with its end.
std::vector<std::string> linesOf(StringRef text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.take_front(end).str());
    text = text.drop_front(end);
  }
  return lines;
}

/// The words of a line that may be exchanged: ids, names, types, numbers.
std::vector<std::pair<size_t, size_t>> wordsOf(StringRef line) {
  std::vector<std::pair<size_t, size_t>> words;
  auto isPart = [](char c) {
    return llvm::isAlnum(c) || c == '%' || c == '.' || c == '^' || c == '_';
  };
  for (size_t i = 0; i < line.size();) {
    size_t length = line.substr(i).take_while(isPart).size();
    if (length)
      words.emplace_back(i, length);
    i += length + 1;
  }
  return words;
}

/// Changes a text that is syntactically right so that it likely stays so:
/// drops, doubles or exchanges lines, or puts one of its words for another.
std::string mutate(StringRef text, std::mt19937 &random) {
  std::vector<std::string> lines = linesOf(text);
  auto pick = [&](size_t size) { return random() % size; };
  size_t at = pick(lines.size()), other = pick(lines.size());
  switch (pick(6)) {
  case 0:
    lines.erase(lines.begin() + at);
    break;
  case 1:
    lines.insert(lines.begin() + at, std::string(lines[other]));
    break;
  case 2:
    std::swap(lines[at], lines[other]);
    break;
  default:
    auto to = wordsOf(lines[at]), from = wordsOf(lines[other]);
    if (to.empty() || from.empty())
      break;
    auto [toAt, toSize] = to[pick(to.size())];
    auto [fromAt, fromSize] = from[pick(from.size())];
    lines[at].replace(toAt, toSize, lines[other].substr(fromAt, fromSize));
  }
  return llvm::join(lines, "");
}

/// Every input gives a valid module that can be written, or an error; never a
/// crash.
void checkMutations(StringRef folder) {
  std::mt19937 random(42);
  for (const std::string &file : inputsOf(
           (Twine(CM2TT_SOURCE_DIR "/tests/cases/importer/") + folder).str())) {
    std::string text = contents(file);
    StringRef name = llvm::sys::path::filename(file);
    for (unsigned i = 0; i < 200 && !text.empty(); ++i) {
      std::string mutant = text;
      for (unsigned changes = 1 + random() % 3; changes && !mutant.empty();
           --changes)
        mutant = mutate(mutant, random);
      Reader reader;
      OwningOpRef<ModuleOp> module = reader.import(mutant, name);
      if (module)
        EXPECT_NE(exportAs(*module, name), "not written") << mutant;
      else
        EXPECT_NE(reader.diagnostics.find(": error: "), std::string::npos)
            << mutant;
    }
  }
}

TEST(Importer, MutatedJson) { checkMutations("Json/Models"); }

TEST(Importer, MutatedText) { checkMutations("Text/Models"); }

TEST(Importer, FormsByContent) {
  using namespace cm2tt;
  for (StringRef json : {"{}", " \n{\"codeModel\": 1}", "\xef\xbb\xbf{"}) {
    EXPECT_TRUE(looksLikeJson(json)) << json.str();
    EXPECT_FALSE(looksLikeText(json)) << json.str();
    EXPECT_FALSE(looksLikeMlir(json)) << json.str();
  }
  for (StringRef text : {"func @\"f\" ()void -> {", "// a\n/* b */ func @f",
                         "module ()java.type:\"void\" -> {",
                         "//! kernel: \"f\"\nmodule @sym_name=\"m\" ()void"}) {
    EXPECT_TRUE(looksLikeText(text)) << text.str();
    EXPECT_FALSE(looksLikeJson(text)) << text.str();
    EXPECT_FALSE(looksLikeMlir(text)) << text.str();
  }
  for (StringRef mlir :
       {"module {\n func.func", "module @m attributes {a = 1}",
        "module attributes {a = f(1)} {", "#loc = loc(unknown)", "!t = i32",
        "// x\ncm.func \"f\" body ()", "\"builtin.module\"() ({",
        "tt.func @f() {"}) {
    EXPECT_TRUE(looksLikeMlir(mlir)) << mlir.str();
    EXPECT_FALSE(looksLikeText(mlir)) << mlir.str();
    EXPECT_FALSE(looksLikeJson(mlir)) << mlir.str();
  }
  for (StringRef none : {"", "  \n", "// only", "/* open", "add_kernel", "@"}) {
    EXPECT_FALSE(looksLikeMlir(none)) << none.str();
    EXPECT_FALSE(looksLikeText(none)) << none.str();
    EXPECT_FALSE(looksLikeJson(none)) << none.str();
  }
}

} // namespace
