// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Checks that what the table's references say of methods agrees with their
/// entries.

#include "ReferenceInternals.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/Regex.h"

using namespace mlir;
using namespace cm2tt;

/// A Java type: a name, type arguments, brackets; and a name.
#define TYPE "[A-Za-z][A-Za-z0-9_]*(\\.[A-Za-z0-9_]+)*(<.+>)?(\\[\\])*"
#define NAME "([A-Za-z_][A-Za-z0-9_]*)"

/// The text between commas that stand in no brackets.
static SmallVector<StringRef> splitParameters(StringRef text) {
  SmallVector<StringRef> parameters;
  unsigned depth = 0;
  size_t start = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    depth += text[i] == '<';
    depth -= text[i] == '>';
    if (text[i] != ',' || depth != 0)
      continue;
    parameters.push_back(text.slice(start, i).trim());
    start = i + 1;
  }
  if (!text.trim().empty())
    parameters.push_back(text.drop_front(start).trim());
  return parameters;
}

/// What is wrong with an overload; empty if nothing is.
static std::string checkOverload(const Method &method, StringRef overload) {
  static llvm::Regex declaration("^(<.+> )?" TYPE " " NAME "\\((.*)\\)$"),
      parameter("^" TYPE "(\\.\\.\\.)? " NAME "$");
  SmallVector<StringRef> parts;
  if (!declaration.match(overload, &parts))
    return "is not of the form 'Type name(Type argument, ...)'";
  // 1 type parameters, 2 to 4 the type's, 5 the name, 6 parameters.
  if (parts[5] != method.name)
    return ("has the name '" + parts[5] + "'").str();
  SmallVector<StringRef> parameters = splitParameters(parts[6]);
  bool isVariadic = false, isOptions = false;
  for (StringRef text : parameters) {
    if (isVariadic)
      return "has a parameter behind '...'";
    if (!parameter.match(text, &parts))
      return ("has a parameter that is not of the form 'Type argument': '" +
              text + "'")
          .str();
    isVariadic = !parts[4].empty();
    isOptions = text.contains("Option... ");
  }
  // Code models have a receiver as an operand. Of the JDK's methods, only the
  // entry says whether there is one.
  bool isJdk = StringRef(method.owner).starts_with("java.");
  bool hasReceiver =
      isJdk ? parameters.size() < method.minArity : method.owner != "Triton";
  size_t least = parameters.size() - isVariadic + hasReceiver;
  // A rule may ask for one at least of any number.
  if (least + isVariadic < method.minArity || least > method.maxArity)
    return "takes " + std::to_string(least) +
           " arguments, which the entry does not";
  // Of options there is one of each kind at most.
  if (isVariadic && !isOptions && method.maxArity != Method::variadic)
    return "takes any number of arguments, which the entry does not";
  return "";
}

std::vector<std::string> cm2tt::checkReference(const Method &method) {
  std::vector<std::string> problems;
  const Reference &reference = method.reference;
  auto report = [&](const llvm::Twine &text) {
    problems.push_back(qualifiedName(method) + ": " + text.str());
  };
  if (reference.overloads.empty())
    report("the reference says nothing of it");
  else if (!reference.summary.ends_with("."))
    report("the summary is not a sentence: '" + reference.summary + "'");
  // Operators are written as Java writes them.
  if (method.owner.empty())
    return problems;
  for (StringRef overload : listOf(reference.overloads, ';')) {
    std::string problem = checkOverload(method, overload);
    if (!problem.empty())
      report("'" + overload + "' " + problem);
  }
  return problems;
}

std::vector<std::string> cm2tt::checkReferences() {
  std::vector<std::string> problems;
  for (ArrayRef<Method> family : allMethods()) {
    for (const Method &method : family)
      llvm::append_range(problems, checkReference(method));
    auto holds = [&](const Chapter &chapter) {
      return llvm::any_of(chapter.families, [&](ArrayRef<Method> each) {
        return each.data() == family.data();
      });
    };
    if (!family.empty() && llvm::count_if(referenceChapters(), holds) != 1)
      problems.push_back("the family of " + qualifiedName(family.front()) +
                         " is not in one chapter (Reference.cpp)");
  }
  return problems;
}
