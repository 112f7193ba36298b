import type { TypesOptions } from "../../../packages/specwright/src/commands/types.ts";

/** A document for which our types differ from those of openapi-typescript. */
export interface Difference {
  readonly title: string;
  readonly flags: readonly string[];
  readonly options: Partial<TypesOptions>;
  /** The members of the document. */
  readonly document: Readonly<Record<string, unknown>>;
  /** A string in openapi-typescript's output; absent when its output does not compile. */
  readonly theirs?: string;
  /** Our type. */
  readonly ours: string;
  /** The end of the file's name. Default: `.ts`. */
  readonly extension?: ".d.ts";
}

/** The members of a document that has only these schemas. */
export function schemas(
  value: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return { components: { schemas: value } };
}

/** A reference to one of these schemas. */
export function ref(name: string): object {
  return { $ref: `#/components/schemas/${name}` };
}

/** An operation without a response body. */
export const operation: object = { responses: { 200: { description: "" } } };
