import type { Schemas } from "../api-types.ts";

/** The place of the bytes of a file. Both parts are ids of ours, so no name that a caller chose reaches a path. */
export interface FilePlace {
  readonly projectId: string;
  readonly fileId: string;
}

/** Bytes that arrived whole and have no place yet. One of both functions has to be called. */
export interface ReceivedBytes {
  readonly size: number;
  /** In hexadecimal. */
  readonly md5: string;
  /** Puts them at their place; bytes that were there before are replaced. */
  keep(place: FilePlace): Promise<void>;
  discard(): Promise<void>;
}

/** The store of the bytes of files. It knows nothing of names, types or rights. */
export interface FileStore {
  /** The kind that clients see: it decides which header fields an upload needs. */
  readonly backend: Schemas["FileStorageBackend"];
  /**
   * Takes bytes as they arrive; the next piece is asked for when the one before is written, so that a file of any size
   * costs the memory of one piece. When the source fails, nothing is left.
   */
  receive(source: AsyncIterable<Uint8Array>): Promise<ReceivedBytes>;
  /**
   * The bytes, piece by piece; undefined when the place has none. The stream fails when there are not exactly `size` bytes.
   */
  read(place: FilePlace, size: number): Promise<ReadableStream<Uint8Array> | undefined>;
  /** The bytes, which are read when they are asked for, and as often; undefined when the place has none. */
  open(place: FilePlace): Promise<Blob | undefined>;
  /** Removes the bytes, if there are any. */
  remove(place: FilePlace): Promise<void>;
  /** Removes the bytes of all files of a project. */
  removeProject(projectId: string): Promise<void>;
  /** Removes what interrupted uploads of a process that was killed left behind. */
  sweep(): Promise<void>;
}
