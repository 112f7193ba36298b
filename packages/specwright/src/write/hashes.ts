import type { OutputFile } from "../output-file.ts";
import type { OutputSession } from "../watch/output-session.ts";
import { encodeBytes } from "./encode-bytes.ts";
import { hashContent } from "./manifest.ts";

/** The hashes of files for the manifest. Each is computed once. */
export interface Hashes {
  readonly of: (file: OutputFile) => string;
  /** Computes the hash of a file whose bytes are already available. */
  readonly set: (file: OutputFile, bytes: Uint8Array) => void;
}

/** Starts with the known hashes of files that have not changed since they were written. */
export function createHashes(session: OutputSession | undefined): Hashes {
  const hashes = new Map<OutputFile, string>();
  const findKnownHash = ({ path, content }: OutputFile): string | undefined => {
    const known = session?.files.get(path);
    return known?.content === content ? known.hash : undefined;
  };
  return {
    of: (file) => {
      const hash =
        hashes.get(file) ?? findKnownHash(file) ?? hashContent(encodeBytes(file) ?? file.content);
      hashes.set(file, hash);
      return hash;
    },
    set: (file, bytes) => {
      hashes.set(file, hashContent(bytes));
    },
  };
}
