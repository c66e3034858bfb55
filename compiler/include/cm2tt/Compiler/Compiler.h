// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The whole compiler as one call: read, type, rewrite, lower, emit. The
/// command line, the runtime and JNI use it.
///
/// Not here: the order of passes (Conversion/Pipelines.h), files and exit
/// codes (tools), launching (runtime).

#ifndef CM2TT_COMPILER_COMPILER_H
#define CM2TT_COMPILER_COMPILER_H

#include "cm2tt/Compiler/Diagnostics.h"
#include "cm2tt/Compiler/Pipelines.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

namespace cm2tt {

/// The form of a kernel at which a compilation stops and which it returns. The
/// forms are in the order in which a kernel passes through them, for a GPU and
/// then for a CPU.
enum class Stage {
  CM,    ///< the code model as text
  JSON,  ///< the code model as JSON
  MLIR,  ///< the code model as the dialect `cm`
  Typed, ///< the code model as text, with each value's abstract type
  Calls, ///< the calls of the kernel with their constants, as JSON (CallTree.h)
  TT,    ///< optimised `tt`
  TTG,   ///< `tt` laid out over threads; GPUs only
  LLVM,  ///< LLVM IR
  PTX,   ///< PTX text
  Cubin, ///< machine code of a GPU, by `ptxas`
  Asm,   ///< assembly of a CPU
  Obj,   ///< machine code of a CPU, as an object file
};

/// The name of a stage as `--emit=` spells it.
llvm::StringRef stageName(Stage stage);
/// The stage of that name, if there is one.
std::optional<Stage> parseStage(llvm::StringRef name);
/// Whether a target, known or not, is a CPU: `cpu`, `cpu:NAME`.
bool isCpuTarget(llvm::StringRef target);
/// The stage that one gets who asks for none: PTX, or a CPU's assembly.
Stage defaultStage(llvm::StringRef target);

/// The options of a compilation. The defaults are those of the command line.
struct CompileOptions : PipelineOptions {
#include "cm2tt/Compiler/CompileOptionMembers.h.inc"

  /// Calls `visit` with the CompilerOptionInfo and the address of each member,
  /// also of those of PipelineOptions.
  template <typename Visitor> static void forEach(Visitor &&visit) {
    PipelineOptions::forEach(visit);
#include "cm2tt/Compiler/CompileOptionVisits.h.inc"
  }
};

/// The value of an option.
struct CompilerOptionValue {
  CompilerOptionInfo info;
  /// The value on the command line; `true` or `false` for a flag without a
  /// value.
  std::string text;
  bool isDefault;
  /// Whether the flag takes no value.
  bool isSwitch;
};

/// The values of all options, in the order of the members.
std::vector<CompilerOptionValue> optionValues(const CompileOptions &options);
/// Sets the option that the text names, as on the command line: `--no-ftz`,
/// `--num-warps=8`. Fails if there is no such option or it does not have that
/// value; the compilation checks the bounds of numbers.
llvm::Error readOption(llvm::StringRef text, CompileOptions &options);

/// An input of `cm2tt` with which an internal failure occurs again.
struct Reproducer {
  /// The input of the phase that failed, as MLIR; the compiler's input if no
  /// phase had begun.
  std::string text;
  /// The suffix of a file with that text: `mlir`, `json` or `cm`.
  llvm::StringRef suffix;
  /// The options of `cm2tt` for it.
  std::string options;

  /// Adds a note to the last error, which asks to report the failure with the
  /// file. If `written` is an error, the note contains it instead.
  void addNote(std::vector<Diagnostic> &diagnostics, llvm::StringRef file,
               std::error_code written) const;
};

/// How a launcher encodes a tensor map for a parameter that is a tensor
/// descriptor (CUDA Driver API, cuTensorMapEncodeTiled).
struct TensorMapLayout {
  /// The elements as in a signature: `fp16`, `u32`.
  std::string element;
  /// The extents of a box in elements, the contiguous dimension last.
  std::vector<int64_t> box;
  /// 128, 64, 32, or 0 without a swizzle.
  unsigned swizzleBytes = 0;
};

/// The tensor of a tensor map that has no argument: a launcher encodes the map
/// from the values of other parameters. Equal values have equal maps.
struct TensorRecipe {
  /// A constant times parameters, which are integers, by their indices in
  /// KernelMetadata::parameters.
  struct Product {
    int64_t factor = 1;
    std::vector<unsigned> parameters;
  };

  /// The index of the parameter that points at the first element. 16 divides
  /// its value.
  unsigned base = 0;
  /// In elements. An extent that is less than 1 stands for 1, one that exceeds
  /// 2^31 - 1 is an error.
  std::vector<Product> extents;
  /// In elements; the last one is 1, others are multiples of 16 bytes, at least
  /// 16 and less than 2^40.
  std::vector<Product> strides;
};

/// A parameter of a compiled kernel.
struct KernelParameter {
  /// The Java parameter's name.
  std::string name;
  /// The argument type as in a signature, without its specialisation: `*fp32`;
  /// `tensormap` for a tensor map.
  std::string type;
  /// The position among the Java method's parameters, from 0.
  unsigned index = 0;
  /// The layout of a tensor map.
  std::optional<TensorMapLayout> tensorMap = std::nullopt;
  /// The part of a descriptor of a kernel of Java that is not a tensor map:
  /// `base`, `shape0`, `shape1`, ..., `stride0`, ..., or `nan`, an i1 that
  /// says whether elements outside of the tensor are NaN. Else empty.
  std::string part = {};
  /// How a tensor map that is no argument is computed. Such parameters come
  /// after all others; name and index are those of the pointer.
  std::optional<TensorRecipe> recipe = std::nullopt;
  /// Whether the kernel may write the memory that the pointer, or the tensor of
  /// the descriptor, is in (WrittenParameters.h).
  bool isWritten = false;
  /// Whether the value of a launch must be at least 2^-64, and at most 2^64.
  bool isPositive = false;
};

/// An operation of a kernel that can fail at run time.
struct KernelSite {
  /// The kind of the operation.
  enum class Kind { Assert, Load, Store, Atomic } kind = Kind::Assert;
  /// The size of one element.
  unsigned bytes = 0;
  /// The index in KernelMetadata::parameters (not the Java index) of the
  /// pointer that the address comes from; -1: several or unknown.
  int parameter = -1;
  /// The extents of the tile; empty for a scalar.
  std::vector<int64_t> shape;
  /// The location in Java; line and column from 1, 0 if unknown.
  std::string file;
  unsigned line = 0, column = 0;
  /// The message of an assertion.
  std::string message;
};

/// The name of a kind of site, as JSON and the attribute `cpu.sites` have it:
/// `assert`, `load`, `store`, `atomic`.
llvm::StringRef siteKindName(KernelSite::Kind kind);

/// A kernel's parameter before specialisation.
struct JavaParameter {
  std::string name;
  /// The Java type: `oracle.code.triton.Ptr`, `int`, ...
  std::string type;
  /// The model's signature entry for it, as text; empty if it has none.
  std::string signature;
  /// Whether the kernel is compiled for that entry and no other: it came as
  /// `tt`, which has types already.
  bool isFixed = false;
};

/// The properties of a compiled kernel that a launcher needs. Members for GPUs
/// alone are empty for CPUs, and conversely.
struct KernelMetadata {
  std::string name;
  /// The name of the kernel in the compiled code if it is another
  /// (KernelSymbols.h); see getSymbol().
  std::string symbol;
  std::string target;
  /// Warps of a block to launch, also those that only copy.
  unsigned numWarps = 0;
  unsigned numStages = 0;
  /// Dynamic shared memory of a block, in bytes.
  unsigned sharedBytes = 0;
  /// Exactly what the compiled kernel takes, in order, but for the table of a
  /// guarded kernel, which is last.
  std::vector<KernelParameter> parameters;
  /// Every parameter as it was written, with the entry of the signature that it
  /// was compiled for: `i32:16`, or a constant. `parameters` have its index.
  std::vector<JavaParameter> declared;
  std::string ptxVersion;
  /// Memory that each call of a CPU's kernel needs for itself, in bytes. On a
  /// GPU, global memory that each program of the grid needs: the kernel takes
  /// the address of that of all, a multiple of 128, after its parameters.
  uint64_t scratchBytes = 0;
  /// Not 0: each block of a GPU's kernel runs programs as long as there are
  /// some. The kernel takes the extents of this number of axes of the grid, as
  /// i32, after its parameters and before the address of memory. A launch has
  /// along x at most as many blocks as these axes have programs, at least one,
  /// and 1 along the others of them; along the rest the extents of the grid.
  unsigned persistentAxes = 0;
  /// Whether a GPU's kernel waits for the kernels before it by itself, ahead of
  /// its first access to global memory, and lets the one after it start: a
  /// launch may have the attribute of programmatic stream serialization.
  bool waitsForKernels = false;
  /// Whether a GPU's kernel takes the address of a table (GuardTable.h).
  bool isGuarded = false;
  /// The operations that a CPU's kernel names by index when one fails
  /// (HostKernel.h), or those that a guarded kernel has records of.
  std::vector<KernelSite> sites;
  std::string compiler;

  /// The name of the kernel in the compiled code, from stage LLVM on.
  const std::string &getSymbol() const {
    return symbol.empty() ? name : symbol;
  }
  /// The same as JSON text, with a final newline.
  std::string toJson() const;
};

/// The outcome of a compilation. Without errors, `output` is whole.
struct CompileResult {
  bool succeeded = false;
  /// Whether the failure is one of the compiler and not of its input.
  bool internalFailure = false;
  /// The reproducer of an internal failure, if the options ask for one and the
  /// failure occurred again.
  std::optional<Reproducer> reproducer;
  /// Whether the error is in the options.
  bool optionFault = false;
  /// The text or bytes of the stage asked for.
  std::string output;
  /// Filled from stage TTG on.
  KernelMetadata metadata;
  /// The libraries that the input names and that are part of the output, from
  /// stage LLVM on. Such an output depends on files that getCacheKeyInputs
  /// (CacheKeyInputs.h) does not know.
  std::vector<std::string> namedLibraries;
  /// In the order in which they arose; remarks only if they were asked for.
  std::vector<Diagnostic> diagnostics;
};

/// A compiler with its MLIR context: cheap to use many times, by one thread at
/// a time. Input is JSON, code-model text or MLIR, distinguished by content.
class Compiler {
public:
  Compiler();
  ~Compiler();

  /// Compiles `input`; `inputName` is how diagnostics call it.
  CompileResult compile(llvm::StringRef input, llvm::StringRef inputName,
                        const CompileOptions &options);

  /// Reads the parameters of the kernel that `options` select into
  /// `metadata.declared`. The result has no output.
  CompileResult readParameters(llvm::StringRef input, llvm::StringRef inputName,
                               const CompileOptions &options);

private:
  struct Impl;
  std::unique_ptr<Impl> impl;
};

/// The compiler's version, such as `0.1.0`, and the LLVM that it stands on.
llvm::StringRef compilerVersion();

} // namespace cm2tt

#endif // CM2TT_COMPILER_COMPILER_H
