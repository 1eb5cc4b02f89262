// Package store keeps conversations in a file: one JSON record per line, appended and never changed.
//
// Invariants:
//   - A record whose id Append has returned is on disk, complete, and never
//     moves: nothing here rewrites, reorders or removes a record.
//   - Any number of processes may append at once. A killed process loses at most the
//     record that it was writing.
//   - Readers take no lock and skip lines that are no records, and return their numbers.
//     Memory does not grow with the file, apart from the result.
//   - Every record is found by the same scanner (compressor/history), so that no
//     two commands disagree about what a line is.
//   - A store inside a repository is reached through no link, and nothing outside
//     its folder is read or written. A store that the user names may be a link.
//
// The clock and the random source are given by the caller. A Store is safe for concurrent use.
package store
