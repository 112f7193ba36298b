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
  readonly errors?: readonly string[];
  /**
   * A message and a fix that replace those of `spec/errors.yaml` where the fix depends on a state. They may hold our
   * own words, ids and states, but nothing that was sent, answered or stored.
   */
  readonly words?: ErrorWords;
  /** Whole seconds that the caller should wait, sent as `Retry-After`. */
  readonly retryAfterSeconds?: number;
  /** The error underneath. It goes to the log, never over the wire. */
  readonly cause?: unknown;
}

/**
 * The only error that crosses the wire. Any other thrown value becomes an empty 500 and a log line. The error holds
 * no text of a request, a response or the database, so that no secret can reach a response with it.
 */
export class PlatformError extends Error {
  override readonly name = "PlatformError";
  readonly slug: ErrorSlug;
  readonly errors: readonly string[] | undefined;
  readonly words: ErrorWords | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(slug: ErrorSlug, details: PlatformErrorDetails = {}) {
    const options = details.cause === undefined ? undefined : { cause: details.cause };
    super(slug, options);
    this.slug = slug;
    this.errors = details.errors;
    this.words = details.words;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}
