// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Options of the compiler that make some kernels faster and others slower, so
/// that a tuner, a kernel or the environment chooses them: those of
/// CompilerOptions.td that are `isChosen`.

#ifndef CM2TT_RUNTIME_COMPILERCHOICES_H
#define CM2TT_RUNTIME_COMPILERCHOICES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <map>
#include <string>

namespace cm2tt {
struct CompileOptions;
} // namespace cm2tt

namespace cm2tt::runtime {

/// An option that can be chosen.
struct CompilerChoice {
  /// `split-loops`: the flag of the command line.
  const char *name;
  /// `CM2TT_SPLIT_LOOPS`: the environment variable.
  const char *variable;
  /// Sets the option. Fails if it has no such value, and states what it has.
  llvm::Error (*set)(CompileOptions &options, llvm::StringRef value);
};

/// All, in the order of CompilerOptions.td.
llvm::ArrayRef<CompilerChoice> compilerChoices();

/// Values of options by their names. Those without a value are a matter of
/// something else.
class CompilerChoices {
public:
  /// Reads `persistent=on split-loops=off`. The last value of an option counts.
  static llvm::Expected<CompilerChoices> parse(llvm::StringRef text);
  /// Such a text, in the order of the names.
  std::string str() const;

  /// Chooses a value. Fails if there is no such option, or it has no such
  /// value.
  llvm::Error choose(llvm::StringRef name, llvm::StringRef value);
  /// A copy in which options without a value have that of `others`.
  CompilerChoices orElse(const CompilerChoices &others) const;
  /// Sets the options that have a value.
  void apply(CompileOptions &options) const;
  bool operator==(const CompilerChoices &other) const {
    return values == other.values;
  }

private:
  /// Valid names and values.
  std::map<std::string, std::string> values;
};

} // namespace cm2tt::runtime

#endif // CM2TT_RUNTIME_COMPILERCHOICES_H
