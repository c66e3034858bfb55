// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The whole compiler as one call: read, type, rewrite, lower, emit. The
/// command line, the runtime and JNI use it.
///
/// Not here: the order of passes (Conversion/Pipelines.h), files and exit
/// codes (tools), launching (runtime).

#ifndef CM2TT_DRIVER_COMPILER_H
#define CM2TT_DRIVER_COMPILER_H

#include "cm2tt/Conversion/Pipelines.h"
#include "cm2tt/Driver/Diagnostics.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

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
struct CompileOptions {
  Stage stage = Stage::PTX;
  /// The kernel's name; empty: as the model says.
  std::string kernel;
  /// Comma-separated argument types (spec: signature entries); absent: as the
  /// model says.
  std::optional<std::string> signature;
  /// `sm_80`, `sm_90a`, ...; `cpu` for this computer's CPU, `cpu:NAME` for the
  /// one that LLVM calls so. A CPU has no use for warps, stages,
  /// registers, libdevice and ftz.
  std::string target = "sm_80";
  /// Warps of 32 threads in a block; a power of two up to 32.
  unsigned numWarps = 4;
  /// Buffers of a software-pipelined loop, at least 1.
  unsigned numStages = 3;
  /// The version of Triton whose text the stage `tt` is: 3.6 to 3.9.
  std::string ttVersion = "3.6";
  /// Registers of 32 bits that a thread may use, as `.maxnreg` of PTX; 0: as
  /// many as the assembler sees fit.
  unsigned maxRegisters = 0;
  /// Whether a product and a sum of tiles may be rounded once, as one fma.
  bool fpFusion = true;
  /// Whether functions of f32 that are approximate or libdevice's take
  /// subnormal numbers for 0.
  bool ftz = true;
  /// Where `ptxas` is; empty: found on PATH, then in CUDA's usual folder.
  std::string ptxas;
  /// The file of NVIDIA's libdevice; empty: found in the CUDA toolkit.
  std::string libdevice;
  /// On a CPU, ask the runtime before each access to memory (HostKernel.h). On
  /// a GPU, mask accesses out of bounds and record them (GuardTable.h); the
  /// kernel takes the address of a table after its parameters.
  bool checked = false;
  /// From sm_90 on: kernels whose parameters are tensor descriptors get them as
  /// tensor maps (CUtensorMap), as KernelParameter::tensorMap describes, where
  /// bulk tensor copies can perform all accesses. Not if `checked`.
  bool tensorMaps = false;
  /// On sm_90a: loops whose products of warp groups read blocks that tensor
  /// maps describe get an additional warp group that copies for them
  /// (TTGSpecializeWarps). Blocks have 4 warps more then.
  bool warpSpecialize = false;
  /// On sm_90a: each block of a kernel with products of warp groups runs
  /// several programs, if these are independent (TTMakePersistent). The
  /// metadata says so: KernelMetadata::persistentAxes. Not if `checked`.
  bool persistent = false;
  /// On sm_90a: in loops with two products, of which the second depends on the
  /// first, the second of an iteration runs while its operand for the next one
  /// is computed; in loops that store what their last product computed, the
  /// first products of the next iteration run meanwhile (TTGRotateLoops). Where
  /// there are registers for that.
  bool rotateLoops = false;
  /// From sm_90 on: loads of operands of products, and stores of results, by
  /// pointers are bulk tensor copies where it is proved that they access a box
  /// of a tensor (TTDescribeTensors). Not if `checked`.
  DescribedTensors describedTensors = DescribedTensors::None;
  /// Loops with products or loads get a part in which their masks are true for
  /// all elements (TTSplitLoops).
  bool splitLoops = false;
  /// Programs with long loops start first, if those grow with their index in
  /// the grid (TTOrderPrograms).
  bool orderPrograms = false;
  /// Describe the lines of the source in the code, for profilers and debuggers.
  bool lineInfo = true;
  /// Report what was decided while compiling: branches, unrolled loops.
  bool remarks = false;
  /// Print the time of each stage and pass to standard error.
  bool timing = false;
  /// Print the IR after each pass to standard error.
  bool printIRAfterAll = false;
  /// Whether a crash of the compiler is an internal failure of the compilation,
  /// instead of ending the process. The first such compilation installs
  /// handlers of faults, which stay installed and pass all other faults to the
  /// handlers that the process had before, and replaces LLVM's handler of fatal
  /// errors.
  bool survivesCrashes = false;
  /// Whether the result of an internal failure has a reproducer, for which the
  /// input is compiled again.
  bool reproduces = false;
};

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
  /// Of a tensor map.
  std::optional<TensorMapLayout> tensorMap = std::nullopt;
  /// Of a descriptor of a kernel of Java that is not a tensor map, the part of
  /// it: `base`, `shape0`, `shape1`, ..., `stride0`, ..., or `nan`, an i1 that
  /// says whether elements outside of the tensor are NaN. Else empty.
  std::string part = {};
  /// Of a tensor map that is no argument. Such parameters come after all
  /// others; name and index are those of the pointer.
  std::optional<TensorRecipe> recipe = std::nullopt;
};

/// An operation of a kernel that can fail at run time.
struct KernelSite {
  /// The kind of the operation.
  enum class Kind { Assert, Load, Store, Atomic } kind = Kind::Assert;
  /// Of one element.
  unsigned bytes = 0;
  /// The index in KernelMetadata::parameters (not the Java index) of the
  /// pointer that the address comes from; -1: several or unknown.
  int parameter = -1;
  /// Of the tile; empty for a scalar.
  std::vector<int64_t> shape;
  /// The location in Java; line and column from 1, 0 if unknown.
  std::string file;
  unsigned line = 0, column = 0;
  /// Of an assertion.
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

#endif // CM2TT_DRIVER_COMPILER_H
