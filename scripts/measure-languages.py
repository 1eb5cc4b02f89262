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
import bisect
import collections
import dataclasses
import json
import os
import random
import re
import subprocess
import sys
from typing import Callable

TYPE, VALUE, EITHER = "type", "value", "either"


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
    """How a language of ctxpack is compared: ctags' name of it (or, where ctags
    does not know it, the patterns to read it by), the kinds of ctags that count, and the rules for either side. Kinds that are not named
    (parameters, labels, imports) do not count for recall, but a declaration of
    the outline may be found among them."""
    ctags: str
    types: str
    values: str
    ctags_rules: list[Rule]  # ctags lists it, the outline must not or need not
    # The outline lists it and ctags does not. They are asked only then.
    outline_rules: list[Rule] = dataclasses.field(default_factory=list)
    name: Callable[[str], str] = lambda name: name

    # The group of a tag where its kind does not say it.
    regroup: Callable[[Tag], str] = lambda tag: tag.group
    patterns: "Patterns | None" = None

    def group(self, kind: str) -> str:
        return TYPE if kind in self.types.split() else VALUE


# Kinds of the outline that are types.
OUTLINE_TYPES = set("class struct interface trait enum type module namespace object protocol record union annotation".split())

# --- braces ------------------------------------------------------------------

# A reading of the text that shares no code with either side: which braces stand
# around a line, and whether they are the body of a type (or of a namespace).

TOKENS = re.compile(r"""
    //[^\n]* | /\*.*?\*/
  | R"(?P<raw>[^(\s"]{0,16})\(.*?\)(?P=raw)"            # C++ raw string
  | r(?P<hash>\#+)".*?"(?P=hash)                        # Rust raw string
  | \"\"\".*?\"\"\"
  | (?:@\$?|\$@)"(?:""|[^"])*"                           # C# verbatim string
  | "(?:\\.|[^"\\\n])*"
  | `(?:\\.|[^`\\])*`
  | '(?:\\.[^'\n]{0,8}|[^'\\\n])'                      # a character
  | (?P<quoted>'(?:\\.|[^'\\\n])*')                    # a string, in languages that have it
  | (?P<regex>(?:[(,=:\[!&|?]|=>|\breturn|(?<=[{};]))\s*/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n\[])+/)
  | ^[ \t]*\#[ \t]*(?P<cond>if|ifdef|ifndef|elif|else|endif)\b[^\n]*
  | [{};]
""", re.X | re.S | re.M)

TYPE_HEAD = re.compile(r"""
    \b(?:class|interface|enum|struct|union|namespace|module|object|trait|impl|mod|record|extension|protocol)\b(?=\s+[\w$"'`\[@]|\s*$|\s*<|\s*:\s*\w)(?![^<]*\)\s*(?:const|noexcept|override)?\s*$)
  | @interface\b | \bextern\s+"C" | ^\s*declare\s+global\s*$
  | \btype\s+\w+[^;{}]*=[\s|&(]*(?:[\w.<>,\[\]\s]+&\s*)?(?:readonly\s*)?$
  | \bclass\s+[^;{}]*\bextends\b | \b(?:class|record)\s+\w[^;{}]*\)\s*(?:implements[^;{}]*|:[^;{}]*)?$
""", re.X)


@dataclasses.dataclass
class Brace:
    start: int  # offset of the opening brace
    end: int
    line: int
    last: int
    head: str  # what stands before it
    depth: int

    @property
    def type(self) -> bool:
        return TYPE_HEAD.search(self.head) is not None


def braces(source: Source) -> list[list[Brace]]:
    """For each line the braces that are open where it starts."""
    text = source.content
    script = source.extension in (".ts", ".tsx", ".js", ".jsx", ".mjs", ".cjs", ".mts", ".cts")
    found, stack, saved, since, position = [], [], [], 0, 0
    head_parts: list[str] = []
    while m := TOKENS.search(text, position):
        token, position = m.group(), m.end()
        if (m.group("quoted") is not None or m.group("regex") is not None) and not script:
            position = m.start() + 1
            continue
        if cond := m.group("cond"):
            if cond.startswith("if"):
                saved.append(list(stack))
            elif cond in ("else", "elif") and saved:
                stack = list(saved[-1])
            elif cond == "endif" and saved:
                saved.pop()
            head_parts.append(text[since:m.start()])
            since = position
        elif token not in ("{", "}", ";"):  # a comment, a string
            head_parts.append(text[since:m.start()])
            since = position
        elif token == "{":
            head = "".join(head_parts) + text[since:m.start()]
            stack.append(Brace(m.start(), len(text), 0, 0, head, len(stack)))
            found.append(stack[-1])
            head_parts, since = [], position
        elif token in "};":
            if token == "}" and stack:
                stack.pop().end = m.start()
            head_parts, since = [], position
    starts = [0]
    for m in re.finditer("\n", text):
        starts.append(m.end())
    around: list[list[Brace]] = [[] for _ in range(len(starts) + 2)]
    for b in found:
        b.line = bisect.bisect_right(starts, b.start)
        b.last = bisect.bisect_right(starts, b.end)
        for line in range(b.line + 1, min(b.last, len(starts)) + 1):
            around[line].append(b)
    return around


def around(source: Source, line: int) -> list[Brace]:
    lines = source.once("braces", braces)
    return lines[line] if 0 < line < len(lines) else []


def in_block(tag: Tag) -> bool:
    """Braces that are no type's body are open where its line starts."""
    return any(not b.type for b in around(tag.source, tag.line))


def in_types_by_indent(source: Source, line: int) -> bool:
    """The lines that are indented less, up to the first column, are heads of
    types: for texts (JSX) in which braces and quotes say little."""
    indent = len(source.line(line)) - len(source.line(line).lstrip())
    for n in range(line - 1, 0, -1):
        text = source.line(n)
        stripped = text.lstrip()
        if stripped and len(text) - len(stripped) < indent:
            if not stripped.rstrip().endswith("{") or not TYPE_HEAD.search(stripped.rstrip()[:-1]):
                return False
            indent = len(text) - len(stripped)
            if indent == 0:
                return True
    return indent == 0


def declared_by_text(symbol: Tag, pattern: re.Pattern, short: re.Pattern | None = None) -> bool:
    """A line of the symbol, with nothing but bodies of types around it, reads
    as a declaration of its name; short is for members on the line of their type."""
    for line in range(symbol.line, min(symbol.end, symbol.line + 80) + 1):
        text = symbol.source.line(line)
        if not pattern.match(text) and not (short and short.search(text)):
            continue
        open_ = around(symbol.source, line)
        if all(b.type for b in open_) or in_types_by_indent(symbol.source, line):
            return True
    return False


LOST_PLACE = "the text declares it where ctags has lost its place"

IN_BLOCK = Rule("local: in braces that are no type's body", in_block)

# --- rules -------------------------------------------------------------------


ANONYMOUS = Rule("has no name in the source (__anon…)", lambda t: t.name.startswith(("__anon", "anonymous", "AnonymousFunction")) or t.name == "")
IN_ANONYMOUS_FUNCTION = Rule("inside a function without name", lambda t: "anonymousFunction" in t.scope or "AnonymousFunction" in t.scope)
PRIVATE = Rule("private member", lambda t: t.access == "private" or any(o.access == "private" for o in t.owners()))

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
    Rule("static, in a source file", lambda t: t.local_file and t.source.extension == ".c" or in_source(t) and re.match(r"\s*static\b", t.text) and not t.access and t.group == VALUE and t.kind != "member"),
    Rule("type, macro, prototype or extern of a source file", lambda t: in_source(t) and t.kind in (
        "struct", "union", "enum", "typedef", "class", "alias", "macro", "enumerator", "prototype", "externvar")
        and not any(o.kind == "class" for o in t.owners())),
    Rule("member of a type of a source file", lambda t: in_source(t) and t.kind == "member"),
    Rule("prototype of a function that the file defines", lambda t: t.kind == "prototype" and t.scope_kind in ("", "namespace") and t.name in t.source.once("defined", defined_functions)),
    Rule("local of a function", lambda t: t.scope_kind == "function"),
    IN_BLOCK,
    Rule("call among the arguments of another", lambda t: t.kind in ("prototype", "function") and in_arguments(t)),
    Rule("call of a macro that ctags takes for a declaration", lambda t: t.kind in ("prototype", "function", "variable", "member") and macro_call(t)),
]


def in_arguments(tag: Tag) -> bool:
    before = tag.text[:max(tag.text.find(tag.name), 0)]
    return before.count("(") > before.count(")") and re.search(r"\b(?:static_assert|[A-Z_]{4,})\s*\(", before) is not None


def c_group(tag: Tag) -> str:
    """The outline names `struct a { … } b;` once, as the type."""
    return EITHER if tag.kind in ("variable", "member") and re.match(r"\s*}", tag.text) else tag.group


def macro_call(tag: Tag) -> bool:
    """NAME(…) at the start of a line, or NAME behind `)` or `}`, in capitals."""
    return tag.name == tag.name.upper() and re.search(r"(?:^|[)}])\s*" + re.escape(tag.name) + r"\s*(?:\(|;)", tag.text) is not None


def else_branches(source: Source) -> set[int]:
    """The lines behind #else and #elif."""
    lines, stack = set(), []
    for number, text in enumerate(source.lines, 1):
        m = re.match(r"\s*#\s*(if|el|endif)", text)
        if m and m.group(1) == "if":
            stack.append(False)
        elif m and m.group(1) == "endif" and stack:
            stack.pop()
        elif m and stack:
            stack[-1] = True
        elif any(stack):
            lines.add(number)
    return lines | {n + 1 for n in lines if source.line(n).endswith("\\")}


def c_declares(symbol: Tag) -> bool:
    if symbol.name == symbol.name.upper() and symbol.group == VALUE and symbol.kind != "const":
        return False  # a macro that stands for an attribute
    name = r"\s*".join(re.escape(part) for part in re.findall(r"\w+|[^\w\s]", symbol.name))
    if symbol.group == TYPE:
        return declared_by_text(symbol, re.compile(r".*\b(?:class|struct|union|enum|using|typedef)\b.*(?<!\w)" + name + r"(?!\w)"))
    return declared_by_text(symbol, re.compile(r".*(?<![\w.>])" + name + r"\s*(?:\(|\[|=|;|,|\{|:(?!:))|\s*concept\s+" + name))


C_OUTLINE_RULES = [
    Rule("in a branch #else, which ctags skips", lambda t: any(n in t.source.once("else", else_branches) for n in range(t.line, min(t.end, t.line + 40) + 1))),
    Rule(LOST_PLACE, c_declares),
]
CPP_RULES = C_RULES + [
    PRIVATE,
    Rule("other name of a namespace", lambda t: t.kind == "alias" and re.match(r"\s*namespace\b", t.text)),
    Rule("in a namespace without name", lambda t: any(o.kind == "namespace" and o.name.startswith("__anon") for o in t.owners())),
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


def imported_python(source: Source) -> set:
    names = set()
    for clause in re.findall(r"^\s*(?:from\s+\S+\s+)?import\s+(.+)$", source.content, re.M):
        for part in clause.strip("() \\").split(","):
            words = part.split()
            if words:
                names.add(words[-1].split(".")[0])
    return names


def other_branch(tag: Tag) -> bool:
    """Assigned again in an except or else branch, or in a loop: the outline has
    the first one."""
    if tag.kind != "variable" or tag.text[:1] not in " \t":
        return False
    return any(t is not tag and t.name == tag.name and t.scope == tag.scope and t.line < tag.line for t in tag.source.tags) or \
        tag.name in tag.source.once("imported", imported_python) or in_loop(tag)


def in_loop(tag: Tag) -> bool:
    indent = len(tag.text) - len(tag.text.lstrip())
    for n in range(tag.line - 1, 0, -1):
        text = tag.source.line(n)
        if text.strip() and len(text) - len(text.lstrip()) < indent:
            if re.match(r"\s*(for|while|with)\b", text):
                return True
            indent = len(text) - len(text.lstrip())
            if indent == 0:
                return False
    return False


def python_declares(symbol: Tag) -> bool:
    """An annotation without value, or one of several targets: what ctags does
    not read. Nothing but classes and conditions may stand around it."""
    name = re.escape(symbol.name)
    for line in range(symbol.line, min(symbol.end, symbol.line + 40) + 1):
        text = symbol.source.line(line)
        if not re.match(r"\s*" + name + r"\s*(?::|=[^=]|,)|\s*[\w.,\s=\[\]():]*\b" + name + r"\s*(?:=[^=]|,|\))|\s*(?:async\s+)?(?:def|class|type)\s+" + name + r"\b", text):
            continue
        indent = len(text) - len(text.lstrip())
        for n in range(line - 1, 0, -1):
            above = symbol.source.line(n)
            if indent and above.strip() and len(above) - len(above.lstrip()) < indent:
                if not re.match(r"\s*(class|if|try|elif|else|except|with)\b|\s*\)", above):
                    return False
                indent = len(above) - len(above.lstrip())
        return True
    return False


PYTHON_RULES = [
    Rule("local of a function", lambda t: t.scope_kind in ("function", "member") or any(o.kind in ("function", "member") for o in t.owners())),
    Rule("private by its name", lambda t: not public_python(t.name) or any(not public_python(o.name) for o in t.owners())),
    Rule("the list of exports", lambda t: t.name == "__all__"),
    Rule("stand-in for an import, or assigned again in another branch or a loop", other_branch),
]
PYTHON_OUTLINE_RULES = [Rule("annotation without value, or one of several targets", python_declares)]

# Java


def public_java(tag: Tag) -> bool:
    """By the text: what ctags says about members of an enum is not right."""
    return visible_java(tag.source, tag.line, tag.text.split(tag.name)[0], tag.kind == "enumConstant")


def visible_java(source: Source, line: int, before: str, constant: bool = False) -> bool:
    open_ = around(source, line)
    if not constant and not re.search(r"\b(public|protected)\b", before):
        in_interface = bool(open_) and re.search(r"\binterface\b", open_[-1].head) is not None
        if not in_interface or re.search(r"\bprivate\b", before):
            return False
    return all(visible_java(source, b.line, b.head) for b in open_ if b.depth > 0)


JAVA_RULES = [
    ANONYMOUS,
    IN_BLOCK,
    Rule("local of a function", lambda t: t.scope_kind == "method" or any(o.kind == "method" for o in t.owners())),
    Rule("private or package-private", lambda t: not public_java(t)),
    Rule("annotation or call that ctags takes for a constant", lambda t: t.kind == "enumConstant" and re.search(r"[@.(]\s*" + re.escape(t.name) + r"\b|\.", t.text) is not None),
    Rule("default value that ctags takes for a field", lambda t: t.kind == "field" and re.search(r"\)\s*default\b", t.text) is not None),
]


def java_group(tag: Tag) -> str:
    """ctags does not know records."""
    return TYPE if re.search(r"\brecord\s+" + re.escape(tag.name) + r"\b", tag.text) else tag.group


def java_declares(symbol: Tag) -> bool:
    words = r"\s*(?:@[\w.]+(?:\([^)]*\))?\s+)*(?:[\w.]+(?:<[^=;()]*>)?(?:\[\])*\s+|<[^=;()]*>\s+)*"
    return declared_by_text(symbol, re.compile(words + re.escape(symbol.name) + r"\s*(?:\(|=|;|,|\{|<|$|extends\b|implements\b|\[)"))


JAVA_OUTLINE_RULES = [Rule(LOST_PLACE, java_declares)]

# Rust


def public_rust(tag: Tag) -> bool:
    if tag.kind == "enumerator" or tag.scope_kind == "interface":
        return tag.owner is None or public_rust(tag.owner)
    if tag.kind == "macro":
        return "macro_export" in "\n".join(tag.source.lines[max(0, tag.line - 6):tag.line])
    return re.search(r"\bpub\b(?!\s*\()", tag.text.split(tag.name)[0]) is not None


def in_tests(tag: Tag) -> bool:
    """In `#[cfg(test)] mod x { … }`, which the outline leaves out."""
    for b in around(tag.source, tag.line):
        if re.search(r"\bmod\s+\w+\s*$", b.head) and re.search(r"#\[cfg\((?:all\()?test", "\n".join(tag.source.lines[max(0, b.line - 4):b.line])):
            return True
    return False


RUST_RULES = [
    ANONYMOUS,
    Rule("impl block", lambda t: t.kind == "implementation"),
    Rule("local of a function", lambda t: t.scope_kind in ("function", "method")),
    Rule("in a test module", in_tests),
    Rule("a lifetime", lambda t: re.search("'" + re.escape(t.name) + r"\b|&'static\s+" + re.escape(t.name), t.text) is not None),
    Rule("not pub", lambda t: not public_rust(t)),
    Rule("declares a file (mod x;)", lambda t: t.kind == "module" and t.text.rstrip().endswith(";")),
]

def rust_declares(symbol: Tag) -> bool:
    name = re.escape(symbol.name)
    words = r"\s*(?:#\[[^\]]*\]\s*)*(?:pub(?:\([^)]*\))?\s+)?(?:(?:async|unsafe|const|default|extern(?:\s+\"C\")?)\s+)*"
    return declared_by_text(symbol, re.compile(words + r"(?:(?:fn|struct|enum|union|trait|mod|const|static|static\s+mut|type|macro_rules!)\s+)?" + name + r"\s*(?:[<({:;,=]|$)"))


def in_cfg(tag: Tag) -> bool:
    """In a macro like cfg_rt! { … } or cfg_if! { if #[cfg(…)] { … } }, whose
    items the outline lists and ctags does not."""
    return any(re.search(r"\bcfg_\w+!\s*$|#\[cfg[^{}]*$", b.head) for b in around(tag.source, tag.end)) or \
        any(re.search(r"\bcfg_\w+!\s*{", tag.source.line(n)) for n in range(tag.line, tag.end + 1))


RUST_OUTLINE_RULES = [Rule("in a macro cfg_…!, which ctags skips", in_cfg), Rule(LOST_PLACE, rust_declares)]

# JavaScript and TypeScript


def script_name(name: str) -> str:
    """Without quotes; of a class that ctags calls by its path, the last part."""
    name = name.strip("'\"`")
    return name.rsplit(".", 1)[-1] if re.fullmatch(r"[\w$]+(\.[\w$]+)+", name) else name


def script_group(tag: Tag) -> str:
    """ctags takes `f = function …` and objects for classes, and types behind a
    class that it did not find the end of for its properties."""
    if re.search(r"\b(?:type|interface|class|enum|namespace|module)\s+['\"]?" + re.escape(tag.name) + r"\b", tag.text):
        return TYPE
    return VALUE if tag.kind == "class" and not re.search(r"\bclass\b", tag.text) else tag.group


def script_exports(source: Source) -> set:
    names = set()
    for clause in re.findall(r"\bexport\s*(?:type\s*)?\{([^}]*)\}(?!\s*from)", source.content):
        names.update(n.split()[0] for n in clause.split(",") if n.split())
    names.update(re.findall(r"\bexport\s+default\s+(\w+)\s*;?\s*$", source.content, re.M))
    names.update(re.findall(r"^\s*(?:module\.exports|exports\.\w+)\s*=\s*(\w+)\s*;?\s*$", source.content, re.M))
    return names


def script_value(tag: Tag) -> bool:
    """A value that is not exported: the outline may leave it out."""
    value = tag.kind in ("constant", "variable") or tag.kind == "class" and re.search(r"\b(?:const|let|var)\s+[\w$]+\s*=(?!.*\bclass\b)", tag.text)
    return bool(value) and not re.match(r"\s*export\b", tag.text) and tag.name not in tag.source.once("exports", script_exports)


def function_expression(tag: Tag) -> bool:
    """`call(function name() {` and `x = class name {`: only the function or the
    class itself knows that name."""
    if re.search(r"[\w$]\.\w+\s*=\s*class\s+" + re.escape(tag.name) + r"\b", tag.text):
        return True
    return re.search(r"[=(,:?&|}]\s*(?:async\s+)?function\s*\*?\s*" + re.escape(tag.name) + r"\s*\(", tag.text) is not None and \
        not re.search(r"[\w$]\s*[.]\s*" + re.escape(tag.name) + r"\s*=", tag.text)


LONG_LINE = 1000


SCRIPT_FUNCTIONS = set("function method generator getter setter".split())
SCRIPT_KEYWORDS = set("""any as async await boolean break case catch class const constructor continue default delete do else enum
    export extends false finally for from function get if implements import in instanceof interface let never new null number object
    of package private protected public readonly return set static string super switch symbol this throw true try type typeof
    undefined unique unknown var void while with yield""".split())


def declares_name(tag: Tag) -> bool:
    """The line holds the name as a word that a declaration can have there."""
    if tag.name in SCRIPT_KEYWORDS - {"constructor"} and (tag.scope_kind not in ("class", "interface", "enum", "namespace", "alias") or not re.match(
            r"\s*(?:(?:public|protected|readonly|static|abstract|override|async|get|set)\s+)*['\"]?" + tag.name + r"['\"]?\s*(?:[?!]?\s*[:;(=,<]|$)", tag.text)):
        return False
    if tag.kind == "field" and not re.match(r"\s*(?:static\s+)?#?['\"]?" + re.escape(tag.name) + r"['\"]?\s*(?:[=;]|$)", tag.text):
        return False
    return re.search(r"(?<![\w$])['\"`#]?" + re.escape(tag.name) + r"(?![\w$])", tag.text) is not None


def script_import(tag: Tag) -> bool:
    """type X in `import { type X, y } from …`, on one line or over several."""
    if re.match(r"\s*import\b", tag.text) or re.match(r"\s*export\b[^=]*\bfrom\b", tag.text):
        return True
    return re.match(r"\s*type\s+\w+(\s+as\s+\w+)?\s*,?\s*$", tag.text) is not None


def parameter_property(tag: Tag) -> bool:
    if tag.kind != "property":
        return False
    text = tag.text
    if re.search(r"\bconstructor\s*\(", text):
        return True
    return re.search(r"\b(?:public|protected|private|readonly|override)\b[^;=]*(?:,|[^;{]\s*)$", text) is not None and inside_parameters(tag)


def inside_parameters(tag: Tag) -> bool:
    """The line stands in round brackets that `constructor` opened."""
    before = "\n".join(tag.source.lines[max(0, tag.line - 60):tag.line - 1])
    at = before.rfind("constructor")
    return at >= 0 and before.count("(", at) > before.count(")", at)


def nested_object_type(tag: Tag) -> bool:
    """Between its line and the body of the nearest type stand braces or
    brackets of a type literal, of a parameter list or of type arguments."""
    open_ = around(tag.source, tag.line)
    if tag.kind not in ("property", "method") or not open_ or not open_[-1].type:
        return False
    body = "\n".join(tag.source.lines[open_[-1].line:tag.line - 1])
    body = re.sub(r"//[^\n]*|/\*.*?\*/|'(?:\\.|[^'\\\n])*'|\"(?:\\.|[^\"\\\n])*\"|`(?:\\.|[^`\\])*`", "", body, flags=re.S)
    return body.count("(") > body.count(")") or body.count("[") > body.count("]")


def in_namespace(tag: Tag) -> bool:
    """Inside a namespace only what is exported is visible."""
    def hidden(line: int, text: str) -> bool:
        open_ = around(tag.source, line)
        return bool(open_) and re.search(r"\b(?:namespace|module)\s+[\w.]+\s*$", open_[-1].head) is not None and "declare" not in open_[-1].head and not re.match(r"\s*export\b", text)
    if tag.source.path.endswith(".d.ts"):
        return False
    return hidden(tag.line, tag.text) or any(hidden(b.line, b.head.strip()) for b in around(tag.source, tag.line))


SCRIPT_RULES = [
    ANONYMOUS,
    IN_ANONYMOUS_FUNCTION,
    Rule("local of a function", lambda t: t.scope_kind in SCRIPT_FUNCTIONS or any(o.kind in SCRIPT_FUNCTIONS for o in t.owners())),
    Rule("private member", lambda t: t.access == "private" or t.name.startswith("#")),
    IN_BLOCK,
    Rule("a keyword, or part of a number or of another word", lambda t: not declares_name(t)),
    Rule("named in an import", script_import),
    Rule("value that is not exported", script_value),
    Rule("on a line of a minified file", lambda t: len(t.text) > LONG_LINE),
    Rule("name of a function expression", function_expression),
    Rule("import by require", lambda t: re.search(r"=\s*require\s*\(", t.text) is not None),
    Rule("exported object", lambda t: t.name == "exports" or re.match(r"\s*(?:module\.exports|exports\.\w+)\s*=\s*\{", t.text) is not None),
    Rule("prototype of a class", lambda t: re.match(r"\s*\w+\.prototype\s*=", t.text) is not None),
    Rule("in a namespace and not exported", in_namespace),
    Rule("parameter property: in the constructor's signature", parameter_property),
    Rule("parameter of a member", nested_object_type),
    Rule("key of an object", lambda t: t.kind in ("property", "method", "field", "getter", "setter") and t.scope_kind not in ("class", "interface", "enum", "namespace", "alias")),
]

MEMBER_WORDS = r"(?:(?:export|default|public|protected|readonly|static|abstract|async|override|declare|accessor|get|set|const|let|var|function\*?|class|interface|type|enum|namespace|module|\*)\s*(?:\s|(?=\*)))*\*?\s*"


def script_declares(symbol: Tag) -> bool:
    name = re.escape(symbol.name)
    line = re.compile(r"\s*(?:@[\w.]+(?:\([^)]*\))?\s+)*" + MEMBER_WORDS + r"(['\"`]?)" + name + r"\1\s*(?:[?!]?\s*[:(=<;,]|\{|$|extends\b|implements\b|\?)")
    short = re.compile(r"(?:\btype\b|\binterface\b|\benum\b).*[{;,]\s*(?:readonly\s+)?" + name + r"\s*(?:\??\s*[:(<,}=])")
    if len(symbol.text) > LONG_LINE:
        return True  # a minified file
    head = "\n".join(symbol.source.lines[symbol.line - 1:min(symbol.end, symbol.line + 400)])
    if not symbol.scope and symbol.kind in ("const", "var") and re.search(r"^(?:export\s+)?(?:const|let|var)\s*[{\[][^=]*\b" + name + r"\b", head, re.M):
        return True  # const { name, … } = value
    if symbol.name == "default" and re.search(r"^\s*(?:export\s+default\b|(?:module\.)?exports\b.*=)", head, re.M):
        return True
    assigned = re.compile(r"\s*[\w$.]*[\w$]\.(" + name + r")\s*=[^=]|\s*(?:var|let|const)\s+" + name + r"\s*=|\s*(?:module\.)?exports\s*=\s*(?:async\s+)?(?:function|class)\s*\*?\s*" + name + r"\b")
    return declared_by_text(symbol, line, short if symbol.scope else None) or declared_by_text(symbol, assigned)


SCRIPT_OUTLINE_RULES = [Rule(LOST_PLACE, script_declares)]

# Languages below: helpers


def before_name(tag: Tag) -> str:
    return re.split(rf"\b{re.escape(tag.name)}\b", tag.text)[0]


def name_line(tag: Tag) -> str:
    """The first line of a declaration of the outline that has its name."""
    return next((tag.source.line(n) for n in range(tag.line, tag.end + 1) if tag.name in tag.source.line(n)), tag.text)


def indentation(line: str) -> int:
    return len(line) - len(line.lstrip())


def indented_under(tag: Tag):
    """The lines that the declaration is indented under, from inside to outside."""
    depth = indentation(tag.text)
    for number in range(tag.line - 1, 0, -1):
        line = tag.source.line(number)
        if line.strip() and indentation(line) < depth and not line.lstrip().startswith(("#", "//", "*", "@", ")", "]")):
            depth = indentation(line)
            yield line
        if depth == 0:
            return


def under(pattern: str) -> Callable[[Tag], bool]:
    found = re.compile(pattern)
    return lambda t: any(found.match(line) for line in indented_under(t))


# C#


def private_csharp(tag: Tag) -> bool:
    return tag.kind in ("class", "struct", "interface", "enum") and bool(tag.owner) and tag.owner.kind != "namespace" and not re.search(
        r"\b(public|internal|protected)\b", tag.text)


CSHARP_RULES = [
    ANONYMOUS,
    Rule("not public or protected", lambda t: t.access not in ("public", "protected", "protected internal") and t.scope_kind not in ("interface", "enum")),
    Rule("private protected", lambda t: re.search(r"\bprivate protected\b", t.text)),
    Rule("in a private type", lambda t: any(private_csharp(o) for o in [t, *t.owners()]) or under(r"\s*private\b.*\b(class|struct|enum|interface)\b")(t)),
    Rule("parameter or type argument that ctags takes for a field", lambda t: t.kind == "field" and re.search(r"[(<]|\bwhere\b", before_name(t).split("=")[0])),
    Rule("explicit implementation of an interface", lambda t: t.name in t.text and t.text.split(t.name + "(")[0].rstrip().endswith(".")),
    Rule("local that ctags takes for a member", lambda t: "__anon" in t.scope and t.scope_kind != "enum"),
]


def csharp_declares(symbol: Tag) -> bool:
    name = re.escape(symbol.name.split(" ")[-1])
    words = r"\s*(?:\[[^\]]*\]\s*)*(?:[\w.]+(?:<[^=;{]*>)?(?:\([^=;{]*\))?[?\[\],]*\s+|\([^=;{]*\)[?\[\]]*\s+)*~?"
    return declared_by_text(symbol, re.compile(words + name + r"\s*(?:\(|=|;|,|\{|<|\[|:|$|where\b)"), re.compile(r"\benum\b.*[{,]\s*" + name + r"\s*[,=}]"))


# Elixir


def heredocs(source: Source) -> set[int]:
    """The lines inside of strings over several lines."""
    inside, found = "", set()
    for number, line in enumerate(source.lines, 1):
        if inside:
            found.add(number)
            if line.strip().startswith(inside):
                inside = ""
        elif m := re.search(r"(\"{3}|'{3})\s*$", line):
            inside = m.group(1)
    return found


ELIXIR_RULES = [
    ANONYMOUS,
    Rule("private (defp, @typep)", lambda t: re.match(r"\s*(defp|defmacrop|defguardp|@typep)\b", t.text)),
    Rule("inside a string", lambda t: t.line in t.source.once("heredocs", heredocs)),
    Rule("inside quoted code or a function", under(r"\s*(.*\bquote\b.*\bdo|(def|defp|defmacro|defmacrop|test|setup|setup_all|property)\b.*\bdo|.*(=|\(|->|fn.*))\s*$")),
    Rule("name made at compile time", lambda t: "unquote(" in t.text),
]
ELIXIR_OUTLINE_RULES = [
    Rule("name made at compile time", lambda t: "unquote(" in t.name),
    Rule("type after another, of which ctags finds one", lambda t: t.kind == "type"),
    Rule("test, ctags has it without the words before it", lambda t: t.kind == "test"),
    Rule("implementation of a protocol", lambda t: t.kind == "impl"),
]

# Kotlin

KOTLIN_FUNCTION = r"\s*(@\w+\s+)*((public|internal|private|protected|override|open|suspend|inline|operator|infix|tailrec|actual|final|abstract)\s+)*(fun|init|get|set|constructor)\b"
KOTLIN_RULES = [
    Rule("lambda or parameter of one", lambda t: "<lambda>" in t.name or "<lambda>" in t.scope or "->" in t.text.split(t.name)[-1] and "{" in before_name(t)),
    Rule("local of a function", lambda t: t.scope_kind == "method" or any(o.kind == "method" for o in t.owners()) or under(KOTLIN_FUNCTION)(t)),
    Rule("private", lambda t: re.search(r"\bprivate\b", before_name(t)) or under(r"\s*((data|sealed|abstract|inner|open|fun)\s+)*private\b")(t)),
    Rule("parameter of a constructor: in the class's signature", lambda t: t.kind in ("constant", "variable") and (
        next(indented_under(t), "").rstrip().endswith("(") or re.search(r"\bclass\b.*\(", before_name(t)))),
    Rule("companion object, shown without a name", lambda t: "companion object" in t.text),
    Rule("member of an object expression or of an enum's entry", under(
        r".*(=|\(|\breturn|\belse|->|\bby|^)\s*object\b(?!\s+\w+\s*[:{(]).*|\s*[A-Z][A-Z0-9_]*(\(.*\))?\s*\{\s*$|\s*(\w+\()?object\s*:.*")),
    Rule("name in backquotes, which ctags loses", lambda t: "`" in t.text),
    Rule("in a block of statements or a lambda", lambda t: under(r".*(\{|->|=)\s*$")(t) and not under(r".*\b(class|interface|object|companion)\b[^=]*\{\s*$")(t)),
]
KOTLIN_OUTLINE_RULES = [
    Rule("constructor, entry of an enum or name in backquotes, which ctags does not know", lambda t: t.name == "constructor"
         or t.kind == "const" and "const val" not in name_line(t) or f"`{t.name}`" in name_line(t)),
    Rule("with a type `T & Any` or a context, which ctags does not know", lambda t: "& Any" in name_line(t) or "context(" in name_line(t)),
]

# Lua

LUA_RULES = [
    ANONYMOUS,
    Rule("local", lambda t: re.match(r"\s*local\b", t.text) or re.match(r"\s", t.text) and not re.match(r"\s*function\s+\w+[.:]", t.text)),
    Rule("metamethod", lambda t: t.name.startswith("__")),
    Rule("argument or value without a name", lambda t: not re.search(rf"function\s+[\w.:]*{re.escape(t.name)}\b|\b{re.escape(t.name)}\s*=\s*function", t.text)),
]
LUA_OUTLINE_RULES = [Rule("table or value, which ctags does not know", lambda t: t.kind in ("var", "const"))]

# R and PowerShell

R_RULES = [
    ANONYMOUS,
    Rule("inside of something", lambda t: re.match(r"[\s}]", t.text)),
    Rule("private by its name", lambda t: t.name.startswith(".")),
]
POWERSHELL_RULES = [
    ANONYMOUS,
    Rule("inside of something", lambda t: re.match(r"\s", t.text)),
    Rule("inside a string or comment", lambda t: not re.match(r"(?i)(function|filter|workflow|configuration)\b", t.text)),
]
R_LOST = Rule(LOST_PLACE, lambda t: re.match(rf"\s*[`\"']?{re.escape(t.name)}[`\"']?\s*(<-|=)\s*(function\b|\\\\)", name_line(t)))
POWERSHELL_LOST = Rule(LOST_PLACE, lambda t: re.match(rf"(?i)(function|filter)\s+(\w+:)?{re.escape(t.name)}\b", name_line(t)))
FUNCTIONS_ALONE = Rule("no function, ctags does not know it", lambda t: t.kind not in ("func", "method"))
METHOD = Rule("generic, or method of a class", lambda t: t.kind == "method" or "setGeneric" in name_line(t))

# PHP

PHP_RULES = [
    ANONYMOUS,
    PRIVATE,
    Rule("private constant", lambda t: re.search(r"\bprivate\b", before_name(t))),
    Rule("local of a function", lambda t: t.scope_kind == "function"),
    Rule("member of a class without name", lambda t: "AnonymousClass" in t.scope or t.name.startswith("AnonymousClass")),
    Rule("use of a variable, not its declaration", lambda t: (t.kind == "variable" or "$" + t.name in t.text) and not re.search(
        r"\b(public|protected|private|var|static|readonly)\b", before_name(t))),
]


def php_declares(symbol: Tag) -> bool:
    words = r"\s*(?:#\[.*\]\s*)?(?:(?:public|protected|static|abstract|final|readonly|var)(?:\(set\))?\s+)*"
    name = re.escape(symbol.name.lstrip("$"))
    return declared_by_text(symbol, re.compile(
        words + r"(?:(?:function\s+&?|class\s+|interface\s+|trait\s+|enum\s+|case\s+|const\s+(?:[\w|?\\]+\s+)?)" + name + r"\b|(?:[\w|?\\&()]+\s+)?\$" + name + r"\b)"))


# Ruby


def section_ruby(tag: Tag) -> bool:
    """Below a line `private` or `protected` of the same class."""
    depth = indentation(tag.text)
    for number in range(tag.line - 1, 0, -1):
        line = tag.source.line(number)
        if line.strip() and indentation(line) < depth and re.match(r"\s*(class|module|end\b|\w.*\bdo\b)", line):
            words = re.match(r"\s*(private|protected|public|module_function)\s*(#.*)?$", line)
            return bool(words) and words.group(1) in ("private", "protected")
        if m := re.match(r"\s*(private|protected|public|module_function)\s*(#.*)?$", line):
            if indentation(line) <= depth:
                return m.group(1) in ("private", "protected")
    return False


def listed_ruby(tag: Tag) -> bool:
    return re.search(rf"^\s*private(_class_method|_constant)?\b.*:{re.escape(tag.name)}\b", tag.source.content, re.M) is not None


RUBY_RULES = [
    ANONYMOUS,
    Rule("private by a section", lambda t: section_ruby(t) and "self." not in before_name(t)),
    Rule("private by its word", lambda t: re.match(r"\s*(private|protected|private_class_method)\b", t.text) or listed_ruby(t)),
    Rule("local of a method or a block", under(
        r"\s*((private|protected|module_function)\s+)?def\b|(?!.*\b(describe|context|included|class_methods|Struct\.new|Class\.new|Module\.new)\b).*(\bdo(\s*\|.*\|)?|\{(\s*\|.*\|)?)\s*$")),
    Rule("word of a condition that ctags takes for a constant", lambda t: t.kind == "constant" and not re.match(rf"\s*[\w:.]*{re.escape(t.name)}\s*(\|\|)?=", t.text)),
]
RUBY_CALLS = (r"\s*((private|public)\s+)?(class << self;\s*)?(let!?|subject|scope|attribute|store_accessor|[mc]attr_\w+|thread_mattr_\w+|class_attribute|config_accessor|"
              r"alias_method|alias_attribute|define_method|define_singleton_method|def_delegator)\b")
RUBY_OUTLINE_RULES = [
    Rule("task, route or test", lambda t: t.kind in ("task", "route", "test")),
    Rule("declared by a call that ctags does not know", lambda t: any(re.match(RUBY_CALLS, t.source.line(n)) for n in range(t.line, t.end + 1))),
    Rule("operator in an alias", lambda t: re.search(r"\balias\b", name_line(t))),
]

# Shell

SHELL_RULES = [
    ANONYMOUS,
    Rule("not a name of a function", lambda t: t.kind == "function" and not re.match(rf"\s*(function\s+)?{re.escape(t.name)}\s*(\(\s*\)|[({{]|$)", t.text)),
    Rule("array that ctags takes for a function", lambda t: t.name.endswith("=")),
    Rule("argument that ctags takes for an alias", lambda t: t.kind == "alias" and not re.match(r"\s*alias\s+[^-\s]", t.text)),
    Rule("inside a function or a here-document", lambda t: re.match(r"\s", t.text) and under(r"\s*(function\s+\S+|[\w:.-]+\s*\(\s*\)|@test\b.*)\s*[({]?\s*$")(t)),
]
SHELL_OUTLINE_RULES = [
    Rule("test of bats", lambda t: t.kind == "test"),
    Rule("variable", lambda t: t.kind in ("var", "const")),
]

# --- without ctags -----------------------------------------------------------


@dataclasses.dataclass
class Patterns:
    """A reader of a language that ctags does not know: lines that declare a
    type or a value (the group is the name), and lines below which, by their
    indentation, everything is local or private unless they open a type."""
    types: str
    values: str
    local: str

    TYPE_LINE = re.compile(r".*\b(class|struct|enum|protocol|actor|extension|trait|object|interface|package)\s+[\w`(]")
    PRIVATE_LINE = re.compile(r"\s*(private|fileprivate)\b(?!\[)")

    def hidden(self, tag: Tag) -> bool:
        return any(re.match(self.local, line) and not self.TYPE_LINE.match(line) or self.PRIVATE_LINE.match(line) for line in indented_under(tag))

    def read(self, source: Source) -> None:
        for number, line in code_lines(source):
            for group, pattern in ((TYPE, self.types), (VALUE, self.values)):
                if m := re.match(pattern, line):
                    name = m.group("name")
                    tag = Tag(source.path, name[1:-1] if name[0] in "\"'" else name, group, number, group, source=source)
                    if not self.hidden(tag):
                        source.tags.append(tag)
                    break


def code_lines(source: Source):
    """The lines that begin outside of a comment and of a long string."""
    quotes = ['"' * 3] + ["'" * 3] * (source.extension == ".groovy")
    string, comments = "", 0
    for number, line in enumerate(source.lines, 1):
        if string:
            string = "" if line.count(string) % 2 else string
            continue
        if comments:  # they nest, but in Groovy
            comments = max(0, comments + line.count("/*") - line.count("*/")) if source.extension != ".groovy" else "*/" not in line
            continue
        yield number, line
        string = next((q for q in quotes if line.count(q) % 2), "")
        comments = int(not string and re.search(r"(?:^|\s)/\*(?!.*\*/)", line) is not None)


SWIFT = (r"\s*(?:(?:@\w+(?:\([^)]*\))?|public|open|internal|package|final|static|class|mutating|override|required|convenience|indirect|nonisolated|lazy|weak|"
         r"private\(set\)|fileprivate\(set\))\s+)*")
SWIFT_PATTERNS = Patterns(
    types=SWIFT + r"(?:class|struct|enum|protocol|actor)\s+(?!func\b|var\b|let\b)(?P<name>\w+)",
    values=SWIFT + r"(?:func|var|let)\s+(?P<name>\w+)",
    local=r".*\b(func|init|deinit|subscript|get|set|didSet|willSet|if|guard|for|while|switch|do|catch|else|repeat|defer)\b.*"
          r"|\s*(?:[\w@()]+\s+)*(?:var|let)\b.*\{\s*$|.*[({]\s*(\[.*\]\s*)?[\w\s,:()]*\bin\s*$")

SCALA = (r"\s*(?:(?:@[\w.]+(?:\([^)]*\))?|final|sealed|abstract|implicit|lazy|override|case|protected(?:\[\w+\])?|inline|opaque|transparent|package|"
         r"private\[(?!this\b)\w+\])\s+)*")
SCALA_PATTERNS = Patterns(
    types=SCALA + r"(?:class|trait|object|enum)\s+(?P<name>\w+)",
    values=SCALA + r"def\s+(?P<name>\w*_[!#%&*+\-/<=>?@\\^|~]+|\w+)",
    local=r".*\b(def|val|var|if|else|for|while|match|given|yield|try|catch|new)\b.*|.*(=>|=|\()\s*$|.*\{\s*(\w+\s*=>\s*)?$|.*\bprivate\b(?!\[).*")

GROOVY = r"\s*(?:(?:@\w+(?:\([^)]*\))?|public|protected|static|final|abstract|synchronized|default|def)\s+)*"
GROOVY_PATTERNS = Patterns(
    types=GROOVY + r"(?:class|interface|trait|enum)\s+(?P<name>\w+)",
    values=GROOVY + r"(?:(?<=def\s)|(?:<[^()=]*>\s*)?(?!(?:private|return|new|else|throw|assert|case|in)\b)[A-Za-z][\w.]*(?:<[^()=]*>)?(?:\[\])*\s+)"
                    r"(?P<name>\w+|\"[^\"\n]*\"|'[^'\n]*')\s*\([^)]*(?:\)[^=.]*\{|,\s*$)",
    local=r".*\)\s*(throws [\w., ]+)?\{\s*$|.*->\s*$|.*\b(if|else|for|while|try|catch|finally|switch)\b.*\{\s*$"
          r"|\s*(static|[\w.]+(\s+[\w.]+)*|[\w.]+:\s*)\s*\{\s*$|.*\bprivate\b.*")

ZIG = r"\s*pub\s+(?:(?:export|extern(?:\s+\"\w+\")?|inline|noinline|threadlocal)\s+)*"
ZIG_PATTERNS = Patterns(
    types=ZIG + r"const\s+(?P<name>\w+)(?::\s*type)?\s*=\s*(?:packed\s+|extern\s+)?(?:struct|enum|union|opaque)\b.*\{",
    values=ZIG + r"(?:fn|const|var)\s+(?P<name>\w+)",
    local=r".*\b(fn|test|comptime|if|else|for|while|switch|defer|errdefer|blk)\b(?!.*\btype \{).*\{\s*$|\s*const\s.*\{\s*$|.*=>\s*\{\s*$|.*[({]\s*$(?<!struct \{)(?<!enum \{)"
          r"(?<!union\(enum\) \{)(?<!opaque \{)(?<!type \{)(?<!\) \{)")

DART = r"\s*(?:(?:@\w+(?:\([^)]*\))?|static|external|abstract|covariant|late|final|const|factory|base|sealed|interface|mixin)\s+)*"
DART_PATTERNS = Patterns(
    types=DART + r"(?:class|enum|mixin(?!\s+class))\s+(?P<name>[A-Za-z][\w$]*)",
    values=DART + r"(?!(?:return|await|throw|else|assert|new|in|yield|case|typedef|import|export|part)\b)(?:[\w.$]+(?:<[^()=]*>)?\??\s+)(?:get\s+|set\s+)?(?P<name>[A-Za-z][\w$]*)\s*(?:\([^=]*(?:\{|=>.*|,|\()\s*$|=>)",
    local=r".*\)\s*(async\*?\s*|sync\*\s*)?\{\s*$|.*[(\[,=]\s*$|.*=>.*$|.*\b(if|else|for|while|try|catch|finally|switch|do|get)\b.*\{\s*$|\s*\)|\s*'.*|.*:\s*$")

CONSTRUCTOR_DART = Rule("constructor, which has no type before its name", lambda t: t.name == t.scope.split(".")[-1] or re.search(rf"[\w$]\.{re.escape(t.name)}\(", name_line(t)))
DART_TEXT = Rule("declared without a body, or by a text that the expressions do not know", lambda t: declared_by_text(t, re.compile(
    DART + r"(?:[\w.$<>?, ()]+\s)?(?:get\s+|set\s+)?" + re.escape(t.name) + r"\s*(?:[(;=<]|$)")))

NOT_LOOKED_FOR = Rule("not looked for by the expressions", lambda t: t.name in ("init", "this", "subscript") or not re.match(r"\w", t.name) or t.kind in (
    "const", "type", "field", "task", "val", "property", "var", "extension", "operator"))


def groovy_unusual(symbol: Tag) -> bool:
    line = name_line(symbol)
    if symbol.name == symbol.scope.split(".")[-1] or "@interface" in line or not re.search(r"\{\s*(//.*)?$|,\s*$", line):
        return True
    return re.match(r"\s*((public|protected|static|final|abstract)\s+)*(<.*>\s*\w+|[\w.]+<.*<.*|[a-z][\w.]*\[\]|(?!def|void)\w+\s+\w+\s+)?\w+\s*\(.*", line) is not None and \
        not re.match(r"\s*(public|protected|static|final|\s)*(def|void|[A-Z]\w*)\s+\w+\s*\(", line)


GROOVY_OUTLINE_RULES = [
    Rule("constructor, annotation type, or declared without body or type, which the expressions leave out", groovy_unusual),
    NOT_LOOKED_FOR,
]

# --- languages ---------------------------------------------------------------

C_VALUES = "macro enumerator function prototype variable externvar member"


def cpp_name(name: str) -> str:
    """Operators without spaces, specialisations by the name of their template."""
    name = re.sub(r"\s+", "", name)
    return name if name.startswith("operator") else name.split("<")[0]


def languages() -> dict[str, Language]:
    script_types = "class interface enum alias namespace"
    script_values = "function generator method property field getter setter constant variable enumerator"
    javascript = Language("JavaScript", script_types, script_values, SCRIPT_RULES, SCRIPT_OUTLINE_RULES, name=script_name, regroup=script_group)
    typescript = Language("TypeScript", script_types, script_values, SCRIPT_RULES, SCRIPT_OUTLINE_RULES, name=script_name, regroup=script_group)
    return {
        "C": Language("C", "struct union enum typedef", C_VALUES, C_RULES, C_OUTLINE_RULES, regroup=c_group),
        "C++": Language("C++", "struct union enum typedef class alias", C_VALUES, CPP_RULES, C_OUTLINE_RULES, name=cpp_name, regroup=c_group),
        "C#": Language("C#", "class struct interface enum", "method field property event enumerator", CSHARP_RULES, [Rule(LOST_PLACE, csharp_declares)]),
        "Dart": Language("", TYPE, VALUE, [], [CONSTRUCTOR_DART, DART_TEXT, NOT_LOOKED_FOR], patterns=DART_PATTERNS),
        "Elixir": Language("Elixir", "module protocol type", "function macro callback delegate guard", ELIXIR_RULES, ELIXIR_OUTLINE_RULES,
                           name=lambda name: name if " " in name else name.split(".")[-1].strip(":")),
        "Go": Language("Go", "struct interface type alias", "func const var member anonMember methodSpec", GO_RULES),
        "Groovy": Language("", TYPE, VALUE, [], GROOVY_OUTLINE_RULES, patterns=GROOVY_PATTERNS),
        "Java": Language("Java", "class interface enum annotation", "method field enumConstant", JAVA_RULES, JAVA_OUTLINE_RULES, regroup=java_group),
        "JavaScript": javascript,
        "Kotlin": Language("Kotlin", "class interface object typealias", "method constant variable", KOTLIN_RULES, KOTLIN_OUTLINE_RULES,
                           name=lambda name: name.strip("`")),
        "Lua": Language("Lua", "", "function", LUA_RULES, LUA_OUTLINE_RULES, name=lambda name: re.split(r"[.:]", name)[-1]),
        "PHP": Language("PHP", "class interface trait", "function variable define", PHP_RULES, [Rule(LOST_PLACE, php_declares)]),
        "PowerShell": Language("PowerShell", "", "function", POWERSHELL_RULES, [FUNCTIONS_ALONE, METHOD, POWERSHELL_LOST], name=lambda name: name.split(":")[-1]),
        "Python": Language("Python", "class", "function member variable", PYTHON_RULES, PYTHON_OUTLINE_RULES),
        "R": Language("R", "", "function", R_RULES, [FUNCTIONS_ALONE, METHOD, R_LOST], name=lambda name: name.strip("`")),
        "Ruby": Language("Ruby", "class module", "method singletonMethod constant accessor alias", RUBY_RULES, RUBY_OUTLINE_RULES,
                         name=lambda name: name.split("::")[-1].rstrip("=?!") or name),
        "Rust": Language("Rust", "struct enum interface typedef module", "function method field enumerator variable macro", RUST_RULES, RUST_OUTLINE_RULES),
        "Scala": Language("", TYPE, VALUE, [], [NOT_LOOKED_FOR], patterns=SCALA_PATTERNS),
        "Shell": Language("Sh", "", "function alias", SHELL_RULES, SHELL_OUTLINE_RULES),
        "Swift": Language("", TYPE, VALUE, [], [NOT_LOOKED_FOR], patterns=SWIFT_PATTERNS),
        "TSX": typescript,
        "TypeScript": typescript,
        "Zig": Language("", TYPE, VALUE, [], [NOT_LOOKED_FOR], patterns=ZIG_PATTERNS),
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


def git(folder: str, *arguments: str) -> str:
    return subprocess.run(["git", "-C", folder, *arguments], capture_output=True, text=True).stdout.strip()


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
        source.tags[-1].group = language.regroup(source.tags[-1])
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
        self.dropped: dict[str, list[Tag]] = collections.defaultdict(list)  # by reason
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
            count.dropped["ctags: " + reason].append(t)
            continue
        count.tags += 1
        if any(s.line <= t.line <= s.end and t.group in (s.group, EITHER) for s in by_name[t.name]):
            count.tags_found += 1
        else:
            count.missing.append(t)
    by_name = collections.defaultdict(list)
    for t in source.tags:
        by_name[t.name].append(t)
    for s in source.symbols:
        if not s.exported or not s.shown:
            continue
        if any(s.line <= t.line <= s.end and (t.group in (s.group, EITHER) or t.kind not in kinds) for t in by_name[s.name]):
            count.symbols_found += 1
        elif reason := dropped(s, language.outline_rules):
            count.dropped["outline: " + reason].append(s)
            continue
        else:
            count.extra.append(s)
        count.symbols += 1


def measure(name: str, language: Language | None, files: list[dict]) -> Count:
    count = Count()
    sources = {f["path"]: Source(f["path"], f) for f in files}
    if language is not None and language.patterns is None:
        ctags(language, sources)
    for source in sources.values():
        if language is not None and language.patterns is not None:
            language.patterns.read(source)
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
        text = name_line(t).strip()
        print(f"    {os.path.relpath(t.path, folder)}:{t.line}: {t.kind} {t.scope + '.' if t.scope else ''}{t.name}   {text[:100]}".rstrip())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", metavar="FOLDER")
    parser.add_argument("--language", "-l", action="append", help="only this language, as ctxpack spells it; may be repeated")
    parser.add_argument("--sample", "-n", type=int, default=15, help="how many differences to print (default 15)")
    parser.add_argument("--rules", "-r", action="store_true", help="print a sample of what each rule left out, too")
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
        commit = git(folder, "rev-parse", "--short=10", "HEAD")
        inside = git(folder, "rev-parse", "--show-prefix").rstrip("/")
        label = os.path.basename(folder[:len(folder) - len(inside)].rstrip("/")) + ("/" + inside if inside else "")
        for name in sorted(by_language):
            if options.language and name not in options.language:
                continue
            if name not in known and not options.language:
                continue
            files = by_language[name]
            if options.max_files and len(files) > options.max_files:
                files = random.Random(options.seed).sample(files, options.max_files)
            c = measure(name, known.get(name), files)
            cells = [name, f"{label} {commit}".strip(), str(c.files), percent(c.clean, c.files),
                     percent(c.tags_found, c.tags), percent(c.symbols_found, c.symbols), percent(c.outline, c.bytes)]
            if options.table:
                print("| " + " | ".join(cells) + " |", flush=True)
                continue
            print(f"{cells[0]}, {cells[1]}: {c.files} files, {cells[3]} clean, recall {cells[4]} ({c.tags_found} of {c.tags}), "
                  f"precision {cells[5]} ({c.symbols_found} of {c.symbols}), outline {cells[6]}")
            for reason, n in c.fallbacks.most_common():
                print(f"  without outline, {reason}: {n}")
            for reason, list_ in sorted(c.dropped.items(), key=lambda item: -len(item[1])):
                if options.rules:
                    show(f"not compared, {reason}", list_, options, folder)
                else:
                    print(f"  not compared, {reason}: {len(list_)}")
            show("only ctags", c.missing, options, folder)
            show("only the outline", c.extra, options, folder)
            sys.stdout.flush()


if __name__ == "__main__":
    main()
