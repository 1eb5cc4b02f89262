package pack

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"ctxpack/cmd/internal/cli"
	"ctxpack/internal/doors/config"
	"ctxpack/internal/share/cache"
	"ctxpack/internal/share/remotecache"
)

// openObjects opens the remote cache of the settings, with the store of the cache folder
// before it; nil if there is none, and without a cache folder. The caller closes it by closeObjects.
func openObjects(g *cli.Globals, s *cli.Streams, c config.Config, origins config.Origins) (cache.Objects, error) {
	folder := cacheFolder(g)
	if c.Cache.Remote == "" || folder == "" {
		return nil, nil
	}
	o := remotecache.Options{
		Mode:    remotecache.Mode(slices.Index(remotecache.Modes(), c.Cache.RemoteMode)),
		Timeout: time.Duration(c.Cache.RemoteTimeout), Getenv: os.Getenv, Local: cache.OpenObjects(folder),
	}
	if g.Verbose {
		o.Stderr = s.Err
	}
	var err error
	if name := c.Cache.SigningKey; name != "" {
		if o.Sign, err = remotecache.SigningKey(name); err != nil {
			return nil, cli.Usagef("%s: %w", settingPlace(origins, "cache.signingKey"), err).
				WithHint("openssl genpkey -algorithm ed25519 makes such a key")
		}
	}
	if name := c.Cache.TrustedKeys; name != "" {
		if o.Trust, err = remotecache.TrustedKeys(name); err != nil {
			return nil, cli.Usagef("%s: %w", settingPlace(origins, "cache.trustedKeys"), err).
				WithHint("openssl pkey -in KEY -pubout writes the public half of a private key")
		}
	}
	if shared, ok := strings.CutPrefix(c.Cache.Remote, "file:"); ok {
		if err := cli.CheckTargets(nil, shared); err != nil {
			return nil, err
		}
	}
	objects, err := remotecache.Open(c.Cache.Remote, o)
	if err != nil {
		return nil, cli.Usagef("%s: %w", settingPlace(origins, "cache.remote"), err)
	}
	return objects, nil
}

// closeObjects waits for what is being written, and tells what went wrong.
func closeObjects(g *cli.Globals, s *cli.Streams, objects cache.Objects) {
	if objects == nil {
		return
	}
	if err := objects.Close(); err != nil {
		g.Warn(s, "%v", err)
	}
}

// settingPlace says where a setting comes from: its flag, its variable or its file.
func settingPlace(origins config.Origins, key string) string {
	return fmt.Sprintf("%s (%s)", key, origins[key])
}
