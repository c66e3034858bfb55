// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// From what a user typed to what a kernel is compiled for and launched with:
/// arguments are bound to Java parameters, read, converted and checked, and
/// the signature follows from them.
///
/// A buffer is `*T:16`, since a device's memory is aligned that far. An integer
/// is `T:16` if 16 divides it and `T:1` if it is 1. A constant is its value.
/// A signature that was given is kept as it stands, and every value is checked
/// against what it promises.
///
/// Not here: the syntax of options (tools), launching (KernelRun.h).

#ifndef CM2TT_RUNTIME_RUNARGUMENTS_H
#define CM2TT_RUNTIME_RUNARGUMENTS_H

#include "cm2tt/Runtime/NpyFile.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace cm2tt {
struct JavaParameter;
} // namespace cm2tt

namespace cm2tt::runtime {

/// An error in what the user typed, not in a file or on a device.
class UsageError : public llvm::ErrorInfo<UsageError, llvm::StringError> {
public:
  explicit UsageError(const llvm::Twine &message)
      : ErrorInfo(message, std::make_error_code(std::errc::invalid_argument)) {}
  static char ID;
};

/// A command line's arguments as they were typed.
struct RunRequest {
  /// `@FILE.npy[:TYPE]`, `empty:TYPE:SHAPE`, `zeros:TYPE:SHAPE`,
  /// `random:TYPE:SHAPE[:SEED]` or a number, for the parameters that take one,
  /// in order.
  std::vector<std::string> arguments;
  /// Compile-time constants: a parameter's name and a number or boolean.
  std::vector<std::pair<std::string, std::string>> constants;
  /// Comma-separated entries for all parameters; absent: derived.
  std::optional<std::string> signature;
};

/// What one Java parameter gets.
struct RunArgument {
  enum class Kind { Constant, Scalar, Buffer };
  Kind kind = Kind::Constant;
  /// The Java parameter's name.
  std::string name;
  /// A scalar's value; a buffer's element type is `scalar.type`.
  ScalarValue scalar;
  /// A buffer's initial content.
  std::optional<NpyFile> file;
  /// Whether a buffer has no content before the kernel writes it; `file` then
  /// has zeros.
  bool empty = false;
};

/// Every Java parameter's argument, in order, and the signature to compile for.
struct RunArguments {
  std::vector<RunArgument> values;
  std::string signature;
};

/// Binds `request` to the parameters of a kernel. A parameter that is a
/// constant in the model's own signature keeps that value unless the request
/// says otherwise: if there are as many arguments as parameters without a
/// constant, they go to those, else to all that `constants` does not name.
/// Fails with UsageError, or with another error if a file is at fault.
llvm::Expected<RunArguments>
bindArguments(llvm::ArrayRef<JavaParameter> parameters,
              const RunRequest &request);

} // namespace cm2tt::runtime

#endif // CM2TT_RUNTIME_RUNARGUMENTS_H
