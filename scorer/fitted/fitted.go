// Package fitted has the numbers by which files are ranked and chosen: all that were found by measuring, in one
// table. docs/research/ranking.md says on what, and what did not help; scripts/fit.py tries other values of one.
//
// There are three units. Points are those of a score, a logarithm: 8 more are twice the worth. Shares and weights are
// in thousandths of something, losses in thousandths of a point for each doubling. Sizes are in tokens or lines.
package fitted

// The ranking without a task, in points. Those of what is counted are for each doubling.
const (
	Auxiliary  = -100 // examples, generated and others' code
	Template   = 2    // behind nearly all code, before other data
	Catalogue  = 1
	Test       = -12 // data of examples and tests has twice as many
	Churn      = 3   // of the worth of commits, see ChurnScale
	ChurnScale = 16  // times the decayed commits
	Users      = 2
	Mentions   = 6
	MentionCap = 2 // doublings that count
	Entry      = 20
	FirstUsed  = 4 // what an entry point uses first
	Readme     = 100
	Overview   = 50  // architecture and the like, if the README names it
	Guide      = 16  // other guides, and the manifest of the root
	Exports    = 250 // thousandths of a point for each doubling
	Names      = 5   // where there is little history
	NamesCap   = 300 // names that count
	Todo       = 1
	Config     = 2
	Boost      = 20
)

// The ranking by a task: weights of the signals, which add up to TaskParts without those
// that name files, and what a file keeps of them, in thousandths.
const (
	TaskContent  = 6
	TaskCovered  = 2
	TaskPast     = 4
	TaskPath     = 2
	TaskDeclares = 1
	TaskRecent   = 2
	TaskParts    = TaskContent + TaskCovered + TaskPast + TaskPath + TaskDeclares + TaskRecent
	TaskNamed    = 8
	TaskFocus    = 4 * TaskNamed
	TaskLinked   = TaskNamed / 2

	TaskAside = 650 // of tests, examples and messages, and of a document or a setting that the task asks for
	TaskOther = 20
	TaskSize  = 100 // tokens to the power of so much
	TaskLeast = 256 // tokens with which a file loses nothing
)

// What is found by the command for searches, in thousandths of the best match.
const (
	TaskName  = 500  // more for a passage that declares a name of the task
	TaskLine  = 4000 // more for one with a line that the task names
	TaskTerms = 100  // length of a passage in terms, about
	PartLines = 40   // most of a passage that is no declaration
)

// What is shown of documents, and of files shown whole.
const (
	OmittedTokens = 20 // of a licence header or a run of markup, or it is shown
	SharedLicence = 5  // files that begin with the same licence header, or it is shown
)

// What a part of a file is worth, in thousandths: of a doubling for each doubling of what is
// counted, of a doubling for each point, and of doublings for what it is.
const (
	PartTokens    = 650
	PartBranches  = 450
	PartFunction  = 2300
	PartShared    = 1000
	PartTypeUsers = 500 // of what is no function, for each doubling of the files that have its name
	PartDeclarers = 3   // files that declare a name, beyond which it is shared
	PartPoints    = 20
	PartOverview  = 4000
	PartAside     = -4000 // of tests, examples and what is no code
	PartProse     = -2000
	PartTaskTest  = -2000 // with a task that is not about tests
)

// How a budget is parted between rows of names and parts of files, in thousandths.
const (
	PartFileShare = 200 // of one file
	TaskPartShare = 350 // the same with a task
	ReadmeShare   = 30
	TaskMap       = 30
	TaskMapFrom   = 15   // the first files by a task have no row
	TaskFileLeast = 6000 // tokens of one file, where its share is less
	TaskEnough    = 3000 // doublings below the best part for its tokens, where a bundle may end
	TaskUsed      = 800  // of the match of a function, for what it uses of its file's constants and types
	TaskPlain     = 300  // of what a part is worth without a task
	TaskPartLoss  = 500  // for each doubling of its tokens
)
