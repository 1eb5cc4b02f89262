package cmd

import "flag"

// Update is set to write anew what tests compare with files.
var Update = flag.Bool("update", false, "write what cmp compares in the scripts, the example of settings and the reference anew")
