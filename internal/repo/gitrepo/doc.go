// Package gitrepo reads a Git repository of unknown origin: where it is ([Find]), which files are tracked
// ([ReadIndex]), which patterns exclude files ([Excludes]), and its commits and trees ([Open], [OpenObjects]).
//
// Invariants:
//   - No process is started, and nothing that the repository's configuration
//     names is run. Object formats are decoded with go-git's plumbing; its
//     repository and storage layers are not used, because a crafted pack makes
//     them overflow the stack, which no recover catches.
//   - The repository is untrusted. Files are opened relative to folder handles
//     that links cannot leave, and only if they are regular; object sizes, delta
//     chains, path lengths and the total work are bounded. Paths that lead
//     outside the repository are refused. Only the user's own Git configuration, outside
//     the repository, is trusted.
//   - Warnings never hold an absolute path, and neither do errors that went
//     through [Describe].
//
// Paths are slash-separated, relative to the work tree's top, and kept byte for
// byte as Git stores them; they need not be UTF-8.
//
// Concurrency: the functions keep no state and may be called from several goroutines at once, each call opens the
// repository separately. A [Repository], its [Objects] and a [Differ] belong to one goroutine at a time.
package gitrepo
