// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.spark;

import io.github.cm2tt.runtime.Device;
import io.github.cm2tt.runtime.KernelFunction;
import java.io.Serializable;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A kernel that executors compile when they start, so that no task waits for it. As a text, it can be a
 * setting and a message between driver and executors, which do not have the job's classes yet:
 *
 * <pre>{@code
 * Orders.total(*fp32:16,*fp32:16,*fp32:16,i32) BLOCK=1024 RATE=0.5f warps:8
 * }</pre>
 *
 * @param spec the kernel and its constants
 * @param signature the types of its arguments, as {@link KernelFunction#compile} takes them
 */
record WarmKernel(KernelSpec spec, String signature) {
    private static final Pattern TEXT = Pattern.compile("([\\w.$]+)\\.(\\w+)\\(([^()]*)\\)((?:\\s+\\S+)*)");
    private static final Pattern OPTION = Pattern.compile("(warps|stages):(\\d{1,4})");
    private static final Pattern CONSTANT = Pattern.compile("(\\w+)=(\\S+)");

    /** Returns the kernel of a text; throws if it is none, or if its class does not exist. */
    static WarmKernel parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("'" + text + "' in " + Settings.WARM_KERNELS
                + ": expected Class.kernel(signature) CONSTANT=value...");
        }
        KernelSpec spec = new KernelSpec(classOf(matcher.group(1)), matcher.group(2), new TreeMap<>(), 0, 0);
        for (String word : matcher.group(4).trim().split("\\s+")) {
            spec = word.isEmpty() ? spec : with(spec, word);
        }
        return new WarmKernel(spec, matcher.group(3));
    }

    private static Class<?> classOf(String name) {
        try {
            return Class.forName(name, true, Thread.currentThread().getContextClassLoader());
        } catch (ClassNotFoundException e) {
            throw new IllegalArgumentException("there is no class '" + name + "', which "
                + Settings.WARM_KERNELS + " names: expected one of the jars of the application", e);
        }
    }

    private static KernelSpec with(KernelSpec spec, String word) {
        Matcher option = OPTION.matcher(word);
        if (option.matches()) {
            int number = Integer.parseInt(option.group(2));
            boolean isWarps = option.group(1).equals("warps");
            return new KernelSpec(spec.owner(), spec.name(), spec.constants(),
                isWarps ? number : spec.warps(), isWarps ? spec.stages() : number);
        }
        Matcher constant = CONSTANT.matcher(word);
        if (!constant.matches()) {
            throw new IllegalArgumentException("'" + word + "' in " + Settings.WARM_KERNELS
                + ": expected CONSTANT=value, warps:number or stages:number");
        }
        return spec.with(constant.group(1), valueOf(constant.group(2)));
    }

    private static Serializable valueOf(String text) {
        if (text.equals("true") || text.equals("false")) {
            return Boolean.valueOf(text);
        }
        try {
            return text.endsWith("f") ? (Serializable) Float.valueOf(text) : Long.valueOf(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + text + "' in " + Settings.WARM_KERNELS
                + ": expected an integer, a number that ends with f, true or false", e);
        }
    }

    /** Compiles the kernel for a device, unless it is in the folder of compiled kernels. */
    void compile(Device device) {
        try (KernelFunction function = Bindings.unspecialized(spec.function().on(device))) {
            function.compile(device.target(), signature);
        }
    }

    /** Returns the text. */
    @Override
    public String toString() {
        StringBuilder text =
            new StringBuilder(spec.owner().getName() + "." + spec.name() + "(" + signature + ")");
        for (Map.Entry<String, Serializable> constant : spec.constants().entrySet()) {
            text.append(' ').append(constant.getKey()).append('=').append(constant.getValue())
                .append(constant.getValue() instanceof Float ? "f" : "");
        }
        text.append(spec.warps() > 0 ? " warps:" + spec.warps() : "");
        text.append(spec.stages() > 0 ? " stages:" + spec.stages() : "");
        return text.toString();
    }
}
