package history

import "encoding/json"

// Request returns the messages as the JSON object that a provider's interface
// takes them in, on one line: for OpenAI `{"messages": [...]}` with the system
// message first, for Anthropic `{"system": ..., "messages": [...]}` with cache
// breakpoints. The model and other parameters are the caller's.
func (a *Assembly) Request(provider Provider) []byte {
	out := struct {
		System   json.RawMessage   `json:"system,omitempty"`
		Messages []json.RawMessage `json:"messages"`
	}{}
	for _, m := range a.list {
		content := m.content(provider)
		if m.system && provider == Anthropic {
			out.System = content
			continue
		}
		out.Messages = append(out.Messages, encode(struct {
			Role    string          `json:"role"`
			Content json.RawMessage `json:"content"`
		}{m.Role, content}))
	}
	return encode(out)
}

type textPart struct {
	Type         string        `json:"type"`
	Text         string        `json:"text"`
	CacheControl *cacheControl `json:"cache_control,omitempty"`
}

type cacheControl struct {
	Type string `json:"type"`
}

// content returns the content of a message: a string where that is enough.
func (m *sent) content(provider Provider) json.RawMessage {
	breakpoint := m.breakpoint && provider == Anthropic
	if len(m.Images) == 0 && !breakpoint {
		return encode(m.Content)
	}
	var parts []any
	for _, image := range m.Images {
		parts = append(parts, imageContent(image, provider))
	}
	if m.Content != "" {
		parts = append([]any{textPart{Type: "text", Text: m.Content}}, parts...)
	}
	if breakpoint {
		mark := &cacheControl{Type: "ephemeral"}
		switch last := parts[len(parts)-1].(type) {
		case textPart:
			last.CacheControl = mark
			parts[len(parts)-1] = last
		case anthropicImage:
			last.CacheControl = mark
			parts[len(parts)-1] = last
		}
	}
	return encode(parts)
}

type anthropicImage struct {
	Type         string          `json:"type"`
	Source       anthropicSource `json:"source"`
	CacheControl *cacheControl   `json:"cache_control,omitempty"`
}

type anthropicSource struct {
	Type      string `json:"type"`
	MediaType string `json:"media_type,omitempty"`
	Data      string `json:"data,omitempty"`
	URL       string `json:"url,omitempty"`
}

type openAIImage struct {
	Type     string      `json:"type"`
	ImageURL openAIImURL `json:"image_url"`
}

type openAIImURL struct {
	URL string `json:"url"`
}

func imageContent(i Image, provider Provider) any {
	if provider == OpenAI {
		if i.URL != "" {
			return openAIImage{"image_url", openAIImURL{i.URL}}
		}
		return openAIImage{"image_url", openAIImURL{i.DataURI()}}
	}
	if i.URL != "" {
		return anthropicImage{Type: "image", Source: anthropicSource{Type: "url", URL: i.URL}}
	}
	return anthropicImage{Type: "image", Source: anthropicSource{Type: "base64", MediaType: i.MediaType, Data: i.Data}}
}
