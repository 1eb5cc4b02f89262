package view

import "strings"

// Count counts words.
func Count(s string) int { return len(strings.Fields(s)) }
