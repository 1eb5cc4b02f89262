#!/bin/sh
# Packs the sources of a version: scripts/release.sh 1.2
set -eu

cd "$(dirname "$0")/.."
. scripts/flags.sh

[ $# -eq 1 ] || die "usage: release.sh VERSION"
[ -z "$(git status --porcelain)" ] || die "there are changes that are not committed"

scripts/build.sh
git archive --prefix="ringlog-$1/" -o "build/ringlog-$1.tar.gz" HEAD
