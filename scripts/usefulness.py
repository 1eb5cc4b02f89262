#!/usr/bin/env python3
"""How much of a task's bundle has to do with what was edited.

    scripts/usefulness.py LIST --mirror MIRROR --ctxpack PROGRAM --work FOLDER [--split tune] [--each 3] [--budget 8000]

LIST is that of scripts/taskrequests.py. Of the tokens of the files' texts in the bundle of each request, the percentages that
are of: files that the commit edits, tests of them (by their names), files that use what is edited (a name of a declaration
with an edited line), files that declare what it uses, and files in the same folder; the last column is all the rest. A file
counts in the first of them that it belongs to. Names that several of the files declare say nothing.
"""
import argparse
import collections
import json
import os
import re
import statistics
import subprocess
import tempfile

import taskrequests

WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]{3,}")
LONG = 200  # lines; a declaration with more holds others, and not all of it is edited
KINDS = ["edited", "test", "users", "callees", "folder", "rest"]


def declared(ctxpack, folder, paths):
    """The declarations of files: names with their first and last lines."""
    names = {}
    for at in range(0, len(paths), 200):
        done = subprocess.run([ctxpack, "signatures", "--json", "--", *paths[at:at + 200]], cwd=folder, capture_output=True, check=True)
        for f in json.loads(done.stdout)["files"]:
            names[f["path"]] = [(s["name"], s["start_line"], s["end_line"]) for s in f.get("symbols") or () if len(s["name"]) > 3]
    return names


def stem(path):
    base = path.rsplit("/", 1)[-1].split(".")[0].lower()
    return re.sub(r"^tests?_|[_-]?(tests?|spec)$", "", base)


def kinds(ctxpack, folder, shown, edited):
    """What each file that is shown is to those that were edited."""
    paths = sorted(p for p in set(shown) | set(edited) if os.path.isfile(os.path.join(folder, p)))
    names = declared(ctxpack, folder, paths)
    texts = {}
    for p in paths:
        with open(os.path.join(folder, p), errors="replace") as f:
            texts[p] = f.read().split("\n")
    words = {p: set(WORD.findall("\n".join(lines))) for p, lines in texts.items()}
    owners = collections.Counter(n for p in names for n in {d[0] for d in names[p]})
    own = {p: {n for n, _, _ in names.get(p, ()) if owners[n] == 1} for p in paths}
    theirs, used = set(), set()
    for p, lines in edited.items():
        around = [d for d in names.get(p, ()) if d[2] - d[1] < LONG and any(d[1] <= n <= d[2] for n in lines)]
        theirs |= {d[0] for d in around} & own.get(p, set())
        for first, last in {(d[1], d[2]) for d in around} | {(n, n) for n in lines}:
            used |= set(WORD.findall("\n".join(texts.get(p, [])[first - 1:last])))
    folders, stems = {os.path.dirname(p) for p in edited}, {stem(p) for p in edited}

    def kind(p):
        if p in edited:
            return "edited"
        if taskrequests.ASIDE.search(p) and stem(p) in stems:
            return "test"
        if words.get(p, set()) & theirs:
            return "users"
        if own.get(p, set()) & used:
            return "callees"
        return "folder" if os.path.dirname(p) in folders else "rest"
    return {p: kind(p) for p in shown}


def measure(row, folder, opt):
    with tempfile.TemporaryDirectory() as place:
        text, report = os.path.join(place, "task"), os.path.join(place, "report")
        with open(text, "w", encoding="utf-8") as f:
            f.write(row["text"])
        subprocess.run([opt.ctxpack, "pack", ".", "-b", str(opt.budget), "--task", "@" + text, "--report", report, "-o", os.path.join(place, "out.md"),
                        "--cache-dir", os.path.join(opt.work, ".cache"), "--no-config", "--quiet"], cwd=folder, capture_output=True, check=True)
        with open(report, encoding="utf-8") as f:
            shown = {f["path"]: f["shown_tokens"] for f in json.load(f)["files"] if f["tier"] != "skip"}
    found = kinds(opt.ctxpack, folder, list(shown), row["sought"])
    total = collections.Counter()
    for path, tokens in shown.items():
        total[found[path]] += tokens
    return {k: 100 * total[k] / max(sum(total.values()), 1) for k in KINDS}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("list")
    for flag in ("--mirror", "--ctxpack", "--work"):
        parser.add_argument(flag, required=True)
    parser.add_argument("--split", default="tune")
    parser.add_argument("--each", type=int, default=3, help="requests of a repository, at most")
    parser.add_argument("--budget", type=int, default=8000)
    opt = parser.parse_args()
    opt.ctxpack = os.path.abspath(opt.ctxpack)
    by, rows = collections.defaultdict(list), []
    for row in taskrequests.read(opt.list):
        if row["split"] in opt.split.split(",") and len(by[row["repo"]]) < opt.each:
            by[row["repo"]].append(row)
    for name, list_ in sorted(by.items()):
        folder = taskrequests.tree(opt.mirror, name, opt.work)
        found = []
        for row in list_:
            taskrequests.git(folder, "checkout", "-q", "-f", "--detach", row["commit"], check=False)
            if taskrequests.git(folder, "rev-parse", "HEAD").strip() == row["commit"]:
                found.append(measure(row, folder, opt))
        if found:
            rows.append({k: statistics.fmean(f[k] for f in found) for k in KINDS})
            print(f"{name:34}" + "".join(f" {k} {rows[-1][k]:5.1f}" for k in KINDS), flush=True)
    print(f"{'all':34}" + "".join(f" {k} {statistics.fmean(r[k] for r in rows):5.1f}" for k in KINDS))


if __name__ == "__main__":
    main()
