// Package loopback distinguishes this machine from others: data sent to it needs no encryption.
package loopback

import (
	"net"
	"net/url"
	"strings"
)

// Is reports whether a host, which may have a port, is this machine.
func Is(host string) bool {
	name := (&url.URL{Host: host}).Hostname()
	ip := net.ParseIP(name)
	return strings.EqualFold(name, "localhost") || ip != nil && ip.IsLoopback()
}
