// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package models;

import io.github.cm2tt.lang.Constant;
import io.github.cm2tt.lang.Kernel;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.Triton;

/** Records as parameters of kernels: their components are the parameters of the model. */
class RecordParameters {
    record Range(int first, int end) {
    }

    record Sum<T>(Range r, T by) {
    }

    @ExpectModel("""
            func @"expanded" (%0 : int, %1 : int, %2 : int, %3 : Float, %4 : int)void -> {
                %5 : Var<int> = var %0 @"a";
                %6 : Var<int> = var %1 @"work.r.first";
                %7 : int = var.load %6;
                %8 : Var<int> = var %2 @"work.r.end";
                %9 : int = var.load %8;
                %10 : Range = new %7 %9 @"Range::(int, int)" @record="(int first, int end)Range";
                %11 : Var<Float> = var %3 @"work.by";
                %12 : Float = var.load %11;
                %13 : Sum<Float> = new %10 %12 @"Sum::(Range, Object)" @record="(Range r, Sum::<T> by)Sum";
                %14 : Var<Sum<Float>> = var %13 @"work";
                %15 : Var<int> = var %4 @"n";
                %16 : Sum<Float> = var.load %14;
                %17 : Float = invoke %16 @"Sum::by():Object";
                %18 : float = invoke %17 @"Float::floatValue():float";
                %19 : Var<float> = var %18 @"f";
                return;
            };
            """)
    @Kernel
    static void expanded(int a, Sum<Float> work, int n) {
        float f = work.by();
    }

    @ExpectModel("""
            func @"calling" (%0 : int, %1 : int, %2 : Float)void -> {
                %3 : Var<int> = var %0 @"work.r.first";
                %4 : int = var.load %3;
                %5 : Var<int> = var %1 @"work.r.end";
                %6 : int = var.load %5;
                %7 : Range = new %4 %6 @"Range::(int, int)" @record="(int first, int end)Range";
                %8 : Var<Float> = var %2 @"work.by";
                %9 : Float = var.load %8;
                %10 : Sum<Float> = new %7 %9 @"Sum::(Range, Object)" @record="(Range r, Sum::<T> by)Sum";
                %11 : Var<Sum<Float>> = var %10 @"work";
                %12 : int = constant @1;
                %13 : Sum<Float> = var.load %11;
                %14 : int = constant @2;
                invoke %12 %13 %14 @"RecordParameters::expanded(int, Sum, int):void";
                return;
            };
            """)
    @Kernel
    static void calling(Sum<Float> work) {
        expanded(1, work, 2);
    }

    @ExpectModel("""
            func @"helper" (%0 : Sum<Float>)void -> {
                %1 : Var<Sum<Float>> = var %0 @"work";
                return;
            };
            """)
    static void helper(Sum<Float> work) {
    }

    record Node(int n, Node next) {
    }

    record Texts(int n, Range range, String text) {
    }

    record Arrays(Range range, int[] numbers) {
    }

    record Objects(Object o) {
    }

    record Tiling(int rows, Ptr x) {
    }

    @Kernel
    static void refused(
        Node node, // PROBLEM: 'node' is a 'Node', which has itself as a component: declare a record of number
        Texts texts, // PROBLEM: 'texts.text' is a 'String', which is known at compile time only: annotate 't
        @Constant Texts constants,
        Arrays arrays, // PROBLEM: 'arrays.numbers' is an array of Java, which a kernel cannot reach: declare
        Objects objects, // PROBLEM: 'objects.o' is a 'Object', which a launch cannot give: expected Ptr, a n
        @Constant Tiling tiling, // PROBLEM: 'tiling.x' is a pointer, and 'tiling' is a constant: make it a p
        Tiling other) {
        Triton.arange(0, constants.n());
        Triton.arange(0, other.rows()); // PROBLEM: 'arange' needs a constant here, but 'other' is a record o
        node.next();
        if (other.x() == null)
            throw new IllegalStateException("the compiler knows that");
    }
}
