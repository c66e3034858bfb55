// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Binds the arguments of a launch to the parameters of a kernel, computes the
/// signature, and reports errors in the terms of Java. A given signature is
/// binding: a value that breaks its promise (`:16`, `:1`) is an error, since
/// the kernel would compute a wrong result.
///
/// Not here: arguments as text (RunArguments.h).

#ifndef CM2TT_RUNTIME_KERNELS_BINDING_H
#define CM2TT_RUNTIME_KERNELS_BINDING_H

#include "DescribedTensor.h"
#include "LaunchTable.h"

#include "cm2tt/Runtime/Kernel.h"
#include "cm2tt/Runtime/SignatureEntry.h"

#include <optional>

namespace cm2tt::runtime::kernels {

/// The value that a parameter of a compiled kernel gets.
struct ParameterPlace {
  /// The part of an argument: all of it, or a part of a descriptor.
  /// Or a map that is encoded from several arguments.
  enum class Part : uint8_t {
    Whole,
    Map,
    Base,
    Extent,
    Stride,
    IsNaN,
    Described
  };

  /// The index of the argument.
  unsigned argument = 0;
  Part part = Part::Whole;
  /// The dimension of an extent or a stride.
  unsigned dim = 0;
  /// How a map is computed.
  TensorMapRecipe recipe = {};
  /// The tensor of a map that is encoded from several arguments.
  std::shared_ptr<DescribedTensor> tensor = nullptr;
};

/// The binding of the arguments of a kernel's launches.
class Binding {
public:
  /// Reads parameters and options. Fails with UsageError.
  static llvm::Expected<Binding> make(llvm::ArrayRef<JavaParameter> parameters,
                                      const KernelOptions &options);

  /// The parameters that take arguments.
  llvm::ArrayRef<unsigned> launchParameters() const { return takers; }
  /// For each of them, the promises of ArgumentCode to look for.
  llvm::ArrayRef<uint8_t> wanted() const { return promises; }

  /// The signature for arguments whose codes are in `key`. Fails with
  /// UsageError if the kernel does not take them.
  llvm::Expected<std::string> signature(llvm::ArrayRef<Argument> arguments,
                                        const LaunchKey &key) const;
  /// Fails with UsageError if a kernel may write memory that an argument
  /// forbids to write.
  llvm::Error checkWrites(const CompiledKernel &compiled,
                          llvm::ArrayRef<Argument> arguments) const;
  /// Returns the error for a wrong number of arguments.
  llvm::Error countError(size_t count) const;

  /// For each parameter of a compiled kernel, what it gets. Fails with
  /// MismatchError if `compiled` is not what `signature` made of the
  /// parameters.
  llvm::Expected<llvm::SmallVector<ParameterPlace>>
  places(const CompiledKernel &compiled) const;

private:
  struct Slot {
    std::string name, javaType;
    unsigned index = 0;
    /// The entry of the model's signature.
    std::optional<SignatureEntry> entry;
    /// Whether the kernel is compiled for that and nothing else.
    bool isFixed = false;
    /// The constant that it is.
    std::optional<std::string> constant;
    bool isPointer = false, isDescriptor = false;
    /// The type of numbers that it takes.
    std::optional<ElementType> number;

    llvm::Error error(const llvm::Twine &message) const;
  };

  llvm::Error addConstants(llvm::ArrayRef<JavaParameter> parameters,
                           const KernelOptions &options);
  llvm::Error addPromises(const KernelOptions &options);
  Slot *find(llvm::StringRef name);
  std::string names() const;
  llvm::Expected<SignatureEntry>
  entry(const Slot &slot, const Argument &argument, unsigned code) const;

  std::vector<Slot> slots;
  llvm::SmallVector<unsigned> takers;
  llvm::SmallVector<uint8_t> promises;
};

} // namespace cm2tt::runtime::kernels

#endif // CM2TT_RUNTIME_KERNELS_BINDING_H
