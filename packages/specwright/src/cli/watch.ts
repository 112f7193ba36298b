import { DiagnosticError } from "../diagnostic.ts";
import { isAsRead, type ReadSession } from "../read/read-session.ts";
import { reportDiagnostics } from "./report.ts";
import { type WatchedFiles, watchFiles } from "./watched-files.ts";

/** An output that is to follow its document. */
export interface Watched {
  /** The files of the document. */
  readonly paths: readonly string[];
  readonly templates: string | undefined;
  /** Generates again, and gives the files of the document as they are then. */
  readonly run: (attempt: Attempt) => Promise<readonly string[]>;
}

/** Generating from files that may still be changing. */
export interface Attempt {
  /**
   * To be called before anything is written. Throws when the files have changed meanwhile.
   *
   * @param read What was read: some of the files may not have been watched yet.
   */
  readonly confirm: (read: ReadSession) => Promise<void>;
  /** Takes what is to be printed: it is, once the attempt counts. */
  readonly print: (text: string) => void;
}

/** Milliseconds that files have to rest before anything is written or told of them: editors write in several steps. */
const settle = 60;

/**
 * Milliseconds that files have to rest before they are read. Generating takes longer than the rest of `settle`, and what
 * it made of files that go on to change is thrown away.
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

function follow({ paths, templates, run }: Watched): void {
  let isWaiting = false;
  let isRunning = false;
  const files = watchFiles(paths, templates, async () => {
    isWaiting = true;
    if (isRunning) {
      return;
    }
    isRunning = true;
    while (isWaiting) {
      await runSettled(files, run, () => {
        isWaiting = false;
      });
    }
    isRunning = false;
  });
}

/**
 * Generates from what the files are once they rest.
 *
 * @param begin Called when files are about to be read: what has changed until then is no reason to do so again.
 */
async function runSettled(
  files: WatchedFiles,
  run: Watched["run"],
  begin: () => void,
): Promise<void> {
  for (let isSettled = false; ; ) {
    const seen = await files.rest(isSettled ? settle : glance);
    begin();
    const printed: string[] = [];
    let session: ReadSession | undefined;
    try {
      const paths = await run({
        confirm: async (read) => {
          session = read;
          if ((await files.rest(settle)) !== seen || !isAsRead(read)) {
            throw overtaken;
          }
        },
        print: (text) => printed.push(text),
      });
      process.stdout.write(printed.join(""));
      files.setPaths(paths);
      // Files that are new may have changed before they were watched.
      if (session === undefined || isAsRead(session)) {
        return;
      }
    } catch (error) {
      if (error !== overtaken && !(error instanceof DiagnosticError)) {
        throw error;
      }
      const isCurrent = isSettled && (await files.rest(settle)) === seen;
      if (error !== overtaken && isCurrent) {
        process.stdout.write(printed.join(""));
        reportDiagnostics(error.diagnostics);
        process.stderr.write("The output is as it was.\n");
        return;
      }
      isSettled = error !== overtaken;
    }
  }
}

/** Thrown to leave an attempt whose files have changed. */
const overtaken = Symbol("overtaken");
