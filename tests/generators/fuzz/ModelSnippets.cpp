// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The operations that a fuzzer adds to models: calls of any method of the
/// kernel language, and pieces of text with control flow, lambdas and calls of
/// helpers.

#include "ModelMutatorInternals.h"
#include "cm2tt/Language/KernelApi.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace cm2tt::fuzz;
using cm2tt::Method;
using llvm::StringRef;

/// A type by its full name.
static std::string qualified(StringRef type) {
  StringRef bare = type.take_until([](char c) { return c == '<'; });
  StringRef package =
      llvm::StringSwitch<StringRef>(bare)
          .Cases({"boolean", "int", "long", "float", "double", "void"}, "")
          .Cases({"Object", "Number", "Integer", "Float", "String", "Class"},
                 "java.lang.")
          .Cases({"BinaryOperator", "UnaryOperator"}, "java.util.function.")
          .Cases({"Tensor", "Ptr", "TensorType"}, "oracle.code.triton.")
          .Case("T", "java.lang.")
          .Default("oracle.code.triton.Triton$");
  return (package + (bare == "T" ? "Object" : bare)).str();
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

std::string Mutation::make(StringRef type) {
  static const StringRef enumConstants[] = {
      "CompareKind::LessThan",  "CompareKind::NotEqual",
      "CacheModifier::CG",      "EvictionPolicy::EVICT_FIRST",
      "InputPrecision::TF32X3", "MemSemantic::ACQ_REL",
      "MemScope::CTA",          "Rounding::RTZ",
      "PropagateNan::ALL",      "CompareKind::Equal"};
  static const StringRef integers[] = {"0",  "1",  "2",       "-1",
                                       "16", "64", "1048576", "2147483647"};
  static const StringRef classes[] = {"int",
                                      "float",
                                      "boolean",
                                      "long",
                                      "oracle.code.triton.Float16",
                                      "oracle.code.triton.Float8E5M2",
                                      "oracle.code.triton.UInt8"};
  std::string id = fresh();
  std::string head = id + " : " + qualified(type) + " = ";
  if (type == "int" || type == "boolean") {
    StringRef literal = integers[below(std::size(integers))];
    if (type == "boolean")
      literal = chance(2) ? "true" : "false";
    added += head + "constant @" + literal.str() + ";\n";
  } else if (type == "String") {
    added += head + "constant @\"text\";\n";
  } else if (type.starts_with("Class")) {
    added += head + "constant @java.type:\"" +
             classes[below(std::size(classes))].str() + "\";\n";
  } else if (type.starts_with("BinaryOperator")) {
    std::string a = fresh(), b = fresh(), c = fresh();
    added += head + "lambda (" + a + " : java.lang.Number, " + b +
             " : java.lang.Number)java.lang.Number -> {\n" + c +
             " : oracle.code.triton.Tensor = invoke " + a + " " + b +
             " @java.ref:\"oracle.code.triton.Triton::add(java.lang.Number, "
             "java.lang.Number):oracle.code.triton.Tensor\";\nreturn " +
             c + ";\n};\n";
  } else {
    StringRef constant;
    for (StringRef candidate : enumConstants)
      if (candidate.split("::").first == type)
        constant = candidate;
    if (constant.empty())
      added += head + "constant @null;\n";
    else
      added += head + "field.load @java.ref:\"oracle.code.triton.Triton$" +
               constant.str() + ":" + qualified(type) + "\";\n";
  }
  return id;
}

std::string Mutation::argument(size_t line, StringRef type) {
  bool isAnything = type == "Tensor" || type == "Number" || type == "Object";
  if (!isAnything && chance(3))
    return make(type);
  std::string id = value(line, type);
  return id.empty() ? make(type) : id;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// Splits at commas outside of brackets.
static llvm::SmallVector<StringRef> splitParameters(StringRef text) {
  llvm::SmallVector<StringRef> parts;
  unsigned depth = 0;
  size_t begin = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    depth += text[i] == '<';
    depth -= text[i] == '>' && depth;
    if (text[i] == ',' && depth == 0) {
      parts.push_back(text.slice(begin, i).trim());
      begin = i + 1;
    }
  }
  if (!text.trim().empty())
    parts.push_back(text.substr(begin).trim());
  return parts;
}

/// The result type and parameter types of an overload of an entry; what the
/// entry does not say is guessed.
static std::pair<std::string, std::vector<std::string>>
signatureOf(const Method &method, Mutation &mutation) {
  llvm::SmallVector<StringRef> overloads;
  StringRef(method.overloads).split(overloads, ';', -1, false);
  std::vector<std::string> parameters;
  if (overloads.empty()) {
    unsigned count = method.minArity;
    if (method.maxArity > count)
      count += mutation.below(std::min(method.maxArity - count, 2u) + 1);
    parameters.assign(count, mutation.chance(2) ? "Number" : "int");
    return {"Tensor", parameters};
  }
  StringRef overload = overloads[mutation.below(overloads.size())].trim();
  auto [head, rest] = overload.split('(');
  if (head.starts_with("<"))
    head = head.split('>').second.trim();
  for (StringRef parameter :
       splitParameters(rest.take_until([](char c) { return c == ')'; }))) {
    StringRef type = parameter.rsplit(' ').first.trim();
    unsigned count = type.consume_back("...") ? mutation.below(4) : 1;
    parameters.insert(parameters.end(), count, type.str());
  }
  return {head.split(' ').first.str(), parameters};
}

std::string Mutation::randomCall(size_t line) {
  std::vector<const Method *> methods;
  for (llvm::ArrayRef<Method> family : cm2tt::allMethods())
    for (const Method &method : family)
      methods.push_back(&method);
  const Method &method = *pick(methods);
  auto [result, parameters] = signatureOf(method, *this);
  std::vector<std::string> types, operands;
  for (const std::string &parameter : parameters) {
    operands.push_back(argument(line, parameter));
    types.push_back(qualified(parameter));
  }
  std::string call = result == "void" ? "" : fresh();
  if (method.owner.empty()) {
    call += " : int = " + method.name.str() + " " + llvm::join(operands, " ");
    return call + ";\n";
  }
  if (!call.empty())
    call += " : " + qualified(result) + " = ";
  std::string owner = StringRef(method.owner).contains('.')
                          ? method.owner.str()
                          : "oracle.code.triton." + method.owner.str();
  // A method of a value: the receiver is no parameter.
  if (method.owner == "Tensor" && types.size() == method.minArity &&
      !types.empty())
    types.erase(types.begin());
  return call + "invoke " + llvm::join(operands, " ") + " @java.ref:\"" +
         owner + "::" + method.name.str() + "(" + llvm::join(types, ", ") +
         "):" + qualified(result) + "\";\n";
}

//===----------------------------------------------------------------------===//
// Snippets
//===----------------------------------------------------------------------===//

// In a snippet `$0` to `$9` are new ids, and `?T;` is an id of the type T.
static const StringRef snippets[] = {
    R"($0 : Var<int> = var ?int; @"v";
)",
    R"(var.store ?Var<int>; ?int;;
)",
    R"(var.store ?Var<Tensor>; ?Tensor;;
)",
    R"($0 : boolean = lt ?int; ?int;;
)",
    R"($0 : java.lang.Integer = invoke ?int; @java.ref:"java.lang.Integer::valueOf(int):java.lang.Integer";
)",
    R"(java.if ()boolean -> {
yield ?boolean;;
} ()void -> {
var.store ?Var<int>; ?int;;
yield;
} ()void -> {
yield;
};
)",
    R"(java.for ()Var<int> -> {
$0 : int = constant @0;
$1 : Var<int> = var $0 @"i";
yield $1;
} ($2 : Var<int>)boolean -> {
$3 : int = var.load $2;
$4 : boolean = lt $3 ?int;;
yield $4;
} ($5 : Var<int>)void -> {
$6 : int = var.load $5;
$7 : int = constant @1;
$8 : int = add $6 $7;
var.store $5 $8;
yield;
} ($9 : Var<int>)void -> {
var.store ?Var<Tensor>; ?Tensor;;
java.continue;
};
)",
    R"(java.while ()boolean -> {
$0 : boolean = gt ?int; ?int;;
yield $0;
} ()void -> {
java.if ()boolean -> {
yield ?boolean;;
} ()void -> {
java.break;
} ()void -> {
yield;
};
java.continue;
};
)",
    R"(java.do.while ()void -> {
$0 : int = sub ?int; ?int;;
var.store ?Var<int>; $0;
java.continue;
} ()boolean -> {
yield ?boolean;;
};
)",
    R"($0 : int = java.cexpression ()boolean -> {
yield ?boolean;;
} ()int -> {
yield ?int;;
} ()int -> {
yield ?int;;
};
)",
    R"($0 : boolean = java.cand ()boolean -> {
yield ?boolean;;
} ()boolean -> {
yield ?boolean;;
};
)",
    R"($0 : int = java.switch.expression ?int; ($1 : int)boolean -> {
$2 : int = constant @1;
$3 : boolean = eq $1 $2;
yield $3;
} ()int -> {
java.yield ?int;;
} ($4 : int)boolean -> {
$5 : boolean = constant @true;
yield $5;
} ()int -> {
java.yield ?int;;
};
)",
    R"(java.labeled ()void -> {
$0 : java.lang.String = constant @"outer";
java.while ()boolean -> {
yield ?boolean;;
} ()void -> {
java.if ()boolean -> {
yield ?boolean;;
} ()void -> {
java.break $0;
} ()void -> {
java.continue $0;
};
java.continue;
};
yield;
};
)",
    R"($0 : java.util.function.UnaryOperator<java.lang.Integer> = lambda ($1 : java.lang.Integer)java.lang.Integer -> {
return $1;
};
$2 : java.lang.Object = invoke $0 ?Integer; @java.ref:"java.util.function.UnaryOperator::apply(java.lang.Object):java.lang.Object";
)",
    R"(java.if ()boolean -> {
yield ?boolean;;
} ()void -> {
return;
} ()void -> {
yield;
};
)",
    R"($0 : java.lang.Iterable = invoke ?int; ?int; @java.ref:"oracle.code.triton.Triton::staticRange(int, int):java.lang.Iterable";
java.enhancedFor ()java.lang.Iterable -> {
yield $0;
} ($1 : java.lang.Integer)Var<java.lang.Integer> -> {
$2 : Var<java.lang.Integer> = var $1 @"i";
yield $2;
} ($3 : Var<java.lang.Integer>)void -> {
java.continue;
};
)"};

std::string Mutation::randomSnippet(size_t line) {
  StringRef snippet = snippets[below(std::size(snippets))];
  std::string ids[10], text;
  for (size_t i = 0; i < snippet.size(); ++i) {
    if (snippet[i] == '$' && i + 1 < snippet.size() &&
        llvm::isDigit(snippet[i + 1])) {
      std::string &id = ids[snippet[++i] - '0'];
      if (id.empty())
        id = fresh();
      text += id;
    } else if (snippet[i] == '?') {
      size_t end = snippet.find(';', i);
      StringRef type = snippet.slice(i + 1, end);
      std::string id = value(line, type);
      text += id.empty() ? make(type) : id;
      i = end;
    } else {
      text += snippet[i];
    }
  }
  return text;
}
