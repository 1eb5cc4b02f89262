// Package lex reads source text without a grammar: where comments, strings and brackets start and end, what comments
// say, and the skeleton of a text, which lacks the contents of bodies. Their [Rules]
// describe the differences between languages.
//
// Every function is pure and looks at each byte of its input a bounded number of times, whatever the input is.
package lex
