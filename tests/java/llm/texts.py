# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Texts that tokenizers may divide wrongly: random ones of all scripts, and cases."""

import random
import sys
import unicodedata

CASES = [
    "", " ", "  ", "\n", "\r\n", "\t \n  x", "a", " a", "a ", "don't I'LL we'Ve 'S 's'",
    "1234567890", "１２３ ¼ Ⅷ ٣٤", "x" * 3000, " " * 3000, "\n" * 500, "0" * 1000,
    "<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n", "<|im_end",
    "<|im_start|",
    "<s> </s> <unk> [INST]", "👩‍👩‍👧‍👦👍🏽🇩🇪", "e\u0301é ﬁ ｶﾞ",
    "\u0000\u0001\u007f\u0085\u00a0",
    "\u2028\u2029\u200b\u200d\ufeff\ufffe\uffff", "\ud7ff\ue000\U0010ffff",
    "def f(x):\n\treturn x ** 2  # comment\n\n\nclass A:\n    pass\n",
    "for (int i = 0; i < n; ++i) { a[i] += b[i] * 1e-5f; }\r\n",
    "Zażółć gęślą jaźń", "Ελληνικά", "Русский текст", "עברית", "العَرَبِيَّة",
    "हिन्दी में",
    "ไทยไม่มีวรรค", "日本語のテキスト、です。", "한국어 텍스트", "中文，没有空格。", "ꦗꦮ 𐐷 𝔘𝔫𝔦",
    "<0x0A>", "▁▁a▁b", "Ġhello Ċ", "'ſ ſ K", "$100.00 + €5% = ^_^ ~`|",
]
WORDS = ["the", "Hello", "world", "token", "isn't", "SELECT", "naïve", "2026", "3.14",
         "http://a.b/c?d=e&f", "{\"k\": [1]}", "<|im_end|>", "</s>", "\n\n", "    ",
         "Straße", "мир", "世界", "สวัสดี", "😀", "\t", "CamelCase", "snake_case", "!!!"]


def by_category():
    """The characters that this Python knows, by general category."""
    found = {}
    for code in range(sys.maxunicode + 1):
        category = unicodedata.category(chr(code))
        if category not in ("Cs", "Cn"):
            found.setdefault(category, []).append(chr(code))
    return found


def make(count, seed=1):
    """The cases, and random texts, `count` in all."""
    random.seed(seed)
    known = by_category()
    categories = sorted(known)
    texts = list(CASES)
    while len(texts) < count:
        kind = random.randrange(4)
        parts = []
        for _ in range(random.randrange(1, 30)):
            if kind == 0:  # any character
                parts.append(random.choice(known[random.choice(categories)]))
            elif kind == 1:  # neighbours in a block, as in a text of one script
                start = random.choice((0x20, 0x80, 0x370, 0x400, 0x590, 0x900, 0xe00,
                                       0x1100, 0x2000, 0x3040, 0x4e00, 0xac00, 0x1f300))
                characters = [chr(start + random.randrange(96)) for _ in range(8)]
                parts += [c for c in characters if unicodedata.category(c) != "Cn"]
            elif kind == 2:  # words
                space = random.choice(("", " ", "  ", "\n"))
                parts.append(random.choice(WORDS) + space)
            else:  # runs
                c = random.choice(" \n\t0aA'\u00a0\u3000.é中_-\r")
                parts.append(c * random.randrange(1, 12))
        texts.append("".join(parts))
    return texts
