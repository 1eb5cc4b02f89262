package packer

// Level is how much of a file is in a bundle, in finer steps than a Tier.
type Level uint8

// The levels, in ascending order of content.
const (
	Absent  Level = iota
	Slices        // single declarations that other texts refer to
	Names         // the names of what it declares for others, on one line
	Folded        // what it declares for others, as far as a few lines hold it
	Wide          // the same, with all that many files use; for the reader it is folded too
	Outline       // all that it declares, without bodies
	Excerpt       // some of its text, beside the outline that it has
	Whole
)

// String returns the level's name.
func (l Level) String() string {
	return [...]string{"absent", "slices", "names", "folded", "folded", "outline", "excerpt", "full"}[min(l, Whole)]
}

// Tier returns the tier that the level belongs to.
func (l Level) Tier() Tier {
	switch l {
	case Absent:
		return Skip
	case Whole:
		return Full
	}
	return Signatures
}

// Chain is one of the two ways in which a file is shown more and more.
type Chain uint8

// The chains. They go on concurrently: a file may have its outline and, beside it,
// some of its text.
const (
	Brief Chain = iota // its outline
	Deep               // its text
	chains
)

// Step is one rung of a ladder: what a file shows more, and what that takes.
type Step struct {
	Level Level // Names, Folded, Wide or Outline in Brief; Outline, Excerpt and in the end Whole in Deep
	Part  int   // the part of its text that an Excerpt adds
	// Cost is the number of tokens that the step adds to the bundle beside the
	// file's frame, 0 or more. What is Folded takes the place of
	// Names, Wide and an Outline that of all before them, and costs no less; Whole takes that of all there
	// is: their costs are those of the whole entry, frame left out.
	Cost int
	// Density says how soon it is taken, among all steps of all files: worth for each
	// token, on any scale.
	Density int
	// Then, if not nil, returns the steps that follow on this one, which is the last that
	// is known: what takes a closer look at the file is asked for when this one is taken,
	// or the whole file. It must always give the same answer.
	Then func() []Step
}

// Ladder is how a file can be shown, from nothing to all of it. Its steps are only
// asked for when its turn may have come, since that takes a look at the file.
type Ladder struct {
	Path   string
	Pinned bool // it is whole, or filling fails
	// Auxiliary files together have no more than a part of all while others are left.
	Auxiliary bool
	Tokens    int // of the full text; the whole entry costs at least 15 parts of 16 of it
	Group     int // of those that Plan.Shares has
	// Density is at least that of the first step of each chain, None for a chain
	// without steps.
	Density [2]int
	// Least is about the least that a step of each chain costs as the file's first,
	// frame included. Steps that cost less may be missed out of turn.
	Least [2]int
	// Steps returns the steps of a chain in the order in which they are taken, and
	// what is written once around all that is shown of the file, in tokens: the
	// same for every chain that has steps. It must always give the same answer.
	Steps func(c Chain) (steps []Step, frame int)
}

// None is less than every density.
const None = -1 << 62

// Plan are the rules of filling.
type Plan struct {
	Budget int // most tokens that all entries together may cost
	Entry  int // most tokens that one entry may cost; 0: no limit
	Rest   int // out of turn nothing is looked for where fewer tokens than this are left
	// Breadth lets the text of a file begin only when of each file before it that can be
	// Folded or named something is shown, auxiliary files left out: nothing is absent while a
	// lower one is there in full, but for what nothing stands for and what is taken out of turn.
	Breadth bool
	// Auxiliary and File are parts of 1,000 of what is spent on files that are not
	// pinned. Auxiliary files get no more than Auxiliary while others are left.
	Auxiliary int
	// Shares, if not nil, says for each group of files what part of 1,000 of all that is
	// spent goes to it while it has files left: a group with 0 waits for the others.
	Shares []int
	// One file gets no more than File beyond FileTokens while smaller ones are left:
	// a large file waits until there is as much of others. 0: no limit.
	File, FileTokens int
	// Slices is the part of 1,000 of what is spent that goes to single declarations
	// which shown texts refer to. 0: none; Refers, Around and Define are not called.
	Slices int
	// SliceTokens more go to them, but no more than as many again: small bundles show
	// parts of files, which refer to much that is not there.
	SliceTokens int
	// Refers returns the declarations of other files to which the text that a step
	// shows refers, each once: the same for the same step.
	Refers func(i int, step Step) []Slice
	// Users returns lines, as slices, that use what a step shows, in the order in which they
	// are to be shown: the same for the same step. The first Asked steps that have some get
	// them; Uses is the part of 1,000 of what is spent that goes to them.
	Users       func(i int, step Step) []Slice
	Asked, Uses int
	// Around returns the declarations to which all the text of a file refers: those to
	// which only the part refers that is not shown are wanted less.
	Around func(i int) []Slice
	// Define says what it takes to show a slice beside what is shown of its file:
	// tokens, and those of the file's frame. It is not ok if the slice is shown
	// already or cannot be shown.
	Define func(slice Slice, brief Level, parts []int) (cost, frame int, ok bool)
	// Ahead, if not nil, is told now and then which slices Define may be asked for
	// next. It has no influence on the result.
	Ahead func(slices []Slice)
}

// Slice is a declaration that may be shown by itself: the ID tells it from others of
// the same file.
type Slice struct{ File, ID int }
