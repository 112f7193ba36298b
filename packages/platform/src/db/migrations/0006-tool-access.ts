import type { Migration } from "../migration-types.ts";

/** The tools that connections of an auth config are made for; those that may be executed have a column already. */
export const toolAccess: Migration = {
  name: "0006-tool-access",
  statements: [
    `alter table auth_configs add column tools_for_connected_account_creation text[] not null default '{}'`,
  ],
};
