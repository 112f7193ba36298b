import { join } from "node:path";
import { computeFileVersion } from "../document/read/files/file-version.ts";
import type { OutputFile } from "../output-file.ts";

/** The files that were last written, so that only newly emitted files have to be compared and hashed. */
export interface OutputSession {
  readonly files: Map<string, KnownFile>;
}

/** A written file. */
interface KnownFile {
  readonly content: string;
  /** As the manifest has it. */
  readonly hash: string;
  /** Changes whenever anyone touches the file. */
  readonly version: string;
}

/** Returns whether a file has this content, without reading the file. Undefined for an unknown file. */
export function isKnownToHold(
  folder: string,
  { path, content }: OutputFile,
  session: OutputSession | undefined,
): boolean | undefined {
  const known = session?.files.get(path);
  if (known === undefined || known.version !== computeFileVersion(join(folder, path))) {
    return undefined;
  }
  return known.content === content;
}

/**
 * Remembers the current content of the folder.
 *
 * @param hashFile the hash of a file, as the manifest has it
 */
export function keepOutput(
  folder: string,
  files: readonly OutputFile[],
  hashFile: (file: OutputFile) => string,
  session: OutputSession,
): void {
  const known = files.map((file) => {
    const { path, content } = file;
    return {
      path,
      content,
      hash: hashFile(file),
      version: computeFileVersion(join(folder, path)),
    };
  });
  session.files.clear();
  for (const { path, content, hash, version } of known) {
    if (version !== undefined) {
      session.files.set(path, { content, hash, version });
    }
  }
}
