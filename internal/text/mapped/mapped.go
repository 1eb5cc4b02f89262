// Package mapped makes a slice, a set, an index or a sum from elements of a slice.
package mapped

import "slices"

// Of returns what f returns for each element, in order; nil for no elements.
func Of[T, R any](list []T, f func(T) R) []R {
	if len(list) == 0 {
		return nil
	}
	results := make([]R, len(list))
	for i, element := range list {
		results[i] = f(element)
	}
	return results
}

// NonZero returns what f returns for each element, without zero values, in order; nil for none.
func NonZero[T any, R comparable](list []T, f func(T) R) []R {
	var zero R
	return Where(Of(list, f), func(r R) bool { return r != zero })
}

// Flat returns the elements of all that f returns for the elements, in order; nil for none.
func Flat[T, R any](list []T, f func(T) []R) []R {
	return slices.Concat(Of(list, f)...)
}

// Sum returns the sum of what f returns for each element.
func Sum[T any, N int | int64](list []T, f func(T) N) (sum N) {
	for _, element := range list {
		sum += f(element)
	}
	return sum
}

// Where returns the elements that keep accepts, in order; nil for none.
func Where[T any](list []T, keep func(T) bool) []T {
	var kept []T
	for _, element := range list {
		if keep(element) {
			kept = append(kept, element)
		}
	}
	return kept
}

// First returns the first element that is accepts, and whether there is one.
func First[T any](list []T, is func(T) bool) (first T, ok bool) {
	if i := slices.IndexFunc(list, is); i >= 0 {
		return list[i], true
	}
	return first, false
}

// AppendNew appends an element to a list that lacks it.
func AppendNew[T comparable](list []T, element T) []T {
	if slices.Contains(list, element) {
		return list
	}
	return append(list, element)
}

// Set returns the set of the elements.
func Set[T comparable](list []T) map[T]bool {
	set := make(map[T]bool, len(list))
	for _, element := range list {
		set[element] = true
	}
	return set
}

// Places returns the indices of the elements.
func Places[T comparable](list []T) map[T]int {
	places := make(map[T]int, len(list))
	for i, element := range list {
		places[element] = i
	}
	return places
}

// By returns the elements by their keys; the last one of each key counts.
func By[K comparable, T any](list []T, key func(T) K) map[K]T {
	index := make(map[K]T, len(list))
	for _, element := range list {
		index[key(element)] = element
	}
	return index
}
