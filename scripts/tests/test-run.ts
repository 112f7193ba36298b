/** What a process of Vitest reports while it runs, and when it ends. */
export interface Reported {
  /** The files that it was to run, below the root of the repository. */
  readonly chosen: readonly string[];
  /** Undefined until it has ended. */
  readonly run?: TestRun;
}

/** What a run of Vitest left to report. */
export interface TestRun {
  /** The number of files that it ran. */
  readonly count: number;
  readonly failed: readonly FailedFile[];
  /** Errors that belong to no file. They cannot be tried again. */
  readonly errors: readonly string[];
}

/** A file with at least one failure. */
export interface FailedFile {
  /** Below the root of the repository. */
  readonly path: string;
  /** Each failure with its title, message, difference and stack. */
  readonly failures: readonly string[];
}

/** The most files that may need a second run. With more, something is wrong that is no coincidence. */
export const mostAgain = 5;

/**
 * Chooses the files that run once more, each alone. None do if there are too many, if an error belongs to no file, or if
 * the file was alone already.
 *
 * ```ts
 * chooseAgain({ count: 600, failed: [{ path: "a.test.ts", failures: ["…"] }], errors: [] }); // => ["a.test.ts"]
 * ```
 */
export function chooseAgain({ count, failed, errors }: TestRun): readonly string[] {
  const isTried = failed.length <= mostAgain && errors.length === 0 && count > 1;
  return isTried ? failed.map(({ path }) => path) : [];
}

/**
 * The last lines of a run whose files all passed alone, with each first failure whole. Such a file is a debt: its result
 * depends on what runs beside it.
 */
export function renderDebt(files: readonly FailedFile[]): string {
  const paths = files.map(({ path }) => path).join(", ");
  return [
    ...files.map(({ path, failures }) => `${path}\n\n${failures.join("\n\n")}\n`),
    "The next change mends these tests or moves them to *.long.test.ts, because they depend on what runs beside them.",
    `${files.length} ${files.length === 1 ? "file" : "files"} passed only alone: ${paths}`,
  ].join("\n");
}
