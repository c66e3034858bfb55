// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The methods of Range.cpp.

let family = RangeFamily in {

def Range : Method<"range"> {
  let parameters = [RangeStart, RangeEnd, RangeStep];
  let overloads = ["end", "start, end"];
  let result = "Range";
  let description = [{
    The integers from `start` (0 if absent) up to `end`, or down to it if `step`
    is a negative constant, for an enhanced for statement, with hints for the
    loop. A step that is not a constant must be positive.
  }];
  let returns = "the range";
  let errors = [{
    numbers that are not ints or longs in a compiled kernel (T-RANGE-1), a step
    of 0 (T-RANGE-2)
  }];
  let example = [{
    for (int i : Triton.range(n).numStages(3))
        sum = sum.add(block(x, i));
  }];
  let becomes = ["scf.for"];
  let typeOf = "typeOfRange<false>";
  let build = "buildRange";
}

def StaticRange : Method<"staticRange"> {
  let parameters = [
      ConstantParam<"int", "start", "the first number, a constant", "0">,
      ConstantParam<"int", "end", "the end, a constant, which is excluded">,
      ConstantParam<"int", "step", "the step, a constant other than 0", "1">
  ];
  let overloads = ["end", "start, end"];
  let result = "Range";
  let description = [{
    Like [range(int, int, int)], with constants: the loop over it is unrolled at
    compile time, and its variable is a constant in each iteration.
  }];
  let returns = "the range";
  let errors = [{
    numbers that are not ints or longs in a compiled kernel (T-RANGE-1), a step
    of 0 (T-RANGE-2), numbers that are not compile-time constants (T-RANGE-3)
  }];
  let example = [{
    for (int i : Triton.staticRange(3))
        out.add(Triton.arange(i * 16, i * 16 + 16)).store(x);
  }];
  let typeOf = "typeOfRange<true>";
  let build = "buildRange";
}

def : Declared<"Range", "numStages", 2> {
  let declarations = ["Range numStages(int stages)"];
  let description = [{
    Software-pipelines the loop with that many buffers.
  }];
  let becomes = ["tt.num_stages"];
  let typeOf = "typeOfNumStages";
  let build = "buildRangeHint";
}

def : Declared<"Range", "unroll", 2> {
  let declarations = ["Range unroll(int factor)"];
  let description = [{
    Unrolls the loop by that factor after it has been compiled.
  }];
  let becomes = ["tt.loop_unroll_factor"];
  let typeOf = "typeOfUnroll";
  let build = "buildRangeHint";
}

def : Declared<"Range", "warpSpecialize", 1> {
  let declarations = ["Range warpSpecialize()"];
  let description = [{
    Lets different warps perform different parts of the loop.
  }];
  let becomes = ["tt.warp_specialize"];
  let typeOf = "typeOfFlag<6>";
  let build = "buildRangeHint";
}

def : Declared<"Range", "flatten", 1> {
  let declarations = ["Range flatten()"];
  let description = [{
    Flattens the loop nest into one loop.
  }];
  let becomes = ["tt.flatten"];
  let typeOf = "typeOfFlag<7>";
  let build = "buildRangeHint";
}

def : Declared<"Range", "disallowAccMultiBuffer", 1> {
  let declarations = ["Range disallowAccMultiBuffer()"];
  let description = [{
    Keeps one buffer for the accumulator of the loop's matrix product.
  }];
  let becomes = ["tt.disallow_acc_multi_buffer"];
  let typeOf = "typeOfFlag<8>";
  let build = "buildRangeHint";
}

def : Declared<"Range", "disableLicm", 1> {
  let declarations = ["Range disableLicm()"];
  let description = [{
    Disables hoisting invariant operations out of the loop.
  }];
  let becomes = ["llvm.loop_annotation"];
  let typeOf = "typeOfFlag<9>";
  let build = "buildRangeHint";
}

} // family = RangeFamily
