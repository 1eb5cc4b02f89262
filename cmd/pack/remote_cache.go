package pack

import (
	"os"
	"strings"

	"ctxpack/cmd/internal/cli"
	"ctxpack/internal/doors/config"
	"ctxpack/internal/share/cache"
	"ctxpack/internal/share/remotecache"
)

// openObjects opens the remote cache of the settings, with the local store before it; nil if there
// is none, or without a cache folder. The caller closes it by closeObjects.
func openObjects(g *cli.Globals, c config.Config, origins config.Origins) (cache.Objects, error) {
	folder := cacheFolder(g)
	if c.Cache.Remote == "" || folder == "" {
		return nil, nil
	}
	for _, gone := range []string{"MODE", "SIGNING_KEY", "TRUSTED_KEYS"} { // without them, a run would write or trust more than the user intended
		if name := "CTXPACK_REMOTE_CACHE_" + gone; os.Getenv(name) != "" {
			return nil, cli.Usagef("%s is no setting any more: the server decides who writes", name).WithHint("unset %s", name)
		}
	}
	if shared, ok := strings.CutPrefix(c.Cache.Remote, "file:"); ok {
		if err := cli.CheckTargets(nil, shared); err != nil {
			return nil, err
		}
	}
	objects, err := remotecache.Open(c.Cache.Remote, remotecache.Options{Getenv: os.Getenv, Local: cache.OpenObjects(folder)})
	if err != nil {
		return nil, cli.Usagef("cache.remote (%s): %w", origins["cache.remote"], err)
	}
	return objects, nil
}

// closeObjects waits for pending writes, and reports failures.
func closeObjects(g *cli.Globals, s *cli.Streams, objects cache.Objects) {
	if objects == nil {
		return
	}
	if err := objects.Close(); err != nil {
		g.Warn(s, "%v", err)
	}
}
