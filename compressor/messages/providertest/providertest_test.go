package providertest_test

import (
	"slices"
	"testing"

	"ctxpack/compressor/messages/providertest"
)

func TestOpenAI(t *testing.T) {
	t.Parallel()
	call := `{"role":"assistant","content":null,"tool_calls":[{"id":"a","function":{"name":"f"}},{"id":"b","custom":{"name":"f"}}]}`
	for _, test := range []struct {
		name, list string
		want       []providertest.Rule
	}{
		{"valid", `[{"role":"system","content":"s"},{"role":"user","content":[{"type":"text","text":"x"},{"type":"image_url"}]},` + call + `,
			{"role":"tool","tool_call_id":"b","content":"1"},{"role":"tool","tool_call_id":"a","content":[{"type":"text","text":"2"}]},
			{"role":"assistant","content":"done"}]`, nil},
		{"empty list", `[]`, nil},
		{"no array", `{}`, []providertest.Rule{providertest.Readable}},
		{"role", `[{"role":"human","content":"x"}]`, []providertest.Rule{providertest.RoleKnown}},
		{"no content", `[{"role":"user"},{"role":"assistant","content":null}]`, []providertest.Rule{providertest.ContentPresent, providertest.ContentPresent}},
		{"refusal", `[{"role":"assistant","refusal":"no"}]`, nil},
		{"image of a tool", `[` + call + `,{"role":"tool","tool_call_id":"a","content":[{"type":"image_url"}]},{"role":"tool","tool_call_id":"b",` +
			`"content":""}]`, []providertest.Rule{providertest.PartsFit}},
		{"no calls", `[{"role":"assistant","content":"","tool_calls":[]}]`, []providertest.Rule{providertest.CallsNonEmpty}},
		{"one result", `[` + call + `,{"role":"tool","tool_call_id":"a","content":""},{"role":"user","content":"x"}]`,
			[]providertest.Rule{providertest.CallAnswered}},
		{"interrupted", `[` + call + `,{"role":"tool","tool_call_id":"a","content":""},{"role":"user","content":"x"},{"role":"tool",` +
			`"tool_call_id":"b","content":""}]`,
			[]providertest.Rule{providertest.CallAnswered, providertest.ResultAnswers}},
		{"at the end", `[` + call + `]`, []providertest.Rule{providertest.CallAnswered, providertest.CallAnswered}},
		{"no call", `[{"role":"user","content":"x"},{"role":"tool","tool_call_id":"a","content":""}]`, []providertest.Rule{providertest.ResultAnswers}},
		{"twice", `[` + call + `,{"role":"tool","tool_call_id":"a","content":""},{"role":"tool","tool_call_id":"a","content":""},{"role":"tool",` +
			`"tool_call_id":"b","content":""}]`,
			[]providertest.Rule{providertest.ResultOnce}},
		{"no name", `[{"role":"assistant","tool_calls":[{"id":"a","function":{"name":""}}]},{"role":"tool","tool_call_id":"a","content":""}]`,
			[]providertest.Rule{providertest.NameGiven}},
		{"function", `[{"role":"assistant","function_call":{}},{"role":"function","content":""}]`, []providertest.Rule{providertest.NameGiven}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			checkRules(t, providertest.OpenAI([]byte(test.list)), test.want)
		})
	}
}

func TestAnthropic(t *testing.T) {
	t.Parallel()
	use := `{"role":"assistant","content":[{"type":"text","text":"x"},{"type":"tool_use","id":"a","name":"f"},{"type":"tool_use","id":"b","name":"f"}]}`
	resultA, resultB := `{"type":"tool_result","tool_use_id":"a"}`, `{"type":"tool_result","tool_use_id":"b"}`
	for _, test := range []struct {
		name, list string
		want       []providertest.Rule
	}{
		{"valid", `[{"role":"user","content":"x"},` + use + `,{"role":"user","content":[` + resultB + `,` + resultA +
			`,{"type":"text","text":"go on"},{"type":"image"}]},{"role":"assistant","content":""}]`, nil},
		{"results in two messages", `[` + use + `,{"role":"user","content":[` + resultB + `]},{"role":"user","content":[` + resultA + `]}]`, nil},
		{"role", `[{"role":"system","content":"x"}]`, []providertest.Rule{providertest.RoleKnown}},
		{"empty", `[{"role":"user","content":[]},{"role":"assistant","content":" "},{"role":"user","content":"x"}]`,
			[]providertest.Rule{providertest.ContentPresent, providertest.ContentPresent}},
		{"empty text", `[{"role":"user","content":[{"type":"text","text":""}]}]`, []providertest.Rule{providertest.TextNonEmpty}},
		{"parts", `[{"role":"user","content":[{"type":"thinking"}]},{"role":"assistant","content":[{"type":"image"}]}]`,
			[]providertest.Rule{providertest.PartsFit, providertest.PartsFit}},
		{"text first", `[` + use + `,{"role":"user","content":[` + resultA + `,{"type":"text","text":"x"},` + resultB + `]}]`,
			[]providertest.Rule{providertest.ResultsFirst}},
		{"one result", `[` + use + `,{"role":"user","content":[` + resultA + `]}]`, []providertest.Rule{providertest.CallAnswered}},
		{"at the end", `[` + use + `]`, []providertest.Rule{providertest.CallAnswered, providertest.CallAnswered}},
		{"too late", `[` + use + `,{"role":"user","content":[` + resultA + `]},{"role":"assistant","content":"y"},{"role":"user","content":[` + resultB + `]}]`,
			[]providertest.Rule{providertest.CallAnswered, providertest.ResultAnswers}},
		{"no call", `[{"role":"user","content":[` + resultA + `]}]`, []providertest.Rule{providertest.ResultAnswers}},
		{"twice", `[` + use + `,{"role":"user","content":[` + resultA + `,` + resultA + `,` + resultB + `]}]`, []providertest.Rule{providertest.ResultOnce}},
		{"same id", `[` + use + `,{"role":"user","content":[` + resultA + `,` + resultB +
			`]},{"role":"assistant","content":[{"type":"tool_use","id":"a"}]},{"role":"user","content":[` + resultA + `]}]`,
			[]providertest.Rule{providertest.IDsUnique, providertest.NameGiven}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			checkRules(t, providertest.Anthropic([]byte(test.list)), test.want)
		})
	}
}

func TestUserFirst(t *testing.T) {
	t.Parallel()
	if !providertest.UserFirst([]byte(`[{"role":"user","content":"x"}]`)) || providertest.UserFirst([]byte(`[{"role":"assistant","content":"x"}]`)) {
		t.Error("the first message decides")
	}
}

func checkRules(t *testing.T, found []providertest.Violation, want []providertest.Rule) {
	t.Helper()
	var got []providertest.Rule
	for _, v := range found {
		got = append(got, v.Rule)
	}
	if !slices.Equal(got, want) {
		t.Errorf("found %v, want rules %q", found, want)
	}
}
