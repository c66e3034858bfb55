#!/usr/bin/env python3
# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tokens per second of a model by cm2tt-llm and by llama.cpp, in alternation.

    llm_llama_cpp.py BUILD JDK MODEL.gguf [ROUNDS]

Both use all processors, or the GPU that they find. A round is a prompt and one request
by each; the first rounds, in which Java compiles its code, are not counted. Needs the
package llama-cpp-python, built for the machine (GGML_NATIVE).
"""

import os
import pathlib
import statistics
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).parent
TOKENS, PROMPT = 150, 512
FIRST = 6


class Ours:
    def __init__(self, build, jdk, model):
        jars = ":".join(map(str, sorted(pathlib.Path(build).glob("jars/*.jar"))))
        self.process = subprocess.Popen(
            [f"{jdk}/bin/java", f"-Dcm2tt.native.path={build}/lib", "-cp", jars,
             HERE / "LanguageModelRounds.java", model, str(TOKENS), str(PROMPT)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        print("cm2tt-llm:", self.process.stdout.readline().strip())

    def round(self):
        print(file=self.process.stdin, flush=True)
        return tuple(map(float, self.process.stdout.readline().split()))


class Theirs:
    def __init__(self, model):
        import llama_cpp
        threads = len(os.sched_getaffinity(0))
        print(f"llama-cpp-python {llama_cpp.__version__}: {threads} threads")
        self.model = llama_cpp.Llama(
            model, n_ctx=1024, n_batch=PROMPT, n_threads=threads,
            n_threads_batch=threads, n_gpu_layers=-1, verbose=False)

    def time(self, *steps):
        start = time.perf_counter()
        for step in steps:
            self.model.eval(step)
        return sum(map(len, steps)) / (time.perf_counter() - start)

    def round(self):
        self.model.reset()
        prompt = self.time(range(100, 100 + PROMPT))
        self.model.reset()
        self.model.eval(range(100, 116))
        return self.time(*([200 + i] for i in range(TOKENS))), prompt


def main(build, jdk, model, rounds="16"):
    both = {"cm2tt-llm": Ours(build, jdk, model), "llama.cpp": Theirs(model)}
    found = {name: [] for name in both}
    for count in range(FIRST + int(rounds)):
        for name, peer in both.items():
            figures = peer.round()
            if count >= FIRST:
                found[name].append(figures)
    print("| medians of tokens a second | one request | prompt |\n|---|---|---|")
    for name, figures in found.items():
        single, prompt = map(statistics.median, zip(*figures))
        print(f"| {name} | {single:.1f} | {prompt:.0f} |")
    both["cm2tt-llm"].process.stdin.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
