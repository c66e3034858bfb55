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
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * The host's time for a launch of an empty kernel of 1, 5, 10 and 16 arguments from C, by a loop of
 * {@code cm2tt_kernel_launch} (LaunchLoop.c), and from Java: with {@code Arguments} that are kept, with
 * {@code Arguments} that are set each time, on a stream of its own, and with {@code Object...}; and the bytes
 * that a launch allocates.
 *
 * <p>{@code java Launch [gpu|cpu [PAIRS]]}; the default is a GPU if there is one, and 3000 pairs. All is
 * measured within one process, interleaved, in batches of 100 launches, which is less than a GPU queues. The
 * work is waited for after each batch, untimed. C and Java are measured one after the other; which of them is
 * first alternates. A figure is the median of the batches' means; the difference is the median of the
 * differences of the pairs. Needs {@code libLaunchBenchJni.so} in the folder {@code cm2tt.native.path}.
 */
public final class Launch {
    private static final int BATCH = 100;
    private static final int PAIRS = 3000;
    private static final int WARM_UP = 300;
    private static final int COUNTED = 100;
    private static final Grid GRID = Grid.of(1);

    /** A way to launch from Java, by a loop of its own, which the JVM compiles for it. */
    private interface Way {
        void launch(int times);
    }

    /** A loop in C that launches take{count} of the model; closed by {@link #close}. */
    private static native long open(byte[] model, int count, boolean onCpu);

    /** The nanoseconds of a launch, of that many. */
    private static native double loop(long handle, int launches);

    private static native void await(long handle);

    private static native void close(long handle);

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
    public static void main(String[] options) throws IOException {
        String wanted = options.length > 0 ? options[0] : "best";
        Device device = switch (wanted) {
            case "best" -> Device.best();
            case "gpu" -> Device.gpu(0);
            case "cpu" -> Device.cpu();
            default -> throw new IllegalArgumentException("expected gpu or cpu, found " + wanted);
        };
        int pairs = options.length > 1 ? Integer.parseInt(options[1]) : PAIRS;
        System.load(Path.of(System.getProperty("cm2tt.native.path"), "libLaunchBenchJni.so").toString());
        byte[] model;
        try (InputStream resource = Launch.class.getResourceAsStream("Launch.cm2tt.json")) {
            model = resource.readAllBytes();
        }
        System.out.println("empty kernels on " + device + ", Java " + System.getProperty("java.version")
            + ": ns of a launch on the host, medians of " + pairs + " batches of " + BATCH);
        System.out.println("arguments       C    Java  Java - C  Arguments.set  own stream  Object...  "
            + "bytes  bytes of Object...");
        try (DeviceBuffer buffer = device.allocate(ElementType.FP32, 64); Stream stream = device.stream()) {
            for (int count : new int[] {1, 5, 10, 16}) {
                long loop = open(model, count, !device.isGpu());
                try {
                    measure(device, stream, buffer, count, loop, pairs);
                } finally {
                    close(loop);
                }
            }
        }
    }

    /** A row of the table. */
    private static void measure(Device device, Stream stream, DeviceBuffer buffer, int count, long loop,
        int pairs) {
        Way[] ways = ways(device, stream, buffer, count);
        double[][] times = new double[ways.length + 1][pairs];
        for (int pair = -WARM_UP; pair < pairs; pair++)
            for (int step = 0; step < times.length; step++) {
                // C is 0, and the first one of Java 1: every second time, these are swapped.
                int way = step < 2 && pair % 2 != 0 ? 1 - step : step;
                double time = way == 0 ? loop(loop, BATCH) : time(ways[way - 1]);
                await(loop);
                stream.synchronize();
                device.synchronize();
                if (pair >= 0)
                    times[way][pair] = time;
            }
        double[] differences = new double[pairs];
        Arrays.setAll(differences, pair -> times[1][pair] - times[0][pair]);
        System.out.printf("%9d  %6.0f  %6.0f  %8.0f  %13.0f  %10.0f  %9.0f  %5.1f  %18.1f%n", count,
            median(times[0]), median(times[1]), median(differences), median(times[2]), median(times[3]),
            median(times[4]), allocated(device, ways[0]), allocated(device, ways[3]));
    }

    /** The ways of Java, in the order of the table's columns. */
    private static Way[] ways(Device device, Stream stream, DeviceBuffer buffer, int count) {
        KernelFunction kernel = KernelFunction.of(Launch.class, "take" + count).on(device);
        KernelFunction onStream = kernel.on(stream);
        Object[] objects = objects(buffer, count);
        Arguments arguments = add(kernel.arguments(), objects);
        Arguments others = add(onStream.arguments(), objects);
        return new Way[] {
            times -> {
                for (int i = 0; i < times; i++)
                    kernel.launch(GRID, arguments);
            },
            times -> {
                for (int i = 0; i < times; i++)
                    kernel.launch(GRID, set(arguments, buffer, count));
            },
            times -> {
                for (int i = 0; i < times; i++)
                    onStream.launch(GRID, others);
            },
            times -> {
                for (int i = 0; i < times; i++)
                    kernel.launch(GRID, objects(buffer, count));
            },
        };
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    /** Nanoseconds of a launch, of a batch of them. */
    private static double time(Way way) {
        long begin = System.nanoTime();
        way.launch(BATCH);
        return (double) (System.nanoTime() - begin) / BATCH;
    }

    /** Bytes that a launch allocates, by the JVM's count of what this thread did; not what counting does. */
    private static double allocated(Device device, Way way) {
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long id = Thread.currentThread().getId();
        long bytes = 0;
        for (int batch = 0; batch < COUNTED; batch++) {
            long first = threads.getThreadAllocatedBytes(id);
            long begin = threads.getThreadAllocatedBytes(id);
            way.launch(BATCH);
            bytes += threads.getThreadAllocatedBytes(id) - begin - (begin - first);
            device.synchronize();
        }
        return (double) bytes / COUNTED / BATCH;
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
