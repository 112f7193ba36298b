import type { Location } from "../document/model/model.ts";
import type { StepPlace } from "./case.ts";
import type { Check } from "./checks.ts";

/** A disagreement between the server and the document. */
export interface Finding {
  readonly check: Check;
  /** Such as `GET /pets/{petId}`. For a step of a workflow without a request, such as `step pay of buy`. */
  readonly operation: string;
  /** The operation in the document. For a step without a request, the step. */
  readonly location: Location;
  /** A sentence about the request and its response. */
  readonly message: string;
  /** The first request that showed the problem, as a `curl` command without secrets. Empty when there was none. */
  readonly request: string;
  readonly status?: number;
  /** The first characters of the answer. */
  readonly answer?: string;
  /** How many requests showed it. */
  readonly count: number;
  /** The step of a workflow that sent the request. */
  readonly step?: StepPlace;
}
