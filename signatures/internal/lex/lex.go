// Package lex reads source text without a grammar: where comments, strings and brackets start and end, the notes in
// comments, and the skeleton of a text, which lacks the contents of bodies. [Rules] describe the differences
// between languages.
//
// Every function is pure and reads each byte of its input a bounded number of times.
package lex
