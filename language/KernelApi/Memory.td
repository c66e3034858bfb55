// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The methods of Memory.cpp.

let family = MemoryFamily in {

def Load : Method<"load"> {
  let parameters = [
      Pointers,
      Mask,
      Param<"Number", "other",
        "the result where the mask is false; `null` if absent",
        "null">,
      Cache,
      Eviction,
      ConstantParam<"boolean", "isVolatile",
        "whether the access is volatile, a constant",
        "false">
  ];
  let overloads = [
      "pointers", "pointers, mask", "pointers, mask, other",
      "pointers, options", "pointers, mask, options",
      "pointers, mask, other, options"
  ];
  let options = AccessOptions<"T-LOAD-5">;
  let description = [{
    Reads the elements that the pointers point to, where the mask is true or
    absent; elsewhere the result is `other`, converted to the element type, or
    undefined if `other` is absent. Pointers, mask and `other` are broadcast to
    one shape, the result's; a scalar pointer takes a scalar mask and returns a
    scalar. The options are constants in any order, of which at most one is not
    the default; of [CacheModifier], NONE, CA, CG, CS and CV.
  }];
  let returns =
      "the elements that were read, in the shape that all broadcast to";
  let errors = [{
    an operand that is not a pointer (T-LOAD-1), a mask that is not of truth
    values (T-LOAD-2), an `other` that cannot be converted to the element type,
    or without a mask (T-LOAD-3), shapes that do not broadcast (T-LOAD-4),
    options that are not for loads (T-LOAD-5, T-LOAD-6) or exclude each other
    (T-LOAD-7); on the JVM also a read that is out of bounds
  }];
  let example = [{
    Tensor x = input.add(offsets).load(offsets.lt(n), 0.0f);
  }];
  let becomes = ["tt.load"];
  let parse = "parseAccess<loadOptions>";
  let typeOf = "typeOfLoad";
  let build = "buildLoad";
}

def Store : Method<"store"> {
  let parameters = [Pointers, Values, Mask, Cache, Eviction];
  let overloads = [
      "pointers, values", "pointers, values, mask", "pointers, values, options",
      "pointers, values, mask, options"
  ];
  let options = AccessOptions<"T-STORE-5">;
  let result = "void";
  let description = [{
    Writes the values, converted to the type that the pointers point to, where
    the mask is true or absent. Values and mask are broadcast to the pointers'
    shape. The options are constants in any order, of which at most one is not
    the default; of [CacheModifier], NONE, WB, CG, CS and WT.
  }];
  let errors = [{
    an operand that is not a pointer (T-STORE-1), values that cannot be
    converted to the element type (T-STORE-2), a mask that is not of truth
    values (T-STORE-3), shapes that do not broadcast to the pointers'
    (T-STORE-4), options that are not for stores (T-STORE-5, T-STORE-6) or
    exclude each other (T-STORE-7); on the JVM also a write that is out of
    bounds
  }];
  let example = [{
    output.add(offsets).store(y, offsets.lt(n));
  }];
  let becomes = ["tt.store"];
  let parse = "parseAccess<storeOptions>";
  let typeOf = "typeOfStore";
  let build = "buildStore";
}

} // family = MemoryFamily
