// Command demo is a program.
package main

func main() {}
