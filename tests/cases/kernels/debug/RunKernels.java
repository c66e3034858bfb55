// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package kernels;

import io.github.cm2tt.lang.BFloat16;
import io.github.cm2tt.lang.Float16;
import io.github.cm2tt.lang.Float8E4M3;
import io.github.cm2tt.lang.Float8E5M2;
import io.github.cm2tt.lang.KernelException;
import io.github.cm2tt.lang.Programs;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.UInt16;
import io.github.cm2tt.lang.UInt32;
import io.github.cm2tt.lang.UInt64;
import io.github.cm2tt.lang.UInt8;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs kernels of this package on the JVM, as a file of lines says: class,
 * method, the grid's three extents, arguments; between tabs. An argument is a
 * number, or {@code @TYPE:FILE} for a file's content, which is written back.
 *
 * <p>Not here: what must come out (check_debug.py).
 */
public final class RunKernels {
    private static final Map<String, Class<?>> TYPES = new HashMap<>(Map.of("i8", byte.class, "i16",
        short.class, "i32", int.class, "i64", long.class, "f16", Float16.class, "bf16", BFloat16.class, "f32",
        float.class, "f64", double.class, "f8E4M3FN", Float8E4M3.class, "f8E5M2", Float8E5M2.class));

    static {
        TYPES.putAll(
            Map.of("u8", UInt8.class, "u16", UInt16.class, "u32", UInt32.class, "u64", UInt64.class));
    }

    /** A buffer and the file that it is written to after the run. */
    private record Buffer(Path file, ByteBuffer bytes) {}

    private RunKernels() {}

    /**
     * Runs all lines of the file that the one argument names; prints how long each took, or what went wrong.
     */
    public static void main(String[] arguments) throws IOException, ReflectiveOperationException {
        for (String line : Files.readAllLines(Path.of(arguments[0]))) {
            long start = System.nanoTime();
            try {
                run(line.split("\t"));
                System.out.println((System.nanoTime() - start) / 1_000_000 + " ms");
            } catch (KernelException problem) {
                System.out.println("error: " + problem.getMessage().replace('\n', ' '));
            }
        }
    }

    private static void run(String[] words) throws IOException, ReflectiveOperationException {
        Method kernel = find(Class.forName("kernels." + words[0]), words[1]);
        List<Buffer> buffers = new ArrayList<>();
        Object[] values = new Object[words.length - 5];
        for (int i = 0; i < values.length; i++) {
            values[i] = argument(kernel.getParameterTypes()[i], words[i + 5], buffers);
        }
        int[] grid = Arrays.stream(words, 2, 5).mapToInt(Integer::parseInt).toArray();
        Programs.run(grid[0], grid[1], grid[2], () -> call(kernel, values));
        for (Buffer buffer : buffers) {
            Files.write(buffer.file, buffer.bytes.array());
        }
    }

    private static Method find(Class<?> type, String name) {
        return Arrays.stream(type.getDeclaredMethods())
            .filter(method -> method.getName().equals(name))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException(type + " has no method " + name));
    }

    private static Object argument(Class<?> type, String word, List<Buffer> buffers) throws IOException {
        if (type == Ptr.class) {
            int colon = word.indexOf(':');
            Path file = Path.of(word.substring(colon + 1));
            ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.nativeOrder());
            buffers.add(new Buffer(file, bytes));
            return Ptr.of(TYPES.get(word.substring(1, colon)), bytes);
        }
        if (type == boolean.class) {
            return Boolean.valueOf(word);
        }
        if (type == float.class) {
            return Float.valueOf(word);
        }
        return Integer.valueOf(word);
    }

    private static void call(Method kernel, Object[] values) {
        try {
            kernel.invoke(null, values);
        } catch (InvocationTargetException thrown) {
            if (thrown.getCause() instanceof RuntimeException problem) {
                throw problem;
            }
            throw new IllegalStateException(thrown.getCause());
        } catch (IllegalAccessException problem) {
            throw new IllegalStateException(problem);
        }
    }
}
