// Package fitted has the numbers by which files are ranked and chosen: all that were
// found by measuring, in one table. docs/research/ranking.md says on what, and what did not help;
// scripts/fit.py tries other values of one.
//
// There are three units. Points are those of a score, a logarithm: Doubling points more
// are worth twice as much. Shares and weights are in thousandths of something, losses in
// thousandths of a point for each doubling. Sizes are in tokens or lines.
package fitted

// Doubling is how many points stand for twice the worth.
const Doubling = 8

// The ranking without a task, in points. Those of what is counted are for each doubling.
const (
	Auxiliary  = -100 // examples, generated and others' code
	Template   = 2    // behind nearly all code, before other data
	Catalogue  = 1
	Test       = -12
	Upkeep     = -12 // scripts that build, check and publish the project
	OtherAside = -20 // data of examples and tests, behind these
	Twin       = -12 // a variant of the file beside it
	TwinShare  = 900 // of the names of both that the other one declares too
	// CopyFolders: files of one name in so many folders beside one another are variants too.
	CopyFolders = 16
	Churn       = 3  // of the worth of commits, see ChurnScale
	ChurnScale  = 16 // times the decayed commits
	Users       = 2
	Mentions    = 6
	MentionCap  = 2 // doublings that count
	Entry       = 20
	EntryMany   = 8 // entry points of a tree that have all of it
	FirstUsed   = 4 // what an entry point uses first
	Readme      = 100
	Overview    = 50  // architecture and the like, if the README names it
	Guide       = 16  // other guides, and the manifest of the root
	Exports     = 250 // thousandths of a point for each doubling
	ExportsCap  = 2   // points
	Names       = 5   // where there is little history
	NamesCap    = 300 // names that count
	Todo        = 1
	Config      = 2
	Boost       = 20
)

// The ranking by a task: weights of the signals, which add up to TaskParts without those
// that name files, and what a file keeps of them, in thousandths.
const (
	TaskContent  = 6
	TaskCovered  = 2
	TaskPast     = 4
	TaskPath     = 2
	TaskDeclares = 1
	TaskWords    = 1
	TaskRecent   = 2
	TaskParts    = 18
	TaskNamed    = 8
	TaskFocus    = 32
	TaskLinked   = 4
	// A task of fewer than BriefTask different words: these may match by chance, and a name in
	// it says more than words of names.
	BriefTask     = 20
	BriefContent  = 4
	BriefDeclares = 2

	TaskTests    = 650
	TaskExamples = 700
	TaskMessages = 500
	TaskVendored = 50
	TaskWanted   = 500 // a document or a setting that the task asks for
	TaskOther    = 20
	TaskSize     = 100 // tokens to the power of so much
	BriefSize    = 60  // for such a task: few words are not in a file by its length alone
	TaskLeast    = 256 // tokens with which a file loses nothing
)

// What a file's steps are worth for their tokens, without a task.
const (
	TextLoss    = 8000 // for each doubling of a text's tokens: worth for each token
	TextTokens  = 225  // added to them, so that no tiny file wins by its size
	BriefLoss   = 3200 // for each doubling of an outline's tokens
	BriefPoints = 60   // less than the file itself: what an outline leaves out
	FoldedGain  = 20   // points: what is folded soon takes the place of names
	OutlineLoss = 16   // points for each token that an outline says less than a text as long
	OutlineSize = 7000 // for each doubling of its tokens: a long one says more than a short one
	Exported    = 2    // points more for an exported declaration, or a whole file
	Body        = 1    // and for another one with a body
	// Text of what is no source and has next to no points waits for that of others, however
	// short it is: for each point less than LowScore, LowLoss.
	LowScore      = 4
	LowLoss       = 7
	OverviewWorth = 50 // score with which a whole overview competes
	ReadmeWorth   = 18 // and the README, whose end is about licences and who helped
	ScreenWorth   = 90 // and the first screen of an overview
	GuideScreen   = 45 // and that of a guide at the root, such as AGENTS.md
	// A manifest of the root says what the project is built with in its first lines.
	ManifestBrief = 24 // points more than its score has
	ManifestText  = 6
)

// The same with a task: shares are thousandths of the file's relevance.
const (
	TaskWhole      = 1500 // of a whole file
	TaskAny        = 500  // of every part of a file
	TaskTop        = 4000 // of every part of a file that the task asks for most
	TaskName       = 500  // more for one that declares a name of the task
	TaskLine       = 4000 // more for one with a line that the task names
	TaskLoss       = 800  // for each doubling of a part's tokens
	TaskTokens     = 225  // added to those of a whole file
	TaskPartTokens = 20   // added to those of a part
	TaskBrief      = 15   // points that the outline of a file is worth more than as BriefPoints has it
	// TaskTop is for files of which a task asks at least TopShare of what it asks of the
	// first one, and that have no more than TopTokens; larger ones have TopLarger of it in
	// thousandths, the less the larger they are.
	TopShare  = 700
	TopTokens = 3500
	TopLarger = 500
	TaskUsual = 170 // tokens of a part, about
	TaskTerms = 100 // length of a part in terms, about
)

// How a budget is parted, in thousandths and tokens.
const (
	AuxiliaryShare = 100
	SliceShare     = 100
	SliceTokens    = 500 // more for slices, with a task
	FileShare      = 150 // of one file without a task
	FileTokens     = 1000
	TaskFileShare  = 350 // of one file with a task
	TaskFileTokens = 3500
	// UsesShare is for lines that use the first UsedNames declarations that a task is about, of
	// at most UsingFiles sources and as many tests of UsingTokens together. What it does not name
	// is looked for in the first UsedFiles files, and its uses in a quarter as many of the first
	// LookedFiles.
	UsesShare   = 40
	UsedNames   = 3
	UsingFiles  = 16
	UsingTokens = 120000
	UsedFiles   = 5
	LookedFiles = 1000
	WholeShare  = 700 // of a file that make it whole
	// BegunShare: without a task, a file of which so much is shown goes on to be whole
	// before others get their turn: a task asks for parts, whoever has none reads on.
	BegunShare = 100
)

// How files are shown in few tokens, or in parts.
const (
	ThinTokens   = 40   // a folded outline with fewer says too little of a file
	ThinText     = 150  // of more than so many tokens
	MemberFiles  = 100  // first files whose types are folded with their members
	FoldedTokens = 120  // most of a folded outline
	FoldedNames  = 500  // thousandths of it for the names of what has no room
	WideTokens   = 2000 // most of one of a file that at least WideUsers files use: with
	WideUsers    = 4    // what at least WideUse of them do, if that is at least
	WideUse      = 4    // WideTimes as long
	WideTimes    = 2
	// Of the first CallFiles files, functions come with what they call: those that call at least
	// LeastCalls others, one for each CallTokens of the file and at most MostCalling, with
	// CallsShown names each; more than CallsCount calls count no more.
	CallFiles      = 60
	CallTokens     = 2000
	MostCalling    = 4
	LeastCalls     = 3
	CallsShown     = 8
	CallsCount     = 12
	CallsLoss      = 24  // points that they are worth less than a folded outline as long
	LeastPart      = 50  // tokens of a part that is shown by itself, without a task
	FlowLines      = 300 // most of a function that comes first of its file's parts since it calls most
	ScreenTokens   = 600 // most of the first screen of a document
	ScreenLines    = 60
	ManifestTokens = 130 // most of the lines that stand for a manifest
	OmittedTokens  = 20  // of a licence header or a run of markup, or it is shown
	SharedLicence  = 5   // files that begin with the same licence header, or it is shown
	SmallTokens    = 600 // a file with fewer is not taken apart
	SmallTypeLines = 20  // a type with no more is not taken apart
	PartLines      = 40  // most of a part that is no declaration
	LeastOutline   = 75  // tokens with which an outline is worth most for each
	OutlineTimes   = 3   // a file is so many times as long as its outline, or begins without
	BareTimes      = 4   // and has that without documentation if it is not so many times as long
	FrameTokens    = 12  // of a frame, where a value is computed before it is known
	UsedTokens     = 200 // added to those of a part where parts are ordered by use
)

// What a part of a file is worth, in thousandths: of a doubling for each doubling of what is
// counted, of a doubling for each point, and of doublings for what it is.
const (
	PartTokens    = 650
	PartBranches  = 450
	PartFunction  = 2300
	PartShared    = 1000
	PartUsers     = 0   // of a function, for each doubling of the files that have its name
	PartTypeUsers = 500 // of another declaration
	PartDeclarers = 3   // files that declare a name, beyond which it is shared
	PartPoints    = 20
	PartBoost     = 2500
	PartManifest  = 2500
	PartOverview  = 3000
	PartGuide     = 1500
	PartTest      = -4000
	PartProse     = -2000
	PartAuxiliary = -5000
	PartOther     = -3000
	PartTaskTest  = -2000 // with a task that is not about tests
)

// How a budget is parted between rows of names and parts of files, in thousandths.
const (
	PartFileShare = 200 // of one file
	TaskPartShare = 350 // the same with a task
	ReadmeShare   = 30
	TaskMap       = 30
	OpenFiles     = 15 // the first files by a task, of which a part of at most OpenTokens comes early
	OpenTokens    = 250
	OpenWorth     = 1500 // what is added to its worth, in thousandths of a doubling
	TaskPlain     = 300  // of what a part is worth without a task
	TaskPartLoss  = 500  // for each doubling of its tokens
)
