package templates

// WaiveView is the form by which a reviewer lets a finding be.
type WaiveView struct {
	Case    string // id of the submission
	Version int64
	Finding string // its key
	ID      string // of the text area, unique on the page
	Reason  string
	Wrong   bool
	Open    bool
	Problem string
}

// AppealView is the form by which a publisher asks for a person.
type AppealView struct {
	Text     string
	Problems []Problem
}

func waiveDescribed(v *WaiveView) string {
	if v.Problem != "" {
		return v.ID + "-wrong " + v.ID + "-hint"
	}
	return v.ID + "-hint"
}
