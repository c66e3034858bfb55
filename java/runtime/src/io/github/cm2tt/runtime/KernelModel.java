// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A model that was read, with a number by which {@link KernelCache} knows it. There is one for each kernel of
 * a class, however often {@link KernelFunction#of} is called: the class alone refers to it, so that a class
 * loader can be collected. Of models that are given as texts, the last ones that were used are kept.
 *
 * <p>A failure to find a kernel or to read its model is not kept: the next call tries again.
 */
final class KernelModel {
    /** The number of texts that are kept, and their length. */
    private static final int MAX_TEXTS = 64;
    private static final int MAX_LENGTH = 1 << 18;
    /** For each class the models of its kernels, by each name that was given. */
    private static final ClassValue<Map<String, KernelModel>> OF_CLASS = new ClassValue<>() {
        @Override
        protected Map<String, KernelModel> computeValue(Class<?> type) {
            return new ConcurrentHashMap<>();
        }
    };
    /** The least recently used one first; guarded by itself. */
    private static final Map<Text, KernelModel> TEXTS = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Text, KernelModel> eldest) {
            return size() > MAX_TEXTS;
        }
    };
    private static final AtomicLong CREATED = new AtomicLong();

    private final KernelSource source;
    private final long number;
    private volatile List<JavaParameters.Part> parameters;

    /** A model that is given, and the name of a kernel, which may be null. */
    private record Text(String model, String kernel) {}

    private KernelModel(KernelSource source) {
        this.source = source;
        long own = CREATED.incrementAndGet();
        number = own;
        Handle.whenForgotten(this, () -> KernelCache.forgetModel(own));
    }

    /** Returns the model of a kernel of a class, which {@link KernelSource#of} finds. */
    static KernelModel of(Class<?> caller, String name) {
        Map<String, KernelModel> known = OF_CLASS.get(caller);
        KernelModel model = known.get(name);
        if (model != null) {
            return model;
        }
        // Without a lock: what is found may be read by class loaders of the user.
        KernelSource found = KernelSource.of(caller, name);
        Class<?> owner = found.method().getDeclaringClass();
        boolean isOwn = owner == caller && found.kernel().equals(name);
        KernelModel made = isOwn ? new KernelModel(found) : of(owner, found.kernel());
        KernelModel first = known.putIfAbsent(name, made);
        return first == null ? made : first;
    }

    /** Returns a model of another origin. */
    static KernelModel ofText(String model, String kernel) {
        if (model.length() > MAX_LENGTH) {
            return new KernelModel(KernelSource.ofModel(model, kernel));
        }
        Text key = new Text(model, kernel);
        synchronized (TEXTS) {
            return TEXTS.computeIfAbsent(key, text -> new KernelModel(KernelSource.ofModel(model, kernel)));
        }
    }

    KernelSource source() {
        return source;
    }

    /** Returns a number that no other model has. */
    long number() {
        return number;
    }

    /** Returns the parameters of the method; none if it is unknown. */
    List<JavaParameters.Part> parameters() {
        List<JavaParameters.Part> known = parameters;
        if (known == null) {
            parameters = known = source.parameters();
        }
        return known;
    }
}
