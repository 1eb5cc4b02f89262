// Package fitted holds all measured parameters of ranking and selection in one table. docs/research/ranking.md
// describes the data and which ideas did not help; scripts/fit.py tries other values of a parameter.
//
// There are three units. Points are points of a score, a logarithm: 8 more double the value. Shares and weights are in
// thousandths, losses in thousandths of a point per doubling. Sizes are in tokens or lines.
package fitted

// The ranking without a task, in points. Counts give points per doubling.
const (
	Auxiliary  = -100 // examples, generated and third-party code
	Template   = 2    // after nearly all code, before other data
	Catalogue  = 1
	Test       = -12 // doubled for data of examples and tests
	Churn      = 3   // per doubling of 1 + ChurnScale·churn
	ChurnScale = 16  // multiplies the commits weighted by age
	Users      = 2
	Mentions   = 6
	Entry      = 20
	FirstUsed  = 4 // files that an entry point uses directly
	Readme     = 100
	Overview   = 50  // architecture and similar documents, if the README names them
	Guide      = 16  // other guides, and the manifest
	Exports    = 250 // thousandths of a point per doubling
	Names      = 5   // only if there is little history
	Todo       = 1
	Config     = 2
	Boost      = 20
)

// The ranking by a task: the weights of the signals, and the fractions of the sum that files
// keep, in thousandths. TaskParts is the sum of the weights except those of named files.
const (
	TaskContent  = 6
	TaskPast     = 4
	TaskPath     = 2
	TaskDeclares = 1
	TaskRecent   = 2
	TaskParts    = TaskContent + TaskPast + TaskPath + TaskDeclares + TaskRecent
	TaskNamed    = 8
	TaskFocus    = 4 * TaskNamed
	TaskLinked   = TaskNamed / 2

	TaskAside = 650 // kept by tests, examples, messages, and documents or settings that the task asks for
	TaskOther = 20
	TaskSize  = 100 // exponent of the tokens by which the value is divided
	TaskLeast = 256 // tokens up to which a file loses nothing
)

// The search command, in thousandths of the best match.
const (
	TaskName    = 500  // bonus for a passage that declares a name of the task
	TaskLine    = 4000 // bonus for a passage with a line that the task names
	TaskTerms   = 100  // typical length of a passage in terms
	SearchLines = 60   // maximum length of a passage that is not a declaration; a longer declaration is worth no more
)

// Text omitted from documents and from files shown in full.
const (
	OmittedTokens = 20 // minimum size of an omitted licence header or run of markup
	SharedLicence = 5  // minimum number of files with the same omitted licence header
)

// The value of a part of a file, in thousandths of a doubling: per doubling of a count, per
// point of the file, or for the kind of the part.
const (
	PartTokens   = 650
	PartBranches = 450
	PartFunction = 2300
	PartUsers    = 150 // per doubling of the files that use the name
	PartPoints   = 20
	PartLong     = 1500 // tokens; a longer part is worth no more
	PartOverview = 4000
	PartAside    = -4000 // for tests, examples and files that are not code
	PartBeside   = -2000 // for documents and templates, and for tests if the task is not about tests
)

// The value of the short form of a declaration: a type with its members, or a signature. In thousandths of a doubling,
// also per point of the file.
const (
	HeadWorth  = 6000
	HeadPoints = 100
	HeadTokens = 100 // maximum size
	HeadShare  = 10  // see packer.Fall; the gain falls by one doubling for each
)

// How the budget is split between rows of names and parts of files, in thousandths.
const (
	Falls         = 500 // loss for each doubling of what is shown of the same file, and of the number of twins
	FileShare     = 20  // see packer.Fall
	TaskFileShare = 60  // the same with a task; a longer part is first shown up to this share of the budget
	ReadmeShare   = 30
	ManifestShare = 7 // maximum share of each manifest's beginning
	TaskMap       = 30
	TaskMapFrom   = 15   // the first files by a task have no row
	TaskLead      = 3    // the first files by a task show at least their best part
	TaskEnough    = 3000 // a bundle may end at parts whose value per token is this far below the best
	TaskChanged   = 600  // per doubling of the similar commits that changed a part
	TaskPlain     = 300  // share of the value without a task
	TaskPartLoss  = 500  // loss per doubling of the part's tokens
)
