import { type Diagnostic, DiagnosticError } from "../diagnostic.ts";
import { isAsRead } from "../document/read/files/read-session.ts";
import type { Session } from "./session.ts";
import { type WatchedFiles, watchFiles } from "./watched-files.ts";

/** An output that is kept up to date with its document. */
export interface Watched {
  /** The result of the first run. */
  readonly result: WatchedResult;
  /** The session of the last run. Runs share it as long as their settings are the same. */
  readonly session: () => Session;
  /** Generates again. */
  readonly run: (attempt: Attempt) => Promise<WatchedResult>;
  /** Prints the problems of a run whose files have come to rest. */
  readonly report: (diagnostics: readonly Diagnostic[]) => void;
}

/** The files to watch after a run. */
export interface WatchedResult {
  /** The files of the document, and redocly.yaml, by absolute path. */
  readonly inputs: readonly string[];
  /** Folders, such as that of templates. All files in them are watched. */
  readonly folders: readonly string[];
}

/** A run of the generator on files that may still be changing. */
export interface Attempt {
  /** Call it before any file is written. Throws when the files have changed in the meantime. */
  readonly confirm: () => Promise<void>;
  /** Collects text to print. It is printed if the attempt is not discarded. */
  readonly print: (text: string) => void;
}

/** Milliseconds without a change before files are written or problems are reported, because editors save in several steps. */
const settle = 60;

/**
 * Milliseconds without a change before files are read. Generating takes longer than the rest of `settle`. The result is
 * discarded if files change in the meantime.
 */
const glance = 10;

/** Generates again whenever a file of a document, a template or redocly.yaml changes. Never returns. */
export async function watch(watched: readonly Watched[]): Promise<never> {
  for (const each of watched) {
    follow(each);
  }
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    // Files are written in one go, so this does not interrupt a write.
    process.once(signal, () => process.exit(0));
  }
  process.stdout.write("Watching for changes. Stop with Ctrl+C.\n");
  return new Promise<never>(() => {});
}

function follow(watched: Watched): void {
  let isWaiting = false;
  let isRunning = false;
  const files = watchFiles(watched.result, async () => {
    isWaiting = true;
    if (isRunning) {
      return;
    }
    isRunning = true;
    while (isWaiting) {
      await runSettled(files, watched, () => {
        isWaiting = false;
      });
    }
    isRunning = false;
  });
}

/**
 * Generates from the files once they stop changing.
 *
 * @param begin Called just before files are read. Changes before this call do not cause another run.
 */
async function runSettled(
  files: WatchedFiles,
  { run, session, report }: Watched,
  begin: () => void,
): Promise<void> {
  // Needed because some of the files may not have been watched yet.
  const isCurrent = (): boolean => isAsRead(session().read);
  for (let isSettled = false; ; ) {
    const seen = await files.waitForRest(isSettled ? settle : glance);
    begin();
    const printed: string[] = [];
    try {
      const result = await run({
        confirm: async () => {
          if ((await files.waitForRest(settle)) !== seen || !isCurrent()) {
            throw overtaken;
          }
        },
        print: (text) => printed.push(text),
      });
      process.stdout.write(printed.join(""));
      files.follow(result);
      // A file that was not watched so far may have changed, unnoticed, while the output was written.
      if (isCurrent()) {
        return;
      }
      isSettled = false;
    } catch (error) {
      if (error !== overtaken && !(error instanceof DiagnosticError)) {
        throw error;
      }
      const isAtRest = isSettled && (await files.waitForRest(settle)) === seen && isCurrent();
      if (error !== overtaken && isAtRest) {
        process.stdout.write(printed.join(""));
        report(error.diagnostics);
        process.stderr.write("The output was not changed.\n");
        // The mistake may be in a file to which only this version of the document refers.
        files.addPaths([...session().read.versions.keys()]);
        if (isCurrent()) {
          return;
        }
      }
      isSettled = error !== overtaken;
    }
  }
}

/** Thrown to end an attempt whose files have changed. */
const overtaken = Symbol("overtaken");
