import type { OutputFile } from "../output-file.ts";
import { hashContent } from "./manifest.ts";
import type { OutputSession } from "./output-session.ts";

/** The hashes of files for the manifest, each of which is made once. */
export interface Hashes {
  readonly of: (file: OutputFile) => string;
  /** Makes the hash of a file whose bytes are at hand. */
  readonly set: (file: OutputFile, bytes: Uint8Array) => void;
}

/** Starts with those of files that are as they were written before. */
export function createHashes(session: OutputSession | undefined): Hashes {
  const hashes = new Map<OutputFile, string>();
  const findKnownHash = ({ path, content }: OutputFile): string | undefined => {
    const known = session?.files.get(path);
    return known?.content === content ? known.hash : undefined;
  };
  return {
    of: (file) => {
      const hash = hashes.get(file) ?? findKnownHash(file) ?? hashContent(file.content);
      hashes.set(file, hash);
      return hash;
    },
    set: (file, bytes) => {
      hashes.set(file, hashContent(bytes));
    },
  };
}
