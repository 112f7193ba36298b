import type { CallbackSource } from "@specwright/runtime/v1/callbacks";
import type { JsonObject } from "../../../json-object.ts";

/** What the expressions of a workflow can read at one moment of a run. */
export interface Scope {
  readonly inputs: JsonObject;
  /** The outputs of the steps that ran, by the ids of the steps. */
  readonly steps: ReadonlyMap<string, JsonObject>;
  /** The workflows that ended, by their ids. */
  readonly workflows: ReadonlyMap<
    string,
    { readonly inputs: JsonObject; readonly outputs: JsonObject }
  >;
  /** The source descriptions as they are written, by their names. */
  readonly sources: ReadonlyMap<string, JsonObject>;
  /** `$self` of the document. */
  readonly self: string | undefined;
  /** The outputs of the workflow that the current step called. */
  readonly outputs?: JsonObject;
  /** The request and the answer of the current step. */
  readonly call?: CallbackSource;
}
