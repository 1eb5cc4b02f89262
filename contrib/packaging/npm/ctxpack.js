#!/usr/bin/env node
// Starts the program that the package of this platform carries.
"use strict";

const { spawnSync } = require("node:child_process");

const name = `${NPM_PREFIX}-$${process.platform}-$${process.arch}`;
const program = process.platform === "win32" ? "ctxpack.exe" : "ctxpack";

let path;
try {
  path = require.resolve(`$${name}/bin/$${program}`);
} catch {
  console.error(`ctxpack: there is no program for $${process.platform} on $${process.arch}`);
  console.error(`hint: install without --omit=optional, which leaves out the package $${name}`);
  process.exit(1);
}

// A signal of the terminal goes to both; what ends the program ends this.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {});
const run = spawnSync(path, process.argv.slice(2), { stdio: "inherit", windowsHide: true });
if (run.error) {
  console.error(`ctxpack: start $${path}: $${run.error.message}`);
  process.exit(1);
}
if (run.signal) {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.removeAllListeners(signal);
  process.kill(process.pid, run.signal);
} else {
  process.exit(run.status);
}
