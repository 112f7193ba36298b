import type { errorSlugs } from "./error-slugs.ts";

/** A slug of `spec/errors.yaml`. */
export type ErrorSlug = (typeof errorSlugs)[number];

/** The message of an error, and the fix for the caller. */
export interface ErrorWords {
  readonly message: string;
  readonly suggestedFix: string;
}

/** Details of an error beyond its slug. */
export interface PlatformErrorDetails {
  /** One line for each field: its place, then the problem, as in `body.toolkit.slug: required`. */
  readonly errors?: readonly string[] | undefined;
  /**
   * Replaces the message and the fix of `spec/errors.yaml` when the fix depends on a state. The text may contain only
   * our own words, ids, states, and the names of the caller's own accounts, never other data of a request, a response or the
   * database.
   */
  readonly words?: ErrorWords | undefined;
  /** Whole seconds that the caller should wait, sent as `Retry-After`. */
  readonly retryAfterSeconds?: number | undefined;
  /** How a caller proves who it is, sent as `WWW-Authenticate`. */
  readonly challenge?: string | undefined;
  /** The error underneath. It goes to the log, never over the wire. */
  readonly cause?: unknown;
}

/**
 * The only error that callers receive. Any other thrown value becomes an empty 500 and a log line. The error does not
 * contain text of a request, a response or the database, so it cannot reveal a secret.
 */
export class PlatformError extends Error {
  override readonly name = "PlatformError";
  readonly slug: ErrorSlug;
  readonly errors: readonly string[] | undefined;
  readonly words: ErrorWords | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly challenge: string | undefined;

  constructor(slug: ErrorSlug, details: PlatformErrorDetails = {}) {
    const options = details.cause === undefined ? undefined : { cause: details.cause };
    super(slug, options);
    this.slug = slug;
    this.errors = details.errors;
    this.words = details.words;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.challenge = details.challenge;
  }
}
