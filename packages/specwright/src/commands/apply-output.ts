import { hasJournal } from "../write/journal.ts";
import { compareOutput, type Output, type Written, writeOutput } from "../write/write-output.ts";

/** Writes an output; with `check`, only tells what would be written, which an interrupted command may have left. */
export function applyOutput(output: Output, check: boolean | undefined): Written {
  if (check !== true) {
    return writeOutput(output);
  }
  const written = compareOutput(output);
  return hasJournal(output.folder)
    ? { ...written, written: [...written.written, ".specwright.json"] }
    : written;
}
