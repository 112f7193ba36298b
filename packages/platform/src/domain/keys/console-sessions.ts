import { createHmac } from "node:crypto";
import { sql } from "kysely";
import { PlatformError } from "../../base/errors.ts";
import { createKey } from "../../base/ids.ts";
import { hashSha256 } from "../../base/secrets/hash.ts";
import type { Platform } from "../scope.ts";
import { type Caller, identifyKey } from "./authenticate.ts";

// A session of the console stands for a key, of which it holds the hash. Its row goes with the key, and every request looks
// both up, so a session ends on every replica with its key (ADR 139).

/** Seconds for which a link works. */
const linkSeconds = 600;

/** Seconds for which a session stays without a request. */
const idleSeconds = 24 * 3600;

/** Seconds for which a session stays at most. */
export const longestSeconds: number = 30 * 24 * 3600;

/** A session that has just begun. */
export interface NewConsoleSession {
  /** The value of the cookie. */
  readonly token: string;
  readonly expiresAt: Date;
}

/**
 * Makes a link for one sign-in with a key, and returns its address. The token is in the fragment, which browsers do not send, so that
 * it is in no log, and no program that previews addresses uses it up.
 *
 * @throws PlatformError `Auth_KeyInvalid`
 */
export async function createConsoleLink(platform: Platform, keyHash: string): Promise<string> {
  const token = createKey("cl");
  await add(platform, { token, kind: "link", keyHash, seconds: linkSeconds });
  return `${platform.baseUrl}/console/sign-in#${token}`;
}

/**
 * Begins a session of a key.
 *
 * @throws PlatformError `Auth_KeyInvalid`
 */
export async function beginConsoleSession(
  platform: Platform,
  keyHash: string,
): Promise<NewConsoleSession> {
  const token = createKey("cs");
  const expiresAt = await add(platform, { token, kind: "session", keyHash, seconds: idleSeconds });
  return { token, expiresAt };
}

/**
 * Uses up a link.
 *
 * @returns the hash of its key
 * @throws PlatformError `Auth_ConsoleLinkInvalid`
 */
export async function takeConsoleLink(platform: Platform, token: string): Promise<string> {
  const keyHash = await take(platform, token, "link");
  if (keyHash === undefined) {
    throw new PlatformError("Auth_ConsoleLinkInvalid");
  }
  return keyHash;
}

/** Ends a session. Every replica refuses it from now on. */
export async function endConsoleSession(platform: Platform, token: string): Promise<void> {
  await take(platform, token, "session");
}

/**
 * Finds the owner of the key of a session, and moves the end of the session.
 *
 * @param hash the SHA-256 of the cookie
 * @throws PlatformError `Auth_KeyInvalid` when the session or its key has ended
 */
export async function identifyConsoleSession(
  platform: Platform,
  hash: string,
): Promise<{ readonly caller: Caller; readonly expiresAt: Date }> {
  const { rows } = await sql<{
    key_hash: string;
    expires_at: Date;
  }>`select * from use_console_session(${hash}, ${idleSeconds}::integer, ${longestSeconds}::integer)`.execute(
    platform.database.unscoped,
  );
  const [row] = rows;
  if (row === undefined) {
    throw new PlatformError("Auth_KeyInvalid");
  }
  return { caller: await identifyKey(platform, row.key_hash), expiresAt: row.expires_at };
}

/**
 * The token that requests of a session send beside its cookie. Pages of the service get it in an answer, which no page of another origin
 * can read.
 */
export function deriveCsrfToken(session: string): string {
  return createHmac("sha256", session).update("csrf").digest("hex");
}

async function add(
  { database }: Platform,
  row: {
    readonly token: string;
    readonly kind: "link" | "session";
    readonly keyHash: string;
    readonly seconds: number;
  },
): Promise<Date> {
  const id = hashSha256(row.token);
  const { rows } = await sql<{
    expires_at: Date;
  }>`select * from add_console_session(${id}, ${row.kind}, ${row.keyHash}, ${row.seconds}::integer)`.execute(
    database.unscoped,
  );
  if (rows[0] === undefined) {
    throw new PlatformError("Auth_KeyInvalid");
  }
  return rows[0].expires_at;
}

async function take(
  { database }: Platform,
  token: string,
  kind: "link" | "session",
): Promise<string | undefined> {
  const { rows } = await sql<{
    key_hash: string;
  }>`select * from take_console_session(${hashSha256(token)}, ${kind})`.execute(database.unscoped);
  return rows[0]?.key_hash;
}
