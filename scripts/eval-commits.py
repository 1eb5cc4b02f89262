#!/usr/bin/env python3
"""Measures what share of past edits a bundle would have shown.

Usage: scripts/eval-commits.py [--ctxpack PROGRAM] [-n COMMITS] [--budgets 8k,32k,128k]
           [--json] [REPOSITORY] [-- FLAGS OF ctxpack pack]

Takes the last commits that edit 1 to 25 source files, packs the commit before each one in
a clone, with the message as the task, and prints the share of the edited files, and of the
edited lines, that the bundle shows: beside the same without a task, and beside whole files
in the order of BM25. A file counts if the bundle shows part of it; lines count if the
bundle has them word for word, as a mean over files. The repository is only read.
Needs git and Python 3.9.
"""
import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

MOST_FILES = 25  # source files that a commit may edit
PAST = 3000  # commits that are looked at
HEADING = 25  # tokens around a file, about
METHODS = {"task": "task", "no_task": "no task", "bm25": "BM25, whole files"}


def git(folder, *args):
    return subprocess.run(["git", "-C", str(folder), *args], check=True, capture_output=True, text=True, errors="surrogateescape").stdout


def without_trailers(message):
    return "\n".join(line for line in message.split("\n") if not re.match(r"[^\s:]*-by:", line))


def edits(folder, commit, prefix):
    """The lines before the commit that it edits, by file; an insertion is the line it follows."""
    found, path = {}, None
    diff = git(folder, "-c", "core.quotePath=false", "diff", "-U0", "--no-renames", "--no-color", "--no-ext-diff", "--src-prefix=a/", "--diff-filter=M", f"{commit}^", commit)
    for line in diff.split("\n"):
        if line.startswith("--- a/"):
            path = line[len("--- a/"):].rstrip("\t")
        elif (m := re.match(r"@@ -(\d+)(?:,(\d+))? \+", line)) and path is not None and path.startswith(prefix):
            start, count = int(m[1]), int(m[2] or 1)
            found.setdefault(path[len(prefix):], []).extend(range(start, start + count) if count else [max(start, 1)])
    return found


class Evaluation:
    def __init__(self, options, work):
        self.options, self.work = options, work
        self.top = git(options.repository, "rev-parse", "--show-toplevel").rstrip("\n")
        self.prefix = git(options.repository, "rev-parse", "--show-prefix").rstrip("\n")
        self.clone = work / "clone" / os.path.basename(self.top)
        git(".", "clone", "-q", "--no-checkout", self.top, str(self.clone))

    def pack(self, budget, task):
        """The report on a bundle; None if there is no bundle of this size."""
        report = self.work / "report.json"
        command = [self.options.ctxpack, "pack", str(self.clone / self.prefix), "-q", "-b", budget, "-o", str(self.work / "bundle.md"), "--report", str(report),
                   "--no-config", "--cache-dir", str(self.work / "cache"), *self.options.flags]
        if task:
            (self.work / "task").write_text(task, errors="surrogateescape")
            command += ["--task", f"@{self.work / 'task'}"]
        result = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "CTXPACK_NO_ECHO": "true"})
        if result.returncode == 4:
            return None
        if result.returncode not in (0, 3):
            raise ValueError(result.stderr.strip())
        return json.loads(report.read_text())["files"]

    def commit(self, commit):
        """What bundles show of a commit's edits, by method and budget; None if it is no such commit."""
        message = without_trailers(git(self.clone, "log", "-1", "--format=%B", commit).strip())
        changed = edits(self.clone, commit, self.prefix)
        if not message or not changed:
            return None
        try:
            git(self.clone, "checkout", "-q", "--force", "--detach", f"{commit}^")
            git(self.clone, "clean", "-qffdx")
        except subprocess.CalledProcessError as e:  # such as a file that the clone does not have
            print(f"{commit} is passed over: {e.stderr.strip().splitlines()[0]}", file=sys.stderr)
            return None
        shares = {method: [] for method in METHODS}
        for n, budget in enumerate(self.options.budgets):
            try:
                ranked, free = self.pack(budget, message), self.pack(budget, "")
            except ValueError as e:
                if "no word to search for" in str(e):
                    return None
                sys.exit(f"{commit}: {e}")
            if n == 0:
                known = [f for f in ranked or self.pack("1m", message) if "task" in f]  # those that are ranked
                classes = {f["path"]: f["class"] for f in known}
                changed = {path: lines for path, lines in changed.items() if classes.get(path) in ("source", "test")}
                if not 0 < len(changed) <= MOST_FILES:
                    return None
            shares["task"].append(share(changed, shown(ranked)))
            shares["no_task"].append(share(changed, shown(free)))
            shares["bm25"].append(share(changed, by_content(known, tokens(budget))))
        return {"commit": commit, "subject": message.split("\n")[0], "files": sorted(changed), "shares": shares}

    def run(self):
        commits = []
        for commit in git(self.clone, "rev-list", "--no-merges", "-n", str(PAST), "HEAD", "--", f"./{self.prefix}").split():
            if len(commits) == self.options.commits:
                break
            if subprocess.run(["git", "-C", str(self.clone), "rev-parse", "-q", "--verify", f"{commit}^"], capture_output=True).returncode:
                continue
            done = self.commit(commit)
            if done:
                commits.append(done)
                if sys.stderr.isatty():
                    print(f"\r{len(commits)} of {self.options.commits} commits ", end="", file=sys.stderr)
        if not commits:
            sys.exit("no commit changes source files and says in words why")
        return commits


def shown(files):
    """The ranges of lines that a bundle shows, by file; None for all lines."""
    return {f["path"]: None if f["tier"] == "full" else f.get("ranges", []) for f in files or [] if f["tier"] != "skip"}


def by_content(files, budget):
    """Whole files in the order of BM25 with the message, as far as the budget goes."""
    there = {}
    for f in sorted((f for f in files if f["class"] != "other"), key=lambda f: -f["task"]["content"]):
        if (cost := f["tokens"] + HEADING) <= budget:
            there[f["path"]] = None
            budget -= cost
    return there


def share(changed, there):
    files = lines = 0
    for path, edited in changed.items():
        if path not in there:
            continue
        files += 1000
        ranges = there[path]
        hit = len(edited) if ranges is None else sum(any(a <= line <= b for a, b in ranges) for line in edited)
        lines += 1000 * hit // len(edited)
    return {"files": files // len(changed), "lines": lines // len(changed)}


def tokens(budget):
    factor = {"k": 1_000, "m": 1_000_000}.get(budget[-1].lower(), 1)
    return int(budget.rstrip("kKmM")) * factor


def print_table(name, budgets, commits):
    count = "1 commit" if len(commits) == 1 else f"{len(commits)} commits"
    print(f"{count} of {name}: percent of the edited files that a bundle shows, and of the edited lines\n")
    print(" " * 18 + "".join(f"  {b:>12}" for b in budgets))
    print(" " * 18 + "  {:>6} {:>5}".format("files", "lines") * len(budgets))
    for method, title in METHODS.items():
        row = f"{title:18}"
        for n in range(len(budgets)):
            for what, width in (("files", 8), ("lines", 6)):
                total = sum(c["shares"][method][n][what] for c in commits)
                row += f"{(total + len(commits) // 2) // len(commits) / 10:{width}.1f}"
        print(row)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("repository", nargs="?", default=".")
    parser.add_argument("--ctxpack", default="ctxpack", help="the program")
    parser.add_argument("-n", "--commits", type=int, default=30)
    parser.add_argument("--budgets", default="8k,32k,128k")
    parser.add_argument("--json", action="store_true")
    own, flags = sys.argv[1:], []
    if "--" in own:
        own, flags = own[:own.index("--")], own[own.index("--") + 1:]
    options = parser.parse_args(own)
    options.flags, options.budgets = flags, options.budgets.split(",")
    with tempfile.TemporaryDirectory() as work:
        evaluation = Evaluation(options, pathlib.Path(work))
        commits = evaluation.run()
        if options.json:
            json.dump({"root": os.path.basename(evaluation.top), "budgets": options.budgets, "commits": commits}, sys.stdout, indent=2)
            print()
        else:
            print_table(os.path.basename(evaluation.top), options.budgets, commits)


main()
