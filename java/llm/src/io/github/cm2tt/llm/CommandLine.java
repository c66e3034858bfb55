// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import io.github.cm2tt.runtime.Device;
import io.github.cm2tt.runtime.ElementType;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Locale;

/** The words of the command. */
final class CommandLine {
    static final String HELP = """
        usage: java -jar cm2tt-llm.jar MODEL.gguf [OPTION]...

        Answers questions in the terminal, one a line.

          --prompt=TEXT        continue a text instead
          --system=TEXT        begin the conversation with what the model should be
          --server             serve OpenAI's routes below /v1 instead
          --host=NAME          where to listen (localhost)
          --port=N             the port (8080); 0: any
          --max-tokens=N       of an answer (512)
          --temperature=X      0 takes the most probable token (0.7)
          --top-k=N            draw from the N most probable tokens (40); 0: all
          --top-p=X            draw from tokens of that probability in all (0.95)
          --min-p=X            least probability, relative to the greatest (0)
          --seed=N             of random numbers (the time)
          --device=NAME        gpu, gpu:1, cpu (gpu if there is one)
          --type=NAME          fp32, fp16 or bf16 (bf16 on a GPU, fp32 on the CPU)
          --context=N          the most tokens of a conversation (the model's)
          --requests=N         the most at once (64 on a GPU, 8 on the CPU)
          --help               show this
        """;

    private Path model;
    private String prompt;
    private String system;
    private boolean isServer;
    private boolean wantsHelp;
    private String host = "localhost";
    private int port = 8080;
    private int maxTokens = 512;
    private float temperature = 0.7f;
    private int topK = 40;
    private float topP = 0.95f;
    private float minP;
    private long seed = System.nanoTime();
    private String device = "";
    private ElementType type;
    private int context;
    private int requests;

    /** Reads the words; throws an IllegalArgumentException that names one that is wrong. */
    static CommandLine of(String... words) {
        CommandLine line = new CommandLine();
        for (String word : words) {
            line.read(word);
        }
        if (line.model == null && !line.wantsHelp) {
            throw new IllegalArgumentException("expected a model; --help shows how to use this");
        }
        return line;
    }

    private void read(String word) {
        int equals = word.indexOf('=');
        if (!word.startsWith("--")) {
            if (model != null) {
                throw new IllegalArgumentException("found a second model: " + word);
            }
            model = Path.of(word);
            return;
        }
        String name = equals < 0 ? word : word.substring(0, equals);
        String value = equals < 0 ? null : word.substring(equals + 1);
        if (name.equals("--help") || name.equals("--server")) {
            wantsHelp |= name.equals("--help");
            isServer |= name.equals("--server");
            return;
        }
        if (value == null) {
            throw new IllegalArgumentException(name + ": expected " + name + "=VALUE; --help lists all");
        }
        try {
            set(name, value);
        } catch (NumberFormatException fault) {
            throw new IllegalArgumentException(name + ": expected a number, found '" + value + "'", fault);
        }
    }

    private void set(String name, String value) {
        switch (name) {
            case "--prompt" -> prompt = value;
            case "--system" -> system = value;
            case "--host" -> host = value;
            case "--port" -> port = Integer.parseInt(value);
            case "--max-tokens" -> maxTokens = Integer.parseInt(value);
            case "--temperature" -> temperature = Float.parseFloat(value);
            case "--top-k" -> topK = Integer.parseInt(value);
            case "--top-p" -> topP = Float.parseFloat(value);
            case "--min-p" -> minP = Float.parseFloat(value);
            case "--seed" -> seed = Long.parseLong(value);
            case "--device" -> device = value;
            case "--type" -> type = typeOf(value);
            case "--context" -> context = Integer.parseInt(value);
            case "--requests" -> requests = Integer.parseInt(value);
            default -> throw new IllegalArgumentException(name + ": no such option; --help lists all");
        }
    }

    private static ElementType typeOf(String name) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "fp32" -> ElementType.FP32;
            case "fp16" -> ElementType.FP16;
            case "bf16" -> ElementType.BF16;
            default ->
                throw new IllegalArgumentException("--type: expected fp32, fp16 or bf16, found " + name);
        };
    }

    private Device chooseDevice() {
        if (device.isEmpty()) {
            return Device.best();
        }
        if (device.equals("cpu")) {
            return Device.cpu();
        }
        if (device.equals("gpu")) {
            return Device.gpu(0);
        }
        if (device.startsWith("gpu:")) {
            return Device.gpu(Integer.parseInt(device.substring(4)));
        }
        throw new IllegalArgumentException("--device: expected gpu, gpu:N or cpu, found " + device);
    }

    Path model() {
        return model;
    }

    String prompt() {
        return prompt;
    }

    String system() {
        return system;
    }

    boolean isServer() {
        return isServer;
    }

    boolean wantsHelp() {
        return wantsHelp;
    }

    InetSocketAddress address() {
        return new InetSocketAddress(host, port);
    }

    GenerationOptions options() {
        return GenerationOptions.GREEDY.withMaxTokens(maxTokens)
            .withTemperature(temperature)
            .withTop(topK, topP, minP)
            .withSeed(seed);
    }

    ModelOptions modelOptions() {
        ModelOptions options = ModelOptions.of(chooseDevice()).withContextLength(context);
        if (type != null) {
            options = options.withActivations(type);
        }
        return requests > 0 ? options.withMaxRequests(requests) : options;
    }
}
