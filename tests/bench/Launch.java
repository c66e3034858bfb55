// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import io.github.cm2tt.lang.Kernel;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.runtime.Arguments;
import io.github.cm2tt.runtime.Device;
import io.github.cm2tt.runtime.DeviceBuffer;
import io.github.cm2tt.runtime.ElementType;
import io.github.cm2tt.runtime.Grid;
import io.github.cm2tt.runtime.KernelFunction;
import io.github.cm2tt.runtime.Stream;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;

/**
 * The host's time for a launch of an empty kernel of 1, 5, 10 and 16 arguments from Java, as Launch.cpp
 * measures it in C++: with {@code Arguments} that are kept, with {@code Arguments} that are set anew, on a
 * stream of its own, and with {@code Object...}; and the bytes that a launch allocates. java_launch.sh puts
 * both beside each other.
 *
 * <p>{@code java Launch [gpu|cpu]} (default: a GPU if there is one). Ways take turns, 256 launches each,
 * which is less than a GPU queues; the work is waited for in between, untimed. A figure is the median of the
 * batches' means.
 */
public final class Launch {
    private static final int BATCH = 256;
    private static final int BATCHES = 200;
    private static final int WARM_UP_BATCHES = 150;
    private static final Grid GRID = Grid.of(1);
    private static final List<String> WAYS =
        List.of("Arguments", "Arguments.set", "own stream", "Object...", "bytes", "bytes of Object...");

    /** A way to launch: does it once. */
    private interface Way {
        void launch();
    }

    private Launch() {}

    @Kernel
    static void take1(Ptr a) {}

    @Kernel
    static void take5(Ptr a, Ptr b, Ptr c, int d, float e) {}

    @Kernel
    static void take10(Ptr a, Ptr b, Ptr c, int d, float e, Ptr f, Ptr g, Ptr h, int i, float j) {}

    @Kernel
    static void take16(Ptr a, Ptr b, Ptr c, int d, float e, Ptr f, Ptr g, Ptr h, int i, float j, Ptr k, Ptr l,
            Ptr m, int n, float o, Ptr p) {}

    /** Measures and prints a table. */
    public static void main(String[] options) {
        Device device = options.length > 0 && options[0].equals("cpu") ? Device.cpu() : Device.best();
        System.out.println("empty kernels on " + device + ", ns of the host, from Java "
            + System.getProperty("java.version"));
        StringBuilder head = new StringBuilder("arguments");
        WAYS.forEach(way -> head.append("  ").append(way));
        System.out.println(head);
        try (DeviceBuffer buffer = device.allocate(ElementType.FP32, 64); Stream stream = device.stream()) {
            for (int count : new int[] {1, 5, 10, 16})
                measure(device, stream, buffer, count);
        }
    }

    /** A row of the table. */
    private static void measure(Device device, Stream stream, DeviceBuffer buffer, int count) {
        KernelFunction kernel = KernelFunction.of(Launch.class, "take" + count).on(device);
        KernelFunction onStream = kernel.on(stream);
        Object[] objects = new Object[count];
        Arrays.setAll(objects, i -> i % 5 < 3 ? buffer : i % 5 == 3 ? (Object) 48 : (Object) 2.5f);
        Arguments arguments = add(kernel.arguments(), objects);
        Arguments others = add(onStream.arguments(), objects);
        Way[] ways = {
            () -> kernel.launch(GRID, arguments),
            () -> kernel.launch(GRID, set(arguments, buffer, count)),
            () -> onStream.launch(GRID, others),
            () -> kernel.launch(GRID, objects(buffer, count)),
        };
        double[][] times = new double[ways.length][BATCHES];
        for (int batch = -WARM_UP_BATCHES; batch < BATCHES; batch++)
            for (int way = 0; way < ways.length; way++) {
                double time = time(ways[way]);
                stream.synchronize();
                device.synchronize();
                if (batch >= 0)
                    times[way][batch] = time;
            }
        StringBuilder row = new StringBuilder(String.format("%9d", count));
        for (int way = 0; way < ways.length; way++) {
            Arrays.sort(times[way]);
            row.append(String.format("  %" + WAYS.get(way).length() + ".0f", times[way][BATCHES / 2]));
        }
        row.append(String.format("  %5.1f", allocated(device, ways[1])));
        row.append(String.format("  %18.1f", allocated(device, ways[3])));
        System.out.println(row);
    }

    /** Nanoseconds of a launch, of a batch of them. */
    private static double time(Way way) {
        long begin = System.nanoTime();
        for (int i = 0; i < BATCH; i++)
            way.launch();
        return (double) (System.nanoTime() - begin) / BATCH;
    }

    /** Bytes that a launch allocates, by the JVM's count of what this thread did. */
    private static double allocated(Device device, Way way) {
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long id = Thread.currentThread().getId();
        // What the counting itself allocates is not asked for.
        long own = -threads.getThreadAllocatedBytes(id) + threads.getThreadAllocatedBytes(id);
        long bytes = -threads.getThreadAllocatedBytes(id);
        for (int batch = 0; batch < BATCHES; batch++) {
            for (int i = 0; i < BATCH; i++)
                way.launch();
            device.synchronize();
        }
        bytes += threads.getThreadAllocatedBytes(id) - own;
        return (double) bytes / BATCHES / BATCH;
    }

    private static Arguments add(Arguments arguments, Object[] values) {
        for (Object value : values)
            if (value instanceof DeviceBuffer buffer)
                arguments.add(buffer);
            else if (value instanceof Integer number)
                arguments.add(number);
            else
                arguments.add((Float) value);
        return arguments;
    }

    /** Arguments as a loop sets them that has new ones each time. */
    private static Arguments set(Arguments arguments, DeviceBuffer buffer, int count) {
        for (int i = 0; i < count; i++)
            if (i % 5 < 3)
                arguments.set(i, buffer);
            else if (i % 5 == 3)
                arguments.set(i, 48);
            else
                arguments.set(i, 2.5f);
        return arguments;
    }

    /** The array that javac makes of arguments that are written out. */
    private static Object[] objects(DeviceBuffer buffer, int count) {
        Object[] values = new Object[count];
        for (int i = 0; i < count; i++)
            values[i] = i % 5 < 3 ? buffer : i % 5 == 3 ? (Object) 48 : (Object) 2.5f;
        return values;
    }
}
