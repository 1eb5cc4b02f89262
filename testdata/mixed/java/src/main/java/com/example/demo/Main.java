package com.example.demo;

import java.io.IOException;
import java.nio.file.Path;

/** Prints a log: {@code java com.example.demo.Main FILE}. */
public final class Main {
    private Main() {}

    public static void main(String[] args) throws IOException {
        if (args.length != 1) {
            System.err.println("usage: Main FILE");
            System.exit(2);
        }
        try (RingLog log = RingLog.open(Path.of(args[0]))) {
            log.records().forEach(r -> System.out.printf("%8d  %s%n", r.number(), r.text()));
        }
    }
}
