// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Writes the table of methods as Markdown.
///
/// Not here: its checks (ReferenceChecks.cpp).

#include "ReferenceInternals.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace cm2tt;

ArrayRef<Chapter> cm2tt::referenceChapters() {
  static const std::vector<Chapter> chapters = {
      {"Programs and new tiles",
       "Which program of the grid runs, and tiles from nothing.",
       {creationMethods()}},
      {"Arithmetic",
       "Elementwise on numbers and tiles: operands are promoted as in Triton, "
       "and their shapes broadcast.",
       {arithmeticMethods(), bitMethods()}},
      {"Comparison and choice",
       "Elementwise; what compares gives truth values.",
       {comparisonMethods(), choiceMethods()}},
      {"Mathematical functions",
       "Elementwise, on floating-point numbers and tiles of them where nothing "
       "else is said.",
       {mathMethods()}},
      {"Conversions",
       "From one element type to another.",
       {conversionMethods()}},
      {"Shapes",
       "The same elements in another shape, and tiles put together and taken "
       "apart.",
       {shapeMethods(), joiningMethods()}},
      {"Memory",
       "Reading and writing what pointers point to.",
       {memoryMethods()}},
      {"Reductions and scans",
       "Along an axis of a tile: a result for all elements, or one for each "
       "from those up to it.",
       {reductionMethods(), indexedReductionMethods(),
        runningReductionMethods(), combineMethods()}},
      {"Functions of the kernel",
       "A lambda or a method reference, applied to each element.",
       {mapMethods()}},
      {"Matrix products",
       "On tensor cores where the types allow it.",
       {matrixProductMethods()}},
      {"Atomic operations",
       "Reading and writing in one step, whoever else does.",
       {atomicMethods()}},
      {"Ranges",
       "What the enhanced for statement runs over, and hints to its loop.",
       {rangeMethods()}},
      {"Hints to the compiler",
       "What is known of values; promises that are not kept have no defined "
       "result.",
       {hintMethods()}},
      {"Debugging", "Printing and checking in a kernel.", {debuggingMethods()}},
      {"Boxes",
       "What `javac` inserts between numbers and objects; they cost nothing.",
       {boxingMethods()}},
      {"The JDK's methods on numbers",
       "With Java's meaning, of Java's numbers.",
       {javaMathMethods()}},
      {"Java's operators",
       "On Java's numbers, by the name that code models have for them. "
       "Integers wrap, division truncates, shifts are masked.",
       {javaOperators()}}};
  return chapters;
}

/// As it is called: `Triton.add`; an operator by its name.
std::string cm2tt::qualifiedName(const Method &method) {
  return (method.owner + (method.owner.empty() ? "" : ".") + method.name).str();
}

SmallVector<StringRef> cm2tt::listOf(StringRef text, char separator) {
  SmallVector<StringRef> parts, list;
  text.split(parts, separator);
  for (StringRef part : parts)
    if (!part.trim().empty())
      list.push_back(part.trim());
  return list;
}

/// What stands below a method's heading for one of its entries.
static void printEntry(raw_ostream &os, const Method &method) {
  const Reference &reference = method.reference;
  os << "```java\n";
  for (StringRef overload : listOf(reference.overloads, ';'))
    os << overload << "\n";
  os << "```\n\n";
  if (!reference.summary.empty())
    os << reference.summary << "\n\n";
  SmallVector<StringRef> operations = listOf(reference.becomes, ',');
  if (operations.empty())
    return;
  os << "Becomes `" << llvm::join(operations, "`, `") << "`.\n\n";
}

/// Text in a cell of a table.
static std::string cell(StringRef text) {
  std::string escaped;
  for (char c : text)
    escaped += c == '|' ? std::string("\\|") : std::string(1, c);
  return escaped;
}

/// The code of a list's parts.
static std::string codeOf(StringRef text, char separator) {
  std::string all;
  for (StringRef part : listOf(text, separator))
    all += (all.empty() ? "`" : ", `") + cell(part) + "`";
  return all;
}

/// The JDK's methods and operators, whose meaning Java programmers know.
static void printTable(raw_ostream &os, ArrayRef<const Method *> methods) {
  // Classes that have the same method share a row.
  std::vector<std::pair<std::string, std::string>> rows;
  for (const Method *method : methods) {
    const Reference &reference = method->reference;
    std::string text = codeOf(reference.overloads, ';') + " | " +
                       cell(reference.summary) + " | " +
                       codeOf(reference.becomes, ',') + " |\n";
    std::string name = qualifiedName(*method);
    StringRef simple(name);
    simple.consume_front("java.lang.");
    auto same = llvm::find_if(
        rows, [&](const auto &row) { return row.second == text; });
    if (same == rows.end())
      rows.emplace_back("`" + simple.str() + "`", text);
    else
      same->first += ", `" + simple.str() + "`";
  }
  os << "| name | in Java | what it does | becomes |\n|---|---|---|---|\n";
  for (const auto &[names, text] : rows)
    os << "| " << names << " | " << text;
  os << "\n";
}

static void printChapter(raw_ostream &os, const Chapter &chapter) {
  os << "## " << chapter.title << "\n\n" << chapter.summary << "\n\n";
  SmallVector<const Method *> javas;
  std::string last;
  for (ArrayRef<Method> family : chapter.families)
    for (const Method &method : family) {
      if (method.owner.empty() || method.owner.starts_with("java.")) {
        javas.push_back(&method);
        continue;
      }
      // Entries of one name follow each other.
      std::string name = qualifiedName(method);
      if (name != last)
        os << "### " << name << "\n\n";
      last = name;
      printEntry(os, method);
    }
  if (!javas.empty())
    printTable(os, javas);
}

void cm2tt::printMethods(raw_ostream &os) {
  for (ArrayRef<Method> family : allMethods())
    for (const Method &method : family)
      if (!method.owner.empty() && !method.owner.starts_with("java."))
        for (StringRef overload : listOf(method.reference.overloads, ';'))
          os << "method " << method.owner << " " << overload << "\n";
  for (const KernelRecord *record : {&pairRecord, &valueIndexRecord})
    os << "record " << record->name << " " << record->components[0] << " "
       << record->components[1] << "\n";
  forEachEnum([&](StringRef name, ArrayRef<StringLiteral> constants) {
    os << "enum " << name << " " << llvm::join(constants, " ") << "\n";
  });
}

void cm2tt::printReference(raw_ostream &os) {
  for (const Chapter &chapter : referenceChapters())
    printChapter(os, chapter);
  os << "## Enums\n\nTheir constants are arguments of the methods above.\n\n"
     << "| enum | constants |\n|---|---|\n";
  forEachEnum([&](StringRef name, ArrayRef<StringLiteral> constants) {
    os << "| `" << name << "` | `" << llvm::join(constants, "`, `") << "` |\n";
  });
  os << "\nA CacheModifier or an EvictionPolicy is an `AccessOption`, a "
        "MemSemantic or a MemScope an `AtomicOption`.\n";
  os << "\n## Static fields of the JDK\n\nOther static fields are constants "
        "of a kernel's own class.\n\n| class | fields |\n|---|---|\n";
  llvm::MapVector<StringRef, SmallVector<StringRef>> fields;
  forEachStaticNumber(
      [&](StringRef owner, StringRef name) { fields[owner].push_back(name); });
  for (auto &[owner, names] : fields)
    os << "| `" << owner << "` | `" << llvm::join(names, "`, `") << "` |\n";
}
