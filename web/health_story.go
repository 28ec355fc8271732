package web

import (
	"context"
)

// story reads how a listing's server did.
func (s *Server) story(ctx context.Context, id string) (*story, error) {
	var st story
	var err error
	if st.Overview, err = s.History.Overview(ctx, id); err != nil {
		return nil, err
	}
	if st.windows, err = s.Standing.Windows(ctx, id, windowsShown); err != nil {
		return nil, err
	}
	if st.probes, err = s.Watch.History(ctx, id, probesShown); err != nil {
		return nil, err
	}
	return &st, nil
}
