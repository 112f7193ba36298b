/**
 * The handle of a session, by the hash under which the database has it. The id has 128 random bits, so nobody finds it by its hash, and
 * the service refuses a hash in its place (ADR 148).
 */
export function writeHandle(hash: string): string {
  return `${prefix}${hash}`;
}

/** The hash of the session that a handle names. */
export function readHandle(handle: string): string {
  return handle.slice(prefix.length);
}

const prefix = "trh_";
