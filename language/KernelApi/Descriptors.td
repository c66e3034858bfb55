// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The methods of Descriptors.cpp.

def TensorBase : Param<"Ptr", "base",
    "a pointer to the first element, a multiple of 16 bytes"> {
  let mayBePointer = 1;
}
def TensorDesc : Param<"TensorDescriptor", "descriptor", "a descriptor">;
def BlockOffsets : Param<"Number...", "offsets",
    "the index of the first element in each dimension, ints">;
def BlockValues : Param<"Number", "values",
    "the values, converted to the element type">;

let family = DescriptorFamily in {

def MakeDims : Method<"dims"> {
  let parameters = [
      Param<"Number...", "numbers", "one number for each dimension">
  ];
  let result = "Dims";
  let description = [{
    One to five numbers: the shape, the strides or the block of a
    [TensorDescriptor].
  }];
  let returns = "the numbers";
  let errors = [{
    fewer than one number or more than five (T-DIMS-1), numbers that are not
    ints or longs (T-DIMS-2)
  }];
  let example = [{
    Dims block = Triton.dims(64, 32);
  }];
  let minArity = 1;
  let typeOf = "typeOfDims";
  let build = "buildDims";
}

def MakeTensorDescriptor : Method<"makeTensorDescriptor"> {
  let parameters = [
      TensorBase,
      Param<"Dims", "shape", "the extents of the tensor, ints">,
      Param<"Dims", "strides",
        "the distances in elements of neighbours along each dimension, ints or "
        "longs">,
      ConstantParam<"Dims", "block",
        "the extents of a block, constant powers of two">,
      Choice<"PaddingOption", "padding",
        "what is read outside of the tensor, a constant",
        "PaddingOption.ZERO">
  ];
  let overloads = ["base, shape, strides, block"];
  let result = "TensorDescriptor";
  let description = [{
    Describes a tensor in memory that is accessed by blocks. The last stride is
    the constant 1, the others are multiples of 16 bytes, and a row of the block
    has 16 bytes or more. The host can describe a tensor as well, with fewer
    rules: a parameter of a kernel may be a [TensorDescriptor].
  }];
  let returns = "the descriptor";
  let errors = [{
    a base that is not a pointer to numbers other than truth values
    (T-DESCRIPTOR-1), a shape, strides and a block of different ranks
    (T-DESCRIPTOR-2), extents that are not ints (T-DESCRIPTOR-3), a last stride
    that is not the constant 1 (T-DESCRIPTOR-4), a constant stride that is not a
    multiple of 16 bytes (T-DESCRIPTOR-5), an invalid block (T-DESCRIPTOR-6),
    padding by NaN of numbers that are not floating-point (T-DESCRIPTOR-7); on
    the JVM also a base that is not a multiple of 16 bytes
  }];
  let example = [{
    var a = Triton.makeTensorDescriptor(x, Triton.dims(m, k), Triton.dims(k, 1), Triton.dims(64, 32));
    Tensor tile = a.load(row, column);
  }];
  let becomes = ["tt.make_tensor_descriptor"];
  let typeOf = "typeOfMakeDescriptor";
  let build = "buildMakeDescriptor";
}

def LoadTensorDescriptor : Method<"loadTensorDescriptor"> {
  let parameters = [TensorDesc, BlockOffsets];
  let description = [{
    Reads the block whose first element has these indices, which may be
    negative. Elements outside of the tensor are 0, or NaN if the descriptor
    says so. `descriptor.load(offsets)` is the same.
  }];
  let returns = "the elements, in the shape of a block";
  let errors = [{
    a number of offsets that is not the rank of the tensor (T-DESCACCESS-1),
    offsets that are not ints (T-DESCACCESS-2)
  }];
  let example = [{
    Tensor x = Triton.loadTensorDescriptor(input, row, column);
  }];
  let evaluation = "Descriptors.load(descriptor, offsets)";
  let becomes = ["tt.descriptor_load"];
  let minArity = 2;
  let typeOf = "typeOfBlockLoad";
  let build = "buildBlockLoad";
}

def StoreTensorDescriptor : Method<"storeTensorDescriptor"> {
  let parameters = [TensorDesc, BlockValues, BlockOffsets];
  let result = "void";
  let description = [{
    Writes the block whose first element has these indices; elements outside of
    the tensor are not written. Values are broadcast to the shape of a block.
    Indices must not be negative, since bulk tensor copies cannot write such
    blocks. `descriptor.store(values, offsets)` is the same.
  }];
  let errors = [{
    a number of offsets that is not the rank of the tensor (T-DESCACCESS-1),
    offsets that are not ints (T-DESCACCESS-2), values that cannot be converted
    to the element type (T-DESCACCESS-3) or do not broadcast to the block
    (T-DESCACCESS-4), an access by anything but a descriptor (T-DESCACCESS-5);
    on the JVM also a negative offset
  }];
  let example = [{
    Triton.storeTensorDescriptor(output, x.mul(2), row, column);
  }];
  let evaluation = "Descriptors.store(descriptor, values, offsets)";
  let becomes = ["tt.descriptor_store"];
  let minArity = 3;
  let typeOf = "typeOfBlockStore";
  let build = "buildBlockStore";
}

def : Declared<"TensorDescriptor", "load", 2> {
  let declarations = ["Tensor load(Number... offsets)"];
  let maxArity = unlimited;
  let description = [{
    [loadTensorDescriptor] of this descriptor.
  }];
  let becomes = ["tt.descriptor_load"];
  let typeOf = "typeOfBlockLoad";
  let build = "buildBlockLoad";
}

def : Declared<"TensorDescriptor", "store", 3> {
  let declarations = ["void store(Number values, Number... offsets)"];
  let maxArity = unlimited;
  let description = [{
    [storeTensorDescriptor] of this descriptor.
  }];
  let becomes = ["tt.descriptor_store"];
  let typeOf = "typeOfBlockStore";
  let build = "buildBlockStore";
}

def : Declared<"TensorDescriptor", "gather", 3> {
  let declarations = ["Tensor gather(Tensor rows, Number column)"];
  let maxArity = 3;
  let description = [{
    Reads the rows with these indices, from a column on, of a tensor whose block
    is one row of at least 32 bytes. The result has a row for each index.
  }];
  let becomes = ["tt.descriptor_gather"];
  let typeOf = "typeOfRowLoad";
  let build = "buildRowLoad";
}

def : Declared<"TensorDescriptor", "scatter", 4> {
  let declarations = ["void scatter(Number values, Tensor rows, Number column)"];
  let maxArity = 4;
  let description = [{
    Writes the rows of a tile to those with these indices, as `gather` reads
    them.
  }];
  let becomes = ["tt.descriptor_scatter"];
  let typeOf = "typeOfRowStore";
  let build = "buildRowStore";
}

class BlockUpdate<string javaName, string kind>
    : Declared<"TensorDescriptor", javaName, 3> {
  let declarations = ["void " # javaName # "(Number values, Number... offsets)"];
  let maxArity = unlimited;
  let becomes = ["tt.descriptor_reduce"];
  let typeOf = "typeOfBlockUpdate<tt::DescriptorReduceKind::" # kind # ">";
  let build = "buildBlockUpdate<tt::DescriptorReduceKind::" # kind # ">";
}

def : BlockUpdate<"atomicAdd", "ADD"> {
  let description = [{
    Adds the values to the elements of a block, each atomically: integers of 32
    or 64 bits, floats, fp16 and bf16. Nothing is returned, and the accesses are
    not ordered.
  }];
}
def : BlockUpdate<"atomicMin", "MIN"> {
  let description = [{
    Likewise, with the minimum, of integers of 32 or 64 bits, fp16 and bf16.
  }];
}
def : BlockUpdate<"atomicMax", "MAX"> {
  let description = [{
    Likewise, with the maximum.
  }];
}
def : BlockUpdate<"atomicAnd", "AND"> {
  let description = [{
    Likewise, with the bitwise and, of integers of 32 or 64 bits.
  }];
}
def : BlockUpdate<"atomicOr", "OR"> {
  let description = [{
    Likewise, with the bitwise or.
  }];
}
def : BlockUpdate<"atomicXor", "XOR"> {
  let description = [{
    Likewise, with the bitwise exclusive or.
  }];
}

} // family = DescriptorFamily
