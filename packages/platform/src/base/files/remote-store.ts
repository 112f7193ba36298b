import type { FileStore } from "./file-store.ts";

/** A store of files, and the function that closes its connections. */
export interface OpenedStore {
  readonly store: FileStore;
  readonly close: () => Promise<void>;
}

/**
 * Milliseconds after which an unfinished upload is abandoned. Uploads end after minutes, and the store's clock may
 * differ from the database's by hours.
 */
const abandonedMs = 24 * 60 * 60 * 1000;

/** Returns whether an upload that began at this time was abandoned. */
export function isAbandoned(begin: Date, now: Date): boolean {
  return begin.getTime() < now.getTime() - abandonedMs;
}

/** An error of a store's SDK in words, without anything secret. */
export function describeStoreError(error: unknown): string {
  const text = statusTexts.get(readStatus(error) ?? 0);
  if (text !== undefined || !(error instanceof Error)) {
    return text ?? String(error);
  }
  return (error.message === "" ? error.name : error.message.split("\n")[0]) ?? "";
}

/** True for an error of either SDK: Azure's have a name of their own, and those of AWS say how often it tried. */
export function isStoreError(error: Error): boolean {
  return error.name === "RestError" || "$metadata" in error;
}

/** The HTTP status of an error of either SDK. */
export function readStatus(error: unknown): number | undefined {
  const { statusCode, $metadata } = Object(error) as {
    readonly statusCode?: number;
    readonly $metadata?: { readonly httpStatusCode?: number };
  };
  return statusCode ?? $metadata?.httpStatusCode;
}

const statusTexts: ReadonlyMap<number, string> = new Map([
  [403, "the credentials are refused (403)"],
  [404, "it does not exist (404)"],
]);
