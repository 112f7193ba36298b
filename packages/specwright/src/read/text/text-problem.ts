import { maximumDepth } from "./limits.ts";

/** A mistake in the text of one file. */
export interface TextProblem {
  readonly code: string;
  readonly message: string;
  readonly fix: string;
  /** The place in the text. */
  readonly offset?: number;
  /** The place of the value, where the text itself is well-formed. */
  readonly pointer?: string;
}

/** The value of a text, or every mistake in it. */
export type ParsedText =
  | {
      readonly value: unknown;
      /** True when no value stands in it twice, as aliases of YAML make them. */
      readonly isTree?: boolean;
      /** True for JSON, in whose text an edit can be followed. */
      readonly isJson?: boolean;
      /** Mistakes with one sensible reading. */
      readonly warnings?: readonly TextProblem[];
    }
  | { readonly problems: readonly TextProblem[] };

/** A text in which values are nested more deeply than `maximumDepth`. */
export function tooDeep(): TextProblem {
  return {
    code: "nested-too-deeply",
    message: `Values are nested more than ${maximumDepth} levels deep.`,
    fix: "Move inner parts to components and refer to them by `$ref`.",
  };
}
