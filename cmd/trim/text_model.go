package trim

import (
	"ctxpack/cmd/internal/cli"
	"ctxpack/compressor/prose"
	"ctxpack/internal/doors/config"
)

// modelRoom is how many tokens the input of the model has that the run names, 0 if it
// names none. A run without a limit counts tokens then, unless it asks for words.
func (o *trimTextOptions) modelRoom(settings config.Config) (int, error) {
	if settings.Context.Model == "" {
		return 0, nil
	}
	room, err := cli.MaxInput(settings, "")
	if err == nil && o.limit == "" && o.profile == "" && !o.meter && !o.counting.Changed("unit") {
		o.unit = "tokens"
	}
	return room, err
}

// withinModel is a limit that what is kept of parts keeps without being more than the input of a model holds: so many
// words as there are tokens for, by what the words of the text cost. A room of 0 is none.
func withinModel(parts []prose.Part, p prose.Options, room int, count func(string) int) int {
	switch {
	case room == 0:
		return p.Limit
	case p.Tokens != nil:
		return min(p.Limit, room)
	}
	for p.Limit > 1 {
		r, err := prose.Trim(parts, p)
		if err != nil || r.Over > 0 {
			break
		}
		tokens, words := count(r.Text), r.Kept.Words
		held := int(int64(words) * int64(room) / int64(max(tokens, 1)))
		if tokens <= room {
			return min(p.Limit, max(held, words, 1))
		}
		p.Limit = max(1, min(p.Limit-1, held))
	}
	return p.Limit
}
