package providers_test

import (
	"slices"
	"testing"

	"ctxpack/compressor/messages/providers"
)

func TestOpenAI(t *testing.T) {
	t.Parallel()
	call := `{"role":"assistant","content":null,"tool_calls":[{"id":"a"},{"id":"b"}]}`
	for _, test := range []struct {
		name, list string
		want       []providers.Rule
	}{
		{"valid", `[{"role":"system","content":"s"},{"role":"user","content":[{"type":"text","text":"x"},{"type":"image_url"}]},` + call + `,
			{"role":"tool","tool_call_id":"b","content":"1"},{"role":"tool","tool_call_id":"a","content":[{"type":"text","text":"2"}]},{"role":"assistant","content":"done"}]`, nil},
		{"empty list", `[]`, nil},
		{"no array", `{}`, []providers.Rule{providers.Readable}},
		{"role", `[{"role":"human","content":"x"}]`, []providers.Rule{providers.RoleKnown}},
		{"no content", `[{"role":"user"},{"role":"assistant","content":null}]`, []providers.Rule{providers.ContentPresent, providers.ContentPresent}},
		{"refusal", `[{"role":"assistant","refusal":"no"}]`, nil},
		{"image of a tool", `[` + call + `,{"role":"tool","tool_call_id":"a","content":[{"type":"image_url"}]},{"role":"tool","tool_call_id":"b","content":""}]`, []providers.Rule{providers.PartsFit}},
		{"no calls", `[{"role":"assistant","content":"","tool_calls":[]}]`, []providers.Rule{providers.CallsNonEmpty}},
		{"one result", `[` + call + `,{"role":"tool","tool_call_id":"a","content":""},{"role":"user","content":"x"}]`, []providers.Rule{providers.CallAnswered}},
		{"interrupted", `[` + call + `,{"role":"tool","tool_call_id":"a","content":""},{"role":"user","content":"x"},{"role":"tool","tool_call_id":"b","content":""}]`,
			[]providers.Rule{providers.CallAnswered, providers.ResultAnswers}},
		{"at the end", `[` + call + `]`, []providers.Rule{providers.CallAnswered, providers.CallAnswered}},
		{"no call", `[{"role":"user","content":"x"},{"role":"tool","tool_call_id":"a","content":""}]`, []providers.Rule{providers.ResultAnswers}},
		{"twice", `[` + call + `,{"role":"tool","tool_call_id":"a","content":""},{"role":"tool","tool_call_id":"a","content":""},{"role":"tool","tool_call_id":"b","content":""}]`,
			[]providers.Rule{providers.ResultOnce}},
		{"function", `[{"role":"assistant","function_call":{}},{"role":"function","content":""}]`, []providers.Rule{providers.NameGiven}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			checkRules(t, providers.OpenAI([]byte(test.list)), test.want)
		})
	}
}

func TestAnthropic(t *testing.T) {
	t.Parallel()
	use := `{"role":"assistant","content":[{"type":"text","text":"x"},{"type":"tool_use","id":"a"},{"type":"tool_use","id":"b"}]}`
	resultA, resultB := `{"type":"tool_result","tool_use_id":"a"}`, `{"type":"tool_result","tool_use_id":"b"}`
	for _, test := range []struct {
		name, list string
		want       []providers.Rule
	}{
		{"valid", `[{"role":"user","content":"x"},` + use + `,{"role":"user","content":[` + resultB + `,` + resultA + `,{"type":"text","text":"go on"},{"type":"image"}]},{"role":"assistant","content":""}]`, nil},
		{"results in two messages", `[` + use + `,{"role":"user","content":[` + resultB + `]},{"role":"user","content":[` + resultA + `]}]`, nil},
		{"role", `[{"role":"system","content":"x"}]`, []providers.Rule{providers.RoleKnown}},
		{"empty", `[{"role":"user","content":[]},{"role":"assistant","content":" "},{"role":"user","content":"x"}]`, []providers.Rule{providers.ContentPresent, providers.ContentPresent}},
		{"empty text", `[{"role":"user","content":[{"type":"text","text":""}]}]`, []providers.Rule{providers.TextNonEmpty}},
		{"parts", `[{"role":"user","content":[{"type":"thinking"}]},{"role":"assistant","content":[{"type":"image"}]}]`, []providers.Rule{providers.PartsFit, providers.PartsFit}},
		{"text first", `[` + use + `,{"role":"user","content":[` + resultA + `,{"type":"text","text":"x"},` + resultB + `]}]`, []providers.Rule{providers.ResultsFirst}},
		{"one result", `[` + use + `,{"role":"user","content":[` + resultA + `]}]`, []providers.Rule{providers.CallAnswered}},
		{"at the end", `[` + use + `]`, []providers.Rule{providers.CallAnswered, providers.CallAnswered}},
		{"too late", `[` + use + `,{"role":"user","content":[` + resultA + `]},{"role":"assistant","content":"y"},{"role":"user","content":[` + resultB + `]}]`,
			[]providers.Rule{providers.CallAnswered, providers.ResultAnswers}},
		{"no call", `[{"role":"user","content":[` + resultA + `]}]`, []providers.Rule{providers.ResultAnswers}},
		{"twice", `[` + use + `,{"role":"user","content":[` + resultA + `,` + resultA + `,` + resultB + `]}]`, []providers.Rule{providers.ResultOnce}},
		{"same id", `[` + use + `,{"role":"user","content":[` + resultA + `,` + resultB + `]},{"role":"assistant","content":[{"type":"tool_use","id":"a"}]},{"role":"user","content":[` + resultA + `]}]`,
			[]providers.Rule{providers.IDsUnique}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			checkRules(t, providers.Anthropic([]byte(test.list)), test.want)
		})
	}
}

func TestUserFirst(t *testing.T) {
	t.Parallel()
	if !providers.UserFirst([]byte(`[{"role":"user","content":"x"}]`)) || providers.UserFirst([]byte(`[{"role":"assistant","content":"x"}]`)) {
		t.Error("the first message decides")
	}
}

func checkRules(t *testing.T, found []providers.Violation, want []providers.Rule) {
	t.Helper()
	var got []providers.Rule
	for _, v := range found {
		got = append(got, v.Rule)
	}
	if !slices.Equal(got, want) {
		t.Errorf("found %v, want rules %q", found, want)
	}
}
