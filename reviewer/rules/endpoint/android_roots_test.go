package endpoint

import (
	"slices"
	"testing"
)

// The list is searched by halves.
func TestAndroidRootsAreInOrder(t *testing.T) {
	t.Parallel()
	if !slices.IsSorted(androidRoots[:]) || len(slices.Compact(slices.Clone(androidRoots[:]))) != len(androidRoots) {
		t.Error("the roots are not in order, or one is there twice")
	}
}
