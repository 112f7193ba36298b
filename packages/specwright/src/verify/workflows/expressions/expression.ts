/** A runtime expression (Arazzo 1.1, "Runtime Expressions"), parsed. */
export interface Expression {
  /** As the document writes it. */
  readonly written: string;
  readonly root: ExpressionRoot;
  /**
   * The names and indexes behind the root, such as `["items", "0"]` of `$response.body.items[0]`. A name of the document may have
   * dots, so segments that dots separate may be one name together.
   */
  readonly segments: readonly string[];
  /** The segments of the JSON Pointer behind `#`. */
  readonly pointer: readonly string[];
}

/**
 * What an expression begins with.
 *
 * - `call`: a part of the request or of the answer, in the form that the runtime evaluates: `$statusCode`, `$response.body`.
 * - `steps`, `workflows`: the outputs of a step; the inputs or outputs of a workflow. Their names are the segments.
 * - `source`: a source description. The first segment is a member of it, or an operation or workflow of its document.
 */
export type ExpressionRoot =
  | { readonly kind: "call"; readonly text: string }
  | { readonly kind: "inputs" | "outputs" | "self" }
  | { readonly kind: "steps"; readonly step: string }
  | {
      readonly kind: "workflows";
      readonly workflow: string;
      readonly field: "inputs" | "outputs";
    }
  | { readonly kind: "source"; readonly source: string };
