// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.spark;

import io.github.cm2tt.runtime.KernelFunction;
import java.io.Serializable;
import java.util.Map;
import java.util.TreeMap;

/**
 * A kernel as a job sends it to executors; its code model is a resource of the job's jar.
 *
 * @param owner the class that declares the kernel
 * @param name the kernel's name
 * @param constants its compile-time constants: a Long, Float, Double, Boolean or String each
 * @param warps the warps of a program; 0: the compiler chooses
 * @param stages the stages of loops; 0: the compiler chooses
 */
record KernelSpec(Class<?> owner, String name, TreeMap<String, Serializable> constants, int warps, int stages)
        implements Serializable {
    /** Returns the specification with another constant. */
    KernelSpec with(String constant, Serializable value) {
        TreeMap<String, Serializable> more = new TreeMap<>(constants);
        more.put(constant, value);
        return new KernelSpec(owner, name, more, warps, stages);
    }

    /** Returns the kernel; throws if the class has none of this name, or no model. */
    KernelFunction function() {
        KernelFunction function = KernelFunction.of(owner, name);
        for (Map.Entry<String, Serializable> constant : constants.entrySet()) {
            function = with(function, constant.getKey(), constant.getValue());
        }
        if (warps > 0) {
            function = function.warps(warps);
        }
        return stages > 0 ? function.stages(stages) : function;
    }

    private static KernelFunction with(KernelFunction function, String constant, Serializable value) {
        if (value instanceof Long number) {
            return function.constant(constant, number);
        } else if (value instanceof Float number) {
            return function.constant(constant, number);
        } else if (value instanceof Double number) {
            return function.constant(constant, number);
        } else if (value instanceof Boolean truth) {
            return function.constant(constant, truth);
        }
        return function.constant(constant, (String) value);
    }

    @Override
    public String toString() {
        return "kernel '" + name + "' of " + owner.getName();
    }
}
