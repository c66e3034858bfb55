// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The options of the compiler: their members in C++, their meaning, whether
/// they change the code, and their flags on the command line.
///
/// tools/compiler-options generates from them the structs PipelineOptions and
/// CompileOptions with visitors of their members, the options of the phases in
/// `cm2tt-opt`, and the flags of `cm2tt`, `cm2tt run`, `cm2tt bench` and `cm2tt
/// tune` with the code that reads them. The key of the cache on disk, the
/// comparison of phases and the command line of a reproducer visit all members.
///
/// A new option is a record here, and the code that uses the member; no other
/// file knows its name. So is a new optimization, which the C interface, the
/// environment and the enum in Java know by its word.
///
/// Not here: which flags exclude others (Compile.cpp), flags of the commands
/// themselves (tools/cm2tt/Options.td).

/// An option.
class CompilerOption<string theName, string theType, string theDefault> {
  /// The name of the member.
  string name = theName;
  string type = theType;
  /// An expression in C++; empty: the default of the type.
  string init = theDefault;
  string documentation = "";
  /// Whether passes read it: a member of PipelineOptions, else CompileOptions.
  bit isOfPipeline = 0;
  /// Whether the code may depend on it.
  bit changesCode = 1;
  /// The class of records whose words the value is a set of; empty: none.
  string words = "";

  /// The flag, without dashes; empty: none. Without a value, it gives a truth
  /// value the opposite of its default.
  string flag = "";
  /// The name of the flag's value in the help; empty: it has none.
  string value = "";
  /// The help, and that for users who run kernels if it differs.
  string help = "";
  string runHelp = "";
  /// The numbers that a flag accepts.
  int least = 0;
  int most = 0;
  bit isPowerOf2 = 0;
  /// The commands that have the flag.
  list<string> commands = ["Default", "Run", "Bench", "Tune", "Explain"];
  /// Whether each command has code of its own that reads the flag.
  bit isReadByCommand = 0;
  /// Whether the command line of a reproducer states the default, too.
  bit isStated = 0;
}

/// An option that passes read.
class PipelineOption<string name, string type, string default>
    : CompilerOption<name, type, default> {
  let isOfPipeline = 1;
}

/// An option whose value is a set of words.
class SetOption<string name, string theWords>
    : PipelineOption<name, "WordSet<" # theWords # ">", ""> {
  let words = theWords;
}

/// A word of such an option; the enumerator is the record's name.
class OptionWord<string theWord> {
  string word = theWord;
  string documentation = "";
}

//===----------------------------------------------------------------------===//
// Optimizations
//===----------------------------------------------------------------------===//

/// An optimization that applies where it is possible and pays, unless it is
/// turned off.
class Optimization<string word> : OptionWord<word>;

def TensorMaps : Optimization<"tensor-maps"> {
  let documentation = [{
    From sm_90 on, tiles are copied by bulk tensor copies: those that kernels
    access by tensor descriptors, and those of describe-tensors.
  }];
}

def DescribeTensors : Optimization<"describe-tensors"> {
  let documentation = [{
    From sm_90 on, loads of operands of matrix products by pointers, and stores
    of their results, are bulk tensor copies where it is proved that they access
    a box of a tensor.
  }];
}

def WarpSpecialize : Optimization<"warp-specialize"> {
  let documentation = [{
    On sm_90a, an additional warp group copies the tiles of matrix products
    that bulk tensor copies load. Blocks have 4 warps more then.
  }];
}

def Persistent : Optimization<"persistent"> {
  let documentation = [{
    On sm_90a, each block of a kernel with matrix products runs several
    programs, if these are independent.
  }];
}

def RotateLoops : Optimization<"rotate-loops"> {
  let documentation = [{
    On sm_90a, of two matrix products in a loop, as in attention, the second
    runs while its operand for the next iteration is computed, and the first
    ones of the next iteration run while results are stored.
  }];
}

def SplitLoops : Optimization<"split-loops"> {
  let documentation = [{
    Loops with matrix products or loads get a part in which their masks are true
    for all elements.
  }];
}

def OrderPrograms : Optimization<"order-programs"> {
  let documentation = [{
    Programs with long loops start first, if those grow with their index in the
    grid.
  }];
}

def ScaleMaxima : Optimization<"scale-maxima"> {
  let documentation = [{
    The maximum of a tile is multiplied by a scale, in place of each element, if
    it is known, or the launcher checks, that the scale is above 0.
  }];
}

def OverlapLaunches : Optimization<"overlap-launches"> {
  let documentation = [{
    From sm_90 on, a kernel starts while the one before it ends, and waits for it
    by itself.
  }];
}

//===----------------------------------------------------------------------===//
// Launchers
//===----------------------------------------------------------------------===//

/// An ability of a launcher, beside passing the arguments to one block for each
/// program. The metadata describe what it passes.
class LauncherFeature<string word> : OptionWord<word>;

def PassesTensorMaps : LauncherFeature<"tensor-maps"> {
  let documentation = [{
    It passes a tensor map (CUtensorMap) for a parameter that is a tensor
    descriptor, as KernelParameter::tensorMap describes, and memory for tensor
    maps that the kernel creates (KernelMetadata::scratchBytes).
  }];
}

def PassesRecipes : LauncherFeature<"recipes"> {
  let documentation = [{
    It encodes tensor maps by recipes (KernelParameter::recipe), and launches
    other code where the values of a launch do not suit them.
  }];
}

def PassesGrid : LauncherFeature<"grid"> {
  let documentation = [{
    It launches fewer blocks than programs, and passes the extents of the grid
    (KernelMetadata::persistentAxes).
  }];
}

def ChecksValues : LauncherFeature<"values"> {
  let documentation = [{
    It checks that numbers are above 0 (KernelParameter::isPositive) and that
    strides, and extents of rows that are stored, of recipes are multiples of 16
    bytes, and launches other code where one is not.
  }];
}

def LaunchesEarly : LauncherFeature<"early"> {
  let documentation = [{
    It launches a kernel that waits for the kernels before it by itself
    (KernelMetadata::waitsForKernels) with programmatic stream serialization.
  }];
}

//===----------------------------------------------------------------------===//
// Options of the phases
//===----------------------------------------------------------------------===//

def : PipelineOption<"target", "std::string", "\"sm_80\""> {
  let documentation = [{
    `sm_80`, `sm_90a`, ...; `cpu` for this computer's CPU, `cpu:NAME` for
    the one that LLVM calls so. A CPU has no use for warps, stages,
    registers, libdevice and ftz.
  }];
  let flag = "target";
  let value = "TARGET";
  let help = [{
    sm_XX: a GPU (sm_80); cpu: this computer's CPU;
    cpu:NAME: the one that LLVM calls so
  }];
  let runHelp = [{
    native: a GPU where there is one, else the CPU; cpu; or
    sm_XX: the GPU, and what to compile for on it (native)
  }];
  let isReadByCommand = 1;
  let isStated = 1;
}

def : PipelineOption<"numWarps", "unsigned", "0"> {
  let documentation = [{
    The number of warps of 32 threads in a block: a power of two up to 32. 0: the
    compiler chooses it from the tiles.
  }];
  let flag = "num-warps";
  let value = "N";
  let help = "warps of 32 threads in a block (chosen from the tiles)";
  let least = 1;
  let most = 32;
  let isPowerOf2 = 1;
}

def : PipelineOption<"numStages", "unsigned", "0"> {
  let documentation = [{
    The number of buffers of a software-pipelined loop. 0: the compiler chooses it
    from the tiles.
  }];
  let flag = "num-stages";
  let value = "N";
  let help = "buffers of a pipelined loop (chosen from the tiles)";
  let least = 1;
  let most = 64;
}

def : PipelineOption<"checked", "bool", "false"> {
  let documentation = [{
    On a CPU, ask the runtime before each access to memory (HostKernel.h).
    On a GPU, mask accesses out of bounds and record them (GuardTable.h);
    the kernel takes the address of a table after its parameters.
  }];
  let flag = "checked";
  let help = [{
    check accesses to memory: a CPU's kernel asks before
    each, a GPU's records those out of bounds in a table
    that it takes after its parameters
  }];
  let commands = ["Default"];
}

def : SetOption<"without", "Optimization"> {
  let documentation = [{
    Optimizations that are turned off.
  }];
  let flag = "without";
  let value = "LIST";
  let help = [{
    optimizations to turn off, for experiments: all, or of
  }];
}

def : SetOption<"launcher", "LauncherFeature"> {
  let documentation = [{
    The abilities of the launcher.
  }];
  let flag = "launcher";
  let value = "LIST";
  let help = [{
    what the launcher does beside passing the arguments, as
    the metadata describe: all, or of
  }];
  let commands = ["Default"];
}

//===----------------------------------------------------------------------===//
// Options of the driver
//===----------------------------------------------------------------------===//

def : CompilerOption<"stage", "Stage", "Stage::PTX"> {
  let documentation = [{
    The form of the kernel that is returned.
  }];
  let flag = "emit";
  let value = "STAGE";
  let help = [{
    cm, json, mlir, calls (the calls of the kernel language,
    with their constants), tt, llvm, metadata or header (a C
    header with a launch function); of a GPU ttg, ptx or
    cubin; of a CPU asm or obj; default: by FILE's suffix
    (.cm .json .mlir .ttir .ttg .ll .ptx .cubin .s .o .h),
    else ptx or asm
  }];
  let isReadByCommand = 1;
  let isStated = 1;
  let commands = ["Default"];
}

def : CompilerOption<"ttVersion", "std::string", "\"3.6\""> {
  let documentation = [{
    The version of Triton whose text the stage `tt` is: 3.6 to 3.9.
  }];
  let flag = "tt-version";
  let value = "VERSION";
  let help = [{
    the version of Triton that reads the output of
    --emit=tt: 3.6, 3.7, 3.8 or 3.9 (3.6)
  }];
  let isReadByCommand = 1;
  let commands = ["Default"];
}

def : CompilerOption<"maxRegisters", "unsigned", "0"> {
  let documentation = [{
    The number of registers of 32 bits that a thread may use, as `.maxnreg`
    of PTX; 0: as many as the assembler sees fit. A limit above the maximum
    of a thread has no effect.
  }];
  let flag = "max-registers";
  let value = "N";
  let help = [{
    registers that a thread of a GPU may use (as many as the
    assembler sees fit)
  }];
  let least = 1;
  let most = 65536;
}

def : CompilerOption<"fpFusion", "bool", "true"> {
  let documentation = [{
    Whether a product and a sum of tiles may be rounded once, as one fma.
  }];
  let flag = "no-fp-fusion";
  let help = "round products of tiles before they are added";
}

def : CompilerOption<"ftz", "bool", "true"> {
  let documentation = [{
    Whether functions of f32 that are approximate or libdevice's take
    subnormal numbers for 0.
  }];
  let flag = "no-ftz";
  let help = "keep subnormal numbers in functions of f32 on a GPU";
}

def : CompilerOption<"lineInfo", "bool", "true"> {
  let documentation = [{
    Describe the lines of the source in the code, for profilers and
    debuggers.
  }];
  let flag = "no-line-info";
  let help = "leave out the lines of the source, which profilers show";
}

def : CompilerOption<"kernel", "std::string", ""> {
  let documentation = [{
    The kernel's name, with the types of its parameters if several kernels have
    it, `k(Ptr, int)`; empty: as the model says.
  }];
  let flag = "kernel";
  let value = "NAME";
  let help = [{
    the kernel, if the model has several: 'k', or
    'k(Ptr, int)' if several have the name
  }];
}

def : CompilerOption<"signature", "std::optional<std::string>", ""> {
  let documentation = [{
    Comma-separated argument types (spec: signature entries); absent: as the
    model says.
  }];
  let flag = "signature";
  let value = "LIST";
  let help = [{
    argument types, as '*fp32:16,i32,64': TYPE, TYPE:16
    (divisible by 16), TYPE:1 (equal to 1) or a constant
  }];
  let runHelp = [{
    argument types, as '*fp32:16,i32,64' (from the
    arguments)
  }];
  let isReadByCommand = 1;
  let commands = ["Default", "Run", "Bench", "Explain"];
}

def : CompilerOption<"libdevice", "std::string", ""> {
  let documentation = [{
    The file of NVIDIA's libdevice; empty: found in the CUDA toolkit.
  }];
  let flag = "libdevice";
  let value = "FILE";
  let help = [{
    NVIDIA's library of functions; none: do without
    (of the CUDA toolkit)
  }];
  let commands = ["Default"];
}

def : CompilerOption<"ptxas", "std::string", ""> {
  let documentation = [{
    The path of `ptxas`; empty: found on PATH, then in CUDA's usual folder.
  }];
  let flag = "ptxas";
  let value = "PROGRAM";
  let help = "the assembler for --emit=cubin";
  let commands = ["Default"];
}

def : CompilerOption<"remarks", "bool", "false"> {
  let documentation = [{
    Keep remarks, which say what was decided while compiling: branches, loops,
    optimizations and why they do not apply.
  }];
  let flag = "remarks";
  let help = "report what was decided: branches, unrolled loops";
  let changesCode = 0;
  let commands = ["Default", "Run", "Bench"];
}

def : CompilerOption<"timing", "bool", "false"> {
  let documentation = [{
    Print the time of each stage and pass to standard error.
  }];
  let flag = "timing";
  let help = "report the time of each stage";
  let runHelp = [{
    print the median time of the launches and the
    bytes of all buffers over it
  }];
  let isReadByCommand = 1;
  let changesCode = 0;
  let commands = ["Default", "Run"];
}

def : CompilerOption<"printIRAfterAll", "bool", "false"> {
  let documentation = [{
    Print the IR after each pass to standard error.
  }];
  let flag = "print-ir-after-all";
  let help = "print the IR after each pass";
  let changesCode = 0;
  let commands = ["Default"];
}

def : CompilerOption<"survivesCrashes", "bool", "false"> {
  let documentation = [{
    Whether a crash of the compiler is an internal failure of the
    compilation, instead of ending the process. The first such compilation
    installs handlers of faults, which stay installed and pass all other
    faults to the handlers that the process had before, and replaces LLVM's
    handler of fatal errors.
  }];
  let changesCode = 0;
}

def : CompilerOption<"reproduces", "bool", "false"> {
  let documentation = [{
    Whether the result of an internal failure has a reproducer, for which
    the input is compiled again.
  }];
  let changesCode = 0;
}
