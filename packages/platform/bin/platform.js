#!/usr/bin/env node
// Plain JavaScript, because its job is to say what to do when the Node that runs it cannot run the TypeScript behind it,
// and to run it with the sources of the repository's packages (the condition `source`), which are not built.
import { spawn } from "node:child_process";
import module from "node:module";
import { fileURLToPath } from "node:url";

const needed = 24;
if (Number(process.versions.node.split(".")[0]) < needed) {
  console.error(
    `platform: Node ${needed} is needed, and this is Node ${process.versions.node}.
Run it as "npx platform" in the repository, after "npm ci", which brings Node ${needed}.`,
  );
  process.exit(1);
}

if (process.env.PLATFORM_CLI_CHILD === undefined) {
  // V8's young generation has two halves of this size at most. Node 24 allows 64 MB, which makes nothing faster here. An
  // embedded database is for a laptop, where 50 MB less count more than a few percent of speed.
  const half = process.env.DATABASE_URL ? 16 : 8;
  const child = spawn(
    process.execPath,
    [
      "-C",
      "source",
      `--max-semi-space-size=${half}`,
      fileURLToPath(import.meta.url),
      ...process.argv.slice(2),
    ],
    {
      stdio: "inherit",
      // By default glibc gives many threads a heap of their own. Memory that one of them frees stays in its heap. With two
      // heaps, an import of a document of 13 MB takes 70 MB less (ADR 68).
      env: { MALLOC_ARENA_MAX: "2", ...process.env, PLATFORM_CLI_CHILD: "1" },
      // In a group of its own: a terminal sends Ctrl+C to the whole group, and the child would get it twice, which means
      // at once.
      detached: process.platform !== "win32",
    },
  );
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) {
    process.on(signal, () => child.kill(signal));
  }
  child.on("exit", (code, signal) => {
    process.exitCode = code ?? (signal === null ? 1 : 128);
  });
} else {
  delete process.env.PLATFORM_CLI_CHILD;
  // Reading 400 files of TypeScript again takes a third of the time of a short command.
  module.enableCompileCache();
  const { runPlatformCli } = await import("../src/cli/main.ts");
  process.exitCode = await runPlatformCli(process.argv.slice(2));
}
