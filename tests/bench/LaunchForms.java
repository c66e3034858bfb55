// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import io.github.cm2tt.lang.Constant;
import io.github.cm2tt.lang.Kernel;
import io.github.cm2tt.lang.Launchers;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.Triton;
import io.github.cm2tt.runtime.Optimization;
import io.github.cm2tt.runtime.Device;
import io.github.cm2tt.runtime.DeviceBuffer;
import io.github.cm2tt.runtime.Grid;
import io.github.cm2tt.runtime.KernelFunction;
import io.github.cm2tt.runtime.Stream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The host's time for a launch of a tiny kernel in each form in which programs write it: by a kernel that is
 * kept in a field, and by expressions that make a new one for each launch. Also the bytes of the heap that a
 * launch allocates, and by how much the resident memory grew in all of them.
 *
 * <p>{@code java LaunchForms [gpu|cpu [BATCHES]]}; the default is a GPU if there is one, and 1000 batches of
 * 100 launches of each form, in turn. A figure is the median of the batches' means, and the difference the
 * median of the differences from the kernel in a field. Streams are waited for after each batch, untimed.
 * The resident memory contains the heap: {@code -Xms64m -Xmx64m -XX:+AlwaysPreTouch} keep that constant.
 */
public final class LaunchForms {
    private static final int BATCH = 100;
    private static final int BATCHES = 1000;
    private static final int WARM_UP = 300;
    private static final Grid GRID = Grid.of(1);

    private LaunchForms() {}

    /** Kernels with launchers. */
    @Launchers
    static final class Kernels {
        private Kernels() {}

        @Kernel
        static void increment(Ptr x, int n, @Constant int block) {
            var offsets = Triton.arange(0, block);
            var mask = offsets.lt(n);
            x.add(offsets).store(x.add(offsets).load(mask).add(1), mask);
        }
    }

    /** Measures and prints a table. */
    public static void main(String[] options) throws IOException {
        String wanted = options.length > 0 ? options[0] : "best";
        Device device = switch (wanted) {
            case "best" -> Device.best();
            case "gpu" -> Device.gpu(0);
            case "cpu" -> Device.cpu();
            default -> throw new IllegalArgumentException("expected gpu or cpu, found " + wanted);
        };
        int batches = options.length > 1 ? Integer.parseInt(options[1]) : BATCHES;
        try (DeviceBuffer buffer = device.copyOf(new int[64]); Stream stream = device.stream()) {
            Map<String, Runnable> forms = forms(device, stream, buffer);
            System.out.println("a kernel of 64 elements on " + device + ", Java "
                + System.getProperty("java.version") + ": ns of a launch on the host, medians of " + batches
                + " batches of " + BATCH);
            System.out.printf("%-62s %8s %11s %6s%n", "form", "ns", "difference", "bytes");
            measure(forms, batches, () -> {
                stream.synchronize();
                device.synchronize();
            });
        }
    }

    private static Map<String, Runnable> forms(Device device, Stream stream, DeviceBuffer x)
            throws IOException {
        KernelFunction kernel = KernelFunction.of(Kernels.class, "increment").on(device);
        KernelFunction fixed = kernel.constant("block", 64);
        KernelFunction queued = fixed.on(stream);
        String model = model();
        Map<String, Runnable> forms = new LinkedHashMap<>();
        forms.put("field.launch(..)", () -> fixed.launch(GRID, x, 64));
        forms.put("kernel.constant(..).launch(..)",
            () -> kernel.constant("block", 64).launch(GRID, x, 64));
        forms.put("field.warps(8).launch(..)", () -> fixed.warps(8).launch(GRID, x, 64));
        forms.put("field.without(PERSISTENT).launch(..)",
            () -> fixed.without(Optimization.PERSISTENT).launch(GRID, x, 64));
        forms.put("field.unspecialized(\"n\").launch(..)",
            () -> fixed.unspecialized("n").launch(GRID, x, 64));
        forms.put("field.on(device).launch(..)", () -> fixed.on(device).launch(GRID, x, 64));
        forms.put("KernelFunction.of(..).constant(..).on(device).launch(..)",
            () -> KernelFunction.of(Kernels.class, "increment").constant("block", 64).on(device)
                .launch(GRID, x, 64));
        forms.put("KernelFunction.of(..).warps(8).constant(..).on(..).launch(..)",
            () -> KernelFunction.of(Kernels.class, "increment").warps(8).constant("block", 64).on(device)
                .launch(GRID, x, 64));
        forms.put("KernelFunction.ofModel(..).constant(..).on(..).launch(..)",
            () -> KernelFunction.ofModel(model, "increment").constant("block", 64).on(device)
                .launch(GRID, x, 64));
        forms.put("LaunchForms_KernelsKernels.increment(64).on(device).launch(..)",
            () -> LaunchForms_KernelsKernels.increment(64).on(device).launch(GRID, x, 64));
        forms.put("on a stream: field.launch(..)", () -> queued.launch(GRID, x, 64));
        forms.put("on a stream: field.on(stream).launch(..)", () -> fixed.on(stream).launch(GRID, x, 64));
        return forms;
    }

    private static String model() throws IOException {
        try (InputStream file =
                LaunchForms.class.getResourceAsStream("LaunchForms$Kernels.cm2tt.json")) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static void measure(Map<String, Runnable> forms, int batches, Runnable wait) {
        String[] names = forms.keySet().toArray(String[]::new);
        Runnable[] launches = forms.values().toArray(Runnable[]::new);
        double[][] times = new double[names.length][batches];
        long before = 0;
        for (int batch = -WARM_UP; batch < batches; batch++) {
            before = batch == 0 ? residentBytes() : before;
            for (int form = 0; form < names.length; form++) {
                double time = time(launches[form]);
                wait.run();
                if (batch >= 0) {
                    times[form][batch] = time;
                }
            }
        }
        long grown = residentBytes() - before;
        for (int form = 0; form < names.length; form++) {
            // The form on a stream is compared with the field on a stream.
            double[] base = times[names[form].startsWith("on a stream") ? names.length - 2 : 0];
            double[] own = times[form];
            double[] differences = new double[batches];
            Arrays.setAll(differences, batch -> own[batch] - base[batch]);
            System.out.printf("%-62s %8.0f %11.0f %6.0f%n", names[form], median(own), median(differences),
                allocated(launches[form], wait));
        }
        System.out.printf("resident memory grew by %d KB in %d launches%n", grown >> 10,
            names.length * batches * BATCH);
    }

    /** Nanoseconds of a launch, of a batch of them. */
    private static double time(Runnable launch) {
        long begin = System.nanoTime();
        for (int i = 0; i < BATCH; i++) {
            launch.run();
        }
        return (double) (System.nanoTime() - begin) / BATCH;
    }

    /** Bytes of the heap that a launch allocates. */
    private static double allocated(Runnable launch, Runnable wait) {
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long id = Thread.currentThread().getId();
        double bytes = Double.MAX_VALUE;
        for (int round = 0; round < 10; round++) {
            long begin = threads.getThreadAllocatedBytes(id);
            time(launch);
            bytes = Math.min(bytes, (double) (threads.getThreadAllocatedBytes(id) - begin) / BATCH);
            wait.run();
        }
        return bytes;
    }

    private static long residentBytes() {
        try {
            String[] pages = Files.readString(Path.of("/proc/self/statm")).split(" ");
            return Long.parseLong(pages[1]) * 4096;
        } catch (IOException e) {
            return 0;
        }
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
