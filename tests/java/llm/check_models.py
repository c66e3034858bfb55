# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Small random models of each architecture, computed by cm2tt-llm on the CPU and by the
package transformers: logits and greedy tokens.

    check_models.py BUILD JDK [PART OF A CASE'S NAME]

The files are written by the package gguf, as llama.cpp's converter does, or by
transformers. Exits with 77 without the packages gguf, transformers 5 and torch.
"""

import dataclasses
import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile

try:
    import gguf
    import numpy
    import torch
    import transformers
except ImportError as error:
    print(f"skipped: {error}")
    sys.exit(77)

if int(transformers.__version__.split(".")[0]) < 5:
    print(f"skipped: transformers {transformers.__version__} is older than 5")
    sys.exit(77)

transformers.utils.logging.disable_progress_bar()

HERE = pathlib.Path(__file__).parent
VOCABULARY = 300
GENERATED = 20
TOLERANCE = 2e-4  # of the greatest logit
TYPES = gguf.GGMLQuantizationType


@dataclasses.dataclass
class Case:
    name: str
    architecture: str
    config: str
    settings: dict
    types: dict = dataclasses.field(default_factory=dict)  # by part of a name
    lengths: tuple = (40, 71, 97)
    folder: dict = None  # how transformers saves it; None: as GGUF
    refusal: str = None


def shape(**more):
    """A model with grouped heads, whose width is not that of all heads."""
    return dict(vocab_size=VOCABULARY, hidden_size=96, intermediate_size=160,
                num_hidden_layers=3, num_attention_heads=4, num_key_value_heads=2,
                head_dim=32, max_position_embeddings=256, rms_norm_eps=1e-5,
                bos_token_id=None, eos_token_id=None, pad_token_id=None) | more


def rope(kind="default", theta=10000.0, **more):
    return dict(rope_type=kind, rope_theta=theta) | more


LLAMA3 = rope("llama3", 500000.0, factor=8.0, low_freq_factor=1.0,
              high_freq_factor=4.0, original_max_position_embeddings=64)
GEMMA = dict(hidden_size=128, head_dim=64, num_key_value_heads=1)
GEMMA3 = dict(num_hidden_layers=7, sliding_window=24, query_pre_attn_scalar=32,
              rope_parameters=dict(full_attention=rope(theta=1e6),
                                   sliding_attention=rope(theta=10000.0)))
# The least model whose scale is not that of the heads' width: 62 layers, as 27B.
GEMMA3_DEEP = GEMMA3 | dict(
    num_hidden_layers=62, hidden_size=64, intermediate_size=64, head_dim=16,
    num_attention_heads=2, num_key_value_heads=1, query_pre_attn_scalar=32,
    rope_parameters=dict(
        full_attention=rope("linear", 1e6, factor=8.0),
        sliding_attention=rope(theta=10000.0)))
# A configuration as before transformers 5; None: keys that it did not have.
GEMMA3_OLD = dict(rope_parameters=None, layer_types=None, rope_theta=5e5,
                  rope_local_base_freq=5000.0, sliding_window_pattern=3,
                  rope_scaling=dict(rope_type="linear", factor=4.0))
IMAGES = dict(hidden_size=32, intermediate_size=32, num_hidden_layers=1,
              num_attention_heads=2, image_size=28, patch_size=14)
EXPERTS = dict(hidden_size=128, moe_intermediate_size=64, num_experts=10,
               num_experts_per_tok=3, norm_topk_prob=True)
MIXED = {"attn_q": TYPES.Q4_0, "attn_k": TYPES.Q5_0, "attn_v": TYPES.Q8_0,
         "ffn_gate": TYPES.Q4_0, "ffn_up": TYPES.Q8_0, "ffn_down": TYPES.F16,
         "attn_output": TYPES.BF16, "token_embd": TYPES.Q8_0}

CASES = [
    Case("llama", "llama", "LlamaConfig", shape(rope_parameters=rope())),
    Case("llama-tied", "llama", "LlamaConfig",
         shape(tie_word_embeddings=True, num_key_value_heads=4)),
    Case("llama3", "llama", "LlamaConfig", shape(rope_parameters=LLAMA3)),
    Case("llama-linear", "llama", "LlamaConfig",
         shape(rope_parameters=rope("linear", factor=4.0))),
    Case("mistral", "llama", "MistralConfig", shape(sliding_window=None)),
    Case("mistral-window", "llama", "MistralConfig", shape(sliding_window=24)),
    Case("qwen2", "qwen2", "Qwen2Config",
         shape(rope_parameters=rope(theta=1e6), tie_word_embeddings=True)),
    Case("qwen3", "qwen3", "Qwen3Config", shape(rope_parameters=rope(theta=1e6))),
    Case("gemma", "gemma", "GemmaConfig", shape(**GEMMA)),
    Case("gemma3", "gemma3", "Gemma3TextConfig", shape(**GEMMA3)),
    Case("gemma3-deep", "gemma3", "Gemma3TextConfig", shape(**GEMMA3_DEEP),
         lengths=(70,)),
    Case("llama-f16", "llama", "LlamaConfig", shape(), {"": TYPES.F16}),
    Case("qwen3-bf16", "qwen3", "Qwen3Config", shape(), {"": TYPES.BF16}),
    Case("llama-q8_0", "llama", "LlamaConfig", shape(), {"": TYPES.Q8_0}),
    Case("gemma3-q4_0", "gemma3", "Gemma3TextConfig", shape(**GEMMA3),
         {"": TYPES.Q4_0}),
    Case("qwen2-mixed", "qwen2", "Qwen2Config", shape(), MIXED),
    Case("qwen3moe", "qwen3moe", "Qwen3MoeConfig", shape(**EXPERTS)),
    Case("qwen3moe-q8_0", "qwen3moe", "Qwen3MoeConfig", shape(**EXPERTS),
         {"": TYPES.Q8_0, "ffn_gate_inp": TYPES.F32}),
    Case("folder-qwen3_moe", "qwen3moe", "Qwen3MoeConfig",
         shape(**EXPERTS | dict(norm_topk_prob=False)), folder={}),
    Case("folder-llama3", "llama", "LlamaConfig", shape(rope_parameters=LLAMA3),
         folder={}),
    Case("folder-mistral-f16", "llama", "MistralConfig", shape(sliding_window=24),
         folder=dict(dtype=torch.float16)),
    Case("folder-qwen2-shards", "qwen2", "Qwen2Config",
         shape(tie_word_embeddings=True), folder=dict(shard="100KB")),
    Case("folder-qwen3-bf16", "qwen3", "Qwen3Config", shape(),
         folder=dict(dtype=torch.bfloat16)),
    Case("folder-gemma", "gemma", "GemmaConfig", shape(**GEMMA), folder={}),
    Case("folder-gemma-bf16", "gemma", "GemmaConfig", shape(**GEMMA),
         folder=dict(dtype=torch.bfloat16)),
    Case("folder-gemma3", "gemma3", "Gemma3TextConfig", shape(**GEMMA3), folder={}),
    Case("folder-gemma3-bf16", "gemma3", "Gemma3TextConfig", shape(**GEMMA3),
         folder=dict(dtype=torch.bfloat16, shard="100KB")),
    Case("folder-gemma3-linear", "gemma3", "Gemma3TextConfig",
         shape(**GEMMA3_DEEP | dict(num_hidden_layers=6, tie_word_embeddings=False)),
         folder={}),
    Case("folder-gemma3-old", "gemma3", "Gemma3TextConfig",
         shape(**GEMMA3 | dict(rope_parameters=None)),
         folder=dict(config=GEMMA3_OLD)),
    Case("folder-gemma3-images", "gemma3", "Gemma3Config",
         dict(text_config=shape(**GEMMA3), vision_config=IMAGES,
              mm_tokens_per_image=4), folder={}),
    Case("folder-gemma3-cap", "gemma3", "Gemma3TextConfig",
         shape(**GEMMA3, final_logit_softcapping=30.0), folder={},
         refusal="'final_logit_softcapping' is 30.0, which is not supported"),
    Case("folder-gemma3-both-sides", "gemma3", "Gemma3TextConfig",
         shape(**GEMMA3, use_bidirectional_attention=True), folder={},
         refusal="'use_bidirectional_attention' is true, which is not supported"),
    Case("folder-qwen2-window", "qwen2", "Qwen2Config",
         shape(use_sliding_window=True, sliding_window=24, max_window_layers=1),
         folder={}, refusal="'use_sliding_window' is true"),
    Case("folder-yarn", "llama", "LlamaConfig",
         shape(rope_parameters=rope("yarn", factor=4.0)), folder={},
         refusal="'rope_type' is 'yarn'"),
    Case("folder-gemma2", "gemma2", "Gemma2Config", shape(), folder={},
         refusal="'model_type' is 'gemma2', which is not supported"),
    Case("gemma2", "gemma2", "Gemma2Config", shape(),
         refusal="models of the architecture 'gemma2' are not supported"),
    Case("gemma3-cap", "gemma3", "Gemma3TextConfig",
         shape(**GEMMA3, final_logit_softcapping=30.0),
         refusal="is there: logits with a cap are not supported"),
    Case("llama-biases", "llama", "LlamaConfig", shape(attention_bias=True),
         refusal="the tensor 'blk.0.attn_output.bias' is not supported"),
]


def create(case, seed):
    """A model whose numbers are random, and large enough for every part to count."""
    config = getattr(transformers, case.config)(**case.settings)
    model = transformers.AutoModelForCausalLM.from_config(
        config, attn_implementation="eager", dtype=torch.float32).eval()
    generator = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            numbers = torch.randn(parameter.shape, generator=generator)
            if "embed" in name:
                # Later layers matter more than the token itself.
                numbers *= 0.3 / (math.sqrt(config.get_text_config().hidden_size)
                                  if "gemma" in case.architecture else 1)
            elif parameter.dim() > 1:
                numbers *= 1.5 / math.sqrt(parameter.shape[-1])
            elif "norm" in name:
                numbers = 0.3 * numbers + (0 if "gemma" in case.architecture else 1)
            elif parameter.dim() == 1:
                numbers *= 0.5
            parameter.copy_(numbers)
    return model


def rope_of(config):
    parameters = config.rope_parameters
    return parameters.get("full_attention", parameters)


def write_metadata(writer, architecture, config):
    writer.add_name("random")
    writer.add_context_length(config.max_position_embeddings)
    writer.add_embedding_length(config.hidden_size)
    writer.add_block_count(config.num_hidden_layers)
    writer.add_feed_forward_length(config.intermediate_size)
    writer.add_head_count(config.num_attention_heads)
    writer.add_head_count_kv(config.num_key_value_heads)
    writer.add_layer_norm_rms_eps(config.rms_norm_eps)
    writer.add_key_length(config.head_dim)
    writer.add_value_length(config.head_dim)
    if architecture == "llama":
        writer.add_vocab_size(config.vocab_size)
        writer.add_rope_dimension_count(config.head_dim)
    if architecture != "gemma":
        writer.add_rope_freq_base(rope_of(config)["rope_theta"])
    if architecture == "qwen3moe":
        writer.add_expert_count(config.num_experts)
        writer.add_expert_used_count(config.num_experts_per_tok)
        writer.add_expert_feed_forward_length(config.moe_intermediate_size)
    if rope_of(config)["rope_type"] == "linear":
        writer.add_rope_scaling_type(gguf.RopeScalingType.LINEAR)
        writer.add_rope_scaling_factor(rope_of(config)["factor"])
    if getattr(config, "sliding_window", None):
        writer.add_sliding_window(config.sliding_window)
    for key in ("attn_logit_softcapping", "final_logit_softcapping"):
        if getattr(config, key, None):
            getattr(writer, f"add_{key}")(getattr(config, key))
    # The text of a token is its number, so that texts tell tokens.
    writer.add_tokenizer_model("llama")
    writer.add_token_list([f"[{i}]" for i in range(VOCABULARY)])
    writer.add_token_scores([0.0] * VOCABULARY)
    writer.add_token_types([gguf.TokenType.NORMAL] * VOCABULARY)
    for token in ("bos", "eos", "unk"):
        getattr(writer, f"add_{token}_token_id")(2**32 - 1)


def neighbours(matrix, heads):
    """Rows of heads whose halves are pairs, such that neighbours are."""
    halves = matrix.reshape(heads, 2, len(matrix) // heads // 2, *matrix.shape[1:])
    return halves.swapaxes(1, 2).reshape(matrix.shape)


def llama3_divisors(config):
    parameters = rope_of(config)
    low, high = parameters["low_freq_factor"], parameters["high_freq_factor"]
    length = parameters["original_max_position_embeddings"]
    divisors = []
    for i in range(0, config.head_dim, 2):
        turns = length * parameters["rope_theta"] ** (-i / config.head_dim) / math.tau
        smooth = min(max((turns - low) / (high - low), 0), 1)
        divisors.append(1 / ((1 - smooth) / parameters["factor"] + smooth))
    return numpy.array(divisors, dtype=numpy.float32)


def type_of(case, name):
    parts = [part for part in case.types if part in name]
    return case.types[max(parts, key=len)] if parts else TYPES.F32


def write_gguf(case, model, path):
    """Writes a file, and returns the model with matrices as the file has them."""
    config = model.config
    writer = gguf.GGUFWriter(path, case.architecture)
    write_metadata(writer, case.architecture, config)
    arch = next(k for k, v in gguf.MODEL_ARCH_NAMES.items() if v == case.architecture)
    names = gguf.get_tensor_name_map(arch, config.num_hidden_layers)
    for name, parameter in model.named_parameters():
        numbers = parameter.detach().numpy()
        if case.architecture == "llama":
            for part, heads in (("q_proj", config.num_attention_heads),
                                ("k_proj", config.num_key_value_heads)):
                if part in name:
                    numbers = neighbours(numbers, heads)
        if "gemma" in case.architecture and "norm" in name:
            numbers = numbers + 1
        if name.endswith("gate_up_proj"):
            parts = zip(("gate", "up"), numpy.split(numbers, 2, axis=1))
            tensors = {name.replace("gate_up_proj", f"{part}_proj.weight"): part_numbers
                       for part, part_numbers in parts}
        else:
            tensors = {name + ".weight" * name.endswith("experts.down_proj"): numbers}
        for theirs, numbers in tensors.items():
            ours = names.get_name(theirs, try_suffixes=(".weight", ".bias"))
            kind = type_of(case, ours) if parameter.dim() > 1 else TYPES.F32
            data = gguf.quants.quantize(numpy.ascontiguousarray(numbers), kind)
            writer.add_tensor(ours, data, raw_dtype=kind)
        rounded = gguf.quants.dequantize(
            gguf.quants.quantize(parameter.detach().numpy(), kind), kind)
        parameter.data.copy_(torch.from_numpy(rounded.astype(numpy.float32)))
    if rope_of(config)["rope_type"] == "llama3":
        writer.add_tensor("rope_freqs.weight", llama3_divisors(config))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return model


def write_folder(case, model, folder):
    """Writes a model as transformers does, and returns it as the files have it."""
    model.to(case.folder.get("dtype", torch.float32))
    model.save_pretrained(folder, max_shard_size=case.folder.get("shard", "1GB"))
    config = json.loads((folder / "config.json").read_text())
    config |= case.folder.get("config", {})
    (folder / "config.json").write_text(json.dumps(
        {key: value for key, value in config.items() if value is not None}))
    vocabulary = {f"[{i}]": i for i in range(VOCABULARY)}
    tokenizer = dict(added_tokens=[], decoder=dict(type="Fuse"), model=dict(
        type="BPE", vocab=vocabulary, merges=[]))
    (folder / "tokenizer.json").write_text(json.dumps(tokenizer))
    return transformers.AutoModelForCausalLM.from_pretrained(
        folder, attn_implementation="eager", dtype=torch.float32).eval()


@torch.no_grad()
def expected(model, prompts):
    """The logits of the prompts, and the tokens after each."""
    logits = [model(torch.tensor([prompt]), use_cache=False).logits[0].numpy()
              for prompt in prompts]
    chosen = []
    for prompt in prompts:
        tokens = list(prompt)
        for _ in range(GENERATED):
            row = model(torch.tensor([tokens]), use_cache=False).logits[0, -1]
            tokens.append(int(row.argmax()))
        chosen.append("".join(f"[{token}]" for token in tokens[len(prompt):]))
    return numpy.concatenate(logits), chosen


def prepare(case, seed, folder):
    folder.mkdir()
    model = create(case, seed)
    name = "model.gguf" if case.folder is None else "hub"
    write = write_gguf if case.folder is None else write_folder
    model = write(case, model, folder / name)
    (folder / "model").write_text(name)
    random = numpy.random.default_rng(seed)
    prompts = [random.integers(0, VOCABULARY, n).tolist() for n in case.lengths]
    text = "".join(" ".join(map(str, prompt)) + "\n" for prompt in prompts)
    (folder / "prompts").write_text(text)
    return expected(model, prompts) if case.refusal is None else (None, None)


def problem(case, folder, logits, chosen):
    """Returns the difference as text, or None."""
    refusal = folder / "refused"
    if refusal.exists() or case.refusal:
        text = refusal.read_text() if refusal.exists() else "not refused"
        print(f"{case.name}: {text}", end="")
        return None if case.refusal and case.refusal in text else "not as expected"
    found = numpy.fromfile(folder / "logits", numpy.float32).reshape(logits.shape)
    error = numpy.abs(found - logits).max() / numpy.abs(logits).max()
    print(f"{case.name}: error {error:.1e} of the greatest logit", end="")
    if not error <= TOLERANCE:
        rows = numpy.abs(found - logits).max(1) / numpy.abs(logits).max()
        first = int((~(rows <= TOLERANCE)).argmax())
        return f"logits differ, first after token {first}"
    texts = (folder / "generated").read_text().splitlines()
    if texts != 2 * chosen:
        wrong = next(i for i, text in enumerate(2 * chosen) if texts[i] != text)
        return f"tokens of {wrong} differ: {texts[wrong]}, not {(2 * chosen)[wrong]}"
    return None


def main(build, jdk, part=""):
    build = pathlib.Path(build).resolve()
    cases = [case for case in CASES if part in case.name]
    with tempfile.TemporaryDirectory() as root:
        folders = [pathlib.Path(root, case.name) for case in cases]
        theirs = [prepare(case, seed, folder)
                  for seed, (case, folder) in enumerate(zip(cases, folders))]
        jars = ":".join(map(str, sorted(build.glob("jars/*.jar"))))
        subprocess.run(
            [f"{jdk}/bin/java", "-Xmx1g", "-cp", jars,
             f"-Dcm2tt.native.path={build}/lib", str(HERE / "CompareLogits.java"),
             *map(str, folders)],
            env=os.environ | {"CM2TT_LIBCUDA": "/no/such/library"}, check=True)
        wrong = 0
        for case, folder, (logits, chosen) in zip(cases, folders, theirs):
            found = problem(case, folder, logits, chosen)
            print(f"; {case.name}: {found}" if found else "")
            wrong += found is not None
    print(f"{len(cases)} models, {wrong} differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
