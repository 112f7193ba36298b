import { customAlphabet } from "nanoid";

/** The alphabet of all our ids: 64 characters, so that one carries exactly 6 bits. */
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";

/** nanoid draws from the system's cryptographic randomness and never by modulo bias. */
const nanoId = customAlphabet(alphabet);

/** Characters after the prefix. 12 characters are 72 bits: enough to be unique, too few to be a bearer of rights. */
const idLength = 12;

/** 8 characters of 6 bits: milliseconds until the year 10889. */
const timeLength = 8;

/** 22 characters are 132 bits; docs/decisions.md §1 asks bearer-like ids for at least 128. */
const bearerLength = 22;

/** 32 characters are 192 bits; docs/decisions.md §1 asks keys for at least 160. */
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
 * A new id that comes after those of earlier milliseconds: 8 characters of time, then 12 random ones. For rows that are
 * many and live shortly: theirs stand together in an index, and the rest of it stays untouched.
 */
export function createOrderedId(prefix: IdPrefix): string {
  let time = "";
  for (let rest = Date.now(); time.length < timeLength; rest = Math.floor(rest / 64)) {
    time = `${ordered[rest % 64]}${time}`;
  }
  return `${prefix}_${time}${nanoId(idLength)}`;
}

/** A new bearer-like id: a session (`trs`) or a link token (`lk`), 132 random bits. Never log one. */
export function createBearerId(prefix: "trs" | "lk"): string {
  return `${prefix}_${nanoId(bearerLength)}`;
}

/** A new id of an event: `msg_` and a UUID of version 7 (RFC 9562, section 5.7), so that ids sort by time. */
export function createEventId(): string {
  const time = Date.now().toString(16).padStart(12, "0");
  const random = crypto.randomUUID();
  // The last 15 characters of the third group on are random in version 4 as well, its variant is the same.
  return `msg_${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(15)}`;
}

/** A new key: `ak` for a project, `oak` for an organization, 192 random bits. Never log one. */
export function createKey(prefix: "ak" | "oak"): string {
  return `${prefix}_${nanoId(keyLength)}`;
}

/** An opaque random value of 132 bits without a prefix, for an OAuth `state` or a cookie. Never log one. */
export function createRandomToken(): string {
  return nanoId(bearerLength);
}

/** True when a text is a UUID of any version in its usual form (RFC 9562, section 4), upper or lower case. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text);
}
