#!/usr/bin/env python3
"""Writes seeds of tests/fuzz with Python's own json and struct, independently of wasm/files.

  python3 tests/golden/make_safetensors.py

The C++ tests expect what "loose", "canonical" and "checkpoint" contain.
"""
import json
import struct
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent


def safetensors(header, data, pad=False, **style):
    text = header if isinstance(header, bytes) else json.dumps(header, **style).encode()
    if pad:
        text += b" " * (-len(text) % 8)
    return struct.pack("<Q", len(text)) + text + data


def entry(dtype, shape, begin, end):
    return {"dtype": dtype, "shape": shape, "data_offsets": [begin, end]}


def fnv1a64(data):
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return value


COMPACT = {"pad": True, "ensure_ascii": False, "separators": (",", ":")}

# A file as a simple script would write it: ASCII escapes, blanks, keys not in the order of the data, data not aligned.
loose = safetensors(
    {
        "späte 🌍": entry("I32", [3], 13, 25),
        "first": {"shape": [1], "data_offsets": [0, 1], "dtype": "U8"},
        "__metadata__": {"note": "tab\tquote\" slash/ ünicode", "empty": ""},
        "scalar": entry("F32", [], 1, 5),
        "wide": entry("F64", [1], 5, 13),
        "nothing": entry("F32", [0, 7], 13, 13),
    },
    struct.pack("<Bfd3i", 255, -0.0, 1e300, -1, 0, 2**31 - 1),
    indent=1,
)

# A file that our writer must reproduce byte for byte.
canonical = safetensors(
    {
        "__metadata__": {"a": 'quote" back\\ tab\t bell\x07', "ü": "🌍"},
        "counter": entry("U64", [1], 0, 8),
        "hidden.weight": entry("F32", [2, 3], 8, 32),
        "hidden.bias": entry("F32", [2], 32, 40),
        "labels": entry("I32", [], 40, 44),
    },
    struct.pack("<Q6f2fi", 2**64 - 1, 0.5, -0.25, 1.5, 2.0, -3.0, 1e-45, 3.4028234663852886e38, -0.0, -7),
    **COMPACT,
)

# A checkpoint as wasm/files/checkpoint.hpp describes it, with a NaN in its state.
checkpoint = safetensors(
    {
        "__metadata__": {
            "configuration": "v1;experiment=context-lookup;seed=7",
            "format": "attentoscope-checkpoint",
            "version": "2",
        },
        "step": entry("U64", [], 0, 8),
        "weights": entry("F32", [3], 8, 20),
        "checksum": entry("U8", [8], 20, 28),
    },
    struct.pack("<Q3I", 40000, 0x3F800000, 0x7FC01234, 0x80000000),
    **COMPACT,
)
checkpoint += struct.pack("<Q", fnv1a64(checkpoint))

# Seeds: the valid files, beside the invalid ones, which are not written by a program.
seeds = {
    "loose": loose,
    "canonical": canonical,
    "empty": safetensors({}, b""),
    "padded": safetensors(b"{}" + b" " * 6, b""),
    "escapes": safetensors(b'{"__metadata__":{"\\ud83c\\udf0d":"\\u00fc\\n\\/\\u0000"}}', b""),
}

for target, files in {"safetensors_fuzz": seeds, "checkpoint_fuzz": {"checkpoint": checkpoint, "weights": canonical}}.items():
    folder = TESTS / "fuzz/seeds" / target
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in files.items():
        (folder / name).write_bytes(data)
