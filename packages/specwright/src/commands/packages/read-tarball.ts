import { gunzipSync } from "node:zlib";

/**
 * The files of a package as `npm pack` writes it: paths without the leading `package/`, in the order of the archive. The
 * format is POSIX ustar with pax headers for long names (IEEE Std 1003.1, "pax").
 */
export function readTarball(packed: Uint8Array): ReadonlyMap<string, Buffer> {
  const archive = gunzipSync(packed);
  const files = new Map<string, Buffer>();
  let longName: string | undefined;
  for (let at = 0; at + block <= archive.length && archive[at] !== 0; ) {
    const header = archive.subarray(at, at + block);
    const size = Number.parseInt(readText(header, 124, 12), 8);
    const content = archive.subarray(at + block, at + block + size);
    const type = String.fromCharCode(header[156] ?? 0);
    if (type === "x") {
      longName = /(?:^|\n)\d+ path=([^\n]*)\n/.exec(content.toString("utf8"))?.[1];
    } else {
      const name = longName ?? [readText(header, 345, 155), readText(header, 0, 100)].join("/");
      // "0" and NUL are files. Others are folders and headers for the whole archive.
      if (type === "0" || type === "\0") {
        files.set(name.replace(/^\/?[^/]+\//, ""), content);
      }
      longName = undefined;
    }
    at += block + Math.ceil(size / block) * block;
  }
  return files;
}

/** Headers and contents begin at multiples of this number of bytes. */
const block = 512;

function readText(header: Buffer, start: number, length: number): string {
  const field = header.subarray(start, start + length);
  const end = field.indexOf(0);
  return field
    .subarray(0, end === -1 ? length : end)
    .toString("utf8")
    .trim();
}
