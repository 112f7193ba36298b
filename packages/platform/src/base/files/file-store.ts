import type { Schemas } from "../api-types.ts";

/**
 * The place of a file's bytes. Both parts are our own ids, so a name that a caller chose never becomes part of a
 * path.
 */
export interface FilePlace {
  readonly projectId: string;
  readonly fileId: string;
}

/** Completely received bytes without a place. Call one of the two functions. */
export interface ReceivedBytes {
  readonly size: number;
  /** In hexadecimal. */
  readonly md5: string;
  /** Moves the bytes to their place, and replaces earlier bytes there. */
  keep(place: FilePlace): Promise<void>;
  discard(): Promise<void>;
}

/** Bytes that are read when they are sent. */
export interface OpenedBytes {
  readonly bytes: Blob;
  close(): Promise<void>;
}

/** Stores the bytes of files. Names, types and permissions are handled elsewhere. */
export interface FileStore {
  /** The kind of storage, as clients see it. It determines the header fields of an upload. */
  readonly backend: Schemas["FileStorageBackend"];
  /**
   * Receives bytes. The next piece is requested when the previous one is written, so that a file of any size takes
   * the memory of one piece. When the source fails, nothing is kept.
   */
  receive(source: AsyncIterable<Uint8Array>): Promise<ReceivedBytes>;
  /**
   * Reads the bytes piece by piece; undefined when the place does not have a file. The stream fails unless there are
   * exactly `size` bytes.
   */
  read(place: FilePlace, size: number): Promise<ReadableStream<Uint8Array> | undefined>;
  /**
   * Opens the bytes. They are read on demand, repeatedly if needed, until they are closed; undefined unless the place
   * has `size` bytes.
   */
  open(place: FilePlace, size: number): Promise<OpenedBytes | undefined>;
  /** Removes the bytes, if there are any. */
  remove(place: FilePlace): Promise<void>;
  /** Removes the bytes of all files of a project. */
  removeProject(projectId: string): Promise<void>;
  /**
   * Removes the remains of uploads that ended with a killed process.
   *
   * @param now the time by the database's clock, for stores that cannot say their own
   */
  sweep(now: Date): Promise<void>;
}
