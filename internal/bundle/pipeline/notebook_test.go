package pipeline_test

import (
	"context"
	"strings"
	"testing"

	"ctxpack/internal/bundle/pipeline"
)

// The output of a notebook is in no tier of any bundle.
func TestNotebookWithoutOutput(t *testing.T) {
	t.Parallel()
	cell := `{"cell_type": "code", "source": ["def f(x):\n", "    return x"], "outputs": [{"text": ["OUTPUT"], "data": {"image/png": "OUTPUT"}}]}`
	book := `{"nbformat": 4, "metadata": {}, "cells": [` + strings.Repeat(cell+", ", 30) + cell + `]}`
	root := writeTree(t, map[string]string{"a.ipynb": book, "b.py": "x = 1\n"})
	for _, budget := range []int{600, 100_000} {
		for _, folder := range []string{"", t.TempDir()} {
			o := options(t, root, budget, "markdown")
			o.Cache = folder
			for range 2 {
				result, err := pipeline.Run(context.Background(), o)
				if err != nil {
					t.Fatal(err)
				}
				if text := result.Parts[0]; strings.Contains(text, "OUTPUT") || !strings.Contains(text, "def f(x):") {
					t.Errorf("budget %d:\n%s", budget, text)
				}
			}
		}
	}
}
