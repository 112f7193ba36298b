/** Counts what has moved, and prints the numbers now and then. */
export interface Counter {
  readonly addRows: (rows: number) => void;
  readonly addFile: () => void;
}

/** Milliseconds between two lines. */
const pauseMs = 5_000;

/** Counts from nothing. */
export function createMovingCounter(print: (line: string) => void): Counter {
  let [rows, files, printed] = [0, 0, performance.now()];
  const report = (): void => {
    if (performance.now() - printed > pauseMs) {
      printed = performance.now();
      print(`${rows.toLocaleString("en")} rows and ${files.toLocaleString("en")} files so far.`);
    }
  };
  return {
    addRows: (added) => {
      rows += added;
      report();
    },
    addFile: () => {
      files += 1;
      report();
    },
  };
}
