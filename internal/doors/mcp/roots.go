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
	"ctxpack/internal/text/mapped"
)

// scope is the readable area: folders, absolute and without links.
type scope struct {
	roots []string
	base  string // common parent folder, to which paths are relative
}

// rootsKey identifies the request for roots in an answer.
const rootsKey = "roots"

// rootsTimeout is how long a client may take to answer which roots it allows.
const rootsTimeout = 30 * time.Second

// errAskRoots makes the client send its roots and call again, as the protocol requires from 2026-07-28.
var errAskRoots = errors.New("the client is asked for its roots")

// withinAnswers is the first protocol version in which servers put requests in answers.
const withinAnswers = "2026-07-28"

// errNoFolder explains what to set if no source names a folder.
var errNoFolder = errors.New(`no folder is known: give one in the client's settings, as in "args": ["mcp", "/path/to/project"]`)

// scopeOf returns the readable folders. The first source that names a folder wins: the command line, the client's
// roots, the environment that clients set, and the current folder if it is in a repository.
func (s *server) scopeOf(ctx context.Context, req *sdk.CallToolRequest) (*scope, error) {
	if len(s.Folders) > 0 {
		return newScope(s.Folders)
	}
	roots, err := s.rootsOf(ctx, req)
	if err != nil {
		return nil, err
	}
	for _, folders := range [][]string{roots, s.stated()} {
		if c, err := newScope(folders); err == nil {
			return c, nil
		}
	}
	current, err := os.Getwd()
	if _, ok := gitrepo.Find(current); err != nil || !ok {
		return nil, errNoFolder
	}
	return newScope([]string{current})
}

// rootsOf returns the folders among the client's roots. If the client supports roots but has none
// at the moment, it allows nothing, which is an error.
func (s *server) rootsOf(ctx context.Context, req *sdk.CallToolRequest) (folders []string, err error) {
	client := req.Session.InitializeParams()
	if client == nil || client.Capabilities == nil || client.Capabilities.RootsV2 == nil {
		return nil, nil
	}
	var list *sdk.ListRootsResult
	if client.ProtocolVersion >= withinAnswers {
		answer, ok := req.Params.InputResponses[rootsKey].(*sdk.ListRootsResult)
		if !ok {
			return nil, errAskRoots
		}
		list = answer
	} else if list, err = s.askRoots(ctx, req.Session); err != nil {
		return nil, ctx.Err() // some clients announce roots, but do not know the request
	}
	if len(list.Roots) == 0 {
		return nil, errors.New("the client allows no folder: open one in it")
	}
	for _, root := range list.Roots {
		if root == nil {
			continue
		}
		if folder, ok := folderOf(root.URI); ok {
			folders = append(folders, folder)
		}
	}
	return folders, nil
}

// stated returns the folders that the environment names: Cursor sets WORKSPACE_FOLDER_PATHS,
// separated by commas or the system's list separator, Claude Code sets CLAUDE_PROJECT_DIR.
func (s *server) stated() (folders []string) {
	if s.Getenv == nil {
		return nil
	}
	text := s.Getenv("WORKSPACE_FOLDER_PATHS")
	fields := strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == filepath.ListSeparator })
	folders = mapped.Of(fields, strings.TrimSpace)
	if folder := s.Getenv("CLAUDE_PROJECT_DIR"); len(folders) == 0 && folder != "" {
		folders = append(folders, folder)
	}
	return slices.DeleteFunc(folders, func(folder string) bool { return !filepath.IsAbs(folder) })
}

// askedForRoots returns the answer that requests the roots.
func askedForRoots() *sdk.CallToolResult {
	return &sdk.CallToolResult{InputRequests: sdk.InputRequestMap{rootsKey: &sdk.ListRootsParams{}}}
}

func (s *server) askRoots(ctx context.Context, session *sdk.ServerSession) (*sdk.ListRootsResult, error) {
	ctx, cancel := context.WithTimeout(ctx, rootsTimeout)
	defer cancel()
	defer context.AfterFunc(s.noInput, cancel)()
	return session.ListRoots(ctx, nil)
}

// folderOf returns the path of a file: URI, or a plain path, which some clients send.
func folderOf(uri string) (string, bool) {
	if filepath.IsAbs(uri) {
		return uri, true
	}
	u, err := url.Parse(uri)
	if isLocal := err == nil && u.Scheme == "file" && (u.Host == "" || u.Host == "localhost"); !isLocal || u.Path == "" {
		return "", false
	}
	path := u.Path
	if runtime.GOOS == "windows" {
		path = strings.TrimPrefix(path, "/")
	}
	return filepath.FromSlash(path), true
}

// newScope resolves folders and skips missing ones, if others exist. It refuses the root of the
// disk and the user's home folder, which are not projects.
func newScope(folders []string) (*scope, error) {
	c := &scope{}
	failed := errNoFolder
	home, _ := os.UserHomeDir() // "" matches no folder
	if real, err := realPath(home); err == nil && home != "" {
		home = real
	}
	for _, folder := range folders {
		real, err := realPath(folder)
		if err != nil {
			failed = fmt.Errorf("open %s: %w", folder, fault.WithoutPath(err))
			continue
		}
		if real == home || real == filepath.Dir(real) {
			failed = fmt.Errorf("%s is no project: name the folder of one, as in \"args\": [\"mcp\", \"/path/to/project\"]", real)
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
		for !gitrepo.Within(c.base, root) {
			c.base = filepath.Dir(c.base)
		}
	}
	c.base = folderAt(c.base) // the only root may be a file
	return c, nil
}

func realPath(path string) (string, error) {
	absolute, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(absolute)
}

func (c *scope) allows(path string) bool {
	return slices.ContainsFunc(c.roots, func(root string) bool { return gitrepo.Within(root, path) })
}

// errMissing reports that there is nothing readable at a path.
var errMissing = errors.New("there is no such file or folder")

// resolve resolves a path that is relative to the base or to a root, or absolute. The result has no
// links, and is allowed.
func (c *scope) resolve(path string) (string, error) {
	if folder, ok := folderOf(path); ok && strings.HasPrefix(path, "file:") {
		path = folder
	}
	path = filepath.FromSlash(path)
	tries := []string{path}
	if !filepath.IsAbs(path) {
		tries = []string{filepath.Join(c.base, path)}
		tries = append(tries, mapped.Of(c.roots, func(root string) string { return filepath.Join(root, path) })...)
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

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// folderAt returns the folder of a file, and a path that is not a file unchanged.
func folderAt(path string) string {
	if info, err := os.Stat(path); err == nil && !info.IsDir() {
		return filepath.Dir(path)
	}
	return path
}

// allowsReal handles absolute paths with links above the roots, which macOS has.
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

// inGit reports whether a path is a git folder or below one.
func inGit(c *scope, path string) bool {
	rel, err := filepath.Rel(c.base, path)
	return err == nil && slices.Contains(strings.Split(filepath.ToSlash(rel), "/"), ".git")
}

// place returns the folder to rank for a path: its repository if the scope allows it, else the root.
func (c *scope) place(path string) string {
	best := ""
	for _, root := range c.roots {
		if gitrepo.Within(root, path) && len(root) > len(best) {
			best = root
		}
	}
	if top, ok := gitrepo.Find(folderAt(path)); ok && gitrepo.Within(best, top) {
		return top
	}
	return best
}
