// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * The calls of a kernel as the compiler typed them for one launch. Java passes a constant and a number that
 * is known at run time alike; a run on the JVM looks here which it is, and so promotes types as the compiled
 * kernel does. {@code KernelFunction.debug} of the runtime creates it from {@code cm2tt --emit=calls}.
 *
 * <p>The call that runs is found by its position: the frames of the stack, from the kernel to the caller, are
 * followed in the tree by their lines. The order in the bytecode distinguishes calls of the same name on one
 * line; without the bytecode, an argument is a constant only if it is one in all of these calls.
 *
 * <p>An instance is for one thread.
 */
public final class KernelCalls {
    /**
     * The body of a method or lambda for one call of it.
     *
     * @param owner the binary name of the class of the method; null for a lambda
     * @param method the name of the method; null for a lambda
     * @param calls the calls in it
     */
    public record Body(String owner, String method, List<Call> calls) {
        /**
         * Copies the list.
         *
         * @param owner the binary name of the class of the method; null for a lambda
         * @param method the name of the method; null for a lambda
         * @param calls the calls in it
         */
        public Body {
            calls = List.copyOf(calls);
        }
    }

    /**
     * A call in a body.
     *
     * @param line the line in the source, from 1; 0 if it is unknown
     * @param name the name of the called method
     * @param ordinal the number of calls of that name before it on the line
     * @param arguments a character for each argument of a method of the kernel language, the receiver first:
     *     'c' for a constant, 'r' for another number, '-' for anything else; null for other methods
     * @param bodies the bodies that run for it
     */
    public record Call(int line, String name, int ordinal, String arguments, List<Body> bodies) {
        /**
         * Copies the list.
         *
         * @param line the line in the source
         * @param name the name of the called method
         * @param ordinal the number of calls of that name before it on the line
         * @param arguments a character for each argument; may be null
         * @param bodies the bodies that run for it
         */
        public Call {
            Objects.requireNonNull(name, "name");
            bodies = List.copyOf(bodies);
        }
    }

    /** A frame of the stack, without the objects of StackWalker. */
    private record Frame(Class<?> owner, String method, String descriptor, int line, int index) {
        Frame(StackWalker.StackFrame frame) {
            this(frame.getDeclaringClass(), frame.getMethodName(), frame.getDescriptor(),
                frame.getLineNumber(), frame.getByteCodeIndex());
        }

        boolean isOf(Body body, Frame caller) {
            return body.method() == null ? owner == caller.owner && method.startsWith("lambda$")
                : method.equals(body.method()) && owner.getName().equals(body.owner());
        }
    }

    /** A step of the stack in the tree: a call, and the body that runs for it. */
    private record Step(Call call, Body body) {}

    private static final StackWalker WALKER
        = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    private final Body kernel;
    private final Map<List<Frame>, Map<String, String>> known = new HashMap<>();
    private final InvokeInstructions instructions = new InvokeInstructions();

    /**
     * Creates the calls of a kernel.
     *
     * @param kernel the body of the kernel
     */
    public KernelCalls(Body kernel) {
        this.kernel = Objects.requireNonNull(kernel, "kernel");
    }

    /**
     * Returns the kinds of the arguments of a method of the kernel language that the current thread has
     * called; null if the tree does not have the call.
     *
     * @param root the class and the name of the method that calls the kernel
     */
    String argumentsOf(String name, Class<?> root, String rootMethod) {
        List<Frame> frames = new ArrayList<>(WALKER.walk(stack -> stack
            .takeWhile(
                frame -> frame.getDeclaringClass() != root || !frame.getMethodName().equals(rootMethod))
            .filter(frame -> frame.getDeclaringClass().getModule() != Object.class.getModule())
            .map(Frame::new).collect(Collectors.toList())));
        Collections.reverse(frames);
        return known.computeIfAbsent(frames, key -> new HashMap<>())
            .computeIfAbsent(name, key -> find(frames, key));
    }

    private String find(List<Frame> frames, String name) {
        int at = 0;
        while (at < frames.size() && !frames.get(at).isOf(kernel, null)) {
            at++;
        }
        if (at == frames.size()) {
            return null;
        }
        Body body = kernel;
        for (int next = at + 1; next < frames.size(); next++) {
            Body inner = callee(body, frames.get(at), frames.get(next));
            if (inner != null) {
                body = inner;
                at = next;
            }
        }
        return arguments(body, frames.get(at), name);
    }

    /** Returns the body that the callee's frame runs, called from the caller's; null if it runs none. */
    private Body callee(Body body, Frame caller, Frame callee) {
        List<Step> steps = new ArrayList<>();
        for (Call call : body.calls()) {
            for (Body inner : call.bodies()) {
                addStep(steps, call, inner, caller, callee);
            }
        }
        List<Step> here = steps.stream().filter(step -> step.call.line() == caller.line).toList();
        List<Step> candidates = here.isEmpty() ? steps : here;
        if (candidates.size() > 1) {
            List<Step> exact = candidates.stream().filter(step -> isAt(caller, step.call)).toList();
            candidates = exact.isEmpty() ? candidates : exact;
        }
        return candidates.isEmpty() ? null : candidates.get(0).body;
    }

    /** Adds the step to a frame, also through a method reference, which has no frame of its own. */
    private static void addStep(List<Step> steps, Call call, Body inner, Frame caller, Frame callee) {
        if (callee.isOf(inner, caller)) {
            steps.add(new Step(call, inner));
        } else if (inner.method() == null && inner.calls().size() == 1) {
            inner.calls().get(0).bodies().stream().filter(body -> callee.isOf(body, caller))
                .forEach(body -> steps.add(new Step(call, body)));
        }
    }

    private String arguments(Body body, Frame frame, String name) {
        List<Call> named = body.calls().stream()
            .filter(call -> call.name().equals(name) && call.arguments() != null).toList();
        List<Call> here = named.stream().filter(call -> call.line() == frame.line).toList();
        if (here.isEmpty()) {
            here = referenced(body, frame, name);
        }
        List<Call> candidates = here.isEmpty() ? named : here;
        if (candidates.size() > 1) {
            List<Call> exact = candidates.stream().filter(call -> isAt(frame, call)).toList();
            candidates = exact.isEmpty() ? candidates : exact;
        }
        return candidates.stream().map(Call::arguments).reduce(KernelCalls::merged).orElse(null);
    }

    /** Returns the calls by method references to the method, passed to calls on the frame's line. */
    private static List<Call> referenced(Body body, Frame frame, String name) {
        return body.calls().stream().filter(call -> call.line() == frame.line)
            .flatMap(call -> call.bodies().stream())
            .filter(inner -> inner.method() == null && inner.calls().size() == 1)
            .flatMap(inner -> inner.calls().stream())
            .filter(call -> call.name().equals(name) && call.arguments() != null).toList();
    }

    private boolean isAt(Frame frame, Call call) {
        return instructions.isAt(frame.owner, frame.method + frame.descriptor, frame.index, call.name(),
            call.ordinal());
    }

    /** Returns the kinds of arguments that are constants only if both calls have constants. */
    private static String merged(String a, String b) {
        StringBuilder result = new StringBuilder();
        for (int i = 0; i < Math.min(a.length(), b.length()); i++) {
            result.append(a.charAt(i) == 'c' ? b.charAt(i) : a.charAt(i));
        }
        return result.toString();
    }
}
