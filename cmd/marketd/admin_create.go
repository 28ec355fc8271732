package main

import (
	"context"
	"errors"
)

func adminCreate(context.Context, call) error   { return errors.New("being written") }
func migrateStatus(context.Context, call) error { return errors.New("being written") }
