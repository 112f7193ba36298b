import type { AuthMode } from "../types/auth-types.ts";

/** The settings of an import, without its document. */
export interface ImportWish {
  readonly slug: string;
  /**
   * The auth schemes to offer. Default: all that the document describes. `NO_AUTH` alone makes a toolkit without
   * authentication.
   */
  readonly authSchemes?: readonly AuthMode[] | undefined;
  /** The address of the application, which replaces the document's servers. */
  readonly baseUrl?: string | undefined;
  /** The slugs of the tools that the toolkit has already, by what identifies their operations: they keep them. */
  readonly names?: ReadonlyMap<string, string> | undefined;
}

/** A part of the document that the toolkit does not have. */
export interface ImportLoss {
  /** A JSON Pointer into the document, or an operation such as `GET /pets/{id}`. */
  readonly place: string;
  /** The effect, and its reason. */
  readonly reason: string;
}

/** The losses of an import, in document order. */
export interface ImportReport {
  /** Operations that did not become tools. */
  readonly skippedOperations: readonly ImportLoss[];
  /** Rules that are not enforced, and unused parts. */
  readonly notes: readonly ImportLoss[];
}
