import type { AuthMode } from "../types/auth-types.ts";

/** The settings of an import beside its document. */
export interface ImportWish {
  readonly slug: string;
  /** The auth schemes to offer; all that the document describes without it. `NO_AUTH` alone makes a toolkit that needs none. */
  readonly authSchemes?: readonly AuthMode[] | undefined;
}

/** Something of the document that the toolkit does not have. */
export interface ImportLoss {
  /** A JSON Pointer into the document, or an operation such as `GET /pets/{id}`. */
  readonly place: string;
  /** The effect, and its reason. */
  readonly reason: string;
}

/** The losses of an import, in the document's order. */
export interface ImportReport {
  /** Operations that did not become tools. */
  readonly skippedOperations: readonly ImportLoss[];
  /** Rules that are not enforced, and parts that are not used. */
  readonly notes: readonly ImportLoss[];
}
