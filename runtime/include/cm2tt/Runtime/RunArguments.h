// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Arguments of the command line: they are parsed, bound to Java parameters,
/// converted and checked, and the signature to compile for is derived from
/// them.
///
/// The entry of a buffer is `*T:16`, since devices align their memory to more.
/// That of a descriptor is `tensordesc<T[BLOCK]>`, with `:16` if the tensor
/// satisfies the rules of tensor maps. That of an integer is `T:16` if 16
/// divides it and `T:1` if it is 1. That of a constant is its value. An
/// explicit signature is not changed, and each value is checked against its
/// promises.
///
/// Not here: the syntax of options (tools), launching (KernelRun.h).

#ifndef CM2TT_RUNTIME_RUNARGUMENTS_H
#define CM2TT_RUNTIME_RUNARGUMENTS_H

#include "cm2tt/Runtime/NpyFile.h"
#include "cm2tt/Runtime/TensorDescriptor.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace cm2tt {
struct JavaParameter;
} // namespace cm2tt

namespace cm2tt::runtime {

/// An error in the command line, not in a file or on a device.
class UsageError : public llvm::ErrorInfo<UsageError, llvm::StringError> {
public:
  explicit UsageError(const llvm::Twine &message)
      : ErrorInfo(message, std::make_error_code(std::errc::invalid_argument)) {}
  static char ID;
};

/// The arguments of a command line as text.
struct RunRequest {
  /// `@FILE.npy[:TYPE]`, `empty:TYPE:SHAPE`, `zeros:TYPE:SHAPE`,
  /// `random:TYPE:SHAPE[:SEED]`, `descriptor:BLOCK[:shape=SHAPE]
  /// [:padding=nan]:` before one of these, or a number, for the parameters that
  /// take one, in order.
  std::vector<std::string> arguments;
  /// Compile-time constants: a parameter's name and a number or boolean.
  std::vector<std::pair<std::string, std::string>> constants;
  /// The comma-separated entries for all parameters; if absent, they are
  /// derived.
  std::optional<std::string> signature;
};

/// The file that a text of `RunRequest::arguments` names; empty if it names
/// none.
llvm::StringRef fileOfArgument(llvm::StringRef text);

/// The argument of one Java parameter.
struct RunArgument {
  enum class Kind { Constant, Scalar, Buffer, Descriptor };
  Kind kind = Kind::Constant;
  /// The Java parameter's name.
  std::string name;
  /// A scalar's value; the element type of a buffer or a tensor is
  /// `scalar.type`.
  ScalarValue scalar;
  /// The initial content of a buffer, or of the buffer that a descriptor is
  /// for.
  std::optional<NpyFile> file;
  /// Whether a buffer has no content before the kernel writes it; `file` then
  /// contains zeros.
  bool empty = false;
  /// The extents of a descriptor's block and tensor, the distances of
  /// neighbours in elements, and whether elements outside of the tensor are
  /// read as NaN.
  llvm::SmallVector<int64_t, 5> block, shape, strides;
  bool padsWithNaN = false;
};

/// The descriptor of an argument that is one, whose buffer is at `address` on
/// the device. Fails as TensorDescriptor::create does.
llvm::Expected<std::unique_ptr<TensorDescriptor>>
makeDescriptor(const RunArgument &argument, uint64_t address);

/// The arguments of all Java parameters, in order, and the signature to compile
/// for.
struct RunArguments {
  std::vector<RunArgument> values;
  std::string signature;
};

/// Binds `request` to the parameters of a kernel. A parameter that is a
/// constant in the model's own signature keeps that value unless the request
/// overrides it: if the number of arguments is the number of parameters without
/// a constant, they are bound to those, otherwise to all that `constants` does
/// not name. Fails with UsageError, or with another error if the error is in a
/// file.
llvm::Expected<RunArguments>
bindArguments(llvm::ArrayRef<JavaParameter> parameters,
              const RunRequest &request);

} // namespace cm2tt::runtime

#endif // CM2TT_RUNTIME_RUNARGUMENTS_H
