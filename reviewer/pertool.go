package reviewer

// PerTool makes the check of a rule that looks at one tool at a time. It names
// the tool in every hit and passes over what is no object (rule PRO-012).
// It is never inlined: every rule would have the code of it.
//
//go:noinline
func PerTool(check func(*Dossier, Tool) []Hit) func(*Dossier) []Hit {
	return func(d *Dossier) []Hit {
		var hits []Hit
		for _, t := range d.Tools {
			if t.Members == nil {
				continue
			}
			for _, h := range check(d, t) {
				h.Tool = t.Name
				hits = append(hits, h)
			}
		}
		return hits
	}
}
