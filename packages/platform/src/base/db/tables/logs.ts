import type { Schemas } from "../../api-types.ts";
import type { Day, OptionalTime, Time } from "./column-types.ts";

/** Rows of `tool_execution_logs`. */
export interface ToolExecutionLogsTable {
  project_id: string;
  id: string;
  tool_slug: string;
  toolkit_slug: string;
  version: string;
  source: Schemas["ToolExecutionLog"]["source"];
  user_id: string | null;
  connected_account_id: string | null;
  auth_config_id: string | null;
  successful: boolean;
  error: string | null;
  status_code: number | null;
  /** An envelope around arguments and data; null for projects with `dont_store_data`. */
  bodies: string | null;
  duration_ms: number;
  request_id: string;
  created_at: Time;
  /** Until this time the execution may still be running; null once its outcome is recorded. */
  leased_until: OptionalTime;
}

/** Rows of `toolkit_uses`. */
export interface ToolkitUsesTable {
  project_id: string;
  /** In UTC. */
  day: Day;
  toolkit_slug: string;
  /** A count is spread over several rows, so that writers rarely wait for each other. This is the number of the row. */
  shard: number;
  uses: number;
}
