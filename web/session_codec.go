package web

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/alexedwards/scs/v2"
)

// sessionCodec writes a session as JSON. scs's own codec is all that would
// bring encoding/gob into the program. Values are texts and
// whole numbers; each keeps its type.
type sessionCodec struct{}

var _ scs.Codec = sessionCodec{}

type sessionData struct {
	Deadline time.Time         `json:"deadline"`
	Texts    map[string]string `json:"texts,omitempty"`
	Numbers  map[string]int64  `json:"numbers,omitempty"`
}

// Encode fails on a value of another type.
func (sessionCodec) Encode(deadline time.Time, values map[string]any) ([]byte, error) {
	d := sessionData{Deadline: deadline, Texts: map[string]string{}, Numbers: map[string]int64{}}
	for name, value := range values {
		switch v := value.(type) {
		case string:
			d.Texts[name] = v
		case int64:
			d.Numbers[name] = v
		default:
			return nil, fmt.Errorf("session: %s is a %T", name, value)
		}
	}
	return json.Marshal(d)
}

// Decode takes what is no JSON, as sessions once were, for a session that has
// ended: whoever has it signs in again.
func (sessionCodec) Decode(b []byte) (time.Time, map[string]any, error) {
	var d sessionData
	if err := json.Unmarshal(b, &d); err != nil {
		return time.Time{}, map[string]any{}, nil //nolint:nilerr // it has ended, which is no error
	}
	values := make(map[string]any, len(d.Texts)+len(d.Numbers))
	for name, text := range d.Texts {
		values[name] = text
	}
	for name, number := range d.Numbers {
		values[name] = number
	}
	return d.Deadline, values, nil
}
