// Package source determines which files of a folder are packed, and returns their text.
//
// A [Tree] is one opened root folder. [Tree.Walk] lists the files that `git ls-files --cached
// --others --exclude-standard` would list; in a folder without git it applies the same ignore rules.
// Each file that is not read has one [SkipReason]. [Tree.List] does the same for a given list of
// files. [Tree.Read] opens one file and returns its text as UTF-8.
//
// # Order of the rules
//
// For each path the first rule that applies determines the reason:
//
//  1. Git's rules: .gitignore files from the root down, .git/info/exclude, the user's global excludes
//     file. They never ignore a tracked file. `.git` is not listed at any depth.
//  2. .ctxpackignore and .handoverignore files, with the same syntax and nesting; they also apply to
//     tracked files.
//  3. Exclude globs, then include globs.
//  4. The type: anything but a regular file on disk is skipped.
//  5. Files that this run writes.
//  6. The built-in exclusions by name (see builtin.go), unless an include glob overrides them.
//     `-linguist-vendored` and `-linguist-generated` in .gitattributes files lift those of vendored
//     and of generated files.
//  7. Files that .gitattributes files declare as vendored or generated, unless an include glob
//     overrides that.
//  8. The size limit.
//
// The .gitattributes files in the tree apply, the nearest first, with git's rules for patterns;
// macros and .git/info/attributes do not. They also apply to a list of files.
//
// Read applies the rules that depend on the contents (binary, undecodable, minified, generated, an
// earlier bundle).
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
//     patterns, for any contents.
//
// # Concurrency
//
// A Tree is safe for concurrent use; it holds a bounded number of open folders. Walk uses up to eight goroutines of
// its own, which end before it returns. [Globs], [File] and [Text] are plain values that do not change after they
// are made.
package source
