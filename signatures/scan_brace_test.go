package signatures

import "testing"

type skeletonTest struct{ name, path, src, want string }

// skeletonTests compares skeletons; "" stands for a text that has none.
func skeletonTests(t *testing.T, rules func(path string) *skeletonRules, tests []skeletonTest) {
	t.Helper()
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got := ""
			if k, ok := elide(test.path, test.src, rules(test.path)); ok {
				got = string(k.out)
			}
			if got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}
