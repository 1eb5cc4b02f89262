package gitstats_test

import (
	"context"
	"fmt"
	"log"
	"maps"
	"os"
	"slices"
	"testing"

	"ctxpack/gitstats"
	"ctxpack/internal/repo/gitrepo/gittest"
)

// How often each file of a work tree was touched in the last 90 days before its
// newest commit.
func ExampleRead() {
	top, remove := exampleRepository()
	defer remove()

	activity, err := gitstats.Read(context.Background(), top, gitstats.Options{})
	if err != nil {
		log.Fatal(err) // the context has ended; other problems are warnings
	}
	fmt.Println(activity.Branch, activity.CommitTime.Format("2006-01-02"), activity.Scanned, "commits")
	for _, path := range slices.Sorted(maps.Keys(activity.Commits)) {
		fmt.Println(path, activity.Commits[path])
	}
	for _, warning := range activity.Warnings {
		fmt.Println("warning:", warning)
	}
	// Output:
	// main 2023-11-16 3 commits
	// README.md 1
	// server.go 3
}

// What the latest commits changed, with the texts.
func ExampleReadRecent() {
	top, remove := exampleRepository()
	defer remove()

	recent, err := gitstats.ReadRecent(context.Background(), top, gitstats.RecentOptions{MaxCommits: 1})
	if err != nil {
		log.Fatal(err)
	}
	for _, change := range recent.Changes {
		text, err := gitstats.ReadBlob(top, change.After, 1<<20)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%s %s: %q\n", change.Time.Format("2006-01-02"), change.Path, text)
	}
	// Output:
	// 2023-11-16 server.go: "package third"
}

// exampleRepository makes a repository of three commits.
func exampleRepository() (top string, remove func()) {
	top, err := os.MkdirTemp("", "example-")
	if err != nil {
		log.Fatal(err)
	}
	r := &gittest.Repo{T: noTest{}, Top: top, Home: top}
	r.Git("init", "-q", "-b", "main")
	r.Write("README.md", "A server.")
	r.Edit("server.go", "package first", 0)
	r.Edit("server.go", "package second", 1)
	r.Edit("server.go", "package third", 2)
	return top, func() { _ = os.RemoveAll(top) }
}

// noTest ends the process where a test would fail.
type noTest struct{ testing.TB }

func (noTest) Helper()                         {}
func (noTest) Fatal(args ...any)               { log.Fatal(args...) }
func (noTest) Fatalf(form string, args ...any) { log.Fatalf(form, args...) }
