#!/usr/bin/env python3
"""Compare the outlines of ctxpack with what universal-ctags finds.

    scripts/measure-languages.py [options] FOLDER...

FOLDER is a git work tree or a folder inside one. For each language of each
FOLDER it prints: files, share of files that parse without an error node,
recall (share of the declarations of ctags that the outline has), precision
(share of the exported declarations of the outline that ctags has), and the
share of the bytes that the outline keeps. Below it stand the rules by which
declarations were left out of the comparison, and a sample of what differs.

What is compared: declarations at the top level and members, as far as they are
exported or public by the language's own rule. A declaration of one side is
found by the other if that one has the same name on a line within it and both
say type or both say something else. Everything that is left out is left out by
a rule with a name (class Rule); no file is left out.

Needs universal-ctags and Go. Run it from the root of the repository.
"""
import argparse
import collections
import dataclasses
import json
import os
import random
import re
import subprocess
import sys
from typing import Callable

TYPE, VALUE = "type", "value"


@dataclasses.dataclass
class Tag:
    """One declaration, of ctags or of the outline."""
    path: str
    name: str
    kind: str
    line: int
    group: str
    end: int = 0
    scope: str = ""
    scope_kind: str = ""
    access: str = ""
    signature: str = ""
    local_file: bool = False
    exported: bool = True
    shown: bool = True
    owner: "Tag | None" = None
    source: "Source | None" = None

    @property
    def text(self) -> str:
        """The line on which the name stands."""
        return self.source.line(self.line)

    def owners(self):
        """What the declaration stands in, from inside to outside."""
        seen, tag = 0, self.owner
        while tag is not None and seen < 50:
            yield tag
            seen, tag = seen + 1, tag.owner


class Source:
    """The text of one file and what the two sides say about it."""

    def __init__(self, path: str, facts: dict):
        self.path, self.facts = path, facts
        with open(path, encoding="utf-8", errors="replace") as f:
            self.content = f.read()
        self.lines = self.content.split("\n")
        self.tags: list[Tag] = []
        self.symbols: list[Tag] = []
        self.cache: dict[str, object] = {}

    def line(self, number: int) -> str:
        return self.lines[number - 1] if 0 < number <= len(self.lines) else ""

    def once(self, key: str, make: Callable[["Source"], object]):
        if key not in self.cache:
            self.cache[key] = make(self)
        return self.cache[key]

    @property
    def extension(self) -> str:
        return os.path.splitext(self.path)[1]


@dataclasses.dataclass
class Rule:
    """A reason not to compare a declaration."""
    name: str
    applies: Callable[[Tag], object]


@dataclasses.dataclass
class Language:
    """How a language of ctxpack is compared: ctags' name of it, the kinds of
    ctags that count, and the rules for either side. Kinds that are not named
    (parameters, labels, imports) do not count for recall, but a declaration of
    the outline may be found among them."""
    ctags: str
    types: str
    values: str
    ctags_rules: list[Rule]  # ctags lists it, the outline must not or need not
    outline_rules: list[Rule] = dataclasses.field(default_factory=list)  # the outline lists it, ctags does not know it
    name: Callable[[str], str] = lambda name: name
    functions: str = "function method func member methodSpec constructor generator getter setter"

    def group(self, kind: str) -> str:
        return TYPE if kind in self.types.split() else VALUE


# Kinds of the outline that are types.
OUTLINE_TYPES = set("class struct interface trait enum type module namespace object protocol record union annotation".split())

# --- rules -------------------------------------------------------------------


def inside_function(language_functions: str) -> Rule:
    kinds = set(language_functions.split())
    return Rule("local of a function", lambda t: t.scope_kind in kinds or any(o.kind in kinds for o in t.owners()))


ANONYMOUS = Rule("has no name in the source (__anon…)", lambda t: t.name.startswith(("__anon", "anonymous", "AnonymousFunction")) or t.name == "")
IN_ANONYMOUS_FUNCTION = Rule("inside a function without name", lambda t: "anonymousFunction" in t.scope or "AnonymousFunction" in t.scope)
PRIVATE = Rule("private member", lambda t: t.access == "private" or any(o.access == "private" for o in t.owners()))


def owned_by_private(public: Callable[[str], bool]) -> Rule:
    return Rule("not public by its name", lambda t: not public(t.name) or any(not public(o.name) for o in t.owners()))


# C and C++

C_SOURCE = {".c", ".cc", ".cpp", ".cxx", ".c++", ".C", ".ixx", ".cppm"}


def in_source(tag: Tag) -> bool:
    return tag.source.extension in C_SOURCE


def defined_functions(source: Source) -> set:
    return {t.name for t in source.tags if t.kind == "function"}


def macro_without_value(tag: Tag) -> bool:
    return tag.kind == "macro" and re.match(r"\s*#\s*define\s+\w+\s*(/\*.*|//.*)?$", tag.text) is not None


C_RULES = [
    ANONYMOUS,
    Rule("macro without a value", macro_without_value),
    Rule("static, in a source file", lambda t: t.local_file or re.match(r"\s*static\b", t.text) and not t.access and t.group == VALUE and t.kind != "member"),
    Rule("type, macro, prototype or extern of a source file", lambda t: in_source(t) and t.kind in (
        "struct", "union", "enum", "typedef", "class", "alias", "macro", "enumerator", "prototype", "externvar")
        and not any(o.kind == "class" for o in t.owners())),
    Rule("member of a type of a source file", lambda t: in_source(t) and t.kind == "member"),
    Rule("prototype of a function that the file defines", lambda t: t.kind == "prototype" and t.name in t.source.once("defined", defined_functions)),
    Rule("local of a function", lambda t: t.scope_kind == "function"),
]
CPP_RULES = C_RULES + [
    PRIVATE,
    Rule("in a namespace without name", lambda t: "__anon" in t.scope and any(o.kind == "namespace" for o in t.owners())),
]

# Go

GO_RULES = [
    ANONYMOUS,
    Rule("local of a function", lambda t: t.scope_kind == "func"),
    Rule("not exported", lambda t: not t.name[:1].isupper() and t.kind != "methodSpec"),
]

# Python


def public_python(name: str) -> bool:
    return not name.startswith("_") or len(name) > 4 and name.startswith("__") and name.endswith("__")


PYTHON_RULES = [
    Rule("local of a function", lambda t: t.scope_kind in ("function", "member") or any(o.kind in ("function", "member") for o in t.owners())),
    Rule("private by its name", lambda t: not public_python(t.name) or any(not public_python(o.name) for o in t.owners())),
]

# Java

JAVA_RULES = [
    ANONYMOUS,
    Rule("local of a function", lambda t: t.scope_kind == "method" or any(o.kind == "method" for o in t.owners())),
    Rule("private or package-private", lambda t: not public_java(t)),
]


def public_java(tag: Tag) -> bool:
    if tag.kind != "enumConstant" and tag.access not in ("public", "protected"):
        if tag.scope_kind not in ("interface", "annotation") or tag.access == "private":
            return False
    return all(o.owner is None or public_java(o) for o in tag.owners())


# Rust


def public_rust(tag: Tag) -> bool:
    if tag.kind == "enumerator" or tag.scope_kind == "interface":
        return tag.owner is None or public_rust(tag.owner)
    if tag.kind == "macro":
        return "macro_export" in "\n".join(tag.source.lines[max(0, tag.line - 6):tag.line])
    return re.search(r"\bpub\b(?!\s*\()", tag.text.split(tag.name)[0]) is not None


RUST_RULES = [
    ANONYMOUS,
    Rule("impl block", lambda t: t.kind == "implementation"),
    Rule("local of a function", lambda t: t.scope_kind in ("function", "method")),
    Rule("not pub", lambda t: not public_rust(t)),
    Rule("declares a file (mod x;)", lambda t: t.kind == "module" and t.text.rstrip().endswith(";")),
]

# JavaScript and TypeScript


def script_exports(source: Source) -> set:
    names = set()
    for clause in re.findall(r"\bexport\s*(?:type\s*)?\{([^}]*)\}(?!\s*from)", source.content):
        names.update(n.split()[0] for n in clause.split(",") if n.split())
    names.update(re.findall(r"\bexport\s+default\s+(\w+)\s*;?\s*$", source.content, re.M))
    names.update(re.findall(r"^\s*(?:module\.exports|exports\.\w+)\s*=\s*(\w+)\s*;?\s*$", source.content, re.M))
    return names


def script_value(tag: Tag) -> bool:
    """A value that is not exported: the outline may leave it out."""
    return (tag.kind in ("constant", "variable") and not re.match(r"\s*export\b", tag.text)
            and tag.name not in tag.source.once("exports", script_exports))


SCRIPT_FUNCTIONS = set("function method generator getter setter".split())
SCRIPT_RULES = [
    ANONYMOUS,
    IN_ANONYMOUS_FUNCTION,
    Rule("local of a function", lambda t: t.scope_kind in SCRIPT_FUNCTIONS or any(o.kind in SCRIPT_FUNCTIONS for o in t.owners())),
    Rule("private member", lambda t: t.access == "private" or t.name.startswith("#")),
    Rule("indented, and ctags has no scope for it: a local", lambda t: not t.scope and t.text[:1] in " \t" and not re.match(r"\s*export\b", t.text)),
    Rule("value that is not exported", script_value),
    Rule("key of an object", lambda t: t.kind in ("property", "method", "field", "getter", "setter") and t.scope_kind not in ("class", "interface", "enum", "namespace")),
]

# --- languages ---------------------------------------------------------------

C_VALUES = "macro enumerator function prototype variable externvar member"


def cpp_name(name: str) -> str:
    return re.sub(r"\s+", "", name)


def languages() -> dict[str, Language]:
    script_types = "class interface enum alias namespace"
    script_values = "function generator method property field getter setter constant variable enumerator"
    javascript = Language("JavaScript", script_types, script_values, SCRIPT_RULES, name=lambda n: n.strip("'\"`"))
    typescript = Language("TypeScript", script_types, script_values, SCRIPT_RULES, name=lambda n: n.strip("'\"`"))
    return {
        "C": Language("C", "struct union enum typedef", C_VALUES, C_RULES),
        "C++": Language("C++", "struct union enum typedef class alias", C_VALUES, CPP_RULES, name=cpp_name),
        "Go": Language("Go", "struct interface type alias", "func const var member anonMember methodSpec", GO_RULES),
        "Java": Language("Java", "class interface enum annotation", "method field enumConstant", JAVA_RULES),
        "JavaScript": javascript,
        "Python": Language("Python", "class", "function member variable", PYTHON_RULES),
        "Rust": Language("Rust", "struct enum interface typedef module", "function method field enumerator variable macro", RUST_RULES),
        "TSX": typescript,
        "TypeScript": typescript,
        # The rules below are the plainest that are right; complete them where
        # the sample shows differences that are no mistakes.
        "C#": Language("C#", "class struct interface enum", "method field property event enumerator", [
            ANONYMOUS, Rule("not public or protected", lambda t: t.access not in ("public", "protected", "protected internal") and t.scope_kind not in ("interface", "enum"))]),
        "Elixir": Language("Elixir", "module protocol", "function macro callback delegate guard", [ANONYMOUS]),
        "Kotlin": Language("Kotlin", "class interface object typealias", "method constant variable", [ANONYMOUS]),
        "Lua": Language("Lua", "", "function", [ANONYMOUS]),
        "PHP": Language("PHP", "class interface trait", "function variable define", [
            ANONYMOUS, PRIVATE, Rule("local of a function", lambda t: t.scope_kind == "function")]),
        "Ruby": Language("Ruby", "class module", "method singletonMethod constant accessor alias", [ANONYMOUS]),
        "Shell": Language("Sh", "", "function alias", [ANONYMOUS]),
    }


# --- reading -----------------------------------------------------------------


def tracked(folder: str) -> list[str]:
    out = subprocess.run(["git", "-C", folder, "ls-files", "-z"], capture_output=True, text=True)
    if out.returncode == 0:
        names = [n for n in out.stdout.split("\0") if n]
    else:
        names = [os.path.relpath(os.path.join(d, f), folder) for d, _, files in os.walk(folder) for f in files]
    paths = [os.path.join(folder, n) for n in names if "\n" not in n]
    return [p for p in paths if os.path.isfile(p) and not os.path.islink(p)]


def outlines(paths: list[str], command: list[str]) -> list[dict]:
    out = subprocess.run(command, input="\n".join(paths) + "\n", capture_output=True, text=True, check=True)
    return [json.loads(line) for line in out.stdout.splitlines()]


def ctags(language: Language, sources: dict[str, Source]) -> None:
    command = ["ctags", "--output-format=json", "--fields=*", "--fields-all=*", "--kinds-all=*", "--extras=-{pseudo}{qualified}+{anonymous}",
               "--sort=no", f"--language-force={language.ctags}", "-L", "-", "-o", "-"]
    out = subprocess.run(command, input="\n".join(sources) + "\n", capture_output=True, text=True, errors="replace")
    for line in out.stdout.splitlines():
        try:
            j = json.loads(line)
        except json.JSONDecodeError:
            continue
        source = sources.get(j.get("path", ""))
        if j.get("_type") != "tag" or source is None or "line" not in j:
            continue
        source.tags.append(Tag(
            source.path, language.name(j["name"]), j["kind"], j["line"], language.group(j["kind"]), j.get("end", 0), j.get("scope", ""),
            j.get("scopeKind", ""), j.get("access", ""), j.get("signature", ""), bool(j.get("file")), source=source))
    for source in sources.values():
        link(source)


def link(source: Source) -> None:
    """Find the owner of each tag: the last one before it with the name and
    kind of its scope."""
    last: dict[tuple[str, str], Tag] = {}
    for tag in sorted(source.tags, key=lambda t: t.line):
        if tag.scope:
            name = re.split(r"::|\.", tag.scope)[-1]
            tag.owner = last.get((name, tag.scope_kind))
            if tag.owner is tag:
                tag.owner = None
        last[tag.name, tag.kind] = tag


def symbols(language: Language, source: Source) -> None:
    for s in source.facts["symbols"]:
        source.symbols.append(Tag(
            source.path, language.name(s["name"]), s["kind"], s["start"], TYPE if s["kind"] in OUTLINE_TYPES else VALUE, s["end"],
            s["parent"], exported=s["exported"], shown=s["shown"], source=source))


# --- comparing ---------------------------------------------------------------


class Count:
    def __init__(self):
        self.files = self.clean = self.bytes = self.outline = 0
        self.tags = self.tags_found = self.symbols = self.symbols_found = 0
        self.dropped = collections.Counter()
        self.missing: list[Tag] = []
        self.extra: list[Tag] = []
        self.fallbacks = collections.Counter()


def dropped(tag: Tag, rules: list[Rule]) -> str:
    return next((r.name for r in rules if r.applies(tag)), "")


def compare(language: Language, source: Source, count: Count) -> None:
    by_name = collections.defaultdict(list)
    for s in source.symbols:
        if s.shown or s.exported:
            by_name[s.name].append(s)
    kinds = set((language.types + " " + language.values).split())
    for t in source.tags:
        if t.kind not in kinds:
            continue
        if reason := dropped(t, language.ctags_rules):
            count.dropped["ctags: " + reason] += 1
            continue
        count.tags += 1
        if any(s.line <= t.line <= s.end and s.group == t.group for s in by_name[t.name]):
            count.tags_found += 1
        else:
            count.missing.append(t)
    by_name = collections.defaultdict(list)
    for t in source.tags:
        by_name[t.name].append(t)
    for s in source.symbols:
        if not s.exported or not s.shown:
            continue
        if reason := dropped(s, language.outline_rules):
            count.dropped["outline: " + reason] += 1
            continue
        count.symbols += 1
        if any(s.line <= t.line <= s.end and (s.group == t.group or t.kind not in kinds) for t in by_name[s.name]):
            count.symbols_found += 1
        else:
            count.extra.append(s)


def measure(name: str, language: Language | None, files: list[dict]) -> Count:
    count = Count()
    sources = {f["path"]: Source(f["path"], f) for f in files}
    if language is not None:
        ctags(language, sources)
    for source in sources.values():
        facts = source.facts
        count.files += 1
        count.clean += facts["errors"] == 0 and facts["fallback"] in ("", "not smaller")
        count.bytes += facts["bytes"]
        count.outline += facts["outline"] if facts["fallback"] == "" else min(facts["bytes"], 4096)
        if facts["fallback"] not in ("", "not smaller"):
            count.fallbacks[facts["fallback"]] += 1
        if language is not None:
            symbols(language, source)
            compare(language, source, count)
    return count


def percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f}%" if whole else "–"


# --- printing ----------------------------------------------------------------


def show(title: str, list_: list[Tag], options, folder: str) -> None:
    chosen = list_
    if not options.all:
        chosen = random.Random(options.seed).sample(list_, min(options.sample, len(list_)))
        chosen.sort(key=lambda t: (t.path, t.line))
    print(f"  {title}: {len(list_)}" + ("" if len(chosen) == len(list_) else f", {len(chosen)} of them"))
    for t in chosen:
        text = t.text.strip() if title.startswith("only ctags") else ""
        print(f"    {os.path.relpath(t.path, folder)}:{t.line}: {t.kind} {t.scope + '.' if t.scope else ''}{t.name}   {text[:100]}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", metavar="FOLDER")
    parser.add_argument("--language", "-l", action="append", help="only this language, as ctxpack spells it; may be repeated")
    parser.add_argument("--sample", "-n", type=int, default=15, help="how many differences to print (default 15)")
    parser.add_argument("--all", "-a", action="store_true", help="print all differences")
    parser.add_argument("--seed", type=int, default=1, help="of the sample (default 1)")
    parser.add_argument("--max-files", type=int, default=0, help="measure a sample of that many files per language (default: all)")
    parser.add_argument("--table", action="store_true", help="print rows of a Markdown table and nothing else")
    parser.add_argument("--outlinedump", default="", help="a built scripts/outlinedump, instead of `go run`")
    options = parser.parse_args()
    command = [options.outlinedump] if options.outlinedump else ["go", "run", "./scripts/outlinedump"]
    known = languages()
    for folder in options.folders:
        folder = os.path.abspath(folder)
        by_language = collections.defaultdict(list)
        for facts in outlines(tracked(folder), command):
            by_language[facts["language"]].append(facts)
        commit = subprocess.run(["git", "-C", folder, "rev-parse", "--short=10", "HEAD"], capture_output=True, text=True).stdout.strip()
        for name in sorted(by_language):
            if options.language and name not in options.language:
                continue
            if name not in known and not options.language:
                continue
            files = by_language[name]
            if options.max_files and len(files) > options.max_files:
                files = random.Random(options.seed).sample(files, options.max_files)
            c = measure(name, known.get(name), files)
            cells = [name, f"{os.path.basename(folder)} {commit}".strip(), str(c.files), percent(c.clean, c.files),
                     percent(c.tags_found, c.tags), percent(c.symbols_found, c.symbols), percent(c.outline, c.bytes)]
            if options.table:
                print("| " + " | ".join(cells) + " |", flush=True)
                continue
            print(f"{cells[0]}, {cells[1]}: {c.files} files, {cells[3]} clean, recall {cells[4]} ({c.tags_found} of {c.tags}), "
                  f"precision {cells[5]} ({c.symbols_found} of {c.symbols}), outline {cells[6]}")
            for reason, n in c.fallbacks.most_common():
                print(f"  without outline, {reason}: {n}")
            for reason, n in c.dropped.most_common():
                print(f"  not compared, {reason}: {n}")
            show("only ctags", c.missing, options, folder)
            show("only the outline", c.extra, options, folder)
            sys.stdout.flush()


if __name__ == "__main__":
    main()
