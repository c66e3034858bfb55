// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** The logits of a {@link TinyModel} in plain Java and double precision. */
final class TinyReference {
    private static final int HEAD = TinyModel.WIDTH / TinyModel.HEADS;

    private final Map<String, float[]> weights = new HashMap<>();

    TinyReference(Path path) throws IOException {
        try (GgufFile file = GgufFile.open(path)) {
            for (GgufTensor tensor : file.tensors().values()) {
                FloatBuffer source = file.data(tensor).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer();
                float[] numbers = new float[source.remaining()];
                source.get(numbers);
                weights.put(tensor.name(), numbers);
            }
        }
    }

    /** Returns the logits after each token. */
    double[][] logits(int... tokens) {
        double[][] x = new double[tokens.length][];
        for (int i = 0; i < tokens.length; i++)
            x[i] = row(weights.get("token_embd.weight"), tokens[i]);
        for (int layer = 0; layer < TinyModel.LAYERS; layer++) {
            attend(x, "blk." + layer + ".");
            for (double[] row : x)
                feedForward(row, "blk." + layer + ".");
        }
        float[] last = weights.getOrDefault("output.weight", weights.get("token_embd.weight"));
        double[][] result = new double[tokens.length][];
        for (int i = 0; i < tokens.length; i++)
            result[i] = product(last, normalized(x[i], "output_norm.weight"));
        return result;
    }

    /** Returns the index of the greatest logit. */
    static int best(double[] logits) {
        int best = 0;
        for (int i = 1; i < logits.length; i++)
            if (logits[i] > logits[best])
                best = i;
        return best;
    }

    private static double[] row(float[] matrix, int index) {
        double[] row = new double[TinyModel.WIDTH];
        for (int i = 0; i < row.length; i++)
            row[i] = matrix[index * row.length + i];
        return row;
    }

    private static double[] product(float[] matrix, double[] x) {
        double[] result = new double[matrix.length / x.length];
        for (int i = 0; i < matrix.length; i++)
            result[i / x.length] += matrix[i] * x[i % x.length];
        return result;
    }

    private double[] normalized(double[] x, String name) {
        double squares = 0;
        for (double number : x)
            squares += number * number;
        double[] result = new double[x.length];
        for (int i = 0; i < x.length; i++)
            result[i] = x[i] / Math.sqrt(squares / x.length + 1e-5) * weights.get(name)[i];
        return result;
    }

    /** Rotates neighbours by position * 10000^(-2i / HEAD). */
    private static void rotate(double[] heads, int position) {
        for (int i = 0; i < heads.length; i += 2) {
            double angle = position * Math.pow(10000, -(double) (i % HEAD) / HEAD);
            double a = heads[i];
            double b = heads[i + 1];
            heads[i] = a * Math.cos(angle) - b * Math.sin(angle);
            heads[i + 1] = a * Math.sin(angle) + b * Math.cos(angle);
        }
    }

    private void attend(double[][] x, String of) {
        double[][] keys = new double[x.length][];
        double[][] values = new double[x.length][];
        for (int i = 0; i < x.length; i++) {
            double[] h = normalized(x[i], of + "attn_norm.weight");
            double[] q = product(weights.get(of + "attn_q.weight"), h);
            keys[i] = product(weights.get(of + "attn_k.weight"), h);
            values[i] = product(weights.get(of + "attn_v.weight"), h);
            rotate(q, i);
            rotate(keys[i], i);
            double[] out = new double[q.length];
            for (int head = 0; head < TinyModel.HEADS; head++)
                attend(q, keys, values, i, head, out);
            double[] added = product(weights.get(of + "attn_output.weight"), out);
            for (int j = 0; j < added.length; j++)
                x[i][j] += added[j];
        }
    }

    private static void attend(
        double[] q, double[][] keys, double[][] values, int last, int head, double[] out) {
        int first = head * HEAD;
        int shared = head / (TinyModel.HEADS / TinyModel.OWNERS) * HEAD;
        double sum = 0;
        for (int key = 0; key <= last; key++) {
            double score = 0;
            for (int j = 0; j < HEAD; j++)
                score += q[first + j] * keys[key][shared + j];
            double power = Math.exp(score / Math.sqrt(HEAD));
            sum += power;
            for (int j = 0; j < HEAD; j++)
                out[first + j] += power * values[key][shared + j];
        }
        for (int j = 0; j < HEAD; j++)
            out[first + j] /= sum;
    }

    private void feedForward(double[] x, String of) {
        double[] h = normalized(x, of + "ffn_norm.weight");
        double[] gate = product(weights.get(of + "ffn_gate.weight"), h);
        double[] up = product(weights.get(of + "ffn_up.weight"), h);
        for (int i = 0; i < gate.length; i++)
            gate[i] *= up[i] / (1 + Math.exp(-gate[i]));
        double[] added = product(weights.get(of + "ffn_down.weight"), gate);
        for (int i = 0; i < x.length; i++)
            x[i] += added[i];
    }
}
