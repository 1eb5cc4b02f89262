#!/usr/bin/env python3
"""Tries values of one of the fitted numbers (scorer/fitted/fitted.go).

    scripts/fit.py NAME VALUE... -- COMMAND...

For each value, and for the one that is there, the program is built with it in a copy of
the work tree, and COMMAND is run with {} in its words replaced by the program's path.
The last line that it prints is the result, such as the one that an evaluation ends with.
Nothing is changed in the work tree.

Exit code: 0 if all values were tried, 1 if a build or a command failed, 2 for a usage error.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

TABLE = "scorer/fitted/fitted.go"


def tracked(root):
    listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=root, check=True, capture_output=True)
    return [name for name in listed.stdout.decode().split("\0") if name]


def copy(root, to):
    for name in tracked(root):
        source, target = root / name, to / name
        if source.is_file():
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(source.read_bytes())
            target.chmod(source.stat().st_mode)


def main(arguments):
    if "--" not in arguments or arguments.index("--") < 2 or arguments[-1] == "--":
        sys.exit(__doc__)
    at = arguments.index("--")
    name, values, command = arguments[0], arguments[1:at], arguments[at + 1:]
    root = pathlib.Path(__file__).resolve().parent.parent
    row = re.compile(rf"^(\t{re.escape(name)}\s*=\s*)(-?\d+)", re.MULTILINE)
    text = (root / TABLE).read_text()
    found = row.search(text)
    if not found:
        print(f"fit: {TABLE} has no number {name}", file=sys.stderr)
        return 2
    if not all(re.fullmatch(r"-?\d+", value) for value in values):
        print("fit: values are integers", file=sys.stderr)
        return 2
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        place = pathlib.Path(folder)
        copy(root, place)
        for value in dict.fromkeys([found.group(2), *values]):
            (place / TABLE).write_text(row.sub(rf"\g<1>{value}", text))
            program = place / "ctxpack"
            try:
                subprocess.run(["go", "build", "-o", program, "."], cwd=place, check=True)
                run = subprocess.run([word.replace("{}", str(program)) for word in command], check=True, capture_output=True, text=True)
            except (subprocess.CalledProcessError, OSError) as error:
                print(f"{name} {value}: {error}", file=sys.stderr)
                failed = True
                continue
            lines = run.stdout.splitlines()
            print(f"{name} {value}: {lines[-1] if lines else ''}", flush=True)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
