// Package source determines which files of a folder are packed, and returns their text.
//
// A [Tree] is one opened root folder. [Tree.Walk] lists the set of files that `git ls-files --cached --others
// --exclude-standard` would list, in a folder without git with the same ignore rules, and gives every file that is
// not to be read one [SkipReason]. [Tree.List] does the same for a given list of files. [Tree.Read] opens one file
// and returns its text as UTF-8.
//
// # Order of the rules
//
// For each path the first rule that applies gives the reason:
//
//  1. git's rules: .gitignore files from the root down, .git/info/exclude, the
//     user's global excludes file. A tracked file is never ignored by them.
//     `.git` is never seen at all, at any depth.
//  2. .ctxpackignore and .handoverignore files (the same syntax, the same nesting, from the root
//     down); these hold for tracked files too.
//  3. exclude globs, then include globs.
//  4. what is not a regular file on disk.
//  5. a file that this run writes.
//  6. the built-in exclusions by name (see builtin.go), unless an include glob
//     brings the file back. .gitattributes files lift those of vendored and of
//     generated files: `-linguist-vendored`, `-linguist-generated`.
//  7. what .gitattributes files say is vendored or generated, unless an include
//     glob brings the file back.
//  8. the size limit.
//
// Of .gitattributes, those in the tree count, the nearest first, with git's rules for patterns; macros and
// .git/info/attributes do not. They count for a list of files too.
//
// What can only be known from the contents (binary, undecodable, minified,
// generated, an earlier bundle) is decided by Read.
//
// # Invariants
//
//   - Nothing outside the root is opened for its contents. Every path is opened
//     one component at a time, relative to its parent folder's handle, without
//     following symbolic links, so that replacing a file or a folder by a link
//     at any moment cannot lead out of the root.
//   - FIFOs, sockets and devices are not opened; if one takes the place of a
//     regular file between the check and the open, the open does not block and
//     nothing is read from it.
//   - The result depends on the tree alone: not on timing, GOMAXPROCS, the
//     order of directory entries or the user's environment.
//   - The work for one path is polynomial in the lengths of the path and of the
//     patterns, whatever they contain.
//
// # Concurrency
//
// A Tree is safe for concurrent use; it holds a bounded number of open folders. Walk uses up to eight goroutines of
// its own, which end before it returns. [Globs], [File] and [Text] are plain values that are not changed after they
// are made.
package source
