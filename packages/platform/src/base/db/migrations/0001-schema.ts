import type { Migration } from "../migration-types.ts";
import { readFunctions, readStatements } from "./read-sql.ts";

/** Tables come after those that they refer to, and policies after all tables. */
const files = [
  "roles",
  "projects",
  "service",
  "accounts",
  "agents",
  "jobs",
  "logs",
  "toolkits",
  "events",
  "storage",
  "policies",
];

/** Everything in `schema/` and `functions/`, and the weeks of events that come next. */
export const schema: Migration = {
  name: "0001-schema",
  readStatements: () => [
    ...files.flatMap((file) => readStatements(`schema/${file}.sql`)),
    ...readFunctions(),
    "select keep_event_partitions()",
  ],
};
