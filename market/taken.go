package market

// Taken is what each rule took of the report's score, in tenths of a point. The
// mean of the tools makes six tenths of the score and the weakest tool four: so
// a point lost at one of n tools takes 6/n tenths, and 4 more at the weakest.
func (r Report) Taken() map[string]int {
	took := map[string]int{}
	weakest := 0
	for i, q := range r.Quality {
		if q.Score < r.Quality[weakest].Score {
			weakest = i
		}
	}
	n := len(r.Quality)
	for i, q := range r.Quality {
		for _, l := range q.Lost {
			took[l.Rule] += 6 * l.Points
			if i == weakest {
				took[l.Rule] += 4 * l.Points * n
			}
		}
	}
	for rule, all := range took {
		took[rule] = (all + n/2) / n // rounded
	}
	return took
}
