package api

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.com/parcels/internal/store"
)

func newTestServer(t *testing.T) http.Handler {
	t.Helper()
	s, err := store.Open(filepath.Join(t.TempDir(), "j"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return New(s, slog.New(slog.NewTextHandler(io.Discard, nil)), time.Hour)
}

func TestRegisterAndShow(t *testing.T) {
	h := newTestServer(t)
	for _, step := range []struct {
		method, path, body string
		status             int
		contains           string
	}{
		{"POST", "/shipments", `{"from":"LYS","to":"OSL","grams":40}`, 201, `"P00000001"`},
		{"POST", "/shipments", `{"from":"lys","to":"OSL","grams":40}`, 400, "unknown hub"},
		{"GET", "/shipments/P00000001", "", 200, `"state":"accepted"`},
		{"GET", "/shipments/P00000002", "", 404, "no such shipment"},
		{"POST", "/shipments/P00000001/scans", `{"hub":"LYS","kind":"departed"}`, 409, "cannot be departed"},
	} {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(step.method, step.path, strings.NewReader(step.body)))
		if w.Code != step.status || !strings.Contains(w.Body.String(), step.contains) {
			t.Errorf("%s %s: %d %s", step.method, step.path, w.Code, w.Body)
		}
	}
}
