// Package mapped makes a slice, a set or an index from elements of a slice.
package mapped

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

// Set returns the set of the elements.
func Set[T comparable](list []T) map[T]bool {
	set := make(map[T]bool, len(list))
	for _, element := range list {
		set[element] = true
	}
	return set
}

// By returns the elements by their keys; the last one of each key counts.
func By[K comparable, T any](list []T, key func(T) K) map[K]T {
	index := make(map[K]T, len(list))
	for _, element := range list {
		index[key(element)] = element
	}
	return index
}
