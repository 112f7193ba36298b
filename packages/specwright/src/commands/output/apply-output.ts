import { hasJournal } from "../../write/journal.ts";
import { compareOutput, type Output, type Written, writeOutput } from "../../write/write-output.ts";

/**
 * Writes an output. With `check`, only reports the files that would be written, including those that an interrupted run
 * did not write.
 */
export function applyOutput(output: Output, check: boolean | undefined): Written {
  if (check !== true) {
    return writeOutput(output);
  }
  const written = compareOutput(output);
  return hasJournal(output.folder)
    ? { ...written, written: [...written.written, ".specwright.json"] }
    : written;
}
