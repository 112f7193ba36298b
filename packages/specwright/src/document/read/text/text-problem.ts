import { maximumDepth } from "./limits.ts";

/** A mistake in the text of one file. */
export interface TextProblem {
  readonly code: string;
  readonly message: string;
  readonly fix: string;
  /** The place in the text. */
  readonly offset?: number | undefined;
  /** The place of the value, when the text itself is well-formed. */
  readonly pointer?: string;
}

/** The value of a string, or every mistake in the text. */
export type ParsedText =
  | {
      readonly value: unknown;
      /** True when each object is in one place only. YAML aliases put one object in several places. */
      readonly isTree?: boolean;
      /** True for JSON. Edits of a JSON text can be tracked. */
      readonly isJson?: boolean;
      /** Mistakes with one sensible reading. */
      readonly warnings?: readonly TextProblem[];
    }
  | { readonly problems: readonly TextProblem[] };

/** The problem of a string whose values are nested more deeply than `maximumDepth`. */
export function describeTooDeep(): TextProblem {
  return {
    code: "nested-too-deeply",
    message: `Values are nested more than ${maximumDepth} levels deep.`,
    fix: "Move inner parts to components and refer to them by `$ref`.",
  };
}
