import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { z } from "zod";
import { errorSlugs } from "../../../base/error-slugs.ts";
import type { ErrorSlug } from "../../../base/errors.ts";
import { errorsFile } from "../../../base/package-files.ts";

/** The entry of an error in `spec/errors.yaml`. */
export interface ErrorEntry {
  /** The stable number. */
  readonly code: number;
  /** The HTTP status. */
  readonly status: number;
  readonly message: string;
  readonly suggestedFix: string | undefined;
}

/** All errors of the API, by slug. */
export type ErrorCatalog = ReadonlyMap<ErrorSlug, ErrorEntry>;

const shape = z.record(
  z.string(),
  z.object({
    value: z.object({
      error: z.object({
        message: z.string(),
        code: z.number(),
        status: z.number(),
        suggested_fix: z.string().exactOptional(),
      }),
    }),
  }),
);

/**
 * Reads the list of errors.
 *
 * @throws Error when the file lacks an error that the code can throw. The start fails then, instead of a later
 *   request.
 */
export function readErrorCatalog(): ErrorCatalog {
  const entries = shape.parse(parse(readFileSync(errorsFile, "utf8")));
  return new Map(
    errorSlugs.map((slug) => {
      const entry = entries[slug]?.value.error;
      if (entry === undefined) {
        throw new Error(`${errorsFile} does not list ${slug}.`);
      }
      const { code, status, message, suggested_fix: suggestedFix } = entry;
      return [slug, { code, status, message, suggestedFix }];
    }),
  );
}
