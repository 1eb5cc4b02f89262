// Package contrib holds what others of the project's folder may use, for the program that
// puts it where it belongs.
package contrib

import "embed"

// Skill are the files of the skill for agents, below the folder skill.
//
//go:embed skill/SKILL.md skill/references
var Skill embed.FS
