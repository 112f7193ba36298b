import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Bytes of a header, and the unit to which files are filled up (POSIX.1-1988, "ustar"). */
const block = 512;

/**
 * Writes the files and folders of a tar archive that the build has made. It has no links, and no names longer than 100
 * bytes.
 *
 * @throws Error for an entry of another kind, and for a name that leads out of the folder
 */
export function unpackTar(bytes: Buffer, folder: string): void {
  for (let at = 0; at + block <= bytes.length && bytes[at] !== 0; ) {
    const readField = (from: number, size: number): string =>
      bytes.toString("latin1", at + from, at + from + size).split("\0", 1)[0] ?? "";
    const name = readField(0, 100);
    const size = Number.parseInt(readField(124, 12), 8) || 0;
    const kind = readField(156, 1);
    const path = join(folder, name);
    if (name.split("/").includes("..") || !["0", "5", ""].includes(kind)) {
      throw new Error(
        `The archive has an entry that cannot be unpacked: ${name} of the kind ${kind}.`,
      );
    }
    if (kind === "5") {
      mkdirSync(path, { recursive: true, mode: 0o700 });
    } else {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      writeFileSync(path, bytes.subarray(at + block, at + block + size), { mode: 0o600 });
    }
    at += block + Math.ceil(size / block) * block;
  }
}
