// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.cm2tt.lang.Float8E4M3;
import io.github.cm2tt.runtime.Device;
import io.github.cm2tt.runtime.ElementType;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Folders with weights of FP8, compared with folders of the same numbers in single precision. */
final class EightBitWeightsTest {
    private static final int WIDTH = 192;
    private static final int INNER = 160;
    private static final int VOCABULARY = 40;
    private static final String CONFIG = """
        {"model_type": "llama", "hidden_size": 192, "num_attention_heads": 6, "num_key_value_heads": 2,
         "num_hidden_layers": 2, "intermediate_size": 160, "vocab_size": 40, "rms_norm_eps": 1e-5,
         "max_position_embeddings": 64""";
    /** The scale of a number, by its row and column, and the name and the shape of the scales. */
    private enum Scales {
        ROWS("_scale") {
            @Override
            int index(int row, int column, int columns) {
                return row;
            }
        },
        ALL("_scale") {
            @Override
            int index(int row, int column, int columns) {
                return 0;
            }
        },
        SQUARES("_scale_inv") {
            @Override
            int index(int row, int column, int columns) {
                return row / 128 * ((columns + 127) / 128) + column / 128;
            }
        };

        private final String suffix;

        Scales(String suffix) {
            this.suffix = suffix;
        }

        abstract int index(int row, int column, int columns);

        private String shape(int rows, int columns) {
            return switch (this) {
                case ROWS -> "[" + rows + ",1]";
                case ALL -> "[]";
                case SQUARES -> "[" + (rows + 127) / 128 + "," + (columns + 127) / 128 + "]";
            };
        }
    }

    @TempDir Path folder;
    private final StringBuilder header = new StringBuilder();
    private final ByteArrayOutputStream data = new ByteArrayOutputStream();

    private void add(String name, String type, String shape, ByteBuffer bytes) {
        int begin = data.size();
        data.writeBytes(bytes.array());
        header.append(header.isEmpty() ? "{" : ",")
            .append("\"" + name + "\":{\"dtype\":\"" + type + "\",\"shape\":" + shape + ",\"data_offsets\":["
                + begin + "," + data.size() + "]}");
    }

    private void addFloats(String name, String shape, float... numbers) {
        ByteBuffer bytes = ByteBuffer.allocate(4 * numbers.length).order(ByteOrder.LITTLE_ENDIAN);
        for (float number : numbers)
            bytes.putFloat(number);
        add(name, "F32", shape, bytes);
    }

    /** Adds a matrix to the folder, as FP8 with scales that are powers of two; or, with null, its numbers. */
    private void addMatrix(String name, int rows, int columns, Scales scales, boolean isExact) {
        Random random = new Random(name.hashCode());
        float[] factors = new float[rows];
        for (int i = 0; i < rows; i++)
            factors[i] = Math.scalb(1f, -4 - random.nextInt(3));
        byte[] codes = new byte[rows * columns];
        float[] numbers = new float[rows * columns];
        int count = 0;
        for (int i = 0; i < codes.length; i++) {
            codes[i] = Float8E4M3.toBits((float) random.nextGaussian());
            int at = scales.index(i / columns, i % columns, columns);
            count = Math.max(count, at + 1);
            numbers[i] = Float8E4M3.toFloat(codes[i]) * factors[at];
        }
        String shape = "[" + rows + "," + columns + "]";
        if (isExact) {
            addFloats(name, shape, numbers);
            return;
        }
        add(name, "F8_E4M3", shape, ByteBuffer.wrap(codes));
        addFloats(name + scales.suffix, scales.shape(rows, columns), Arrays.copyOf(factors, count));
    }

    private void write(Scales scales, boolean isExact, String more) throws IOException {
        header.setLength(0);
        data.reset();
        float[] ones = new float[WIDTH];
        Arrays.fill(ones, 1);
        float[] table = new float[VOCABULARY * WIDTH];
        Random random = new Random(1);
        for (int i = 0; i < table.length; i++)
            table[i] = (float) random.nextGaussian();
        addFloats("model.embed_tokens.weight", "[" + VOCABULARY + "," + WIDTH + "]", table);
        addFloats("model.norm.weight", "[" + WIDTH + "]", ones);
        Map<String, int[]> matrices = new TreeMap<>(Map.of("self_attn.q_proj", new int[] {WIDTH, WIDTH},
            "self_attn.k_proj", new int[] {64, WIDTH}, "self_attn.v_proj", new int[] {64, WIDTH},
            "self_attn.o_proj", new int[] {WIDTH, WIDTH}, "mlp.gate_proj", new int[] {INNER, WIDTH},
            "mlp.up_proj", new int[] {INNER, WIDTH}, "mlp.down_proj", new int[] {WIDTH, INNER}));
        for (int layer = 0; layer < 2; layer++) {
            String of = "model.layers." + layer + ".";
            addFloats(of + "input_layernorm.weight", "[" + WIDTH + "]", ones);
            addFloats(of + "post_attention_layernorm.weight", "[" + WIDTH + "]", ones);
            addFloats(of + "self_attn.q_proj.input_scale", "[1]", 1);
            for (var matrix : matrices.entrySet())
                addMatrix(of + matrix.getKey() + ".weight", matrix.getValue()[0], matrix.getValue()[1],
                    scales, isExact);
        }
        byte[] text = header.append("}").toString().getBytes(StandardCharsets.UTF_8);
        ByteBuffer file = ByteBuffer.allocate(8 + text.length + data.size()).order(ByteOrder.LITTLE_ENDIAN);
        file.putLong(text.length).put(text).put(data.toByteArray());
        Files.write(folder.resolve("model.safetensors"), file.array());
        Files.writeString(folder.resolve("config.json"), CONFIG + more + "}");
        StringBuilder vocabulary = new StringBuilder();
        for (int i = 0; i < VOCABULARY; i++)
            vocabulary.append(i == 0 ? "" : ",").append("\"t" + i + "\":" + i);
        Files.writeString(folder.resolve("tokenizer.json"),
            "{\"model\": {\"type\": \"BPE\", \"merges\": [], \"vocab\": {" + vocabulary + "}}}");
    }

    private float[] logits() throws IOException {
        var options = new ModelOptions(Device.best(), ElementType.FP32, 64, 2, 32, 0);
        try (LanguageModel model = LanguageModel.load(folder, options)) {
            return model.logits(new Random(2).ints(20, 0, VOCABULARY).toArray());
        }
    }

    private void check(Scales scales, String how) throws IOException {
        write(scales, true, "");
        float[] expected = logits();
        write(scales, false, ", \"quantization_config\": {" + how + "}");
        float[] found = logits();
        assertEquals(20 * VOCABULARY, found.length);
        float greatest = 0;
        for (float logit : expected)
            greatest = Math.max(greatest, Math.abs(logit));
        assertTrue(greatest > 1, "" + greatest);
        assertArrayEquals(expected, found, 1e-4f * greatest);
    }

    private void assertRefused(String message, String file) throws IOException {
        Files.writeString(folder.resolve("model.safetensors"), file, StandardCharsets.ISO_8859_1);
        String found = assertThrows(ModelFileException.class, this::logits).getMessage();
        assertTrue(found.endsWith(message), found);
    }

    @Test
    void scalesOfRows() throws IOException {
        check(Scales.ROWS, "\"quant_method\": \"compressed-tensors\", \"format\": \"float-quantized\"");
    }

    @Test
    void oneScaleForAll() throws IOException {
        check(Scales.ALL, "\"quant_method\": \"fbgemm_fp8\"");
    }

    @Test
    void scalesOfSquares() throws IOException {
        check(Scales.SQUARES, "\"quant_method\": \"fp8\", \"weight_block_size\": [128, 128]");
    }

    @Test
    void refusesScalesThatAreMissingOrTooFew() throws IOException {
        write(Scales.ROWS, false, ", \"quantization_config\": {\"quant_method\": \"fp8\"}");
        byte[] bytes = Files.readAllBytes(folder.resolve("model.safetensors"));
        String whole = new String(bytes, StandardCharsets.ISO_8859_1);
        String name = "model.layers.0.self_attn.k_proj.weight_scale";
        String entry = "\"" + name + "\":{\"dtype\":\"F32\",\"shape\":[64,1]";
        assertRefused("the tensor 'model.layers.0.self_attn.k_proj.weight' has no scales",
            whole.replace(entry, entry.replace("scale", "spare")));
        assertRefused("the tensor '" + name + "' is U8, but F32, F16 or BF16 is expected",
            whole.replace(entry, entry.replace("F32", "U8").replace("64,1", "64,4").replace(":[", ": [")));
        assertRefused("the tensor '" + name + "' has 128 scales, but one for each of 64 rows, or for each"
                + " square of 128 rows and columns, is expected",
            whole.replace(entry, entry.replace("F32", "F16").replace("64,1", "64,2")));
    }
}
