package main_test

import (
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// The number of shards is the same wherever an example of a deployment says it.
func TestDeployShards(t *testing.T) {
	t.Parallel()
	read := func(name string) string {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	number := func(text, pattern string) int {
		found := regexp.MustCompile(pattern).FindStringSubmatch(text)
		if found == nil {
			t.Fatalf("no %s", pattern)
		}
		n, err := strconv.Atoi(found[1])
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	job := read("deploy/kubernetes/fleet.yaml")
	shards := number(job, `--shard=\$\(JOB_COMPLETION_INDEX\)/(\d+)`)
	for _, pattern := range []string{`completions: (\d+)`, `parallelism: (\d+)`, `maxFailedIndexes: (\d+)`} {
		if n := number(job, pattern); n != shards {
			t.Errorf("fleet.yaml: %s is %d, the shards are %d", pattern, n, shards)
		}
	}
	matrix := read("deploy/ci/github-actions.yml")
	shards = number(matrix, `--shard \$\{\{ matrix.shard \}\}/(\d+)`)
	list := regexp.MustCompile(`shard: \[(.*)\]`).FindStringSubmatch(matrix)
	if list == nil || len(strings.Split(list[1], ",")) != shards || !strings.HasPrefix(list[1], "0, 1,") {
		t.Errorf("github-actions.yml: the matrix is %q, the shards are %d", list, shards)
	}
	for name, text := range map[string]string{"fleet.yaml": job, "github-actions.yml": matrix, "gitlab-ci.yml": read("deploy/ci/gitlab-ci.yml")} {
		if !strings.Contains(text, "repositories.txt") || !strings.Contains(text, "CTXPACK_REMOTE_CACHE") {
			t.Errorf("%s: no list, or no cache", name)
		}
	}
}
