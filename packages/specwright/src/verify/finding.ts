import type { Location } from "../model/model.ts";
import type { Check } from "./checks.ts";

/** A disagreement between the server and the document. */
export interface Finding {
  readonly check: Check;
  /** Such as `GET /pets/{petId}`. */
  readonly operation: string;
  /** The operation in the document. */
  readonly location: Location;
  /** A sentence about the request and its response. */
  readonly message: string;
  /** The first request that showed the problem, as a `curl` command without secrets. */
  readonly request: string;
  readonly status?: number;
  /** The first characters of the answer. */
  readonly answer?: string;
  /** How many requests showed it. */
  readonly count: number;
}
