// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The methods of Random.cpp.

def Seed : Param<"Number", "seed",
    "an integer that chooses the sequence; its 64 bits count">;
def Counter : Param<"Number", "offset",
    "integers, the places in the sequence; their 64 bits count">;
def Rounds : ConstantParam<"int", "rounds", "the number of rounds, a constant",
    "10">;

let family = RandomFamily in {

/// The seed is not a tile that it works on.
class Drawing<string javaName> : Method<javaName> {
  let isFluent = 0;
  let parameters = [Seed, Counter, Rounds];
  let overloads = ["seed, offset"];
  let errors = [{
    a seed (T-RANDOM-1) or offsets (T-RANDOM-2) that are not integers, a number
    of rounds that is not a constant from 0 to 64 (T-RANDOM-3), shapes that do
    not broadcast (T-BINARY-3)
  }];
}

def Randint : Drawing<"randint"> {
  let description = [{
    Random integers: a [UInt32] for each offset. They depend on the seed and the
    offset only, and are those of Triton.
  }];
  let returns = "integers of 32 bits, in the shape that both broadcast to";
  let example = [{
    Tensor bits = Triton.randint(seed, offsets);
  }];
  let becomes = ["tt.mulhiui", "arith.muli", "arith.xori", "arith.addi"];
  let typeOf = "typeOfDrawing<Drawn::Bits>";
  let build = "buildDrawing<Drawn::Bits, false>";
}

def Randint4x : Drawing<"randint4x"> {
  let result = "Quad";
  let description = [{
    Four random integers for each offset, at the cost of one; the first is that
    of [randint].
  }];
  let returns = "four times integers of 32 bits";
  let example = [{
    Triton.Quad bits = Triton.randint4x(seed, offsets);
  }];
  let becomes = ["tt.mulhiui", "arith.muli", "arith.xori", "arith.addi"];
  let typeOf = "typeOfDrawings<Drawn::Bits>";
  let build = "buildDrawing<Drawn::Bits, true>";
}

def Rand : Drawing<"rand"> {
  let description = [{
    Random floats, uniformly distributed from 0 to 1, which is excluded: those
    of [randint], as [uintToUniformFloat] converts them.
  }];
  let returns = "floats, in the shape that both broadcast to";
  let example = [{
    Tensor kept = Triton.rand(seed, offsets).gt(p);
  }];
  let becomes = ["tt.mulhiui", "arith.sitofp", "arith.mulf"];
  let typeOf = "typeOfDrawing<Drawn::Uniform>";
  let build = "buildDrawing<Drawn::Uniform, false>";
}

def Rand4x : Drawing<"rand4x"> {
  let result = "Quad";
  let description = [{
    Four random floats for each offset, at the cost of one; the first is that of
    [rand].
  }];
  let returns = "four times floats";
  let example = [{
    Triton.Quad numbers = Triton.rand4x(seed, offsets);
  }];
  let becomes = ["tt.mulhiui", "arith.sitofp", "arith.mulf"];
  let typeOf = "typeOfDrawings<Drawn::Uniform>";
  let build = "buildDrawing<Drawn::Uniform, true>";
}

def Randn : Drawing<"randn"> {
  let description = [{
    Random floats, normally distributed with mean 0 and variance 1, from the
    first two numbers of [rand4x] by [pairUniformToNormal].
  }];
  let returns = "floats, in the shape that both broadcast to";
  let example = [{
    Tensor noise = Triton.randn(seed, offsets).mul(sigma);
  }];
  let becomes = ["tt.mulhiui", "math.log", "math.sqrt", "math.cos"];
  let typeOf = "typeOfDrawing<Drawn::Normal>";
  let build = "buildDrawing<Drawn::Normal, false>";
}

def Randn4x : Drawing<"randn4x"> {
  let result = "Quad";
  let description = [{
    Four random floats for each offset, normally distributed, from the numbers
    of [rand4x]; the first is that of [randn].
  }];
  let returns = "four times floats";
  let example = [{
    Triton.Quad noise = Triton.randn4x(seed, offsets);
  }];
  let becomes = ["tt.mulhiui", "math.log", "math.sqrt", "math.cos", "math.sin"];
  let typeOf = "typeOfDrawings<Drawn::Normal>";
  let build = "buildDrawing<Drawn::Normal, true>";
}

def Philox : Method<"philox"> {
  let isFluent = 0;
  let parameters = [
      Seed,
      Param<"Number", "c0", "integers, of 32 or 64 bits">,
      Param<"Number", "c1", "integers, converted to the width of c0">,
      Param<"Number", "c2", "likewise">,
      Param<"Number", "c3", "likewise">,
      Rounds
  ];
  let overloads = ["seed, c0, c1, c2, c3"];
  let result = "Quad";
  let description = [{
    The generator of [randint4x]: Philox-4x32, or 4x64 if c0 has 64 bits. The
    two keys of 32 bits are the low and the high half of the seed; those of 64
    bits are the seed and 0.
  }];
  let returns = "four times unsigned integers of the width of c0";
  let errors = [{
    a seed (T-RANDOM-1) that is not an integer, a number of rounds that is not a
    constant from 0 to 64 (T-RANDOM-3), counters that are not integers or do not
    have 32 or 64 bits (T-RANDOM-4), shapes that do not broadcast (T-BINARY-3)
  }];
  let example = [{
    Triton.Quad bits = Triton.philox(seed, offsets, 0, 0, 0, 7);
  }];
  let becomes = ["tt.mulhiui", "arith.muli", "arith.xori", "arith.addi"];
  let typeOf = "typeOfPhilox";
  let build = "buildPhilox";
}

def UintToUniformFloat : Method<"uintToUniformFloat"> {
  let parameters = [Param<"Number", "x", "integers of 32 or 64 bits">];
  let description = [{
    Floats from 0 to 1, which is excluded, of random integers: those with the
    highest bit are inverted, and all are scaled.
  }];
  let returns = "floats, in the shape of x";
  let errors = [{
    operands that are not integers of 32 or 64 bits (T-RANDOM-5)
  }];
  let example = [{
    Tensor numbers = Triton.uintToUniformFloat(bits);
  }];
  let becomes = ["arith.cmpi", "arith.select", "arith.sitofp", "arith.mulf"];
  let typeOf = "typeOfUniform";
  let build = "buildUniformMethod";
}

def PairUniformToNormal : Method<"pairUniformToNormal"> {
  let parameters = [
      Param<"Number", "u1", "floats from 0 to 1">,
      Param<"Number", "u2", "others">
  ];
  let result = "Pair";
  let description = [{
    Normally distributed floats of uniformly distributed ones, by the Box-Muller
    transform: sqrt(-2 log(u1)), times the cosine and times the sine of 2 pi u2.
    A u1 below 1e-7 counts as 1e-7.
  }];
  let returns = "two times floats, in the shape that both broadcast to";
  let errors = [{
    operands that are not floats (T-RANDOM-6), shapes that do not broadcast
    (T-BINARY-3)
  }];
  let example = [{
    Triton.Pair noise = Triton.pairUniformToNormal(u1, u2);
  }];
  let becomes = ["math.log", "math.sqrt", "math.cos", "math.sin"];
  let typeOf = "typeOfNormal";
  let build = "buildNormalMethod";
}

} // family = RandomFamily
