"""The command line."""

from __future__ import annotations

import argparse
import sys

import numpy as np

from . import check, fit, read_csv, surge
from .harmonic import TooShortError


def main(argv: list[str] | None = None) -> int:
    """Run a command and return its exit code."""
    args = build_parser().parse_args(argv)
    try:
        return args.run(args)
    except (OSError, TooShortError, ValueError) as error:
        print(f"tidewater: {error}", file=sys.stderr)
        return 1


def build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="tidewater", description=__doc__)
    commands = parser.add_subparsers(required=True)

    check_parser = commands.add_parser("check", help="count suspicious readings")
    check_parser.add_argument("file")
    check_parser.set_defaults(run=run_check)

    surge_parser = commands.add_parser("surge", help="show the largest surge")
    surge_parser.add_argument("file")
    surge_parser.add_argument("--constituents", default="M2,S2,K1,O1", help="names, with commas between them")
    surge_parser.set_defaults(run=run_surge)
    return parser


def run_check(args: argparse.Namespace) -> int:
    series = read_csv(args.file)
    suspicious = int(np.count_nonzero(check(series)))
    print(f"{len(series)} readings, {suspicious} suspicious")
    return 0


def run_surge(args: argparse.Namespace) -> int:
    series = read_csv(args.file)
    clean = series.without(check(series) != 0)
    left = surge(clean, fit(clean, args.constituents.split(",")))
    i = int(np.nanargmax(left))
    print(f"largest surge {left[i]:.2f} m at {series.time(i).isoformat(timespec='minutes')}")
    return 0
