// Package loopback recognizes addresses of this machine: data sent to them needs no encryption.
package loopback

import (
	"net"
	"net/url"
	"strings"
)

// Is reports whether a host, with an optional port, is this machine.
func Is(host string) bool {
	name := (&url.URL{Host: host}).Hostname()
	ip := net.ParseIP(name)
	return strings.EqualFold(name, "localhost") || ip != nil && ip.IsLoopback()
}
