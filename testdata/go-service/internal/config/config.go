// Package config reads the settings of parcelsd from its flags.
package config

import (
	"errors"
	"flag"
	"log/slog"
	"time"
)

// Config is everything that can be set.
type Config struct {
	Listen          string
	Journal         string
	LogLevel        slog.Level
	StandstillAfter time.Duration // without a scan for this long a parcel is overdue
}

// Parse reads flags. It exits the program for -h, as package flag does.
func Parse(args []string) (Config, error) {
	var c Config
	flags := flag.NewFlagSet("parcelsd", flag.ExitOnError)
	flags.StringVar(&c.Listen, "listen", "localhost:8080", "`address` to listen on")
	flags.StringVar(&c.Journal, "journal", "parcels.journal", "`file` that holds all events")
	flags.TextVar(&c.LogLevel, "log", slog.LevelInfo, "least `level` that is logged")
	flags.DurationVar(&c.StandstillAfter, "standstill", 36*time.Hour, "time without a scan after which a parcel is overdue")
	if err := flags.Parse(args); err != nil {
		return c, err
	}
	if c.StandstillAfter <= 0 {
		return c, errors.New("-standstill must be positive")
	}
	return c, nil
}
