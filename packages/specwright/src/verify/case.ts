import type { Location, MediaType, Operation, Parameter } from "../document/model/model.ts";

/** A body in the form in which it is sent. */
export interface SentBody {
  readonly contentType: string | undefined;
  readonly content: string | Uint8Array<ArrayBuffer> | FormData;
}

/** A value to be sent as a body of a documented media type. */
export interface ValueBody {
  readonly mediaType: MediaType;
  readonly value: unknown;
}

/**
 * The response that a request expects.
 *
 * - `success`: the request is right, so it must not be rejected as wrong.
 * - `found`: the same, for a thing that is known to exist.
 * - `refused`: the request is wrong, as its title says.
 * - `unauthorized`: credentials are absent or wrong.
 * - `missing`: the thing does not exist.
 * - `deleted`: the thing was just deleted.
 * - `no-route`: the document has no such path or method.
 * - `step`: the request belongs to a workflow, whose criteria say what it expects.
 */
export type Expectation =
  | "success"
  | "found"
  | "refused"
  | "unauthorized"
  | "missing"
  | "deleted"
  | "no-route"
  | "step";

/** A step of a workflow, and its place in the Arazzo document. */
export interface StepPlace {
  readonly workflow: string;
  readonly step: string;
  readonly location: Location;
}

/** A request, and the response that it expects. */
export interface Case {
  readonly operation: Operation;
  /** Completes "the request …": `of the example \`rex\``, `without the header \`x-tenant\``. */
  readonly title: string;
  readonly expected: Expectation;
  /** Values by parameter. Parameters without an entry are not sent. */
  readonly parameters: ReadonlyMap<Parameter, unknown>;
  readonly body?: ValueBody | SentBody | undefined;
  /** The step that sends it. */
  readonly step?: StepPlace;
  /** Default: `given`. */
  readonly credentials?: "given" | "none" | "wrong";
  /** Replaces the operation's own. */
  readonly method?: string;
  readonly path?: string;
}
