// Command parcelsd serves the state of parcels over HTTP.
package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"example.com/parcels/internal/api"
	"example.com/parcels/internal/config"
	"example.com/parcels/internal/store"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "parcelsd:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	cfg, err := config.Parse(args)
	if err != nil {
		return err
	}
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: cfg.LogLevel}))

	journal, err := store.Open(cfg.Journal)
	if err != nil {
		return fmt.Errorf("open journal: %w", err)
	}
	defer journal.Close()
	log.Info("journal replayed", "shipments", journal.Len())

	server := &http.Server{
		Addr:              cfg.Listen,
		Handler:           api.New(journal, log, cfg.StandstillAfter),
		ReadHeaderTimeout: 5 * time.Second,
	}

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	go func() {
		<-ctx.Done()
		// Hubs retry, so that requests in flight need not be waited for long.
		limit, cancel := context.WithTimeout(context.Background(), 3*time.Second)
		defer cancel()
		_ = server.Shutdown(limit)
	}()
	if err := server.ListenAndServe(); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
