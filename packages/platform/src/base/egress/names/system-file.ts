import { readFileSync, statSync } from "node:fs";

/** Milliseconds before the file is checked for changes again. */
const freshMs = 1_000;

/**
 * Reads a small system file, such as `/etc/hosts`, and reads it again when it has changed. Files change while the
 * process runs: containers get names, and a machine that joins a network gets other name servers. A file that cannot
 * be read counts as empty.
 *
 * The file is read synchronously on purpose: it has a few hundred bytes, and all threads of libuv may be busy.
 */
export function createSystemFile<T>(path: string, parse: (text: string) => T): () => T {
  let value = parse("");
  let version = "";
  let checkedAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = performance.now();
    if (now - checkedAt >= freshMs) {
      checkedAt = now;
      const found = readFileVersion(path);
      if (found !== version) {
        value = parse(found === "" ? "" : readText(path));
        version = found;
      }
    }
    return value;
  };
}

/** A string that changes when the file does; `""` for a file that does not exist. */
function readFileVersion(path: string): string {
  try {
    const { ino, mtimeMs, size } = statSync(path);
    return `${ino} ${mtimeMs} ${size}`;
  } catch {
    // A file without read permission also counts as empty.
    return "";
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // As above. The file may have been deleted meanwhile.
    return "";
  }
}
