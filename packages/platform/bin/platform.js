#!/usr/bin/env node
// Plain JavaScript, because its job is to say what to do when the Node that runs it cannot run the service, and to run
// Node as the service needs it.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const needed = 24;
if (Number(process.versions.node.split(".")[0]) < needed) {
  console.error(
    `platform: Node ${needed} is needed, and this is Node ${process.versions.node}.
Run it as "npx platform" in the repository, after "npm ci", which brings Node ${needed}.`,
  );
  process.exit(1);
}

// The service is the package that `npm run build` makes, in which this file is too. A repository without it, or the condition
// `source`, runs TypeScript.
const { argv, env, execArgv, execPath } = process;
const hasSource = /(?:^| )(?:-C|--conditions)[ =]source(?: |$)/.test(execArgv.join(" "));
const built = ["../main.js", "../dist/main.js"]
  .map((path) => new URL(path, import.meta.url))
  .find((file) => !hasSource && existsSync(file));

// V8's young generation has two halves of this size at most. Node 24 allows 64 MB, which makes nothing faster here. An
// embedded database is for a laptop, where 50 MB less count more than a few percent of speed.
const limit = "--max-semi-space-size";
const isReady =
  execArgv.some((word) => word.startsWith(limit)) && (built !== undefined || hasSource);

// Node reads these options when it begins, so the program is replaced once, by itself. It stays one process: its
// supervisor knows its number, and a signal ends all of it. Windows cannot replace a program, and does without.
if (!isReady && process.platform !== "win32") {
  const options = [
    ...execArgv,
    ...(built !== undefined || hasSource ? [] : ["-C", "source"]),
    `${limit}=${env.DATABASE_URL ? 16 : 8}`,
  ];
  // By default glibc gives many threads a heap of their own. Memory that one of them frees stays in its heap. With two
  // heaps, an import of a document of 13 MB takes 70 MB less (ADR 68).
  process.execve(
    execPath,
    [execPath, ...options, fileURLToPath(import.meta.url), ...argv.slice(2)],
    { MALLOC_ARENA_MAX: "2", ...env },
  );
}

// Reading the code again takes a third of the time of a short command.
const { keepCompiledCode } = await import(
  built === undefined
    ? "specwright/keep-compiled-code"
    : new URL("./keep-compiled-code.js", built).href
);
keepCompiledCode("integration-platform");
const { runPlatformCli } = await import(built?.href ?? "../src/process/cli/main.ts");
process.exitCode = await runPlatformCli(argv.slice(2));
