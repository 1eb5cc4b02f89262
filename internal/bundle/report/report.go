// Package report describes every file that a run saw: as JSON for programs, and as one HTML page for people, which
// needs no network.
package report

import (
	"ctxpack/internal/bundle/render"
	"ctxpack/packer"
	"ctxpack/scorer"
)

// Version is the version of the report's structure.
const Version = 1

// Document is a report. Its names are escaped like [render.TextPath].
type Document struct {
	Format     string            `json:"format"` // ctxpack-report
	Version    int               `json:"version"`
	Root       string            `json:"root"`
	Branch     string            `json:"branch,omitempty"`
	Commit     string            `json:"commit,omitempty"`
	Ranking    string            `json:"ranking"`
	Tokenizer  string            `json:"tokenizer"`
	Estimated  bool              `json:"estimated"`
	Budget     int               `json:"budget"`
	Window     *render.Window    `json:"arithmetic,omitempty"` // formula of a budget derived from the window
	Tokens     int               `json:"tokens"`
	Beside     []Beside          `json:"beside_texts"` // together with the shown_tokens of files, these add up to tokens
	Complete   bool              `json:"complete"`
	Counts     render.Counts     `json:"counts"`
	Redacted   render.Redactions `json:"redacted,omitempty"`               // redactions in all files, by rule
	Allowed    render.Redactions `json:"allowed,omitempty"`                // secrets that are not redacted
	Addressing int               `json:"files_addressing_model,omitempty"` // number of all files with text that addresses a model
	Skipped    []render.Skipped  `json:"skipped"`
	Warnings   []string          `json:"warnings"`
	Files      []File            `json:"files"` // the ranked ones in rank order, then the others in path order

	Rules scorer.Ranking `json:"-"` // ranking that gave the points
}

// File is one file of the run: its facts, its score, its outcome and the reason.
type File struct {
	scorer.Facts
	Size          int64           `json:"size"`
	Lines         int             `json:"lines"`
	Language      string          `json:"language,omitempty"`
	Encoding      string          `json:"encoding,omitempty"`
	Tokens        int             `json:"tokens"`
	SummaryTokens int             `json:"signature_tokens"`
	NoOutline     string          `json:"no_outline,omitempty"`
	Score         int             `json:"score"`
	Factors       []scorer.Factor `json:"factors,omitempty"` // none for an unranked file
	Tier          packer.Tier     `json:"tier"`
	Level         string          `json:"level,omitempty"`
	Shown         int             `json:"shown_tokens"`
	Ranges        [][2]int        `json:"ranges,omitempty"`
	Reason        string          `json:"reason,omitempty"`
	Detail        string          `json:"detail,omitempty"`
	Secrets       []Secret        `json:"secrets,omitempty"`
	Addressing    []int           `json:"addresses_model_on_lines,omitempty"`

	Sentence string `json:"-"` // the reason in words
}

// Beside is a cost of the bundle besides the texts of files.
type Beside struct {
	Name    string `json:"name"` // headings, tree or frame
	Tokens  int    `json:"tokens"`
	Meaning string `json:"-"`
}

// Secret is a secret of a file by its place.
type Secret struct {
	Rule    string `json:"rule"`
	Line    int    `json:"line"`
	Allowed bool   `json:"allowed,omitempty"` // it is not redacted
}
