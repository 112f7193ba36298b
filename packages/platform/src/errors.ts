import type { errorSlugs } from "./error-slugs.ts";

/** A slug of `spec/errors.yaml`. */
export type ErrorSlug = (typeof errorSlugs)[number];

/** What an error can carry beyond its slug. */
export type PlatformErrorDetails = {
  /** One line a field: where it is, then what is wrong with it, as in `body.toolkit.slug: required`. */
  readonly errors?: readonly string[];
  /** Whole seconds that the caller should wait, sent as `Retry-After`. */
  readonly retryAfterSeconds?: number;
  /** What went wrong underneath. It goes to the log, never over the wire. */
  readonly cause?: unknown;
};

/**
 * The only error that crosses the wire. Everything else that is thrown becomes an empty-handed 500 and a log line.
 * It holds no text of its own, so that no secret can slip into an answer with it.
 */
export class PlatformError extends Error {
  override readonly name = "PlatformError";
  readonly slug: ErrorSlug;
  readonly errors: readonly string[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(slug: ErrorSlug, details: PlatformErrorDetails = {}) {
    const options = details.cause === undefined ? undefined : { cause: details.cause };
    super(slug, options);
    this.slug = slug;
    this.errors = details.errors;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}
