// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The options of `cm2tt` (DefaultVis) and its commands (`cm2tt run`: RunVis,
/// and so on), for LLVM's option library. The help has them in the order of
/// their names.
///
/// The option library has one table for names, help and the commands that an
/// option belongs to; parsing, help and suggestions for misspelled options come
/// with it. `cl::opt` prints errors in its own form, has one list for all
/// commands, and includes the hundreds of options of LLVM's passes.
///
/// Not here: the options of the compiler (CompilerOptions.td); the meaning of
/// values (Compile.cpp, Run.cpp, Cache.cpp).

include "llvm/Option/OptParser.td"

def RunVis : OptionVisibility;
def BenchVis : OptionVisibility;
def CacheVis : OptionVisibility;
def DoctorVis : OptionVisibility;
def TuneVis : OptionVisibility;
def ExplainVis : OptionVisibility;

/// An option without a value.
class Switch<string name, string help>
    : Flag<["--", "-"], name>, HelpText<help>;

/// An option with a value, which follows `=` or is the next argument.
multiclass Value<string name, string value, string help,
                 string otherHelp = help,
                 list<OptionVisibility> others = [RunVis, BenchVis]> {
  def NAME : Separate<["--", "-"], name>;
  def NAME#_eq : Joined<["--", "-"], name#"=">, Alias<!cast<Separate>(NAME)>,
                 MetaVarName<value>, HelpText<help>,
                 HelpTextForVariants<others, otherHelp>;
}

//===----------------------------------------------------------------------===//
// All
//===----------------------------------------------------------------------===//

let Visibility = [DefaultVis, RunVis, BenchVis, CacheVis, DoctorVis,
                  TuneVis, ExplainVis] in {
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
// Options of the compiler
//===----------------------------------------------------------------------===//

include "CompilerFlags.td"

//===----------------------------------------------------------------------===//
// cm2tt
//===----------------------------------------------------------------------===//

defm image : Value<"image", "FORM",
    "what a header for a GPU holds: ptx, or cubin, which needs\n"
    "no compiler in the driver but exactly this GPU (ptx)">;
defm metadata : Value<"metadata", "FILE",
    "write what a launcher needs, as JSON">;
let Visibility = [DefaultVis, TuneVis, ExplainVis] in {
def output : Separate<["-", "--"], "o">, MetaVarName<"FILE">,
             HelpText<"where the output goes (standard output)">,
             HelpTextForVariants<[TuneVis],
                                 "write the result as JSON, to be shipped">;
def output_eq : Joined<["-", "--"], "o=">, Alias<output>;
}
def show_types : Switch<"show-types",
    "write the code model with each value's type">;
def version : Switch<"version", "print the version">;

//===----------------------------------------------------------------------===//
// cm2tt run
//===----------------------------------------------------------------------===//

let Visibility = [RunVis, BenchVis, TuneVis] in {
defm arg : Value<"arg", "VALUE",
    "a number, converted to the parameter's type, or a\n"
    "buffer: @FILE.npy[:TYPE], with the file's content, TYPE\n"
    "for what NumPy has no name for: bf16, fp8e4nv, fp8e5;\n"
    "zeros:TYPE:SHAPE, as zeros:fp32:64x32; empty:TYPE:SHAPE,\n"
    "zeros that the kernel should not read (--check);\n"
    "random:TYPE:SHAPE[:SEED], floats in [0, 1), integers\n"
    "from 0 to 15; or a tensor descriptor:\n"
    "descriptor:BLOCK[:shape=SHAPE][:padding=nan]:BUFFER, as\n"
    "descriptor:64x32:zeros:fp16:100x80, where SHAPE is that\n"
    "of the tensor if it is smaller than the buffer, and\n"
    "elements outside of it are read as zero or NaN",
    "as in cm2tt run; SHAPE and integers may be formulas:\n"
    "random:fp32:nx(n/2), zeros:i32:cdiv(n,1024), 4*n", [BenchVis]>;
defm constant : Value<"constant", "NAME=VALUE",
    "a compile-time constant, by the parameter's name;\n"
    "such a parameter takes no --arg",
    "a compile-time constant, which may be a formula\n"
    "(pow2(n)), by the parameter's name", [BenchVis]>;
defm device : Value<"device", "N", "the CUDA device, from 0 (0)">;
defm grid : Value<"grid", "X[,Y[,Z]]",
    "how many programs run, in each dimension",
    "how many programs run, as formulas: cdiv(n,1024)",
    [BenchVis, TuneVis]>;
defm threads : Value<"threads", "N",
    "threads that run the programs on a CPU (one for each\n"
    "CPU that the process may use)">;
}
let Visibility = [RunVis, BenchVis] in
defm repeat : Value<"repeat", "N", "launch N times (1)",
    "measure N launches of each size (as many as take half a\n"
    "second, from 10 to 1000)", [BenchVis]>;
let Visibility = [RunVis] in {
def check : Switch<"check",
    "run on the CPU, once, and report accesses out of bounds,\n"
    "reads of uninitialised memory (of empty: buffers)\n"
    "and programs that write over each other">;
defm save : Value<"save", "INDEX:FILE",
    "write a buffer as the first launch left it, as .npy;\n"
    "INDEX counts the kernel's Java parameters from 0">;
}

//===----------------------------------------------------------------------===//
// cm2tt bench
//===----------------------------------------------------------------------===//

let Visibility = [BenchVis] in {
defm bytes : Value<"bytes", "FORMULA",
    "what is read and written, for the bandwidth (every\n"
    "buffer once)">;
def csv : Switch<"csv", "print comma-separated values">;
defm flops : Value<"flops", "FORMULA",
    "how many operations a launch does: print GFLOP/s, too">;
defm sizes : Value<"sizes", "LIST",
    "values of n: 4096, or from 1K to 16M doubled: 1K:16M,\n"
    "times four: 1K:16M:x4, or in steps: 1K:4K:+512; several\n"
    "with commas between them">;
}

//===----------------------------------------------------------------------===//
// cm2tt tune
//===----------------------------------------------------------------------===//

let Visibility = [TuneVis] in {
defm budget : Value<"budget", "MS",
    "measure for at most this number of milliseconds (1000)">;
defm key : Value<"key", "NAME[:HOW]",
    "for which launches the result is: with this value of a\n"
    "parameter; NAME:pow2: rounded up to a power of two;\n"
    "NAME:type: of this type">;
defm restore : Value<"restore", "NAME",
    "a buffer that the kernel changes and reads: as before\n"
    "for each run">;
defm tune : Value<"tune", "NAME=A,B,...",
    "values of a compile-time constant to choose from, or of\n"
    "num-warps, num-stages or max-registers; all combinations\n"
    "are tried">;
}

//===----------------------------------------------------------------------===//
// cm2tt cache
//===----------------------------------------------------------------------===//

let Visibility = [CacheVis, DoctorVis] in
def json : Switch<"json", "print JSON, sizes in bytes and times in UTC">;
let Visibility = [CacheVis] in {
defm max_size : Value<"max-size", "N",
    "of gc: how many bytes may stay, as 512M (as many as the\n"
    "cache may have)">;
}

//===----------------------------------------------------------------------===//
// cm2tt doctor
//===----------------------------------------------------------------------===//

let Visibility = [DoctorVis] in
def spark_resources : Switch<"spark-resources",
    "print only the GPUs that can be used, as JSON that Spark\n"
    "expects of a resource discovery script">;
