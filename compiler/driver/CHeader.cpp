// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Kernels as C declarations: identifiers, types, comments.
///
/// Not here: the headers themselves (CHeaderGpu.cpp, CHeaderCpu.cpp).

#include "cm2tt/Compiler/CHeader.h"

#include "CHeaderInternals.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"

using namespace cm2tt;
using llvm::StringRef;
using llvm::Twine;

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// Names that a parameter cannot have: the keywords of C and C++, macros of the
/// headers that are included and of compilers, and the names that the launch
/// functions use.
static constexpr StringRef takenWords =
    "alignas alignof and and_eq asm assert atomic_cancel atomic_commit "
    "atomic_noexcept auto bitand bitor bool break case catch char char16_t "
    "char32_t char8_t class co_await co_return co_yield compl concept const "
    "const_cast consteval constexpr constinit continue decltype default delete "
    "do double dynamic_cast else enum errno explicit export extern false float "
    "for friend goto if inline int long mutable namespace new noexcept not "
    "not_eq nullptr operator or or_eq private protected public reflexpr "
    "register reinterpret_cast requires restrict return short signed sizeof "
    "static static_assert static_cast stderr stdin stdout struct switch "
    "synchronized template this thread_local throw true try typedef typeid "
    "typename typeof typeof_unqual union unsigned using virtual void volatile "
    "wchar_t while xor xor_eq linux unix i386 I NULL EOF int32_t uint64_t "
    "uintptr_t free malloc CM2TT_ASSERT CUDA_SUCCESS CUresult cuLaunchKernel "
    "cm2tt_host_launch arguments function gridX gridY gridZ launch memory "
    "result stream";

/// An identifier for a name: what C has no letter for is its bytes in
/// hexadecimal.
static std::string identifierOf(StringRef name) {
  std::string text;
  for (char c : name)
    if (llvm::isAlnum(c) || c == '_')
      text += c;
    else
      text += "_x" + llvm::utohexstr(static_cast<unsigned char>(c));
  if (text.empty() || llvm::isDigit(text[0]))
    text.insert(0, "k");
  return text;
}

namespace {
/// Makes identifiers that are no other's.
class Names {
public:
  /// For parameters of the launch function of a kernel.
  explicit Names(const std::string &kernel) {
    llvm::SmallVector<StringRef> words;
    takenWords.split(words, ' ');
    taken.insert_range(words);
    for (StringRef end : {"_current", "_entry", "_fail", "_programs"})
      taken.insert(kernel + end.str());
    for (StringRef end : {"_SCRATCH_BYTES", "_SHARED_BYTES", "_THREADS"})
      taken.insert(StringRef(kernel).upper() + end.str());
  }
  /// Returns a unique identifier for a name, with `_` appended as often as
  /// necessary.
  std::string add(StringRef name) {
    std::string text = identifierOf(name);
    while (!taken.insert(text).second)
      text += '_';
    return text;
  }

private:
  llvm::StringSet<> taken;
};
} // namespace

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// Escapes characters that are not printable ASCII, or have a meaning in a
/// literal or a comment; `?` begins trigraphs.
static bool isPlain(char c) {
  return llvm::isPrint(c) && c != '"' && c != '\\' && c != '?';
}

/// The text with an octal escape for what is not plain.
static std::string escape(StringRef text) {
  std::string result;
  for (char c : text) {
    if (isPlain(c)) {
      result += c;
      continue;
    }
    unsigned byte = static_cast<unsigned char>(c);
    result += '\\';
    for (unsigned shift : {6, 3, 0})
      result += static_cast<char>('0' + (byte >> shift) % 8);
  }
  return result;
}

std::string cm2tt::cString(StringRef text) {
  return "\"" + escape(text) + "\"";
}

/// The text so that it ends no comment and begins none.
static std::string inComment(StringRef text) {
  std::string result = escape(text);
  for (char &c : result)
    if (c == '/')
      c = '|';
  return result;
}

std::string cm2tt::fillGaps(StringRef text, const Gaps &gaps) {
  std::string result;
  while (true) {
    auto [before, rest] = text.split('@');
    result += before;
    if (rest.empty())
      return result;
    auto [name, after] = rest.split('@');
    const auto gap = llvm::find_if(
        gaps, [name = name](const auto &gap) { return gap.first == name; });
    assert(gap != gaps.end() && "every gap is known");
    result += gap->second;
    text = after;
  }
}

//===----------------------------------------------------------------------===//
// Parameters
//===----------------------------------------------------------------------===//

/// The type of C for one of a signature; floats that C lacks are their bits.
static StringRef cTypeOf(StringRef type) {
  return llvm::StringSwitch<StringRef>(type)
      .Case("i1", "bool")
      .Case("i8", "int8_t")
      .Case("i16", "int16_t")
      .Case("i32", "int32_t")
      .Case("i64", "int64_t")
      .Cases({"u8", "fp8e4nv", "fp8e5"}, "uint8_t")
      .Cases({"u16", "fp16", "bf16"}, "uint16_t")
      .Case("u32", "uint32_t")
      .Case("u64", "uint64_t")
      .Case("fp32", "float")
      .Case("fp64", "double")
      .Default("");
}

/// All but constants, which no type is. Fails for a type that has no name.
static llvm::Expected<std::vector<CParameter>>
parametersOf(const KernelMetadata &metadata) {
  std::vector<CParameter> parameters;
  Names names(identifierOf(metadata.name));
  for (auto [index, declared] : llvm::enumerate(metadata.declared)) {
    StringRef type = StringRef(declared.signature).split(':').first;
    CParameter parameter;
    parameter.isPointer = type.consume_front("*");
    parameter.type = cTypeOf(type);
    parameter.isTaken = llvm::any_of(
        metadata.parameters, [index = index](const KernelParameter &taken) {
          return taken.index == index;
        });
    if (parameter.type.empty() && parameter.isTaken)
      return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                     "a header cannot have the parameter '" +
                                         declared.name + "' of the kernel '" +
                                         metadata.name +
                                         "': a signature cannot have its type");
    if (parameter.type.empty())
      continue;
    parameter.name = names.add(declared.name);
    parameter.javaName = declared.name;
    parameter.entry = declared.signature;
    parameters.push_back(std::move(parameter));
  }
  return parameters;
}

std::string CKernel::parameterList(StringRef pointer) const {
  std::string text;
  for (const CParameter &parameter : parameters) {
    bool isOwn = !parameter.isPointer || pointer.empty();
    text += ",\n    " + (isOwn ? parameter.type : pointer.str()) +
            (parameter.isPointer && isOwn ? " *" : " ") + parameter.name;
  }
  return text;
}

/// The comment on a parameter for callers, besides its type.
static std::string commentOn(const CParameter &parameter) {
  auto [type, promise] = StringRef(parameter.entry).split(':');
  std::string text = inComment(type);
  if (parameter.type.find("uint") == 0 && type.contains('f'))
    text += parameter.isPointer ? ", as bits" : ", its bits";
  if (promise == "16")
    text += parameter.isPointer ? "; the address has to be divisible by 16"
                                : "; has to be divisible by 16";
  if (promise == "1")
    text += "; has to be 1";
  if (parameter.name != parameter.javaName)
    text += "; the kernel's '" + inComment(parameter.javaName) + "'";
  return text;
}

std::string CKernel::parameterComments() const {
  std::string text;
  for (const CParameter &parameter : parameters)
    text += "\n     " + parameter.name + ": " + commentOn(parameter);
  return text;
}

std::string CKernel::promises() const {
  std::string text;
  for (const CParameter &parameter : parameters) {
    const std::string &name = parameter.name;
    StringRef promise = StringRef(parameter.entry).split(':').second;
    if (promise == "16")
      text += "  CM2TT_ASSERT(" +
              (parameter.isPointer ? "(uintptr_t)" + name : name) +
              " % 16 == 0);\n";
    if (promise == "1")
      text += "  CM2TT_ASSERT(" + name + " == 1);\n";
    if (!parameter.isTaken)
      text += "  (void)" + name + "; /* The kernel knows it. */\n";
  }
  return text;
}

std::string CKernel::argumentPointers() const {
  std::string text;
  for (const CParameter &parameter : parameters)
    if (parameter.isTaken)
      text += (text.empty() ? "&" : ", &") + parameter.name;
  return text.empty() ? "0" : text;
}

Gaps cm2tt::commonGaps(const CKernel &kernel) {
  const KernelMetadata &metadata = kernel.metadata;
  auto entryOf = [](const JavaParameter &parameter) {
    return parameter.signature;
  };
  std::string signature =
      llvm::join(llvm::map_range(metadata.declared, entryOf), ", ");
  return {{"name", kernel.name},
          {"MACRO", kernel.macro},
          {"javaName", inComment(metadata.name)},
          {"symbol", cString(metadata.getSymbol())},
          {"version", inComment(metadata.compiler)},
          {"target", inComment(metadata.target)},
          {"signature", signature.empty() ? "nothing" : inComment(signature)},
          {"comments", kernel.parameterComments()},
          {"promises", kernel.promises()},
          {"pointers", kernel.argumentPointers()}};
}

llvm::Expected<std::string> cm2tt::writeCHeader(const KernelMetadata &metadata,
                                                StringRef image) {
  if (metadata.name.empty())
    return llvm::createStringError(
        llvm::inconvertibleErrorCode(),
        "a header needs to know what the kernel takes, which this input does "
        "not say: expected a code model or Triton IR");
  if (metadata.isGuarded)
    return llvm::createStringError(
        llvm::inconvertibleErrorCode(),
        "a header cannot launch a kernel that is guarded: expected one that "
        "was compiled without --checked");
  auto parameters = parametersOf(metadata);
  if (!parameters)
    return parameters.takeError();
  CKernel kernel{metadata, identifierOf(metadata.name), "",
                 std::move(*parameters)};
  kernel.macro = StringRef(kernel.name).upper();
  return isCpuTarget(metadata.target) ? writeCpuHeader(kernel)
                                      : writeGpuHeader(kernel, image);
}
