import { hasJournal } from "../../write/journal.ts";
import { compareOutput, type Output, type Written, writeOutput } from "../../write/write-output.ts";

/** Writes an output. With `check`, reports what would be written, including files that an interrupted command left out. */
export function applyOutput(output: Output, check: boolean | undefined): Written {
  if (check !== true) {
    return writeOutput(output);
  }
  const written = compareOutput(output);
  return hasJournal(output.folder)
    ? { ...written, written: [...written.written, ".specwright.json"] }
    : written;
}
