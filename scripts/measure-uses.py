#!/usr/bin/env python3
"""Compare the uses that `ctxpack uses` finds with the references of a language server.

    scripts/measure-uses.py [options] EXTENSIONS REPOSITORY -- SERVER [ARGUMENT...]

EXTENSIONS are those of the sources, such as "go" or "ts,tsx". The functions and methods
that the server's outline has of all tracked files that are not of tests, at the top level
or members of types and modules there, but for modules called tests, are put in the order of the SHA-256 of "path:line:name"; the
first ones are compared. A use is a pair of file and line, in tracked files, without the
declaration itself. Printed are, over all uses together and as the mean over the names:
recall (share of the server's that ctxpack has) and precision (share of ctxpack's that the
server has), and precision of those alone that ctxpack is sure of.

With --definitions the server is asked what is meant at the places that only ctxpack has:
where it does not know (a parameter without a type), its silence says nothing. With
--judge COMMAND another server is asked the same, one that knows more of these, and where
its definition is the one in question, the place counts as right in a last figure.

The server's answers are kept in --truth, and read from there if it exists.
"""
import argparse
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import threading
import time
import urllib.parse

TEST = re.compile(r"(^|/)(tests?|__tests__|testdata|testutil|spec|examples?|benches|docs|dtslint|fixtures)/|_test\.\w+$|(^|/)(test_[^/]*|conftest)\.py$|\.(spec|test|d)\.\w+$")
FUNCTIONS, TYPES = {6, 9, 12}, {2, 3, 4, 5, 10, 11, 19, 23}
LANGUAGES = {"go": "go", "py": "python", "ts": "typescript", "tsx": "typescriptreact", "rs": "rust", "cc": "cpp", "h": "cpp"}


class Server:
    """A language server on its standard streams."""

    def __init__(self, command, root):
        self.root, self.answers, self.next, self.busy, self.quiet = root, {}, 0, set(), time.time()
        self.process = subprocess.Popen(command, cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.changed = threading.Condition()
        threading.Thread(target=self.read, daemon=True).start()
        uri = pathlib.Path(root).as_uri()
        capabilities = {
            "textDocument": {"documentSymbol": {"hierarchicalDocumentSymbolSupport": True}},
            "window": {"workDoneProgress": True}, "workspace": {"configuration": True, "workspaceFolders": True},
        }
        self.ask("initialize", {"processId": os.getpid(), "rootUri": uri, "capabilities": capabilities,
                                "workspaceFolders": [{"uri": uri, "name": "root"}]})
        self.send({"method": "initialized", "params": {}})

    def send(self, message):
        data = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(data) + data)
        self.process.stdin.flush()

    def read(self):
        out = self.process.stdout
        while line := out.readline():
            length = 0
            while line.strip():
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
                line = out.readline()
            message = json.loads(out.read(length))
            with self.changed:
                if "method" in message:
                    self.notice(message)
                else:
                    self.answers[message["id"]] = message
                self.changed.notify_all()

    def notice(self, message):
        params = message.get("params") or {}
        if "id" in message:
            result = [{} for _ in params.get("items", [])] if message["method"] == "workspace/configuration" else None
            self.send({"id": message["id"], "result": result})
        elif message["method"] == "$/progress":
            self.quiet = time.time()
            {"begin": self.busy.add, "end": self.busy.discard}.get(params["value"].get("kind"), lambda _: None)(str(params["token"]))

    def ask(self, method, params, patience=300):
        self.next += 1
        number = self.next
        self.send({"id": number, "method": method, "params": params})
        with self.changed:
            if not self.changed.wait_for(lambda: number in self.answers, patience):
                sys.exit(f"no answer to {method}")
        return self.answers.pop(number).get("result")

    def settle(self, seconds):
        """Wait until nothing is under way for some seconds."""
        self.quiet = time.time()
        while self.busy or time.time() - self.quiet < seconds:
            time.sleep(0.2)

    def uri(self, path):
        return pathlib.Path(self.root, path).as_uri()

    def open(self, path):
        text = pathlib.Path(self.root, path).read_text(errors="replace")
        language = LANGUAGES.get(path.rsplit(".", 1)[-1], "")
        self.send({"method": "textDocument/didOpen", "params": {"textDocument": {
            "uri": self.uri(path), "languageId": language, "version": 1, "text": text}}})

    def close(self, path):
        self.send({"method": "textDocument/didClose", "params": {"textDocument": {"uri": self.uri(path)}}})

    def functions(self, path):
        """Functions and methods of a file: (name, line, character), from 0."""
        def visit(symbols):
            for s in symbols:
                name = re.sub(r"^\(.*\)\.", "", s["name"])  # (*T).Method
                if s["kind"] in FUNCTIONS and re.fullmatch(r"[A-Za-z_$][\w$]*", name) and "selectionRange" in s:
                    start = s["selectionRange"]["start"]
                    yield name, start["line"], start["character"]
                elif s["kind"] in TYPES and s["name"] not in ("test", "tests"):
                    yield from visit(s.get("children") or [])
        return list(visit(self.ask("textDocument/documentSymbol", {"textDocument": {"uri": self.uri(path)}}) or []))

    def references(self, path, line, character):
        found = self.ask("textDocument/references", {
            "textDocument": {"uri": self.uri(path)}, "position": {"line": line, "character": character},
            "context": {"includeDeclaration": False}}) or []
        for place in found:
            name = urllib.parse.unquote(urllib.parse.urlparse(place["uri"]).path)
            yield os.path.relpath(name, self.root), place["range"]["start"]["line"] + 1


    def meant(self, path, line, name):
        """Where the server says that a name on a line is declared: path and line; None if
        the name does not stand there."""
        text = pathlib.Path(self.root, path).read_text(errors="replace").split("\n")[line - 1]
        at = re.search(r"(?<![\w$])" + re.escape(name) + r"(?![\w$])", text)
        if not at:
            return None
        self.open(path)
        found = self.ask("textDocument/definition", {
            "textDocument": {"uri": self.uri(path)}, "position": {"line": line - 1, "character": at.start()}})
        self.close(path)
        places = []
        for place in found if isinstance(found, list) else [found] if found else []:
            uri, span = place.get("uri") or place["targetUri"], place.get("range") or place["targetSelectionRange"]
            places.append((os.path.relpath(urllib.parse.unquote(urllib.parse.urlparse(uri).path), self.root), span["start"]["line"] + 1))
        return places


def tracked(root):
    return subprocess.run(["git", "ls-files"], cwd=root, capture_output=True, text=True, check=True).stdout.split("\n")[:-1]


def ask_server(options, root):
    """What the server says of the chosen names: path, name, line, and its uses."""
    files = tracked(root)
    sources = [f for f in files if f.rsplit(".", 1)[-1] in options.extensions.split(",") and re.match(options.under, f) and os.path.isfile(os.path.join(root, f))]
    server = Server(options.server, root)
    chosen = []
    for path in [f for f in sources if not TEST.search(f)]:
        server.open(path)
        if not chosen:
            server.settle(options.settle)
        chosen += [(path, *found) for found in server.functions(path)]
        server.close(path)
    chosen.sort(key=lambda c: hashlib.sha256(f"{c[0]}:{c[2] + 1}:{c[1]}".encode()).hexdigest())
    truth, known = [], set(files)
    for path, name, line, character in chosen[:options.names]:
        server.open(path)
        uses = {(p, n) for p, n in server.references(path, line, character) if p in known and (p, n) != (path, line + 1)}
        server.close(path)
        truth.append({"path": path, "name": name, "line": line + 1, "uses": sorted(uses)})
    server.process.kill()
    return truth


def compare(options, root, truth):
    totals, means, right_sure, all_sure, missing, wrong = [0, 0, 0], [], 0, 0, 0, []
    for one in truth:
        command = [options.ctxpack, "uses", f"{one['path']}:{one['line']}", "--format", "json", "-b", "100m", "-q"]
        run = subprocess.run(command, cwd=root, capture_output=True, text=True)
        wanted = {tuple(u) for u in one["uses"] if re.match(options.within, u[0])}
        uses = json.loads(run.stdout).get("uses", []) if run.returncode == 0 else []
        uses = [u for u in uses if re.match(options.within, u["path"])]
        declared = json.loads(run.stdout)["declarations"][0]["name"] if run.returncode == 0 else ""
        if not re.search(r"(^|\.)" + re.escape(one["name"]) + "$", declared):
            missing += 1
            uses = []
            if options.misses:
                print("UNDECLARED", one["path"], one["line"], one["name"], repr(declared), run.stderr.strip())
        found = {(u["path"], u["line"]) for u in uses}
        sure = {(u["path"], u["line"]) for u in uses if u["sure"]}
        both = len(wanted & found)
        totals = [totals[0] + both, totals[1] + len(wanted), totals[2] + len(found)]
        wrong += [((path, line, one["name"]), (one["path"], one["line"])) for path, line in sorted(found - wanted)]
        right_sure, all_sure = right_sure + len(sure & wanted), all_sure + len(sure)
        means.append((both / len(wanted) if wanted else None, both / len(found) if found else None))
        if options.misses:
            for kind, places in (("MISSED", wanted - found), ("WRONG", found - wanted)):
                for path, line in sorted(places):
                    text = pathlib.Path(root, path).read_text(errors="replace").split("\n")[line - 1].strip()
                    print(kind, "sure" if (path, line) in sure else "    ", f"{one['path']}:{one['line']} {declared or one['name']}  {path}:{line}: {text[:100]}")
    share = lambda a, b: f"{100 * a / b:5.1f}%" if b else "    -"
    mean = lambda list: f"{100 * sum(list) / len(list):5.1f}%" if list else "    -"
    print(f"{len(truth)} names ({missing} not found), {totals[1]} uses by the server, {totals[2]} by ctxpack: "
          f"recall {share(totals[0], totals[1])} (mean {mean([m for m, _ in means if m is not None])}), "
          f"precision {share(totals[0], totals[2])} (mean {mean([p for _, p in means if p is not None])}), "
          f"of the sure {share(right_sure, all_sure)} of {all_sure}")
    if options.definitions:
        silent = sum(answer == [] for answer, _ in definitions(options.server, options, root, truth, wrong))
        print(f"of {len(wrong)} places that only ctxpack has, the server does not know what {silent} are; "
              f"precision without those {share(totals[0], totals[2] - silent)}")
    if options.judge:
        right = sum(declared in (answer or []) for answer, declared in definitions(options.judge.split(), options, root, truth, wrong))
        print(f"of {len(wrong)} places that only ctxpack has, {right} are right by {options.judge.split()[0]}; "
              f"precision with those {share(totals[0] + right, totals[2])}")


def definitions(command, options, root, truth, places):
    """What a server says is meant at places, each with the declaration in question."""
    server = Server(command, root)
    server.open(truth[0]["path"])
    server.settle(options.settle)
    for place, declared in places:
        yield server.meant(*place), declared
    server.process.kill()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("extensions")
    parser.add_argument("repository")
    parser.add_argument("server", nargs="*")
    parser.add_argument("--ctxpack", default="ctxpack", help="the program to measure")
    parser.add_argument("--names", type=int, default=200)
    parser.add_argument("--under", default="", help="a regular expression that paths of the declarations begin with")
    parser.add_argument("--within", default="", help="a regular expression that paths of uses begin with: of the files that the server's project has")
    parser.add_argument("--truth", default="", help="the file that keeps the server's answers")
    parser.add_argument("--settle", type=float, default=5, help="seconds of silence after which the server is ready")
    parser.add_argument("--definitions", action="store_true", help="ask what the places are that only ctxpack has")
    parser.add_argument("--judge", default="", metavar="COMMAND", help="another server, to judge the places that only ctxpack has")
    parser.add_argument("--misses", action="store_true", help="print each difference")
    options = parser.parse_args()
    root = os.path.realpath(options.repository)
    if options.truth and os.path.exists(options.truth):
        truth = json.loads(pathlib.Path(options.truth).read_text())
    else:
        truth = ask_server(options, root)
        if options.truth:
            pathlib.Path(options.truth).write_text(json.dumps(truth))
    compare(options, root, truth)


if __name__ == "__main__":
    main()
