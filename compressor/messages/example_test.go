package messages_test

import (
	"context"
	"fmt"
	"log"
	"strings"

	"ctxpack/compressor/messages"
)

// A conversation is fitted into a target: a tool result is replaced by a placeholder, and messages are dropped only
// if that is not enough.
func ExampleTrim() {
	listing := strings.Repeat("main.go util.go ", 100)
	conversation, err := messages.Parse(`{"role":"system","content":"You are a programmer."}
{"role":"user","content":"What is in this folder?"}
{"role":"assistant","content":null,"tool_calls":[{"id":"1","type":"function","function":{"name":"list","arguments":"{}"}}]}
{"role":"tool","tool_call_id":"1","content":"` + listing + `"}
{"role":"assistant","content":"A hundred times the same two files."}
{"role":"user","content":"Delete one of them."}
`)
	if err != nil {
		log.Fatal(err) // a *messages.Error, with its line
	}
	result, err := messages.Trim(context.Background(), conversation, messages.Options{
		Target:         200,
		Count:          func(text string) int { return len(strings.Fields(text)) }, // use a tokenizer in real programs
		PreserveRecent: messages.DefaultPreserveRecent,
		Protect:        messages.DefaultProtect,
		Placeholders:   true,
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.TokensBefore, "tokens became", result.TokensAfter)
	for _, i := range result.Replaced {
		fmt.Println("replaced", i, result.Classified[i].Class)
	}
	for _, i := range result.Dropped {
		fmt.Println("dropped", i, result.Classified[i].Class)
	}
	fmt.Print(result.Text())
	// Output:
	// 256 tokens became 67
	// replaced 3 recent turn
	// {"role":"system","content":"You are a programmer."}
	// {"role":"user","content":"What is in this folder?"}
	// {"role":"assistant","content":null,"tool_calls":[{"id":"1","type":"function","function":{"name":"list","arguments":"{}"}}]}
	// {"role":"tool","tool_call_id":"1","content":"[Tool result removed: 189 tokens saved]\nTool: list\n0 steps ago","_truncated":true,"_original_tokens":204}
	// {"role":"assistant","content":"A hundred times the same two files."}
	// {"role":"user","content":"Delete one of them."}
}
