// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The kernel language: its chapters, the parameters that several methods have,
/// and all methods, in the order of the manual.

include "MethodBase.td"

//===----------------------------------------------------------------------===//
// Chapters
//===----------------------------------------------------------------------===//

def CreationFamily : Family<"Programs and new tiles",
    "The program of the grid that runs, and new tiles.", "Creation">;
def ArithmeticFamily : Family<"Arithmetic",
    "Elementwise on numbers and tiles: operands are promoted as in Triton, and "
    "their shapes broadcast.", "Arithmetic">;
def ComparisonFamily : Family<"Comparison and choice",
    "Elementwise; comparisons return truth values.", "Comparison">;
def MathFamily : Family<"Mathematical functions",
    "Elementwise, on floating-point numbers and tiles of them where nothing else "
    "is said.", "MathFunctions">;
def ConversionsFamily : Family<"Conversions",
    "From one element type to another.", "Conversions">;
def ShapeFamily : Family<"Shapes",
    "The same elements in another shape, and tiles put together and taken "
    "apart.", "Shape">;
def MemoryFamily : Family<"Memory",
    "Reading and writing the memory that pointers point to.", "MemoryAccess">;
def DescriptorFamily : Family<"Tensor descriptors",
    "Blocks of a tensor in memory, which are read as zero or NaN, and not "
    "written, outside of the tensor. On GPUs from sm_90 on, bulk tensor copies "
    "access them.", "Descriptors">;
def ReductionFamily : Family<"Reductions and scans",
    "Along an axis of a tile: one result for all elements, or one for each "
    "element from those up to it.", "Reduce">;
def RandomFamily : Family<"Random numbers",
    "Numbers that depend on a seed and on their place in a sequence only: no "
    "state is kept.", "Random">;
def MapFamily : Family<"Functions of the kernel",
    "A lambda or a method reference, applied to each element.", "Combine">;
def DotFamily : Family<"Matrix products",
    "On tensor cores where the types allow it.", "Dot">;
def AtomicFamily : Family<"Atomic operations",
    "Reading and writing in one step, also if other programs do.", "Atomics">;
def RangeFamily : Family<"Ranges",
    "What the enhanced for statement runs over, and hints to its loop.",
    "Ranges">;
def HintFamily : Family<"Hints to the compiler",
    "What is known of values; promises that are not kept have no defined "
    "result.", "Debug">;
def DebugFamily : Family<"Debugging",
    "Printing and checking in a kernel.", "Debug">;
def BoxFamily : Family<"Boxes",
    "What `javac` inserts between numbers and objects; they cost nothing.">;
def JdkFamily : Family<"The JDK's methods on numbers",
    "With Java's meaning, of Java's numbers.">;
def OperatorFamily : Family<"Java's operators",
    "On Java's numbers, by the name that code models have for them. Integers "
    "wrap, division truncates, shifts are masked.">;

//===----------------------------------------------------------------------===//
// Common parameters
//===----------------------------------------------------------------------===//

def Axis : ConstantParam<"int", "axis", "the axis, a constant; -1 is the last">;
def Cache : Choice<"CacheModifier", "cache",
    "the cache modifier, a constant",
    "CacheModifier.NONE">;
def Combine : Param<"BinaryOperator<T>", "combine",
    "an associative function of two elements">;
def ComputeType : Param<"Class<?>", "type",
    "the class of the type in which to compute; `null` if absent",
    "null">;
def Condition : Param<"boolean", "condition", "the condition that holds">;
def Counts : ConstantParam<"int...", "counts",
    "one constant for each dimension">;
def Distance : Param<"Number", "distance",
    "by how many bits; the low bits count, as in Java">;
def Dividend : Param<"Number", "a", "the dividend">;
def Divisor : Param<"Number", "b", "the divisor">;
def Eviction : Choice<"EvictionPolicy", "eviction",
    "the eviction policy, a constant",
    "EvictionPolicy.NORMAL">;
def Extents : ConstantParam<"int...", "shape",
    "the extents, positive constants">;
def FirstOperand : Param<"Number", "a", "the first operand, a number or a tile of numbers">;
def FirstPart : Param<"Number", "a", "a number, a pointer or a tile"> { let mayBePointer = 1; }
def FloatOperand : Param<"Number", "x", "a floating-point number or a tile of them">;
def GridAxis : ConstantParam<"int", "axis", "0, 1 or 2, a constant">;
def IntegerOperand : Param<"Number", "x", "an integer or a tile of integers">;
def KeepDims : ConstantParam<"boolean", "keepDims",
    "whether the axis stays, with extent 1; a constant",
    "false">;
def Mask : Param<"Number", "mask", "truth values; `null` if absent", "null">;
def Message : Param<"String", "message",
    "a constant string (T-DEVICEASSERT-2)",
    "null">;
def Nan : Choice<"PropagateNan", "nan",
    "the treatment of NaN, a constant",
    "PropagateNan.NONE">;
def NumberOrPointer : Param<"T", "value", "an integer, a pointer or a tile of them"> { let mayBePointer = 1; }
def NumberPointerOrTile : Param<"Object", "x", "a number, a pointer or a tile"> { let mayBePointer = 1; }
def OneNumber : Param<"Number", "value", "one number">;
def Operand : Param<"Number", "x", "a number or a tile of numbers">;
def OperandOrPointer : Param<"Number", "a",
    "the first operand: a number, a pointer or a tile of either"> { let mayBePointer = 1; }
def OptionalAxis : ConstantParam<"int", "axis",
    "the axis, a constant; -1 is the last", "null">;
def Pointer : Param<"Ptr", "p", "a pointer"> { let mayBePointer = 1; }
def Pointers : Param<"Number", "pointers", "a pointer or a tile of pointers"> { let mayBePointer = 1; }
def RangeEnd : Param<"int", "end", "the end, which is excluded">;
def RangeStart : Param<"int", "start", "the first number", "0">;
def RangeStep : Param<"int", "step", "the step, not 0", "1">;
def Reverse : ConstantParam<"boolean", "reverse",
    "whether to go from the last element to the first; a constant",
    "false">;
def Scope : Choice<"MemScope", "scope",
    "whose accesses are ordered, a constant",
    "MemScope.GPU">;
def SecondOperand : Param<"Number", "b", "the second operand, likewise">;
def SecondPart : Param<"Number", "b", "another one, of the same element type">;
class Order<string absent> : Choice<"MemSemantic", "semantic",
    "the order of memory accesses, a constant", absent>;
def ReadOrder : Order<"MemSemantic.ACQUIRE">;
def Semantic : Order<"MemSemantic.ACQ_REL">;
def WriteOrder : Order<"MemSemantic.RELEASE">;
def Tile : Param<"Tensor", "x", "a tile">;
def TileOfNumbers : Param<"Tensor", "x", "a tile of numbers">;
def TileOrRecord : Param<"T", "x", "a tile of numbers, or a record of tiles of one shape">;
def Values : Param<"Number", "values",
    "the values to write, converted to the element type">;

/// The errors of operands that are promoted and whose shapes broadcast.
defvar PromotionErrors =
    "operands that are not numbers (T-BINARY-1), have no common type "
    "(T-BINARY-2, T-BINARY-6, T-BINARY-7) or shapes that do not broadcast "
    "(T-BINARY-3)";

class AccessOptions<string rule> : Options<"AccessOption",
    ["CacheModifier", "EvictionPolicy"],
    ["cache = Options.cache(\"" # rule # "\", option, options)",
     "eviction = Options.eviction(\"" # rule # "\", option, options)"]>;
class OrderOptions<string absent> : Options<"AtomicOption",
    ["MemSemantic", "MemScope"],
    ["semantic = Options.semantic(" # absent # ", option, options)",
     "scope = Options.scope(option, options)"]>;
def AtomicOptions : OrderOptions<"MemSemantic.ACQ_REL">;
def ReadOptions : OrderOptions<"MemSemantic.ACQUIRE">;
def WriteOptions : OrderOptions<"MemSemantic.RELEASE">;

//===----------------------------------------------------------------------===//
// Methods
//===----------------------------------------------------------------------===//

include "Creation.td"
include "Swizzle.td"
include "Arithmetic.td"
include "Bits.td"
include "Comparison.td"
include "Select.td"
include "Math.td"
include "LibraryMath.td"
include "Libdevice.td"
include "Conversions.td"
include "Shape.td"
include "Join.td"
include "Gather.td"
include "Memory.td"
include "Descriptors.td"
include "Reduce.td"
include "ArgReduce.td"
include "Scan.td"
include "Sort.td"
include "IndexedSort.td"
include "Softmax.td"
include "Combine.td"
include "Random.td"
include "Map.td"
include "InlineAsm.td"
include "Dot.td"
include "DotScaled.td"
include "Atomics.td"
include "Range.td"
include "Hints.td"
include "Debug.td"
include "Boxing.td"
include "JavaMath.td"
include "JavaOperators.td"
