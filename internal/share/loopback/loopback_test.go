package loopback

import "testing"

func TestIs(t *testing.T) {
	t.Parallel()
	for host, want := range map[string]bool{
		"localhost": true, "LocalHost:80": true, "127.0.0.1": true, "127.8.9.10:443": true, "[::1]": true, "[::1]:80": true,
		"": false, "localhost.example.com": false, "127.0.0.1.example.com": false, "0.0.0.0": false, "10.0.0.1": false, "[fe80::1]:80": false, "example.com": false,
	} {
		if got := Is(host); got != want {
			t.Errorf("%q: %v", host, got)
		}
	}
}
