// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The methods of Creation.cpp.

let family = CreationFamily in {

def ProgramId : Method<"programId"> {
  let parameters = [GridAxis];
  let result = "int";
  let description = [{
    The index of this program along an axis of the grid.
  }];
  let returns = "the index, from 0 to [numPrograms] - 1";
  let errors = [{
    an axis other than 0, 1 and 2 (T-PROGRAMID-1)
  }];
  let example = [{
    int start = Triton.programId(0) * BLOCK;
  }];
  let becomes = ["tt.get_program_id"];
  let typeOf = "typeOfProgramId";
  let build = "buildProgramId<tt::GetProgramIdOp>";
}

def NumPrograms : Method<"numPrograms"> {
  let parameters = [GridAxis];
  let result = "int";
  let description = [{
    The number of programs along an axis of the grid.
  }];
  let returns = "the number of programs";
  let errors = [{
    an axis other than 0, 1 and 2 (T-PROGRAMID-1)
  }];
  let example = [{
    for (int i = Triton.programId(0); i < blocks; i += Triton.numPrograms(0))
        process(x, i);
  }];
  let becomes = ["tt.get_num_programs"];
  let typeOf = "typeOfProgramId";
  let build = "buildProgramId<tt::GetNumProgramsOp>";
}

def Arange : Method<"arange"> {
  let parameters = [
      ConstantParam<"int", "start", "the first number, a constant">,
      ConstantParam<"int", "end", "one more than the last number, a constant">
  ];
  let description = [{
    The ints from `start` up to `end`, which is excluded, as a tile of one
    dimension. There are at most 2^20 of them.
  }];
  let returns = "a tile of `end - start` ints";
  let errors = [{
    bounds that are not compile-time constants (T-ARANGE-1), an empty range
    (T-ARANGE-2), too many elements (T-ARANGE-3)
  }];
  let example = [{
    Tensor offsets = Triton.arange(0, BLOCK).add(Triton.programId(0) * BLOCK);
  }];
  let becomes = ["tt.make_range"];
  let typeOf = "typeOfArange";
  let build = "buildArange";
}

def Zeros : Method<"zeros"> {
  let parameters = [
      Param<"Class<?>", "type",
        "the class of the elements: a primitive type's, [Float16] and the "
        "like">,
      Extents
  ];
  let description = [{
    A tile of zeros. Without a shape, the result is a number. A tile has at most
    2^20 elements.
  }];
  let returns = "zeros of that type and shape";
  let errors = [{
    a class that is not a number type (T-ZEROS-1), extents that are not
    positive or too large (T-ZEROS-2)
  }];
  let example = [{
    Tensor sums = Triton.zeros(float.class, BLOCK_M, BLOCK_N);
  }];
  let becomes = ["arith.constant"];
  let typeOf = "typeOfZeros";
  let build = "buildZeros";
}

def ZerosLike : Method<"zerosLike"> {
  let parameters = [Operand];
  let description = [{
    Zeros in the shape and of the type of another tile or number.
  }];
  let returns = "zeros";
  let errors = [{
    pointers (T-LIKE-1)
  }];
  let example = [{
    Tensor sums = x.zerosLike();
  }];
  let becomes = ["arith.constant"];
  let typeOf = "typeOfZerosLike";
  let build = "buildZeros";
}

def Full : Method<"full"> {
  let isFluent = 0; // it creates a tile from a number
  let parameters = [
      Param<"Class<?>", "type", "the class of the elements">,
      OneNumber,
      Extents
  ];
  let description = [{
    A tile filled with a value, which is converted as by [conv(Class, Number)].
    Without a shape, the result is a number.
  }];
  let returns = "the value in each element";
  let errors = [{
    a value that is not a number (T-FULL-1), a class that is not a number type
    (T-FULL-2), extents that are not positive or too large (T-FULL-3)
  }];
  let example = [{
    Tensor best = Triton.full(float.class, Float.NEGATIVE_INFINITY, BLOCK);
  }];
  let becomes = ["arith.constant", "tt.splat"];
  let typeOf = "typeOfFull";
  let build = "buildFull";
}

def FullLike : Method<"fullLike"> {
  let parameters = [
      Param<"Number", "x", "whose shape and type are taken">,
      OneNumber
  ];
  let description = [{
    A value in the shape of another tile or number, converted to its type as
    by [conv(Class, Number)].
  }];
  let returns = "the value in each element";
  let errors = [{
    pointers (T-LIKE-1), a value that is not a number (T-FULL-1)
  }];
  let example = [{
    Tensor ones = x.fullLike(1);
  }];
  let becomes = ["arith.constant", "tt.splat"];
  let typeOf = "typeOfFullLike";
  let build = "buildFull";
}

} // family = CreationFamily
