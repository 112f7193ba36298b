import { customAlphabet } from "nanoid";

/** The alphabet of all our ids: 64 characters, so that one carries exactly 6 bits. */
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";

/** nanoid uses the system's cryptographic randomness, without modulo bias. */
const nanoId = customAlphabet(alphabet);

/**
 * Characters after the prefix. 12 characters are 72 bits: enough to be unique, but too few for an id whose knowledge
 * grants access.
 */
const idLength = 12;

/** 8 characters of 6 bits: milliseconds until the year 10889. */
const timeLength = 8;

/** 22 characters are 132 bits; docs/decisions.md §1 asks for at least 128 where knowing the id grants access. */
const bearerLength = 22;

/** 32 characters are 192 bits; docs/decisions.md §1 asks for at least 160 in keys. */
const keyLength = 32;

/** The prefixes of ids that are not secret. */
export type IdPrefix =
  | "ac"
  | "ca"
  | "dlv"
  | "job"
  | "key"
  | "log"
  | "org"
  | "proj"
  | "req_file"
  | "req"
  | "ti"
  | "tk"
  | "ws";

/** A new id such as `ca_Ab12Cd34Ef56`: the prefix and 12 random characters (docs/decisions.md §1). */
export function createId(prefix: IdPrefix): string {
  return `${prefix}_${nanoId(idLength)}`;
}

/** `alphabet` in the order in which PostgreSQL sorts it with `COLLATE "C"`. */
const ordered = alphabet.split("").sort();

/**
 * Creates an id that sorts after the ids of earlier milliseconds: 8 characters of time, then 12 random ones. Use it for
 * many short-lived rows: their ids are next to each other in an index, so the rest of the index is not touched.
 */
export function createOrderedId(prefix: IdPrefix): string {
  let time = "";
  for (let rest = Date.now(); time.length < timeLength; rest = Math.floor(rest / 64)) {
    time = `${ordered[rest % 64]}${time}`;
  }
  return `${prefix}_${time}${nanoId(idLength)}`;
}

/**
 * Creates the id of a session (`trs`) or a link token (`lk`) with 132 random bits. Knowing the id grants access, so
 * never log one.
 */
export function createBearerId(prefix: "trs" | "lk"): string {
  return `${prefix}_${nanoId(bearerLength)}`;
}

/** Creates the id of an event: `msg_` and a UUID of version 7 (RFC 9562, section 5.7). Such ids sort by time. */
export function createEventId(): string {
  const time = Date.now().toString(16).padStart(12, "0");
  const random = crypto.randomUUID();
  // `slice(15)` begins after the version digit. The rest has the same variant in versions 4 and 7, and is random.
  return `msg_${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(15)}`;
}

/**
 * Creates a key with 192 random bits: of a project (`ak`) or an organization (`oak`), of the session of a browser at the console
 * (`cs`), or of a link that begins one (`cl`). Never log one.
 */
export function createKey(prefix: "ak" | "oak" | "cs" | "cl"): string {
  return `${prefix}_${nanoId(keyLength)}`;
}

/** Creates an opaque value of 132 random bits without a prefix, for an OAuth `state` or a cookie. Never log one. */
export function createRandomToken(): string {
  return nanoId(bearerLength);
}

/** True when a string is a UUID of any version in its usual form (RFC 9562, section 4), upper or lower case. */
export function hasUuidForm(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text);
}
