package storage_test

import (
	"testing"

	"go.uber.org/goleak"

	"marketd/market"
	"marketd/storage/storagetest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestStoreOnSQLite(t *testing.T) {
	t.Parallel()
	storagetest.Run(t, func(t testing.TB) market.Store { return storagetest.SQLite(t) })
}

func TestStoreOnPostgreSQL(t *testing.T) {
	t.Parallel()
	storagetest.Run(t, func(t testing.TB) market.Store { return storagetest.PostgresDB(t) })
}
