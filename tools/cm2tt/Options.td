// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The options of `cm2tt` (DefaultVis), `cm2tt run` (RunVis) and `cm2tt cache`
/// (CacheVis), for LLVM's option library. The help has them in the order of
/// their names.
///
/// Not here: what their values mean (Compile.cpp, Run.cpp, Cache.cpp).

include "llvm/Option/OptParser.td"

def RunVis : OptionVisibility;
def CacheVis : OptionVisibility;

/// What the help of `cm2tt run` says about an option.
class RunHelp<string help> : HelpTextForVariants<[RunVis], help>;

/// An option without a value.
class Switch<string name, string help>
    : Flag<["--", "-"], name>, HelpText<help>;

/// An option with a value, which stands behind `=` or is the next argument.
multiclass Value<string name, string value, string help,
                 string runHelp = help> {
  def NAME : Separate<["--", "-"], name>;
  def NAME#_eq : Joined<["--", "-"], name#"=">, Alias<!cast<Separate>(NAME)>,
                 MetaVarName<value>, HelpText<help>, RunHelp<runHelp>;
}

//===----------------------------------------------------------------------===//
// All
//===----------------------------------------------------------------------===//

let Visibility = [DefaultVis, RunVis, CacheVis] in {
defm color : Value<"color", "WHEN",
    "colours in errors: auto (on a terminal), always, never">;
defm diagnostics : Value<"diagnostics", "FORM",
    "errors as text, or as json: an object a line, with\n"
    "severity, label, message, file, line, column, notes">;
defm error_limit : Value<"error-limit", "N",
    "how many errors to print; 0: all (20; all of json)">;
def help : Switch<"help", "print this text">;
}

//===----------------------------------------------------------------------===//
// cm2tt and cm2tt run
//===----------------------------------------------------------------------===//

let Visibility = [DefaultVis, RunVis] in {
defm kernel : Value<"kernel", "NAME", "the kernel, if the model has several">;
defm num_stages : Value<"num-stages", "N", "buffers of a pipelined loop (3)">;
defm num_warps : Value<"num-warps", "N", "warps of 32 threads in a block (4)">;
def remarks : Switch<"remarks",
    "report what was decided: branches, unrolled loops">;
defm signature : Value<"signature", "LIST",
    "argument types, as '*fp32:16,i32,64': TYPE, TYPE:16\n"
    "(divisible by 16), TYPE:1 (equal to 1) or a constant",
    "argument types, as '*fp32:16,i32,64' (from the\narguments)">;
defm target : Value<"target", "TARGET",
    "sm_XX: a GPU (sm_80); cpu: this computer's CPU;\n"
    "cpu:NAME: the one that LLVM calls so",
    "native: a GPU where there is one, else the CPU; cpu; or\n"
    "sm_XX: the GPU, and what to compile for on it (native)">;
def timing : Switch<"timing", "report the time of each stage">,
             RunHelp<"print the median time of the launches and the\n"
                     "bytes of all buffers over it">;
}

//===----------------------------------------------------------------------===//
// cm2tt
//===----------------------------------------------------------------------===//

def checked : Switch<"checked",
    "let the kernel ask before each access to memory (a\n"
    "CPU's only)">;
defm emit : Value<"emit", "STAGE",
    "cm, json, mlir, tt, llvm, metadata or header (a C header\n"
    "with a launch function); of a GPU ttg, ptx or cubin; of a\n"
    "CPU asm or obj; default: by FILE's suffix (.cm .json\n"
    ".mlir .ttir .ttg .ll .ptx .cubin .s .o .h), else ptx or\n"
    "asm">;
defm image : Value<"image", "FORM",
    "what a header for a GPU holds: ptx, or cubin, which needs\n"
    "no compiler in the driver but exactly this GPU (ptx)">;
defm libdevice : Value<"libdevice", "FILE",
    "NVIDIA's library of functions; none: do without\n"
    "(of the CUDA toolkit)">;
defm metadata : Value<"metadata", "FILE",
    "write what a launcher needs, as JSON">;
def output : Separate<["-", "--"], "o">, MetaVarName<"FILE">,
             HelpText<"where the output goes (standard output)">;
def output_eq : Joined<["-", "--"], "o=">, Alias<output>;
def print_ir_after_all : Switch<"print-ir-after-all",
    "print the IR after each pass">;
defm ptxas : Value<"ptxas", "PROGRAM", "the assembler for --emit=cubin">;
def show_types : Switch<"show-types",
    "write the code model with each value's type">;
def version : Switch<"version", "print the version">;

//===----------------------------------------------------------------------===//
// cm2tt run
//===----------------------------------------------------------------------===//

let Visibility = [RunVis] in {
defm arg : Value<"arg", "VALUE",
    "a number, converted to the parameter's type, or a\n"
    "buffer: @FILE.npy[:TYPE], with the file's content, TYPE\n"
    "for what NumPy has no name for: bf16, fp8e4nv, fp8e5;\n"
    "zeros:TYPE:SHAPE, as zeros:fp32:64x32; empty:TYPE:SHAPE,\n"
    "zeros that the kernel should not read (--check);\n"
    "random:TYPE:SHAPE[:SEED], floats in [0, 1), integers\n"
    "from 0 to 15">;
def check : Switch<"check",
    "run on the CPU, once, and report accesses out of bounds,\n"
    "reads of what nothing has written (of empty: buffers)\n"
    "and programs that write over each other">;
defm constant : Value<"constant", "NAME=VALUE",
    "a compile-time constant, by the parameter's name;\n"
    "such a parameter takes no --arg">;
defm device : Value<"device", "N", "the CUDA device, from 0 (0)">;
defm grid : Value<"grid", "X[,Y[,Z]]",
    "how many programs run, in each dimension">;
defm repeat : Value<"repeat", "N", "launch N times (1)">;
defm save : Value<"save", "INDEX:FILE",
    "write a buffer as the first launch left it, as .npy;\n"
    "INDEX counts the kernel's Java parameters from 0">;
defm threads : Value<"threads", "N",
    "threads that run the programs on a CPU (one for each\n"
    "CPU that the process may use)">;
}

//===----------------------------------------------------------------------===//
// cm2tt cache
//===----------------------------------------------------------------------===//

let Visibility = [CacheVis] in {
def json : Switch<"json", "print JSON, sizes in bytes and times in UTC">;
defm max_size : Value<"max-size", "N",
    "of gc: how many bytes may stay, as 512M (as many as the\n"
    "cache may have)">;
}
