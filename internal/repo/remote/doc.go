// Package remote fetches a repository from a git server to disk: the folder that
// it returns is a work tree like any other.
//
// An address ([Parse]) names a server, a repository and optionally a reference in it. A [Mirrors] keeps a bare repository for
// each in the cache folder, asks the server for missing objects, and writes the wanted commit out next to it.
//
// Invariants:
//   - No process is started. The protocol is that of internal/repo/gitrepo/wire over
//     HTTPS or SSH; packs are checked and files written by internal/repo/gitrepo.
//   - The server is untrusted: bytes, objects, paths and time have limits.
//   - A token goes to the host that it belongs to and to no other one, over TLS
//     (or the loopback), and into no error.
//   - Files are written only below the folder of the mirrors, and no link is followed.
package remote
