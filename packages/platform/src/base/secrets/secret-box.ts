import { createSecretKey, type KeyObject } from "node:crypto";
import type { LRUCache } from "lru-cache";
import { decrypt, encrypt, SecretUnreadableError } from "./cipher.ts";
import type { SecretPlace } from "./secrets.ts";

/** The data keys of one owner. With them, envelopes are sealed and opened without waiting. */
export interface SecretBox {
  readonly ownerId: string;
  /** Seals a JSON text with the newest key; @throws SecretUnreadableError when that key is gone or cannot be unwrapped */
  seal(place: SecretPlace, json: string): string;
  /** The JSON text of an envelope; @throws SecretUnreadableError when it was altered or moved, or its key is gone */
  read(place: SecretPlace, envelope: string): string;
  /**
   * The value of an envelope, for secrets that are needed again and again. It is frozen, and kept for as long as the box
   * (ADR 105).
   *
   * @throws SecretUnreadableError like `read`
   */
  open(place: SecretPlace, envelope: string): object;
}

/** Envelopes that boxes have opened, by their places. */
export type OpenedEnvelopes = LRUCache<
  string,
  { readonly box: SecretBox; readonly envelope: string; readonly value: object }
>;

/** A data key that is unwrapped when it is first needed, because a list has to show accounts whose key is lost. */
export interface LazyKey {
  readonly version: number;
  /** @throws SecretUnreadableError */
  readonly unwrap: () => Buffer;
}

/** Characters of an envelope whose value is kept. Tokens are shorter. */
const longestKept = 8_192;

/** An envelope is `v1.<version of the data key>.<base64url>`. */
const envelopeStart = /^v1\.([1-9][0-9]{0,8})\./;

/** Looked for, because a pattern that repeats over a long text can use up the stack. */
const notOfEnvelope = /[^A-Za-z0-9_-]/;

/** @param keys the newest first */
export function createSecretBox(
  ownerId: string,
  keys: readonly LazyKey[],
  opened: OpenedEnvelopes,
): SecretBox {
  // A KeyObject opens an envelope in a third of the time that raw bytes need.
  const unwrapped = new Map<number, KeyObject>();
  const useKey = (version: number | undefined): KeyObject => {
    const key = keys.find((candidate) => candidate.version === version);
    if (key === undefined) {
      throw new SecretUnreadableError("The data key does not exist.");
    }
    const known = unwrapped.get(key.version) ?? createSecretKey(key.unwrap());
    unwrapped.set(key.version, known);
    return known;
  };
  const box: SecretBox = {
    ownerId,
    seal: (place, json) => {
      const version = keys[0]?.version;
      return `v1.${version}.${encrypt(useKey(version), Buffer.from(json, "utf8"), toContext(place))}`;
    },
    read: (place, envelope) => {
      const [start = "", version] = envelopeStart.exec(envelope) ?? [];
      const text = envelope.slice(start.length);
      if (version === undefined || text === "" || notOfEnvelope.test(text)) {
        throw new SecretUnreadableError("The envelope cannot be read.");
      }
      return decrypt(useKey(Number(version)), text, toContext(place)).toString("utf8");
    },
    open: (place, envelope) => {
      const name = toContext(place).join("\n");
      const kept = opened.get(name);
      if (kept?.box === box && kept.envelope === envelope) {
        return kept.value;
      }
      const value = freeze(Object(JSON.parse(box.read(place, envelope))));
      if (envelope.length <= longestKept) {
        opened.set(name, { box, envelope, value });
      }
      return value;
    },
  };
  return box;
}

function toContext({ ownerId, table, row, field, version }: SecretPlace): readonly string[] {
  return [ownerId, table, row, field, ...(version === undefined ? [] : [String(version)])];
}

function freeze(value: object): object {
  for (const member of Object.values(value)) {
    if (typeof member === "object" && member !== null) {
      freeze(member);
    }
  }
  return Object.freeze(value);
}
