import type { Generated } from "kysely";
import type { DefaultedJson, OptionalTime, Time } from "./column-types.ts";

/** Rows of `jobs`. */
export interface JobsTable {
  project_id: string;
  id: string;
  kind: string;
  payload: DefaultedJson<Readonly<Record<string, unknown>>>;
  /** An envelope around the part of the payload that holds customers' data. */
  sealed: string | null;
  state: Generated<"waiting" | "ready" | "dead">;
  /** A hash of the lane's name; 0 for a job without a lane. */
  lane: Generated<string>;
  unique_key: string | null;
  next_at: Time;
  /** The number of attempts that have ended, without the one that is running. */
  attempt: Generated<number>;
  max_attempts: number;
  /** The kind of the error. Its message is not stored, because it could hold a secret. */
  last_error: string | null;
  dead_at: OptionalTime;
  created_at: Time;
}
