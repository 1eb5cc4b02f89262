// Package contrib embeds files of the contrib folder, such as the skill, so that the program can install them.
package contrib

import "embed"

// Skill are the files of the skill for agents, below the folder skill.
//
//go:embed skill/SKILL.md skill/references
var Skill embed.FS
