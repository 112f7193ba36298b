import type { Session } from "../../commands/load/session.ts";
import { DiagnosticError } from "../../diagnostic.ts";
import { isAsRead } from "../../read/files/read-session.ts";
import { reportDiagnostics } from "../report/report.ts";
import { type WatchedFiles, watchFiles } from "./watched-files.ts";

/** An output that is to follow its document. */
export interface Watched {
  /** The result of the first run. */
  readonly result: WatchedResult;
  readonly templates: string | undefined;
  /** The session that runs share. */
  readonly session: Session;
  /** Generates again. */
  readonly run: (attempt: Attempt) => Promise<WatchedResult>;
}

/** The part of a result that is used here. */
interface WatchedResult {
  /** The files of the document, by absolute path. */
  readonly inputs: readonly string[];
}

/** Generating from files that may still be changing. */
export interface Attempt {
  /** To be called before anything is written. Throws when the files have changed meanwhile. */
  readonly confirm: () => Promise<void>;
  /** Takes what is to be printed: it is, once the attempt counts. */
  readonly print: (text: string) => void;
}

/** Milliseconds that files have to rest before anything is written or reported: editors write in several steps. */
const settle = 60;

/**
 * Milliseconds without a change before files are read. Generating takes longer than the rest of `settle`, and its result is
 * discarded when files change meanwhile.
 */
const glance = 10;

/** Generates again whenever a file of a document or a template changes. Never ends by itself. */
export async function watch(watched: readonly Watched[]): Promise<never> {
  for (const each of watched) {
    follow(each);
  }
  process.stdout.write("Watching for changes. Stop with Ctrl+C.\n");
  return new Promise<never>(() => {});
}

function follow(watched: Watched): void {
  let isWaiting = false;
  let isRunning = false;
  const files = watchFiles(watched.result.inputs, watched.templates, async () => {
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
 * Generates from the files once they rest.
 *
 * @param begin Called when files are about to be read: changes until then do not cause another run.
 */
async function runSettled(
  files: WatchedFiles,
  { run, session }: Watched,
  begin: () => void,
): Promise<void> {
  // Some of the files may not have been watched yet.
  const isCurrent = (): boolean => isAsRead(session.read);
  for (let isSettled = false; ; ) {
    const seen = await files.rest(isSettled ? settle : glance);
    begin();
    const printed: string[] = [];
    try {
      const { inputs } = await run({
        confirm: async () => {
          if ((await files.rest(settle)) !== seen || !isCurrent()) {
            throw overtaken;
          }
        },
        print: (text) => printed.push(text),
      });
      process.stdout.write(printed.join(""));
      files.setPaths(inputs);
      // A file that was not watched until now may have changed, unnoticed, while the output was written.
      if (isCurrent()) {
        return;
      }
      isSettled = false;
    } catch (error) {
      if (error !== overtaken && !(error instanceof DiagnosticError)) {
        throw error;
      }
      const isAtRest = isSettled && (await files.rest(settle)) === seen && isCurrent();
      if (error !== overtaken && isAtRest) {
        process.stdout.write(printed.join(""));
        reportDiagnostics(error.diagnostics);
        process.stderr.write("The output was not changed.\n");
        // The mistake may be in a file that only this version of the document refers to.
        files.addPaths([...session.read.versions.keys()]);
        if (isCurrent()) {
          return;
        }
      }
      isSettled = error !== overtaken;
    }
  }
}

/** Thrown to leave an attempt whose files have changed. */
const overtaken = Symbol("overtaken");
