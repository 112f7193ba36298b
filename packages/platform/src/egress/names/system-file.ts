import { readFileSync, statSync } from "node:fs";

/** How long the file is taken to be what it was, in milliseconds. */
const freshMs = 1_000;

/**
 * What a small file of the system says, read again when it has changed: containers get names while they run, and a
 * machine that joins a network gets other name servers. A file that cannot be read is empty.
 *
 * It is read without threads on purpose: those of libuv may all be taken, and the file has a few hundred bytes.
 */
export function createSystemFile<T>(path: string, parse: (text: string) => T): () => T {
  let value = parse("");
  let version = "";
  let checkedAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = performance.now();
    if (now - checkedAt >= freshMs) {
      checkedAt = now;
      const found = versionOf(path);
      if (found !== version) {
        value = parse(found === "" ? "" : readText(path));
        version = found;
      }
    }
    return value;
  };
}

/** Empty when there is no such file. */
function versionOf(path: string): string {
  try {
    const { ino, mtimeMs, size } = statSync(path);
    return `${ino} ${mtimeMs} ${size}`;
  } catch {
    // It is absent, or not ours to see: both mean that it has nothing to say.
    return "";
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // As above; it may have gone meanwhile.
    return "";
  }
}
