package tokens

// The table of models. A figure stands here only with its source: the document
// in which the vendor publishes it, and for a factor the measurement it rests
// on. "K" and "M" in a vendor's document are taken as 1,000 and 1,000,000 where
// the vendor gives no exact number, which errs on the safe side.
//
// A factor is the ratio of the model's token count to that of o200k_base over
// source code, and rather too high: a bundle that is a little smaller than it
// could be is better than one that does not fit. Where the tokenizer is public
// but not embedded, the factor was measured with it over 13 public source trees in
// nine languages; the table takes the largest ratio of a tree, rounded up.

// limits are the figures of one model.
type limits struct {
	name           string
	window, output int
}

// family makes the models of a vendor that share everything but the limits.
func family(shared Model, models ...limits) []Model {
	var out []Model
	for _, m := range models {
		shared.Name, shared.Window, shared.MaxOutput = m.name, m.window, m.output
		out = append(out, shared)
	}
	return out
}

func openAI() []Model {
	shared := Model{
		Family: "GPT", FactorPermille: exact, Tokenizer: "o200k_base",
		Source: "OpenAI API documentation, Models; encoding: tiktoken, model.py",
	}
	models := family(shared,
		limits{"gpt-5.6-sol", 1_050_000, 128_000},
		limits{"gpt-5.6-terra", 1_050_000, 128_000},
		limits{"gpt-5.6-luna", 1_050_000, 128_000},
		limits{"gpt-5.5", 1_050_000, 128_000},
		limits{"gpt-5.4", 1_050_000, 128_000},
		limits{"gpt-5.4-mini", 400_000, 128_000},
		limits{"gpt-5.2", 400_000, 128_000},
		limits{"gpt-5.1", 400_000, 128_000},
		limits{"gpt-5", 400_000, 128_000},
		limits{"gpt-5-mini", 400_000, 128_000},
		limits{"gpt-5-nano", 400_000, 128_000},
		limits{"gpt-4.5-preview", 128_000, 16_384},
		limits{"gpt-4.1", 1_047_576, 32_768},
		limits{"gpt-4.1-mini", 1_047_576, 32_768},
		limits{"gpt-4.1-nano", 1_047_576, 32_768},
		limits{"gpt-4o", 128_000, 16_384},
		limits{"gpt-4o-mini", 128_000, 16_384},
		limits{"o4-mini", 200_000, 100_000},
		limits{"o3", 200_000, 100_000},
		limits{"o3-mini", 200_000, 100_000},
		limits{"o1", 200_000, 100_000},
		limits{"o1-mini", 128_000, 65_536},
		limits{"o1-preview", 128_000, 32_768},
	)
	shared.Source = "OpenAI, gpt-oss model card; encoding: tiktoken, o200k_harmony, which is o200k_base for ordinary text"
	models = append(models, family(shared,
		limits{"gpt-oss-120b", 131_072, 131_072},
		limits{"gpt-oss-20b", 131_072, 131_072},
	)...)
	shared.Source = "OpenAI API documentation, Models; encoding: tiktoken, model.py"
	shared.Tokenizer = "cl100k_base"
	models = append(models, family(shared,
		limits{"gpt-4-turbo", 128_000, 4_096},
		limits{"gpt-4", 8_192, 8_192},
		limits{"gpt-3.5-turbo", 16_385, 4_096},
		limits{"davinci-002", 16_384, 16_384},
	)...)
	shared.Tokenizer = "p50k_base"
	models = append(models, family(shared,
		limits{"text-davinci-003", 4_097, 0},
		limits{"code-davinci-002", 8_001, 0},
	)...)
	shared.Tokenizer = "r50k_base"
	return append(models, family(shared, limits{"davinci", 2_049, 0})...)
}

func anthropic() []Model {
	// 1.30: "Hidden costs in AI deployment", VentureBeat, May 2025, counted 16%
	// more tokens than GPT-4o for English articles, 21% for mathematics and 30%
	// for Python code with Claude 3.5 Sonnet.
	shared := Model{
		Family: "Claude", FactorPermille: 1300, Tokenizer: "o200k_base",
		Source: "Anthropic documentation, Models overview; factor: VentureBeat, Hidden costs in AI deployment (2025), Claude 3.5 against GPT-4o, Python code",
	}
	models := family(shared,
		limits{"claude-opus-4-6", 1_000_000, 128_000},
		limits{"claude-opus-4-5", 200_000, 64_000},
		limits{"claude-opus-4-1", 200_000, 32_000},
		limits{"claude-opus-4", 200_000, 32_000},
		limits{"claude-sonnet-4-6", 1_000_000, 128_000},
		limits{"claude-sonnet-4-5", 200_000, 64_000},
		limits{"claude-sonnet-4", 200_000, 64_000},
		limits{"claude-haiku-4-5", 200_000, 64_000},
		limits{"claude-3-7-sonnet", 200_000, 64_000},
		limits{"claude-3-5-sonnet", 200_000, 8_192},
		limits{"claude-3-5-haiku", 200_000, 8_192},
		limits{"claude-3-opus", 200_000, 4_096},
		limits{"claude-3-haiku", 200_000, 4_096},
	)
	// 1.755 = 1.30 x 1.35: since Claude Opus 4.7 a newer tokenizer makes, as
	// Anthropic says, 1.0 to 1.35 times as many tokens of the same text.
	shared.FactorPermille = 1755
	shared.Source = "Anthropic documentation, Models overview; factor: the older models' 1.30 times the 1.35 that Anthropic gives as the upper bound for the newer tokenizer (What's new in Claude Opus 4.7)"
	return append(models, family(shared,
		limits{"claude-fable-5-1", 1_000_000, 128_000},
		limits{"claude-opus-5-5", 1_000_000, 128_000},
		limits{"claude-opus-5", 1_000_000, 128_000},
		limits{"claude-opus-4-8", 1_000_000, 128_000},
		limits{"claude-opus-4-7", 1_000_000, 128_000},
		limits{"claude-sonnet-5-5", 1_000_000, 128_000},
		limits{"claude-sonnet-5", 1_000_000, 128_000},
		limits{"claude-haiku-5-5", 1_000_000, 128_000},
	)...)
}

func google() []Model {
	return family(
		Model{
			Family: "Gemini", FactorPermille: 1200, Tokenizer: "o200k_base",
			Source: "Google, Gemini API documentation, Models; factor: repomix issue 476 (2025), one packed repository counted as 1,156,615 tokens by Google AI Studio and 969,990 by o200k_base",
		},
		// One limit for prompt and answer; 65,536 is what one request may answer
		// without being continued.
		limits{"gemini-4-argon", 1_048_576, 65_536},
		limits{"gemini-3.8-flash", 1_048_576, 65_536},
		limits{"gemini-3.1-pro", 1_048_576, 65_536},
		limits{"gemini-3-pro", 1_048_576, 65_536},
		limits{"gemini-3-flash", 1_048_576, 65_536},
		limits{"gemini-2.5-pro", 1_048_576, 65_536},
		limits{"gemini-2.5-flash", 1_048_576, 65_536},
		limits{"gemini-2.5-flash-lite", 1_048_576, 65_536},
		limits{"gemini-2.0-flash", 1_048_576, 8_192},
		limits{"gemini-1.5-pro", 2_097_152, 8_192},
		limits{"gemini-1.5-flash", 1_048_576, 8_192},
	)
}

func meta() []Model {
	return family(
		Model{
			Family: "Llama", FactorPermille: 1050, Tokenizer: "o200k_base",
			Source: "Meta, Llama model cards; factor: measured by ctxpack with the published Llama 3 and Llama 4 tokenizers (at most 1.035)",
		},
		limits{"llama-4-scout", 10_000_000, 0},
		limits{"llama-4-maverick", 1_000_000, 0},
		limits{"llama-3.3-70b", 128_000, 0},
		limits{"llama-3.1-405b", 128_000, 0},
		limits{"llama-3.1-70b", 128_000, 0},
		limits{"llama-3.1-8b", 128_000, 0},
		limits{"llama-3-70b", 8_192, 0},
		limits{"llama-3-8b", 8_192, 0},
	)
}

func mistral() []Model {
	return family(
		Model{
			Family: "Mistral", FactorPermille: 1150, Tokenizer: "o200k_base",
			Source: "Mistral AI documentation, Models; factor: ctxpack's own conservative estimate, that of Qwen, which also counts each digit",
		},
		limits{"mistral-large-3", 256_000, 0},
		limits{"mistral-large-2", 128_000, 0},
		limits{"mistral-medium-3.5", 256_000, 0},
		limits{"mistral-medium-3.1", 128_000, 0},
		limits{"mistral-small-3.2", 128_000, 0},
		limits{"mistral-nemo", 128_000, 0},
		limits{"codestral-25.08", 128_000, 0},
		limits{"devstral-2", 256_000, 0},
	)
}

func deepSeek() []Model {
	return family(
		Model{
			Family: "DeepSeek", FactorPermille: 1200, Tokenizer: "o200k_base",
			Source: "DeepSeek API documentation, Models & Pricing; factor: its Token & Token Usage gives 0.3 tokens an English character, OpenAI's help centre 0.25",
		},
		limits{"deepseek-v4-pro", 1_000_000, 384_000},
		limits{"deepseek-v4-flash", 1_000_000, 384_000},
		limits{"deepseek-chat", 128_000, 8_000},
		limits{"deepseek-reasoner", 128_000, 64_000},
		limits{"deepseek-v3.2", 128_000, 8_000},
		limits{"deepseek-r1", 128_000, 64_000},
	)
}

func qwen() []Model {
	return family(
		Model{
			Family: "Qwen", FactorPermille: 1150, Tokenizer: "o200k_base",
			Source: "Alibaba Cloud, Model Studio documentation, and Qwen model cards; factor: measured by ctxpack with the published Qwen tokenizer (at most 1.107)",
		},
		limits{"qwen3.8-max", 991_000, 128_000},
		limits{"qwen3-max", 262_144, 65_536},
		limits{"qwen3-coder-plus", 1_000_000, 65_536},
		limits{"qwen3-coder-480b-a35b-instruct", 262_144, 65_536},
		limits{"qwen2.5-72b-instruct", 131_072, 8_192},
		limits{"qwen2.5-coder-32b-instruct", 131_072, 8_192},
	)
}

func xAI() []Model {
	return family(
		Model{
			Family: "Grok", FactorPermille: 1200, Tokenizer: "o200k_base",
			Source: "xAI documentation, Models; factor: no figure is published; ctxpack's own conservative estimate, that of Gemini",
		},
		limits{"grok-4.6", 500_000, 0},
		limits{"grok-4.5", 500_000, 0},
		limits{"grok-4.3", 1_000_000, 0},
		limits{"grok-4", 256_000, 0},
		limits{"grok-4-fast", 2_000_000, 0},
		limits{"grok-code-fast-1", 256_000, 0},
		limits{"grok-3", 131_072, 0},
	)
}
