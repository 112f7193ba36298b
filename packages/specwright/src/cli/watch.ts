import { once } from "node:events";
import { DiagnosticError } from "../diagnostic.ts";
import { reportDiagnostics } from "./report.ts";

/** An output that is to follow its document. */
export interface Watched {
  /** The files of the document. */
  readonly paths: readonly string[];
  readonly templates: string | undefined;
  /** Generates again, and gives the files of the document as they are then. */
  readonly run: () => Promise<readonly string[]>;
}

/**
 * Milliseconds from a change to generating again. Editors write a file in several steps, and chokidar tells only the
 * first change within 50 ms: the others have to be over when the file is read.
 */
const settle = 60;

/** Generates again whenever a file of a document or a template changes. Never ends by itself. */
export async function watch(watched: readonly Watched[]): Promise<never> {
  const { watch: watchPaths } = await import("chokidar");
  for (const { paths, templates, run } of watched) {
    let known = [...paths];
    const watcher = watchPaths([...known, ...(templates === undefined ? [] : [templates])], {
      ignoreInitial: true,
    });
    let timer: NodeJS.Timeout | undefined;
    let running: Promise<void> = Promise.resolve();
    const again = async (): Promise<void> => {
      const paths = await runSafely(run);
      if (paths !== undefined) {
        watcher.unwatch(known.filter((path) => !paths.includes(path)));
        watcher.add(paths.filter((path) => !known.includes(path)));
        known = [...paths];
      }
    };
    await once(watcher, "ready");
    watcher.on("all", () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        running = running.then(again);
      }, settle);
    });
  }
  process.stdout.write("Watching for changes. Stop with Ctrl+C.\n");
  return new Promise<never>(() => {});
}

/** A document is wrong while it is edited: that is told, and watching goes on. */
async function runSafely(run: Watched["run"]): Promise<readonly string[] | undefined> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof DiagnosticError)) {
      throw error;
    }
    reportDiagnostics(error.diagnostics);
    process.stderr.write("The output is as it was.\n");
    return undefined;
  }
}
