import type { SourceFile } from "./source-file.ts";

/**
 * What is kept between reading a document again and again while it is edited. Files whose bytes are the same are not
 * parsed again; of JSON files that changed, the parts that did not change stay the same objects.
 */
export interface ReadSession {
  /** The files as they were read last, by path, also when the document was wrong. */
  readonly latest: Map<string, ReadFile>;
  /** The files of the last document that was right: what is edited to and fro is compared with these. */
  good: ReadonlyMap<string, ReadFile>;
}

/** A file with what tells whether it has changed. */
export interface ReadFile {
  readonly bytes: Uint8Array;
  readonly file: SourceFile;
}

/** Starts with nothing kept. */
export function createReadSession(): ReadSession {
  return { latest: new Map(), good: new Map() };
}

/** Remembers the files that were read last as those of a document that was right; all others are forgotten. */
export function keepFiles(session: ReadSession, paths: Iterable<string>): void {
  const used = new Set(paths);
  for (const path of [...session.latest.keys()].filter((each) => !used.has(each))) {
    session.latest.delete(path);
  }
  session.good = new Map(session.latest);
}
