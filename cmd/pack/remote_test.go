package pack

import (
	"errors"
	"testing"

	"ctxpack/cmd/internal/cli"
	"ctxpack/internal/repo/remote"
)

// TestRefusedAdvice: a redirect that is refused is not advised to be allowed by a flag that
// does not allow it.
func TestRefusedAdvice(t *testing.T) {
	t.Parallel()
	for advice, want := range map[string]string{"": "use https, or allow it: CTXPACK_ALLOW_HTTP=true", "name the place": "name the place"} {
		err := remoteFailure(&remote.Error{Kind: remote.Refused, URL: "http://127.0.0.1/x", Err: errors.New("no"), Advice: advice}, "http://127.0.0.1/x")
		var f *cli.Failure
		if !errors.As(err, &f) || f.Hint != want {
			t.Errorf("%q: %v", advice, err)
		}
	}
}
