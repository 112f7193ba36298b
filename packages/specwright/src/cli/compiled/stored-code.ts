import { hash } from "node:crypto";
import {
  closeSync,
  fstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";

/** The compiled code of a run. */
export interface StoredCode {
  readonly code: Buffer;
  /** How long the run took. */
  readonly milliseconds: number;
}

/** A file begins with the milliseconds as eight bytes and the SHA-256 of the rest. */
const sizes = { milliseconds: 8, hash: 32 };

const start = sizes.milliseconds + sizes.hash;

/**
 * Reads stored code. Undefined when nothing is stored, when it is incomplete, and when other users could have written it:
 * V8 executes it without a check.
 */
export function readCode(path: string): StoredCode | undefined {
  const content = readOwnFile(path);
  if (content === undefined || content.length <= start) {
    return undefined;
  }
  const code = content.subarray(start);
  const isComplete = hashCode(code).equals(content.subarray(sizes.milliseconds, start));
  return isComplete ? { code, milliseconds: content.readDoubleLE(0) } : undefined;
}

/** Stores code. Does nothing when the file cannot be written, because only the next run would be faster. */
export function writeCode(path: string, { code, milliseconds }: StoredCode): void {
  const header = Buffer.alloc(sizes.milliseconds);
  header.writeDoubleLE(milliseconds);
  // Other processes see the whole file or none.
  const unfinished = `${path}.${process.pid}`;
  try {
    writeFileSync(unfinished, Buffer.concat([header, hashCode(code), code]), { mode: 0o600 });
    renameSync(unfinished, path);
  } catch {
    rmSync(unfinished, { force: true });
  }
}

function hashCode(code: Buffer): Buffer {
  return hash("sha256", code, "buffer");
}

function readOwnFile(path: string): Buffer | undefined {
  let file: number | undefined;
  try {
    file = openSync(path, "r");
    const { uid, mode } = fstatSync(file);
    // Windows has no user ids. Its folder for temporary files belongs to the user.
    const isOwn =
      process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0);
    return isOwn ? readFileSync(file) : undefined;
  } catch {
    // No code was stored, or it cannot be read: all the same, the program runs without it.
    return undefined;
  } finally {
    if (file !== undefined) {
      closeSync(file);
    }
  }
}
