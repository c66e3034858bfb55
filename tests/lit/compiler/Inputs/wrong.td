// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Passes with examples that run_examples.py refuses, and some right ones.

include "mlir/Pass/PassBase.td"

class Example<string argument, string input, string marker, string output>
    : Pass<argument> {
  let summary = argument;
  let description = "```mlir\n" # input # "\n// " # marker # "\n" # output #
                    "\n```\n";
}

// An operation on elements becomes one on tiles: a splat, and a product.
defvar map = [{
  %y = "tt.map_elementwise"(%x) <{pack = 1 : i32}> ({
  ^bb0(%e: f32):
    %m = arith.mulf %e, %s : f32
    tt.map_elementwise.return %m : f32
  }) : (tensor<64xf32>) -> tensor<64xf32>
}];
defvar splat = "%t = tt.splat %s : f32 -> tensor<64xf32>";
defvar product = "%y = arith.mulf %x, %t : tensor<64xf32>";
class Map<string marker, string output>
    : Example<"cm2tt-tt-inline-maps", map, marker, output>;
class Becomes<string output> : Map<"becomes", output>;

def A0_Whole : Becomes<!strconcat(splat, "\n", product)>;
def A1_Start : Becomes<!strconcat(splat, "\n// ...")>;
def A2_End : Becomes<!strconcat("// ...\n", product)>;
def A3_Comments : Becomes<!strconcat(splat, " // the factor\n// a comment\n// ...")>;
def A4_Flag : Map<"-cm2tt-tt-inline-maps becomes", !strconcat(splat, "\n", product)>;
def A5_Flags : Map<"-cm2tt-tt-combine -cm2tt-tt-inline-maps becomes",
                   !strconcat("// ...\n", product)>;
def A6_Two : Becomes<!strconcat(splat, "\n", product, "\n// becomes\n// ...\n", product)>;

def B00_NoExample : Pass<"b00"> { let summary = ""; }
def B01_NoMarker : Map<"is", product>;
def B02_NoOutput : Becomes<"">;
def B03_Unparsed : Becomes<"products of %x and %s">;
def B04_Input : Example<"b04", "%r = arith.addi %a : i32", "becomes", "%a">;
def B05_InputOmitted
    : Example<"b05", "%r = arith.addi %a, %b : i32\n// ...", "becomes", "%a">;
def B06_Differs : Becomes<!strconcat(splat, "\n%y = arith.mulf %t, %x : tensor<64xf32>")>;
def B07_Less : Becomes<product>;
def B08_StartMissing : Becomes<!strconcat(product, "\n// ...")>;
def B09_EndMissing : Becomes<!strconcat("// ...\n", splat)>;
def B10_Between : Becomes<!strconcat("// ...\n", product, "\n", splat, "\n// ...")>;
def B11_OneName
    : Becomes<"// ...\n%y = arith.mulf %s, %s : tensor<64xf32>\n// ...">;
def B12_TwoNames
    : Becomes<!strconcat("// ...\n%a = tt.splat %s : f32 -> tensor<64xf32>\n",
                         "%y = arith.mulf %x, %b : tensor<64xf32>\n// ...")>;
def B13_OtherValue : Becomes<"// ...\n%y = arith.mulf %s, %t : tensor<64xf32>">;
def B14_OtherPass : Map<"-cm2tt-tt-combine becomes", product>;
def B15_NotLast
    : Map<"-cm2tt-tt-inline-maps -cm2tt-tt-combine becomes", product>;
def B16_Option : Map<"-cm2tt-tt-inline-maps=\"n=3\" becomes", product>;
def B17_Changes : Map<"changes nothing", "">;
def B18_NothingFollows : Map<"changes nothing", product>;
def B19_SecondWrong
    : Becomes<!strconcat(splat, "\n", product, "\n// becomes\n", product)>;
def B20_TwoNamesOfOneValue
    : Becomes<"// ...\n%t = tt.splat %factor : f32 -> tensor<64xf32>\n// ...">;

// A remark of a pass, on the line of the loop.
class Remark<string said, string other>
    : Example<"cm2tt-tt-order-programs", [{
  tt.func public @k(%p: !tt.ptr<i32>) {}] # said # [{
    %c0 = arith.constant 0 : i32}] # other # [{
    %c64 = arith.constant 64 : i32
    %i = tt.get_program_id x : i32
    scf.for %k = %c0 to %i step %c64 : i32 {
      tt.store %p, %k : !tt.ptr<i32>
    }
    tt.return
  }
}], "-cm2tt-tt-order-programs becomes", "// ...">;
defvar text = " // remark: programs start in reverse order along dimension x: "
              "their loops grow with it";
// The examples A and these two are right.
def C0_Right : Remark<text, "">;
def C1_NotStated : Remark<"", "">;
def C2_Line : Remark<"", text>;
def C3_Text : Remark<!strconcat(text, "!"), "">;
def C4_Twice : Remark<text, text>;
