// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import io.github.cm2tt.kernels.Activation;
import io.github.cm2tt.kernels.Argmax;
import io.github.cm2tt.kernels.Attention;
import io.github.cm2tt.kernels.Convolution2d;
import io.github.cm2tt.kernels.CrossEntropy;
import io.github.cm2tt.kernels.CumulativeSum;
import io.github.cm2tt.kernels.DeviceTensor;
import io.github.cm2tt.kernels.Elementwise;
import io.github.cm2tt.kernels.Embedding;
import io.github.cm2tt.kernels.Epilogue;
import io.github.cm2tt.kernels.GatedActivation;
import io.github.cm2tt.kernels.Gather;
import io.github.cm2tt.kernels.GroupNorm;
import io.github.cm2tt.kernels.GroupedMatmul;
import io.github.cm2tt.kernels.Histogram;
import io.github.cm2tt.kernels.LayerNorm;
import io.github.cm2tt.kernels.LogSoftmax;
import io.github.cm2tt.kernels.Matmul;
import io.github.cm2tt.kernels.PagedAttention;
import io.github.cm2tt.kernels.Precision;
import io.github.cm2tt.kernels.QuantizedMatmul;
import io.github.cm2tt.kernels.QuantizedMatrix;
import io.github.cm2tt.kernels.RandomFill;
import io.github.cm2tt.kernels.Reductions;
import io.github.cm2tt.kernels.RmsNorm;
import io.github.cm2tt.kernels.Rope;
import io.github.cm2tt.kernels.Sampling;
import io.github.cm2tt.kernels.ScaledMatmul;
import io.github.cm2tt.kernels.Scatter;
import io.github.cm2tt.kernels.Softmax;
import io.github.cm2tt.kernels.Sort;
import io.github.cm2tt.kernels.TopK;
import io.github.cm2tt.kernels.Transpose;
import io.github.cm2tt.runtime.Device;
import io.github.cm2tt.runtime.ElementType;
import io.github.cm2tt.runtime.Event;
import io.github.cm2tt.runtime.Graph;
import io.github.cm2tt.runtime.Stream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * Times of the kernels of cm2tt-kernels: {@code java -cp 'build/jars/*' KernelLibrary.java [PATTERN]} prints
 * a line for each, its name and microseconds, by graphs of several launches. On a CPU, extents are an eighth,
 * so that all rows can be tried. kernel_library.py measures the same rows by PyTorch.
 */
public final class KernelLibrary {
    private static final int LAUNCHES = 8;
    private static final int ROUNDS = 15;
    /** More bytes than caches have. */
    private static final long COLD = 256L << 20;

    private final Device device = Device.best();
    private final Stream stream = device.stream();
    private final Map<String, Supplier<IntFunction<Runnable>>> rows = new LinkedHashMap<>();
    private final List<AutoCloseable> owned = new ArrayList<>();

    private KernelLibrary() {
        products();
        attention();
        norms();
        elements();
        orders();
    }

    public static void main(String[] arguments) throws Exception {
        Pattern wanted = Pattern.compile(arguments.length > 0 ? arguments[0] : "");
        KernelLibrary library = new KernelLibrary();
        for (var row : library.rows.entrySet())
            if (wanted.matcher(row.getKey()).find())
                System.out.printf("%s\t%.2f%n", row.getKey(), library.microseconds(row.getValue()));
    }

    private double microseconds(Supplier<IntFunction<Runnable>> row) throws Exception {
        int launches = device.isGpu() ? LAUNCHES : 1;
        double[] times = new double[device.isGpu() ? ROUNDS : 3];
        IntFunction<Runnable> work = row.get();
        work.apply(0).run();
        stream.synchronize();
        Graph graph = stream.capture(() -> {
            for (int i = 0; i < launches; i++)
                work.apply(i).run();
        });
        for (int round = 0; round < times.length; round++) {
            try (Event begin = stream.record()) {
                graph.launch(stream);
                try (Event end = stream.record()) {
                    end.synchronize();
                    times[round] = begin.millisecondsUntil(end) * 1e3 / launches;
                }
            }
        }
        graph.close();
        for (AutoCloseable each : owned)
            each.close();
        owned.clear();
        Arrays.sort(times);
        return times[times.length / 2];
    }

    /** An extent, smaller on a CPU. */
    private int of(int extent) {
        return device.isGpu() ? extent : Math.max(1, extent / 8);
    }

    private DeviceTensor keep(DeviceTensor tensor) {
        owned.add(tensor);
        return tensor;
    }

    private DeviceTensor empty(ElementType type, long... shape) {
        return keep(DeviceTensor.allocate(device, type, shape));
    }

    private DeviceTensor random(ElementType type, long... shape) {
        DeviceTensor tensor = empty(type, shape);
        if (type == ElementType.FP32 || type == ElementType.FP16 || type == ElementType.BF16)
            RandomFill.normal(stream, tensor, 1, 0, 0, 1);
        else
            tensor.buffer().as(ElementType.I8).fill(56); // 1 in FP8E4NV
        return tensor;
    }

    private DeviceTensor ints(int count, int bound) {
        int[] numbers = new Random(1).ints(count, 0, bound).toArray();
        return keep(DeviceTensor.copyOf(device, numbers, count));
    }

    private void add(String name, Supplier<IntFunction<Runnable>> row) {
        rows.put(name, row);
    }

    /** A row whose launches are all the same. */
    private void one(String name, Supplier<Runnable> row) {
        add(name, () -> {
            Runnable work = row.get();
            return i -> work;
        });
    }

    /** The number of copies that fill more than the caches. */
    private int copies(double bytes) {
        return device.isGpu() ? (int) Math.max(1, Math.min(LAUNCHES, COLD / bytes)) : 1;
    }

    private void matmul(String name, ElementType type, int m, int n, int k, Precision precision,
        Activation activation) {
        add("matmul " + name + " " + m + "x" + n + "x" + k, () -> {
            DeviceTensor a = random(type, of(m), of(k));
            DeviceTensor[] weights = new DeviceTensor[m > 64 ? 1 : copies((double) n * k * type.bytes())];
            for (int i = 0; i < weights.length; i++)
                weights[i] = random(type, of(n), of(k)).transpose(0, 1);
            DeviceTensor out = empty(type, of(m), of(n));
            Epilogue epilogue = activation == Activation.NONE
                ? Epilogue.NONE
                : Epilogue.NONE.bias(random(type, of(n))).activation(activation);
            return i
                -> () -> Matmul.launch(stream, a, weights[i % weights.length], out, epilogue, precision);
        });
    }

    private void scaled(String name, ElementType type, int m, int n, int k, boolean hasBlocks) {
        one("scaled " + name + " " + m + "x" + n + "x" + k, () -> {
            int blocks = (of(k) + 127) / 128;
            DeviceTensor x = random(type, of(m), of(k));
            DeviceTensor w = random(type, of(n), of(k));
            DeviceTensor xs = hasBlocks ? random(ElementType.FP32, of(m), blocks)
                                        : random(ElementType.FP32, of(m));
            DeviceTensor ws = hasBlocks ? random(ElementType.FP32, (of(n) + 127) / 128, blocks)
                                        : random(ElementType.FP32, of(n));
            DeviceTensor out = empty(ElementType.BF16, of(m), of(n));
            return () -> ScaledMatmul.launch(stream, x, xs, w, ws, out, Epilogue.NONE);
        });
    }

    private void quantized(String name, QuantizedMatrix.Format format, int m, int n, int k, double bits) {
        add(name + " " + m + "x" + n + "x" + k, () -> {
            int rowsOfW = of(n);
            int columns = Math.max(256, of(k));
            QuantizedMatrix[] weights = new QuantizedMatrix[copies((double) n * k * bits / 8)];
            for (int i = 0; i < weights.length; i++) {
                weights[i] = matrix(format, rowsOfW, columns, bits);
                owned.add(weights[i]);
            }
            DeviceTensor x = random(ElementType.BF16, m, columns);
            DeviceTensor out = empty(ElementType.BF16, m, rowsOfW);
            return i
                -> () -> QuantizedMatmul.launch(stream, x, weights[i % weights.length], out, Epilogue.NONE);
        });
    }

    private QuantizedMatrix matrix(QuantizedMatrix.Format format, int rowsOfW, int columns, double bits) {
        ByteBuffer bytes = ByteBuffer.allocateDirect((int) ((long) rowsOfW * columns * bits / 8));
        if (format == QuantizedMatrix.Format.INT4) {
            float[] scales = new float[rowsOfW * ((columns + 127) / 128)];
            return QuantizedMatrix.ofInt4(device, bytes, scales, scales, rowsOfW, columns);
        }
        return QuantizedMatrix.fromGguf(device, format, bytes, rowsOfW, columns);
    }

    private void grouped(int experts, int rowsOfEach, int n, int k) {
        one("grouped bf16 " + experts + " x " + rowsOfEach + "x" + n + "x" + k, () -> {
            int rowsOfX = of(rowsOfEach);
            int[] offsets = new int[experts + 1];
            for (int i = 0; i <= experts; i++)
                offsets[i] = i * rowsOfX;
            DeviceTensor at = keep(DeviceTensor.copyOf(device, offsets, experts + 1));
            DeviceTensor x = random(ElementType.BF16, (long) experts * rowsOfX, of(k));
            DeviceTensor w = random(ElementType.BF16, experts, of(n), of(k));
            DeviceTensor out = empty(ElementType.BF16, (long) experts * rowsOfX, of(n));
            return () -> GroupedMatmul.launch(stream, x, w, at, null, out);
        });
    }

    private void products() {
        Activation none = Activation.NONE;
        matmul("bf16", ElementType.BF16, 8192, 8192, 8192, Precision.EXACT, none);
        matmul("fp16", ElementType.FP16, 4096, 4096, 4096, Precision.EXACT, none);
        matmul("bf16 gelu", ElementType.BF16, 4096, 14336, 4096, Precision.EXACT, Activation.GELU_TANH);
        matmul("tf32", ElementType.FP32, 4096, 4096, 4096, Precision.TF32, none);
        matmul("fp32", ElementType.FP32, 2048, 2048, 2048, Precision.EXACT, none);
        matmul("bf16", ElementType.BF16, 64, 14336, 4096, Precision.EXACT, none);
        matmul("bf16", ElementType.BF16, 1, 14336, 4096, Precision.EXACT, none);
        scaled("fp8 rows", ElementType.FP8E4NV, 8192, 8192, 8192, false);
        scaled("fp8 blocks", ElementType.FP8E4NV, 4096, 7168, 4096, true);
        scaled("int8 rows", ElementType.I8, 8192, 8192, 8192, false);
        grouped(4, 8192, 4096, 7168);
        grouped(8, 4096, 4096, 7168);
        quantized("int4", QuantizedMatrix.Format.INT4, 1, 8192, 8192, 4);
        quantized("int4", QuantizedMatrix.Format.INT4, 1, 16384, 8192, 4);
        quantized("q4_k", QuantizedMatrix.Format.Q4_K, 1, 14336, 4096, 4.5);
        quantized("q8_0", QuantizedMatrix.Format.Q8_0, 1, 14336, 4096, 8.5);
        quantized("q4_k", QuantizedMatrix.Format.Q4_K, 64, 14336, 4096, 4.5);
    }

    private void attend(int batch, int length, int heads, int owners, int width, boolean isCausal) {
        String kind = isCausal ? "causal " : "full ";
        one("attention " + kind + batch + "x" + length + " " + heads + "/" + owners + "x" + width,
            () -> {
                DeviceTensor q = random(ElementType.BF16, batch, of(length), heads, width);
                DeviceTensor k = random(ElementType.BF16, batch, of(length), owners, width);
                DeviceTensor v = random(ElementType.BF16, batch, of(length), owners, width);
                DeviceTensor out = empty(ElementType.BF16, batch, of(length), heads, width);
                float scale = (float) (1 / Math.sqrt(width));
                return () -> Attention.launch(stream, q, k, v, out, scale, isCausal, 0);
            });
    }

    private void paged(int requests, int keys, int heads, int owners, int width) {
        one("paged " + requests + "x" + keys + " " + heads + "/" + owners + "x" + width, () -> {
            int length = Math.max(32, of(keys));
            int pagesOfEach = (length + 31) / 32;
            int[] table = new int[requests * pagesOfEach];
            int[] starts = new int[requests + 1];
            int[] lengths = new int[requests];
            Arrays.setAll(table, i -> i);
            Arrays.setAll(starts, i -> i);
            Arrays.fill(lengths, length);
            DeviceTensor k = random(ElementType.BF16, table.length, 32, owners, width);
            DeviceTensor v = random(ElementType.BF16, table.length, 32, owners, width);
            DeviceTensor q = random(ElementType.BF16, requests, heads, width);
            DeviceTensor out = empty(ElementType.BF16, requests, heads, width);
            DeviceTensor pages = keep(DeviceTensor.copyOf(device, table, requests, pagesOfEach));
            DeviceTensor begins = keep(DeviceTensor.copyOf(device, starts, requests + 1));
            DeviceTensor sizes = keep(DeviceTensor.copyOf(device, lengths, requests));
            var workspace = new PagedAttention.Workspace(device, requests, heads, width);
            owned.add(workspace);
            float scale = (float) (1 / Math.sqrt(width));
            return ()
                       -> PagedAttention.launch(
                           stream, q, k, v, pages, begins, sizes, 1, length, scale, 0, out, workspace);
        });
    }

    private void attention() {
        attend(4, 4096, 32, 8, 128, true);
        attend(4, 4096, 32, 32, 64, false);
        attend(1, 8192, 32, 8, 128, true);
        paged(1, 4096, 32, 4, 128);
        paged(64, 4096, 32, 8, 128);
        one("rope 8192x32x128 bf16", () -> {
            DeviceTensor x = random(ElementType.BF16, of(8192), 32, 128);
            DeviceTensor positions = ints(of(8192), 8192);
            DeviceTensor frequencies = random(ElementType.FP32, 64);
            return () -> Rope.launch(stream, x, positions, frequencies, Rope.Style.HALVES);
        });
    }

    private void norms() {
        ElementType type = ElementType.BF16;
        one("rms norm 16384x4096 bf16", () -> {
            DeviceTensor x = random(type, of(16384), 4096);
            DeviceTensor w = random(type, 4096);
            DeviceTensor out = empty(type, of(16384), 4096);
            return () -> RmsNorm.launch(stream, x, w, out, 1e-5f);
        });
        one("rms norm adding 16384x4096 bf16", () -> {
            DeviceTensor x = random(type, of(16384), 4096);
            DeviceTensor y = random(type, of(16384), 4096);
            DeviceTensor w = random(type, 4096);
            DeviceTensor out = empty(type, of(16384), 4096);
            return () -> RmsNorm.launchAdding(stream, x, y, w, out, 1e-5f);
        });
        one("layer norm 16384x4096 bf16", () -> {
            DeviceTensor x = random(type, of(16384), 4096);
            DeviceTensor w = random(type, 4096);
            DeviceTensor out = empty(type, of(16384), 4096);
            return () -> LayerNorm.launch(stream, x, w, w, out, 1e-5f);
        });
        one("group norm 16x512x64x64 bf16", () -> {
            DeviceTensor x = random(type, of(16), 512, 64, 64);
            DeviceTensor w = random(type, 512);
            DeviceTensor out = empty(type, of(16), 512, 64, 64);
            return () -> GroupNorm.launch(stream, x, w, w, out, 32, 1e-5f);
        });
        one("softmax 16384x4096 bf16", () -> {
            DeviceTensor x = random(type, of(16384), 4096);
            DeviceTensor out = empty(type, of(16384), 4096);
            return () -> Softmax.launch(stream, x, out);
        });
        one("log softmax 8192x32000 bf16", () -> {
            DeviceTensor x = random(type, of(8192), 32000);
            DeviceTensor out = empty(type, of(8192), 32000);
            return () -> LogSoftmax.launch(stream, x, out);
        });
        one("cross entropy 8192x32000 bf16", () -> {
            DeviceTensor x = random(type, of(8192), 32000);
            DeviceTensor targets = ints(of(8192), 32000);
            DeviceTensor out = empty(ElementType.FP32, of(8192));
            return () -> CrossEntropy.launch(stream, x, targets, out);
        });
    }

    private void elements() {
        ElementType type = ElementType.BF16;
        one("swiglu 8192x14336 bf16", () -> {
            DeviceTensor both = random(type, of(8192), 28672);
            DeviceTensor out = empty(type, of(8192), 14336);
            DeviceTensor gate = both.slice(1, 0, 14336);
            DeviceTensor up = both.slice(1, 14336, 28672);
            return () -> GatedActivation.launch(stream, gate, up, out, GatedActivation.Kind.SILU);
        });
        one("add 16384x8192 bf16", () -> {
            DeviceTensor x = random(type, of(16384), 8192);
            DeviceTensor y = random(type, of(16384), 8192);
            DeviceTensor out = empty(type, of(16384), 8192);
            return () -> Elementwise.launch(stream, Elementwise.Binary.ADD, x, y, out);
        });
        one("transpose 8192x16384 bf16", () -> {
            DeviceTensor x = random(type, of(8192), of(16384));
            DeviceTensor out = empty(type, of(16384), of(8192));
            return () -> Transpose.launch(stream, x, out);
        });
        one("embedding 16384 of 128256x4096 bf16", () -> {
            DeviceTensor table = random(type, of(128256), 4096);
            DeviceTensor ids = ints(of(16384), of(128256));
            DeviceTensor out = empty(type, of(16384), 4096);
            return () -> Embedding.launch(stream, table, ids, out);
        });
        one("gather 16384x4096 of 8192 fp32", () -> {
            DeviceTensor x = random(ElementType.FP32, of(16384), 8192);
            DeviceTensor at = ints(of(16384) * 4096, 8192).reshape(of(16384), 4096);
            DeviceTensor out = empty(ElementType.FP32, of(16384), 4096);
            return () -> Gather.launch(stream, x, at, out);
        });
        one("scatter adding 16384x4096 to 8192 fp32", () -> {
            DeviceTensor x = random(ElementType.FP32, of(16384), 4096);
            DeviceTensor ids = ints(of(16384), 8192);
            DeviceTensor table = random(ElementType.FP32, 8192, 4096);
            return () -> Scatter.launchAdding(stream, x, ids, table);
        });
        one("convolution 32x256x56x56 256x3x3 bf16", () -> {
            DeviceTensor x = random(type, of(32), of(256), 56, 56);
            DeviceTensor w = random(type, of(256), of(256), 3, 3);
            DeviceTensor out = empty(type, of(32), of(256), 56, 56);
            var window = new Convolution2d.Window(1, 1, 1);
            return () -> Convolution2d.launch(stream, x, w, null, out, window);
        });
        one("random normal 134217728 fp32", () -> {
            DeviceTensor out = empty(ElementType.FP32, of(134217728));
            return () -> RandomFill.normal(stream, out, 1, 0, 0, 1);
        });
    }

    private void orders() {
        ElementType type = ElementType.FP32;
        one("sum of rows 16384x8192 fp32", () -> {
            DeviceTensor x = random(type, of(16384), 8192);
            DeviceTensor out = empty(type, of(16384));
            return () -> Reductions.launch(stream, Reductions.Kind.SUM, x, 1, out);
        });
        one("sum of all 134217728 fp32", () -> {
            DeviceTensor x = random(type, of(134217728));
            DeviceTensor partial = empty(type, Reductions.partials(device));
            DeviceTensor out = empty(type, 1);
            return () -> Reductions.launchWhole(stream, Reductions.Kind.SUM, x, partial, out);
        });
        one("cumulative sum 16384x8192 fp32", () -> {
            DeviceTensor x = random(type, of(16384), 8192);
            DeviceTensor out = empty(type, of(16384), 8192);
            return () -> CumulativeSum.launch(stream, x, out);
        });
        one("argmax 1024x128256 fp32", () -> {
            DeviceTensor x = random(type, of(1024), 128256);
            DeviceTensor out = empty(ElementType.I32, of(1024));
            return () -> Argmax.launch(stream, x, out);
        });
        one("top-k 50 of 1024x32000 fp32", () -> {
            DeviceTensor x = random(type, of(1024), 32000);
            DeviceTensor values = empty(type, of(1024), 50);
            DeviceTensor at = empty(ElementType.I32, of(1024), 50);
            return () -> TopK.launch(stream, x, values, at, true);
        });
        one("sampling 64x128256 fp32", () -> {
            DeviceTensor x = random(type, 64, of(128256));
            float[] ones = new float[64];
            Arrays.fill(ones, 0.9f);
            DeviceTensor p = keep(DeviceTensor.copyOf(device, type, ones, 64));
            DeviceTensor none = keep(DeviceTensor.zeros(device, type, 64));
            DeviceTensor k = ints(64, 50);
            DeviceTensor out = empty(ElementType.I32, 64);
            return () -> Sampling.launch(stream, x, p, k, p, none, p, out);
        });
        one("sort 1024x16384 fp32", () -> {
            DeviceTensor x = random(type, of(1024), of(16384));
            DeviceTensor out = empty(type, of(1024), of(16384));
            DeviceTensor at = empty(ElementType.I32, of(1024), of(16384));
            return () -> Sort.launch(stream, x, out, at, false);
        });
        one("histogram 256 of 134217728 fp32", () -> {
            DeviceTensor x = random(type, of(134217728));
            DeviceTensor counts = empty(ElementType.I32, 256);
            return () -> Histogram.launch(stream, x, -4, 4, counts);
        });
    }
}
