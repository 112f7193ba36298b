import { readFileSync } from "node:fs";

/** Returns a line of a file, counted from 1. Undefined for lines behind the end. */
export type FindLine = (line: number) => string | undefined;

const newline = 10;

/**
 * Opens a file for reading single lines. Only the lines that are asked for become text, because splitting a document of
 * several megabytes takes longer than all the rest of a report. Undefined for folders and missing files.
 */
export function openSourceLines(file: string): FindLine | undefined {
  try {
    return createSourceLines(readFileSync(file));
  } catch {
    return undefined;
  }
}

/** @param bytes a string in UTF-8 */
export function createSourceLines(bytes: Buffer): FindLine {
  // The offsets at which lines start, as far as they have been needed.
  const starts = [0];
  let scanned = 0;
  const findStart = (line: number): number | undefined => {
    while (starts.length < line && scanned < bytes.length) {
      const end = bytes.indexOf(newline, scanned);
      scanned = end < 0 ? bytes.length : end + 1;
      if (end >= 0) {
        starts.push(scanned);
      }
    }
    return starts[line - 1];
  };
  return (line) => {
    const start = findStart(line);
    const next = findStart(line + 1);
    // A carriage return at the end of a line is removed later, like other control characters.
    return start === undefined
      ? undefined
      : bytes.toString("utf8", start, next === undefined ? bytes.length : next - 1);
  };
}
