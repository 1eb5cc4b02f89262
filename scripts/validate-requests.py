#!/usr/bin/env python3
"""Validates what ctxpack writes against the types of the providers' public SDKs.

    python3 -m venv venv && venv/bin/pip install openai anthropic google-genai
    go build -o ctxpack . && venv/bin/python scripts/validate-requests.py ./ctxpack

Conversations in each provider's shape are trimmed (all modes, several targets),
compacted, truncated and assembled for each provider, and every request is read as the SDK's
parameter types, in which unknown fields are an error. Prints a line per provider.
"""

import collections
import importlib
import json
import pkgutil
import random
import subprocess
import sys
import tempfile
import typing

import anthropic
import anthropic.types
import google.genai.types
import openai
import openai.types.chat
import openai.types.responses
import pydantic
import typing_extensions


def strict(package):
    """Makes the parameter types of a package refuse fields that they do not know."""
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        try:
            loaded = importlib.import_module(module.name)
        except ImportError:
            continue
        for value in vars(loaded).values():
            if typing_extensions.is_typeddict(value):
                value.__pydantic_config__ = pydantic.ConfigDict(extra="forbid", arbitrary_types_allowed=True)


strict(openai.types)
strict(anthropic.types)
TYPES = {
    "openai": pydantic.TypeAdapter(typing.List[openai.types.chat.ChatCompletionMessageParam]),
    "openai-responses": pydantic.TypeAdapter(typing.List[openai.types.responses.ResponseInputItemParam]),
    "anthropic": pydantic.TypeAdapter(typing.List[anthropic.types.MessageParam]),
    "anthropic system": pydantic.TypeAdapter(typing.Union[str, typing.List[anthropic.types.TextBlockParam]]),
    "gemini": pydantic.TypeAdapter(typing.List[google.genai.types.Content]),
}
MEMBER = {"openai": "messages", "openai-responses": "input", "anthropic": "messages", "gemini": "contents"}


def exhaust(value):
    """Lists are checked only as they are read."""
    if isinstance(value, dict):
        for v in value.values():
            exhaust(v)
    elif not isinstance(value, (str, bytes, pydantic.BaseModel)) and hasattr(value, "__iter__"):
        for v in value:
            exhaust(v)


def validate(provider, request):
    exhaust(TYPES[provider].validate_python(request[MEMBER[provider]]))
    if provider == "anthropic" and "system" in request:
        exhaust(TYPES["anthropic system"].validate_python(request["system"]))


PICTURE = "iVBORw0KGgo="


def conversation(seed):
    """Turns of a random conversation: (role, text, calls, results, what is special)."""
    r = random.Random(seed)
    text = lambda n: "word größe " * r.randint(1, n)
    special = lambda: {name for name in ("image", "server", "error", "beside", "custom", "reasoning") if r.random() < 0.3}
    turns, calls = [], 0
    for _ in range(r.randint(2, 6)):
        turns.append(("user", text(40), [], [], special()))
        for _ in range(r.randint(0, 6)):
            made, more = [], special()
            for name in ["read_file", "edit_file", "run"][: r.randint(1, 3)]:
                calls += 1
                made.append(("call_%d" % calls, name, {"path": "f%d.go" % r.randint(0, 3)}))
            turns.append(("assistant", text(10) if r.random() < 0.4 else "", made, [], more))
            results = [(id, name, text(80)) for id, name, _ in made]
            r.shuffle(results)
            turns.append(("tool", "", [], results, more))
        turns.append(("assistant", text(20), [], [], set()))
    turns.append(("user", text(10), [], [], set()))
    return turns


def openai_messages(turns):
    for role, text, calls, results, special in turns:
        for id, _, result in results:
            yield {"role": "tool", "tool_call_id": id, "content": result}
        if results:
            continue
        message = {"role": role, "content": text or None}
        if role == "user" and "image" in special:
            message["content"] = [{"type": "text", "text": text}, {"type": "image_url", "image_url": {"url": "data:image/png;base64," + PICTURE, "detail": "low"}}]
        if calls and "custom" in special:
            message["tool_calls"] = [{"id": id, "type": "custom", "custom": {"name": n, "input": "*** x"}} for id, n, _ in calls]
        elif calls:
            message["tool_calls"] = [{"id": id, "type": "function", "function": {"name": n, "arguments": json.dumps(a)}} for id, n, a in calls]
        yield message


def responses_input(turns):
    for k, (role, text, calls, results, special) in enumerate(turns):
        kind, argument = ("custom_tool_call", "input") if "custom" in special else ("function_call", "arguments")
        if calls and "reasoning" in special:
            yield {"type": "reasoning", "id": "rs_%d" % k, "summary": [], "encrypted_content": "gAAA"}
        if text and role == "user" and "image" in special:
            yield {"role": role, "content": [{"type": "input_text", "text": text}, {"type": "input_image", "image_url": "data:image/png;base64," + PICTURE, "detail": "low"}]}
        elif text:
            yield {"role": role, "content": text}
        for id, name, arguments in calls:
            yield {"type": kind, "call_id": id, "name": name, argument: json.dumps(arguments)}
        for id, _, result in results:
            yield {"type": kind + "_output", "call_id": id, "output": result}


def anthropic_messages(turns):
    image = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PICTURE}}
    for k, (role, text, calls, results, special) in enumerate(turns):
        parts = []
        if calls and "reasoning" in special:
            parts.append({"type": "thinking", "thinking": "hm", "signature": "c2ln"})
        if calls and "server" in special:
            parts.append({"type": "server_tool_use", "id": "srvtoolu_%d" % k, "name": "web_search", "input": {"query": "x"}})
            found = {"type": "web_search_result", "title": "T", "url": "https://x", "encrypted_content": "E", "page_age": None}
            parts.append({"type": "web_search_tool_result", "tool_use_id": "srvtoolu_%d" % k, "content": [found]})
        parts += [{"type": "text", "text": text}] if text else []
        parts += [image] if role == "user" and "image" in special else []
        parts += [{"type": "tool_use", "id": id, "name": n, "input": a} for id, n, a in calls]
        for id, _, result in results:
            part = {"type": "tool_result", "tool_use_id": id, "content": result}
            if "error" in special:
                part["is_error"] = True
            if "image" in special:
                part["content"] = [{"type": "text", "text": result}, image]
            parts.append(part)
        if results and "beside" in special:
            parts.append({"type": "text", "text": "<system-reminder>x</system-reminder>"})
        yield {"role": "user" if role == "tool" else role, "content": parts}


def gemini_contents(turns):
    for role, text, calls, results, special in turns:
        parts = [{"text": "hm", "thought": True}] if calls and "reasoning" in special else []
        parts += [{"text": text}] if text else []
        parts += [{"inlineData": {"mimeType": "image/png", "data": PICTURE}}] if role == "user" and "image" in special else []
        parts += [{"functionCall": {"name": n, "args": a}, "thoughtSignature": "c2ln"} for _, n, a in calls]
        parts += [{"functionResponse": {"name": n, "response": {"error" if "error" in special else "output": result}}} for _, n, result in results]
        yield {"role": "model" if role == "assistant" else "user", "parts": parts}


SHAPES = {"openai": openai_messages, "openai-responses": responses_input, "anthropic": anthropic_messages, "gemini": gemini_contents}


def main():
    ctxpack = sys.argv[1]

    def run(stdin, *args, codes=(0,)):
        p = subprocess.run([ctxpack, *args, "--quiet"], input=json.dumps(stdin), capture_output=True, text=True)
        if p.returncode not in codes:
            raise SystemExit("%s: code %d: %s" % (args, p.returncode, p.stderr))
        return json.loads(p.stdout)

    checked = collections.Counter()
    for seed in range(int(sys.argv[2]) if len(sys.argv) > 2 else 12):
        turns = conversation(seed)
        for provider, shape in SHAPES.items():
            request = {"model": "m", MEMBER[provider]: list(shape(turns))}
            validate(provider, request)
            for target in ("40", "150", "600", "2k"):
                for more in ([], ["--mode", "placeholder"], ["--summary"], ["--strategy", "age"]):
                    validate(provider, run(request, "trim", "messages", "--clean", "--target", target, *more, codes=(0, 4)))
                    checked[provider, "trimmed"] += 1
            with tempfile.NamedTemporaryFile("w", suffix=".json") as f:
                json.dump(request, f)
                f.flush()
                compact = ["history", "compact", "--messages", f.name, "--trigger", "200", "--verbatim-window", "80"]
                answer = {"boundary_index": None, "confidence": 0, "summary": "They talked."}
                validate(provider, run(answer, *compact, "--boundary", "-"))
                checked[provider, "compacted"] += 1
                validate(provider, run({}, "history", "truncate", "--messages", f.name, "--trigger", "100", codes=(0, 4)))
                checked[provider, "truncated"] += 1
                for to in SHAPES:
                    validate(to, run({}, *compact, "--print-request", "--provider", to) if len(turns) > 12 else {MEMBER[to]: []})
                    for prompt in ({}, {"prompt": "And now?"}):
                        history = {"history": request[MEMBER[provider]], "system": "Be brief.", **prompt}
                        validate(to, run(history, "assemble", "--provider", to, "--model", "gpt-5"))
                        checked[to, "assembled"] += 1
    for provider in SHAPES:
        print("%-17s %s" % (provider, ", ".join("%d %s" % (n, what) for (p, what), n in sorted(checked.items()) if p == provider)))
    print("openai %s, anthropic %s, google-genai %s" % (openai.__version__, anthropic.__version__, google.genai.__version__))


if __name__ == "__main__":
    main()
