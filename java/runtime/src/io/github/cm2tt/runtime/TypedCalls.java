// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime;

import io.github.cm2tt.lang.KernelCalls;
import io.github.cm2tt.runtime.internal.NativeKernel;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Reads the tree of calls that the compiler returns for a run on the JVM. */
final class TypedCalls {
    private TypedCalls() {}

    /** Reads the image of a compiled kernel, and destroys it. */
    static KernelCalls take(long compiled) {
        try {
            String text = new String(NativeKernel.image(compiled), StandardCharsets.UTF_8);
            return new KernelCalls(body(JsonReader.read(text)));
        } finally {
            NativeKernel.destroyCompiled(compiled);
        }
    }

    private static KernelCalls.Body body(Object json) {
        Map<?, ?> members = (Map<?, ?>) json;
        return new KernelCalls.Body((String) members.get("owner"), (String) members.get("method"),
            ((List<?>) members.get("calls")).stream().map(TypedCalls::call).toList());
    }

    private static KernelCalls.Call call(Object json) {
        Map<?, ?> members = (Map<?, ?>) json;
        List<?> bodies = members.containsKey("bodies") ? (List<?>) members.get("bodies") : List.of();
        return new KernelCalls.Call(((Number) members.get("line")).intValue(), (String) members.get("name"),
            ((Number) members.get("ordinal")).intValue(), (String) members.get("arguments"),
            bodies.stream().map(TypedCalls::body).toList());
    }
}
