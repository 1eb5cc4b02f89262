package signatures

import "testing"

type skeletonTest struct{ name, path, src, want string }

// skeletonTests compares skeletons; "" stands for a text that has none.
func skeletonTests(t *testing.T, tests []skeletonTest) {
	t.Helper()
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			k := &skeleton{src: test.src, name: test.path, rules: specFor(Language(test.path, test.src)).skeleton}
			got := ""
			if k.build() {
				got = string(k.out)
			}
			if got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}
