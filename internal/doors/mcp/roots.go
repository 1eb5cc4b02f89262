//lint:file-ignore SA1019 the protocol deprecates roots, and they are what clients have

package mcp

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"ctxpack/internal/repo/gitrepo"
	"ctxpack/internal/safe/fault"
)

// scope is what may be read: folders, absolute and free of links.
type scope struct {
	roots []string
	base  string // the folder that all have in common, to which paths are relative
}

// rootsKey names the question for the roots where it is asked within an answer.
const rootsKey = "roots"

// rootsTimeout is how long a client has to say which roots it allows.
const rootsTimeout = 30 * time.Second

// errAskRoots asks the client for its roots and to call again, as the protocol does
// from 2026-07-28 on.
var errAskRoots = errors.New("the client is asked for its roots")

// withinAnswers is the version of the protocol from which on a server asks in answers.
const withinAnswers = "2026-07-28"

// scopeOf finds out what the client allows: its roots if it has such, else the folders
// of the command line.
func (s *server) scopeOf(ctx context.Context, req *sdk.CallToolRequest) (*scope, error) {
	client := req.Session.InitializeParams()
	if client == nil || client.Capabilities == nil || client.Capabilities.RootsV2 == nil {
		return newScope(s.Folders)
	}
	var list *sdk.ListRootsResult
	if client.ProtocolVersion >= withinAnswers {
		answer, ok := req.Params.InputResponses[rootsKey].(*sdk.ListRootsResult)
		if !ok {
			return nil, errAskRoots
		}
		list = answer
	} else {
		var err error
		if list, err = s.askRoots(ctx, req.Session); err != nil {
			return nil, fmt.Errorf("the client did not say which folders it allows: %w", err)
		}
	}
	var folders []string
	for _, root := range list.Roots {
		if root == nil {
			continue
		}
		if folder, ok := folderOf(root.URI); ok {
			folders = append(folders, folder)
		}
	}
	if len(folders) == 0 {
		return nil, errors.New("the client allows no folder: open one in it")
	}
	return newScope(folders)
}

// askedForRoots is the answer that asks for them.
func askedForRoots() *sdk.CallToolResult {
	return &sdk.CallToolResult{InputRequests: sdk.InputRequestMap{rootsKey: &sdk.ListRootsParams{}}}
}

func (s *server) askRoots(ctx context.Context, session *sdk.ServerSession) (*sdk.ListRootsResult, error) {
	ctx, cancel := context.WithTimeout(ctx, rootsTimeout)
	defer cancel()
	defer context.AfterFunc(s.noInput, cancel)()
	return session.ListRoots(ctx, nil)
}

// folderOf is the path of a file: URI.
func folderOf(uri string) (string, bool) {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" || u.Host != "" && u.Host != "localhost" || u.Path == "" {
		return "", false
	}
	path := u.Path
	if runtime.GOOS == "windows" {
		path = strings.TrimPrefix(path, "/")
	}
	return filepath.FromSlash(path), true
}

// newScope resolves folders; those that are not there are left out, if others are.
func newScope(folders []string) (*scope, error) {
	c := &scope{}
	var failed error
	for _, folder := range folders {
		real, err := realPath(folder)
		if err != nil {
			failed = fmt.Errorf("open %s: %w", folder, fault.WithoutPath(err))
			continue
		}
		c.roots = append(c.roots, real)
	}
	if len(c.roots) == 0 {
		return nil, failed
	}
	slices.Sort(c.roots)
	c.roots = slices.Compact(c.roots)
	c.base = c.roots[0]
	for _, root := range c.roots[1:] {
		for !within(c.base, root) {
			c.base = filepath.Dir(c.base)
		}
	}
	if info, err := os.Stat(c.base); err == nil && !info.IsDir() {
		c.base = filepath.Dir(c.base) // a file by itself
	}
	return c, nil
}

func realPath(path string) (string, error) {
	absolute, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(absolute)
}

// within reports whether a path is folder or lies below it.
func within(folder, path string) bool {
	rel, err := filepath.Rel(folder, path)
	return err == nil && filepath.IsLocal(rel)
}

func (c *scope) allows(path string) bool {
	return slices.ContainsFunc(c.roots, func(root string) bool { return within(root, path) })
}

// errMissing says that there is nothing at a path which may be read.
var errMissing = errors.New("there is no such file or folder")

// resolve finds what a path names, relative to the base or to a root, or absolute. The
// result is free of links, and allowed.
func (c *scope) resolve(path string) (string, error) {
	if folder, ok := folderOf(path); ok && strings.HasPrefix(path, "file:") {
		path = folder
	}
	path = filepath.FromSlash(path)
	tries := []string{path}
	if !filepath.IsAbs(path) {
		tries = []string{filepath.Join(c.base, path)}
		for _, root := range c.roots {
			tries = append(tries, filepath.Join(root, path))
		}
	}
	outside := true
	for _, try := range tries {
		if strings.ContainsRune(try, 0) || !c.allows(filepath.Clean(try)) && !c.allowsReal(try) {
			continue
		}
		outside = false
		real, err := filepath.EvalSymlinks(try)
		if err != nil {
			continue
		}
		if !c.allows(real) {
			outside = true
			continue
		}
		if inGit(c, real) {
			return "", fmt.Errorf("%s is git's own", path)
		}
		return real, nil
	}
	if outside {
		return "", fmt.Errorf("%s is outside of the folders that are allowed: %s", path, strings.Join(c.roots, ", "))
	}
	return "", fmt.Errorf("%s: %w", path, errMissing)
}

// isFolder reports whether a path that was resolved is a folder.
func (c *scope) isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// allowsReal is for absolute paths with links above the roots, such as macOS has.
func (c *scope) allowsReal(path string) bool {
	for folder := filepath.Clean(path); ; folder = filepath.Dir(folder) {
		if real, err := filepath.EvalSymlinks(folder); err == nil {
			rest, err := filepath.Rel(folder, filepath.Clean(path))
			return err == nil && c.allows(filepath.Join(real, rest))
		}
		if folder == filepath.Dir(folder) {
			return false
		}
	}
}

// inGit reports whether a path is a folder in which git keeps things, or lies in one.
func inGit(c *scope, path string) bool {
	rel, err := filepath.Rel(c.base, path)
	return err == nil && slices.Contains(strings.Split(filepath.ToSlash(rel), "/"), ".git")
}

// place is the folder that is ranked to answer about a path: the repository around it
// as far as that is allowed, else the root.
func (c *scope) place(path string) string {
	folder := path
	if info, err := os.Stat(path); err == nil && !info.IsDir() {
		folder = filepath.Dir(path)
	}
	best := ""
	for _, root := range c.roots {
		if within(root, path) && len(root) > len(best) {
			best = root
		}
	}
	if top, ok := gitrepo.Find(folder); ok && within(best, top) {
		return top
	}
	return best
}
