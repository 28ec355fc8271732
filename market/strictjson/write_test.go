package strictjson_test

import (
	"testing"

	"marketd/market/strictjson"
)

func TestPointerToken(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{"": "", "a": "a", "a/b~c": "a~1b~0c", "~1": "~01"} {
		if got := strictjson.PointerToken(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func TestMarshal(t *testing.T) {
	t.Parallel()
	got, err := strictjson.Marshal(map[string]string{"a": "<b> & \n"})
	if want := `{"a":"<b> & \n"}`; err != nil || string(got) != want {
		t.Errorf("%s, %v, want %s", got, err, want)
	}
	if _, err := strictjson.Marshal(func() {}); err == nil {
		t.Error("a function has no JSON")
	}
}
