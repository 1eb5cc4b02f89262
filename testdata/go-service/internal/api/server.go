// Package api serves shipments over HTTP.
package api

import (
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"example.com/parcels/internal/shipment"
	"example.com/parcels/internal/store"
)

// server holds what handlers need. It has no state of its own.
type server struct {
	store      *store.Store
	log        *slog.Logger
	standstill time.Duration
	now        func() time.Time
}

// New returns the handler of all endpoints.
func New(s *store.Store, log *slog.Logger, standstill time.Duration) http.Handler {
	srv := &server{store: s, log: log, standstill: standstill, now: time.Now}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /shipments", srv.register)
	mux.HandleFunc("GET /shipments/{id}", srv.show)
	mux.HandleFunc("POST /shipments/{id}/scans", srv.scan)
	mux.HandleFunc("GET /overdue", srv.overdue)
	return recoverPanics(log, logRequests(log, limitBody(mux)))
}

// reply writes a value as JSON.
func (s *server) reply(w http.ResponseWriter, status int, value any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	if err := json.NewEncoder(w).Encode(value); err != nil {
		s.log.Warn("write reply", "error", err)
	}
}

// fail chooses the status that an error deserves.
func (s *server) fail(w http.ResponseWriter, err error) {
	var illegal *shipment.IllegalError
	status := http.StatusBadRequest
	switch {
	case errors.Is(err, store.ErrNotFound):
		status = http.StatusNotFound
	case errors.As(err, &illegal):
		status = http.StatusConflict
	}
	s.reply(w, status, map[string]string{"error": err.Error()})
}
